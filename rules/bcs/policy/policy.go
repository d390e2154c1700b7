// Package policy plays a side of a game of the series in a simple way: Formations advance on the nearest place that is
// worth points and not theirs, leave guards where the enemy could come, keep their HQs on the road to their Trains, and
// fight where the odds are good. Series of games between two of them show whether a battle is balanced:
//
//	o, err := policy.Choose(seat)
//
// What it knows is what its Seat shows: the views of one side and the orders that this side is offered. It draws no
// random numbers and remembers nothing, so that a position leads to one order.
//
// Limits: it neither prepares defenses, nor assigns assets, nor reconnoitres, and it looks one order ahead.
package policy

import (
	"fmt"
	"slices"

	"grognard/rules/order"
	"grognard/rules/view"
)

// Seat is what one side of a game may know, and the orders that it can give.
type Seat interface {
	View() view.Secret
	Verbs() []order.Verb
	Offer(order.Verb, []view.Pick) (view.Offer, error)
	Order(order.Verb, []view.Pick) order.Order
	Odds(order.Order) (view.Odds, error)
}

// Choose returns the next order of the side whose seat it is. It is an error if that side can give no order.
func Choose(s Seat) (order.Order, error) {
	verbs := s.Verbs()
	p := newPlayer(s, verbs)
	for _, try := range p.plan() {
		if o, ok := try(); ok {
			return o, nil
		}
	}
	for _, v := range append([]order.Verb{"end", "pass"}, verbs...) { // else end or pass, or any order at all
		if o, ok := p.build(v, nil); ok {
			return o, nil
		}
	}
	return order.Order{}, fmt.Errorf("%s can say nothing of %v", p.side, verbs)
}

// attempt returns an order, unless there is none that is worth giving.
type attempt = func() (order.Order, bool)

// plan lists what the player would do now, the most urgent first. An attempt that is not offered returns false.
func (p *player) plan() []attempt {
	b := p.board
	switch {
	case b.Due != nil:
		return []attempt{p.answer}
	case b.Phase.Name == "reinforcements":
		return []attempt{p.first("refit"), p.enter}
	case b.Phase.Group == "":
		return []attempt{p.activate}
	}
	fatigue, step := p.fact("fatigue"), ""
	if f := b.GroupFact("step", b.Phase.Group); f != nil {
		step = f.ID
	}
	switch step {
	case "declare":
		if fatigue >= 3 {
			return []attempt{p.first("recover"), p.first("snafu")}
		}
		return []attempt{p.first("snafu")}
	case "snafu": // the roll has failed, and Recovery may take its place
		if fatigue >= 2 {
			return []attempt{p.first("recover")}
		}
		return nil
	case "objectives":
		return []attempt{p.objective}
	}
	return []attempt{p.first("restore"), p.deploy, p.lead, p.march, p.barrage, p.fight("engage", good),
		p.fight("shock", good), p.fight("attack", good), p.fight("fire", good), p.trains, p.home}
}

func (p *player) can(v order.Verb) bool { return slices.Contains(p.verbs, v) }

// first returns an attempt at an order of a verb, of the first picks that are offered.
func (p *player) first(v order.Verb) attempt {
	return func() (order.Order, bool) { return p.build(v, nil) }
}

// build returns an order of a verb that begins with picks and goes on with the offered picks that score most, of equals
// the first; nil scores all alike. It ends as soon as the order is complete.
func (p *player) build(v order.Verb, score func(view.Pick) int, picks ...view.Pick) (o order.Order, ok bool) {
	if !p.can(v) {
		return o, false
	}
	for {
		offer, err := p.seat.Offer(v, picks)
		if err != nil || !offer.Done && len(offer.Next) == 0 {
			return o, false
		}
		if offer.Done {
			return p.seat.Order(v, picks), true
		}
		picks = append(slices.Clip(picks), best(offer.Next, score))
	}
}

// next returns what is offered after some picks, nil where they are illegal.
func (p *player) next(v order.Verb, picks ...view.Pick) []view.Pick {
	offer, err := p.seat.Offer(v, picks)
	if err != nil {
		return nil
	}
	return offer.Next
}

// best returns the pick that scores most, of equals the first.
func best(next []view.Pick, score func(view.Pick) int) view.Pick {
	top := next[0]
	if score == nil {
		return top
	}
	most := score(top)
	for _, k := range next[1:] {
		if n := score(k); n > most {
			top, most = k, n
		}
	}
	return top
}
