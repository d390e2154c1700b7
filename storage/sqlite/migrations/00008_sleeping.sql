-- What is left to say of a row whose words are in their channel: pictures that were not taken
-- with them and follow by an edit.

-- +goose Up
ALTER TABLE outbox ADD COLUMN pictures INTEGER NOT NULL DEFAULT 0 CHECK (pictures IN (0, 1));
DROP INDEX IF EXISTS outbox_waiting;
CREATE INDEX outbox_unsaid ON outbox (id) WHERE delivered = 0 OR pictures = 1;
CREATE INDEX outbox_unsaid_of_game ON outbox (game, id) WHERE delivered = 0 OR pictures = 1;

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
