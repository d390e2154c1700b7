// Package heartbeat shows other processes that the program's connection to Discord works: the program writes a file in
// its data folder at each acknowledged heartbeat, and a health check, which is another process, looks at the age of the
// file.
//
//	p := heartbeat.In(folder)
//	defer p.Stop()
//	err = p.Beat()            // the program, regularly
//	err = p.Check(time.Now()) // the health check
//
// Limits: it says nothing about the games, and a killed program appears healthy until its last heartbeat is too old.
package heartbeat

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// limit is the maximum age of the last heartbeat. Discord asks for one every 41 seconds, and two may be lost.
const limit = 2*time.Minute + 15*time.Second

type File struct{ file string } // the path of a heartbeat file

// In returns the heartbeat file of a data folder.
func In(folder string) File { return File{filepath.Join(folder, "heartbeat")} }

// Beat records that the connection works now.
func (p File) Beat() error {
	return os.WriteFile(p.file, []byte(time.Now().UTC().Format(time.RFC3339)+"\n"), 0o600)
}

// Stop removes the file when the program ends. An error does not matter: there may be no file, and one that stays is
// soon too old.
func (p File) Stop() { _ = os.Remove(p.file) }

// Check returns an error that says why the program seems not to be connected, nil if the file is recent.
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
