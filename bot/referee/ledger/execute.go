package ledger

import (
	"grognard/bot/referee/api"
)

// checkChannel refuses where the game is no longer in a channel: it may have been moved while the caller waited
// for its lock.
func (g *Game) CheckChannel(channel string) error {
	if g.Kept.Channel != channel {
		return &api.GameMoved{Channel: g.Kept.Channel}
	}
	return nil
}
