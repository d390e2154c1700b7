package bcs_test

import (
	"testing"

	"grognard/rules"
	"grognard/rules/order"
)

// begun is a game of the drill in the activation phase of its first turn.
func begun(t *testing.T) *rules.Match {
	t.Helper()
	d := must(rules.Modules().Load("bcs-drill"))(t)
	m := must(rules.New(d, must(rules.Setup(d, ""))(t)))(t)
	must(m.Apply(1, must(m.Begin(sixes{}))(t)))(t)
	say(t, m, "/end", "/end")
	return m
}

// say gives the orders of whoever is to act.
func say(t testing.TB, m *rules.Match, orders ...string) {
	t.Helper()
	for _, text := range orders {
		by := m.Standing().Phase.Side
		read := must(m.Parse(by, text))(t)
		must(m.Apply(m.Seq()+1, must(m.Decide(by, read.Order, sixes{}))(t)))(t)
	}
}

// Orders in an activation can be taken back, and then the activation.
func TestUndo_Activation(t *testing.T) {
	m := begun(t)
	say(t, m, "/activate formation:lancers", "/prepare")
	if now := m.Standing().Phase; now.Group != "lancers" {
		t.Errorf("%v is active", now)
	}
	for _, group := range []order.GroupID{"lancers", ""} {
		must(m.Revert(m.Seq()+1, must(m.Undo("blue"))(t), false))(t)
		if now := m.Standing().Phase; now.Group != group {
			t.Errorf("after an undo %q is active, want %q", now.Group, group)
		}
	}
}
