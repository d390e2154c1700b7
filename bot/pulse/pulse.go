// Package pulse shows to others that the program's connection lives: a file in
// the data folder is written at each heartbeat that was answered. A health check
// is another process; it has the folder in common with the program and nothing
// else.
//
//	p := pulse.In("/var/lib/grognard")
//	defer p.Stop()
//	err := p.Beat()                // the program, now and then
//	err = p.Check(time.Now())      // the health check
//
// Limits: it tells nothing of the games, and a program that was killed looks
// alive until its last beat is too old.
package pulse

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// limit is how old the last heartbeat may be. Discord asks for one every 41
// seconds; two may be lost on the way.
const limit = 2*time.Minute + 15*time.Second

// Pulse is the pulse of the program that has its games in a folder.
type Pulse struct{ file string }

// In is the pulse in a data folder.
func In(folder string) Pulse { return Pulse{filepath.Join(folder, "heartbeat")} }

// Beat says that the connection lives.
func (p Pulse) Beat() error {
	return os.WriteFile(p.file, []byte(time.Now().UTC().Format(time.RFC3339)+"\n"), 0o600)
}

// Stop takes the pulse away at the program's end. There may be none, and one
// that stays is soon too old.
func (p Pulse) Stop() { _ = os.Remove(p.file) }

// Check says what is wrong with the program, nil when nothing is.
func (p Pulse) Check(now time.Time) error {
	info, err := os.Stat(p.file)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("no program with its games in %s is connected", filepath.Dir(p.file))
	}
	if err != nil {
		return err
	}
	if age := now.Sub(info.ModTime()); age > limit {
		return fmt.Errorf("no heartbeat was answered for %v", age.Round(time.Second))
	}
	return nil
}
