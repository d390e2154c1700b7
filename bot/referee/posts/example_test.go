package posts_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"grognard/bot/referee/posts"
	"grognard/rules/must"
	"grognard/storage/sqlite"
)

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
	enter := func(do func() error) error { return do() }

	store := posts.New(enter, papers)
	err = store.Keep(ctx, posts.Post{Game: "kiev", Channel: "1", Message: "2"})
	if err != nil {
		log.Fatal(err)
	}
	list, err := store.All(ctx)
	fmt.Println(list[0].Game, list[0].Message, err)
	// Output: kiev 2 <nil>
}

// A post replaces the one before, and a damaged paper costs its own game's post alone.
func TestStore_OnePostOfAGame(t *testing.T) {
	papers := must.Get(sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db")))(t)
	t.Cleanup(func() { _ = papers.Shut() })
	store := posts.New(func(do func() error) error { return do() }, papers)
	for _, p := range []posts.Post{{Game: "a", Message: "1"}, {Game: "b", Message: "2"}, {Game: "a", Message: "3"}} {
		must.Do(t, store.Keep(t.Context(), p))
	}
	must.Do(t, papers.Prefer(t.Context(), "c", "post", "{"))
	var kept []string
	for _, p := range must.Get(store.All(t.Context()))(t) {
		kept = append(kept, string(p.Game)+p.Message)
	}
	if slices.Sort(kept); !slices.Equal(kept, []string{"a3", "b2"}) {
		t.Errorf("kept are %q", kept)
	}
}
