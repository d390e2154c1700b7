package servers_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"testing"

	"grognard/bot/referee/servers"
	"grognard/rules/must"
	"grognard/storage/sqlite"
)

func enter(do func() error) error { return do() }

func Example() {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "grognard")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	papers, err := sqlite.Open(ctx, filepath.Join(folder, "games.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer papers.Shut()

	store := servers.New(enter, papers)
	err = store.Change(ctx, "900", func(s *servers.Server) { s.Opens = servers.Managers })
	if err != nil {
		log.Fatal(err)
	}
	s, err := store.Of(ctx, "900")
	fmt.Println(s.ID, s.Opens, err)
	// Output: 900 managers <nil>
}

// What is kept outlasts the program, a change leaves the rest, and a damaged paper costs its own server alone.
func TestStore_OutlastsTheProgram(t *testing.T) {
	papers := must.Get(sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db")))(t)
	t.Cleanup(func() { _ = papers.Shut() })
	store := servers.New(enter, papers)
	must.Do(t, store.Change(t.Context(), "1", func(s *servers.Server) { s.Style = "dark" }))
	must.Do(t, store.Change(t.Context(), "1", func(s *servers.Server) { s.Feeds = "11" }))
	must.Do(t, papers.Prefer(t.Context(), "2", "server", "{"))
	later := servers.New(enter, papers)
	if s := must.Get(later.Of(t.Context(), "1"))(t); s.Style != "dark" || s.Feeds != "11" {
		t.Errorf("kept is %+v", s)
	}
	if s := must.Get(later.Of(t.Context(), "2"))(t); s != (servers.Server{ID: "2"}) {
		t.Errorf("of a damaged paper is left %+v", s)
	}
	if list := must.Get(later.All(t.Context()))(t); len(list) != 1 {
		t.Errorf("all are %+v", list)
	}
}
