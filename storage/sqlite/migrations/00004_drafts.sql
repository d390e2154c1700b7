-- A list of orders that a user has looked at in a game and may carry out: one for each,
-- the newest. What of it is done the log tells.

-- +goose Up
CREATE TABLE drafts (
    game  TEXT NOT NULL REFERENCES games (id),
    user  TEXT NOT NULL CHECK (user <> ''),
    id    TEXT NOT NULL CHECK (id <> ''),
    text  TEXT NOT NULL,
    phase TEXT NOT NULL,
    seen  TEXT NOT NULL,
    PRIMARY KEY (game, user)
) STRICT, WITHOUT ROWID;
