-- What users write down for themselves in a game.

-- +goose Up
CREATE TABLE notes (
    id   TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    game TEXT    NOT NULL REFERENCES games (id),
    user TEXT    NOT NULL CHECK (user <> ''),
    at   INTEGER NOT NULL,
    hex  TEXT    NOT NULL,
    turn INTEGER NOT NULL,
    text TEXT    NOT NULL
) STRICT;
CREATE INDEX notes_of_user ON notes (game, user, at);
