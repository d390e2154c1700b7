package notify

import (
	"maps"
	"slices"
	"sync"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
)

// Change is a game with new rows.
type Change struct {
	Game    api.GameID
	Players []string // who play in it, after one of the rows or another
}

// Changes collects which games have rows that nobody has asked about yet, and who play in them.
type Changes struct {
	mu     sync.Mutex
	games  map[api.GameID][]string
	signal chan struct{}
}

// Add notes that a game has a new row.
func (c *Changes) Add(g *games.Held) {
	c.mu.Lock()
	players := c.games[g.Stored.ID]
	for _, p := range g.Players() {
		if !slices.Contains(players, p.User) {
			players = append(players, p.User)
		}
	}
	c.games[g.Stored.ID] = players
	c.mu.Unlock()
	select {
	case c.signal <- struct{}{}:
	default:
	}
}

// Changed is signalled when rows were written. One signal can stand for many.
func (c *Changes) Changed() <-chan struct{} { return c.signal }

// TakeChanged are the games with rows since the last call, by game. Whether anything that a user sees has changed is
// for the caller to find out: a row may concern the other side alone.
func (c *Changes) TakeChanged() (list []Change) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(c.games)) {
		list = append(list, Change{id, c.games[id]})
	}
	clear(c.games)
	return list
}
