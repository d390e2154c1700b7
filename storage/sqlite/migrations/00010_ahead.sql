-- What users have written down in a game for later: one paper of each kind.

-- +goose Up
CREATE TABLE papers (
    game TEXT    NOT NULL REFERENCES games (id),
    user TEXT    NOT NULL CHECK (user <> ''),
    kind TEXT    NOT NULL CHECK (kind <> ''),
    at   INTEGER NOT NULL,
    text TEXT    NOT NULL,
    PRIMARY KEY (game, user, kind)
) STRICT;
CREATE INDEX papers_of_user ON papers (user);

-- Users' calendars, as the changes that they made.
CREATE TABLE calendars (
    id    INTEGER PRIMARY KEY,
    user  TEXT    NOT NULL CHECK (user <> ''),
    at    INTEGER NOT NULL,
    what  TEXT    NOT NULL CHECK (what <> ''),
    value TEXT    NOT NULL,
    UNIQUE (user, at, what, value)
) STRICT;

-- When games fall due by the passing of time alone.
CREATE TABLE due (
    game TEXT    NOT NULL PRIMARY KEY REFERENCES games (id),
    at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX due_at ON due (at, game);

-- When the program, or the channel of one game, could not be reached.
CREATE TABLE absences (
    game  TEXT    NOT NULL,
    "from" INTEGER NOT NULL,
    until INTEGER NOT NULL CHECK (until > "from"),
    why   TEXT    NOT NULL,
    PRIMARY KEY (game, "from", until, why)
) STRICT, WITHOUT ROWID;
CREATE INDEX absences_end ON absences (game, until);
