package caseof

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Asked is an order that a case is about, as one reader may ask of it.
type Asked struct {
	By   order.Side // who gives it
	Text string     // as it is typed; "" for no order

	spec   order.Spec  // of its verb, if it could be read
	read   order.Order // the order, with units by their identifiers; without a verb if it could not be read
	known  bool        // the reader may know what the game rules
	denied *view.Denial
}

// Ask reads an order and, if the reader may know it, has the game rule on it: a player learns what he would be told if
// he gave the order, and no die is rolled for it. Others name units as everybody can, and get the ruling of the case
// alone. With open nothing is hidden. The error is an *order.Problem for what cannot be read.
func Ask(m *rules.Match, reader order.Side, open bool, by order.Side, text string) (Asked, error) {
	a := Asked{By: by, Text: strings.TrimSpace(text), known: open || reader == by}
	if !a.known {
		read, err := order.Parse(m.Specs(), a.Text, m.Public().Board().Map.Names(by))
		if err == nil && len(read.Open) == 0 {
			a.keep(m, read.Order)
		}
		return a, nil // else the case reads it as it is typed
	}
	parsed, err := m.Parse(by, a.Text)
	var unread *order.Problem
	if a.denied, _ = err.(*view.Denial); a.denied != nil {
		return a, nil
	}
	if err != nil && !(errors.As(err, &unread) && unread.ID == order.NoUnit) { // as package adjudicate reads orders
		return a, err
	}
	a.keep(m, parsed.Order)
	_, err = m.Decide(by, parsed.Order, &dice.Script{})
	a.denied, _ = err.(*view.Denial) // nothing else is kept: the outcome is not the player's to know
	return a, nil
}

func (a *Asked) keep(m *rules.Match, o order.Order) {
	if spec, ok := m.Spec(o.Verb); ok {
		a.spec, a.read = spec, o
	}
}

// spell returns an order as the case has it: its units under the names of the case.
func (w *writer) spell(a Asked) string {
	if a.read.Verb == "" {
		return a.Text
	}
	o := a.read
	o.Args = slices.Clone(o.Args)
	for i := range o.Args {
		o.Args[i].Units = slices.Clone(o.Args[i].Units)
		for j, id := range o.Args[i].Units {
			if u, _, ok := w.Board.Find(id); ok {
				o.Args[i].Units[j] = order.UnitID(w.id(u))
			}
		}
	}
	return order.Format(a.spec, o)
}

// withRuling adds the order, with the ruling of the case: that it is refused, and by which paragraph, or accepted.
// The note says what the game rules. The dice that the order rolls are ones, to be replaced by those of the quarrel.
func (w *writer) withRuling(begun play) (play, error) {
	p := begun
	text := w.spell(w.Asked)
	p.lines, p.expect = []string{fmt.Sprintf("    - %s: %q", w.Asked.By, text)}, ""
	_, err := w.run(p)
	had := len(p.dice)
	for n := 1; n <= mostDice && errors.Is(err, dice.ErrNoDice); n++ {
		p.dice = append(slices.Clip(p.dice), 1)
		_, err = w.run(p)
	}
	var denied *view.Denial
	var unread *order.Problem
	switch {
	case errors.As(err, &denied):
		p.lines = append(p.lines, fmt.Sprintf("      refused: %q", denied.Rule))
		w.compare(fmt.Sprintf("refuses it (%s)", denied.Rule), denied)
	case errors.As(err, &unread) && w.Asked.known:
		w.compare("cannot read it, because it names what no case has: "+text, nil)
		return begun, nil
	case errors.As(err, &unread):
		return p, unread
	case err != nil:
		w.note("With the order it does not run: %s.", strings.ReplaceAll(err.Error(), "\n", " "))
	default:
		w.compare("accepts it", nil) // without a refusal
		if n := len(p.dice) - had; n > 0 {
			w.note("The dice of the order, the last %d, are to be replaced by those that fell.", n)
		}
	}
	return p, nil
}

// compare notes what the game rules on the order, and what the case does, where that is something else.
func (w *writer) compare(does string, denied *view.Denial) {
	game := w.Asked.denied
	switch {
	case !w.Asked.known:
		w.note("The case, which begins as its phase begins, %s. What the game rules is for the %s player to ask.", does,
			w.Asked.By)
	case game == nil && does == "accepts it":
		w.note("The game accepts the order, and so does the case.")
	case game == nil:
		w.note("The game accepts the order. The case, which begins as its phase begins, %s.", does)
	case denied != nil && denied.Rule == game.Rule:
		w.note("The game refuses the order (%s), and so does the case.", game.Rule)
	default:
		w.note("The game refuses the order (%s). The case, which begins as its phase begins, %s.", game.Rule, does)
	}
}
