-- Seasons of leagues: a log for each, as that of a game, whose rows name players by what means nothing outside it.

-- +goose Up
CREATE TABLE seasons (
    id     TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    server TEXT    NOT NULL,
    opened INTEGER NOT NULL,
    told   INTEGER NOT NULL DEFAULT 0 -- the row up to which everybody was told
) STRICT;

CREATE TABLE season_log (
    season     TEXT    NOT NULL REFERENCES seasons (id),
    seq        INTEGER NOT NULL,
    command_id TEXT    NOT NULL UNIQUE CHECK (command_id <> ''),
    at         INTEGER NOT NULL,
    "by"       TEXT    NOT NULL, -- a name of the table season_players, or ''
    prev       BLOB    NOT NULL CHECK (length(prev) = 32),
    hash       BLOB    NOT NULL CHECK (length(hash) = 32),
    body       BLOB    NOT NULL,
    PRIMARY KEY (season, seq)
) STRICT;

-- Whose name it is can be deleted, and the log stays whole.
CREATE TABLE season_players (
    season TEXT    NOT NULL REFERENCES seasons (id),
    number INTEGER NOT NULL CHECK (number > 0),
    user   TEXT    NOT NULL, -- when he was forgotten ~ and what says nothing of him, or ''
    PRIMARY KEY (season, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX season_players_by_user ON season_players (user, season) WHERE user <> '';

-- +goose StatementBegin
CREATE TRIGGER season_log_stays BEFORE DELETE ON season_log BEGIN
    SELECT RAISE(ABORT, 'season_log: a row never leaves');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER season_log_is_final BEFORE UPDATE ON season_log BEGIN
    SELECT RAISE(ABORT, 'season_log: a row never changes');
END;
-- +goose StatementEnd
