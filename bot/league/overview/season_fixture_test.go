package overview_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"grognard/bot/league/season"
)

// start is when the seasons of the tests are announced.
func start() time.Time { return time.Date(2027, 1, 1, 12, 0, 0, 0, time.UTC) }

// fixture is a season that a test plays.
type fixture struct {
	*testing.T
	season.Season
	now time.Time
}

// announced returns a season of so many players, who have signed up.
func announced(t *testing.T, terms season.Terms, players int) *fixture {
	t.Helper()
	f := &fixture{T: t, now: start()}
	f.does("boss")(season.Announce(terms))
	for i := range players {
		id := fmt.Sprint("player ", i+1)
		f.does(id)(f.Join(id, season.SignUp{}))
	}
	return f
}

// does adds an event, which must not be refused.
func (f *fixture) does(by string) func(season.Event, error) {
	return func(e season.Event, err error) {
		f.Helper()
		if err != nil {
			f.Fatal(err)
		}
		if err := f.Apply(season.Entry{At: f.now, By: by, Event: e}); err != nil {
			f.Fatal(err)
		}
	}
}

// work carries out what is due.
func (f *fixture) work() {
	f.Helper()
	for range 1000 {
		tasks := f.Tasks(f.now)
		if len(tasks) == 0 {
			return
		}
		for _, task := range tasks[:1] { // the others may have changed by then
			switch task.Kind {
			case season.Note:
				f.does("")(task.Event, nil)
			case season.Open:
				f.does("")(season.Event{Opened: &season.Opening{Game: task.Game, ID: fmt.Sprint("g", task.Game)}}, nil)
			case season.Adjudicate:
				f.ends(task.Game, 1, 0, "")
			}
		}
	}
	f.Fatal("tasks do not end")
}

// ends plays a game to its end, with so many half points for the first player; clock is whose clock ran out.
func (f *fixture) ends(game, first, margin int, clock string) {
	f.Helper()
	e, ok := f.End(game, "played", [2]int{first, 2 - first}, margin, clock)
	if !ok {
		f.Fatalf("game %d has a result already", game)
	}
	f.does("")(e, nil)
}

// plays goes on for so many days: games end at random, clocks run out, and somebody may leave.
func (f *fixture) plays(days int, dice *rand.Rand) {
	f.Helper()
	for day := range days {
		f.work()
		for _, g := range f.Games {
			if g.ID == "" || g.IsOver() || dice.IntN(3) > 0 {
				continue
			}
			first, clock := dice.IntN(3), ""
			if first == 0 && dice.IntN(4) == 0 {
				clock = g.Pair.First
			}
			f.ends(g.Number, first, (first-1)*dice.IntN(4), clock)
		}
		if day == 3 && len(f.Players) > 4 && f.Stage == season.Running {
			f.does("boss")(f.Leave("boss", season.Leaving{Player: f.Players[1].ID, Reason: "silent"}))
		}
		f.now = f.now.AddDate(0, 0, 1)
	}
	f.work()
}
