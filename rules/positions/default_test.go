package positions

import (
	"testing"

	"grognard/rules/order"
)

// What the game decides for a player who never answers is what a sensible one would have kept: he retreats past enemy
// zones where a way is free of them, and loses what is worth least, whatever it is called.
func TestDefault_KeepsWhatIsWorthMost(t *testing.T) {
	for name, c := range map[string]struct {
		sleeper
		want string
	}{
		"past a zone on 10.09": {sleeper{units: "b1 10.10 4-4, r1 10.11 9-9, r2 10.08 1-1", result: "Dr1"},
			"/retreat units:b1 path:9.10"},
		"past a zone on 9.10": {sleeper{units: "b1 10.10 4-4, r1 10.11 9-9, r2 8.10 1-1", result: "Dr1"},
			"/retreat units:b1 path:10.09"},
		"the weaker of two": {sleeper{units: "b1 10.10 9-4 x, b2 10.10 1-4, r1 10.11 9-9", result: "D1"},
			"/losses units:b2"},
		"the other way round": {sleeper{units: "b2 10.10 9-4 x, b1 10.10 1-4, r1 10.11 9-9", result: "D1"},
			"/losses units:b1"},
		"a step, not a unit": {sleeper{units: "b1 10.10 4-4 1, b2 10.10 4-4, r1 10.11 9-9", result: "D1"},
			"/losses units:b2"},
	} {
		t.Run(name, func(t *testing.T) {
			m := c.match(t)
			o, ok := m.Default("blue")
			spec, _ := m.Spec(o.Verb)
			if got := order.Format(spec, o); !ok || got != c.want {
				t.Errorf("got %s, want %s; due %+v", got, c.want, m.View("blue").Board().Due)
			}
		})
	}
}
