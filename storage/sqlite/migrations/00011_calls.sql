-- A notice may have a time before which it is not to be said; 0 is at once, as all were before. What
-- waits for its time is passed over by the index.

-- +goose Up
ALTER TABLE outbox ADD COLUMN not_before INTEGER NOT NULL DEFAULT 0;
DROP INDEX outbox_unsaid;
CREATE INDEX outbox_unsaid ON outbox (not_before, id) WHERE delivered = 0 OR pictures = 1;

-- When users are told of all their games at once.
CREATE TABLE digests (
    user TEXT    NOT NULL PRIMARY KEY CHECK (user <> ''),
    at   INTEGER NOT NULL,
    last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX digests_at ON digests (at, user);
