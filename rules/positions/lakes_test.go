package positions

import (
	"testing"

	"grognard/rules"
	"grognard/rules/chart"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

// The note on lakes: an order by which another stack of the force is lost is offered as fatal, although the
// ordered units survive, and is not the default.
func TestRetreat_FatalToAnotherStack(t *testing.T) {
	at := func(col, row int8) hex.Hex { return hex.Hex{Col: col, Row: row} }
	moat := map[hex.Side][]string{}
	for _, n := range []hex.Hex{at(20, 19), at(19, 20), at(19, 21), at(21, 20), at(21, 21)} {
		moat[hex.Between(at(20, 20), n)] = []string{"lake"}
	}
	reduced := data.Values{Attack: 1, Defence: 1, Move: 6}
	unit := func(id order.UnitID, side order.Side, h hex.Hex, attack int) modules.Counter {
		return modules.Counter{ID: id, Side: side, At: h,
			Own: data.Counter{Full: data.Values{Attack: attack, Defence: 6, Move: 6}, Reduced: &reduced}}
	}
	units := []modules.Counter{unit("g1", "german", at(20, 20), 3), unit("g2", "german", at(20, 22), 3),
		unit("s1", "soviet", at(20, 21), 0)}
	d := edited(t, "afb", modules.Edit{Blank: true, Sides: moat, Units: units,
		Own: data.Edit{Results: map[string]map[int]chart.Result{"1:1": {7: {AttackerRetreat: 1}}}}})
	pos := rules.Position{Turn: 1, Phase: view.Phase{Side: "german", Name: "combat"}}
	for _, u := range units {
		pos.Units = append(pos.Units, rules.Placed{ID: u.ID, At: u.At})
	}
	script := &dice.Script{Faces: []int{3, 4}} // 7
	m := begun(t, d, pos, script)
	given(t, m, "german", order.Order{Verb: "attack"}.WithHexes("target", at(20, 21)).WithUnits("units", "g1", "g2"),
		script)
	if doomed := m.Public().Board().Due.Doomed; len(doomed) != 1 || doomed[0] != at(20, 20) {
		t.Errorf("doomed are %v", doomed)
	}
	offer, err := m.Offer("german", "retreat", []view.Pick{{Unit: "g2"}, {Hex: at(19, 23), N: 1}})
	if err != nil || !offer.Done || !offer.Fatal {
		t.Errorf("the retreat of the free stack is offered as %+v, %v", offer, err)
	}
	if o, ok := m.Default("german"); !ok || o.Verb != "hold" || o.N("hexes") != 1 {
		t.Errorf("a sleeper gives %+v", o)
	}
}
