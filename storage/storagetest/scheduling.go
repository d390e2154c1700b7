package storagetest

import (
	"slices"
	"time"

	"grognard/storage"
)

// papers: each user has one of each kind in each game, a new one replaces the old, and they survive a restart.
func papers(s *store) {
	s.newGame("g", 1)
	s.newGame("h", 1)
	first := storage.Paper{Game: "g", User: "anna", Kind: "list", At: noon, Text: "9.20 > 12.20"}
	second := storage.Paper{Game: "g", User: "anna", Kind: "list", At: noon.Add(time.Hour), Text: "é;\x00"}
	kind := storage.Paper{Game: "g", User: "anna", Kind: "standing", At: noon}
	others := storage.Paper{Game: "g", User: "boris", Kind: "list", At: noon, Text: "10.15 > 11.13"}
	elsewhere := storage.Paper{Game: "h", User: "anna", Kind: "list", At: noon, Text: "x"}
	gone := storage.Paper{Game: "h", User: "boris", Kind: "list", At: noon, Text: "y"}
	for _, p := range []storage.Paper{first, second, kind, others, elsewhere, gone} {
		s.must(s.db.SavePaper(s.Context(), p))
	}
	for range 2 {
		s.must(s.db.DropPaper(s.Context(), gone.Game, gone.User, gone.Kind))
		for _, want := range []storage.Paper{second, kind, others, elsewhere} {
			s.is(want, "the paper")(s.db.Paper(s.Context(), want.Game, want.User, want.Kind))
		}
		none := storage.Paper{Game: gone.Game, User: gone.User, Kind: gone.Kind}
		s.is(none, "a paper that was dropped")(s.db.Paper(s.Context(), gone.Game, gone.User, gone.Kind))
		s.reopen()
	}
	third := storage.Paper{Game: "g", User: "anna", Kind: "list", At: noon.Add(2 * time.Hour), Text: "with a row"}
	fresh := storage.Paper{Game: "g", User: "olga", Kind: "list", At: noon, Text: "z"}
	s.fails(storage.ErrConflict, "a row out of its turn")(s.db.Append(s.Context(),
		storage.Entry{Game: "g", Seq: 9, CommandID: "g9", At: noon, Papers: []storage.Paper{third}}))
	s.is(second, "with a row that was refused the paper")(s.db.Paper(s.Context(), "g", "anna", "list"))
	s.mustAppend(storage.Entry{Game: "g", Seq: 2, CommandID: "g2", At: noon, Papers: []storage.Paper{third, fresh}})
	for _, want := range []storage.Paper{third, fresh} {
		s.is(want, "written with a row the paper")(s.db.Paper(s.Context(), want.Game, want.User, want.Kind))
	}
	told := storage.Notice{Audience: "side:axis", Kind: "ran", From: 1}
	s.must(s.db.SavePaper(s.Context(), first, told))
	if owed := s.outbox(); len(owed) != 1 || owed[0].Game != "g" || owed[0].Seq != 2 || owed[0].Notice != told {
		s.Errorf("with a paper that is to be told of, the outbox has %v", owed)
	}
	told.From = 99
	s.fails(nil, "a row that is not there is told of")(s.db.SavePaper(s.Context(), second, told))
	if got, err := s.db.Paper(s.Context(), "g", "anna", "list"); err != nil || got != first || len(s.outbox()) != 1 {
		s.Errorf("what failed has left %v, %v", got, err)
	}
	s.fails(storage.ErrNotFound, "a paper in no game")(s.db.SavePaper(s.Context(),
		storage.Paper{Game: "i", User: "anna", Kind: "list"}))
	for _, wrong := range []storage.Paper{{Game: "g", Kind: "list"}, {Game: "g", User: "anna"}} {
		s.fails(nil, "%v is kept", wrong)(s.db.SavePaper(s.Context(), wrong))
	}
}

// papersFound: the papers of a user, and those of a kind that all have of no game, come in the order of their times. A
// preference is a paper.
func papersFound(s *store) {
	s.newGame("g", 1)
	late := storage.Paper{User: "anna", Kind: "waits 1", At: noon.Add(time.Hour), Text: "afb german"}
	early := storage.Paper{User: "boris", Kind: "waits 1", At: noon, Text: "drill"}
	elsewhere := storage.Paper{User: "anna", Kind: "waits 2", At: noon}
	ofGame := storage.Paper{Game: "g", User: "anna", Kind: "waits 1", At: noon.Add(time.Minute)}
	for _, p := range []storage.Paper{late, early, elsewhere, ofGame} {
		s.must(s.db.SavePaper(s.Context(), p))
	}
	for range 2 {
		s.is([]storage.Paper{early, late}, "the papers of a kind")(s.db.PapersOf(s.Context(), "waits 1"))
		s.is([]storage.Paper{elsewhere, ofGame, late}, "her papers")(s.db.PapersBy(s.Context(), "anna"))
		s.reopen()
	}
	s.must(s.db.Prefer(s.Context(), "boris", "style", "dark"))
	s.must(s.db.Prefer(s.Context(), "boris", "style", "français"))
	s.reopen()
	s.is("français", "his style")(s.db.Preference(s.Context(), "boris", "style"))
	s.is("", "his language")(s.db.Preference(s.Context(), "boris", "language"))
	s.is("boris", "who has it")(s.db.WhoPrefers(s.Context(), "style", "français"))
	s.must(s.db.Forget(s.Context(), "anna"))
	s.is([]storage.Paper{early}, "after she was forgotten the papers")(s.db.PapersOf(s.Context(), "waits 1"))
	s.is(nil, "and hers")(s.db.PapersBy(s.Context(), "anna"))
}

// schedule finds the games that have fallen due, the earliest first. A refused row does not change it.
func schedule(s *store) {
	for _, id := range []storage.GameID{"g", "h", "i", "j"} {
		s.newGame(id, 1)
	}
	at := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Hour) }
	set := func(id storage.GameID, due time.Time) {
		s.Helper()
		s.must(s.db.SetDue(s.Context(), id, due))
	}
	want := func(by time.Time, most int, games ...storage.GameID) {
		s.Helper()
		s.is(games, "due by %v", by)(s.db.Due(s.Context(), by, most))
	}
	wantNext := func(next time.Time) {
		s.Helper()
		s.is(next, "when the next is due")(s.db.NextDue(s.Context()))
	}
	wantNext(time.Time{})
	set("g", at(3))
	set("h", at(1))
	set("i", at(2))
	set("i", at(4))
	due, never := at(2), time.Time{}
	s.mustAppend(storage.Entry{Game: "j", Seq: 2, CommandID: "j2", At: noon, Due: &due})
	s.mustAppend(storage.Entry{Game: "j", Seq: 3, CommandID: "j3", At: noon})
	s.fails(storage.ErrConflict, "a row out of its turn")(s.db.Append(s.Context(),
		storage.Entry{Game: "h", Seq: 9, CommandID: "h9", At: noon, Due: &due}))
	for range 2 {
		want(at(0), 10)
		want(at(2), 10, "h", "j")
		want(at(9), 3, "h", "j", "g")
		wantNext(at(1))
		s.reopen()
	}
	set("h", never)
	set("h", never)
	s.mustAppend(storage.Entry{Game: "j", Seq: 4, CommandID: "j4", At: noon, Due: &never})
	want(at(9), 10, "g", "i")
	wantNext(at(3))
	s.fails(storage.ErrNotFound, "when no game falls due")(s.db.SetDue(s.Context(), "k", at(1)))
}

// absences: of all games and of the given one, those that end after a time are found.
func absences(s *store) {
	span := func(id storage.GameID, from, until int) storage.Absence {
		return storage.Absence{Game: id, From: noon.Add(time.Duration(from) * time.Minute),
			Until: noon.Add(time.Duration(until) * time.Minute), Why: "stopped"}
	}
	early, all, own, other := span("", 0, 5), span("", 20, 30), span("g", 10, 40), span("h", 10, 40)
	for _, a := range []storage.Absence{all, own, other, early, all} {
		s.must(s.db.AddAbsence(s.Context(), a))
	}
	for range 2 {
		s.is([]storage.Absence{own, all}, "the absences")(s.db.Absences(s.Context(), "g", early.Until))
		s.reopen()
	}
	s.fails(nil, "an absence of no time is kept")(s.db.AddAbsence(s.Context(), span("g", 7, 7)))
}

// presence: a gap between two notes that is longer than the limit becomes an absence, also across a restart.
// Setting the clock back has no effect up to the limit; beyond it the notes follow, and a jump ahead is an absence.
func presence(s *store) {
	at := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Second) }
	s.is(time.Time{}, "before the first note")(s.db.LastAlive(s.Context()))
	for _, n := range []int{0, 30, 90, 40, 95} {
		s.must(s.db.Alive(s.Context(), at(n), time.Minute, "away"))
	}
	s.reopen()
	for range 2 {
		s.must(s.db.Alive(s.Context(), at(200), time.Minute, "away"))
	}
	want := []storage.Absence{{From: at(95), Until: at(200), Why: "away"}}
	s.is(want, "the absences")(s.db.Absences(s.Context(), "g", noon))
	s.is(at(200), "the last note")(s.db.LastAlive(s.Context()))
	s.must(s.db.Alive(s.Context(), at(139), time.Minute, "away")) // 61 s back: more than the limit
	s.reopen()
	s.is(at(139), "set back")(s.db.LastAlive(s.Context()))
	s.must(s.db.Alive(s.Context(), at(300), time.Minute, "away"))
	want = append(want, storage.Absence{From: at(139), Until: at(300), Why: "away"})
	slices.SortFunc(want, func(a, b storage.Absence) int { return a.From.Compare(b.From) })
	s.is(want, "the absences after that")(s.db.Absences(s.Context(), "g", noon))
}
