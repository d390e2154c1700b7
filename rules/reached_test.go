package rules_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// tally counts how often the games reached something: a verb, or a rule by which
// something was told, asked, refused or counted in a fight.
type tally map[string]int

func (c tally) add(what string, cited ...view.Rule) {
	for _, r := range cited {
		c[what+" "+string(r)]++
	}
}

func (c tally) join(o tally) {
	for k, n := range o {
		c[k] += n
	}
}

// told counts a command and all that was told of it.
func (c tally) told(v order.Verb, acc view.Account, d *modules.Definition) {
	c["order "+string(v)]++
	lines := acc.Public()
	for _, s := range d.Sides {
		for _, l := range acc.For(s.ID) {
			if !slices.ContainsFunc(lines, func(o view.Line) bool { return o.Text.ID == l.Text.ID && o.Rule == l.Rule }) {
				lines = append(lines, l)
			}
		}
	}
	for _, l := range lines {
		c.add("told "+strings.TrimPrefix(l.Text.ID, "told."), l.Rule)
		if l.Fight == nil {
			continue
		}
		for _, m := range l.Fight.Modifiers {
			c.add("modifier", m.Rule)
		}
	}
}

// String is the tally as a table.
func (c tally) String() string {
	var b strings.Builder
	for i, k := range slices.Sorted(maps.Keys(c)) {
		end := "  "
		if i%4 == 3 {
			end = "\n"
		}
		fmt.Fprintf(&b, "%-26s %8d%s", k, c[k], end)
	}
	return b.String()
}

// complete: nothing that the rules know is missing.
func (c tally) complete(t *testing.T) {
	t.Helper()
}
