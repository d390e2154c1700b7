package referee

import (
	"slices"
	"sync"

	"grognard/storage"
)

// gameCache keeps the games that were used last, and one lock for each game in use. Of those that were
// not used lately it keeps what the log says of them, and not what they work with.
type gameCache struct {
	capacity int // games without a user that it keeps
	warm     int // games of them that keep what they work with

	mu     sync.Mutex
	clock  uint64
	games  map[storage.GameID]*lockedGame
	recent []*lockedGame // used last, the latest at the end: games beyond busy rest
}

// lockedGame holds one game under its lock; game is nil until somebody loads it.
type lockedGame struct {
	id   storage.GameID
	lock sync.Mutex
	game *game

	users int    // guarded by the cache
	last  uint64 // likewise
}

func newGameCache(room, busy int) *gameCache {
	return &gameCache{capacity: room, warm: busy, games: map[storage.GameID]*lockedGame{}}
}

// lock locks a game and waits for that; the caller alone has it until unlock.
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

// unlock unlocks a game, and drops the ones that nobody has used for longest.
func (s *gameCache) unlock(b *lockedGame) {
	b.lock.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	b.users--
	s.clock++
	b.last = s.clock
	s.rest(b)
	for len(s.games) > s.capacity {
		old := s.idle()
		if old == nil {
			return
		}
		delete(s.games, old.id)
	}
}

// rest notes that a game was used, and has the one rest that was not used for longest of those that
// do not. One that somebody has in hand comes again when he puts it back.
func (s *gameCache) rest(used *lockedGame) {
	s.recent = append(slices.DeleteFunc(s.recent, func(b *lockedGame) bool { return b == used }), used)
	if len(s.recent) <= s.warm {
		return
	}
	old := s.recent[0]
	s.recent = s.recent[1:]
	if old.users == 0 && old.game != nil && old.game.match != nil {
		old.game.match.Rest()
	}
}

// loaded is how many games are kept or in use.
func (s *gameCache) loaded() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.games)
}

// idle is the game without users whose last use is longest ago.
func (s *gameCache) idle() *lockedGame {
	var old *lockedGame
	for _, b := range s.games {
		if b.users == 0 && (old == nil || b.last < old.last) {
			old = b
		}
	}
	return old
}
