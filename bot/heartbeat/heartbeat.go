// Package heartbeat shows to others that the program's connection lives: a file in
// the data folder is written at each heartbeat that was answered. A health check
// is another process; it has the folder in common with the program and nothing
// else.
//
//	p := heartbeat.In(folder)
//	defer p.Stop()
//	err = p.Beat()            // the program, now and then
//	err = p.Check(time.Now()) // the health check
//
// Limits: it tells nothing of the games, and a program that was killed looks
// alive until its last beat is too old.
package heartbeat

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

// File shows that the program which has its games in a folder lives.
type File struct{ file string }

// In is the heartbeat file in a data folder.
func In(folder string) File { return File{filepath.Join(folder, "heartbeat")} }

// Beat says that the connection lives.
func (p File) Beat() error {
	return os.WriteFile(p.file, []byte(time.Now().UTC().Format(time.RFC3339)+"\n"), 0o600)
}

// Stop removes the file at the program's end. There may be none, and one
// that stays is soon too old.
func (p File) Stop() { _ = os.Remove(p.file) }

// Check says what is wrong with the program, nil when nothing is.
func (p File) Check(now time.Time) error {
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
