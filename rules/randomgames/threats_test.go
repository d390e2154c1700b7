package randomgames

import (
	"slices"
	"testing"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// A unit is named as a threat to a hex if and only if it can be moved beside it and is then offered to attack it.
func TestThreats_AreWhatCanBeDone(t *testing.T) {
	t.Parallel()
	threats, others := 0, 0
	for seed := range uint64(6) {
		p := newPlayer(t, "drill", 300+seed)
		phase := p.board.Phase
		for range 200 { // to the beginning of a movement phase
			if p.board.Over || p.board.Phase != phase && p.board.Phase.Name == "movement" &&
				slices.Contains(p.m.Verbs(p.board.Phase.Side), "move") {
				break
			}
			phase = p.board.Phase
			p.say()
		}
		side := p.board.Phase.Side
		for _, st := range p.board.Stacks {
			if st.Side == side {
				continue
			}
			named := threatening(threatsTo(p.m.View(side, threatsAt(st.Hex)).Board()))
			for _, own := range p.own[side].Stacks {
				for _, u := range own.Known {
					if u.Side != side || u.Rating("attack").N <= 0 {
						continue
					}
					can, sure := p.attacksLater(side, u.ID, own.Hex, st.Hex)
					if sure && can != slices.Contains(named, u.ID) {
						t.Fatalf("seed %d: %s at %v can attack %v: %t; it is named a threat: %t", seed, u.ID, own.Hex,
							st.Hex, can, !can)
					}
					if can {
						threats++
					} else {
						others++
					}
				}
			}
		}
	}
	if threats < 20 || others < 20 {
		t.Errorf("only %d threats and %d others", threats, others)
	}
}

func threatsAt(h hex.Hex) view.Layer { return view.Layer{Kind: "threats", Hex: h} }

// threat is what is said of a stack that threatens a hex.
type threat struct {
	hex              hex.Hex
	height, distance int
	units            []view.Described
	unseen           int
}

// threatsTo reads what an overlay says of threats: the stacks in which somebody is seen,
// those that may hide somebody, and the strength of all that are seen.
func threatsTo(b *view.Board) (seen, hidden []threat, attack int) {
	o, _ := b.Overlay("threats")
	for _, t := range o.Texts {
		switch t.ID {
		case "threats.stack":
			th := threat{hex: t.Arg("hex").(hex.Hex), height: t.Arg("height").(int),
				distance: t.Arg("n").(int), units: t.Arg("units").([]view.Described)}
			if more, ok := t.Arg("more").(view.Text); ok {
				th.unseen = more.Arg("n").(int)
			}
			seen = append(seen, th)
		case "threats.unseen":
			for _, h := range t.Arg("stacks").([]view.Text) {
				hidden = append(hidden, threat{hex: h.Arg("hex").(hex.Hex), unseen: h.Arg("unseen").(int)})
			}
		case "threats.sum":
			attack = t.Arg("attack").(int)
		}
	}
	return seen, hidden, attack
}

// threatening takes the results of threatsTo and lists the units that are seen.
func threatening(seen, _ []threat, _ int) (ids []order.UnitID) {
	for _, st := range seen {
		for _, u := range st.units {
			ids = append(ids, u.ID)
		}
	}
	return ids
}

// attacksLater reports whether a unit can move to some hex beside the target from which it is offered for an attack in
// the combat phase. sure is false if a move left something to decide, so that no combat phase came.
func (p *randomPlayer) attacksLater(side order.Side, id order.UnitID, from, target hex.Hex) (can, sure bool) {
	p.t.Helper()
	sure = true
	now := freeze(p.t, p.m, p.pos)
	for h := range p.def.Grid.Neighbours(target) {
		m := now.open(p.t)
		if h != from {
			rec, err := m.Decide(side, order.Order{Verb: "move"}.WithUnits("units", id).WithHexes("to", h), p.roll)
			if err != nil {
				continue
			}
			must(m.Apply(m.Seq()+1, rec))(p.t)
		}
		rec := must(m.Decide(side, order.Order{Verb: "end"}, p.roll))(p.t)
		must(m.Apply(m.Seq()+1, rec))(p.t)
		if b := m.Public().Board(); b.Due != nil || b.Phase.Name != "combat" {
			sure = false
			continue
		}
		offer, err := m.Offer(side, "attack", []view.Pick{{Hex: target}})
		if err == nil && slices.ContainsFunc(offer.Next, func(n view.Pick) bool { return n.Unit == id }) {
			return true, true
		}
	}
	return false, sure
}

// A hidden enemy may be a threat as far as the fastest unit goes that is seen nowhere; a unit that is seen is named. In
// the enemy's combat phase the threats are the units beside the hex.
func TestThreats_HiddenUnits(t *testing.T) {
	t.Parallel()
	p := playerIn(t, "historical")
	def, m := p.def, p.m
	board := m.View("soviet").Board()
	hidden, tops := 0, 0
	for _, st := range board.Stacks {
		if st.Side != "soviet" {
			continue
		}
		own := m.View("soviet", threatsAt(st.Hex)).Board()
		o, ok := own.Overlay("threats")
		if !ok || o.Texts[0].Arg("side") != order.Side("german") || o.Texts[0].Arg("hex") != st.Hex {
			t.Fatalf("the threats to %v: %+v", st.Hex, o)
		}
		seen, under, attack := threatsTo(own)
		last := 0
		for _, s := range seen {
			at, ok := stackAt(board, s.hex)
			if !ok || at.Side != "german" || s.height != at.Height || s.distance < last ||
				s.distance != def.Grid.Distance(s.hex, st.Hex) {
				t.Errorf("%v is threatened by %+v, after one %d hexes away", st.Hex, s, last)
			}
			last, tops = s.distance, tops+len(s.units)
		}
		for _, s := range append(seen, under...) {
			at, _ := stackAt(board, s.hex)
			if len(s.units)+s.unseen > at.Height || s.unseen > at.Height-len(at.Known) {
				t.Errorf("of %d units at %v %d are named and %d unseen", at.Height, s.hex, len(s.units), s.unseen)
			}
			hidden += s.unseen
		}
		if _, _, all := threatsTo(m.Public(threatsAt(st.Hex)).Board()); all > attack {
			t.Errorf("everybody knows of an attack of %d, the Soviet player of %d", all, attack)
		}
	}
	if hidden < 20 || tops < 20 {
		t.Errorf("%d hidden units and %d that are seen are threats", hidden, tops)
	}
	for h := range def.Grid.All() {
		if _, ok := m.View("soviet", threatsAt(h)).Board().Overlay("threats"); !ok {
			t.Fatalf("a player is told nothing of %v", h)
		}
	}
}
