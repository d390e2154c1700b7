package referee

import (
	"maps"
	"slices"
	"sync"

	"grognard/bot/referee/api"
)

// Change is a game with new rows.
type Change struct {
	Game    api.GameID
	Players []string // who play in it, after one of the rows or another
}

// changes collects which games have rows that nobody has asked about yet, and who play in them.
type changes struct {
	mu     sync.Mutex
	games  map[api.GameID][]string
	signal chan struct{}
}

func newChanges() *changes {
	return &changes{games: map[api.GameID][]string{}, signal: make(chan struct{}, 1)}
}

func (c *changes) add(g *held) {
	c.mu.Lock()
	players := c.games[g.Kept.ID]
	for _, p := range g.Players() {
		if !slices.Contains(players, p.User) {
			players = append(players, p.User)
		}
	}
	c.games[g.Kept.ID] = players
	c.mu.Unlock()
	select {
	case c.signal <- struct{}{}:
	default:
	}
}

// Changed is signalled when rows were written. One signal can stand for many.
func (r *Referee) Changed() <-chan struct{} { return r.changes.signal }

// TakeChanged are the games with rows since the last call, by game. Whether anything that a user sees has changed is
// for the caller to find out: a row may concern the other side alone.
func (r *Referee) TakeChanged() (list []Change) {
	r.changes.mu.Lock()
	defer r.changes.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(r.changes.games)) {
		list = append(list, Change{id, r.changes.games[id]})
	}
	clear(r.changes.games)
	return list
}
