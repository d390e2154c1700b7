package storagetest

import (
	"errors"

	"grognard/storage"
)

// drafts: each user has one in each game, a new one replaces the old, and they survive a restart.
func drafts(s *store) {
	s.newGame("g", 1)
	s.newGame("h", 1)
	save := func(d storage.Draft) {
		s.Helper()
		if err := s.db.SaveDraft(s.Context(), d); err != nil {
			s.Fatalf("SaveDraft(%v): %v", d, err)
		}
	}
	drop := func(d storage.Draft) {
		s.Helper()
		if err := s.db.DropDraft(s.Context(), d); err != nil {
			s.Fatalf("DropDraft(%v): %v", d, err)
		}
	}
	first := storage.Draft{Game: "g", User: "anna", ID: "1", Text: "9.20 > 12.20", Phase: "1 movement", Seen: "x"}
	second := storage.Draft{Game: "g", User: "anna", ID: "2", Text: "10.15 > 11.13\n+ 5 Inf Div 1.10",
		Phase: "2 combat", Seen: "y"}
	others := storage.Draft{Game: "g", User: "boris", ID: "3", Phase: "1 movement"}
	elsewhere := storage.Draft{Game: "h", User: "anna", ID: "4", Text: "é;\x00"}
	for _, d := range []storage.Draft{first, others, elsewhere, second, {Game: "h", User: "carla", ID: "5"}} {
		save(d)
	}
	drop(first) // another one has replaced it
	drop(storage.Draft{Game: "h", User: "carla", ID: "5"})
	drop(storage.Draft{Game: "h", User: "carla", ID: "5"})
	for range 2 {
		for _, want := range []storage.Draft{second, others, elsewhere} {
			if got, err := s.db.Draft(s.Context(), want.Game, want.User); err != nil || got != want {
				s.Errorf("the draft of %s in %s is %v, %v, want %v", want.User, want.Game, got, err, want)
			}
		}
		for _, none := range []storage.Draft{{Game: "h", User: "carla"}, {Game: "h", User: "boris"},
			{Game: "i", User: "anna"}} {
			if got, err := s.db.Draft(s.Context(), none.Game, none.User); !errors.Is(err, storage.ErrNotFound) {
				s.Errorf("the draft of %s in %s is %v, %v, want none", none.User, none.Game, got, err)
			}
		}
		s.reopen()
	}
	if err := s.db.SaveDraft(s.Context(), storage.Draft{Game: "i", User: "anna", ID: "6"}); !errors.Is(err,
		storage.ErrNotFound) {
		s.Errorf("a draft in no game: %v", err)
	}
	for _, wrong := range []storage.Draft{{Game: "g", ID: "7"}, {Game: "g", User: "anna"}} {
		if err := s.db.SaveDraft(s.Context(), wrong); err == nil {
			s.Errorf("%v is kept", wrong)
		}
	}
}
