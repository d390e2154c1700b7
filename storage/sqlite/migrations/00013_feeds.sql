-- In which other channels games are told to those who only watch.

-- +goose Up
CREATE TABLE feeds (
    game    TEXT NOT NULL REFERENCES games (id),
    channel TEXT NOT NULL CHECK (channel <> ''),
    PRIMARY KEY (game, channel)
) STRICT, WITHOUT ROWID;

-- The channel of the feed in which it is to be said, '' where the game is played. What a feed is told
-- waits for nothing else, and nothing else waits for it.
ALTER TABLE outbox ADD COLUMN feed TEXT NOT NULL DEFAULT '';
DROP INDEX IF EXISTS outbox_unsaid_of_game;
CREATE INDEX outbox_unsaid_of_game ON outbox (game, feed, id) WHERE delivered = 0 OR pictures = 1;
