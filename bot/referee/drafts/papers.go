package drafts

import (
	"grognard/bot/referee/games"
)

// papers is what was read from the store of what users keep beside a game's log, while the game is in memory.
type papers struct {
	lists    map[string]*keptList     // by user, as far as they were read; nil for none
	standing map[string]*userStanding // likewise
	answered map[string][]Answering   // likewise
	reply    foundReply               // to what is owed
}

// papersOf returns the papers of a game in memory.
func papersOf(g *games.Held) *papers {
	p, ok := g.Beside.(*papers)
	if !ok {
		p = &papers{lists: map[string]*keptList{}, standing: map[string]*userStanding{},
			answered: map[string][]Answering{}}
		g.Beside = p
	}
	return p
}
