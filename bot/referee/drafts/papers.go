package drafts

import (
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger/plans"
	"grognard/storage"
)

// papers is what was read from the store of what users keep beside a game's log, while the game is in memory.
type papers struct {
	drafts   map[string]*storage.Draft      // by user, as far as they were read; nil for none
	plans    map[string]*plans.Plan         // likewise
	standing map[string]*plans.UserStanding // likewise
	answered map[string][]Answering         // likewise
	reply    foundReply                     // to what is owed
}

// papersOf returns the papers of a game in memory.
func papersOf(g *games.Held) *papers {
	p, ok := g.Beside.(*papers)
	if !ok {
		p = &papers{drafts: map[string]*storage.Draft{}, plans: map[string]*plans.Plan{},
			standing: map[string]*plans.UserStanding{}, answered: map[string][]Answering{}}
		g.Beside = p
	}
	return p
}
