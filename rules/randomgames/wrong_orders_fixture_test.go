package randomgames

import (
	"bytes"
	"errors"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// misses gives orders that are nearly right or plainly wrong. Each must be either offered and accepted, or refused by a
// rule. A refused order changes nothing, and the order that the refusal suggests is legal.
func (p *randomPlayer) misses(side order.Side) {
	p.t.Helper()
	before := p.snapshot()
	for range 4 {
		o, by := p.choose(side), side
		for range 1 + p.rng.IntN(2) {
			o, by = p.spoil(o, by)
		}
		p.judged(by, o)
	}
	p.judged(oneOf(p.rng, p.def.Sides).ID, p.nonsense(side))
	if !bytes.Equal(p.snapshot(), before) {
		p.t.Fatal("orders that were not applied have changed the match")
	}
}

// judged gives an order and compares the answer with Offer.
func (p *randomPlayer) judged(by order.Side, o order.Order) {
	p.t.Helper()
	_, err := p.m.Decide(by, o, p.roll)
	offered := p.offered(by, o)
	if err == nil {
		if !offered {
			p.t.Fatalf("accepted and not offered: %s %+v", by, o)
		}
		return
	}
	var d *view.Denial
	if !errors.As(err, &d) {
		p.t.Fatalf("%s %+v fails without a rule: %v", by, o, err)
	}
	if d.Rule == "" || d.Why.ID == "" || offered {
		p.t.Fatalf("%s %+v, offered %v, is refused: %+v", by, o, offered, d)
	}
	p.reached.add("refused", append(slices.Clone(d.Also), d.Rule)...)
	if d.Instead != nil {
		p.reached.add("instead", d.Rule)
		if _, err := p.m.Decide(by, *d.Instead, p.roll); err != nil {
			p.t.Fatalf("%+v is refused, and so is what is suggested instead, %+v: %v", o, *d.Instead, err)
		}
	}
}

// offered reports whether the order's picks are offered one after the other.
func (p *randomPlayer) offered(by order.Side, o order.Order) bool {
	picks := p.picksOf(o)
	for i := range picks {
		offer, err := p.m.Offer(by, o.Verb, picks[:i])
		if err != nil || !slices.Contains(offer.Next, picks[i]) {
			return false
		}
	}
	offer, err := p.m.Offer(by, o.Verb, picks)
	return err == nil && offer.Done
}

// picksOf returns an order as picks: its options in their order, units by identifier. The units of a stack come from
// the top down, and a unit that loses two steps comes once with a count of two.
func (p *randomPlayer) picksOf(given order.Order) []view.Pick {
	spec, _ := order.Find(p.m.Specs(), given.Verb)
	o := partsOf(p.m, given)
	var out []view.Pick
	for _, opt := range spec.Said() {
		switch {
		case opt.Kind == order.Units:
			if o.Verb != "stack order" {
				slices.Sort(o.Units)
			}
			for i, id := range o.Units {
				switch {
				case o.Verb != "losses":
					out = append(out, view.Pick{Unit: id})
				case i > 0 && o.Units[i-1] == id:
					out[len(out)-1].N++
				default:
					out = append(out, view.Pick{Unit: id, N: 1})
				}
			}
		case opt.Kind == order.Hex && o.Hex != hex.None:
			out = append(out, view.Pick{Hex: o.Hex})
		case opt.Kind == order.Path:
			for _, h := range o.Path {
				out = append(out, view.Pick{Hex: h, N: 1})
			}
		case opt.Kind == order.Count && (o.N != 0 || len(opt.Numbers) == 0):
			out = append(out, view.Pick{N: int8(o.N)})
		}
	}
	return out
}

// spoil changes one thing of an order, or who gives it.
func (p *randomPlayer) spoil(whole order.Order, by order.Side) (spoilt order.Order, giver order.Side) {
	o := partsOf(p.m, whole)
	switch p.rng.IntN(9) {
	case 0: // another unit beside
		o.Units = append(o.Units, p.anyUnit())
	case 1: // another unit in its place
		if len(o.Units) > 0 {
			o.Units[p.rng.IntN(len(o.Units))] = p.anyUnit()
		}
	case 2: // one unit less
		if len(o.Units) > 0 {
			o.Units = slices.Delete(o.Units, 0, 1)
		}
	case 3: // a hex beside
		o.Hex = p.beside(o.Hex)
		if len(o.Path) > 0 {
			i := p.rng.IntN(len(o.Path))
			o.Path[i] = p.beside(o.Path[i])
		}
	case 4: // another hex altogether
		if o.Hex != hex.None {
			o.Hex = p.anyHex()
		}
	case 5: // a hex more
		if n := len(o.Path); n > 0 {
			o.Path = append(o.Path, p.beside(o.Path[n-1]))
		}
	case 6: // a hex less
		if n := len(o.Path); n > 0 {
			o.Path = slices.Delete(o.Path, p.rng.IntN(n), n)
		}
	case 7: // more or less of what is counted
		if o.N != 0 {
			o.N += p.rng.IntN(5) - 2
		}
	case 8: // by the other side
		if p.rng.IntN(3) == 0 {
			by = p.other(by)
		}
	}
	return o.in(p.m), by
}

// nonsense returns an order with the form of some verb and random values.
func (p *randomPlayer) nonsense(side order.Side) order.Order {
	spec := oneOf(p.rng, p.m.Specs())
	o := parts{Verb: spec.Verb}
	at := p.anyHex()
	if len(p.board.Stacks) > 0 && p.rng.IntN(3) > 0 {
		at = oneOf(p.rng, p.board.Stacks).Hex
	}
	for _, opt := range spec.Said() {
		switch opt.Kind {
		case order.Units:
			for range 1 + p.rng.IntN(3) {
				o.Units = append(o.Units, p.unitNear(side, at))
			}
		case order.Hex:
			o.Hex = p.enemyBeside(side, at)
			if p.rng.IntN(2) == 0 {
				o.Hex = at
			}
		case order.Path:
			if !spec.Either || p.rng.IntN(2) == 0 {
				o.Path, o.Hex = []hex.Hex{p.beside(at)}, hex.None
			}
		case order.Count:
			o.N = 1 + p.rng.IntN(4)
			if len(opt.Numbers) > 0 {
				o.N = []int{1, 1, 2, 3, breakdown, breakdown, 13}[p.rng.IntN(7)]
			}
		}
	}
	return o.in(p.m)
}

// unitNear returns a unit of a side in a hex or beside it, if there is one.
func (p *randomPlayer) unitNear(side order.Side, at hex.Hex) order.UnitID {
	var near []order.UnitID
	for _, st := range p.own[side].Stacks {
		if st.Side == side && p.def.Grid.Distance(at, st.Hex) <= 1 {
			for _, k := range st.Known {
				near = append(near, k.ID)
			}
		}
	}
	if len(near) == 0 || p.rng.IntN(8) == 0 {
		return p.anyUnit()
	}
	return oneOf(p.rng, near)
}

// enemyBeside returns a hex beside another, with an enemy in it if there is one.
func (p *randomPlayer) enemyBeside(side order.Side, at hex.Hex) hex.Hex {
	for _, st := range p.board.Stacks {
		if st.Side != side && p.def.Grid.Touch(at, st.Hex) && p.rng.IntN(3) > 0 {
			return st.Hex
		}
	}
	return p.beside(at)
}

// anyUnit returns a unit of either side, on the map or off it, or one of no game, most often one to be decided about.
func (p *randomPlayer) anyUnit() order.UnitID {
	if p.board.Due != nil && len(p.board.Due.Units) > 0 && p.rng.IntN(2) == 0 {
		return oneOf(p.rng, p.board.Due.Units).ID
	}
	if p.rng.IntN(20) == 0 {
		return "nobody"
	}
	return oneOf(p.rng, p.pos.Units).ID
}

func (p *randomPlayer) anyHex() hex.Hex {
	return hex.Hex{Col: int8(p.rng.IntN(int(p.def.Grid.Cols)+2) + 1), Row: int8(p.rng.IntN(28))}
}

// beside returns a neighbour of a hex, which may be off the map.
func (p *randomPlayer) beside(h hex.Hex) hex.Hex {
	if h == hex.None {
		return h
	}
	neighbours := p.def.Grid.Around(h)
	if n := oneOf(p.rng, neighbours[:]); n.Col > 0 && n.Row >= 0 {
		return n
	}
	return h
}
