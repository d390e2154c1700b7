-- What a game master does to a game: he gives a seat to a user, whom the row names by what the
-- log calls him, and he moves a game to another channel.

-- +goose Up
ALTER TABLE log ADD COLUMN "to" TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN was TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN moved INTEGER NOT NULL DEFAULT 0;

DROP TRIGGER games_only_end;

-- +goose StatementBegin
CREATE TRIGGER games_end_or_move BEFORE UPDATE ON games
WHEN NEW.over < OLD.over OR (NEW.id, NEW.module, NEW.secret, NEW.opened) IS NOT (OLD.id, OLD.module, OLD.secret, OLD.opened)
    OR (NEW.channel, NEW.was, NEW.moved) IS NOT (OLD.channel, OLD.was, OLD.moved)
        AND (OLD.over = 1 OR NEW.was <> OLD.channel OR NEW.moved <= OLD.moved)
BEGIN
    SELECT RAISE(ABORT, 'games: a game can only end, or be moved while it lasts');
END;
-- +goose StatementEnd
