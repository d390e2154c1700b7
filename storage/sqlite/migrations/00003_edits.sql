-- A notice may change a message that was sent before: it names the row that the
-- message began with. 0 is a message of its own, as all were before.

-- +goose Up
ALTER TABLE outbox ADD COLUMN edits INTEGER NOT NULL DEFAULT 0 CHECK (edits >= 0 AND edits < seq);

-- The notices of one message, whichever of them posted it last.
CREATE INDEX outbox_messages ON outbox (game, iif(edits = 0, seq, edits), audience, kind, id);
