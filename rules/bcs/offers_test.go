package bcs_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/bcs/game"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

var positions = flag.Int("positions", 1, "games in which orders are tried by brute force")

// The offers lead to all legal orders and to no others. It tries all orders with one unit, or two that stand together,
// and with hexes near them.
func TestOffersAreBruteForce(t *testing.T) {
	tried, legal := map[order.Verb]int{}, map[order.Verb]int{}
	for seed := range uint64(*positions) {
		p := newTable(t, 100+seed)
		fights := 0 // positions in which somebody can fight, who seldom can before the armies meet
		for n := 0; n < 600 && (n < 60 || fights < 2) && !p.m.Standing().Over; n++ {
			verbs := p.m.Verbs(p.acts())
			fight := fights < 2 && (slices.Contains(verbs, "attack") || slices.Contains(verbs, "shock"))
			if fight {
				fights++
			}
			if fight || n%13 == 3 && n < 60 { // also in some positions of the beginning
				for _, spec := range p.m.Specs() {
					for _, o := range p.everyOrder(spec) {
						tried[o.Verb]++
						if p.agrees(o) {
							legal[o.Verb]++
						}
					}
				}
			}
			p.says()
		}
	}
	t.Logf("tried %v, legal %v", tried, legal)
	for _, v := range []order.Verb{"move", "activate", "snafu", "objective", "flip", "end", "assign", "attack"} {
		if *positions < 4 { // too few for every order
			break
		}
		if legal[v] == 0 || v != "snafu" && v != "end" && legal[v] == tried[v] {
			t.Errorf("/%s: %d of %d are legal", v, legal[v], tried[v])
		}
	}
}

// A player is told that a unit can still move if and only if the offers have a move of it. The task counts the stacks
// with a unit that can move and has not set out.
func TestProgress_AgreesWithOffers(t *testing.T) {
	can, cannot := 0, 0
	p := newTable(t, 7)
	for n := 0; n < 600 && !p.m.Standing().Over; n++ {
		if side := p.acts(); slices.Contains(p.m.Verbs(side), "move") && p.m.Public().Board().Due == nil {
			offer, b := must.Get(p.m.Offer(side, "move", nil))(t), p.m.View(side).Board()
			idle := map[string]bool{} // stacks, and HQs by themselves
			for _, done := range b.Progress {
				offered := slices.Contains(offer.Next, view.Pick{Unit: done.Unit})
				if offered != (done.Left != nil) {
					t.Fatalf("%s is offered: %t, and has %v left", done.Unit, offered, done.Left)
				}
				if done.Idle {
					c, at, _ := b.Find(done.Unit)
					idle[fmt.Sprint(at, c.Symbol == "headquarters")] = true
				}
				if offered {
					can++
				} else {
					cannot++
				}
			}
			for _, task := range b.Tasks {
				if task.Text.ID == "task.unmoved" && task.N != len(idle) {
					t.Fatalf("%d stacks have not moved, and the task counts %d", len(idle), task.N)
				}
			}
		}
		p.says()
	}
	if can < 100 || cannot < 20 {
		t.Errorf("%d units that can move, %d that cannot: too few", can, cannot)
	}
}

// fighting are the orders of attacks, barrages and retreats that are not answers to a pending decision.
var fighting = []order.Verb{game.Attack, game.Shock, "barrage", "fire", "fallback"}

// Offers also lead to all legal orders in fights, in positions in which both sides stand close to each other, and to
// all legal answers to what is asked in them.
func TestOffersAreBruteForce_InFights(t *testing.T) {
	tried, legal := map[order.Verb]int{}, map[order.Verb]int{}
	games := []*modules.Definition{must.Get(rules.Modules().Load("bcs-drill"))(t), harsher(t)}
	for seed := range uint64(3 * *positions) {
		p := newBattle(t, games[seed%2], 500+seed)
		p.closes(seed)
		for n := 0; n < 12 && !p.m.Standing().Over; n++ {
			verbs := fighting
			if due := p.m.Public().Board().Due; due != nil {
				verbs = []order.Verb{order.Verb(due.Kind), "pass"}
			} else if n > 0 { // all verbs at first, then one by turns
				verbs = fighting[n%len(fighting):][:1]
			}
			for _, v := range verbs {
				spec, _ := p.m.Spec(v)
				for _, o := range p.everyOrder(spec) {
					tried[v]++
					if p.agrees(o) {
						legal[v]++
					}
				}
			}
			p.says()
			p.follows()
		}
	}
	t.Logf("tried %v, legal %v", tried, legal)
	for _, v := range append([]order.Verb{"retreat", "advance"}, fighting...) {
		if *positions >= 6 && (legal[v] == 0 || legal[v] == tried[v]) {
			t.Errorf("/%s: %d of %d are legal", v, legal[v], tried[v])
		}
	}
}

// closes brings both sides close together around the activities of a Formation with objectives and points.
func (b *battle) closes(seed uint64) {
	b.t.Helper()
	f := &field{t: b.t, g: b.g, random: rand.New(rand.NewPCG(41, seed))}
	f.crowd(b.st)
	f.activate(b.st)
	for i := range b.st.Pieces {
		if u := &b.st.Pieces[i]; u.OnMap() && u.Side != b.st.Phase().Side && f.chance(30) {
			apply(b.t, b.st, state.Flagged{Hex: u.At.Hex, Flag: game.Objective(b.st.Acting()), Depth: 1})
		}
	}
	apply(b.t, b.st, state.Counted{Tally: game.AirOf(b.st.Phase().Side), N: 2})
	b.m = b.opened(b.st)
}

// agrees checks that an order is legal if and only if each of its picks is offered, and returns whether it is.
func (p *table) agrees(o order.Order) bool {
	p.t.Helper()
	side := p.acts()
	_, err := p.m.Decide(side, o, dice{p.random})
	var denial *view.Denial
	if err != nil && !errors.As(err, &denial) {
		p.t.Fatalf("%v: %v", o, err)
	}
	offered := slices.Contains(p.m.Verbs(side), o.Verb)
	picks := p.m.Picks(o)
	for i := 0; offered && i <= len(picks); i++ {
		offer := must.Get(p.m.Offer(side, o.Verb, picks[:i]))(p.t)
		if i == len(picks) {
			offered = offer.Done
		} else {
			offered = slices.Contains(offer.Next, picks[i])
		}
	}
	if offered != (err == nil) {
		spec, _ := p.m.Spec(o.Verb)
		p.t.Fatalf("seed %d: %s %s is offered: %v, and decided: %v; after %q", p.seed, side, order.Format(spec, o), offered,
			err, p.told)
	}
	return err == nil
}

// everyOrder lists the orders of a verb to be tried.
func (p *table) everyOrder(spec order.Spec) []order.Order {
	orders := []order.Order{{Verb: spec.Verb}}
	for _, opt := range spec.Said() {
		if len(orders) > 200 {
			orders = p.thinned(orders)
		}
		var next []order.Order
		for _, o := range orders {
			if !opt.Required {
				next = append(next, o)
			}
			for _, a := range p.values(o, opt) {
				if spec.Either && !opt.Required && len(o.Args) > 1 {
					continue
				}
				next = append(next, o.With(a))
			}
		}
		orders = next
	}
	isPart := func(o order.Order) bool { return spec.Either && len(o.Args) < 2 } // neither of two options is given
	return slices.DeleteFunc(orders, isPart)
}

// thinned keeps the unfinished orders to which offers lead, and some of the others. With all of them an order of many
// options would be tried in millions of forms.
func (p *table) thinned(orders []order.Order) []order.Order {
	side := p.acts()
	var good, bad []order.Order
	for _, o := range orders {
		if _, err := p.m.Offer(side, o.Verb, p.m.Picks(o)); err == nil {
			good = append(good, o)
		} else {
			bad = append(bad, o)
		}
	}
	p.random.Shuffle(len(bad), func(i, j int) { bad[i], bad[j] = bad[j], bad[i] })
	return append(good, bad[:min(len(bad), 40)]...)
}

// values lists what an option of an order can be: single units and pairs in a stack, hexes at most three away from the
// units named before, or some hexes if none are named.
func (p *table) values(o order.Order, opt order.Option) (out []order.Arg) {
	b := p.m.View(p.acts()).Board()
	switch opt.Kind {
	case order.Units:
		for _, st := range b.Stacks {
			for i, k := range st.Known {
				out = append(out, order.Arg{Name: opt.Name, Units: []order.UnitID{k.ID}})
				for _, l := range st.Known[i+1:] {
					pair := []order.UnitID{k.ID, l.ID}
					slices.Sort(pair)
					out = append(out, order.Arg{Name: opt.Name, Units: pair})
				}
			}
		}
	case order.Hex, order.Path:
		at := hex.None
		for _, a := range o.Args {
			if len(a.Units) > 0 {
				_, at, _ = b.Find(a.Units[0])
			}
		}
		for h := range b.Map.Grid.All() {
			stands := slices.ContainsFunc(b.Stacks, func(s view.Stack) bool { return s.Hex == h })
			if at == hex.None && (h.Col%3 == 0 || stands) || at != hex.None && b.Map.Grid.Distance(h, at) <= 3 {
				out = append(out, order.Arg{Name: opt.Name, Hexes: []hex.Hex{h}})
			}
		}
	case order.Word, order.Group:
		for _, w := range opt.Words {
			out = append(out, order.Arg{Name: opt.Name, Word: w})
		}
	case order.Count:
		for n := 1; n < 4; n++ {
			out = append(out, order.Arg{Name: opt.Name, N: n})
		}
	}
	return out
}
