package positions

import (
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

// SCS 5.0: a side that holds reinforcements back is told of each of them, when the phase ends or, in 1.7, when
// the first unit moves without them. The enemy is told nothing, because he may not know which unit was drawn
// for a place in the order of arrival.
func TestReinforcements_HeldBackAreToldTheirOwner(t *testing.T) {
	at := func(col, row int8) hex.Hex { return hex.Hex{Col: col, Row: row} }
	unit := func(id order.UnitID, side order.Side) modules.Counter {
		return modules.Counter{ID: id, Side: side, At: at(10, 10),
			Own: data.Counter{Full: data.Values{Attack: 3, Defence: 3, Move: 6}}}
	}
	red := unit("r1", "red")
	red.At = at(18, 10)
	d := edited(t, "drill", modules.Edit{Edition: "1.7", Units: []modules.Counter{unit("b1", "blue"), unit("b2", "blue"),
		unit("b3", "blue"), red}})
	pos := rules.Position{Turn: 1, Phase: view.Phase{Side: "blue", Name: "movement"}, Units: []rules.Placed{
		{ID: "b1", At: at(10, 10)}, {ID: "r1", At: at(18, 10)}, {ID: "b2", Due: 1, Entry: []hex.Hex{at(1, 10)}},
		{ID: "b3", Due: 1, Entry: []hex.Hex{at(1, 10)}}}}
	for id, o := range map[string]order.Order{
		"told.held-back": {Verb: "end"},
		"told.missed":    moveTo("b1", 10, 11),
	} {
		m := begun(t, d, pos, &dice.Script{})
		acc := given(t, m, "blue", o, &dice.Script{})
		told := func(lines []view.Line) []view.Name {
			i := slices.IndexFunc(lines, func(l view.Line) bool { return l.Text.ID == id })
			if i < 0 {
				return nil
			}
			return arg(lines[i].Text, "units").([]view.Name)
		}
		want := []view.Name{{ID: "b2", Name: "b2"}, {ID: "b3", Name: "b3"}}
		if got := told(acc.For("blue")); !slices.Equal(got, want) {
			t.Errorf("%s: its owner hears of %v, want %v", id, got, want)
		}
		if told(acc.Public()) != nil || told(acc.For("red")) != nil {
			t.Errorf("%s: others hear of it", id)
		}
	}
}
