package referee

import (
	"maps"
	"slices"
	"sync"
)

// changes collects which games have rows that nobody has asked about yet.
type changes struct {
	mu     sync.Mutex
	games  map[GameID]bool
	signal chan struct{}
}

func newChanges() *changes { return &changes{games: map[GameID]bool{}, signal: make(chan struct{}, 1)} }

func (c *changes) add(game GameID) {
	c.mu.Lock()
	c.games[game] = true
	c.mu.Unlock()
	select {
	case c.signal <- struct{}{}:
	default:
	}
}

// Changed is signalled when rows were written. One signal can stand for many.
func (r *Referee) Changed() <-chan struct{} { return r.changes.signal }

// TakeChanged are the games with rows since the last call, sorted. Whether anything that a user sees has changed is for
// the caller to find out: a row may concern the other side alone.
func (r *Referee) TakeChanged() []GameID {
	r.changes.mu.Lock()
	defer r.changes.mu.Unlock()
	games := slices.Sorted(maps.Keys(r.changes.games))
	clear(r.changes.games)
	return games
}
