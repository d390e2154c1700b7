package randomgames

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"grognard/rules/chart"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

// TestOfferIsBruteForce tries every order, with all units, hexes, paths and counts, on small positions. The
// accepted ones are exactly those that following Offer yields, and those that the simple referee allows.
func TestOfferIsBruteForce(t *testing.T) {
	t.Parallel()
	tried, allowed := map[order.Verb]int{}, map[order.Verb]int{}
	for seed := range uint64(28 + *drillGames/20) {
		p := newPatrol(t, seed)
		ref := newReferee(p)
		for range 12 {
			if p.board.Over {
				break
			}
			p.bruteForce(ref, tried, allowed)
			ref.heard(p.order(p.acting()))
		}
	}
	t.Log("tried", tried, "allowed", allowed)
	for _, v := range []order.Verb{"move", "overrun", "attack", "losses", "hold", "retreat", "advance", "remove"} {
		if allowed[v] == 0 || tried[v] == allowed[v] {
			t.Errorf("/%s: %d of %d orders are allowed", v, allowed[v], tried[v])
		}
	}
}

// TestAdvance_UnitsOfSeveralHexes: units of several hexes are offered together for an advance only
// where they can end it together (found by a random game).
func TestAdvance_UnitsOfSeveralHexes(t *testing.T) {
	t.Parallel()
	def := load(t, "drill")
	at := func(col, row int8) hex.Hex { return hex.Hex{Col: col, Row: row} }
	unit := func(id order.UnitID, side order.Side, h hex.Hex, exploit bool) modules.Counter {
		return modules.Counter{ID: id, Side: side, At: h,
			Own: data.Counter{Exploit: exploit, Full: data.Values{Attack: 9, Defence: 1, Move: 5}}}
	}
	for _, edition := range []string{"1.8", "1.7"} {
		for _, exploit := range []bool{false, true} {
			d := edited(t, def, modules.Edit{Edition: edition,
				Own: data.Edit{Results: map[string]map[int]chart.Result{"6:1": {7: {DefenderSteps: 1,
					DefenderRetreat: 2}}}},
				Units: []modules.Counter{unit("b1", "blue", at(10, 10), exploit),
					unit("b2", "blue", at(9, 11), exploit), unit("b3", "blue", at(11, 12), exploit),
					unit("r1", "red", at(10, 11), false)}})
			data.Of(d).Stacking.Limit = 2
			pos := setUp(t, d, "")
			pos.Phase = view.Phase{Side: "blue", Name: "combat"}
			p := playerOf(t, d, pos, 1)
			rec, err := p.m.Decide("blue", parts{Verb: "attack", Hex: at(10, 11),
				Units: []order.UnitID{"b1", "b2", "b3"}}.in(p.m), &dice.Script{Faces: []int{3, 4}})
			noError(t, err)
			p.apply(rec)
			found := map[string]order.Order{}
			p.allOffered("blue", "advance", nil, found)
			three := slices.ContainsFunc(slices.Collect(maps.Values(found)),
				func(o order.Order) bool { return len(o.Units("units")) == 3 })
			if want := edition == "1.7" && exploit; three != want { // 1.7 has no limit beyond the emptied hex
				t.Errorf("%s, exploit %v: three together: %v", edition, exploit, three)
			}
		}
	}
}

// bruteForce compares the orders that the acting side can give with all possible orders.
func (p *randomPlayer) bruteForce(ref *referee, tried, allowed map[order.Verb]int) {
	p.t.Helper()
	side := p.acting()
	verbs := p.m.Verbs(side)
	for _, spec := range p.m.Specs() {
		offered := map[string]order.Order{}
		if slices.Contains(verbs, spec.Verb) {
			p.allOffered(side, spec.Verb, nil, offered)
		}
		seen, drafted := map[string]bool{}, map[string]bool{}
		drafts := p.everyOrder(side, spec)
		stride := 1 + len(drafts)/max(*drillGames, 1)
		if len(offered) == 0 {
			stride *= 10
		}
		for i, o := range drafts {
			key := keyOf(o)
			drafted[key] = true
			_, ok := offered[key]
			if seen[key] || (!ok || len(offered) > 40) && i%stride > 0 { // one of too many to be tried
				continue
			}
			seen[key] = true
			tried[spec.Verb]++
			if p.holdAgainst(ref, side, o, ok) {
				allowed[spec.Verb]++
			}
		}
		for key := range offered {
			if !drafted[key] && len(partsOf(p.m, offered[key]).Path) <= longest(spec.Verb) {
				p.t.Fatalf("%s was offered %+v, which brute force did not think of\n%s", side, offered[key],
					p.describe())
			}
		}
	}
}

// keyOf returns a text that two orders of one verb share if and only if they are equal.
func keyOf(o parts) string {
	b := []byte{byte(o.Hex.Col), byte(o.Hex.Row), byte(o.N)}
	for _, h := range o.Path {
		b = append(b, byte(h.Col), byte(h.Row))
	}
	for _, id := range o.Units {
		b = append(append(b, ' '), id...)
	}
	return string(b)
}

// holdAgainst gives an order and compares the answer with the offers and the referee.
func (p *randomPlayer) holdAgainst(ref *referee, side order.Side, named parts, offered bool) (legal bool) {
	p.t.Helper()
	o := named.in(p.m)
	_, err := p.m.Decide(side, o, p.roll)
	if offered != (err == nil) {
		p.t.Fatalf("%s %+v: offered %v, decided: %v\n%s", side, o, offered, err, p.describe())
	}
	if verdict, opinion := ref.allows(side, named); opinion && verdict != (err == nil) {
		p.t.Fatalf("%s %+v: the book allows it: %v; decided: %v\n%s", side, o, verdict, err, p.describe())
	}
	return err == nil
}

func (p *randomPlayer) describe() string {
	out := fmt.Sprintf("%s, %+v, owed %+v, supply %v\n", p.def.Edition, p.board.Phase, p.board.Due, p.def.Sources)
	for _, s := range p.def.Sides {
		for _, st := range p.own[s.ID].Stacks {
			if st.Side == s.ID {
				out += fmt.Sprintf("%v %v %+v\n", st.Hex, p.def.Kinds(st.Hex), st.Known)
			}
		}
	}
	return out
}

// longest returns the length of the paths that brute force tries. It covers all retreats and advances, but moves of two
// hexes only, because longer moves are tried by their destinations.
func longest(v order.Verb) int {
	if v == "move" {
		return 2
	}
	return 3
}

// allOffered follows Offer to every order that it yields, except for longer paths.
func (p *randomPlayer) allOffered(side order.Side, v order.Verb, picks []view.Pick, found map[string]order.Order) {
	p.t.Helper()
	offer, err := p.m.Offer(side, v, picks)
	if err != nil {
		p.t.Fatalf("/%s: an offered pick leads to a refusal: %v: %v", v, picks, err)
	}
	o := p.m.Order(v, picks)
	if !offer.Done && len(offer.Next) == 0 {
		p.t.Fatalf("/%s: dead end after %v\n%s", v, picks, p.describe())
	}
	if offer.Done {
		found[keyOf(partsOf(p.m, o))] = o
	}
	for _, next := range offer.Next {
		if next.N == 1 && next.Hex != hex.None && len(partsOf(p.m, o).Path) == longest(v) {
			continue
		}
		p.allOffered(side, v, append(picks[:len(picks):len(picks)], next), found) // in a list of its own
	}
}

// everyOrder returns each order of a form with the position's units, hexes near them, and paths of adjacent hexes.
func (p *randomPlayer) everyOrder(side order.Side, spec order.Spec) []parts {
	drafts := []parts{{Verb: spec.Verb}}
	for _, opt := range spec.Said() {
		var next []parts
		for _, o := range drafts {
			if !opt.Required { // exactly one of to: and path:
				next = append(next, o)
			}
			if opt.Required || o.Hex == hex.None {
				next = append(next, p.filled(side, o, opt)...)
			}
		}
		drafts = next
	}
	return slices.DeleteFunc(drafts, func(o parts) bool { return spec.Either && o.Hex == hex.None && len(o.Path) == 0 })
}

// filled returns a draft completed with each value that an option can have.
func (p *randomPlayer) filled(side order.Side, o parts, opt order.Option) []parts {
	var out []parts
	switch opt.Kind {
	case order.Units:
		for _, units := range p.everyChoice(side, o.Verb) {
			o.Units = units
			out = append(out, o)
		}
	case order.Hex:
		far := 1
		if o.Verb == "move" {
			far = 4
		}
		for h := range p.def.Grid.All() {
			if slices.ContainsFunc(p.board.Stacks,
				func(st view.Stack) bool { return p.def.Grid.Distance(h, st.Hex) <= far }) {
				o.Hex = h
				out = append(out, o)
			}
		}
	case order.Path:
		from := map[hex.Hex]bool{}
		for _, st := range p.board.Stacks {
			from[st.Hex] = st.Side == side
		}
		for _, h := range slices.SortedFunc(maps.Keys(from), hex.Compare) {
			if from[h] {
				for _, path := range p.everyPath(h, longest(o.Verb)) {
					o.Path = path
					out = append(out, o)
				}
			}
		}
	case order.Count:
		for o.N = range 6 {
			out = append(out, o)
		}
	}
	return out
}

func (p *randomPlayer) everyPath(from hex.Hex, most int) [][]hex.Hex {
	var out [][]hex.Hex
	for n := range p.def.Grid.Neighbours(from) {
		out = append(out, []hex.Hex{n})
		if most > 1 {
			for _, rest := range p.everyPath(n, most-1) {
				out = append(out, append([]hex.Hex{n}, rest...))
			}
		}
	}
	return out
}

// everyChoice returns every set of the side's units, and two with an enemy. For losses each unit comes up to three
// times; for a stack the units come in every order.
func (p *randomPlayer) everyChoice(side order.Side, v order.Verb) [][]order.UnitID {
	var ids []order.UnitID
	for _, u := range p.pos.Units {
		if p.def.Units[u.ID].Side == side {
			ids = append(ids, u.ID)
		}
	}
	slices.Sort(ids)
	enemy := order.UnitID(p.other(side) + "-1")
	if v == "stack order" {
		return permutations(append(ids, enemy))
	}
	most := 1
	if v == "losses" {
		most = 3
	}
	out := [][]order.UnitID{nil}
	for _, id := range ids {
		var more [][]order.UnitID
		for _, set := range out {
			for range most {
				set = append(set[:len(set):len(set)], id)
				more = append(more, set)
			}
		}
		out = append(out, more...)
	}
	return append(out[1:], []order.UnitID{enemy}, []order.UnitID{ids[0], enemy}) // the first set is empty
}

// permutations returns every selection of the units in every order.
func permutations(ids []order.UnitID) [][]order.UnitID {
	var out [][]order.UnitID
	for i, id := range ids {
		out = append(out, []order.UnitID{id})
		rest := slices.Delete(slices.Clone(ids), i, i+1)
		for _, tail := range permutations(rest) {
			out = append(out, append([]order.UnitID{id}, tail...))
		}
	}
	return out
}
