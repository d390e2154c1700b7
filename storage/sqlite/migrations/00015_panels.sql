-- The direct message from which a user plays, and what it showed last.

-- +goose Up
CREATE TABLE panels (
    user    TEXT PRIMARY KEY CHECK (user <> ''),
    channel TEXT NOT NULL CHECK (channel <> ''),
    message TEXT NOT NULL CHECK (message <> ''),
    game    TEXT NOT NULL REFERENCES games (id),
    shown   TEXT NOT NULL
) STRICT, WITHOUT ROWID;
