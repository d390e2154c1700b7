// Package adjudicate runs adjudication cases: files with a position, dice, players' commands, and what must be true in
// the end. Anybody can compare a case with the rulebook, so cases settle disputes about rulings. The example has one.
//
// The keys of a case are name, rules, module, version, errata, turn, phase, dice, control, map, units, play and
// expect (case.go reads them), and those that the series adds. Less common keys within these: cites and instead
// for all that a refusal cites and the order that it suggests, within for the distance in which a unit may be
// set up, and if-controlled for a unit that waits for its entry area.
//
// A case uses the parser and engine of commands on Discord, and sees only views. Limits: a case plays one game.
package adjudicate

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/modules"
	"grognard/rules/rulebook"
)

// Beside is what cases can use in addition to the games that ship: other games, and their rulebooks.
type Beside struct {
	Cases  []string // folders with the cases of these games
	Games  []*modules.Definition
	Broken map[string]error // by a game's identifier, why it cannot be used
	Books  []rulebook.Book
}

// Run runs the cases of files and folders. It writes a line with the reason for each failing case (with verbose a line
// for each case and the events of each step), and finally a line with the counts. Having nothing to run is a failure.
func (b Beside) Run(w io.Writer, verbose bool, paths ...string) (passed, failed int) {
	s := session{w: w, verbose: verbose, games: b.modules()}
	s.run(paths)
	fmt.Fprintf(w, "%d passed, %d failed\n", len(s.passed), s.failed)
	return len(s.passed), s.failed
}

// Play plays the case in a text. It returns what everybody sees in the end, or why the case failed.
func (b Beside) Play(name string, text []byte) (rules.Seen, error) {
	s := session{w: io.Discard, games: b.modules()}
	s.text(name, text)
	return s.seen, s.err
}

// modules returns a cache of b's games, which replace those that ship under the same name.
func (b Beside) modules() moduleCache {
	s := moduleCache{map[string]*modules.Definition{}, b.Broken}
	for _, d := range b.Games {
		s.read[d.ID] = d
	}
	return s
}

// session runs cases one after the other.
type session struct {
	w       io.Writer
	verbose bool
	games   moduleCache
	read    []*Case // in the order of the files
	passed  []*Case
	failed  int
	seen    rules.Seen // what everybody sees at the end of the last case that passed
	err     error      // why the last case failed, or the file could not be read
}

func (s *session) run(paths []string) {
	files, err := collect(paths)
	if err != nil {
		s.fail("%v", err)
	}
	for _, f := range files {
		s.file(f)
	}
	if len(s.passed)+s.failed == 0 {
		s.fail("no cases")
	}
}

func (s *session) fail(format string, args ...any) {
	s.failed++
	fmt.Fprintf(s.w, "FAIL "+format+"\n", args...)
}

// collect finds the case files: the files among paths, and all YAML files in the folders among them, in a fixed order.
func collect(paths []string) ([]string, error) {
	var out []string
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return out, err
		}
		if !info.IsDir() && !info.Mode().IsRegular() {
			return out, fmt.Errorf("%s: it is neither a folder nor a regular file", p)
		}
		if !info.IsDir() {
			out = append(out, p)
			continue
		}
		err = filepath.WalkDir(p, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type()&^fs.ModeSymlink == 0 && // a regular file, or a symbolic link
				slices.Contains([]string{".yaml", ".yml"}, filepath.Ext(path)) {
				out = append(out, path)
			}
			return err
		})
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

func (s *session) file(file string) {
	b, err := os.ReadFile(file)
	if err != nil {
		s.fail("%s: file: %v", file, err)
		return
	}
	s.text(file, b)
}

// text runs the cases in the text of a file.
func (s *session) text(file string, b []byte) {
	nodes, err := parse(file, b)
	s.err = err
	if err != nil {
		s.fail("%s: file: %v", file, err)
		return
	}
	names := map[string]bool{}
	for _, n := range nodes {
		c, err := readCase(n, s.games)
		c.File = file
		if err == nil && names[c.Name] {
			err = n.Mistake("another case of the file has this name")
		}
		names[c.Name] = true
		s.one(c, err)
	}
}

// one runs a case if it could be read, and reports the result.
func (s *session) one(c *Case, err error) {
	p := &player{c: c, script: &dice.Script{Faces: c.dice}}
	if err == nil {
		s.read = append(s.read, c)
		err = p.run(s.games)
	}
	if err != nil {
		s.fail("%s: %s", c.where(), strings.TrimSpace(err.Error()))
		s.err = err
	} else {
		s.passed, s.seen = append(s.passed, c), p.seen()
		if s.verbose {
			fmt.Fprintf(s.w, "ok   %s\n", c.where())
		}
	}
	if s.verbose {
		for _, t := range p.told {
			fmt.Fprintln(s.w, "     "+t)
		}
	}
}
