package operators

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grognard/bot/localtable/player"
	"grognard/bot/program"
	"grognard/bot/programtest"
	"grognard/rules/must"
)

// No command takes a database that has lost its games for a whole one. The program starts when the operator accepts the
// loss, and then says what is lost, even when a button of a lost game is pressed.
func TestDatabase_Lost(t *testing.T) {
	t.Parallel()
	s := programtest.Sit(t, "", 17)
	post := s.Await(s.German, player.Posted(s.Channel, "German"))
	button := post.Parts()[0].CustomID
	s.Delivered()
	s.End(t)
	if said := s.Stderr.String(); strings.Count(said, "there was no database, and one was made") != 1 {
		t.Errorf("an empty folder is not named:\n%s", said)
	}
	must.Do(t, os.Truncate(s.Database(), 0))
	const lost = "rows missing: 1 of 1, games missing: 1 of 1, the last of "
	types(s, t.TempDir(), []command{
		{"serve", 1, []string{"has lost what was in it: " + lost, "restore the newest backup", "--accept-loss"}},
		{"check", 1, []string{"it is empty"}},
		{"backup @copy.db", 1, []string{"it is empty"}},
		{"doctor", 1, []string{"has lost what was in it: " + lost}},
		{"forget 1", 1, []string{"has lost what was in it: " + lost}},
	})
	s.Program = programtest.Start(t, []string{"--data", s.Data, "--accept-loss"},
		func(w *program.Environment) { w.Tune = programtest.Unlimited })
	s.Seat(s.Base)
	if answer := s.Click(s.German, post, button); !strings.Contains(answer.Content, "have this button's game") {
		t.Errorf("the button %q of a lost game says %q", button, answer.Content)
	}
	s.End(t)
	for _, line := range []string{"a loss was accepted", lost, "a button was pressed whose game is not kept here"} {
		if said := s.Stderr.String(); !strings.Contains(said, line) {
			t.Errorf("the log lacks %q:\n%s", line, said)
		}
	}
	types(s, "", []command{{"check", 0, []string{"sound: games: 1"}}}) // the one of a new table
}

// If all files of the database vanish while the program runs, the folder with its copy is not taken for an empty one.
func TestDatabase_RemovedLeavingARescuedCopy(t *testing.T) {
	t.Parallel()
	ticks := make(chan time.Time)
	s := programtest.Sit(t, "", 18, func(w *program.Environment) { w.Watch = ticks })
	files := must.Get(filepath.Glob(s.Database() + "*"))(t)
	for _, file := range files {
		must.Do(t, os.Remove(file))
	}
	for range 2 {
		ticks <- time.Now()
	}
	s.End(t)
	for _, suffix := range []string{"-wal", "-shm", ".lock", ".count"} {
		if err := os.Remove(s.Database() + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Error(err)
		}
	}
	copies := must.Get(filepath.Glob(s.Database() + "*"))(t)
	if len(copies) != 1 {
		t.Fatalf("there are %v", copies)
	}
	types(s, "", []command{
		{"serve", 1, []string{"the database is missing", "put " + copies[0] + " in its place"}},
		{"restore " + copies[0], 0, []string{"games: 1, rows: 1,"}},
		{"check", 0, []string{"sound: games: 1, rows: 1,"}},
	})
}
