package standing

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Asked is a decision that is owed, as the side that owes it may know it. What it tells of units
// is asked of those that a line is about.
type Asked interface {
	About() string         // which of Words.Decisions it is
	Hex() hex.Hex          // that it is about, hex.None for none
	Units() []order.UnitID // that it is about
	At(order.UnitID) hex.Hex
	Is(situation string, units []order.UnitID) bool
	Count(quantity string, units []order.UnitID) int
	// Try is the order that an act comes to, or why it comes to none.
	Try(act Act, units []order.UnitID) (o order.Order, why view.Text, ok bool)
	Default() (order.Order, bool)
}

// Chosen is what a set says to a decision.
type Chosen struct {
	Order  order.Order
	Ask    bool // the owner is to be asked
	Line   int  // that has decided, or that asks
	Within int  // hours in which the owner has the first word
	Why    []view.Text
}

// Choose is what the first line says that matches and can be carried out; false when there is
// none. Where a line asks the owner within some hours, the lines behind it answer after them.
func (s Set) Choose(w Words, asked Asked) (Chosen, bool) {
	var out Chosen
	for i := range s.Lines {
		l := &s.Lines[i]
		units, ok := l.concerns(asked)
		if !ok {
			continue
		}
		for _, b := range l.Branches {
			if !b.If.holds(fact{asked, units}) {
				continue
			}
			o, why, ok := l.try(b.Do, asked, units)
			if !ok {
				out.Why = append(out.Why, view.T("standing.failed", "line", l.Number, "act", w.act(b.Do), "why", why))
				continue
			}
			out.Order, out.Ask, out.Line = o, b.Do.Word == AskMe, l.Number
			out.Within = max(out.Within, l.Within)
			out.Why = append(out.Why, view.T("standing.chosen", "line", l.Number, "does", w.branch(b)))
			if !l.passes(b.Do) {
				return out, true
			}
			break
		}
	}
	return out, out.Ask
}

// passes says whether an act of the line leaves the decision to the lines behind it in the end.
func (l *Line) passes(a Act) bool { return a.Word == AskMe && l.Within > 0 }

func (l *Line) try(act Act, asked Asked, units []order.UnitID) (o order.Order, why view.Text, ok bool) {
	switch act.Word {
	case AskMe:
		return o, why, true
	case Default:
		o, ok = asked.Default()
		return o, view.T("standing.no-default"), ok
	}
	return asked.Try(act, units)
}

// concerns says whether the line is about a decision, and about which of its units.
func (l *Line) concerns(asked Asked) (units []order.UnitID, ok bool) {
	if l.about != nil && !slices.Contains(l.about, asked.About()) {
		return nil, false
	}
	units = asked.Units()
	if l.bound {
		units = slices.DeleteFunc(slices.Clone(units),
			func(id order.UnitID) bool { return !slices.Contains(l.units, id) })
		if len(units) == 0 {
			return nil, false
		}
	}
	if !l.hexed || l.holds(asked.Hex()) {
		return units, true
	}
	units = slices.DeleteFunc(slices.Clone(units), func(id order.UnitID) bool { return !l.holds(asked.At(id)) })
	return units, len(units) > 0
}

func (l *Line) holds(h hex.Hex) bool {
	_, found := slices.BinarySearchFunc(l.hexes, h, hex.Compare)
	return found
}

// facts answer a condition.
type facts interface {
	is(situation string) bool
	count(quantity string) int
}

// fact is what is so of some units.
type fact struct {
	Asked
	units []order.UnitID
}

func (f fact) is(word string) bool   { return f.Is(word, f.units) }
func (f fact) count(word string) int { return f.Count(word, f.units) }

// holds says whether the condition holds.
func (c Cond) holds(f facts) bool {
	switch c.Op {
	case "":
		return true
	case opIs:
		return f.is(c.Word)
	case opNot:
		return !c.Of[0].holds(f)
	case opAnd:
		return !slices.ContainsFunc(c.Of, func(of Cond) bool { return !of.holds(f) })
	case opOr:
		return slices.ContainsFunc(c.Of, func(of Cond) bool { return of.holds(f) })
	}
	n, than := f.count(c.Word), c.N
	if c.Than != "" {
		than = f.count(c.Than)
	}
	switch c.Op {
	case ">":
		return n > than
	case ">=":
		return n >= than
	case "<":
		return n < than
	case "<=":
		return n <= than
	case "!=":
		return n != than
	}
	return n == than
}
