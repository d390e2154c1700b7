package seasonplay

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"grognard/bot/league/season"
)

// Command is the command line of a season.
type Command struct {
	Players int    `default:"32" help:"How many players (${default})."`
	Days    int    `default:"120" help:"How many days at most (${default})."`
	Seed    uint64 `default:"1" help:"The same seed gives the same season (${default})."`
	Format  string `default:"pools" enum:"pools,swiss,knock,ladder" help:"One of ${enum} (${default})."`
	JSON    bool   `name:"json" help:"Print the whole season, for other programs."`
}

// Print plays the season and says how it went.
func (c Command) Print(ctx context.Context, out io.Writer) error {
	if c.Players < 3 || c.Players > 200 || c.Days < 30 {
		return fmt.Errorf("a season has 3 to 200 players and 30 days at least")
	}
	r, err := Play(ctx, Options{Players: c.Players, Days: c.Days, Seed: c.Seed, Format: season.Format(c.Format)})
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(out).Encode(r)
	}
	end := "is not over"
	if !r.Ended.IsZero() {
		end = "is over on " + r.Ended.Format(time.DateOnly)
	}
	f := r.Figures
	_, err = fmt.Fprintf(out, `The season of %d players %s.
%d games: %d played to their end (%d by a clock), %d forfeits, %d left, %d by their time, %d ruled, %d open.
%d byes, at most %d of a player; sides differ by at most %d; %d pairs met too often.
%d orders; %d calls, %d of them at night or on vacation; %d warnings.
`, c.Players, end, f.Games, f.Played, f.Claims, f.Forfeits, f.Walkovers, f.Late, f.Ruled, f.Open, f.Byes, f.MostByes,
		f.MostSides, f.Repeats, f.Orders, f.Calls, f.AtNight, f.Warnings)
	return err
}
