package show_test

import (
	"fmt"
	"slices"
	"testing"

	"grognard/rules/order"
)

// The end of a step or of a phase asks as long as its player could still do something in it.
func TestWarnings_End(t *testing.T) {
	activated := []string{"/end", "/end", "/activate formation:lancers", "/snafu"}
	for name, c := range map[string]struct {
		face int // of both dice of command
		said []string
		want []string
	}{
		"assignments":              {1, nil, []string{"bcs.warn.possible orders=[verb.assign] (sequence) true"}},
		"a failed roll of command": {1, activated, []string{"bcs.warn.possible orders=[verb.recover] (sequence) true"}},
		"objectives":               {5, activated, nil},
		"units that can move":      {5, append(activated[:4:4], "/end"), []string{"warn.unmoved n=4 (4.2f) true"}},
		"an enemy beside a unit": {5, append(activated[:4:4], "/end", "/move units:lancers-1 to:7.11",
			"/engage unit:lancers-1 target:7.12"), []string{
			"bcs.warn.possible orders=[verb.engage verb.fire verb.attack] (sequence) true",
			"warn.unmoved n=4 (4.2f) true"}},
		"nothing left": {5, append(activated[:4:4], "/end", "/end"), nil},
	} {
		p := newTable(t, drill(t), 1)
		for _, text := range c.said {
			p.says(p.acts(), text, c.face, c.face)
		}
		var got []string
		for _, w := range p.m.Warnings(p.acts(), order.Order{Verb: "end"}) {
			got = append(got, fmt.Sprintf("%v (%s) %v", w.Text, w.Rule, w.Ask))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
