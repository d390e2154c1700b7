package caseof_test

import (
	"errors"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/adjudicate"
	"grognard/rules/caseof"
	"grognard/rules/must"
	"grognard/rules/order"
)

// The case of an order has the ruling that the program gives: the paragraph that refuses it, or the dice that it rolls.
func TestCase_Order(t *testing.T) {
	g := newGame(t, "drill", "", 1)
	for name, c := range map[string]struct{ order, want string }{
		"refused":  {"/move units:b-1-inf path:9.09", `refused: "3.0"`},
		"accepted": {"/move units:b-1-inf path:8.06", "The order is accepted in this position."},
		"phase":    {"/attack target:13.06 units:b-1-inf", "refused:"},
	} {
		t.Run(name, func(t *testing.T) {
			text := must.Get(caseof.Case{Game: g.def, Board: g.m.View("blue").Board(), Reader: "blue", By: "blue",
				Order: c.order}.Write())(t)
			if !strings.Contains(string(text), c.want) || !strings.Contains(string(text), "- blue: \""+c.order+"\"") {
				t.Errorf("no %q in\n%s", c.want, text)
			}
			if _, err := (adjudicate.Beside{}).Play("case", text); err != nil {
				t.Errorf("%v\n%s", err, text)
			}
		})
	}
	var unread *order.Problem
	_, err := caseof.Case{Game: g.def, Board: g.board(), By: "blue", Order: "/fly units:b-1-inf"}.Write()
	if !errors.As(err, &unread) {
		t.Errorf("an unknown order: %v", err)
	}
}

// Two true positions that a reader cannot tell apart give him the same case, to the byte, and none names a unit that he
// does not see.
func TestCase_Silence(t *testing.T) {
	def := must.Get(rules.Modules().Load("drill"))(t)
	text := func(hidden, other order.UnitID, reader order.Side) string {
		pos := must.Get(rules.Setup(def, ""))(t)
		for i := range pos.Units {
			switch u := &pos.Units[i]; u.ID {
			case hidden:
				u.ID = other
			case other:
				u.ID, u.Steps = hidden, 1
			}
		}
		g := gameFrom(t, def, pos, 1)
		b := g.readers()[reader]
		return string(must.Get(caseof.Case{Game: def, Board: b, Reader: reader, By: "blue", Order: "/end"}.Write())(t))
	}
	for _, reader := range []order.Side{"blue", "red", ""} {
		one, twin := text("", "", reader), text("b-1-sec", "b-1-mil", reader)
		if same := one == twin; same != (reader != "blue") {
			t.Errorf("%q: the same case %t\n%s\n%s", reader, same, one, twin)
		}
		if named := strings.Contains(one, "b-1-mil"); named != (reader == "blue") {
			t.Errorf("%q: names b-1-mil: %t", reader, named)
		}
	}
}
