package program_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"grognard/bot/config"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/program"
	"grognard/bot/programtest"
	"grognard/render"
	"grognard/rules/must"
	"grognard/storage/sqlite"
)

// Without any configuration there is a table with a game set up and both seats open. A stop leaves the games fit to be
// opened, and the next start finds them.
func TestRun_StartStopStart(t *testing.T) {
	t.Parallel()
	data, channel := filepath.Join(t.TempDir(), "new", "grognard"), ""
	for range 2 {
		s := programtest.SitWith(t, data, nil)
		if status := s.Say(s.German, "/game status"); !strings.Contains(status.Content, "Autumn for Barbarossa") {
			t.Errorf("/game status: %q", status.Content)
		}
		channel = s.Channel
		s.End(t)
	}
	if rows := len(programtest.Rows(t, data, channel)); rows != 1 {
		t.Errorf("a game that nobody touched has %d rows", rows)
	}
}

// With an address in its configuration the program plays at a server in place of Discord: here at another's table.
func TestRun_PlaysElsewhere(t *testing.T) {
	t.Parallel()
	registered := make(chan struct{})
	_, url := programtest.LayTable(t, localtable.Options{Observe: func(x localtable.Exchange) {
		if x.Method == "PUT" && x.Status == 200 {
			close(registered)
		}
	}})
	file := filepath.Join(t.TempDir(), "grognard.yaml")
	programtest.WriteFile(t, file, "token: "+localtable.BotToken+"\napi: "+url+"\n")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var stderr bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		ended <- program.Run(ctx, []string{"--config", file, "--data", t.TempDir()}, programtest.Environment(io.Discard, &stderr))
	}()
	select {
	case <-registered:
	case status := <-ended:
		t.Fatalf("the program ended with %d\n%s", status, &stderr)
	}
	anna := must.Get(player.Sit(ctx, url, "Anna"))(t)
	defer anna.Leave()
	channel := must.Get(anna.Channel(program.FirstChannel))(t)
	if made, err := anna.Say(ctx, channel, "/game new module:afb"); err != nil || made.Content == "" {
		t.Errorf("/game new: %v %q", err, made.Content)
	}
	stop()
	if status := <-ended; status != 0 {
		t.Errorf("status %d\n%s", status, &stderr)
	}
}

// What is wrong at the start is said in one line that names it.
func TestRun_RefusesToStart(t *testing.T) {
	t.Parallel()
	busy := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer busy.Close()
	file, used, left := filepath.Join(t.TempDir(), "file"), t.TempDir(), t.TempDir()
	must.Do(t, must.Get(sqlite.Open(t.Context(), filepath.Join(left, "grognard.db")))(t).Shut())
	store := must.Get(sqlite.Open(t.Context(), filepath.Join(used, "grognard.db")))(t)
	defer store.Shut()
	programtest.WriteFile(t, file, "log: info\n")
	odd := filepath.Join(t.TempDir(), "odd.yaml")
	programtest.WriteFile(t, odd, "token: a\nlimits: {films: -1}\n")
	for name, c := range map[string]struct{ args, wants []string }{
		"a taken port": {[]string{"--data", left, "--listen", busy.Addr().String()},
			[]string{busy.Addr().String(), "in use", "--listen"}},
		"a table for strangers": {[]string{"--data", left, "--listen", "0.0.0.0:0"}, []string{"loopback"}},
		"a folder that cannot be": {[]string{"--data", filepath.Join(file, "games")},
			[]string{filepath.Join(file, "games")}},
		"a folder in use": {[]string{"--data", used}, []string{used, "in use"}},
		"modules that are not there": {[]string{"--data", t.TempDir(), "--modules", file + ".d"},
			[]string{"modules", file + ".d"}},
		"no folder at all": {nil, []string{"--data"}},
		"no configuration": {[]string{"--config", file + ".yaml"}, []string{file + ".yaml"}},
		"a configuration without a token": {[]string{"--config", file, "--data", t.TempDir()},
			[]string{file, "DISCORD_TOKEN"}},
		"a value that cannot be": {[]string{"--config", odd, "--data", filepath.Join(file, "games")},
			[]string{odd + ", line 2: limits.films must be a whole number from 0"}},
		"an unknown flag":      {[]string{"--dice", "loaded"}, []string{"--dice"}},
		"an unhealthy program": {[]string{"health", "--data", t.TempDir()}, []string{"connected"}},
	} {
		t.Run(name, func(t *testing.T) {
			said := programtest.Fails(t, c.args...)
			for _, want := range c.wants {
				if !strings.Contains(said, want) {
					t.Errorf("%q does not say %q", said, want)
				}
			}
		})
	}
}

// Commands that end by themselves say what they did, and the exit status is 0 only if all is well.
func TestRun_CommandsAndTheirStatus(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const theCase = "- name: a phase\n  rules: [\"1.0\"]\n  module: drill\n  turn: 1\n  phase: blue movement\n" +
		"  units:\n    b1: {side: blue, at: \"10.10\", full: 9-9-6}\n  play:\n    - blue: /end\n  expect: {phase: "
	for name, text := range map[string]string{
		"right.yaml": theCase + "blue combat}\n", "wrong.yaml": theCase + "red combat}\n",
		"late.yaml":           strings.Replace(theCase, "turn: 1", "turn: 3", 1) + "blue combat}\n",
		"own/drill/game.yaml": "title: Own Drill\n", "own/ill/game.yaml": "turns: none\n",
		"ill/drill/game.yaml": "turns: none\n",
	} {
		programtest.WriteFile(t, filepath.Join(dir, name), text)
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	for name, c := range map[string]struct {
		args        []string
		status      int
		want, lacks string // lacks is "" for nothing
	}{
		"help":                     {args: []string{"--help"}, want: "adjudicate"},
		"version":                  {args: []string{"--version"}, want: runtime.Version(), lacks: "\n\n"},
		"version before a command": {args: []string{"--version", "doctor"}, want: "grognard ", lacks: "failed"},
		"a case that passes":       {args: []string{"adjudicate", "-v", in("right.yaml")}, want: "1 passed"},
		"a case that fails":        {args: []string{"adjudicate", "-v", in("wrong.yaml")}, status: 1, want: "0 passed"},
		"a case of an own module": {args: []string{"adjudicate", "--modules", in("own"), in("late.yaml")},
			want: "1 passed"},
		"a case of a broken module": {args: []string{"adjudicate", "--modules", in("ill"), in("late.yaml")}, status: 1,
			want: "drill/game.yaml:1:8: "},
		"a case of a missing folder": {args: []string{"adjudicate", "--modules", in("none"), in("late.yaml")}, status: 1,
			want: "none"},
		"paragraphs without a case": {args: []string{"adjudicate", "--coverage", in("right.yaml")}, status: 1,
			want: "\n9.1b: no case", lacks: "\n1.0: no case"},
		"paragraphs that are left out": {args: []string{"adjudicate", "--coverage", "-v", in("right.yaml")}, status: 1,
			want: "\n2.1: skipped", lacks: "\n1.0: no case"},
		"where the rules leave a doubt": {args: []string{"rulings"}, want: "\n9.1c: "},
	} {
		t.Run(name, func(t *testing.T) {
			status, stdout, stderr := programtest.Command(t, c.args...)
			if status != c.status || stderr != "" || !strings.Contains(stdout, c.want) ||
				c.lacks != "" && strings.Contains(stdout, c.lacks) {
				t.Errorf("status %d, want %d and %q\n%s%s", status, c.status, c.want, stdout, stderr)
			}
		})
	}
}

// The styles that a configuration can name are those that pictures have.
func TestRun_ConfiguredStyles(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "grognard.yaml")
	for _, s := range render.Styles() {
		programtest.WriteFile(t, file, "style: "+s.Name+"\n")
		if c, err := config.Files(config.Flags{File: file, Data: t.TempDir()}, os.Getenv); err != nil || c.Style != s.Name {
			t.Errorf("%s: %s, %v", s.Name, c.Style, err)
		}
	}
}
