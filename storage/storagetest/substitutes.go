package storagetest

import (
	"slices"
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
		if err := s.db.AddSubstitute(s.Context(), w); err != nil {
			s.Fatalf("AddSubstitute(%v): %v", w, err)
		}
	}
	boris.Wants = later.Wants
	for range 2 {
		s.must(s.db.DropSubstitute(s.Context(), gone.Guild, gone.User))
		for guild, want := range map[string][]storage.Substitute{"1": {boris, anna}, "2": {other}, "3": nil} {
			if got, err := s.db.Substitutes(s.Context(), guild); err != nil || !slices.Equal(got, want) {
				s.Errorf("in %s there wait %v, %v, want %v", guild, got, err, want)
			}
		}
		s.reopen()
	}
	for _, wrong := range []storage.Substitute{{User: "anna"}, {Guild: "1"}} {
		if err := s.db.AddSubstitute(s.Context(), wrong); err == nil {
			s.Errorf("%v is kept", wrong)
		}
	}
	if k, err := s.db.Kept(s.Context(), "anna"); err != nil || k.Waits != 2 || k.None() {
		s.Errorf("of anna there is kept %+v, %v", k, err)
	}
	if _, err := s.db.Forget(s.Context(), "anna"); err != nil {
		s.Fatal(err)
	}
	if got, err := s.db.Substitutes(s.Context(), "1"); err != nil || !slices.Equal(got, []storage.Substitute{boris}) {
		s.Errorf("after anna was forgotten there wait %v, %v", got, err)
	}
	s.newGame("g", 1)
	g, err := s.db.Game(s.Context(), "g")
	if err != nil {
		s.Fatal(err)
	}
	for _, want := range []string{"", "1"} {
		if got, err := s.db.GuildOf(s.Context(), g.Channel); err != nil || got != want {
			s.Errorf("the channel is in %q, %v, want %q", got, err, want)
		}
		s.must(s.db.Locate(s.Context(), "1", g.Channel))
	}
}
