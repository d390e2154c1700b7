package referee

import (
	"slices"
	"sync"

	"grognard/storage"
)

// shelf keeps the games that were used last, and one lock for each game in use. Of those that were
// not used lately it keeps what the log says of them, and not what they work with.
type shelf struct {
	room int // games without a user that it keeps
	busy int // games of them that keep what they work with

	mu     sync.Mutex
	clock  uint64
	boxes  map[storage.GameID]*box
	lately []*box // used last, the latest at the end: games beyond busy rest
}

// box holds one game under its lock; game is nil until somebody loads it.
type box struct {
	id   storage.GameID
	lock sync.Mutex
	game *game

	users int    // guarded by the shelf
	last  uint64 // likewise
}

func newShelf(room, busy int) *shelf {
	return &shelf{room: room, busy: busy, boxes: map[storage.GameID]*box{}}
}

// take waits for a game's box; the caller alone has it until put.
func (s *shelf) take(id storage.GameID) *box {
	s.mu.Lock()
	b := s.boxes[id]
	if b == nil {
		b = &box{id: id}
		s.boxes[id] = b
	}
	b.users++
	s.mu.Unlock()
	b.lock.Lock()
	return b
}

// put gives a box back, and clears out the ones that nobody has used for longest.
func (s *shelf) put(b *box) {
	b.lock.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	b.users--
	s.clock++
	b.last = s.clock
	s.rest(b)
	for len(s.boxes) > s.room {
		old := s.idle()
		if old == nil {
			return
		}
		delete(s.boxes, old.id)
	}
}

// rest notes that a box was used, and has the game rest that was not used for longest of those that
// do not. One that somebody has in hand comes again when he puts it back.
func (s *shelf) rest(used *box) {
	s.lately = append(slices.DeleteFunc(s.lately, func(b *box) bool { return b == used }), used)
	if len(s.lately) <= s.busy {
		return
	}
	old := s.lately[0]
	s.lately = s.lately[1:]
	if old.users == 0 && old.game != nil && old.game.match != nil {
		old.game.match.Rest()
	}
}

// loaded is how many games are kept or in use.
func (s *shelf) loaded() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.boxes)
}

// idle is the box without users whose last use is longest ago.
func (s *shelf) idle() *box {
	var old *box
	for _, b := range s.boxes {
		if b.users == 0 && (old == nil || b.last < old.last) {
			old = b
		}
	}
	return old
}
