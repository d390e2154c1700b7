package randomgames

import (
	"slices"
	"testing"

	"grognard/rules/order"
	"grognard/rules/view"
)

// An order is offered as fatal and asks for confirmation if and only if units of its side die of it.
func TestOffer_FatalJustWhenUnitsDie(t *testing.T) {
	t.Parallel()
	met := map[order.Verb]map[bool]int{"losses": {}, "hold": {}, "retreat": {}, "remove": {false: 1}} // always fatal
	enough := func() bool {
		for _, n := range met {
			if n[true] == 0 || n[false] == 0 {
				return false
			}
		}
		return true
	}
	for seed := range uint64(20) {
		if enough() {
			break
		}
		p := newPlayer(t, []string{"drill", "afb"}[seed%2], seed)
		for n := 0; n < 1500 && !p.board.Over; n++ {
			side := p.acting()
			verb := order.Verb("")
			for i, v := range p.m.Verbs(side) {
				if met[v] != nil && (i == 0 || n%2 == 0) {
					verb = v
				}
			}
			if verb == "" {
				p.order(side)
				continue
			}
			met[verb][p.answers(side, verb)]++
		}
	}
	if !enough() {
		t.Errorf("twenty games met too little: %v", met)
	}
	t.Log(met)
}

// answers gives a random answer, reports whether it was offered as fatal, and checks that units die of it if and only
// if it was. A hold or a retreat with losses may leave the deaths to the choice of losses, which it then answers too.
func (p *randomPlayer) answers(side order.Side, v order.Verb) (fatal bool) {
	p.t.Helper()
	picks := p.walk(side, v)
	offer, err := p.m.Offer(side, v, picks)
	if err != nil || !offer.Done {
		p.t.Fatalf("/%s %v: %+v, %v", v, picks, offer, err)
	}
	before := p.onMap(side)
	p.said = p.m.Order(v, picks)
	warnings := p.m.Warnings(side, p.said)
	if slices.ContainsFunc(warnings, func(w view.Warning) bool { return w.Ask }) != offer.Fatal {
		p.t.Fatalf("/%s %v is offered as %+v, and warned of with %+v", v, picks, offer, warnings)
	}
	rec := must(p.m.Decide(side, p.said, p.roll))(p.t)
	p.apply(rec)
	dead := before - p.onMap(side)
	switch due := p.board.Due; {
	case (v == "hold" || v == "retreat") && due != nil && due.Kind == "losses" && due.Side == side: // his choice is next
		if later := p.answers(side, "losses"); offer.Fatal && !later && dead == 0 {
			p.t.Fatalf("/%s %v is fatal, and its losses %+v are not", v, picks, p.said)
		}
	case offer.Fatal != (dead > 0):
		p.t.Fatalf("/%s %v is offered as %+v, and %d units die", v, picks, offer, dead)
	}
	return offer.Fatal
}

// onMap returns the number of units that a side has on the map.
func (p *randomPlayer) onMap(side order.Side) (n int) {
	for _, st := range p.m.View(side).Board().Stacks {
		for _, c := range st.Known {
			if c.Side == side {
				n++
			}
		}
	}
	return n
}
