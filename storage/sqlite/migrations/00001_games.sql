-- Every table is STRICT: a value of the wrong type is refused, not converted.
-- Times are microseconds since 1970, UTC.

-- +goose Up
CREATE TABLE modules (
    hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    body BLOB NOT NULL
) STRICT;

CREATE TABLE games (
    id      TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    channel TEXT    NOT NULL,
    module  BLOB    NOT NULL REFERENCES modules (hash),
    secret  BLOB    NOT NULL,
    opened  INTEGER NOT NULL,
    over    INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX games_open ON games (channel) WHERE over = 0;
CREATE INDEX games_in_channel ON games (channel, over DESC, opened);

CREATE TABLE log (
    game       TEXT    NOT NULL REFERENCES games (id),
    seq        INTEGER NOT NULL,
    command_id TEXT    NOT NULL UNIQUE CHECK (command_id <> ''),
    at         INTEGER NOT NULL,
    "by"       TEXT    NOT NULL,
    prev       BLOB    NOT NULL CHECK (length(prev) = 32),
    hash       BLOB    NOT NULL CHECK (length(hash) = 32),
    body       BLOB    NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT;

CREATE TABLE snapshots (
    game   TEXT    NOT NULL,
    seq    INTEGER NOT NULL,
    format TEXT    NOT NULL,
    blob   BLOB    NOT NULL,
    PRIMARY KEY (game, format, seq),
    FOREIGN KEY (game, seq) REFERENCES log (game, seq)
) STRICT;

-- What must be said, and to whom; never the words.
CREATE TABLE outbox (
    id        INTEGER PRIMARY KEY,
    game      TEXT    NOT NULL,
    seq       INTEGER NOT NULL,
    audience  TEXT    NOT NULL,
    kind      TEXT    NOT NULL,
    first     INTEGER NOT NULL CHECK (first BETWEEN 1 AND seq),
    tried     INTEGER NOT NULL DEFAULT 0 CHECK (tried IN (0, 1)),
    delivered INTEGER NOT NULL DEFAULT 0 CHECK (delivered IN (0, 1)),
    message   TEXT    NOT NULL DEFAULT '',
    FOREIGN KEY (game, seq) REFERENCES log (game, seq)
) STRICT;
CREATE INDEX outbox_waiting ON outbox (id) WHERE delivered = 0;

-- +goose StatementBegin
CREATE TRIGGER log_follows BEFORE INSERT ON log BEGIN
    SELECT RAISE(ABORT, 'log: a row must follow the last one')
    WHERE NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM log WHERE game = NEW.game);
    SELECT RAISE(ABORT, 'log: a row must be linked to the last one')
    WHERE NEW.prev <> coalesce((SELECT hash FROM log WHERE game = NEW.game AND seq = NEW.seq - 1), zeroblob(32));
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER log_stays BEFORE DELETE ON log BEGIN
    SELECT RAISE(ABORT, 'log: a row never leaves');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER log_is_final BEFORE UPDATE ON log BEGIN
    SELECT RAISE(ABORT, 'log: a row never changes');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER modules_stay BEFORE DELETE ON modules BEGIN
    SELECT RAISE(ABORT, 'modules: a module never leaves');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER modules_are_final BEFORE UPDATE ON modules BEGIN
    SELECT RAISE(ABORT, 'modules: a module never changes');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER games_stay BEFORE DELETE ON games BEGIN
    SELECT RAISE(ABORT, 'games: a game never leaves');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER games_only_end BEFORE UPDATE ON games
WHEN NEW.over < OLD.over OR (NEW.id, NEW.channel, NEW.module, NEW.secret, NEW.opened)
    IS NOT (OLD.id, OLD.channel, OLD.module, OLD.secret, OLD.opened)
BEGIN
    SELECT RAISE(ABORT, 'games: a game can only end');
END;
-- +goose StatementEnd
