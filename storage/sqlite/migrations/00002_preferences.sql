-- What users have chosen for themselves. Unlike a log it changes.

-- +goose Up
CREATE TABLE preferences (
    user  TEXT NOT NULL CHECK (user <> ''),
    name  TEXT NOT NULL CHECK (name <> ''),
    value TEXT NOT NULL,
    PRIMARY KEY (user, name)
) STRICT, WITHOUT ROWID;
