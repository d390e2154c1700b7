// Package programtest starts the whole program for tests, as its users and operators meet it: at a local table with
// three people, whose every step goes over HTTP, or by a command line. It is for the folders beside its files, each of
// which holds the tests of one subject.
//
//	s := programtest.Sit(t, "historical", 1)
//	s.Say(s.German, "/game join side:german")
//	s.Await(s.Looker, player.Posted(s.Channel, "A seat is taken"))
//	s.End(t)
//
// Every request of the bot is compared with what Discord takes. It may import the program, the local table, the store
// and package must, and it must not know the rules: what a game comes to is for the tests to say.
package programtest

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord"
	"grognard/bot/discord/oracle"
	"grognard/bot/limit"
	"grognard/bot/localtable"
	"grognard/bot/program"
	"grognard/rules/must"
	"grognard/storage"
	"grognard/storage/sqlite"
)

// Patience is how long anything is waited for, however slow the machine is.
const Patience = 10 * time.Minute

// Environment returns an environment in which no variable is set and the dice fall the same in every run.
func Environment(stdout, stderr io.Writer) program.Environment {
	return program.Environment{Env: func(string) string { return "" }, Stdout: stdout, Stderr: stderr,
		Entropy: rand.NewChaCha8([32]byte{1}), Table: localtable.Options{AnswerWithin: Patience}, Tune: Patient,
		Stop: Patience}
}

// Patient makes the program answer as late as its table allows, and defer no answer. It uploads no emojis, so that what
// is read does not depend on how soon they are there.
func Patient(o *discord.Options) { o.AnswerWithin, o.DeferAfter, o.Emojis = Patience, Patience, false }

// Unlimited makes the program patient and lifts its limits: tests are faster than people.
func Unlimited(o *discord.Options) {
	Patient(o)
	o.Limits = limit.Options{}
}

// LayTable serves a local table until the test ends and returns it with its address.
func LayTable(t testing.TB, o localtable.Options) (*localtable.Server, string) {
	t.Helper()
	o.AnswerWithin = cmp.Or(o.AnswerWithin, Patience)
	table := must.Get(localtable.New(o))(t)
	return table, Serve(t, table, table.Handler()).URL
}

// Serve serves a table by a handler until the test ends.
func Serve(t testing.TB, table *localtable.Server, handler http.Handler) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(func() {
		if err := table.Close(); err != nil {
			t.Error(err)
		}
		server.Close()
	})
	return server
}

// Judge returns an observer of a table that fails the test if the bot sends what Discord would not take, or if it sends
// nothing.
func Judge(t testing.TB) func(localtable.Exchange) {
	t.Helper()
	o := oracle.New(t)
	t.Cleanup(func() {
		if o.Checked() == 0 {
			t.Error("the bot sent nothing that could be compared with Discord's document")
		}
	})
	return func(x localtable.Exchange) {
		if x.Route == "" {
			t.Errorf("the bot asks for %s %s, which this table does not have", x.Method, x.Path)
			return
		}
		o.Check(x.Method, x.Route, x.Body)
	}
}

// Program is the program at work at a local table of its own.
type Program struct {
	Base   string // the printed address
	Stop   context.CancelFunc
	Status chan int
	Stderr *bytes.Buffer // complete after the end
}

// Start runs the program with flags, in an environment to which the changes are made, and returns when it has printed
// its address.
func Start(t testing.TB, flags []string, changes ...func(*program.Environment)) *Program {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	p := &Program{Stop: cancel, Status: make(chan int, 1), Stderr: &bytes.Buffer{}}
	printed, stdout := io.Pipe()
	w := Environment(stdout, p.Stderr)
	for _, change := range changes {
		change(&w)
	}
	go func() {
		p.Status <- program.Run(ctx, append(flags, "--listen", "127.0.0.1:0"), w)
		stdout.Close()
	}()
	line, err := bufio.NewReader(printed).ReadString('\n')
	go io.Copy(io.Discard, printed)
	p.Base = regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(line)
	if err != nil || p.Base == "" {
		cancel()
		t.Fatalf("no address in %q: %v, status %d\n%s", line, err, <-p.Status, p.Stderr)
	}
	return p
}

// End stops the program as SIGTERM does, and waits for it.
func (p *Program) End(t testing.TB) {
	t.Helper()
	p.Stop()
	if status := <-p.Status; status != 0 {
		t.Fatalf("status %d after a clean stop\n%s", status, p.Stderr)
	}
}

// Command runs a command that ends by itself.
func Command(t testing.TB, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = program.Run(t.Context(), args, Environment(&out, &errs))
	return status, out.String(), errs.String()
}

// Fails runs a command that must fail with one line, which it returns.
func Fails(t testing.TB, args ...string) string {
	t.Helper()
	status, stdout, stderr := Command(t, args...)
	if status != 1 || strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "grognard: ") {
		t.Errorf("grognard %v: status %d and not one clear line\n%s%s", args, status, stdout, stderr)
	}
	return stderr
}

// WriteFile writes a file, with the folders above it.
func WriteFile(t testing.TB, name, text string) {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(name), 0o700))
	must.Do(t, os.WriteFile(name, []byte(text), 0o600))
}

// Rows returns the log of a channel's game in a data folder.
func Rows(t testing.TB, data, channel string) (rows []storage.Row) {
	t.Helper()
	store := must.Get(sqlite.Open(t.Context(), filepath.Join(data, "grognard.db")))(t)
	defer store.Shut()
	game := must.Get(store.InChannel(t.Context(), channel))(t)
	for row, err := range store.Rows(t.Context(), game.ID, 0) {
		must.Do(t, err)
		rows = append(rows, row)
	}
	return rows
}
