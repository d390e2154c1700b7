package games

import (
	"slices"
	"sync"

	"grognard/storage"
)

// gameCache keeps the games that were used last, and a lock for each game in use. Games that were not used for
// longer keep what the log says of them, but give up their working memory.
type gameCache struct {
	capacity int // how many games stay in memory though nobody uses them
	warm     int // how many of these keep their working memory

	mu     sync.Mutex
	clock  uint64 // counts the uses of games
	games  map[storage.GameID]*lockedGame
	recent []*lockedGame // the last ones used, the latest at the end; at most warm
}

// lockedGame holds one game under its lock; game is nil until somebody loads it.
type lockedGame struct {
	id   storage.GameID
	lock sync.Mutex
	game *Held

	users int    // guarded by the cache
	last  uint64 // the cache's clock when it was last used; guarded by the cache
}

func newGameCache(capacity, warm int) *gameCache {
	return &gameCache{capacity: capacity, warm: warm, games: map[storage.GameID]*lockedGame{}}
}

// lock waits for the lock of a game. The caller has the game alone until unlock.
func (s *gameCache) lock(id storage.GameID) *lockedGame {
	s.mu.Lock()
	b := s.games[id]
	if b == nil {
		b = &lockedGame{id: id}
		s.games[id] = b
	}
	b.users++
	s.mu.Unlock()
	b.lock.Lock()
	return b
}

// lockIfThere locks a game as lock does if the cache has it. For any other it returns nil.
func (s *gameCache) lockIfThere(id storage.GameID) *lockedGame {
	s.mu.Lock()
	there := s.games[id] != nil
	s.mu.Unlock()
	if !there {
		return nil
	}
	return s.lock(id)
}

// unlock releases a game. If the cache has too many games, it drops those that were not used for longest.
func (s *gameCache) unlock(b *lockedGame) {
	b.lock.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	b.users--
	s.clock++
	b.last = s.clock
	s.noteUse(b)
	for len(s.games) > s.capacity {
		var old *lockedGame
		for _, other := range s.games {
			if other.users == 0 && (old == nil || other.last < old.last) {
				old = other
			}
		}
		if old == nil {
			return
		}
		delete(s.games, old.id)
	}
}

// noteUse notes that a game was used, and frees the working memory of the one that falls out of recent. A game
// that is in use then is noted again when it is released.
func (s *gameCache) noteUse(used *lockedGame) {
	s.recent = append(slices.DeleteFunc(s.recent, func(b *lockedGame) bool { return b == used }), used)
	if len(s.recent) <= s.warm {
		return
	}
	old := s.recent[0]
	s.recent = s.recent[1:]
	if old.users == 0 && old.game != nil && old.game.Match != nil {
		old.game.Match.DropCaches()
		old.game.Told, old.game.toldFrom = nil, 0
	}
}

// loaded counts the games that the cache has.
func (s *gameCache) loaded() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.games)
}
