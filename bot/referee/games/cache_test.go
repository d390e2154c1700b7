package games

import (
	"strconv"
	"sync"
	"testing"

	"grognard/bot/referee/ledger"
	"grognard/storage"
)

// A locked game has one user at a time, however many games come and go; the cache keeps
// the games used last, and never lets one go that is in use.
func TestGameCache_LastUsed(t *testing.T) {
	s := newGameCache(3, 1)
	kept := s.lock("held")
	kept.game = &Held{Game: &ledger.Game{}}
	inUse := make([]int, 10) // by game; the race detector and the count watch it
	var crowd sync.WaitGroup
	for n := range 8 {
		crowd.Go(func() {
			for i := range 200 {
				k := (n*7 + i*3) % len(inUse)
				b := s.lock(storage.GameID(strconv.Itoa(k)))
				if inUse[k]++; inUse[k] != 1 {
					t.Errorf("game %d has %d users", k, inUse[k])
				}
				inUse[k]--
				s.unlock(b)
			}
		})
	}
	crowd.Wait()
	if len(s.games) != 3 {
		t.Errorf("%d games kept", len(s.games))
	}
	if s.games["held"] != kept {
		t.Error("a game in use was let go")
	}
	s.unlock(kept)
	for _, id := range []storage.GameID{"a", "b"} {
		b := s.lock(id)
		b.game = &Held{Game: &ledger.Game{}}
		s.unlock(b)
	}
	if again := s.lock("held"); again.game == nil {
		t.Error("one of the three last games was let go")
	}
	for _, id := range []storage.GameID{"c", "d", "e", "f"} {
		s.unlock(s.lock(id))
	}
	if again := s.lock("a"); again.game != nil {
		t.Error("a game that nobody used for long is kept")
	}
}
