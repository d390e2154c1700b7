package referee

import (
	"time"

	"grognard/bot/referee/ledger"
	"grognard/rules"
	"grognard/storage"
)

// held is a game that the referee keeps in memory, with what was read from the store beside the log.
type held struct {
	*ledger.Game
	due      *time.Time                      // when an alarm is due next, as the store has it; nil where that is not known
	drafts   map[string]*storage.Draft       // by user, as far as they were read; nil for none
	plans    map[string]*ledger.Plan         // likewise
	standing map[string]*ledger.UserStanding // likewise
	reply    foundReply                      // to what is owed

	answered map[string][]Answering // by user, as far as they were read

	told     []ledger.ToldRow // what the rows from toldFrom on told, but for those that were taken back
	toldFrom uint64           // 0 where nothing has been told since the game was loaded
}

const snapshotFormat = "table/2 " + rules.SnapshotFormat
