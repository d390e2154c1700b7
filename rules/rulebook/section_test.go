package rulebook_test

import (
	"slices"
	"testing"

	"grognard/rules/must"
	"grognard/rules/rulebook"
)

const ofSections = `BCS 1
set-up 1  done  a
set-up 2  done  b
fog of war  done  c
9.0  done  d
9.1  skip  e because it is a heading
9.1a  done  f
9.1b  done  g
9.10  done  h
19.1  done  i
7.3-1  done  j
7.3-12  done  k
2-1  done  l
afb 1.1  done  m
afb 1.1a  done  n
afb 1.10  done  o
afb terrain chart  done  p
`

// A section contains itself and its clauses; numbers with the same beginning are other sections.
func TestSection(t *testing.T) {
	b, err := rulebook.Parse("bcs", ofSections)
	must.Do(t, err)
	for section, want := range map[string][]string{
		"9": {"9.0", "9.1", "9.1a", "9.1b", "9.10"}, "1": nil, "": nil,
		"9.1": {"9.1", "9.1a", "9.1b"}, "9.1a": {"9.1a"},
		"7": {"7.3-1", "7.3-12"}, "7.3": {"7.3-1", "7.3-12"}, "7.3-1": {"7.3-1"}, "2": {"2-1"},
		"set-up": {"set-up 1", "set-up 2"}, "set": nil, "fog": {"fog of war"},
		"afb 1": {"afb 1.1", "afb 1.1a", "afb 1.10"}, "afb 1.1": {"afb 1.1", "afb 1.1a"},
		"afb": {"afb 1.1", "afb 1.1a", "afb 1.10", "afb terrain chart"},
	} {
		var got []string
		for _, p := range b.Section(section) {
			got = append(got, p.Rule)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q has %q, want %q", section, got, want)
		}
	}
}

func TestNeighbours(t *testing.T) {
	b, err := rulebook.Parse("bcs", ofSections)
	must.Do(t, err)
	rule := func(p *rulebook.Paragraph) string {
		if p == nil {
			return "none"
		}
		return p.Rule
	}
	for of, want := range map[string][2]string{
		"set-up 1": {"none", "set-up 2"}, "9.1": {"9.0", "9.1a"}, "9.9": {"none", "none"},
		"afb 1.1": {"2-1", "afb 1.1a"}, "afb terrain chart": {"afb 1.10", "none"},
	} {
		if before, after := b.Neighbours(of); rule(before) != want[0] || rule(after) != want[1] {
			t.Errorf("%s stands between %s and %s, want %s and %s", of, rule(before), rule(after), want[0], want[1])
		}
	}
}
