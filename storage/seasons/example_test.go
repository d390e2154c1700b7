package seasons_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"grognard/storage/seasons"
	"grognard/storage/sqlite"
)

func Example() {
	ctx, id, event := context.Background(), "interaction 7", []byte(`{}`)
	folder, err := os.MkdirTemp("", "grognard")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	store, err := sqlite.Open(ctx, filepath.Join(folder, "games.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer store.Shut()

	logs := seasons.New(store)
	row, fresh, err := logs.Append(ctx, seasons.Entry{Season: "summer", Seq: 1, CommandID: id, By: "42", Body: event})
	if err != nil {
		log.Fatal(err)
	}
	name, err := logs.Name(ctx, "summer", "42") // player 1
	fmt.Println(row.Seq, row.By, fresh, name, err, time.Since(row.At) > 0)
	// Output: 1 player 1 true player 1 <nil> true
}
