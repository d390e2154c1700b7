package sqlite

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grognard/rules/must"
	"grognard/storage"
)

// Inspect reports whether the file exists, is in use, is sound and belongs to this version, and does not change it.
func TestInspect(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	sees := func(when string, want Inspection) {
		t.Helper()
		if got, err := Inspect(t.Context(), path); err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", when, got, err, want)
		}
	}
	sees("before the first start", Inspection{Missing: true})
	s, err := Open(t.Context(), path)
	must.Do(t, err)
	newGame(t, s, "g", 30)
	sees("at work", Inspection{InUse: true, Open: 1})
	if _, _, err := s.Append(t.Context(), entry("g", 31)); err != nil {
		t.Errorf("a command after the inspection: %v", err)
	}
	must.Do(t, s.Shut())
	sees("at rest", Inspection{Open: 1})
	must.Do(t, os.Rename(path, path+".away"))
	sees("taken away", Inspection{Missing: true, Gone: true})
	must.Do(t, os.Rename(path+".away", path))
	if s, err = Open(t.Context(), path); err != nil {
		t.Fatalf("a start after the inspection: %v", err)
	}
	must.Do(t, s.writer.do(t.Context(), func(tx tx) error {
		return tx.exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, 1)`)
	}))
	must.Do(t, s.Shut())
	sees("of a newer program", Inspection{Newer: true})
	must.Do(t, os.WriteFile(path, []byte("not a database, but as long as the header of one, which has a hundred bytes "+
		"at least, and some more than that"), 0o600))
	if got, err := Inspect(t.Context(), path); err == nil {
		t.Errorf("a file that is no database: %+v", got)
	}
}

// A damaged page is found.
func TestInspectDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	s := must.Get(Open(t.Context(), path))(t)
	for i := range 20 {
		newGame(t, s, storage.GameID('a'+rune(i)), 20)
	}
	must.Do(t, s.Shut())
	b := must.Get(os.ReadFile(path))(t)
	const page = 4096
	root := 0
	for at := page; at < len(b); at += page { // an interior page of a table, on which all pages below depend
		if b[at] == 5 {
			root = at
		}
	}
	if root == 0 {
		t.Fatal("no table has more than a page")
	}
	for i := range 60 {
		b[root+12+i] = 0xff
	}
	must.Do(t, os.WriteFile(path, b, 0o600))
	if got, err := Inspect(t.Context(), path); err != nil || got.Damage == "" ||
		strings.ContainsAny(got.Damage, "\n*") {
		t.Errorf("a damaged page: %+v, %v", got, err)
	}
}
