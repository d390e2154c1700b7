package positions

import (
	"fmt"
	"strings"
	"testing"
)

// SCS 8.0a, 8.0b: who owes losses reads which units come first, and everybody reads why there was no choice.
func TestLosses_SayWhoComesFirst(t *testing.T) {
	const equals, weaker, third = "b1 10.10 4-4, b2 10.10 4-4", "b1 10.10 4-4, b2 10.10 2-2", ", b3 10.10 1-1"
	for name, c := range map[string]struct{ units, result, owed, told string }{
		"one unit":             {"b1 10.10 4-4", "D1", "", ""},
		"all equally strong":   {equals, "D1", "", ""},
		"the strongest":        {weaker, "D1", "", "told.strongest-pays side=blue (8.0a)"},
		"a step each":          {weaker, "D2", "", "told.each-pays side=blue (8.0b)"},
		"two are strongest":    {equals + third, "D1", "owed.first-8.0a n=2 units=[b1 b2]", ""},
		"the strongest, and":   {weaker + third, "D2", "owed.first-8.0a n=1 units=[b1]", ""},
		"all, and one of them": {equals, "D3", "owed.first-8.0b n=2 units=[b1 b2]", ""},
	} {
		m, acc := sleeper{units: c.units + ", r1 10.11 9-9", result: c.result}.begun(t)
		owed, told := "", ""
		if due := m.Public().Board().Due; due != nil && due.Why.ID != "" {
			owed = fmt.Sprint(due.Why)
		}
		for _, l := range acc.Public() {
			if strings.HasSuffix(l.Text.ID, "-pays") {
				told += fmt.Sprintf("%v (%s)", l.Text, l.Rule)
			}
		}
		if owed != c.owed || told != c.told {
			t.Errorf("%s: %q and %q, want %q and %q", name, owed, told, c.owed, c.told)
		}
	}
}
