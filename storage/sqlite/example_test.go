package sqlite_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"grognard/storage/sqlite"
)

func Example() {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "grognard")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "games.db")

	store, err := sqlite.Open(ctx, path)
	if err != nil {
		log.Fatal(err)
	}
	err = store.Prefer(ctx, "anna", "style", "dark") // durable when it returns
	if err != nil {
		log.Fatal(err)
	}
	_, err = sqlite.Open(ctx, path)
	fmt.Println("opened twice:", err == nil) // one process at a time has the file
	err = store.Shut()
	if err != nil {
		log.Fatal(err)
	}

	store, err = sqlite.Open(ctx, path)
	if err != nil {
		log.Fatal(err)
	}
	defer store.Shut()
	fmt.Println(store.Preference(ctx, "anna", "style"))
	// Output:
	// opened twice: false
	// dark <nil>
}
