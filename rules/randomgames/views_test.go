package randomgames

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// TestReach_IsWhatCanBeDone: a unit's own side is shown every hex that the unit, or the units of a hex together, can be
// ordered to, at the cost that the order takes. Others are shown what a unit that they see could do in a movement phase
// of its own, and no more.
func TestReach_IsWhatCanBeDone(t *testing.T) {
	t.Parallel()
	now, later, orders, stacks := 0, 0, 0, 0
	for seed := range uint64(4) {
		p := newPlayer(t, "drill", 40+seed)
		for range 120 {
			if p.board.Over {
				break
			}
			for _, st := range p.own[p.board.Phase.Side].Stacks {
				stacks += p.reachTogether(st)
				for _, u := range st.Known {
					n, l, o := p.reaches(u)
					now, later, orders = now+n, later+l, orders+o
				}
			}
			p.order(p.acting())
		}
	}
	if now < 100 || later < 100 || orders < 100 || stacks < 50 {
		t.Errorf("%d units that could move, %d that could not, %d orders, %d stacks: too little is shown", now, later, orders,
			stacks)
	}
}

// reachTogether compares what units of a hex that can move together are shown to reach with the offers, and the costs.
func (p *randomPlayer) reachTogether(st view.Stack) int {
	p.t.Helper()
	whole, with := p.m.Whole(st.Side, "move", nil, st.Hex), view.Layer{Kind: "reach"}
	if len(whole) < 2 {
		return 0
	}
	left := chart.Whole(1000) // of the slowest
	for _, k := range whole {
		with.Units = append(with.Units, k.Unit)
		for _, done := range p.own[st.Side].Progress {
			if done.Unit == k.Unit && done.Left != nil && done.Left.Compare(left) < 0 {
				left = *done.Left
			}
		}
	}
	shown := reachIn(p.t, p.m.View(st.Side, with).Board()).costs
	offer := must(p.m.Offer(st.Side, "move", whole))(p.t)
	for _, k := range offer.Next {
		if k.Unit != "" || k.N != 0 {
			continue
		}
		cost, ok := offer.CostOf(k)
		if was, in := shown[k.Hex]; !ok || !in || cost.Points != was {
			p.t.Fatalf("%v are offered %v for %+v and shown it for %v, %v", with.Units, k.Hex, cost, was, in)
		}
		if more := cost.Points.Compare(left) <= 0; more && !cost.All && cost.Left != left.Minus(cost.Points) {
			p.t.Fatalf("%v with %v left are offered %v for %+v", with.Units, left, k.Hex, cost)
		}
		delete(shown, k.Hex)
	}
	if len(shown) > 0 {
		p.t.Fatalf("%v are shown %v and not offered them", with.Units, shown)
	}
	return 1
}

// reaches compares what a unit is shown to reach with what it can be ordered to do. Of the results now is 1 if it can
// move now, later 1 if it cannot, and orders counts the orders given. later is also 1 if a decision must come first.
func (p *randomPlayer) reaches(u view.Counter) (now, later, orders int) {
	p.t.Helper()
	with := view.Layer{Kind: "reach", Unit: u.ID}
	own, all := reachIn(p.t, p.m.View(u.Side, with).Board()), reachIn(p.t, p.m.Public(with).Board())
	if _, _, seen := p.board.Find(u.ID); seen != (all != nil) {
		p.t.Fatalf("%s is seen: %v; everybody is shown its reach: %v", u.ID, seen, all != nil)
	}
	if all != nil && all.now {
		p.t.Fatalf("everybody is shown what is left to %s", u.ID)
	}
	offer, err := p.m.Offer(u.Side, "move", []view.Pick{{Unit: u.ID}})
	if err != nil || p.board.Due != nil {
		if own.now && err == nil {
			return 0, 0, 0 // it may move once the decision is taken
		}
		return 0, 1, 0
	}
	if !own.now {
		p.t.Fatalf("%s can move now and is shown a later phase", u.ID)
	}
	var to []view.Pick
	for h := range own.costs {
		to = append(to, view.Pick{Hex: h})
	}
	slices.SortFunc(to, func(a, b view.Pick) int { return hex.Compare(a.Hex, b.Hex) })
	if want := slices.DeleteFunc(offer.Next, func(x view.Pick) bool {
		return x.Unit != "" || x.N != 0
	}); !slices.Equal(to, want) {
		p.t.Fatalf("%s is shown %v and offered %v", u.ID, to, want)
	}
	if all != nil && p.board.Phase.Name == "movement" && all.left == own.left && !maps.Equal(all.costs, own.costs) {
		p.t.Fatalf("with all of its points %s reaches %v; everybody is shown %v", u.ID, own.costs, all.costs)
	}
	return 1, 0, p.pays(u, to, own.costs)
}

// shownReach has what an overlay says of how far a unit goes.
type shownReach struct {
	now   bool
	left  chart.Fraction
	costs map[hex.Hex]chart.Fraction
}

// reachIn reads the overlay of a board; nil if it has none.
func reachIn(t testing.TB, b *view.Board) *shownReach {
	t.Helper()
	o, ok := b.Overlay("reach")
	if !ok {
		return nil
	}
	when := o.Texts[1].Arg("when").(view.Text) // after the text that says who
	r := &shownReach{now: when.ID == "reach.now", left: when.Arg("left").(chart.Fraction),
		costs: map[hex.Hex]chart.Fraction{}}
	for _, item := range o.Items {
		for _, h := range item.Arg("hexes").(view.Numbers) {
			r.costs[h] = item.Arg("cost").(chart.Fraction)
		}
	}
	labels := 0
	for _, f := range o.Forms {
		if f.Shape == view.Label || f.Shape == view.LabelPlated {
			labels += len(f.Hexes)
		}
	}
	if labels != len(r.costs) {
		t.Fatalf("%d hexes have a cost on the map, and %d in words", labels, len(r.costs))
	}
	return r
}

// pays orders a unit to one of the hexes that it reaches, and compares the cost told with the one shown.
func (p *randomPlayer) pays(u view.Counter, hexes []view.Pick, costs map[hex.Hex]chart.Fraction) int {
	p.t.Helper()
	if len(hexes) == 0 {
		return 0
	}
	h := oneOf(p.rng, hexes)
	m := freeze(p.t, p.m, p.pos).open(p.t)
	rec, err := m.Decide(u.Side, order.Order{Verb: "move"}.WithUnits("units", u.ID).WithHexes("to", h.Hex), p.roll)
	if err != nil {
		p.t.Fatalf("%s cannot go to %v: %v", u.ID, h.Hex, err)
	}
	acc := must(m.Apply(m.Seq()+1, rec))(p.t)
	if l := acc.For(u.Side)[0]; l.Cost == nil || *l.Cost != costs[h.Hex] {
		p.t.Fatalf("%s is shown %v for %v; it took %v", u.ID, costs[h.Hex], h.Hex, l.Cost)
	}
	return 1
}

// TestFilm_PhaseByPhase: a game that is over is shown whole, phase by phase; one that is not over is not shown at all.
func TestFilm_PhaseByPhase(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, "drill", 7)
	phases := []view.Phase{p.board.Phase}
	for n := 0; !p.board.Over; n++ {
		if n%200 == 100 {
			if _, err := rules.Film(p.def, p.pos, entries(p.log)); !errors.Is(err, rules.ErrRunning) {
				t.Fatalf("a running game is shown: %v", err)
			}
		}
		turn := p.board.Turn
		p.order(p.acting())
		if p.board.Phase != phases[len(phases)-1] || p.board.Turn != turn {
			phases = append(phases, p.board.Phase)
		}
	}
	frames := must(rules.Film(p.def, p.pos, entries(p.log)))(t)
	uncovered, told := 0, 0
	for i, f := range frames {
		b := f.Board()
		told += len(b.Told)
		if i < len(phases) && b.Phase != phases[i] {
			t.Errorf("frame %d shows %+v, want %+v", i, b.Phase, phases[i])
		}
		for _, st := range b.Stacks {
			if len(st.Known) != st.Height {
				t.Errorf("frame %d hides %d of %d units in %v", i, st.Height-len(st.Known), st.Height, st.Hex)
			}
			uncovered += st.Height - 1
		}
	}
	if last := frames[len(frames)-1].Board(); !last.Over || last.Seq != p.board.Seq || uncovered == 0 || told == 0 {
		t.Errorf("the last of %d frames shows row %d of %d, over %v; %d units uncovered, %d lines told", len(frames),
			last.Seq, p.board.Seq, last.Over, uncovered, told)
	}
}

// everyLayer asks for all kinds of overlays that the game has, of a unit and of a hex.
func everyLayer(m *rules.Match, unit order.UnitID, at hex.Hex) (all []view.Layer) {
	for _, k := range m.Layers() {
		l := view.Layer{Kind: k.Name}
		switch k.Of {
		case view.OfUnit:
			l.Unit = unit
		case view.OfHex:
			l.Hex = at
		}
		all = append(all, l)
	}
	return all
}
