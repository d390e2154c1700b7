package bcs_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// checkPrice checks that answers for an absent player cost no more than they must: just the steps asked for, of them as
// few whole units as can be, and no retreat into an enemy zone, which takes a step, if another retreat avoids it.
func (b *battle) checkPrice(side order.Side, q *view.Prompt, answers []order.Order) {
	b.t.Helper()
	all := every(b.m, side, order.Verb(q.Kind), nil)
	for _, o := range answers {
		switch q.Kind {
		case "losses":
			if n := len(o.Units("units")); n != q.N {
				b.t.Errorf("seed %d: %d steps must be lost, and %v loses %d", b.seed, q.N, o, n)
			}
			dying, quality := b.price(o)
			for _, other := range all {
				if n, worth := b.price(other); n < dying && worth <= quality {
					b.t.Errorf("seed %d: %v costs less than %v", b.seed, other, o)
				}
			}
		case "retreat":
			pos := law.NewPosition(b.g, b.st)
			free := func(o order.Order) bool { // no unit ends in an enemy zone that takes a step
				return !slices.ContainsFunc(o.Units("units"), func(id order.UnitID) bool {
					u := b.st.Piece(id)
					return b.g.IsCombat(u) && law.Pursued(pos, u, o.Hex("to"))
				})
			}
			if !free(o) && slices.ContainsFunc(all, free) {
				b.t.Errorf("seed %d: %v goes into an enemy zone that it could avoid", b.seed, o)
			}
		}
	}
}

// price returns how many units an order of losses kills, and the sum over its steps of what the Action Rating and AV of
// the unit that loses the step are worth.
func (b *battle) price(o order.Order) (dying, quality int) {
	lost := map[order.UnitID]int{}
	for _, id := range o.Units("units") {
		u := b.st.Piece(id)
		lost[id]++
		if lost[id] == u.Steps {
			dying++
		}
		f := b.g.Of(u).Faces[data.Deployed]
		quality += 2*f.AR + f.AV.Value + f.AV.Range
	}
	return dying, quality
}

// every lists the legal orders of a verb that begin with picks.
func every(m *rules.Match, side order.Side, v order.Verb, picks []view.Pick) (all []order.Order) {
	offer, err := m.Offer(side, v, picks)
	if err != nil {
		return nil
	}
	if offer.Done {
		all = append(all, m.Order(v, picks))
	}
	for _, p := range offer.Next {
		all = append(all, every(m, side, v, append(slices.Clip(picks), p))...)
	}
	return all
}

// A player can try his answers out on the attacks that he sees coming, in random battles, and on one result of them.
func TestStanding_Tried(t *testing.T) {
	steps := map[string]int{}
	for seed := range uint64(3) {
		b := newBattle(t, harsher(t), seed)
		for n := 0; n < 150 && !b.m.Standing().Over; n++ {
			b.says()
			b.follows()
			if n%5 > 0 {
				continue
			}
			for _, side := range []order.Side{"blue", "red"} {
				for _, c := range b.m.StandingChoices() {
					if !c.IsSet {
						continue
					}
					left := standing.Answers{Set: c.ID}
					fights, err := b.m.TryStanding(side, left, hex.None, "")
					if err != nil {
						t.Fatalf("seed %d: %s tries %s: %v", seed, side, c.ID, err)
					}
					for _, f := range fights {
						one, err := b.m.TryStanding(side, left, f.Hex, f.Result)
						if err != nil || len(one) != 1 || len(one[0].Steps) != len(f.Steps) {
							t.Fatalf("seed %d: %+v, alone %+v: %v", seed, f, one, err)
						}
						for i, s := range f.Steps {
							if i > 0 && reflect.DeepEqual(s, f.Steps[i-1]) {
								t.Errorf("seed %d: %s decides twice: %+v", seed, side, s)
							}
							if s.Asked || s.Answer.By.Answer != c.ID {
								t.Errorf("seed %d: %s is asked: %+v", seed, side, s)
							}
							steps[s.Due.Kind]++
						}
					}
				}
			}
		}
	}
	if steps["losses"] == 0 || steps["retreat"] == 0 {
		t.Errorf("answers were tried on %v", steps)
	}
	var wrong *view.Mistake
	m := newTable(t, 3).m
	if _, err := m.TryStanding("red", standing.Answers{}, hex.Hex{Col: 10, Row: 1}, "d9"); !errors.As(err, &wrong) {
		t.Errorf("an attack that nobody can make is tried: %v", err)
	}
}
