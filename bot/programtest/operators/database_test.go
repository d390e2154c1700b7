package operators

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grognard/bot/program"
	"grognard/bot/programtest"
	"grognard/bot/referee/api"
	"grognard/rules/must"
	"grognard/storage/sqlite"
)

// command is a command line that an operator types, with its status and words of its output.
type command struct {
	line   string // @ is the folder of backups
	status int
	wants  []string
}

// types gives commands one after the other; each has the data folder of the table unless it names another.
func types(s *programtest.Table, dir string, list []command) {
	s.T.Helper()
	for _, c := range list {
		args := strings.Fields(strings.ReplaceAll(c.line, "@", dir+string(filepath.Separator)))
		if !strings.Contains(c.line, "--data") {
			args = append(args, "--data", s.Data)
		}
		status, stdout, stderr := programtest.Command(s.T, args...)
		if status != c.status {
			s.T.Errorf("%v: status %d\n%s%s", args, status, stdout, stderr)
		}
		for _, want := range c.wants {
			if !strings.Contains(stdout+stderr, want) {
				s.T.Errorf("%v says %q, not %q", args, stdout+stderr, want)
			}
		}
	}
}

// A backup can be made and checked while the program runs. A restore is refused until the program has stopped.
func TestDatabase_BackupCheckRestore(t *testing.T) {
	t.Parallel()
	s := programtest.Sit(t, "", 11)
	dir := t.TempDir()
	types(s, dir, []command{
		{"backup @copy.db", 0, []string{"games: 1, rows: 1,"}},
		{"backup @copy.db", 1, []string{"there already", "--force"}},
	})
	s.Say(s.German, "/game join side:german")
	programtest.WriteFile(t, filepath.Join(dir, "c.yaml"), "style: dark\n") // the token is in the program's environment alone
	types(s, dir, []command{
		{"check --replay", 0, []string{"sound: games: 1, rows: 2,"}},
		{"check --config @c.yaml", 0, []string{"sound: games: 1, rows: 2,"}},
		{"doctor --config @c.yaml", 1, []string{"has no token", "the program at work with it hears from Discord"}},
		{"check @copy.db", 0, []string{"sound: games: 1, rows: 1,"}},
		{"backup --force @copy.db2", 0, []string{"games: 1, rows: 2,"}},
		{"restore @copy.db", 1, []string{"in use", "stop it first"}},
	})
	s.End(t)
	copied := filepath.Join(dir, "copy.db")
	types(s, dir, []command{
		{"restore @copy.db", 0, []string{"restored from " + copied, "games: 1, rows: 1,", "LOST: game ", "rows 2 to 2",
			"is now " + s.Database() + ".replaced-"}},
		{"check", 0, []string{"sound: games: 1, rows: 1,"}},
		{"restore @copy.db2", 0, []string{"every row of its games is in the backup"}},
	})
	file := must.Get(os.ReadFile(copied))(t)
	file[strings.Index(string(file), `"commitment"`)] ^= 1
	programtest.WriteFile(t, copied, string(file))
	programtest.WriteFile(t, filepath.Join(dir, "text.db"), "no database at all")
	types(s, dir, []command{
		{"check @copy.db", 1, []string{"FAULT: game ", "row 1 does not have its own hash"}},
		{"restore @copy.db", 1, []string{"row 1 does not have its own hash", "--damaged"}},
		{"check @text.db", 1, []string{"cannot read " + filepath.Join(dir, "text.db")}},
		{"restore @copy.db2 --data @new", 0, []string{"no database stood in its place"}},
	})
}

// If the database is deleted while the program runs, players are told that their order was not accepted, the operator
// has a copy that he can restore, and the next start does not begin an empty database.
func TestDatabase_DeletedUnderTheProgram(t *testing.T) {
	t.Parallel()
	ticks := make(chan time.Time)
	s := programtest.Sit(t, "", 12, func(w *program.Environment) { w.Watch = ticks })
	s.Say(s.German, "/game join side:german")
	away := s.Data + ".away" // so that the first copies cannot be made
	must.Do(t, errors.Join(os.Remove(s.Database()), os.Rename(s.Data, away)))
	for range 3 { // when the third is taken the second has been dealt with
		ticks <- time.Now()
	}
	must.Do(t, os.Rename(away, s.Data))
	for range 3 {
		ticks <- time.Now()
	}
	s.Says(s.Soviet, "/game join side:soviet", "database was deleted or replaced", "not done")
	s.End(t)
	said := s.Stderr.String()
	_, file, found := strings.Cut(said, "copy="+s.Database())
	if file, _, _ = strings.Cut(s.Database()+file, "\n"); !found || strings.Count(said, "no order is taken") != 2 ||
		strings.Count(said, "no copy could be made") != 1 {
		t.Fatalf("the operator is told:\n%s", said)
	}
	types(s, "", []command{
		{"serve", 1, []string{"the database is missing", "restore"}},
		{"restore " + file, 0, []string{"games: 1, rows: 2,"}},
	})
	if rows := len(programtest.Rows(t, s.Data, s.Channel)); rows != 2 {
		t.Errorf("the game has %d rows", rows)
	}
}

// hasPanel notes in a database that a user has a panel in his direct messages.
func hasPanel(t *testing.T, data, user string) {
	t.Helper()
	store := must.Get(sqlite.Open(t.Context(), filepath.Join(data, "grognard.db")))(t)
	err := store.Prefer(t.Context(), user, api.PaperOfPanel, "{}")
	must.Do(t, errors.Join(err, store.Shut()))
}

// An operator can have a user forgotten who cannot ask for it on Discord. The files do not name him any more, and his
// opponent finds the game over.
func TestDatabase_ForgetAUser(t *testing.T) {
	t.Parallel()
	s := programtest.Sit(t, "", 13)
	s.Say(s.German, "/game join side:german")
	s.Say(s.Soviet, "/game join side:soviet")
	s.Say(s.Soviet, "/game start")
	s.Say(s.Soviet, "/note text:hold the river")
	user, elsewhere := s.Soviet.User().ID, t.TempDir()
	types(s, "", []command{{"forget " + user, 1, []string{"/privacy"}}}) // while the program runs
	s.End(t)
	hasPanel(t, s.Data, user)
	types(s, "", []command{
		{"forget " + user, 0, []string{"his panel stays in his direct messages",
			"forgotten: games: 1, notes: 1, lists of orders and the like: 1, choices: 0; left before their end: 1"}},
		{"forget " + user, 1, []string{"nothing is kept of that user"}},
		{"forget " + user + " --data " + elsewhere, 1, []string{"there is no database"}},
		{"check --replay", 0, nil},
	})
	if made, err := os.ReadDir(elsewhere); err != nil || len(made) != 0 {
		t.Errorf("in another folder it makes %v, %v", made, err)
	}
	if file, err := os.ReadFile(s.Database()); err != nil || strings.Contains(string(file), user) {
		t.Errorf("the database names him: %v", err)
	}
	rows := programtest.Rows(t, s.Data, s.Channel)
	if last := rows[len(rows)-1]; !strings.Contains(string(last.Body), `"resigned"`) || last.By != "player 3" {
		t.Errorf("the last row is by %q: %s", last.By, last.Body)
	}
}
