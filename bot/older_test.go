package main

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grognard/bot/localtable/player"
	"grognard/rules"
	"grognard/storage"
	"grognard/storage/sqlite"
)

// olderGame unpacks a data folder of the program as it was before the second revision of
// the rulings: Autumn for Barbarossa in the first German combat phase, with a Soviet
// retreat owed, and what the local table had shown of it.
func olderGame(t *testing.T) (data string) { return keptGame(t, "older") }

// keptGame unpacks a data folder that testdata keeps under a name.
func keptGame(t *testing.T, kept string) (data string) {
	t.Helper()
	data = t.TempDir()
	for _, name := range []string{"grognard.db", "table.jsonl"} {
		packed, err := os.ReadFile(filepath.Join("testdata", kept, name+".gz"))
		if err != nil {
			t.Fatal(err)
		}
		r, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		file, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(data, name), file, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return data
}

// revisionOf is the revision of the rulings in a game's first row, 0 where there is none.
func revisionOf(t *testing.T, rows []storage.Row) int {
	t.Helper()
	var first struct {
		Opened struct {
			Rulings int `json:"rulings"`
		} `json:"opened"`
	}
	if err := json.Unmarshal(rows[0].Body, &first); err != nil {
		t.Fatal(err)
	}
	return first.Opened.Rulings
}

// rowsOf is the log of the first game in a data folder.
func rowsOf(t *testing.T, data, channel string) (rows []storage.Row) {
	t.Helper()
	store, err := sqlite.Open(t.Context(), filepath.Join(data, "grognard.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Shut()
	game, err := store.InChannel(t.Context(), channel)
	if err != nil {
		t.Fatal(err)
	}
	for row, err := range store.Rows(t.Context(), game.ID, 0) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

// A game that began with an older program goes on from where it stands: nothing in its log
// is judged again, and what comes next is judged by the rulings of today. Its status says
// with which revision it began.
func TestAnOlderGameGoesOn(t *testing.T) {
	t.Parallel()
	data := olderGame(t)
	p := start(t, data)
	anna, err := player.Sit(t.Context(), p.base, "Anna")
	if err != nil {
		t.Fatal(err)
	}
	boris, err := player.Sit(t.Context(), p.base, "Boris")
	if err != nil {
		t.Fatal(err)
	}
	channel, err := anna.Channel(firstChannel)
	if err != nil {
		t.Fatal(err)
	}
	say := func(who *player.Player, text string, wants ...string) {
		t.Helper()
		m, err := accepting(t.Context(), who, channel, text)
		for _, want := range wants {
			if err != nil || !strings.Contains(m.Content, want) {
				t.Fatalf("%s: %v %q lacks %q", text, err, m.Content, want)
			}
		}
	}
	say(anna, "/autopass on:False")
	say(boris, "/autopass on:False")
	say(anna, "/due", ", retreat 1 hex from 12.12, or hold")
	say(anna, "/game status", "Rulings: revision 3; the game began with revision 1")
	say(anna, "/game undo", "You have no order to take back") // which older programs did not register
	say(anna, "/unit show unit:g-11-mtr", "once German units control 20.26, its lettered hex")
	say(anna, "/end", "Refused")
	say(boris, "/hold hexes:1", "Soviet holds 12.12")
	say(anna, "/pass", "German advances no further")
	for range 2 { // to the Soviet reinforcements: combat, exploitation
		say(anna, "/end", "German")
	}
	say(boris, "/end", "Soviet movement")
	say(boris, "/move units:s-129-inf to:24.13", "129 Inf Div")
	anna.Leave()
	boris.Leave()
	p.end(t)

	before, after := rowsOf(t, olderGame(t), channel), rowsOf(t, data, channel)
	if len(after) != len(before)+6 || revisionOf(t, after) != 0 {
		t.Errorf("%d rows have become %d, the first with revision %d", len(before), len(after), revisionOf(t, after))
	}
	for i, row := range before {
		if row.Hash != after[i].Hash || !bytes.Equal(row.Body, after[i].Body) {
			t.Errorf("row %d was written anew", row.Seq)
		}
	}
}

// What an older program had begun to send is not sent again, and what it had not is sent
// once: in the words of today, and found by the names that its own messages end with.
func TestAnOlderOutboxIsDeliveredOnce(t *testing.T) {
	t.Parallel()
	data := olderGame(t)
	db, err := sql.Open("sqlite3", filepath.Join(data, "grognard.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), `UPDATE outbox SET delivered = 0, message = '', tried = 1 WHERE delivered = 1`); err != nil {
		t.Fatal(err)
	}
	var public int
	if err := db.QueryRowContext(t.Context(),
		`SELECT count(*) FROM outbox WHERE audience = 'public'`).Scan(&public); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second program has nothing to say
		p := start(t, data)
		anna, err := player.Sit(t.Context(), p.base, "Anna")
		if err != nil {
			t.Fatal(err)
		}
		channel, err := anna.Channel(firstChannel)
		if err != nil {
			t.Fatal(err)
		}
		(&sitting{t: t, data: data}).delivered()
		list, err := anna.Messages(t.Context(), channel)
		if err != nil || len(list) != public {
			t.Errorf("the channel has %d messages of %d notifications, %v", len(list), public, err)
		}
		anna.Leave()
		p.end(t)
	}
}

// A game's first row records the revision of the rulings from the second on.
func TestTheFirstRowRecordsTheRevision(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	p := start(t, data)
	anna, err := player.Sit(t.Context(), p.base, "Anna")
	if err != nil {
		t.Fatal(err)
	}
	channel, err := anna.Channel(firstChannel)
	if err != nil {
		t.Fatal(err)
	}
	anna.Leave()
	p.end(t)
	if got := revisionOf(t, rowsOf(t, data, channel)); got != rules.Revision {
		t.Errorf("the first row records revision %d, want %d", got, rules.Revision)
	}
}
