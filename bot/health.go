package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// pulse is the folder in which a running program shows that its connection
// lives: it touches a file at each heartbeat that was answered, and takes it
// away when it stops.
type pulse string

// pulseLimit is how old the last heartbeat may be. Discord asks for one every 41
// seconds; two may be lost on the way.
const pulseLimit = 2*time.Minute + 15*time.Second

func (p pulse) file() string { return filepath.Join(string(p), "heartbeat") }

func (p pulse) beat() error {
	return os.WriteFile(p.file(), []byte(time.Now().UTC().Format(time.RFC3339)+"\n"), 0o600)
}

func (p pulse) stop() { _ = os.Remove(p.file()) } // there may be none, and it would soon be too old

// check says what is wrong with the program that uses the folder.
func (p pulse) check(now time.Time) error {
	info, err := os.Stat(p.file())
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("no program with its games in %s is connected", string(p))
	}
	if err != nil {
		return err
	}
	if age := now.Sub(info.ModTime()); age > pulseLimit {
		return fmt.Errorf("no heartbeat was answered for %v", age.Round(time.Second))
	}
	return nil
}

// health asks after the program that uses the same folder.
func health(w where, env func(string) string, stdout io.Writer) error {
	c, err := configure(w, env)
	if err != nil {
		return err
	}
	if err := pulse(c.Data).check(time.Now()); err != nil {
		return err
	}
	fmt.Fprintln(stdout, "connected")
	return nil
}
