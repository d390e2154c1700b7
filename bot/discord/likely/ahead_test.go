package likely_test

import (
	"testing"

	"grognard/bot/catalogue"
	"grognard/bot/discord/likely"
	"grognard/bot/discord/wording"
	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Only exploit-capable units have the hint that they may overrun: in this game no others may (afb 1.6a).
func TestAhead_ExploitCapableUnits(t *testing.T) {
	d := must.Get(rules.Modules().Load("afb"))(t)
	pos := must.Get(rules.Setup(d, ""))(t)
	pos.Phase, pos.Drawn = view.Phase{Side: "german", Name: "movement"}, nil
	m, loc := must.Get(rules.New(d, pos))(t), wording.New(must.Get(catalogue.New(nil))(t).In(catalogue.Default))
	must.Get(m.Apply(1, must.Get(m.Begin(dice.Stream{Secret: []byte("0123456789abcdef"), Game: "g"}))(t)))(t)
	hints := map[bool]int{}
	for _, p := range must.Get(m.Offer("german", order.Move, nil))(t).Next {
		c, _, _ := m.View("german").Board().Find(p.Unit)
		hint := likely.Ahead(loc, m.View("german"), must.Get(m.Offer("german", order.Move, []view.Pick{p}))(t)) != ""
		if hints[hint]++; hint && len(c.Traits) == 0 {
			t.Errorf("%s has the hint", c.Name)
		}
	}
	if hints[true] == 0 || hints[false] == 0 {
		t.Errorf("with and without the hint: %v units", hints)
	}
}
