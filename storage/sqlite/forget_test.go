package sqlite

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"grognard/rules/must"
	"grognard/storage"
)

// Deleted data is not left in the bytes of any file: not in the journal, nor where a row was before its page was split.
func TestForgottenBytesAreOverwritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	s := mustOpen(t, path)
	user := func(i int) string { return fmt.Sprintf("1150000000%06d", i) }
	const games, users = 8, 300
	for g := range games {
		newGame(t, s, storage.GameID(fmt.Sprint("game", g)), 1)
	}
	err := s.writer.do(t.Context(), func(t tx) error { // as after years of play, in random order
		for n, i := range rand.New(rand.NewPCG(1, 2)).Perm(games * users) {
			game, user := fmt.Sprint("game", i%games), user(i/games)
			for _, query := range []string{
				`INSERT INTO players (game, name, user) VALUES (?1, 'player ' || ?3, ?2)`,
				`INSERT INTO papers (game, user, kind, at, text) VALUES (?1, ?2, 'n' || ?3, ?3, 'a note of ' || ?2)`,
				`INSERT INTO papers (game, user, kind, at, text) VALUES (?1, ?2, 'list', ?3, '')`,
				`INSERT INTO papers (game, user, kind, at, text) VALUES ('', ?2, ?1, ?3, ?3 || '')`,
			} {
				if err := t.exec(query, game, user, n+1000); err != nil {
					return err
				}
			}
		}
		return nil
	})
	must.Do(t, err)
	for g := range games {
		id := storage.GameID(fmt.Sprint("game", g))
		blob := bytes.Repeat([]byte(user(g)+" sits here. "), 100)
		must.Do(t, s.SaveSnapshot(t.Context(), storage.Snapshot{Game: id, Seq: 1, Format: "v1", Blob: blob}))
	}
	var gone []string
	for i := 0; i < users; i += 93 { // SQLite alone leaves a trace of one of them
		gone = append(gone, user(i))
		if list, err := s.Forget(t.Context(), user(i)); err != nil || len(list) != games {
			t.Fatalf("Forget = %v, %v", list, err)
		}
	}
	for range 2 {
		for _, name := range []string{path, path + walSuffix} {
			file, err := os.ReadFile(name)
			if err != nil && name == path {
				t.Fatal(err)
			}
			for _, user := range gone {
				if bytes.Contains(file, []byte(user)) {
					t.Errorf("%s still holds %s", filepath.Base(name), user)
				}
			}
		}
		must.Do(t, s.Shut())
	}
	s = mustOpen(t, path)
	if all := must.Get(s.GamesOf(t.Context(), user(1)))(t); len(all) != games {
		t.Errorf("another user has the games %v", all)
	}
	if all := must.Get(s.PapersBy(t.Context(), user(1)))(t); len(all) != 3*games {
		t.Errorf("of another user are kept %+v", all)
	}
	if r, err := s.File.Check(t.Context(), nil); err != nil || len(r.Faults) != 0 {
		t.Errorf("the file is %+v, %v", r.Faults, err)
	}
}
