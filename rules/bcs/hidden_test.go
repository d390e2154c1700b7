package bcs_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// Twins are positions that differ only in units hidden under the tops of stacks. To all but their owner they look
// alike: boards, overlays, offers, completions, refusals, warnings, odds and previews are equal, and so is what is told
// of every order until something happens to the hidden units themselves. The test tries every order of the series, also
// one that is added later. The flag -positions tries more games.
func TestHidden_TwinsLookTheSame(t *testing.T) {
	w := &witness{}
	d := hiding(t)
	seeds := []uint64{24} // in this game a top has to retreat while a unit under it stays
	for seed := range uint64(2 * *positions) {
		seeds = append(seeds, seed)
	}
	for _, seed := range seeds {
		w.p = newTableOf(t, d, 200+seed)
		w.field = &field{t: t, g: must.Get(game.New(d))(t), random: rand.New(rand.NewPCG(40, seed))}
		for n := 0; n < 120 && !w.p.m.Standing().Over; n++ {
			w.p.says()
			if n%3 == 0 {
				w.position()
			}
		}
	}
	t.Logf("%+v", w.counts)
	if c := w.counts; c.swapped < 20 || c.worn < 40 || c.owing == 0 || c.legal < 500 || c.refused < 1000 ||
		c.odds < 30 || c.told < 200 || c.opened < 10 || c.engaged < 20 || c.doings < 100 || c.previewed < 100 ||
		c.undone < 50 || c.armed < 50 || c.foreseen < 5 || c.tried == 0 {
		t.Errorf("too few: %+v", c)
	}
}

// A unit that has Support still lies over one that has lost its own, whatever took it away.
func TestHidden_UnitWithSupportComesOnTop(t *testing.T) {
	d := hiding(t)
	p := newTableOf(t, d, 1)
	st := truth(t, p.m, d)
	at := st.Piece("rifles-2").At.Hex
	apply(t, st, state.Moved{Units: []order.UnitID{"hussars-3"}, Path: []hex.Hex{at}, How: "setup"},
		state.Counted{Tally: "lost hussars 0", N: 2})
	m := p.opened(st)
	must.Get(m.Apply(m.Seq()+1, must.Get(m.Decide(p.acts(), order.Order{Verb: "end"}, dice{p.random}))(t)))(t)
	for _, s := range m.View("blue").Board().Stacks {
		if s.Hex == at && (s.Height != 2 || len(s.Known) != 1 || s.Known[0].ID != "rifles-2") {
			t.Errorf("blue sees %+v", s)
		}
	}
}

// witness compares a match with a twin of it.
type witness struct {
	*field
	p               *table
	m, twin         *rules.Match
	owner, observer order.Side
	ids             []order.UnitID // the units in which the twins differ; all hidden from the observer
	hexes           []hex.Hex      // where those units lie
	list            []string       // orders that the observer can give
	counts          struct {
		swapped, worn, owing, legal, refused, odds, told, opened, engaged, doings, previewed, undone int
		armed, foreseen, tried                                                                       int
	}
}

// position compares a position like that of the game with twins of it, for each side that may hide some.
func (w *witness) position() {
	w.t.Helper()
	st := truth(w.t, w.p.m, w.g.Def)
	if len(st.Pending) == 0 {
		w.crowd(st)
	} else {
		w.counts.owing++
	}
	w.ordered(st)
	for _, side := range w.g.Def.Sides {
		w.owner, w.observer = side.ID, w.g.Enemy(side.ID)
		ids := w.under(st, w.owner)
		w.random.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		for ; len(ids) >= 2; ids = ids[2:] {
			if twin, ok := w.swapped(st, ids[0], ids[1]); ok {
				w.counts.swapped++
				w.compare(w.p.opened(st), w.p.opened(twin), ids[0], ids[1])
			}
			if twin, ok := w.worn(st, ids[0]); ok {
				w.counts.worn++
				w.compare(w.p.opened(st), w.p.opened(twin), ids[0])
			}
		}
	}
}

// same checks that two values, which what names, are equal. Of two boards it tells which field differs.
func (w *witness) same(what string, a, b any) {
	w.t.Helper()
	if reflect.DeepEqual(a, b) {
		return
	}
	if x, ok := a.(*view.Board); ok {
		y := b.(*view.Board)
		for i := range reflect.TypeOf(*x).NumField() {
			a, b := reflect.ValueOf(*x).Field(i).Interface(), reflect.ValueOf(*y).Field(i).Interface()
			if !reflect.DeepEqual(a, b) {
				w.t.Fatalf("seed %d: %s tells twins of %v apart by %s:\n%+v\n%+v", w.p.seed, what, w.ids,
					reflect.TypeOf(*x).Field(i).Name, a, b)
			}
		}
	}
	w.t.Fatalf("seed %d: %s tells twins of %v apart:\n%+v\n%+v", w.p.seed, what, w.ids, a, b)
}

// compare compares a match with a twin that differs in some units.
func (w *witness) compare(m, twin *rules.Match, ids ...order.UnitID) {
	w.t.Helper()
	w.m, w.twin, w.ids, w.hexes, w.list = m, twin, ids, nil, nil
	for _, id := range ids {
		_, at, _ := m.View(w.owner).Board().Find(id)
		w.hexes = append(w.hexes, at)
	}
	w.sameBoards("", m, twin)
	w.same("the list of orders", m.Verbs(w.observer), twin.Verbs(w.observer))
	a, okA := m.Default(w.observer)
	b, okB := twin.Default(w.observer)
	w.same("a default", []any{a, okA}, []any{b, okB})
	w.sameAnswers()
	for _, st := range m.View(w.observer).Board().Stacks {
		w.same("a whole stack", m.Whole(w.observer, "move", nil, st.Hex), twin.Whole(w.observer, "move", nil, st.Hex))
	}
	for _, spec := range m.Specs() {
		for range 2 {
			w.sameOffers(spec.Verb)
			w.sameOrder(w.anyOrder(spec))
		}
		w.sameDoing(w.anyOrder(spec))
	}
	w.samePreviews()
	w.sameDoing(order.Order{Verb: "end"})
}

// sameAnswers compares what ready-made answers decide, and what they would in the attacks that the observer sees coming.
func (w *witness) sameAnswers() {
	w.t.Helper()
	c := w.m.StandingChoices()[w.random.IntN(3)]
	left := standing.Answers{Set: c.ID}
	a, okA := w.m.Answer(w.observer, left)
	b, okB := w.twin.Answer(w.observer, left)
	w.same("a ready-made answer", []any{a, okA}, []any{b, okB})
	x, errX := w.m.TryStanding(w.observer, left, hex.None, "")
	y, errY := w.twin.TryStanding(w.observer, left, hex.None, "")
	w.same("answers that are tried", []any{x, errX}, []any{y, errY})
	w.counts.tried += len(x)
}

// sameBoards compares what the public and the observer see, with each kind of overlay.
func (w *witness) sameBoards(after string, m, twin *rules.Match) {
	w.t.Helper()
	var with []view.Layer
	stacks := m.Public().Board().Stacks
	for _, k := range m.Layers() {
		if after != "" && w.chance(90) { // a new picture of all takes most of the time
			continue
		}
		l := view.Layer{Kind: k.Name}
		if k.Of == view.OfUnit {
			l.Unit = oneOf(w.field, stacks).Known[0].ID
		}
		with = append(with, l)
	}
	w.same("the public board"+after, m.Public(with...).Board(), twin.Public(with...).Board())
	w.same("the enemy's board"+after, m.View(w.observer, with...).Board(), twin.View(w.observer, with...).Board())
}

// sameOffers follows the offers of an order as far as they lead, in a random way, and keeps the orders that they make.
func (w *witness) sameOffers(v order.Verb) {
	w.t.Helper()
	var picks []view.Pick
	for range 6 {
		a, errA := w.m.Offer(w.observer, v, picks)
		b, errB := w.twin.Offer(w.observer, v, picks)
		w.same(fmt.Sprintf("an offer of %s after %v", v, picks), a, b)
		w.same("a refusal to offer "+string(v), errA, errB)
		if a.Done {
			o := w.m.Order(v, picks)
			w.sameOrder(o)
			spec, _ := w.m.Spec(v)
			w.list = append(w.list, order.Format(spec, o))
		}
		if len(a.Next) == 0 || errA != nil {
			return
		}
		picks = append(picks, oneOf(w.field, a.Next))
	}
}

// anyOrder returns an order with random values, which is hardly ever legal.
func (w *witness) anyOrder(spec order.Spec) order.Order {
	o := order.Order{Verb: spec.Verb}
	all := &table{t: w.p.t, m: w.m}
	for _, opt := range spec.Said() {
		if !opt.Required && w.chance(50) {
			continue
		}
		if values := all.values(o, opt); len(values) > 0 {
			o = o.With(oneOf(w.field, values))
		}
	}
	return o
}

// sameOrder compares what the observer hears of an order before and after he has given it.
func (w *witness) sameOrder(o order.Order) {
	w.t.Helper()
	w.same("what an order costs", w.m.Warnings(w.observer, o), w.twin.Warnings(w.observer, o))
	a, errA := w.m.Odds(w.observer, o)
	b, errB := w.twin.Odds(w.observer, o)
	w.same("odds", a, b)
	w.same("a refusal of odds", errA, errB)
	if errA == nil {
		w.counts.odds++
	}
	spec, _ := w.m.Spec(o.Verb)
	for _, opt := range spec.Options {
		w.same("a completion", w.m.Complete(w.observer, o, opt.Name), w.twin.Complete(w.observer, o, opt.Name))
	}
	w.sameAccounts(w.observer, o)
}

// sameDoing compares what others hear of an order of the owner that names neither the units nor any that lie with them.
func (w *witness) sameDoing(o order.Order) {
	w.t.Helper()
	spec, _ := w.m.Spec(o.Verb)
	for _, opt := range spec.Options {
		for _, id := range o.Units(opt.Name) {
			if _, at, _ := w.m.View(w.owner).Board().Find(id); slices.Contains(w.hexes, at) {
				return
			}
		}
		if slices.Contains(w.ids, order.UnitID(o.Word(opt.Name))) {
			return
		}
	}
	w.counts.doings++
	w.sameAccounts(w.owner, o)
}

// sameAccounts gives an order in copies of both matches, with the same dice. Both must refuse it alike, or tell of it
// alike until something happens to the units in which they differ.
func (w *witness) sameAccounts(by order.Side, o order.Order) {
	w.t.Helper()
	m, twin := rules.Freeze(w.m), rules.Freeze(w.twin)
	seed := w.random.Uint64()
	rec, errA := m.Decide(by, o, dice{rand.New(rand.NewPCG(seed, 1))})
	other, errB := twin.Decide(by, o, dice{rand.New(rand.NewPCG(seed, 1))})
	if by == w.observer {
		w.same("a refusal of "+string(o.Verb), errA, errB)
	}
	if errA != nil || errB != nil { // the owner, who sees his hidden units, may be refused in one match alone
		w.counts.refused++
		return
	}
	w.counts.legal++
	was := m.Public().Board()
	odds, oddsErr := m.Odds(by, o)
	acc, accTwin := must.Get(m.Apply(m.Seq()+1, rec))(w.t), must.Get(twin.Apply(twin.Seq()+1, other))(w.t)
	public, publicTwin, shown := w.until(acc.Public(), accTwin.Public())
	own, ownTwin, _ := w.until(acc.For(w.observer), accTwin.For(w.observer))
	_, _, happened := w.until(acc.For(w.owner), accTwin.For(w.owner))
	w.same("a public account of "+string(o.Verb), public, publicTwin)
	w.same("an account of "+string(o.Verb), own, ownTwin)
	w.counts.told += len(public)
	if oddsErr == nil {
		w.fought(odds, acc.Public())
	}
	if oddsErr == nil || w.chance(10) {
		w.ordered(truth(w.t, m, w.g.Def))
	}
	if shown || happened || w.uncovered(was, m) || w.uncovered(was, twin) {
		w.counts.opened++
		return
	}
	w.sameBoards(" after "+string(o.Verb), m, twin)
	u, errA := m.Undo(by)
	uTwin, errB := twin.Undo(by)
	w.same("an undo", []any{u, errA}, []any{uTwin, errB})
	if errA == nil {
		w.counts.undone++
	}
}

// fought checks that the told fight was fought at these odds. It skips odds against unknown units, and fights before
// which something was rolled that could change them.
func (w *witness) fought(odds view.Odds, told []view.Line) {
	w.t.Helper()
	i := slices.IndexFunc(told, func(l view.Line) bool { return l.Reckoned != nil })
	if odds.Unseen > 0 || i >= 0 && !told[i].Reckoned.ByNet {
		return
	}
	if i < 0 || told[i].Reckoned.Net != odds.Best.Net || !reflect.DeepEqual(told[i].Reckoned.Terms, odds.Best.Terms) {
		w.t.Fatalf("seed %d: a fight is told as %+v; its odds were %+v", w.p.seed, told, odds)
	}
	w.counts.engaged++
}

// ordered checks that each stack shows what can be engaged in it: a unit with an AV if it has one, or one with Support.
func (w *witness) ordered(st *state.State) {
	w.t.Helper()
	pos := law.NewPosition(w.g, st)
	weight := func(u *state.Piece) int {
		switch {
		case w.g.Face(u).AV.Value > 0:
			return 2
		case pos.HasSupport(u):
			return 1
		}
		return 0
	}
	for top := range st.Tops() {
		for u := range st.Pile(top.At.Hex) {
			if w.g.IsCombat(u) && weight(u) > weight(top) {
				w.t.Fatalf("seed %d: %s lies over %s", w.p.seed, top.ID, u.ID)
			}
			if u != top && weight(u) > 0 {
				w.counts.armed++
			}
		}
	}
}

// until cuts both accounts before the first line of either that concerns one of w.ids; shown reports whether one does.
func (w *witness) until(a, b []view.Line) (x, y []view.Line, shown bool) {
	n := max(len(a), len(b))
	for _, lines := range [][]view.Line{a, b} {
		if i := slices.IndexFunc(lines, w.concerns); i >= 0 {
			n, shown = min(n, i), true
		}
	}
	return append(x, a[:min(n, len(a))]...), append(y, b[:min(n, len(b))]...), shown
}

// concerns reports whether a line names one of the units, or tells of Support that a Formation gets or loses, because
// that changes the zones of its units wherever they lie.
func (w *witness) concerns(l view.Line) bool {
	if slices.Contains([]string{"bcs.told.support-lost", "bcs.told.assigned", "bcs.told.released"}, l.Text.ID) {
		return true
	}
	said := fmt.Sprintf("%+v %+v %+v", l.Text, l.MapEvent, l.Reckoned)
	return slices.ContainsFunc(w.ids, func(id order.UnitID) bool { return strings.Contains(said, string(id)) })
}

// uncovered reports whether another unit lies on top of one of the stacks now, or the public sees one of the units.
func (w *witness) uncovered(was *view.Board, m *rules.Match) bool {
	top := func(b *view.Board, h hex.Hex) order.UnitID {
		for _, st := range b.Stacks {
			if st.Hex == h {
				return st.Known[0].ID
			}
		}
		return ""
	}
	now := m.Public().Board()
	return slices.ContainsFunc(w.hexes, func(h hex.Hex) bool { return top(was, h) != top(now, h) }) ||
		slices.ContainsFunc(w.ids, func(id order.UnitID) bool {
			_, at, seen := now.Find(id)
			return seen && at != hex.None
		})
}

// samePreviews compares what lists of orders would bring, for now and for a later turn.
func (w *witness) samePreviews() {
	w.t.Helper()
	spec := oneOf(w.field, w.m.Specs())
	w.list = append(w.list, order.Format(spec, w.anyOrder(spec)))
	w.random.Shuffle(len(w.list), func(i, j int) { w.list[i], w.list[j] = w.list[j], w.list[i] })
	lines, err := w.m.List(w.observer, strings.Join(w.list[:min(4, len(w.list))], "\n"))
	if err != nil {
		return
	}
	for _, turn := range []int{0, rules.Coming(w.m, w.observer, "")} {
		a, errA := w.m.Preview(w.observer, lines, turn, nil)
		b, errB := w.twin.Preview(w.observer, lines, turn, nil)
		w.same("an error of a preview", errA, errB)
		w.same("a preview", a.Lines, b.Lines)
		if errA == nil {
			w.same("the position after a preview", a.After.Board(), b.After.Board())
			w.counts.previewed += len(a.Lines)
			for _, l := range a.Lines {
				if l.Odds != nil {
					w.counts.foreseen++
				}
			}
		}
	}
}
