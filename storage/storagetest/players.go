package storagetest

import (
	"errors"
	"reflect"

	"grognard/storage"
)

// by appends one command by each user to the log of a game, and returns all of its rows.
func (s *store) by(id storage.GameID, users ...string) []storage.Row {
	s.Helper()
	for _, user := range users {
		e := entry(id, uint64(len(s.rows(id))+1))
		e.By = user
		s.mustAppend(e)
	}
	return s.rows(id)
}

func (s *store) wantBy(rows []storage.Row, users, sealed []string) {
	s.Helper()
	var gotUsers, gotSealed []string
	for _, r := range rows {
		gotUsers, gotSealed = append(gotUsers, r.By), append(gotSealed, r.Sealed)
	}
	if !reflect.DeepEqual(gotUsers, users) || !reflect.DeepEqual(gotSealed, sealed) {
		s.Errorf("rows by %q, sealed %q\nwant %q, sealed %q", gotUsers, gotSealed, users, sealed)
	}
}

// Forgetting a user leaves his games' logs intact, with only his names. A name is not given to anybody else,
// nor to him if he comes back.
func forgotten(s *store) {
	ctx := s.Context()
	s.newGame("g", 1)
	s.newGame("h", 1)
	s.newGame("elsewhere", 1)
	sealed := s.by("g", "1234", "5678")
	s.by("h", "1234")
	for _, user := range []string{"1234", "5678"} {
		err := errors.Join(s.db.Prefer(ctx, user, "style", "dark"),
			s.db.SavePaper(ctx, storage.Paper{Game: "g", User: user, Kind: "list", At: noon}))
		s.must(err)
	}
	for _, id := range []storage.GameID{"g", "elsewhere"} {
		s.must(s.db.SaveSnapshot(ctx, storage.Snapshot{Game: id, Seq: 1, Format: "v1", Blob: []byte("1234")}))
	}
	s.is([]storage.GameID{"g", "h"}, "Forget")(s.db.Forget(ctx, "1234"))
	s.is(nil, "Forget again")(s.db.Forget(ctx, "1234"))
	s.is(nil, "the papers of one who was forgotten")(s.db.PapersBy(ctx, "1234"))
	s.fails(nil, "nobody is forgotten")(s.db.Forget(ctx, ""))
	s.reopen()
	rows := s.rows("g") // checks the seals
	s.wantBy(rows, []string{"axis", "player 2", "5678"}, []string{"player 1", "player 2", "player 3"})
	for i := range rows {
		if rows[i].Hash != sealed[i].Hash {
			s.Errorf("row %d has another hash", i+1)
		}
	}
	for user, kept := range map[string]bool{"1234": false, "5678": true} {
		style, err := s.db.Preference(ctx, user, "style")
		list, err2 := s.db.Paper(ctx, "g", user, "list")
		if err != nil || err2 != nil || list.At.IsZero() == kept || (style != "") != kept {
			s.Errorf("of %s are kept: %q, %v, %v, %v", user, style, list, err, err2)
		}
	}
	s.fails(storage.ErrNotFound, "a snapshot of his game")(s.db.LatestSnapshot(ctx, "g", "v1", 3))
	s.must(s.db.LatestSnapshot(ctx, "elsewhere", "v1", 3))
	s.wantBy(s.by("g", "1234", "5678")[3:], []string{"1234", "5678"}, []string{"player 4", "player 3"})
}

// A user's games are those in which he has a name, until he is forgotten.
func gamesOf(s *store) {
	s.newGame("h", 1) // by axis
	s.newGame("g", 2)
	s.newGame("elsewhere", 1)
	s.by("h", "1234", "")
	s.by("g", "1234", "1234")
	want := func(user string, games ...storage.GameID) {
		s.Helper()
		s.is(games, "GamesOf(%q)", user)(s.db.GamesOf(s.Context(), user))
	}
	want("1234", "g", "h")
	want("axis", "elsewhere", "g", "h")
	want("", "elsewhere", "g", "h")
	want("5678")
	s.must(s.db.CloseGame(s.Context(), "g"))
	want("1234", "g", "h")
	for user, open := range map[string][]storage.GameID{"1234": {"h"}, "axis": {"elsewhere", "h"}, "5678": nil} {
		s.is(open, "OpenGamesOf(%q)", user)(s.db.OpenGamesOf(s.Context(), user))
	}
	s.reopen()
	s.must(s.db.Forget(s.Context(), "1234"))
	want("1234")
	want("axis", "elsewhere", "g", "h")
	s.by("g", "1234")
	want("1234", "g")
}
