package rules_test

import (
	"errors"
	"reflect"
	"testing"

	"grognard/rules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// TestSilence: a twin of a position exchanges two units of one side that lie
// under tops in different stacks. Whoever does not own them must not be able to
// tell: equal boards, offers and refusals, and equal accounts of what he orders
// until a fight opens the stacks.
func TestSilence(t *testing.T) {
	twins := 0
	for seed := range uint64(4) {
		p := newPlayer(t, "drill", 100+seed)
		for range 400 {
			if p.m.Public().Board().Over {
				break
			}
			p.order(p.acting())
			if p.m.Public().Board().Due == nil {
				twins += silent(t, p)
			}
		}
	}
	if twins < 100 {
		t.Errorf("only %d twins", twins)
	}
	t.Log(twins, "twins")
}

// silent compares a position with one twin for each side, and tells how many
// twins there were.
func silent(t *testing.T, p *randomPlayer) int {
	t.Helper()
	n := 0
	for i, owner := range p.m.Sides() {
		observer := p.m.Sides()[1-i].ID
		hidden := under(p.m, owner.ID)
		p.rng.Shuffle(len(hidden), func(i, j int) { hidden[i], hidden[j] = hidden[j], hidden[i] })
		for len(hidden) > 1 {
			twin, ok := p.m.Twin(hidden[0], hidden[1])
			if hidden = hidden[2:]; !ok {
				continue
			}
			n++
			same(t, "the public board", p.m.Public().Board(), twin.Public().Board())
			same(t, "the other side's board", p.m.View(observer).Board(), twin.View(observer).Board())
			sameOffers(t, p, twin, observer)
		}
	}
	return n
}

// under are the units of a side that lie under the tops of stacks.
func under(m *rules.Match, side order.Side) []order.UnitID {
	var out []order.UnitID
	for _, st := range m.View(side).Board().Stacks {
		if st.Side == side {
			for _, k := range st.Known[1:] {
				out = append(out, k.ID)
			}
		}
	}
	return out
}

func same(t *testing.T, what string, a, b any) {
	t.Helper()
	if !reflect.DeepEqual(a, b) {
		t.Fatalf("%s tells twins apart:\n%+v\n%+v", what, a, b)
	}
}

// sameOffers walks offers to depth three, and compares refusals and what comes
// of an order that opens nothing.
func sameOffers(t *testing.T, p *randomPlayer, twin *rules.Match, s order.Side) {
	t.Helper()
	same(t, "the list of orders", p.m.Verbs(s), twin.Verbs(s))
	for _, v := range p.m.Verbs(s) {
		var picks []view.Pick
		for range 3 {
			offer, errA := p.m.Offer(s, v, picks)
			other, errB := twin.Offer(s, v, picks)
			same(t, "an offer for /"+string(v), offer, other)
			same(t, "a refusal of /"+string(v), errA, errB)
			if len(offer.Next) == 0 {
				break
			}
			picks = append(picks, offer.Next[p.rng.IntN(len(offer.Next))])
		}
		sameAccounts(t, p, twin, s, p.m.Order(v, picks))
	}
}

func sameAccounts(t *testing.T, p *randomPlayer, twin *rules.Match, s order.Side, o order.Order) {
	t.Helper()
	if o.Verb == "attack" || o.Verb == "overrun" {
		return // a fight opens the stack that it is fought for
	}
	rec, errA := p.m.Decide(s, o, p.roll)
	other, errB := twin.Decide(s, o, p.roll)
	var a, b *view.Denial
	if errors.As(errA, &a) != errors.As(errB, &b) {
		t.Fatalf("%+v: %v, for the twin %v", o, errA, errB)
	}
	same(t, "a refusal", a, b)
	if errA != nil {
		return
	}
	before, after := p.m.Copy(), twin.Copy()
	told, err := before.Apply(p.m.Seq()+1, rec)
	if err != nil {
		t.Fatal(err)
	}
	toldTwin, err := after.Apply(p.m.Seq()+1, other)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "a public account", told.Public(), toldTwin.Public())
	same(t, "an account", told.For(s), toldTwin.For(s))
}
