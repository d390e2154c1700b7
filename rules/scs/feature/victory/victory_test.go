package victory_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// TestVictory_AtTheEnd: everybody knows who has won, and how clearly. A kept game whose module has no level for its
// points, or says nothing of who wins, ends with the points alone, and so does one that its players end.
func TestVictory_AtTheEnd(t *testing.T) {
	for name, c := range map[string]struct {
		edit    []string // pairs of what is replaced in the module
		level   string
		victory *view.Victory
		degrees int
	}{
		"won":                        {nil, "massive-german", &view.Victory{Side: "german", Degree: 3, Most: 3}, 3},
		"drawn":                      {[]string{"at-least: 22", "at-least: 0"}, "historic-draw", &view.Victory{Most: 3}, 3},
		"stopped":                    {nil, "", nil, 3},
		"no level for so few points": {[]string{"at-least: 0,", "at-least: 9000,"}, "", nil, 3},
		"nothing of who wins":        {[]string{", wins: german", "", ", wins: soviet", ""}, "massive-german", nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			src := must.Get(modules.Files("afb"))(t)
			src["game.yaml"] = []byte(strings.NewReplacer(c.edit...).Replace(string(src["game.yaml"])))
			d := must.Get(rules.Modules().Reopen(modules.Pack(src)))(t)
			m := must.Get(rules.New(d, rules.Position{Turn: d.Turns, Turns: d.Turns}))(t)
			play := func(rec rules.Record, err error) {
				t.Helper()
				must.Get(m.Apply(m.Seq()+1, must.Get(rec, err)(t)))(t)
			}
			roll := &dice.Script{Faces: slices.Repeat([]int{1}, 100)}
			play(m.Begin(roll))
			if name == "stopped" {
				play(m.Stop())
			}
			for range 20 {
				if b := m.Public().Board(); !b.Over {
					play(m.Decide(b.Phase.Side, order.Order{Verb: "end"}, roll))
				}
			}
			b := m.Public().Board()
			f := b.Score()
			if !b.Over || f.ID != c.level || !reflect.DeepEqual(f.Victory, c.victory) || b.Map.Degrees != c.degrees {
				t.Errorf("it is over: %t; %+v, %+v of %d", b.Over, f, f.Victory, b.Map.Degrees)
			}
		})
	}
}
