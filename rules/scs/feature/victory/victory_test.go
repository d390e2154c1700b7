package victory_test

import (
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
)

// TestAnEndWithoutALevel: a kept game whose module has no level for its points ends with the points
// and without a level.
func TestAnEndWithoutALevel(t *testing.T) {
	src, err := modules.Files("afb")
	must.Do(t, err)
	src["game.yaml"] = []byte(strings.Replace(string(src["game.yaml"]), "at-least: 0,", "at-least: 9000,", 1))
	d, err := rules.Modules().Reopen(modules.Pack(src))
	must.Do(t, err)
	m, err := rules.New(d, rules.Position{Turn: d.Turns, Turns: d.Turns})
	must.Do(t, err)
	play := func(rec rules.Record, err error) {
		t.Helper()
		if err == nil {
			_, err = m.Apply(m.Seq()+1, rec)
		}
		must.Do(t, err)
	}
	faces := make([]int, 100)
	for i := range faces {
		faces[i] = 1
	}
	roll := &dice.Script{Faces: faces}
	play(m.Begin(roll))
	for range 20 {
		b := m.Public().Board()
		if b.Over {
			if f := b.Fact("points"); f == nil || f.ID != "" {
				t.Errorf("in the end the points are %+v", f)
			}
			return
		}
		play(m.Decide(b.Phase.Side, order.Order{Verb: "end"}, roll))
	}
	t.Error("the game does not end")
}
