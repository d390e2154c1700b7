-- What a log calls its users, so that its rows are sealed without them: whose name it is
-- can be deleted here, and the log stays whole. Rows from before this table name the users
-- themselves.

-- +goose Up
CREATE TABLE players (
    game TEXT NOT NULL REFERENCES games (id),
    name TEXT NOT NULL CHECK (name <> ''),
    user TEXT NOT NULL CHECK (user <> ''),
    PRIMARY KEY (game, name),
    UNIQUE (game, user)
) STRICT, WITHOUT ROWID;
