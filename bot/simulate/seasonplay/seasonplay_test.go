package seasonplay_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"testing"

	"grognard/bot/league/season"
	"grognard/bot/simulate/seasonplay"
	"grognard/rules/must"
)

var (
	players = flag.Int("players", 4, "how many players a season has")
	seeds   = flag.Int("seeds", 1, "how many seasons of each format are played")
)

// Whatever its players do, a season comes to its end: every game has a result, nobody is called while he sleeps or is
// away, byes and sides are fair where opponents can be chosen for it, and the same seed is the same season.
func TestPlay(t *testing.T) {
	for _, format := range []season.Format{season.Pools, season.Swiss, season.Knock, season.Ladder} {
		for seed := range uint64(*seeds) {
			o := seasonplay.Options{Players: *players, Days: 120, Seed: seed + 1, Format: format}
			r := must.Get(seasonplay.Play(t.Context(), o))(t)
			f := r.Figures
			if r.Ended.IsZero() || f.Open != 0 || f.Played == 0 || f.AtNight != 0 || f.Repeats != 0 {
				t.Errorf("%s, seed %d: ended %v, %+v", format, o.Seed, r.Ended, f)
			}
			if f.MostByes > 1 && format == season.Swiss || f.MostSides > 2 && (format == season.Pools || format == season.Swiss) {
				t.Errorf("%s, seed %d: %d byes of one player, sides differ by %d", format, o.Seed, f.MostByes, f.MostSides)
			}
			if seed > 0 || format != season.Knock {
				continue
			}
			again := must.Get(seasonplay.Play(t.Context(), o))(t)
			if a, b := must.Get(json.Marshal(r))(t), must.Get(json.Marshal(again))(t); !bytes.Equal(a, b) {
				t.Errorf("%s: the same seed gives\n%s\nand\n%s", format, a, b)
			}
		}
	}
}
