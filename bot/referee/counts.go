package referee

import (
	"context"
	"time"
)

// Counts is how much a referee has to do with, for those who watch the program.
type Counts struct {
	Open     int // games that are not over
	Sleeping int // games whose channel cannot be reached
	Loaded   int // games in memory
	Rounds   int // orders whose dice wait for a round of the beacon

	Owed   int       // messages and edits that are still to be sent, as they stand in the outbox
	Oldest time.Time // when the oldest row was written that something waits for; zero when nothing does
}

// Counts counts, quickly.
func (r *Referee) Counts(ctx context.Context) (Counts, error) {
	leave, err := r.enter()
	if err != nil {
		return Counts{}, err
	}
	defer leave()
	kept, err := r.log.Counts(ctx, r.now())
	if err != nil {
		return Counts{}, err
	}
	c := Counts{Open: kept.Open, Sleeping: kept.Sleeping, Loaded: r.games.loaded(), Oldest: kept.Oldest}
	for audience, n := range kept.Owed {
		if audience == awaitsRound {
			c.Rounds += n
		} else {
			c.Owed += n
		}
	}
	return c, nil
}
