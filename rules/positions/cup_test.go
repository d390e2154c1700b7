package positions

import (
	"errors"
	"reflect"
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

// infantry is the Soviet infantry divisions among counters.
func infantry(known []view.Counter) (ids []order.UnitID) {
	for _, k := range known {
		if k.Side == "soviet" && k.Symbol == "infantry" {
			ids = append(ids, k.ID)
		}
	}
	return ids
}

// afb 5.0: every place gets a division, reduced where the set-up says so; each division gets one place, and
// most are not where they stood historically.
func TestCup_FillsTheSetUp(t *testing.T) {
	d, pos := campaign(t, "")
	m := begun(t, d, pos, fair())
	at := map[hex.Hex]rules.Placed{}
	for _, u := range pos.Units {
		if u.At != hex.None && d.Units[u.ID].Symbol == "infantry" && d.Units[u.ID].Side == "soviet" {
			at[u.At] = u
		}
	}
	moved, seen := 0, map[order.UnitID]bool{}
	for _, st := range m.View("soviet").Board().Stacks {
		for _, id := range infantry(st.Known) {
			u, ok := at[st.Hex]
			if !ok || seen[id] {
				t.Errorf("%s stands in %v, where no division stands, or twice", id, st.Hex)
			}
			seen[id] = true
			if u.ID != id {
				moved++
			}
			if reduced := st.Known[0].Up.Face > 0; reduced != (u.Steps == 1) {
				t.Errorf("%s in %v: reduced is %v", id, st.Hex, reduced)
			}
			delete(at, st.Hex)
		}
	}
	if len(at) > 0 || moved < 20 {
		t.Errorf("%d places are empty, and only %d divisions stand elsewhere", len(at), moved)
	}
	for _, s := range []order.Side{"german", "soviet"} {
		piles := m.View(s).Board().OffMap
		i := slices.IndexFunc(piles, func(o view.Pile) bool { return o.Box == "undrawn" })
		if i < 0 {
			t.Fatalf("%s sees no cup", s)
		}
		cup := piles[i]
		if mine := len(cup.Known) == cup.Count; mine != (s == "soviet") || cup.Count+len(seen) != len(cupOf(d, pos)) {
			t.Errorf("%s sees %d of %d in the cup, %d stand on the map", s, len(cup.Known), cup.Count, len(seen))
		}
		for _, o := range piles {
			if o.Box == "coming" && len(infantry(o.Known)) > 0 {
				t.Errorf("%s knows who comes on turn %d: %v", s, o.Turn, o.Known)
			}
		}
	}
}

// cupOf is every unit of a position that is drawn.
func cupOf(d *modules.Definition, p rules.Position) (ids []order.UnitID) {
	for _, u := range p.Units {
		if slices.Contains(p.Drawn, d.Units[u.ID].Type) {
			ids = append(ids, u.ID)
		}
	}
	return ids
}

// With historical designations no die is rolled for the set-up.
func TestCup_HistoricalRollsNoDie(t *testing.T) {
	d, pos := campaign(t, "historical")
	m := begun(t, d, pos, &dice.Script{})
	for _, st := range m.Public().Board().Stacks {
		if st.Hex == (hex.Hex{Col: 6, Row: 25}) && st.Known[0].ID != "s-174-inf" {
			t.Errorf("in 6.25 stands %s", st.Known[0].ID)
		}
	}
}

// afb 5.0: arriving units are drawn when the turn's reinforcements begin, sorted by identifier, with the fewest
// dice that suffice for the cup, rolled again when they are too high. A reduced place stays reduced for any
// unit in it. The enemy is told only how many come.
func TestCup_FillsArrivals(t *testing.T) {
	d, pos := campaign(t, "")
	entry := []hex.Hex{{Col: 46, Row: 24}}
	pos.Units = []rules.Placed{
		{ID: "g-1-cav", At: hex.Hex{Col: 8, Row: 1}},
		{ID: "s-119-inf", Due: 3, Entry: entry, Area: "A"},
		{ID: "s-244-inf", Due: 3, Entry: entry, Area: "A", Steps: 1},
		{ID: "s-303-inf", Due: 7, Entry: entry, Area: "A"},
	}
	pos.Turn, pos.Phase = 3, view.Phase{Side: "soviet", Name: "reinforcements"}
	script := &dice.Script{Faces: []int{6, 3, 1}} // of three 6 is none, 3 the third; of two the first
	m, acc := beginning(t, d, pos, script)
	if script.Left() > 0 {
		t.Fatalf("%d dice left over", script.Left())
	}
	rolls := view.T("rolls.unseen", "from", 1, "to", 3)
	if l := acc.Public()[1]; l.Text.ID != "told.arrivals-unseen" ||
		!reflect.DeepEqual(l.Text.Arg("rolls"), rolls) {
		t.Errorf("rolls that nobody hears of: %v", l.Text)
	}
	for _, l := range slices.Concat(acc.Public(), acc.For("german")) {
		if l.Dice != nil || l.Text.ID == "told.arrivals" {
			t.Errorf("everybody is told %v %v", l.Text, l.Dice)
		}
	}
	if !slices.ContainsFunc(acc.For("soviet"), func(l view.Line) bool { return l.Text.ID == "told.arrivals" }) {
		t.Error("nobody tells the owner who arrives")
	}
	m = resumed(t, m, pos)
	want := []view.Pile{{Side: "soviet", Box: "undrawn", Count: 1},
		{Side: "soviet", Box: "coming", Turn: 3, Count: 2}, {Side: "soviet", Box: "coming", Turn: 7, Count: 1}}
	for side, known := range map[order.Side][][]order.UnitID{"german": {nil, nil, nil},
		"soviet": {{"s-244-inf"}, {"s-119-inf", "s-303-inf"}, nil}} {
		for i, o := range m.View(side).Board().OffMap {
			w := want[i]
			if o.Side != w.Side || o.Box != w.Box || o.Turn != w.Turn || o.Count != w.Count ||
				!slices.Equal(infantry(o.Known), known[i]) {
				t.Errorf("%s sees %+v", side, o)
			}
			for _, k := range o.Known {
				if reduced := k.Up.Face > 0; reduced != (k.ID == "s-119-inf") {
					t.Errorf("%s: reduced is %v", k.ID, reduced)
				}
			}
		}
	}
	give := func(text string) error {
		_, err := m.Decide("soviet", parsed(t, m, "soviet", text), script)
		return err
	}
	var denial *view.Denial
	if err := give("/reinforce units:s-244-inf hex:46.24"); !errors.As(err, &denial) || denial.Rule != "5.0" ||
		denial.Why.ID != "deny.unit-undrawn" {
		t.Errorf("who is in the cup arrives: %v", err)
	}
	if err := give("/reinforce units:s-119-inf,s-303-inf hex:46.24"); err != nil {
		t.Error(err)
	}
}

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
			return lines[i].Text.Arg("units").([]view.Name)
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
