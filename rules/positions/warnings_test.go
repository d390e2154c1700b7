package positions

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// warned returns the warnings of an order in short: messages with arguments, and a question mark if they ask.
func warned(m *rules.Match, o order.Order) (out []string) {
	for _, w := range m.Warnings("blue", o) {
		words := fmt.Sprintf("%v (%s)", w.Text, w.Rule)
		if w.Ask {
			words += "?"
		}
		out = append(out, words)
	}
	return out
}

// What the end of a phase costs is said before it is ended, and nothing when it costs nothing.
func TestWarnings_End(t *testing.T) {
	end := order.Order{Verb: "end"}
	due := rules.Placed{ID: "b9", Due: 1, Entry: []hex.Hex{{Col: 1, Row: 10}}}
	for name, c := range map[string]struct {
		edition, phase string
		units          []rules.Placed
		want           []string
	}{
		"stacks that have not moved": {"1.8", "blue movement",
			slices.Concat(stands(5, 5, "b1", "b2"), stands(7, 7, "b3"), stands(15, 15, "r1")),
			[]string{"warn.unmoved n=2 (3.0)?"}},
		"too many in a hex": {"1.8", "blue movement", slices.Concat(stands(5, 5, "b1", "b2", "b3", "b4", "b5"),
			stands(15, 15, "r1")),
			[]string{"warn.crowded n=2 stacks=[warn.stack hex=5.05 over=2 units=5] (4.0a)?",
				"warn.unmoved n=1 (3.0)?"}},
		"units that could attack": {"1.8", "blue combat", slices.Concat(stands(5, 5, "b1"), stands(5, 6, "r1"),
			stands(9, 9, "b2")),
			[]string{"warn.could-attack n=1 units=[b1] (7.0)?"}},
		"nobody near": {"1.8", "blue combat", slices.Concat(stands(5, 5, "b1"), stands(15, 6, "r1")), nil},
		"exploitation in a zone": {"1.8", "blue exploitation", slices.Concat(stands(5, 5, "b1"), stands(5, 6, "r1")),
			nil},
		"due in 1.7": {"1.7", "blue movement", append(stands(15, 15, "r1"), due),
			[]string{"warn.outside n=1 units=[b9] (5.0)?"}},
	} {
		m := field(t, c.edition, c.phase, c.units...)
		if got := warned(m, end); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// SCS 3.0 (1.8): the move of another unit warns of what the unit that moved before it gives up. 5.0 (1.7): a move while
// reinforcements wait outside is asked about.
func TestWarnings_Move(t *testing.T) {
	m := field(t, "1.8", "blue movement", slices.Concat(stands(5, 5, "b1", "b2"), stands(8, 8, "b3"),
		stands(15, 15, "r1"))...)
	if got := warned(m, moveTo("b1", 5, 7)); got != nil {
		t.Errorf("the first move costs %q", got)
	}
	given(t, m, "blue", moveTo("b1", 5, 7), &dice.Script{})
	if got := warned(m, moveTo("b1", 5, 8)); got != nil {
		t.Errorf("the same unit's next move costs %q", got)
	}
	if got, want := warned(m, moveTo("b3", 8, 9)),
		[]string{"warn.finished n=1 units=[b1] left=4 (3.0)"}; !slices.Equal(got, want) {
		t.Errorf("another unit's move costs %q, want %q", got, want)
	}
	given(t, m, "blue", moveTo("b3", 8, 14), &dice.Script{})
	if got := warned(m, moveTo("b2", 5, 6)); got != nil {
		t.Errorf("a unit that has spent all its points gives up %q", got)
	}
	left := m.View("blue").Board().Progress
	if want := (view.Progress{Unit: "b1", Text: view.T("units.moved")}); !reflect.DeepEqual(left[0], want) {
		t.Errorf("b1 has done %+v", left[0])
	}
	if m.View("red").Board().Progress != nil || m.Public().Board().Progress != nil {
		t.Error("others see what units under tops have done")
	}

	due := rules.Placed{ID: "b9", Due: 1, Entry: []hex.Hex{{Col: 1, Row: 10}}}
	m = field(t, "1.7", "blue movement", slices.Concat(stands(5, 5, "b1"), stands(5, 8, "r1"),
		[]rules.Placed{due})...)
	if got, want := warned(m, moveTo("b1", 5, 7)),
		[]string{"warn.shut-out n=1 units=[b9] (5.0)?"}; !slices.Equal(got, want) {
		t.Errorf("in 1.7 the first move costs %q, want %q", got, want)
	}
	given(t, m, "blue", moveTo("b1", 5, 7), &dice.Script{})
	if got, want := append(warned(m, moveTo("b1", 5, 6)), warned(m, order.Order{Verb: "end"})...),
		[]string{"warn.could-overrun n=1 units=[b1] (6.0)"}; !slices.Equal(got, want) {
		t.Errorf("in 1.7 the second move and the end cost %q, want %q", got, want)
	}
}

// SCS 4.0a: a move to a full hex is asked about. So is a move of other units while units that have begun to move stand
// in a hex over the limit, which they then can leave no more.
func TestWarnings_OverLimit(t *testing.T) {
	m := field(t, "1.8", "blue movement", slices.Concat(stands(5, 5, "b1", "b2", "b3"), stands(8, 8, "b4"),
		stands(12, 12, "b5"), stands(15, 15, "r1"))...)
	over := "warn.over-limit n=1 hex=5.05 units=[b4 b1 b2 b3] phase=movement (4.0a)?"
	locked := "warn.locked n=1 hex=5.05 (4.0a)?"
	left := "warn.finished n=1 units=[b4] left=1 (3.0)"
	for _, c := range []struct {
		order order.Order
		want  []string
	}{
		{moveTo("b4", 5, 6), nil},
		{moveTo("b4", 5, 5), []string{over}},
		{moveTo("b5", 12, 13), []string{left}}, // b1 can still leave
		{moveTo("b4", 5, 6), nil},
	} {
		if got := warned(m, c.order); !slices.Equal(got, c.want) {
			t.Errorf("%v costs %q, want %q", c.order, got, c.want)
		}
		if c.want != nil && c.want[0] == over {
			given(t, m, "blue", c.order, &dice.Script{})
		}
	}
	m = field(t, "1.8", "blue movement", slices.Concat(stands(5, 6, "b1", "b2", "b3", "b4"), stands(12, 12, "b5"),
		stands(15, 15, "r1"))...)
	given(t, m, "blue", order.Order{Verb: "move"}.WithUnits("units", "b1", "b2", "b3", "b4").
		WithHexes("to", hex.Hex{Col: 5, Row: 5}), &dice.Script{})
	if got := warned(m, moveTo("b5", 12, 13)); len(got) != 2 || got[0] != locked {
		t.Errorf("a move that leaves a hex over the limit costs %q", got)
	}
	if got := warned(m, moveTo("b4", 5, 6)); len(got) != 1 {
		t.Errorf("a move that puts it right costs %q", got)
	}
}

// SCS 12.0: a way out of reach of all supply lines is marked where it is offered, said of the order, and said again
// before the last phase ends in which it could be mended.
func TestWarnings_Supply(t *testing.T) {
	wall := stands(15, 15, "r1")
	for row := int8(2); row <= 20; row += 2 { // their zones shut the column from north to south
		wall = append(wall, stands(5, row, order.UnitID(fmt.Sprint("r", row)))...)
	}
	for name, c := range map[string]struct {
		phase string
		units []rules.Placed
		to    hex.Hex
		cut   bool
		want  []string
	}{
		"behind the own front": {"blue movement", stands(2, 9, "b1"), hex.Hex{Col: 2, Row: 10}, false,
			[]string{"warn.unmoved n=1 (3.0)?"}},
		"beyond an enemy's": {"blue movement", stands(7, 9, "b1"), hex.Hex{Col: 8, Row: 9}, true,
			[]string{"warn.unmoved n=1 (3.0)?", "warn.cut-off n=1 stacks=[warn.at units=[b1] hex=7.09] (12.0)"}},
		"who can't exploit": {"blue movement", stands(7, 9, "b-foot"), hex.Hex{Col: 8, Row: 9}, true,
			[]string{"warn.unmoved n=1 (3.0)?", "warn.cut-off n=1 stacks=[warn.at units=[b-foot] hex=7.09] (12.0)?"}},
		"in the last phase": {"blue exploitation", stands(7, 9, "b1"), hex.Hex{Col: 8, Row: 9}, true,
			[]string{"warn.unmoved n=1 (3.0)?", "warn.cut-off n=1 stacks=[warn.at units=[b1] hex=7.09] (12.0)?"}},
	} {
		m := field(t, "1.8", c.phase, slices.Concat(c.units, wall)...)
		if got := warned(m, order.Order{Verb: "end"}); !slices.Equal(got, c.want) {
			t.Errorf("%s: the end of the phase costs %q, want %q", name, got, c.want)
		}
		if got := strings.Contains(tasksOf(m, "blue"), "task.cut-off n=1"); got != (len(c.want) > 1) {
			t.Errorf("%s: that its side is told of a stack without supply is %t", name, got)
		}
		unit := c.units[0].ID
		offer := must.Get(m.Offer("blue", "move", []view.Pick{{Unit: unit}}))(t)
		if got := len(offer.RisksOf(view.Pick{Hex: c.to})) > 0; got != c.cut {
			t.Errorf("%s: %v is offered without supply: %v", name, c.to, got)
		}
		want := "warn.no-supply units=[" + string(unit) + "] hex=" + c.to.String() + " (12.0)"
		if got := warned(m, moveTo(unit, c.to.Col, c.to.Row)); slices.Contains(got, want) != c.cut {
			t.Errorf("%s: the move costs %q", name, got)
		}
	}
}

// set-up 1: the end of the set-up asks while units stand where it put them.
func TestWarnings_SetUp(t *testing.T) {
	d, pos := campaign(t, "")
	m := begun(t, d, pos, fair())
	var got []string
	for _, w := range m.Warnings("german", order.Order{Verb: "end"}) {
		got = append(got, fmt.Sprintf("%v (%s) %v", w.Text, w.Rule, w.Ask))
	}
	if want := []string{"warn.unplaced n=33 (set-up 1) true"}; !slices.Equal(got, want) {
		t.Errorf("the end of the set-up costs %q, want %q", got, want)
	}
}

// SCS 9.2, 8.0b: holding says who pays for it as far as that is settled.
func TestWarnings_Hold(t *testing.T) {
	attack := order.Order{Verb: "attack"}.WithHexes("target", hex.Hex{Col: 5, Row: 6})
	for name, c := range map[string]struct {
		defenders int
		want      string
	}{
		"one unit, reduced by the result":     {1, "warn.hold n=1 dead=[b1] hurt=[] left= (9.2)?"},
		"two, of which the other comes first": {2, "warn.hold n=1 dead=[] hurt=[b2] left= (9.2)"},
		"three, of which two can pay":         {3, "warn.hold-choice n=1 left= (9.2)"},
	} {
		units := stands(5, 6, []order.UnitID{"b1", "b2", "b3"}[:c.defenders]...)
		var attackers []order.UnitID
		for i, at := range []int8{5, 5, 7, 7, 5, 7}[:2*c.defenders] { // 2:1 with 7 is D1r1
			id := order.UnitID(fmt.Sprintf("r%d", i+1))
			units, attackers = append(units, stands(5, at, id)...), append(attackers, id)
		}
		m := field(t, "1.8", "red combat", units...)
		given(t, m, "red", attack.WithUnits("units", attackers...), &dice.Script{Faces: []int{3, 4}})
		if c.defenders > 1 {
			given(t, m, "blue", order.Order{Verb: "losses"}.WithUnits("units", "b1"), &dice.Script{})
		}
		if got := warned(m, order.Order{Verb: "hold"}.WithN("hexes", 1)); len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: holding costs %q, want %q", name, got, c.want)
		}
	}
}

// SCS 8.0a, 8.0b: the prompt for losses says which units come first, and the account why there was no choice.
func TestLosses_SayWhoComesFirst(t *testing.T) {
	const equals, weaker, third = "b1 10.10 4-4, b2 10.10 4-4", "b1 10.10 4-4, b2 10.10 2-2", ", b3 10.10 1-1"
	for name, c := range map[string]struct{ units, result, owed, told string }{
		"one unit":             {"b1 10.10 4-4", "D1", "", ""},
		"all equally strong":   {equals, "D1", "", ""},
		"the strongest":        {weaker, "D1", "", "told.strongest-pays side=blue (8.0a)"},
		"a step each":          {weaker, "D2", "", "told.each-pays side=blue (8.0b)"},
		"two are strongest":    {equals + third, "D1", "owed.first-8.0a n=2 units=[b1 b2] of 2", ""},
		"the strongest, and":   {weaker + third, "D2", "owed.first-8.0a n=1 units=[b1] of 3", ""},
		"all, and one of them": {equals, "D3", "owed.first-8.0b n=2 units=[b1 b2] of 2", ""},
	} {
		m, acc := sleeper{units: c.units + ", r1 10.11 9-9", result: c.result}.begun(t)
		owed, told := "", ""
		if due := m.Public().Board().Due; due != nil && due.Why.ID != "" {
			owed = fmt.Sprint(due.Why, " of ", len(due.Units))
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
