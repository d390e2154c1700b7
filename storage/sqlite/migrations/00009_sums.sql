-- What a snapshot is known by to be whole, so that one that the disk has altered is not taken
-- for the game. Those without it are from before, and are not used: the log gives them again.

-- +goose Up
ALTER TABLE snapshots ADD COLUMN sum BLOB CHECK (length(sum) = 32);
