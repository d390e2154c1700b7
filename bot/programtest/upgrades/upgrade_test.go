// Package upgrades tests that games and messages which an older program stored go on with the program of today.
package upgrades

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"database/sql"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/localtable/player"
	"grognard/bot/program"
	"grognard/bot/programtest"
	"grognard/storage"
)

var update = flag.Bool("update", false, "write anew how the game stored in the middle of a fight goes on")

// The data folders in testdata, each of Autumn for Barbarossa in the first German combat phase, with a Soviet decision
// pending, and with what the local table had shown of it. "older" is of the program before the second revision of the
// rulings, "fight" of the one whose orders had a field for each kind of part.
const (
	older = "older"
	fight = "fight"
)

// unpack unpacks a data folder.
func unpack(t *testing.T, name string) (data string) {
	t.Helper()
	data = t.TempDir()
	for _, file := range []string{"grognard.db", "table.jsonl"} {
		packed := programtest.Must(os.ReadFile(filepath.Join("testdata", name, file+".gz")))(t)
		r := programtest.Must(gzip.NewReader(bytes.NewReader(packed)))(t)
		text := programtest.Must(io.ReadAll(r))(t)
		programtest.WriteFile(t, filepath.Join(data, file), string(text))
	}
	return data
}

// newRows returns the rows that a game has now beyond those of its packed data folder, which must be as they were.
func newRows(t *testing.T, s *programtest.Table, name string) []storage.Row {
	t.Helper()
	before, after := programtest.Rows(t, unpack(t, name), s.Channel), programtest.Rows(t, s.Data, s.Channel)
	for i, row := range before {
		if row.Hash != after[i].Hash || !bytes.Equal(row.Body, after[i].Body) {
			t.Errorf("row %d was written anew", row.Seq)
		}
	}
	return after[len(before):]
}

// A game stored in the middle of a fight goes on to the byte as it did with the program that stored it: what is written
// to the log, which holds the command as the dice hash it and all that they brought, and every picture that is posted.
func TestStoredGame_GoesOnToTheByte(t *testing.T) {
	t.Parallel()
	var passed atomic.Int64 // nanoseconds; what was live in the channel a day ago no longer is
	passed.Store(int64(24 * time.Hour))
	began := time.Now()
	s := programtest.SitWith(t, unpack(t, fight), nil, func(w *program.Environment) {
		w.Now = func() time.Time { return began.Add(time.Duration(passed.Load())) }
	})
	posted := len(s.Received(s.Looker, s.Channel))
	script := programtest.Must(os.ReadFile(filepath.Join("testdata", fight, "orders.txt")))(t)
	for line := range strings.Lines(string(script)) {
		passed.Add(int64(time.Minute))
		name, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
		who := map[string]*player.Player{"Anna": s.German, "Boris": s.Soviet}[name]
		if m := s.Say(who, text); strings.Contains(m.Content, "Refused") {
			t.Fatalf("%s %q", line, m.Content)
		}
		s.Delivered()
	}
	var got strings.Builder
	for _, m := range s.Received(s.Looker, s.Channel)[posted:] {
		for _, a := range m.Attachments {
			png := programtest.Must(s.Looker.Picture(t.Context(), a))(t)
			fmt.Fprintf(&got, "%s %x\n", a.Filename, sha256.Sum256(png))
		}
	}
	s.End(t)
	for _, row := range newRows(t, s, fight) {
		fmt.Fprintf(&got, "%d %s\n", row.Seq, row.Body)
	}
	sameLines(t, filepath.Join("testdata", fight, "goes-on.txt"), got.String())
}

// sameLines compares a text with a file line by line.
func sameLines(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		programtest.WriteFile(t, file, got)
	}
	want := programtest.Must(os.ReadFile(file))(t)
	is, was := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range min(len(is), len(was)) {
		if is[i] != was[i] {
			t.Fatalf("line %d:\n%s\nwas\n%s", i+1, is[i], was[i])
		}
	}
	if len(is) != len(was) {
		t.Fatalf("%d lines, not %d", len(is), len(was))
	}
}

// A game that began with an older program goes on from where it stands: nothing in its log is judged again, and what
// comes next is judged by the rulings of today. Its status says with which revision it began.
func TestOlderGame_GoesOn(t *testing.T) {
	t.Parallel()
	s := programtest.SitWith(t, unpack(t, older), nil)
	anna, boris := s.German, s.Soviet
	for _, c := range []struct {
		who        *player.Player
		text, want string
	}{
		{anna, "/autopass on:False", ""},
		{boris, "/autopass on:False", ""},
		{anna, "/due", ", retreat 1 hex from 12.12, or hold"},
		{anna, "/game status", "Rulings: revision 4; the game began with revision 1"},
		{anna, "/game undo", "You have no order to take back"}, // which older programs did not register
		{anna, "/unit show unit:g-11-mtr", "once German units control 20.26, its lettered hex"},
		{anna, "/end", "Refused"},
		{boris, "/hold hexes:1", "Soviet holds 12.12"},
		{anna, "/pass", "German advances no further"},
		{anna, "/end", "German"}, // combat
		{anna, "/end", "German"}, // exploitation, then the Soviet reinforcements
		{boris, "/end", "Soviet movement"},
		{boris, "/move units:s-129-inf to:24.13", "129 Inf Div"},
	} {
		s.Says(c.who, c.text, c.want)
	}
	s.End(t)
	if n := len(newRows(t, s, older)); n != 6 {
		t.Errorf("%d orders have brought %d rows", 6, n)
	}
}

// What an older program had begun to send is not sent again, and what it had not is sent once: in the words of today,
// and found by the names that its own messages end with.
func TestOlderOutbox_IsDeliveredOnce(t *testing.T) {
	t.Parallel()
	data := unpack(t, older)
	db := programtest.Must(sql.Open("sqlite3", filepath.Join(data, "grognard.db")))(t)
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), `UPDATE outbox SET delivered = 0, message = '', tried = 1 WHERE delivered = 1`); err != nil {
		t.Fatal(err)
	}
	var public int
	programtest.Check(t, db.QueryRowContext(t.Context(),
		`SELECT count(*) FROM outbox WHERE audience = 'public'`).Scan(&public))
	for range 2 { // the second program has nothing to say
		s := programtest.SitWith(t, data, nil)
		s.Delivered()
		list, err := s.German.Messages(t.Context(), s.Channel)
		if err != nil || len(list) != public {
			t.Errorf("the channel has %d messages of %d notifications, %v", len(list), public, err)
		}
		s.End(t)
	}
}
