package storagetest

import (
	"time"

	"grognard/storage"
)

// substitutes wait in each server for themselves, in the order in which they came, until they go.
func substitutes(s *store) {
	anna := storage.Substitute{Guild: "1", User: "anna", Since: noon.Add(time.Hour), Wants: "afb german"}
	boris := storage.Substitute{Guild: "1", User: "boris", Since: noon}
	later := storage.Substitute{Guild: "1", User: "boris", Since: noon.Add(2 * time.Hour), Wants: "drill"}
	gone := storage.Substitute{Guild: "1", User: "carla", Since: noon}
	other := storage.Substitute{Guild: "2", User: "anna", Since: noon, Wants: "é;\x00"}
	for _, w := range []storage.Substitute{anna, boris, later, gone, other} {
		s.must(s.db.AddSubstitute(s.Context(), w))
	}
	boris.Wants = later.Wants
	for range 2 {
		s.must(s.db.DropSubstitute(s.Context(), gone.Guild, gone.User))
		for guild, want := range map[string][]storage.Substitute{"1": {boris, anna}, "2": {other}, "3": nil} {
			s.is(want, "waiting in %s", guild)(s.db.Substitutes(s.Context(), guild))
		}
		s.reopen()
	}
	for _, wrong := range []storage.Substitute{{User: "anna"}, {Guild: "1"}} {
		s.fails(nil, "%v is kept", wrong)(s.db.AddSubstitute(s.Context(), wrong))
	}
	if k, err := s.db.Kept(s.Context(), "anna"); err != nil || k.Waits != 2 || k.None() {
		s.Errorf("of anna there is kept %+v, %v", k, err)
	}
	s.must(s.db.Forget(s.Context(), "anna"))
	s.is([]storage.Substitute{boris}, "waiting after anna was forgotten")(s.db.Substitutes(s.Context(), "1"))
	s.newGame("g", 1)
	g, err := s.db.Game(s.Context(), "g")
	s.must(err)
	for _, want := range []string{"", "1"} {
		s.is(want, "the channel is in")(s.db.GuildOf(s.Context(), g.Channel))
		s.must(s.db.Locate(s.Context(), "1", g.Channel))
	}
}
