-- The games of a user are asked for at each press on his panel in direct messages. Only rows from before the table of
-- players name users themselves.

-- +goose Up
CREATE INDEX players_by_user ON players (user, game);
CREATE INDEX log_by_user ON log ("by", game) WHERE "by" <> '' AND "by" NOT GLOB 'player [1-9]*';

-- +goose Down
DROP INDEX log_by_user;
DROP INDEX players_by_user;
