package storagetest

import (
	"fmt"
	"time"

	"grognard/storage"
)

// notes: each user has his own in each game, oldest first and limited in number, and they survive a restart.
func notes(s *store) {
	s.newGame("g", 1)
	s.newGame("h", 1)
	note := func(id string, game storage.GameID, user string, minute int) storage.Note {
		return storage.Note{ID: id, Game: game, User: user, At: noon.Add(time.Duration(minute) * time.Minute),
			Hex: "12.13", Turn: minute, Text: "hold " + id + " \x00 `<@1>`"}
	}
	add := func(n storage.Note) {
		s.Helper()
		s.must(s.db.AddNote(s.Context(), n))
	}
	has := func(game storage.GameID, user string, want ...storage.Note) {
		s.Helper()
		s.is(want, "the notes of %s in %s", user, game)(s.db.Notes(s.Context(), game, user))
	}
	late, early := note("1", "g", "anna", 5), note("2", "g", "anna", 3)
	other, elsewhere := note("3", "g", "boris", 4), note("4", "h", "anna", 4)
	for _, n := range []storage.Note{late, early, other, elsewhere} {
		add(n)
	}
	changed := late
	changed.Text = "another text"
	add(changed) // a note added twice is kept once
	for range 2 {
		has("g", "anna", early, late)
		has("g", "boris", other)
		has("h", "anna", elsewhere)
		has("h", "boris")
		has("nowhere", "anna")
		s.reopen()
	}
	for _, wrong := range [][3]string{{"g", "boris", "1"}, {"h", "anna", "1"}, {"g", "anna", "9"}} {
		s.must(s.db.DropNote(s.Context(), storage.GameID(wrong[0]), wrong[1], wrong[2]))
	}
	has("g", "anna", early, late)
	s.must(s.db.DropNote(s.Context(), "g", "anna", "1"))
	has("g", "anna", early)
	s.fails(storage.ErrNotFound, "a note in no game")(s.db.AddNote(s.Context(), note("5", "nowhere", "anna", 1)))
	for i := 1; i < storage.NotesKept; i++ {
		add(note(fmt.Sprint("n", i), "g", "anna", i))
	}
	s.fails(storage.ErrFull, "one more than are kept")(s.db.AddNote(s.Context(), note("6", "g", "anna", 1)))
	add(early) // which it has
	add(note("7", "g", "boris", 1))
}
