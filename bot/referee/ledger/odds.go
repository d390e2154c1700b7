package ledger

import (
	"errors"
	"grognard/rules/order"
)

// ErrOdds refuses a fight whose odds are no longer those that its giver was shown.
var ErrOdds = errors.New("the odds are others than were shown")

// checkOdds refuses a fight whose odds do not have this digest.
func (g *Game) CheckOdds(s order.Side, o order.Order, digest int) error {
	odds, err := g.Match.Odds(s, o)
	if err == nil && odds.Digest() != digest {
		err = ErrOdds
	}
	return err
}
