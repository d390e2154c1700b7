package standing

import (
	"cmp"
	"reflect"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// answers finds the decisions that the line is about: those that all of its acts can answer.
func (r *reader) answers() error {
	l := &r.line
	for i, b := range l.Branches {
		about := r.words.answered(b.Do)
		if about == nil {
			continue
		}
		if l.about == nil {
			l.about = slices.Clone(about)
			continue
		}
		l.about = slices.DeleteFunc(l.about, func(kind string) bool { return !slices.Contains(about, kind) })
		if len(l.about) == 0 {
			return r.wrong(r.tokens[0], view.T("standing.mixed", "act", r.words.act(l.Branches[0].Do),
				"other", r.words.act(l.Branches[i].Do)))
		}
	}
	return nil
}

// answered are the decisions that an act can answer, nil for all.
func (w Words) answered(a Act) (out []string) {
	if about, ok := a.Arg(wordAbout); ok {
		for _, c := range about.Of {
			out = append(out, c.Word)
		}
		return out
	}
	action, _ := w.action(a.Word)
	return action.Answers
}

// settle finds the hexes and the units that the line is about.
func (l *Line) settle(w Words) error {
	for _, a := range l.Where {
		var hexes []hex.Hex
		var units []order.UnitID
		for _, c := range a.Of {
			units = append(units, c.Units...)
			if c.N == 0 {
				hexes = append(hexes, c.Hexes...)
				continue
			}
			for h := range w.Grid.All() {
				if slices.ContainsFunc(c.Hexes, func(o hex.Hex) bool { return w.Grid.Distance(h, o) <= c.N }) {
					hexes = append(hexes, h)
				}
			}
		}
		empty := false
		if hexes != nil {
			l.hexes, l.hexed = both(l.hexes, hexes, l.hexed, hex.Compare), true
			empty = len(l.hexes) == 0
		} else {
			l.units, l.bound = both(l.units, units, l.bound, cmp.Compare[order.UnitID]), true
			empty = len(l.units) == 0
		}
		if empty {
			return l.problem(view.T("standing.nobody", "word", a.Name))
		}
	}
	return nil
}

// both is the sorted intersection of two lists; the second list where first is false.
func both[T comparable](a, b []T, first bool, compare func(a, b T) int) []T {
	b = slices.SortedFunc(slices.Values(b), compare)
	b = slices.Compact(b)
	if !first {
		return b
	}
	return slices.DeleteFunc(b, func(x T) bool { return !slices.Contains(a, x) })
}

func (l *Line) problem(why view.Text) error {
	return &Problem{Line: l.Number, Text: l.String(), Column: 1, Why: why}
}

// check finds the first line that can never match, or that earlier lines always answer for; nil when there is none.
func (s Set) check(w Words) *Problem {
	for i := range s.Lines {
		l := &s.Lines[i]
		p := &Problem{Line: l.Number, Text: l.String(), Column: 1}
		var before Cond // the condition on which an earlier branch is sure to answer
		for _, b := range l.Branches {
			if !w.possible(all(b.If, no(before))) {
				p.Why = view.T("standing.never", "act", w.act(b.Do))
				break
			}
			if l.sure(w, b.Do) {
				before = either(before, b.If)
			}
		}
		if p.Why.ID == "" {
			p.Why, p.By = s.shadowed(w, i)
		}
		if p.Why.ID != "" {
			return p
		}
	}
	return nil
}

// shadowed says why an earlier line answers whenever this one could, and which line; the zero Text when none does.
func (s Set) shadowed(w Words, at int) (why view.Text, by int) {
	l := &s.Lines[at]
	when := l.when(func(Act) bool { return true })
	var together Cond
	for i := range s.Lines[:at] {
		e := &s.Lines[i]
		if !e.spans(l) {
			continue
		}
		sure := e.when(func(a Act) bool { return e.sure(w, a) })
		together = either(together, sure)
		if w.possible(all(when, no(sure))) {
			continue
		}
		said := Line{Where: l.Where, Branches: e.Branches}
		switch {
		case !l.spans(e) || w.possible(all(sure, no(when))):
			return view.T("standing.covered", "line", e.Number), e.Number
		case said.String() == (Line{Where: l.Where, Branches: l.Branches}).String(),
			reflect.DeepEqual(e.Branches, l.Branches):
			return view.T("standing.again", "line", e.Number), e.Number
		}
		return view.T("standing.contradicts", "line", e.Number), e.Number
	}
	if together.Op != "" && !w.possible(all(when, no(together))) {
		return view.T("standing.covered-by-all"), 0
	}
	return view.Text{}, 0
}

// spans says whether a line is about everything that another line is about.
func (l *Line) spans(o *Line) bool {
	return spans(l.about, o.about, l.about != nil, o.about != nil) &&
		spans(l.hexes, o.hexes, l.hexed, o.hexed) && spans(l.units, o.units, l.bound, o.bound)
}

// spans says whether one list contains another; an unbound list contains everything.
func spans[T comparable](a, b []T, aBound, bBound bool) bool {
	return !aBound || bBound && !slices.ContainsFunc(b, func(x T) bool { return !slices.Contains(a, x) })
}

// when is the condition on which the line answers by an act for which so is true.
func (l *Line) when(so func(Act) bool) Cond {
	out := Cond{Op: opOr}
	for _, b := range l.Branches {
		if so(b.Do) {
			out.Of = append(out.Of, b.If)
		}
	}
	return out
}

// sure says whether an act of the line can always be carried out, so that no later line is needed.
func (l *Line) sure(w Words, a Act) bool {
	action, _ := w.action(a.Word)
	return !l.passes(a) && !action.Fails && !slices.ContainsFunc(a.Args, func(x Arg) bool {
		o, _ := action.operand(x.Name)
		return o.Fails
	})
}

func all(of ...Cond) Cond { return Cond{Op: opAnd, Of: of} }
func either(a, b Cond) Cond {
	if a.Op == "" { // empty so far
		a = Cond{Op: opOr}
	}
	return Cond{Op: opOr, Of: []Cond{a, b}}
}

// no is the negation of a condition that either has built; an empty condition stays empty.
func no(c Cond) Cond {
	if c.Op == "" {
		return Cond{}
	}
	return Cond{Op: opNot, Of: []Cond{c}}
}

// mostCases limits the cases that are tried to find out whether a condition can hold. A condition with more
// cases is assumed to be possible.
const mostCases = 1024

// possible says whether a condition can hold, by trying every combination of values that makes a difference to it.
func (w Words) possible(c Cond) bool {
	t := trial{words: w, so: map[string]bool{}, counts: map[string]int{}}
	t.gather(c)
	cases := 1
	for range t.situations {
		cases *= 2
		if cases > mostCases {
			return true
		}
	}
	values := make([][]int, len(t.quantities))
	for i, q := range t.quantities {
		values[i] = t.values(q)
		if cases *= max(len(values[i]), 1); cases > mostCases {
			return true
		}
	}
	return t.some(c, 0, values)
}

// trial is a case being built from values for situations and quantities.
type trial struct {
	words      Words
	situations []string
	quantities []Quantity
	numbers    []int // the numbers with which quantities are compared
	compared   bool  // whether quantities are compared with each other

	so     map[string]bool
	counts map[string]int
}

func (t *trial) is(word string) bool   { return t.so[word] }
func (t *trial) count(word string) int { return t.counts[word] }

func (t *trial) gather(c Cond) {
	for _, of := range c.Of {
		t.gather(of)
	}
	if c.Op == opIs && !slices.Contains(t.situations, c.Word) {
		t.situations = append(t.situations, c.Word)
	}
	for _, word := range []string{c.Word, c.Than} {
		q, ok := t.words.quantity(word)
		if ok && c.Op != opIs && !slices.ContainsFunc(t.quantities, func(o Quantity) bool { return o.Word == q.Word }) {
			t.quantities = append(t.quantities, q)
		}
	}
	if c.Word != "" && c.Op != opIs {
		t.numbers = append(t.numbers, c.N)
		t.compared = t.compared || c.Than != ""
	}
}

// values are the values of a quantity that can make a difference: those next to the numbers with which it is compared.
func (t *trial) values(q Quantity) []int {
	out := []int{q.Min, q.Max}
	around := 1
	if t.compared {
		around = len(t.quantities)
	}
	for _, n := range t.numbers {
		for d := -around; d <= around; d++ {
			if q.Min <= n+d && n+d <= q.Max {
				out = append(out, n+d)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// some says whether the condition holds in any case that extends the present one.
func (t *trial) some(c Cond, at int, values [][]int) bool {
	switch n := len(t.situations); {
	case at < n:
		for _, so := range []bool{true, false} {
			t.so[t.situations[at]] = so
			if (!so || t.fits(t.situations[at], at)) && t.some(c, at+1, values) {
				return true
			}
		}
		return false
	case at < n+len(values):
		for _, v := range values[at-n] {
			t.counts[t.quantities[at-n].Word] = v
			if t.some(c, at+1, values) {
				return true
			}
		}
		return false
	}
	return c.holds(t)
}

// fits says whether a situation can be true together with those already chosen.
func (t *trial) fits(word string, at int) bool {
	s, _ := t.words.situation(word)
	return !slices.ContainsFunc(t.situations[:at], func(other string) bool {
		o, _ := t.words.situation(other)
		return t.so[other] && (slices.Contains(s.Beside, other) || slices.Contains(o.Beside, word))
	})
}
