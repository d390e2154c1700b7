// Package adjudicate runs adjudication cases: files that say a position, the
// dice, what the players say, and what must be true afterwards. A dispute about
// a ruling is settled by a case that anyone can read against the rulebook:
//
//	# A position, what is said, and what must come of it.
//	- name: entering an enemy zone costs two more
//	  rules: ["2.1a"]
//	  module: drill
//	  units:
//	    b1: {side: blue, at: "10.10", full: 3-3-6}
//	    r1: {side: red, at: "10.12", full: 3-3-4}
//	  turn: 1
//	  phase: blue movement
//	  play:
//	    - blue: "/move units:b1 path:10.11"
//	      shows: {cost: 3}
//
// A case goes through the same parser and engine as a command on Discord, and
// sees the game through its owners' views, like everybody. Limits: a case plays
// one game of a module that ships with the program.
package adjudicate

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Run runs the cases of files and folders. It writes a line per failing case
// with the reason (with verbose a line per case and the events of each step),
// and last a line with the counts. Nothing to run is a failure.
func Run(w io.Writer, verbose bool, paths ...string) (passed, failed int) {
	files, err := collect(paths)
	if err != nil {
		fmt.Fprintf(w, "FAIL %v\n", err)
		failed++
	}
	games := shelf{}
	for _, f := range files {
		p, n := runFile(w, verbose, games, f)
		passed, failed = passed+p, failed+n
	}
	if passed+failed == 0 {
		fmt.Fprintln(w, "FAIL no cases")
		failed++
	}
	fmt.Fprintf(w, "%d passed, %d failed\n", passed, failed)
	return passed, failed
}

// collect finds the case files, in a fixed order.
func collect(paths []string) ([]string, error) {
	var out []string
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return out, err
		}
		if !info.IsDir() {
			out = append(out, p)
			continue
		}
		err = filepath.WalkDir(p, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && slices.Contains([]string{".yaml", ".yml"}, filepath.Ext(path)) {
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

func runFile(w io.Writer, verbose bool, games shelf, file string) (passed, failed int) {
	fail := func(where string, err error) {
		failed++
		fmt.Fprintf(w, "FAIL %s: %s: %s\n", file, where, strings.TrimSpace(err.Error()))
	}
	b, err := os.ReadFile(file)
	if err != nil {
		fail("file", err)
		return passed, failed
	}
	nodes, err := parse(b)
	if err != nil {
		fail("file", err)
		return passed, failed
	}
	names := map[string]bool{}
	for _, n := range nodes {
		c, err := readCase(n)
		where := fmt.Sprintf("line %d: %s", c.Line, c.Name)
		if err == nil && names[c.Name] {
			err = n.mistake("another case of the file has this name")
		}
		names[c.Name] = true
		var told []string
		if err == nil {
			told, err = c.run(games)
		}
		if err != nil {
			fail(where, err)
		} else if passed++; verbose {
			fmt.Fprintf(w, "ok   %s: %s\n", file, where)
		}
		if verbose {
			for _, t := range told {
				fmt.Fprintln(w, "     "+t)
			}
		}
	}
	return passed, failed
}
