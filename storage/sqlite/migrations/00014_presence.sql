-- When it was last noted that games could be played.

-- +goose Up
CREATE TABLE presence (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;
