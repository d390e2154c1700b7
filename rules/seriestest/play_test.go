package seriestest_test

import (
	"errors"
	"testing"

	"grognard/rules"
	"grognard/rules/order"
	"grognard/rules/standing"
)

// Games of the series are played at random in the package randomgames.

// begun is a game of the series in its first turn.
func begun(t *testing.T) *rules.Match {
	t.Helper()
	d := bridge(t)
	m := must(rules.New(d, must(rules.Setup(d, ""))(t)))(t)
	must(m.Apply(1, must(m.Begin(nil))(t)))(t)
	return m
}

// Orders in an activation can be taken back, and then the activation.
func TestUndo(t *testing.T) {
	m := begun(t)
	for _, text := range []string{"/activate formation:guard", "/march units:b-1,b-2 to:4.03"} {
		read := must(m.Parse("blue", text))(t)
		must(m.Apply(m.Seq()+1, must(m.Decide("blue", read.Order, nil))(t)))(t)
	}
	if now := m.Standing().Phase; now.Group != "Guard" {
		t.Errorf("%v is active", now)
	}
	for _, group := range []order.GroupID{"Guard", ""} {
		must(m.Revert(m.Seq()+1, must(m.Undo("blue"))(t), false))(t)
		if now := m.Standing().Phase; now.Group != group {
			t.Errorf("after an undo %q is active, want %q", now.Group, group)
		}
	}
}

// A series may have no standing answers: its games have none, and nothing else changes.
func TestNoStandingAnswers(t *testing.T) {
	m := begun(t)
	if err := m.CheckStanding("blue", standing.Answers{}); !errors.Is(err, rules.ErrNoStandingAnswers) {
		t.Errorf("they are taken: %v", err)
	}
	if _, ok := m.Answer("blue", standing.Answers{}); ok {
		t.Error("they answer")
	}
}
