package policy

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// good is the least gain for which a fight is made, in 1/36 of a step.
const good = 6

// fight returns an attempt at the fight of a verb with the greatest gain, if that is not under least.
func (p *player) fight(v order.Verb, least int) attempt {
	return func() (best order.Order, ok bool) {
		if !p.can(v) {
			return best, false
		}
		most := least - 1
		for _, u := range p.next(v) {
			for _, h := range p.next(v, u) {
				o, legal := p.joined(v, u, h)
				if n := p.gain(o); legal && n > most {
					best, most, ok = o, n, true
				}
			}
		}
		return best, ok
	}
}

// joined returns a fight of a unit at a hex. To an attack it adds one unit that assists, and Suppression, if offered.
func (p *player) joined(v order.Verb, picks ...view.Pick) (o order.Order, legal bool) {
	if v == "attack" {
		next := p.next(v, picks...)
		if i := slices.IndexFunc(next, func(k view.Pick) bool { return k.Unit != "" }); i >= 0 {
			picks = append(picks, next[i])
		}
		for _, points := range []view.Pick{{N: 1, Arg: arty}, {N: 1, Arg: air}} {
			more := append(slices.Clip(picks), view.Pick{N: suppression}, points)
			if offer, err := p.seat.Offer(v, more); err == nil && offer.Done {
				picks = more
				break
			}
		}
	}
	return p.build(v, nil, picks...)
}

// The picks of a mission: its kind by its place among the words, and the option that its points fill.
const suppression, arty, air = 1, 1, 2

// gain is what a fight can be expected to bring, in 1/36 of a step: the enemy's losses minus the side's own, plus the
// chance that he retreats. A retreat counts for more from a hex that is worth points. An illegal fight has -1.
func (p *player) gain(o order.Order) (n int) {
	odds, err := p.seat.Odds(o)
	if err != nil {
		return -1
	}
	for _, t := range odds.Outlook {
		switch t.ID {
		case "bcs.odds-against":
			n += sum(t)
		case "bcs.odds-acting":
			n -= sum(t)
		case "bcs.odds-retreat":
			n += chance(t) / 2
			if p.owner(o.Hex("target")) != "" {
				n += chance(t)
			}
		case "bcs.odds-drops":
			n += chance(t) / 3
		}
	}
	return n
}

// sum returns the expected losses that a text tells, in 1/36 of a step.
func sum(t view.Text) (n int) {
	losses, _ := t.Arg("losses").(view.AtLeast)
	for _, c := range losses {
		n += c.Least
	}
	return n
}

func chance(t view.Text) int {
	c, _ := t.Arg("chance").(view.Chance)
	return c.Least
}

// barrage fires one point at the enemy stack with the most steps, if another one is left for an attack.
func (p *player) barrage() (o order.Order, ok bool) {
	if !p.can("barrage") || p.fact("arty") < 2 {
		return o, false
	}
	return p.build("barrage", func(k view.Pick) int {
		switch {
		case k.Hex != hex.None && p.enemy[k.Hex] != nil:
			return p.enemy[k.Hex].steps
		case k.Unit != "":
			u, _, _ := p.board.Find(k.Unit)
			return -u.Steps
		}
		return 0
	})
}

// answer makes the decision that the side owes.
func (p *player) answer() (o order.Order, ok bool) {
	due := p.board.Due
	switch v := order.Verb(due.Kind); v {
	case "second":
		if p.fact("fatigue") > 2 {
			return p.build("pass", nil)
		}
		return p.build("second", nil)
	case "losses": // of the unit with the most steps, one at a time
		return p.build(v, func(k view.Pick) int {
			u, _, _ := p.board.Find(k.Unit)
			return u.Steps - int(k.N)
		})
	case "retreat":
		return p.build(v, p.refuge)
	case "engage": // it must be made, however little it brings
		return p.fight(v, -1<<16)()
	default:
		return p.build(v, nil)
	}
}

// refuge scores a hex of a retreat: out of enemy zones and three hexes from the enemy, then near to the unit's HQ; an
// HQ stays near its Trains, or else where it was. A pick of a unit scores 0.
func (p *player) refuge(k view.Pick) int {
	const far = 3
	if k.Hex == hex.None || len(p.board.Due.Units) == 0 {
		return 0
	}
	u, home, _ := p.board.Find(p.board.Due.Units[0].ID)
	for _, g := range p.board.Map.Groups {
		if g.Name != u.Formation {
			continue
		}
		near := p.trainsOf(g.ID)
		if isCombat(&u) {
			_, near = p.hq(g.ID)
		}
		if near != hex.None {
			home = near
		}
	}
	n := 10*min(far, p.grid.Distance(k.Hex, p.nearest(k.Hex, p.enemy))) - p.grid.Distance(k.Hex, home)
	if p.zone[k.Hex] {
		n -= 10 * far
	}
	return n
}
