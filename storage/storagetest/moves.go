package storagetest

import (
	"reflect"

	"grognard/storage"
)

// gift returns a command that gives a user something.
func gift(id storage.GameID, seq uint64, by, to string) storage.Entry {
	e := entry(id, seq)
	e.By, e.To = by, to
	return e
}

// A user who gets something by a command is sealed under his name in the game, and can be forgotten like one
// who gives commands. His name is not given to anybody else then, even if he never gave a command.
func given(s *store) {
	s.newGame("g", 1) // by axis
	row := s.mustAppend(gift("g", 2, "master", "1234"))
	if row.To != "1234" || row.Sealed != "player 2" || row.SealedTo != "player 3" {
		s.Errorf("the row is by %q, to %q", row.Sealed, row.SealedTo)
	}
	s.wantBy(s.by("g", "1234")[2:], []string{"1234"}, []string{"player 3"})
	again := s.mustAppend(gift("g", 4, "1234", "master"))
	if again.Sealed != "player 3" || again.SealedTo != "player 2" {
		s.Errorf("the other way round the row is by %q, to %q", again.Sealed, again.SealedTo)
	}
	s.mustAppend(gift("g", 5, "master", "5678"))
	s.reopen()
	if rows := s.rows("g"); !reflect.DeepEqual(rows[1], row) {
		s.Errorf("after reopening: %+v\nwant %+v", rows[1], row)
	}
	s.is([]storage.GameID{"g"}, "Forget")(s.db.Forget(s.Context(), "5678"))
	if last := s.rows("g")[4]; last.To != "player 4" || last.SealedTo != "player 4" {
		s.Errorf("who was forgotten is %q, sealed %q", last.To, last.SealedTo)
	}
	s.wantBy(s.by("g", "5678")[5:], []string{"5678"}, []string{"player 5"})
}

func move(id storage.GameID, seq uint64, channel string) storage.Entry {
	e := entry(id, seq, storage.Notice{Audience: "public", Kind: "moved", From: seq})
	e.Channel = channel
	return e
}

// A game is moved in the transaction of a row.
func moved(s *store) {
	s.newGame("g", 1)
	was := "channel of g"
	first, fresh, err := s.db.Append(s.Context(), move("g", 2, "c"))
	if err != nil || !fresh {
		s.Fatalf("Append: fresh %t, %v", fresh, err)
	}
	for range 2 {
		if g, err := s.db.InChannel(s.Context(), "c"); err != nil || g.ID != "g" || g.Channel != "c" || g.Was != was ||
			g.Moved != 2 {
			s.Errorf("InChannel = %+v, %v", g, err)
		}
		s.fails(storage.ErrNotFound, "the channel that it left")(s.db.InChannel(s.Context(), was))
		s.reopen()
	}
	if row, fresh, err := s.db.Append(s.Context(), move("g", 2, "elsewhere")); err != nil || fresh ||
		!reflect.DeepEqual(row, first) {
		s.Errorf("again: %v, fresh %t, %v", row, fresh, err)
	}
	if g, err := s.db.Game(s.Context(), "g"); err != nil || g.Channel != "c" {
		s.Errorf("a repetition moved it: %+v, %v", g, err)
	}
	h := game("h", was, 1) // the channel that the game left is free
	s.must(s.db.Create(s.Context(), h, moduleBytes, entry("h", 1)))
	s.must(s.db.Append(s.Context(), move("g", 3, "d")))
	if g, err := s.db.Game(s.Context(), "g"); err != nil || g.Channel != "d" || g.Was != "c" || g.Moved != 3 {
		s.Errorf("moved again it is %+v, %v", g, err)
	}
}

// A game cannot be moved to a channel with an open game, but to one whose game is over. A refused move leaves no row.
func moveRefused(s *store) {
	s.newGame("g", 1)
	s.newGame("h", 1)
	s.fails(storage.ErrTaken, "into a channel with a game")(s.db.Append(s.Context(), move("g", 2, "channel of h")))
	s.fails(storage.ErrTaken, "to where it is")(s.db.Append(s.Context(), move("g", 2, "channel of g")))
	s.fails(storage.ErrConflict, "out of turn")(s.db.Append(s.Context(), move("g", 3, "c")))
	if g, err := s.db.Game(s.Context(), "g"); err != nil || g.Channel != "channel of g" || g.Was != "" ||
		len(s.rows("g")) != 1 || len(s.outbox()) != 0 {
		s.Errorf("what was refused left %+v, %v, rows %d", g, err, len(s.rows("g")))
	}
	s.must(s.db.CloseGame(s.Context(), "h"))
	s.must(s.db.Append(s.Context(), move("g", 2, "channel of h")))
	s.fails(nil, "a game that is over was moved")(s.db.Append(s.Context(), move("h", 2, "c")))
}

// A game that sleeps because its channel was lost is awake after it is moved to another channel of the server.
func movedAwake(s *store) {
	s.newGame("g", 1)
	s.must(s.db.Locate(s.Context(), "guild", "channel of g"))
	s.must(s.db.Sleep(s.Context(), "gone", noon, "channel of g"))
	s.mustAppend(move("g", 2, "c"))
	s.is(nil, "asleep after the move")(s.db.Sleeping(s.Context()))
	want := []storage.Owing{{Game: "g", Channel: "c", Audience: "public", Guild: "guild", Words: true}}
	s.is(want, "Owing")(s.db.Owing(s.Context(), noon, ""))
}
