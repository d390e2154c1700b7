package rules_test

import (
	"slices"
	"testing"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// A unit that is named as a threat, and no other, can be moved beside the hex and is then
// offered for the attack.
func TestThreatsAreWhatCanBeDone(t *testing.T) {
	threats, others := 0, 0
	for seed := range uint64(6) {
		p := newPlayer(t, "drill", 300+seed)
		phase := p.board.Phase
		for range 200 { // to the beginning of a movement phase
			if p.board.Over || p.board.Phase != phase && p.board.Phase.Name == "movement" && slices.Contains(p.m.Verbs(p.board.Phase.Side), "move") {
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
			named := threatening(p.m.View(side, view.Layers{Threats: st.Hex}).Board().Threats)
			for _, own := range p.own[side].Stacks {
				for _, u := range own.Known {
					if u.Side != side || u.Rating("attack").N <= 0 {
						continue
					}
					can, sure := p.attacksLater(side, u.ID, own.Hex, st.Hex)
					if sure && can != slices.Contains(named, u.ID) {
						t.Fatalf("seed %d: %s at %v can attack %v: %t; it is named a threat: %t", seed, u.ID, own.Hex, st.Hex, can, !can)
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

func threatening(th *view.Threats) (ids []order.UnitID) {
	if th == nil {
		return nil
	}
	for _, st := range th.Stacks {
		for _, u := range st.Units {
			ids = append(ids, u.ID)
		}
	}
	return ids
}

// attacksLater moves a unit beside a hex, every way that is offered, and looks whether it
// is offered for an attack in the combat phase. It is not sure where the move itself
// leaves something to decide.
func (p *randomPlayer) attacksLater(side order.Side, id order.UnitID, from, target hex.Hex) (can, sure bool) {
	p.t.Helper()
	sure = true
	for h := range p.def.Grid.Neighbours(target) {
		m := p.m.Copy()
		if h != from {
			rec, err := m.Decide(side, order.Order{Verb: "move"}.WithUnits("units", id).WithHexes("to", h), p.roll)
			if err != nil {
				continue
			}
			if _, err := m.Apply(m.Seq()+1, rec); err != nil {
				p.t.Fatal(err)
			}
		}
		rec, err := m.Decide(side, order.Order{Verb: "end"}, p.roll)
		if err != nil {
			p.t.Fatal(err)
		}
		if _, err := m.Apply(m.Seq()+1, rec); err != nil {
			p.t.Fatal(err)
		}
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

// What the enemy of a unit hides may be a threat as far as the fastest unit goes that is
// seen nowhere, and what is seen is named; in his combat phase it is who stands beside.
func TestThreatsOfWhatIsHidden(t *testing.T) {
	def, pos := campaign(t, "historical")
	m := begun(t, def, pos, nil)
	board := m.View("soviet").Board()
	hidden, tops := 0, 0
	for _, st := range board.Stacks {
		if st.Side != "soviet" {
			continue
		}
		th := m.View("soviet", view.Layers{Threats: st.Hex}).Board().Threats
		if th == nil || th.Side != "german" || th.Hex != st.Hex {
			t.Fatalf("the threats to %v: %+v", st.Hex, th)
		}
		last := 0
		for _, s := range th.Stacks {
			at, ok := stackAt(board, s.Hex)
			if !ok || at.Side != "german" || s.Distance < last || s.Distance != def.Grid.Distance(s.Hex, st.Hex) {
				t.Errorf("%v is threatened by %+v, after one %d hexes away", st.Hex, s, last)
			}
			if len(s.Units)+s.Unseen > at.Height || s.Unseen > at.Height-len(at.Known) {
				t.Errorf("of %d units at %v %d are named and %d unseen", at.Height, s.Hex, len(s.Units), s.Unseen)
			}
			last, hidden, tops = s.Distance, hidden+s.Unseen, tops+len(s.Units)
		}
		for _, other := range []view.Layers{{Threats: st.Hex}} {
			if all := m.Public(other).Board().Threats; all.Attack > th.Attack {
				t.Errorf("everybody knows of more than the Soviet player: %+v", all)
			}
		}
	}
	if hidden < 20 || tops < 20 {
		t.Errorf("%d hidden units and %d that are seen are threats", hidden, tops)
	}
	for h := range def.Grid.All() {
		if m.Public(view.Layers{Threats: h}).Board().Threats == nil && m.View("soviet", view.Layers{Threats: h}).Board().Threats == nil {
			t.Fatalf("a player is told nothing of %v", h)
		}
	}
}
