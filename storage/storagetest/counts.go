package storagetest

import (
	"maps"
	"time"

	"grognard/storage"
)

// counts compares Counts with what is expected after deliveries and after the end of a game.
func counts(s *store) {
	holds := func(open int, owed map[string]int, oldest time.Time) {
		s.Helper()
		c, err := s.db.Counts(s.Context(), noon)
		if err != nil || c.Open != open || c.Sleeping != 0 || !maps.Equal(c.Owed, owed) || !c.Oldest.Equal(oldest) {
			s.Errorf("Counts = %+v, %v, want %d open, %v owed, the oldest of %v", c, err, open, owed, oldest)
		}
	}
	holds(0, nil, time.Time{})
	s.newGame("a", 1)
	s.newGame("b", 1)
	holds(2, nil, time.Time{})
	early, late := entry("a", 2, storage.Notice{Audience: "public", Kind: "account", From: 2}),
		entry("b", 2, storage.Notice{Audience: "public", Kind: "account", From: 2},
			storage.Notice{Audience: "axis", Kind: "prompt", From: 2})
	late.At = early.At.Add(time.Hour)
	s.mustAppend(early)
	s.mustAppend(late)
	s.reopen()
	holds(2, map[string]int{"public": 2, "axis": 1}, early.At)
	s.must(s.db.Delivered(s.Context(), s.outbox()[0].ID, "m"))
	s.must(s.db.CloseGame(s.Context(), "a"))
	holds(1, map[string]int{"public": 1, "axis": 1}, late.At)
	s.must(s.db.Sleep(s.Context(), "gone", noon, "channel of b"))
	if c, err := s.db.Counts(s.Context(), noon); err != nil || c.Open != 1 || c.Sleeping != 1 || len(c.Owed) != 0 {
		s.Errorf("Counts of a game that sleeps = %+v, %v", c, err)
	}
	s.must(s.db.WakeIn(s.Context(), noon.Add(time.Hour), "channel of b"))
	for _, d := range s.outbox() {
		s.must(s.db.Delivered(s.Context(), d.ID, ""))
	}
	holds(1, nil, time.Time{})
}
