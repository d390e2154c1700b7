//go:build unix

package program_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"grognard/bot/programtest"
	"grognard/rules/must"
)

// A named pipe in place of a file that the operator names holds nothing up, although nobody ever writes to it.
func TestRun_NamedPipeForAFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	programtest.WriteFile(t, filepath.Join(dir, "mods/own/setup.yaml"), "\n")
	for _, at := range []string{pipe, filepath.Join(dir, "mods/own/game.yaml"), filepath.Join(dir, "data/grognard.db"),
		filepath.Join(dir, "held/grognard.db.lock"), filepath.Join(dir, "cases/a.yaml")} {
		programtest.WriteFile(t, at+".other", "")
		must.Do(t, syscall.Mkfifo(at, 0o600))
	}
	for name, c := range map[string]struct {
		args   []string
		status int
		want   string
	}{
		"the configuration":   {[]string{"--config", pipe}, 1, "no regular file"},
		"the modules":         {[]string{"--modules", pipe, "--data", filepath.Join(dir, "new")}, 1, "cannot read the modules"},
		"a module's file":     {[]string{"terrain", "--modules", filepath.Join(dir, "mods"), "--module", "own"}, 1, "game.yaml: is no file"},
		"a module to check":   {[]string{"module", "lint", filepath.Join(dir, "mods/own")}, 1, "game.yaml: is no file"},
		"the database":        {[]string{"--data", filepath.Join(dir, "data")}, 1, "no regular file"},
		"a database to check": {[]string{"check", pipe, "--data", dir}, 1, "no regular file"},
		"a database to back up": {[]string{"backup", filepath.Join(dir, "copy"), "--data", filepath.Join(dir, "data")}, 1,
			"no regular file"},
		"a backup":   {[]string{"restore", pipe, "--data", filepath.Join(dir, "new")}, 1, "no regular file"},
		"the doctor": {[]string{"doctor", "--data", filepath.Join(dir, "data")}, 1, "no regular file"},
		"a lock":     {[]string{"doctor", "--data", filepath.Join(dir, "held")}, 1, "no regular file"},
		"an export":  {[]string{"verify", pipe}, 1, "no regular file"},
		"a case":     {[]string{"adjudicate", pipe}, 1, "regular file"},
		"cases":      {[]string{"adjudicate", filepath.Join(dir, "cases")}, 1, "no cases"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ended := make(chan struct{})
			var status int
			var out, errs string
			go func() {
				defer close(ended)
				status, out, errs = programtest.Command(t, c.args...)
			}()
			select {
			case <-ended:
			case <-time.After(programtest.Patience):
				t.Fatal("it waits for ever")
			}
			if status != c.status || !strings.Contains(out+errs, c.want) {
				t.Errorf("status %d, want %d and %q\n%s%s", status, c.status, c.want, out, errs)
			}
		})
	}
}
