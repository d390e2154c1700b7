package storagetest

import (
	"grognard/storage"
)

// drafts: each user has one in each game, a new one replaces the old, and they survive a restart.
func drafts(s *store) {
	s.newGame("g", 1)
	s.newGame("h", 1)
	first := storage.Draft{Game: "g", User: "anna", ID: "1", Text: "9.20 > 12.20", Phase: "1 movement", Seen: "x"}
	second := storage.Draft{Game: "g", User: "anna", ID: "2", Text: "10.15 > 11.13\n+ 5 Inf Div 1.10",
		Phase: "2 combat", Seen: "y"}
	others := storage.Draft{Game: "g", User: "boris", ID: "3", Phase: "1 movement"}
	elsewhere := storage.Draft{Game: "h", User: "anna", ID: "4", Text: "é;\x00"}
	for _, d := range []storage.Draft{first, others, elsewhere, second, {Game: "h", User: "carla", ID: "5"}} {
		s.must(s.db.SaveDraft(s.Context(), d))
	}
	s.must(s.db.DropDraft(s.Context(), first)) // another one has replaced it
	for range 2 {
		s.must(s.db.DropDraft(s.Context(), storage.Draft{Game: "h", User: "carla", ID: "5"}))
	}
	for range 2 {
		for _, want := range []storage.Draft{second, others, elsewhere} {
			s.is(want, "the draft of %s in %s", want.User, want.Game)(s.db.Draft(s.Context(), want.Game, want.User))
		}
		for _, none := range []storage.Draft{{Game: "h", User: "carla"}, {Game: "h", User: "boris"},
			{Game: "i", User: "anna"}} {
			s.fails(storage.ErrNotFound, "the draft of %s in %s", none.User,
				none.Game)(s.db.Draft(s.Context(), none.Game, none.User))
		}
		s.reopen()
	}
	s.fails(storage.ErrNotFound, "a draft in no game")(s.db.SaveDraft(s.Context(),
		storage.Draft{Game: "i", User: "anna", ID: "6"}))
	for _, wrong := range []storage.Draft{{Game: "g", ID: "7"}, {Game: "g", User: "anna"}} {
		s.fails(nil, "%v is kept", wrong)(s.db.SaveDraft(s.Context(), wrong))
	}
}
