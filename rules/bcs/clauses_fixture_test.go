package bcs_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"grognard/rules/must"
	"grognard/rules/rulebook"
	"grognard/rules/view"
)

// clauses counts how often each clause of the notes was reached: cited by a line, a decision or a refusal or, if
// nothing cites it, seen to hold.
type clauses struct {
	names []string // in the order of the notes
	n     map[string]int
}

func newClauses(t testing.TB) clauses {
	t.Helper()
	text := must.Get(os.ReadFile("rulebook.txt"))(t)
	book := must.Get(rulebook.Parse("bcs", string(text)))(t)
	c := clauses{n: map[string]int{}}
	for _, p := range book.Paragraphs {
		if strings.Contains(p.Rule, "-") {
			c.names = append(c.names, p.Rule)
		}
	}
	return c
}

func (c clauses) add(other clauses) {
	for rule, n := range other.n {
		c.n[rule] += n
	}
}

func (c clauses) cite(rules ...view.Rule) {
	for _, r := range rules {
		c.n[string(r)]++
	}
}

// told counts what lines cite, and the modifiers of their rolls.
func (c clauses) told(lines []view.Line) {
	for _, l := range lines {
		c.cite(l.Rule)
		if l.Reckoned != nil {
			for _, m := range l.Reckoned.Terms {
				c.cite(m.Rule)
			}
		}
	}
}

// never lists the clauses that were not reached.
func (c clauses) never() (rules []string) {
	for _, rule := range c.names {
		if c.n[rule] == 0 {
			rules = append(rules, rule)
		}
	}
	return rules
}

// String returns a table of all clauses, with one section to a line.
func (c clauses) String() string {
	var out strings.Builder
	last := ""
	for _, rule := range c.names {
		section, number, _ := strings.Cut(rule, "-")
		if section != last {
			fmt.Fprintf(&out, "\n%-6s", section)
			last = section
		}
		fmt.Fprintf(&out, " -%s %d", number, c.n[rule])
	}
	return strings.TrimPrefix(out.String(), "\n")
}

// happened counts the clauses that nothing cites and that were seen to hold.
func (c clauses) happened(m *moment) {
	for _, clause := range seenToHold {
		if clause.when(m) {
			c.n[clause.rule]++
		}
	}
}
