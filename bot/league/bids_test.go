package league_test

import (
	"testing"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/league"
	"grognard/bot/league/bid"
	"grognard/bot/league/lobby"
	"grognard/rules/must"
)

// A player whose turn it is to bid passes after a day in which he could have said something: outages and vacations are
// no part of it, whatever dies meanwhile.
func TestBids_SilenceWithoutAbsences(t *testing.T) {
	for name, c := range map[string]struct {
		outage, vacation [2]int // hours after the bids have begun
		passes           int
	}{
		"none":                   {passes: 24},
		"an outage":              {outage: [2]int{1, 31}, passes: 54},
		"an outage before":       {outage: [2]int{-40, -1}, passes: 24},
		"a vacation":             {vacation: [2]int{10, 60}, passes: 74},
		"both, one in the other": {outage: [2]int{20, 30}, vacation: [2]int{10, 60}, passes: 74},
	} {
		t.Run(name, func(t *testing.T) {
			w := begin(t)
			for _, user := range []string{"anna", "boris"} {
				wish := lobby.Wish{Modules: []string{"drill"}, Awake: lobby.AllDay, Kind: lobby.Rated, Most: 5,
					Secret: make([]byte, 32)}
				must.Get(w.Meet(t.Context(), w.by(user), "900", func(l *lobby.Lobby, me string) (lobby.Event, error) {
					return l.Seek(me, wish)
				}))(t)
			}
			id := league.Agreed("900")
			w.waits(id, 0)
			span := func(hours [2]int) []calendar.Span {
				if hours == [2]int{} {
					return nil
				}
				return []calendar.Span{{From: w.now.Add(time.Duration(hours[0]) * time.Hour),
					Until: w.now.Add(time.Duration(hours[1]) * time.Hour)}}
			}
			w.absent = span(c.outage)
			w.vacations = map[string][]calendar.Span{"anna": span(c.vacation)}
			said := func(hours int) []bid.Say {
				return w.waits(id, hours).Lobby.Auctions[0].Said
			}
			if said(c.passes/2) != nil {
				t.Fatal("she has passed in half of the time")
			}
			w.restart()
			if said(c.passes-c.passes/2-1) != nil {
				t.Fatal("she has passed an hour early")
			}
			if next := w.Next(id); c.passes > 24 && !next.Equal(w.now.Add(time.Hour)) {
				t.Errorf("it is %v; next is %v", w.now, next)
			}
			if s := said(1); len(s) != 1 || s[0] != (bid.Say{}) {
				t.Errorf("%+v is said", s)
			}
		})
	}
}
