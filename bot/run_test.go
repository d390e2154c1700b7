package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/storage/sqlite"
)

// environmentOf is an environment in which no variable is set and dice fall the same in
// every run.
func environmentOf(stdout, stderr io.Writer) environment {
	return environment{env: func(string) string { return "" }, stdout: stdout, stderr: stderr,
		entropy: rand.NewChaCha8([32]byte{1}), table: localtable.Options{AnswerWithin: patience}, tune: patient,
		stop: patience}
}

// patience is how long anything is waited for, however slow the machine is.
const patience = 10 * time.Minute

// patient makes the program give its answers as late as its table takes them, and defer none.
func patient(o *discord.Options) { o.AnswerWithin, o.DeferAfter = patience, patience }

// lay is a table that is served until the test ends, and its address. It waits for an answer with patience, unless the
// options say otherwise.
func lay(t *testing.T, o localtable.Options) (*localtable.Server, string) {
	t.Helper()
	o.AnswerWithin = cmp.Or(o.AnswerWithin, patience)
	table, err := localtable.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return table, reach(t, table, table.Handler()).URL
}

// reach is a server by which a table is reached until the test ends.
func reach(t *testing.T, table *localtable.Server, handler http.Handler) *httptest.Server {
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

// program is the program at work at a local table.
type program struct {
	base   string // the printed address
	stop   context.CancelFunc
	status chan int
	stderr *bytes.Buffer // to be read after the end
}

// start runs the program until it has printed its address, in an environment that the
// changes leave.
func start(t *testing.T, data string, changes ...func(*environment)) *program {
	t.Helper()
	return startWith(t, []string{"--data", data}, changes...)
}

// startWith does so with flags.
func startWith(t *testing.T, flags []string, changes ...func(*environment)) *program {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	p := &program{stop: cancel, status: make(chan int, 1), stderr: &bytes.Buffer{}}
	printed, stdout := io.Pipe()
	w := environmentOf(stdout, p.stderr)
	for _, change := range changes {
		change(&w)
	}
	go func() {
		p.status <- run(ctx, append(flags, "--listen", "127.0.0.1:0"), w)
		stdout.Close()
	}()
	line, err := bufio.NewReader(printed).ReadString('\n')
	go io.Copy(io.Discard, printed)
	p.base = regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(line)
	if err != nil || p.base == "" {
		cancel()
		t.Fatalf("no address in %q: %v, status %d\n%s", line, err, <-p.status, p.stderr)
	}
	return p
}

// end asks the program to stop, as SIGTERM does, and waits for it.
func (p *program) end(t *testing.T) {
	t.Helper()
	p.stop()
	if status := <-p.status; status != 0 {
		t.Fatalf("status %d after a clean stop\n%s", status, p.stderr)
	}
}

// Without any configuration there is a table with a game set up and both seats
// open. A stop leaves the games fit to be opened, and the next start finds them.
func TestStartStopStart(t *testing.T) {
	t.Parallel()
	data, channel := filepath.Join(t.TempDir(), "new", "grognard"), ""
	for range 2 {
		p := start(t, data)
		anna, err := player.Sit(t.Context(), p.base, "Anna")
		if err != nil {
			t.Fatal(err)
		}
		if channel, err = anna.Channel(firstChannel); err != nil {
			t.Fatal(err)
		}
		status, err := anna.Say(t.Context(), channel, "/game status")
		if err != nil || !strings.Contains(status.Content, "Autumn for Barbarossa") {
			t.Errorf("/game status: %v %q", err, status.Content)
		}
		anna.Leave()
		p.end(t)
	}
	if rows := len(rowsOf(t, data, channel)); rows != 1 {
		t.Errorf("a game that nobody touched has %d rows", rows)
	}
}

// With an address in its configuration the program plays at a server in place of
// Discord: here at a table that another program laid.
func TestPlayElsewhere(t *testing.T) {
	t.Parallel()
	registered := make(chan struct{})
	_, url := lay(t, localtable.Options{Observe: func(x localtable.Exchange) {
		if x.Method == "PUT" && x.Status == 200 {
			close(registered)
		}
	}})
	file := filepath.Join(t.TempDir(), "grognard.yaml")
	if err := os.WriteFile(file, []byte("token: "+localtable.BotToken+"\napi: "+url+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var stderr bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"--config", file, "--data", t.TempDir()}, environmentOf(io.Discard, &stderr))
	}()
	select {
	case <-registered:
	case status := <-ended:
		t.Fatalf("the program ended with %d\n%s", status, &stderr)
	}
	anna, err := player.Sit(ctx, url, "Anna")
	if err != nil {
		t.Fatal(err)
	}
	defer anna.Leave()
	channel, err := anna.Channel(firstChannel)
	if err != nil {
		t.Fatal(err)
	}
	if made, err := anna.Say(ctx, channel, "/game new module:afb"); err != nil || made.Content == "" {
		t.Errorf("/game new: %v %q", err, made.Content)
	}
	stop()
	if status := <-ended; status != 0 {
		t.Errorf("status %d\n%s", status, &stderr)
	}
}

// fails runs the program to its end and returns what it says.
func fails(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if status := run(t.Context(), args, environmentOf(&stdout, &stderr)); status != 1 {
		t.Errorf("grognard %v: status %d\n%s%s", args, status, &stdout, &stderr)
	}
	if said := stderr.String(); strings.Count(said, "\n") == 1 && strings.HasPrefix(said, "grognard: ") {
		return said
	}
	t.Errorf("grognard %v: not one clear line:\n%s", args, &stderr)
	return stderr.String()
}

// What is wrong at the start is said in a line that names it.
func TestClearMessages(t *testing.T) {
	t.Parallel()
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	file := filepath.Join(t.TempDir(), "file")
	used := t.TempDir()
	store, err := sqlite.Open(t.Context(), filepath.Join(used, "grognard.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Shut()
	if err := os.WriteFile(file, []byte("log: info\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, s := range []struct {
		name  string
		args  []string
		wants []string
	}{
		{"a taken port", []string{"--data", t.TempDir(), "--listen", busy.Addr().String()},
			[]string{busy.Addr().String(), "in use", "--listen"}},
		{"a table for strangers", []string{"--data", t.TempDir(), "--listen", "0.0.0.0:0"}, []string{"loopback"}},
		{"a folder that cannot be", []string{"--data", filepath.Join(file, "games")},
			[]string{filepath.Join(file, "games")}},
		{"a folder in use", []string{"--data", used}, []string{used, "in use"}},
		{"modules that are not there", []string{"--data", t.TempDir(), "--modules", file + ".d"},
			[]string{"modules", file + ".d"}},
		{"no folder at all", nil, []string{"--data"}},
		{"no configuration", []string{"--config", file + ".yaml"}, []string{file + ".yaml"}},
		{"a configuration without a token", []string{"--config", file, "--data", t.TempDir()},
			[]string{file, "DISCORD_TOKEN"}},
		{"an unknown flag", []string{"--dice", "loaded"}, []string{"--dice"}},
		{"an unhealthy program", []string{"health", "--data", t.TempDir()}, []string{"connected"}},
	} {
		said := fails(t, s.args...)
		for _, want := range s.wants {
			if !strings.Contains(said, want) {
				t.Errorf("%s: %q does not say %q", s.name, said, want)
			}
		}
	}
}

func TestHelp(t *testing.T) {
	var stdout, stderr bytes.Buffer
	status := run(t.Context(), []string{"--help"}, environmentOf(&stdout, &stderr))
	if status != 0 || !strings.Contains(stdout.String(), "adjudicate") || stderr.Len() > 0 {
		t.Errorf("status %d\n%s%s", status, &stdout, &stderr)
	}
}

// The exit status says whether every case passed.
func TestAdjudicate(t *testing.T) {
	for phase, status := range map[string]int{"blue combat": 0, "red combat": 1} {
		file := filepath.Join(t.TempDir(), "case.yaml")
		text := "- name: a phase ends\n  module: drill\n  turn: 1\n  phase: blue movement\n  units:\n" +
			"    b1: {side: blue, at: \"10.10\", full: 9-9-6}\n  play:\n    - blue: /end\n  expect: {phase: " +
			phase + "}\n"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		if got := run(t.Context(), []string{"adjudicate", "-v", file},
			environmentOf(&stdout, &stderr)); got != status || !strings.Contains(stdout.String(), "passed") {
			t.Errorf("%s: status %d\n%s%s", phase, got, &stdout, &stderr)
		}
	}
}

// Cases may be of modules in a folder of one's own; one that cannot be read is told of.
func TestAdjudicateOwnModules(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "own", "drill", "game.yaml"), "title: Own Drill\n")
	writeFile(t, filepath.Join(dir, "wrong", "drill", "game.yaml"), "turns: none\n")
	writeFile(t, filepath.Join(dir, "case.yaml"),
		"- name: a late phase\n  module: drill\n  turn: 3\n  phase: red combat\n  units:\n"+
			"    b1: {side: blue, at: \"10.10\", full: 9-9-6}\n  expect: {phase: red combat}\n")
	for folder, want := range map[string]string{"own": "1 passed", "wrong": "drill/game.yaml:1:8: ", "none": "none"} {
		status, stdout, _ := command(t, "adjudicate", "--modules", filepath.Join(dir, folder),
			filepath.Join(dir, "case.yaml"))
		if (status == 0) != (folder == "own") || !strings.Contains(stdout, want) {
			t.Errorf("%s: status %d\n%s", folder, status, stdout)
		}
	}
}

// Coverage says nothing of cases that show all of the rulebook: none do here, so it
// names what is missing, and what is skipped when asked to.
func TestCoverage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "case.yaml")
	text := "- name: a phase ends\n  rules: [\"1.0\"]\n  module: drill\n  turn: 1\n  phase: blue movement\n  play:\n    - blue: /end\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for flag, want := range map[string]string{"--coverage": "\n9.1b: no case", "-v": "\n2.1: skipped"} {
		var stdout, stderr bytes.Buffer
		status := run(t.Context(), []string{"adjudicate", "--coverage", flag, file}, environmentOf(&stdout, &stderr))
		if status != 1 || !strings.Contains(stdout.String(), want) ||
			strings.Contains(stdout.String(), "\n1.0: no case") {
			t.Errorf("%s: status %d\n%s%s", flag, status, &stdout, &stderr)
		}
	}
}

func TestRulings(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if status := run(t.Context(), []string{"rulings"}, environmentOf(&stdout, &stderr)); status != 0 ||
		!strings.Contains(stdout.String(), "\n9.1c: ") {
		t.Errorf("status %d\n%s%s", status, &stdout, &stderr)
	}
}
