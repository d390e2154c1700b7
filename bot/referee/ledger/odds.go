package ledger

import (
	"grognard/bot/referee/api"
	"grognard/rules/order"
)

// checkOdds refuses a fight whose odds do not have this digest.
func (g *Game) CheckOdds(s order.Side, o order.Order, digest int) error {
	odds, err := g.Match.Odds(s, o)
	if err == nil && odds.Digest() != digest {
		err = api.ErrOdds
	}
	return err
}
