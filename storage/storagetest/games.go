package storagetest

import (
	"reflect"
	"testing"
	"time"

	"grognard/storage"
)

func create(s *store) {
	g := game("g", "c", 0)
	g.Opened = time.Date(2024, 6, 6, 6, 30, 0, 123_456_789, time.FixedZone("Caen", 2*3600))
	said := storage.Notice{Audience: "public", Kind: "opened", From: 1}
	row, fresh, err := s.db.Create(s.Context(), g, moduleBytes, entry("g", 1, said))
	if err != nil || !fresh {
		s.Fatalf("Create: fresh %t, %v", fresh, err)
	}
	if row.Seq != 1 || row.Prev != (storage.Hash{}) || row.Hash != storage.Seal(row) {
		s.Errorf("genesis row %+v", row)
	}
	want := g
	want.Opened = time.Date(2024, 6, 6, 4, 30, 0, 123_456_000, time.UTC)
	for range 2 {
		s.is(want, "Game")(s.db.Game(s.Context(), "g"))
		if got := s.outbox(); len(got) != 1 || got[0].Notice != said || got[0].Seq != 1 {
			s.Errorf("Outbox = %v", got)
		}
		// The same command again, although the channel and the ID are now taken.
		again, fresh, err := s.db.Create(s.Context(), g, moduleBytes, entry("g", 1, said))
		if err != nil || fresh || !reflect.DeepEqual(again, row) {
			s.Errorf("Create again = %v, fresh %t, %v, want the first row", again, fresh, err)
		}
		s.reopen()
	}
	s.fails(storage.ErrNotFound, "Game")(s.db.Game(s.Context(), "unknown"))
}

func createRefused(s *store) {
	wrongHash := game("g", "c", 0)
	wrongHash.Module[0] ^= 1
	tests := []struct {
		name    string
		game    storage.Game
		genesis storage.Entry
	}{
		{"no name", game("", "c", 0), entry("", 1)},
		{"another game's row", game("g", "c", 0), entry("h", 1)},
		{"not the first row", game("g", "c", 0), entry("g", 2)},
		{"another module's hash", wrongHash, entry("g", 1)},
		{"a notice from nowhere", game("g", "c", 0), entry("g", 1, storage.Notice{Audience: "public"})},
	}
	for _, test := range tests {
		s.Run(test.name, func(t *testing.T) {
			if _, fresh, err := s.db.Create(t.Context(), test.game, moduleBytes, test.genesis); err == nil || fresh {
				t.Errorf("Create: fresh %t, %v, want an error", fresh, err)
			}
		})
	}
	s.fails(storage.ErrNotFound, "InChannel")(s.db.InChannel(s.Context(), "c"))
	s.fails(storage.ErrNotFound, "Module")(s.db.Module(s.Context(), moduleHash))
	s.has(len(s.outbox()), 0, "notices of refused games")
}

func channels(s *store) {
	open := func(id storage.GameID, channel string, n int) error {
		_, _, err := s.db.Create(s.Context(), game(id, channel, n), moduleBytes, entry(id, 1))
		return err
	}
	expect := func(channel string, want storage.GameID, over bool) {
		s.Helper()
		if g, err := s.db.InChannel(s.Context(), channel); err != nil || g.ID != want || g.Over != over {
			s.Errorf("InChannel(%s) = %s, over %t, %v, want %s, over %t", channel, g.ID, g.Over, err, want, over)
		}
	}
	s.fails(storage.ErrNotFound, "InChannel")(s.db.InChannel(s.Context(), "c"))
	s.must(open("a", "c", 0))
	s.fails(storage.ErrTaken, "second game in a channel")(open("b", "c", 1))
	s.must(s.db.CloseGame(s.Context(), "a"))
	expect("c", "a", true)
	s.must(open("b", "c", 1))
	expect("c", "b", false)
	s.reopen()
	expect("c", "b", false)
	s.must(open("a", "elsewhere", 2)) // the command is in the log already, so nothing happens
	again := entry("a", 1)
	again.CommandID = "a second a"
	s.fails(storage.ErrTaken, "a game's name, again")(s.db.Create(s.Context(), game("a", "elsewhere", 2), moduleBytes,
		again))
	s.fails(storage.ErrNotFound, "InChannel")(s.db.InChannel(s.Context(), "elsewhere"))
	for range 2 { // closing twice is no error
		s.must(s.db.CloseGame(s.Context(), "b"))
	}
	expect("c", "b", true) // the latest, not the first
	s.fails(storage.ErrNotFound, "CloseGame")(s.db.CloseGame(s.Context(), "unknown"))
	s.has(len(s.rows("a")), 1, "rows of a game that is over")
}

func modules(s *store) {
	s.newGame("g", 1)
	s.newGame("h", 1) // with the same module
	for range 2 {
		s.is(moduleBytes, "Module")(s.db.Module(s.Context(), moduleHash))
		s.reopen()
	}
	s.fails(storage.ErrNotFound, "Module")(s.db.Module(s.Context(), storage.Hash{}))
}
