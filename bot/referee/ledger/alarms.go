package ledger

import (
	"grognard/rules/order"
)

// acting is the side that the game waits for, "" for none.
func (g *Game) TheActing() order.Side {
	if !g.Started || g.Over || g.Paused != nil || g.Waiting != nil {
		return ""
	}
	now := g.Match.Standing()
	if now.Owed != 0 {
		return now.By
	}
	return now.Phase.Side
}
