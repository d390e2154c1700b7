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
	"grognard/rules/view"
)

// ask writes the position for a reader with an order.
func (g *randomGame) ask(reader, by order.Side, text string) (string, error) {
	g.t.Helper()
	asked, err := caseof.Ask(g.m, reader, false, by, text)
	if err != nil {
		return "", err
	}
	file, err := caseof.Case{Game: g.def, Board: g.readers()[reader], Reader: reader, Asked: asked}.Write()
	return string(file), err
}

// orders gives orders of a side.
func (g *randomGame) orders(by order.Side, texts ...string) {
	g.t.Helper()
	for _, text := range texts {
		read := must.Get(g.m.Parse(by, text))(g.t)
		g.apply(must.Get(g.m.Decide(by, read.Order, g.roll))(g.t))
	}
}

// The case of an order has the ruling that the order gets in the case: the paragraph that refuses it, or the dice that
// it rolls. Its note has the ruling in the game, which also knows what was done earlier in the phase. Units have the
// names of the case, however the player names them.
func TestCase_Order(t *testing.T) {
	for name, c := range map[string]struct {
		before []string
		reader order.Side
		order  string
		want   []string
	}{
		"refused": {nil, "blue", "/move units:b-1-inf path:9.09",
			[]string{`refused: "3.0"`, "# The game refuses the order (3.0), and so does the case."}},
		"accepted": {nil, "blue", "/move units:b-1-inf path:8.06",
			[]string{"# The game accepts the order, and so does the case."}},
		"another phase's": {nil, "blue", "/attack target:13.06 units:b-1-inf", []string{"refused:", "The game refuses"}},
		"by a name as it is shown": {nil, "blue", "/move units:1 Infantry path:8.06",
			[]string{`- blue: "/move units:b-1-inf path:8.06"`, "# The game accepts the order, and so does the case."}},
		"by a name, for everybody": {nil, "", "/move units:1 Infantry path:8.06",
			[]string{`- blue: "/move units:b-1-inf path:8.06"`, "accepts it. What the game rules is for the blue player to ask."}},
		"of a unit that has finished its move": {
			[]string{"/move units:b-1-inf path:8.06", "/move units:b-3-inf path:8.09"}, "blue",
			"/move units:b-1-inf path:9.06",
			[]string{"# The game refuses the order (3.0). The case, which begins as its phase begins, accepts it."}},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGame(t, "drill", "", 1)
			g.orders("blue", c.before...)
			text := must.Get(g.ask(c.reader, "blue", c.order))(t)
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Errorf("no %q in\n%s", want, text)
				}
			}
			if _, err := (adjudicate.Beside{}).Play("case", []byte(text)); err != nil {
				t.Errorf("%v\n%s", err, text)
			}
		})
	}
	var unread *order.Problem
	for _, reader := range []order.Side{"blue", ""} {
		if _, err := newGame(t, "drill", "", 1).ask(reader, "blue", "/fly units:b-1-inf"); !errors.As(err, &unread) {
			t.Errorf("an unknown order, for %q: %v", reader, err)
		}
	}
}

// The note says that the game accepts an order that it offers, even if the case cannot: an answer to a decision, an
// order about units made in play, or one about what no case has. The case runs.
func TestCase_OrderOffered(t *testing.T) {
	for _, c := range []struct {
		module, scenario string
		seed             uint64
		orders, every    int
	}{{"afb", "", 31, 300, 50}, {"bcs-drill", "kessing", 32, 300, 20}, {"drill", "", 33, 200, 20}} {
		t.Run(c.module, func(t *testing.T) {
			g := newGame(t, c.module, c.scenario, c.seed)
			for i := range c.orders {
				if g.board().Over {
					break
				}
				side, o := g.picks()
				if i%c.every == 0 {
					spec, _ := g.m.Spec(o.Verb)
					typed := order.Format(spec, o)
					text := must.Get(g.ask(side, side, typed))(t)
					if !strings.Contains(text, "# The game accepts the order") {
						t.Errorf("order %d: %s is offered\n%s", i, typed, text)
					}
					if _, err := (adjudicate.Beside{}).Play("case", []byte(text)); err != nil {
						t.Errorf("order %d: %s: %v\n%s", i, typed, err, text)
					}
				}
				g.apply(must.Get(g.m.Decide(side, o, g.roll))(t))
			}
		})
	}
}

// Nothing is uncovered of a game that goes on, and nobody is hidden in one that is over.
func TestUncovered_OnlyWhenOver(t *testing.T) {
	g := newGame(t, "drill", "", 1)
	if open, err := rules.Uncovered(g.m); !errors.Is(err, rules.ErrRunning) || open != (view.Public{}) {
		t.Errorf("a game that goes on is uncovered: %v", err)
	}
	g.apply(must.Get(g.m.Stop())(t))
	for _, st := range must.Get(rules.Uncovered(g.m))(t).Board().Stacks {
		if len(st.Known) != st.Height {
			t.Errorf("%d of %d units in %s are hidden", st.Height-len(st.Known), st.Height, st.Hex)
		}
	}
}

// True positions that a reader cannot tell apart give him the same case, to the byte. It names no unit unseen by him.
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
		return must.Get(g.ask(reader, "blue", "/end"))(t)
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
