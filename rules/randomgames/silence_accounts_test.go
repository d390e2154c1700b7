package randomgames

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

// pair returns copies of the match and its twin that can be changed, in which everything is final for undo.
func (w *witness) pair() (m, twin *rules.Match) {
	w.t.Helper()
	if w.copies[0] == nil {
		w.copies = [2]*rules.Match{w.settled.open(w.t), w.settledTwin.open(w.t)}
	}
	return w.copies[0], w.copies[1]
}

// sameAccounts gives an order in both matches. Both must refuse it alike, or tell the public and the observer alike of
// it, up to a fight that opens one of the stacks.
func (w *witness) sameAccounts(by order.Side, o order.Order) {
	w.t.Helper()
	if _, stands := w.follow(by, o); stands {
		w.copies = [2]*rules.Match{}
	}
}

// follow gives an order in the copies of both matches and compares the outcomes. told is false if the order was refused
// or opened the stacks; stands is false in these cases and if the order was taken back.
func (w *witness) follow(by order.Side, o order.Order) (told, stands bool) {
	w.t.Helper()
	m, twin := w.pair()
	rec, errA := m.Decide(by, o, w.p.roll)
	other, errB := twin.Decide(by, o, w.p.roll)
	var a, b *view.Denial
	deniedA, deniedB := errors.As(errA, &a), errors.As(errB, &b)
	if deniedA != deniedB && by == w.owner && keepsReplacements(a, b) {
		return false, false
	}
	if deniedA != deniedB || (errA == nil) != (errB == nil) {
		w.t.Fatalf("%s %+v: %v, for the twin %v", by, o, errA, errB)
	}
	if by == w.observer {
		w.same("a refusal", a, b)
	}
	if errA != nil {
		return false, false
	}
	before := m.Public().Board()
	acc := must(m.Apply(m.Seq()+1, rec))(w.t)
	accTwin := must(twin.Apply(twin.Seq()+1, other))(w.t)
	uncovered := w.uncovered(before, m.Public().Board()) || w.uncovered(before, twin.Public().Board())
	public, publicTwin := w.hushed(acc.Public(), uncovered), w.hushed(accTwin.Public(), uncovered)
	own, ownTwin := w.hushed(acc.For(w.observer), uncovered), w.hushed(accTwin.For(w.observer), uncovered)
	if o.Verb == "airstrike" && slices.Contains(w.hexes, o.Hex("hex")) {
		public, publicTwin = untilDeath(public, publicTwin)
		own, ownTwin = untilDeath(own, ownTwin)
	}
	w.same("a public account of "+string(o.Verb), public, publicTwin)
	w.same("an account of "+string(o.Verb), own, ownTwin)
	if len(public) < len(acc.Public()) || len(publicTwin) < len(accTwin.Public()) || uncovered {
		w.opened++
		w.copies = [2]*rules.Match{}
		return false, false
	}
	w.sameBoards(" after "+string(o.Verb), m, twin)
	w.follows++
	if len(own) > 0 && w.follows%often(900) == 0 && w.of(m).sameZones(twin, w.observer) {
		w.samePictures(m, twin, []view.Account{acc}, []view.Account{accTwin})
	}
	return true, !w.sameUndo(by, o)
}

// keepsReplacements reports whether a refusal that only one of two twins has is by afb 1.11. That one is no leak: only
// a side that can use its replacements must use them, and keeping them is seen.
func keepsReplacements(a, b *view.Denial) bool {
	if a == nil {
		a = b
	}
	return a.Rule == "afb 1.11"
}

// uncovered reports whether other units lie on top of one of the stacks now: the one under a top that is gone is seen.
func (w *witness) uncovered(before, after *view.Board) bool {
	return slices.ContainsFunc(w.hexes, func(h hex.Hex) bool { return !slices.Equal(tops(before, h), tops(after, h)) })
}

func tops(b *view.Board, h hex.Hex) []order.UnitID {
	if st, _ := stackAt(b, h); len(st.Known) > 0 {
		return []order.UnitID{st.Known[0].ID}
	}
	return nil
}

// hushed cuts an account before the line by which a fight opens one of the two stacks, or a unit leaves the game in
// view of all. If a new top has come up (uncovered), it also cuts where a marker comes off what it covered in 1.7.
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

// untilDeath cuts two accounts of an air strike before the first death in either. What dies is seen, and a kill roll
// may cost one twin its last step and the other twin one of two.
func untilDeath(a, b []view.Line) (cutA, cutB []view.Line) {
	n := max(len(a), len(b))
	for _, lines := range [][]view.Line{a, b} {
		if i := slices.IndexFunc(lines, func(l view.Line) bool { return l.Text.ID == "told.lost" }); i >= 0 {
			n = min(n, i)
		}
	}
	return a[:min(n, len(a))], b[:min(n, len(b))]
}

// differs returns the first stack that differs in two boards as text, or else the rest of both boards.
func differs(a, b *view.Board) (ofA, ofB string) {
	for i := range a.Stacks {
		if i >= len(b.Stacks) || !reflect.DeepEqual(a.Stacks[i], b.Stacks[i]) {
			return fmt.Sprintf("%+v", a.Stacks[i:]), fmt.Sprintf("%+v", b.Stacks[min(i, len(b.Stacks)):])
		}
	}
	return fmt.Sprintf("%+v %+v %+v", a.Phase, a.Due, a.OffMap), fmt.Sprintf("%+v %+v %+v", b.Phase, b.Due, b.OffMap)
}

// sameUndo asks to take back the last order of the observer, and takes back the last order of a side: what the
// observer is told of it, and the boards after it, are equal. undone reports whether it was taken back.
func (w *witness) sameUndo(by order.Side, o order.Order) (undone bool) {
	w.t.Helper()
	m, twin := w.pair()
	u, err := m.Undo(w.observer)
	uTwin, errTwin := twin.Undo(w.observer)
	w.same("an undo", []any{u, err}, []any{uTwin, errTwin})
	if u, err = m.Undo(by); err != nil {
		return false
	}
	w.undone++
	taken, errA := m.Taken(u)
	takenTwin, errB := twin.Taken(u)
	w.same("what would be taken back", []any{taken.Public(), taken.For(w.observer), errA},
		[]any{takenTwin.Public(), takenTwin.For(w.observer), errB})
	w.sameRevert(u, false) // others have not heard of it
	w.again(by, o)
	u = must(m.Undo(by))(w.t)
	w.sameRevert(u, true)
	return true
}

// sameRevert takes an order back in both matches; told is whether others had heard of it.
func (w *witness) sameRevert(u rules.Undo, told bool) {
	w.t.Helper()
	m, twin := w.pair()
	said, errA := m.Revert(m.Seq()+1, u, told)
	saidTwin, errB := twin.Revert(twin.Seq()+1, u, told)
	w.same("an account of an undo", []any{said.Public(), said.For(w.observer), errA},
		[]any{saidTwin.Public(), saidTwin.For(w.observer), errB})
	w.same("the public board after an undo", m.Public().Board(), twin.Public().Board())
	w.same("the other side's board after an undo", m.View(w.observer).Board(), twin.View(w.observer).Board())
}

// again gives an order that was taken back. Its record is another one if it answers a decision, which is asked anew.
func (w *witness) again(by order.Side, o order.Order) {
	w.t.Helper()
	w.pair()
	for _, m := range w.copies {
		rec, err := m.Decide(by, o, w.p.roll)
		if err == nil {
			_, err = m.Apply(m.Seq()+1, rec)
		}
		noError(w.t, err)
	}
}
