package adjudicate

import (
	"io"

	"grognard/rules"
	"grognard/rules/modules"
)

// RunWith runs cases with games changed for a test, and says how many failed.
func RunWith(w io.Writer, games map[string]*modules.Definition, paths ...string) (failed int) {
	s := session{w: w, games: shelf{games, rules.CaseOf}}
	s.run(paths)
	return s.failed
}
