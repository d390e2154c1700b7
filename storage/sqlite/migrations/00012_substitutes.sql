-- Who waits in a server for a seat that falls vacant.

-- +goose Up
CREATE TABLE substitutes (
    guild TEXT    NOT NULL CHECK (guild <> ''),
    user  TEXT    NOT NULL CHECK (user <> ''),
    since INTEGER NOT NULL,
    wants TEXT    NOT NULL,
    PRIMARY KEY (guild, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX substitutes_of_user ON substitutes (user);
