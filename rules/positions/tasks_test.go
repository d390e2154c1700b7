package positions

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// tasksOf returns in short the tasks of a side, or of some of its units: the order, an exclamation mark if it must be
// done, the text and the hexes.
func tasksOf(m *rules.Match, side order.Side, ours ...order.UnitID) string {
	var out []string
	for _, t := range m.View(side).Board().Tasks {
		if len(ours) > 0 {
			t = t.Of(func(id order.UnitID) bool { return slices.Contains(ours, id) })
		}
		words := string(t.Verb)
		if t.Must {
			words += "!"
		}
		out = append(out, fmt.Sprint(words, " ", t.Text, " ", t.Hexes))
	}
	return strings.Join(out, ", ")
}

// A side is told in its own phase what it has to do and can do, the most urgent first, and nobody else is told.
func TestTasks_OfASide(t *testing.T) {
	due := []rules.Placed{{ID: "b8", Due: 1, Entry: []hex.Hex{{Col: 1, Row: 10}}},
		{ID: "b9", Due: 1, Entry: []hex.Hex{{Col: 1, Row: 10}, {Col: 1, Row: 9}}}}
	far := stands(15, 15, "r1")
	for name, c := range map[string]struct {
		edition, phase string
		units          []rules.Placed
		want           string
	}{
		"two stacks": {"1.8", "blue movement", slices.Concat(stands(5, 5, "b1", "b2"), stands(8, 8, "b3"), far),
			"move task.unmoved n=2 [5.05 8.08]"},
		"a unit that cannot move": {"1.8", "blue movement", slices.Concat(stands(5, 5, "b0"), stands(8, 8, "b3"), far),
			"move task.unmoved n=1 [8.08]"},
		"two of a stack can move": {"1.8", "blue movement", slices.Concat(stands(5, 5, "b0", "b1", "b2"), far),
			"move task.unmoved n=1 [5.05]"},
		"too many in a hex": {"1.8", "blue movement", slices.Concat(stands(5, 5, "b1", "b2", "b3", "b4", "b5"), far),
			"move! task.crowded n=1 [5.05], move task.unmoved n=1 [5.05]"},
		"too many in a hex without moving": {"1.7", "blue combat", slices.Concat(stands(5, 5, "b1", "b2", "b3", "b4",
			"b5"), far), "! task.crowded n=1 [5.05]"},
		"attacks": {"1.8", "blue combat", slices.Concat(stands(5, 5, "b1", "b2"), stands(5, 6, "r1"),
			stands(5, 4, "r2", "r3"), stands(9, 9, "b3")), "attack task.attacks n=2 [5.04 5.06]"},
		"nobody near": {"1.8", "blue combat", slices.Concat(stands(5, 5, "b1"), far), ""},
		"exploitation in a zone": {"1.8", "blue exploitation", slices.Concat(stands(5, 5, "b1"), stands(5, 6, "r1"),
			stands(9, 9, "b2")), "move task.unmoved n=1 [9.09],  task.pinned n=1 []"},
		"due in 1.8": {"1.8", "blue movement", slices.Concat(stands(5, 5, "b1"), far, due),
			"reinforce! task.due-first n=2 [1.09 1.10], move task.unmoved n=1 [5.05]"},
		"due in 1.7": {"1.7", "blue movement", slices.Concat(stands(5, 5, "b1"), far, due),
			"reinforce task.due n=2 [1.09 1.10], move task.unmoved n=1 [5.05]"},
		"the enemy's phase": {"1.8", "red movement", slices.Concat(stands(5, 5, "b1"), far), ""},
	} {
		m := fieldOf(t, c.edition, c.phase, map[order.UnitID]int{"b0": 0}, c.units...) // b0 has no movement points
		if got := tasksOf(m, "blue"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if side := m.Standing().Phase.Side; side == "blue" && tasksOf(m, "red") != "" || tasksOf(m, "") != "" ||
			m.Public().Board().Tasks != nil {
			t.Errorf("%s: others are told too", name)
		}
	}
}

// Tasks of some of a side's units count what one of these can do.
func TestTasks_OfSomeUnits(t *testing.T) {
	units := slices.Concat(stands(5, 5, "b1", "b2", "b3", "b4", "b5"), stands(8, 8, "b6", "b7"), stands(15, 15, "r1"),
		[]rules.Placed{{ID: "b8", Due: 1, Entry: []hex.Hex{{Col: 1, Row: 10}}},
			{ID: "b9", Due: 1, Entry: []hex.Hex{{Col: 1, Row: 9}}}})
	move := field(t, "1.8", "blue movement", units...)
	fight := field(t, "1.8", "blue combat", slices.Concat(stands(5, 5, "b1", "b2"), stands(5, 6, "r1"),
		stands(6, 6, "b3"), stands(6, 7, "r2"))...)
	for _, c := range []struct {
		m    *rules.Match
		ours []order.UnitID
		want string
	}{
		{move, []order.UnitID{"b1", "b7", "b9"}, "reinforce! task.due-first n=1 [1.09], move! task.crowded n=1 [5.05], " +
			"move task.unmoved n=2 [5.05 8.08]"},
		{move, []order.UnitID{"b6"}, "reinforce! task.due-first n=0 [], move! task.crowded n=0 [], " +
			"move task.unmoved n=1 [8.08]"},
		{fight, []order.UnitID{"b1"}, "attack task.attacks n=1 [5.06]"},
		{fight, []order.UnitID{"b3"}, "attack task.attacks n=2 [5.06 6.07]"},
	} {
		if got := tasksOf(c.m, "blue", c.ours...); got != c.want {
			t.Errorf("of %v: %q, want %q", c.ours, got, c.want)
		}
	}
}

// A player is told in his own phase what his units have done and which of them could act and have not, and tasks go down as
// they are done: SCS 3.0, 7.2b, 7.2d.
func TestTasks_AfterOrders(t *testing.T) {
	units := slices.Concat(stands(5, 5, "b1"), stands(8, 8, "b2", "b3"), stands(5, 6, "r1"), stands(8, 9, "r2"))
	move := field(t, "1.8", "blue movement", units...)
	fight := field(t, "1.8", "blue combat", units...)
	progress := func(m *rules.Match) string {
		var out []string
		for _, p := range m.View("blue").Board().Progress {
			words := fmt.Sprintf("%s %s", p.Unit, p.Text)
			if p.Idle {
				words += " idle"
			}
			out = append(out, strings.TrimSpace(words))
		}
		return strings.Join(out, ", ")
	}
	attack := order.Order{Verb: "attack"}
	for _, step := range []struct {
		m               *rules.Match
		o               order.Order
		tasks, progress string
	}{
		{move, order.Order{}, "move task.unmoved n=2 [5.05 8.08]",
			"b1 units.left left=6 idle, b2 units.left left=6 idle, b3 units.left left=6 idle"},
		{move, moveTo("b1", 5, 4), "move task.unmoved n=1 [8.08]",
			"b1 units.moved-left left=5, b2 units.left left=6 idle, b3 units.left left=6 idle"},
		{move, moveTo("b2", 8, 7), "move task.unmoved n=1 [8.08]",
			"b1 units.moved, b2 units.moved-left left=5, b3 units.left left=6 idle"},
		{move, moveTo("b3", 8, 7), "", "b1 units.moved, b2 units.moved, b3 units.moved-left left=5"},
		{fight, order.Order{}, "attack task.attacks n=2 [5.06 8.09]", "b1  idle, b2  idle, b3  idle"},
		{fight, attack.WithHexes("target", hex.Hex{Col: 5, Row: 6}).WithUnits("units", "b1"),
			"attack task.attacks n=1 [8.09]",
			"b1 units.attacked, b2  idle, b3  idle"},
		{fight, attack.WithHexes("target", hex.Hex{Col: 8, Row: 9}).WithUnits("units", "b2"), "",
			"b1 units.attacked, b2 units.attacked, b3  idle"},
	} {
		if step.o.Verb != "" {
			given(t, step.m, "blue", step.o, throw{3, 4})
		}
		if tasks, done := tasksOf(step.m, "blue"), progress(step.m); tasks != step.tasks || done != step.progress {
			t.Errorf("after %v it says %q and %q, want %q and %q", step.o, tasks, done, step.tasks, step.progress)
		}
	}
	given(t, move, "blue", order.Order{Verb: "end"}, &dice.Script{})
	if got, red := tasksOf(move, "blue"), move.View("red").Board().Progress; got != "" || red != nil {
		t.Errorf("in the enemy's phase it says %q, and the enemy is told %+v", got, red)
	}
}
