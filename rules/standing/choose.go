package standing

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Asked is a pending decision, as its side may know it. Its questions about units are put for the units of a line.
type Asked interface {
	About() string         // the word of its kind in Words.Decisions
	Hex() hex.Hex          // the hex that it is about, hex.None for none
	Units() []order.UnitID // the units that it is about
	At(order.UnitID) hex.Hex
	Is(situation string, units []order.UnitID) bool
	Count(quantity string, units []order.UnitID) int
	// Try is the order that an act leads to, or why it leads to none.
	Try(act Act, units []order.UnitID) (o order.Order, why view.Text, ok bool)
	Default() (order.Order, bool)
}

// Chosen is the answer of a set to a decision.
type Chosen struct {
	Order  order.Order
	Ask    bool // the owner has to be asked
	Line   int  // the number of the line that decided or asks
	Within int  // hours in which the owner may answer himself first
	Why    []view.Text
}

// Choose is the answer of the first line that matches and can be carried out; false when there is none. Where a
// line asks the owner within some hours, the lines after it answer when these have passed.
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

// passes says whether an act of the line finally leaves the decision to the lines after it.
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

// concerns says whether the line is about a decision, and which of its units it is about.
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

// facts is what a condition is evaluated on.
type facts interface {
	is(situation string) bool
	count(quantity string) int
}

// fact is the facts of a decision about some units.
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
