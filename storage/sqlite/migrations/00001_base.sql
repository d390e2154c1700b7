-- The base: every later version of the tables is made from it by further files, which add and never rewrite.
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
    over    INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1)),
    was     TEXT    NOT NULL DEFAULT '', -- the channel from which it was moved
    moved   INTEGER NOT NULL DEFAULT 0   -- the row that moved it
) STRICT;
CREATE UNIQUE INDEX games_open ON games (channel) WHERE over = 0;
CREATE INDEX games_in_channel ON games (channel, over DESC, opened);

CREATE TABLE log (
    game       TEXT    NOT NULL REFERENCES games (id),
    seq        INTEGER NOT NULL,
    command_id TEXT    NOT NULL UNIQUE CHECK (command_id <> ''),
    at         INTEGER NOT NULL,
    "by"       TEXT    NOT NULL, -- a name of the table players, or ''
    prev       BLOB    NOT NULL CHECK (length(prev) = 32),
    hash       BLOB    NOT NULL CHECK (length(hash) = 32),
    body       BLOB    NOT NULL,
    "to"       TEXT    NOT NULL DEFAULT '', -- the same of whom gets something by it, such as a seat
    PRIMARY KEY (game, seq)
) STRICT;

-- What a log calls its users, so that its rows are sealed without them: whose name it is
-- can be deleted here, and the log stays whole.
CREATE TABLE players (
    game TEXT NOT NULL REFERENCES games (id),
    name TEXT NOT NULL CHECK (name <> ''),
    user TEXT NOT NULL CHECK (user <> ''),
    PRIMARY KEY (game, name),
    UNIQUE (game, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX players_by_user ON players (user, game);

-- The sum shows that a snapshot is whole, so that one that the disk has altered is not taken for the game.
CREATE TABLE snapshots (
    game   TEXT    NOT NULL,
    seq    INTEGER NOT NULL,
    format TEXT    NOT NULL,
    blob   BLOB    NOT NULL,
    sum    BLOB    NOT NULL CHECK (length(sum) = 32),
    PRIMARY KEY (game, format, seq),
    FOREIGN KEY (game, seq) REFERENCES log (game, seq)
) STRICT;

-- What must be said, and to whom; never the words. A notice may change a message that was sent before: then edits
-- names the row that the message began with. Pictures that were not taken with their words follow by an edit.
-- Before the time not_before it is not said; 0 is at once. The feed is the channel of a feed, '' where the
-- game is played; what a feed is told waits for nothing else, and nothing else waits for it. What no game causes,
-- such as a user's daily message, has no game; its audience is a name that a paper of the user's keeps.
CREATE TABLE outbox (
    id         INTEGER PRIMARY KEY,
    game       TEXT,
    seq        INTEGER NOT NULL,
    audience   TEXT    NOT NULL,
    kind       TEXT    NOT NULL,
    first      INTEGER NOT NULL CHECK (first BETWEEN 1 AND seq),
    tried      INTEGER NOT NULL DEFAULT 0 CHECK (tried IN (0, 1)),
    delivered  INTEGER NOT NULL DEFAULT 0 CHECK (delivered IN (0, 1)),
    message    TEXT    NOT NULL DEFAULT '',
    edits      INTEGER NOT NULL DEFAULT 0 CHECK (edits >= 0 AND edits < seq),
    pictures   INTEGER NOT NULL DEFAULT 0 CHECK (pictures IN (0, 1)),
    not_before INTEGER NOT NULL DEFAULT 0,
    feed       TEXT    NOT NULL DEFAULT '',
    FOREIGN KEY (game, seq) REFERENCES log (game, seq)
) STRICT;
-- The notices of one message, whichever of them posted it last.
CREATE INDEX outbox_messages ON outbox (game, iif(edits = 0, seq, edits), audience, kind, id);
CREATE INDEX outbox_of_no_game ON outbox (audience, kind) WHERE game IS NULL;
CREATE INDEX outbox_unsaid ON outbox (not_before, id) WHERE delivered = 0 OR pictures = 1;
CREATE INDEX outbox_unsaid_of_game ON outbox (game, feed, id) WHERE delivered = 0 OR pictures = 1;

-- What is kept for users beside the logs: what they have chosen or written down, their calendars. One paper
-- of each kind in each game, and one of no game, which is ''. Unlike a log it changes.
CREATE TABLE papers (
    game TEXT    NOT NULL,
    user TEXT    NOT NULL CHECK (user <> ''),
    kind TEXT    NOT NULL CHECK (kind <> ''),
    at   INTEGER NOT NULL,
    text TEXT    NOT NULL,
    PRIMARY KEY (game, user, kind)
) STRICT;
CREATE INDEX papers_of_no_game ON papers (kind, text) WHERE game = '';
CREATE INDEX papers_of_user ON papers (user);

-- When games fall due by the passing of time alone.
CREATE TABLE due (
    game TEXT    NOT NULL PRIMARY KEY REFERENCES games (id),
    at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX due_at ON due (at, game);

-- When it was last noted that games could be played.
CREATE TABLE presence (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;

-- When the program, or the channel of one game, could not be reached.
CREATE TABLE absences (
    game   TEXT    NOT NULL,
    "from" INTEGER NOT NULL,
    until  INTEGER NOT NULL CHECK (until > "from"),
    why    TEXT    NOT NULL,
    PRIMARY KEY (game, "from", until, why)
) STRICT, WITHOUT ROWID;
CREATE INDEX absences_end ON absences (game, until);

-- In which server a channel is, as far as it is known: of channels that have had a game.
CREATE TABLE places (
    channel TEXT NOT NULL PRIMARY KEY CHECK (channel <> ''),
    guild   TEXT NOT NULL CHECK (guild <> '')
) STRICT, WITHOUT ROWID;
CREATE INDEX places_of_guild ON places (guild);

-- Games whose channel cannot be reached, so that nothing is to be said of them meanwhile.
CREATE TABLE sleeping (
    game   TEXT    NOT NULL PRIMARY KEY REFERENCES games (id),
    reason TEXT    NOT NULL,
    at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- In which other channels games are told to those who only watch.
CREATE TABLE feeds (
    game    TEXT NOT NULL REFERENCES games (id),
    channel TEXT NOT NULL CHECK (channel <> ''),
    PRIMARY KEY (game, channel)
) STRICT, WITHOUT ROWID;

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
CREATE TRIGGER games_end_or_move BEFORE UPDATE ON games
WHEN NEW.over < OLD.over OR (NEW.id, NEW.module, NEW.secret, NEW.opened) IS NOT (OLD.id, OLD.module, OLD.secret, OLD.opened)
    OR (NEW.channel, NEW.was, NEW.moved) IS NOT (OLD.channel, OLD.was, OLD.moved)
        AND (OLD.over = 1 OR NEW.was <> OLD.channel OR NEW.moved <= OLD.moved)
BEGIN
    SELECT RAISE(ABORT, 'games: a game can only end, or be moved while it lasts');
END;
-- +goose StatementEnd
