package upkeep

import (
	"context"
	"time"

	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger/notices"
)

// Counts are figures of the referee for operators.
type Counts struct {
	Open     int // games that are not over, including the sleeping ones
	Sleeping int // games whose channel cannot be reached
	Loaded   int // games in memory
	Rounds   int // orders whose dice wait for a round of the beacon

	Owed   int       // messages and edits that are still in the outbox
	Oldest time.Time // the time of the oldest row with an outbox entry, waiting rounds included; zero if there is none
}

// Counts returns the figures from the store and the number of games in memory. It loads no game.
func (up *Upkeep) Counts(ctx context.Context) (Counts, error) {
	return games.Within(up.games, func() (Counts, error) {
		kept, err := up.log.Counts(ctx, up.games.Now())
		if err != nil {
			return Counts{}, err
		}
		c := Counts{Open: kept.Open, Sleeping: kept.Sleeping, Loaded: up.games.Loaded(), Oldest: kept.Oldest}
		for audience, n := range kept.Owed {
			if audience == notices.AwaitsRound {
				c.Rounds += n
			} else {
				c.Owed += n
			}
		}
		return c, nil
	})
}
