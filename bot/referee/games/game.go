package games

import (
	"time"

	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules"
)

// Held is a game in memory.
type Held struct {
	*ledger.Game
	Beside any // what a service has read from the store beside the log; nil until it puts something there

	place *lockedGame // where it is kept; nil for a game that was replayed beside that
	due   *time.Time  // when an alarm is due next, as the store has it; nil where that is not known

	told     []tables.RowAccount // what the rows from toldFrom on told, but for those that were taken back
	toldFrom uint64              // 0 where nothing has been told since the game was loaded
}

const snapshotFormat = "table/1 " + rules.SnapshotFormat
