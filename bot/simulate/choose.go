package simulate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"grognard/bot/referee"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Chooser picks random orders from what the game offers.
type Chooser struct {
	Referee    *referee.Referee
	Rand       *rand.Rand
	Pace       int  // the approximate number of orders in a phase; at least 1
	Aggressive bool // come much nearer to the enemy, attack with all units that can, never reorder stacks
}

// Choose picks an order for a user in a channel's game. b is the board that the user sees. It returns errors of the
// referee, and an error if nothing is offered.
func (p *Chooser) Choose(ctx context.Context, channel, user string, b *view.Board) (order.Order, error) {
	verbs, err := p.Referee.Orders.Verbs(ctx, channel, user)
	if err != nil {
		return order.Order{}, err
	}
	if len(verbs) == 0 {
		return order.Order{}, errors.New("there is nothing to say")
	}
	v := p.verb(verbs)
	var picks []view.Pick
	for {
		offer, err := p.Referee.Orders.Offer(ctx, channel, user, v, picks)
		if err != nil {
			return order.Order{}, err
		}
		if offer.Done && (len(offer.Next) == 0 || !(p.Aggressive && v == "attack") && p.Rand.IntN(3) == 0) {
			return p.Referee.Orders.OrderOf(ctx, channel, user, v, picks)
		}
		if len(offer.Next) == 0 {
			return order.Order{}, fmt.Errorf("/%s cannot go on after %v", v, picks)
		}
		picks = append(picks, p.pick(offer.Next, b))
	}
}

// verb picks a verb. It prefers those that fight or move, and ends the phase with a probability of about 1 in Pace.
func (p *Chooser) verb(verbs []order.Verb) order.Verb {
	if i := slices.Index(verbs, "end"); i >= 0 && len(verbs) > 1 {
		if p.Rand.IntN(p.Pace) == 0 {
			return "end"
		}
		verbs = slices.Delete(slices.Clone(verbs), i, i+1)
	}
	if i := slices.Index(verbs, "stack order"); p.Aggressive && i >= 0 {
		if len(verbs) == 1 {
			return "end"
		}
		verbs = slices.Delete(slices.Clone(verbs), i, i+1)
	}
	for _, likely := range []order.Verb{"attack", "overrun", "reinforce", "place", "move"} {
		if slices.Contains(verbs, likely) && p.Rand.IntN(4) > 0 {
			return likely
		}
	}
	return verbs[p.Rand.IntN(len(verbs))]
}

// pick picks one of next. It prefers hexes near an enemy.
func (p *Chooser) pick(next []view.Pick, b *view.Board) view.Pick {
	best := next[p.Rand.IntN(len(next))]
	tries := 4
	if p.Aggressive {
		tries = 40
	}
	if best.Hex == hex.None || p.Rand.IntN(tries) == 0 {
		return best
	}
	for range tries {
		if k := next[p.Rand.IntN(len(next))]; k.Hex != hex.None && distance(b, k.Hex) < distance(b, best.Hex) {
			best = k
		}
	}
	return best
}

// distance returns the distance in hexes from h to the nearest stack of the side whose phase it is not.
func distance(b *view.Board, h hex.Hex) int {
	least := 1 << 16 // farther than any hex, for a map without an enemy
	for _, s := range b.Stacks {
		if s.Side != b.Phase.Side {
			least = min(least, b.Map.Grid.Distance(h, s.Hex))
		}
	}
	return least
}
