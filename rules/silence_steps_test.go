package rules_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"grognard/rules"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// sameAccounts gives an order in both matches: it is refused alike, or told alike
// to the public and to the observer, up to a fight that opens one of the stacks.
func (w *witness) sameAccounts(by order.Side, o order.Order) {
	w.t.Helper()
	w.follow(w.p.m, w.twin, by, o)
}

// follow gives an order in a match and in its twin, compares the outcomes, and returns both matches after it;
// nil when the order was refused or the stacks were opened.
func (w *witness) follow(m, twin *rules.Match, by order.Side, o order.Order) (*rules.Match, *rules.Match) {
	w.t.Helper()
	rec, errA := m.Decide(by, o, w.p.roll)
	other, errB := twin.Decide(by, o, w.p.roll)
	var a, b *view.Denial
	deniedA, deniedB := errors.As(errA, &a), errors.As(errB, &b)
	if deniedA != deniedB && by == w.owner && keepsReplacements(a, b) {
		return nil, nil
	}
	if deniedA != deniedB || errA == nil != (errB == nil) {
		w.t.Fatalf("%s %+v: %v, for the twin %v", by, o, errA, errB)
	}
	if by == w.observer {
		w.same("a refusal", a, b)
	}
	if errA != nil {
		return nil, nil
	}
	before := m.Public().Board()
	m, twin = m.Copy(), twin.Copy()
	m.Settle()
	twin.Settle()
	told, err := m.Apply(m.Seq()+1, rec)
	if err != nil {
		w.t.Fatal(err)
	}
	toldTwin, err := twin.Apply(twin.Seq()+1, other)
	if err != nil {
		w.t.Fatal(err)
	}
	uncovered := w.uncovered(before, m.Public().Board()) || w.uncovered(before, twin.Public().Board())
	public, publicTwin := w.hushed(told.Public(), uncovered), w.hushed(toldTwin.Public(), uncovered)
	own, ownTwin := w.hushed(told.For(w.observer), uncovered), w.hushed(toldTwin.For(w.observer), uncovered)
	if o.Verb == "airstrike" && slices.Contains(w.hexes, o.Hex("hex")) {
		public, publicTwin = untilDeath(public, publicTwin)
		own, ownTwin = untilDeath(own, ownTwin)
	}
	w.same("a public account of "+string(o.Verb), public, publicTwin)
	w.same("an account of "+string(o.Verb), own, ownTwin)
	if len(public) < len(told.Public()) || len(publicTwin) < len(toldTwin.Public()) || uncovered {
		w.opened++
		return nil, nil
	}
	w.sameBoards(" after "+string(o.Verb), m, twin)
	w.sameUndo(m, twin)
	w.follows++
	if len(own) > 0 && w.follows%often(900) == 0 && m.SameZones(twin, w.observer) {
		w.samePictures(m, twin, []view.Account{told}, []view.Account{toldTwin})
	}
	return m, twin
}

// keepsReplacements says whether one twin may keep replacements that the other can use: keeping them reveals
// that there is no use for them (afb 1.11).
func keepsReplacements(a, b *view.Denial) bool {
	if a == nil {
		a = b
	}
	return a.Rule == "afb 1.11"
}

// uncovered says whether another unit lies on top of one of the stacks now: what lay
// under a top that is gone is seen.
func (w *witness) uncovered(before, after *view.Board) bool {
	for _, h := range w.hexes {
		if !slices.Equal(tops(before, h), tops(after, h)) {
			return true
		}
	}
	return false
}

func tops(b *view.Board, h hex.Hex) []order.UnitID {
	for _, st := range b.Stacks {
		if st.Hex == h && len(st.Known) > 0 {
			return []order.UnitID{st.Known[0].ID}
		}
	}
	return nil
}

// hushed is what is told before a fight opens one of the two stacks, before a marker
// is taken off one that it has covered (1.7), or before a withdrawal.
func (w *witness) hushed(lines []view.Line, uncovered bool) []view.Line {
	i := slices.IndexFunc(lines, func(l view.Line) bool {
		return l.Reckoned != nil && slices.Contains(w.hexes, l.Reckoned.Target) || uncovered &&
			l.Text.ID == "told.unmarked" ||
			l.Text.ID == "told.withdrawn" || // who leaves the map for good is seen
			l.Text.ID == "told.lost" && l.Rule == "5.0c" // and who arrived in vain, drawn as he was
	})
	if i < 0 {
		return lines
	}
	return lines[:i]
}

// untilDeath is what two accounts of an air strike tell before the first death in
// either: what dies is seen, and a kill roll may cost one twin its last step and the
// other one of two.
func untilDeath(a, b []view.Line) ([]view.Line, []view.Line) {
	n := max(len(a), len(b))
	for _, lines := range [][]view.Line{a, b} {
		if i := slices.IndexFunc(lines, func(l view.Line) bool { return l.Text.ID == "told.lost" }); i >= 0 {
			n = min(n, i)
		}
	}
	return a[:min(n, len(a))], b[:min(n, len(b))]
}

// differs is the first stack that differs in two boards, or else the rest of them.
func differs(a, b *view.Board) (string, string) {
	for i := range a.Stacks {
		if i >= len(b.Stacks) || !reflect.DeepEqual(a.Stacks[i], b.Stacks[i]) {
			return fmt.Sprintf("%+v", a.Stacks[i:]), fmt.Sprintf("%+v", b.Stacks[min(i, len(b.Stacks)):])
		}
	}
	return fmt.Sprintf("%+v %+v %+v", a.Phase, a.Due, a.OffMap), fmt.Sprintf("%+v %+v %+v", b.Phase, b.Due, b.OffMap)
}
