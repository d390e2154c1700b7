package storagetest

import (
	"grognard/storage"
)

// panels: each user has one, the last that was kept, and it goes when he is forgotten.
func panels(s *store) {
	s.newGame("g", 1)
	s.newGame("h", 1)
	old := storage.Panel{User: "anna", Channel: "10", Message: "1", Game: "g", Shown: "first"}
	anna := storage.Panel{User: "anna", Channel: "10", Message: "2", Game: "g", Shown: "second"}
	boris := storage.Panel{User: "boris", Channel: "11", Message: "3", Game: "g"}
	carla := storage.Panel{User: "carla", Channel: "12", Message: "4", Game: "h"}
	for _, p := range []storage.Panel{old, anna, boris, carla} {
		s.must(s.db.Panels().Keep(s.Context(), p))
	}
	anna.Game, anna.Shown = "h", "third"
	stranger := storage.Panel{User: "olga", Channel: "13", Message: "5", Game: "g"}
	for _, p := range []storage.Panel{anna, old, stranger} { // of the last two there is none
		s.must(s.db.Panels().Show(s.Context(), p))
	}
	for _, p := range []storage.Panel{old, carla} {
		s.must(s.db.Panels().Drop(s.Context(), p))
	}
	for range 2 {
		s.is([]storage.Panel{anna, boris}, "the panels")(s.db.Panels().All(s.Context()))
		s.reopen()
	}
	nowhere := storage.Panel{User: "anna", Channel: "10", Message: "6", Game: "no"}
	s.fails(storage.ErrNotFound, "the panel of no game")(s.db.Panels().Keep(s.Context(), nowhere))
	if k, err := s.db.Kept(s.Context(), "anna"); err != nil || k.Panels != 1 || k.None() {
		s.Errorf("of anna there is kept %+v, %v", k, err)
	}
	s.must(s.db.Forget(s.Context(), "anna"))
	s.is([]storage.Panel{boris}, "after anna was forgotten the panels")(s.db.Panels().All(s.Context()))
}
