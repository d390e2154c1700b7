package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grognard/storage"
	"grognard/storage/sqlite"
)

// An operator's life with his database: a backup while the program runs, a check, a restore that is
// refused while it runs, and after it has stopped.
func TestBackupCheckRestore(t *testing.T) {
	t.Parallel()
	s := sit(t, "", 11)
	dir := t.TempDir()
	copied := filepath.Join(dir, "copy.db")
	says := func(status int, args []string, wants ...string) {
		t.Helper()
		got, stdout, stderr := command(t, append(args, "--data", s.data)...)
		if got != status {
			t.Errorf("%v: status %d\n%s%s", args, got, stdout, stderr)
		}
		for _, want := range wants {
			if !strings.Contains(stdout+stderr, want) {
				t.Errorf("%v says %q, not %q", args, stdout+stderr, want)
			}
		}
	}
	says(0, []string{"backup", copied}, "1 games, 1 rows")
	says(1, []string{"backup", copied}, "there already", "--force")
	s.say(s.german, "/game join side:german")
	says(0, []string{"check", "--replay"}, "sound: 1 games, 2 rows")
	settings := filepath.Join(dir, "grognard.yaml") // the token is in the program's environment alone
	writeFile(t, settings, "style: dark\n")
	says(0, []string{"check", "--config", settings}, "sound: 1 games, 2 rows")
	says(1, []string{"doctor", "--config", settings}, "has no token", "the program at work with it hears from Discord")
	says(0, []string{"check", copied}, "sound: 1 games, 1 rows")
	says(0, []string{"backup", "--force", copied + "2"}, "1 games, 2 rows")
	says(1, []string{"restore", copied}, "in use", "stop it first")
	s.end(t)

	says(0, []string{"restore", copied}, "restored from "+copied, "1 games, 1 rows", "LOST: game ", "rows 2 to 2",
		"is now "+s.database()+".replaced-")
	says(0, []string{"check"}, "sound: 1 games, 1 rows")
	says(0, []string{"restore", copied + "2"}, "every row of its games is in the backup")
	file, err := os.ReadFile(copied)
	if err != nil {
		t.Fatal(err)
	}
	i := strings.Index(string(file), `"commitment"`)
	file[i] ^= 1
	writeFile(t, copied, string(file))
	says(1, []string{"check", copied}, "FAULT: game ", "row 1 does not have its own hash")
	says(1, []string{"restore", copied}, "row 1 does not have its own hash", "--damaged")
	writeFile(t, copied, "no database at all")
	says(1, []string{"check", copied}, "cannot read "+copied)

	elsewhere := filepath.Join(dir, "new")
	status, stdout, stderr := command(t, "restore", copied+"2", "--data", elsewhere)
	if status != 0 || !strings.Contains(stdout, "no database stood in its place") {
		t.Errorf("to a new folder: status %d\n%s%s", status, stdout, stderr)
	}
}

// The database is deleted under the running program: players are told that the order was not
// taken, the operator has a copy that he can restore, and the next start does not begin an empty one.
func TestDeletedDatabase(t *testing.T) {
	t.Parallel()
	ticks := make(chan time.Time)
	s := sit(t, "", 12, func(w *environment) { w.watch = ticks })
	s.say(s.german, "/game join side:german")
	if err := os.Remove(s.database()); err != nil {
		t.Fatal(err)
	}
	away := s.data + ".away" // so that the first copies cannot be made
	if err := os.Rename(s.data, away); err != nil {
		t.Fatal(err)
	}
	for range 3 { // when the third is taken the second has been dealt with
		ticks <- time.Now()
	}
	if err := os.Rename(away, s.data); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		ticks <- time.Now()
	}
	if got := s.say(s.soviet, "/game join side:soviet"); !strings.Contains(got.Content,
		"database was deleted or replaced") || !strings.Contains(got.Content, "not done") {
		t.Errorf("the player is told %q", got.Content)
	}
	s.end(t)
	said := s.stderr.String()
	_, file, found := strings.Cut(said, "copy="+s.database())
	if file, _, _ = strings.Cut(s.database()+file, "\n"); !found || strings.Count(said, "no order is taken") != 2 ||
		strings.Count(said, "no copy could be made") != 1 {
		t.Fatalf("the operator is told:\n%s", said)
	}
	if got := fails(t, "--data", s.data); !strings.Contains(got, "the database is missing") ||
		!strings.Contains(got, "restore") {
		t.Errorf("the next start: %s", got)
	}
	if status, stdout, stderr := command(t, "restore", file, "--data", s.data); status != 0 ||
		!strings.Contains(stdout, "1 games, 2 rows") {
		t.Errorf("restore of the copy: %d %s%s", status, stdout, stderr)
	}
	if rows := len(rowsOf(t, s.data, s.channel)); rows != 2 {
		t.Errorf("the game has %d rows", rows)
	}
}

// hasPanel notes in a database that a user has a panel in his direct messages.
func hasPanel(t *testing.T, data, channel, user string) {
	t.Helper()
	store, err := sqlite.Open(t.Context(), filepath.Join(data, "grognard.db"))
	if err != nil {
		t.Fatal(err)
	}
	game, err := store.InChannel(t.Context(), channel)
	if err == nil {
		err = store.KeepPanel(t.Context(), storage.Panel{User: user, Channel: "1", Message: "2", Game: game.ID})
	}
	if err := errors.Join(err, store.Shut()); err != nil {
		t.Fatal(err)
	}
}

// An operator has a user forgotten who cannot ask for it on Discord: the files do not name him any more,
// and his opponent finds the game over.
func TestForget(t *testing.T) {
	t.Parallel()
	s := sit(t, "", 13)
	s.say(s.german, "/game join side:german")
	s.say(s.soviet, "/game join side:soviet")
	s.say(s.soviet, "/game start")
	s.say(s.soviet, "/note text:hold the river")
	user := s.soviet.User().ID
	if status, _, stderr := command(t, "forget", user, "--data", s.data); status != 1 ||
		!strings.Contains(stderr, "/privacy") {
		t.Errorf("while the program runs: %d %s", status, stderr)
	}
	s.end(t)
	hasPanel(t, s.data, s.channel, user)
	if status, stdout, stderr := command(t, "forget", user, "--data", s.data); status != 0 ||
		!strings.Contains(stdout, "forgotten: 1 games, 1 notes, 0 lists of orders, 0 choices; 1 games that were not over he has left") ||
		!strings.Contains(stdout, "his panel stays in his direct messages") {
		t.Errorf("forget: %d %s%s", status, stdout, stderr)
	}
	if got := fails(t, "forget", user, "--data", s.data); !strings.Contains(got, "nothing is kept of that user") {
		t.Errorf("again: %s", got)
	}
	elsewhere := t.TempDir()
	if got := fails(t, "forget", user, "--data", elsewhere); !strings.Contains(got, "there is no database") {
		t.Errorf("in another folder: %s", got)
	}
	if made, err := os.ReadDir(elsewhere); err != nil || len(made) != 0 {
		t.Errorf("in another folder it makes %v, %v", made, err)
	}
	file, err := os.ReadFile(s.database())
	if err != nil || strings.Contains(string(file), user) {
		t.Errorf("the database names him: %v", err)
	}
	if status, stdout, stderr := command(t, "check", "--replay", "--data", s.data); status != 0 {
		t.Errorf("check: %d %s%s", status, stdout, stderr)
	}
	rows := rowsOf(t, s.data, s.channel)
	if last := rows[len(rows)-1]; !strings.Contains(string(last.Body), `"resigned"`) || last.By != "player 3" {
		t.Errorf("the last row is by %q: %s", last.By, last.Body)
	}
}
