package season_test

import (
	"slices"
	"testing"

	"grognard/bot/league/season"
)

// On a ladder a challenger who wins takes the place of the other one.
func TestLadder(t *testing.T) {
	r := announce(t, with(func(t *season.Terms) { t.Format, t.Above, t.Days = season.Ladder, 2, 30 }), 5)
	r.does("boss")(r.Start("boss", r.now))
	r.refused(season.NotAbove)(r.Challenge("player 4", "player 1", r.now))
	r.refused(season.NotAbove)(r.Challenge("player 1", "player 2", r.now))
	r.refused(season.Oneself)(r.Challenge("player 2", "player 2", r.now))
	r.refused(season.NotIn)(r.Challenge("player 2", "nobody", r.now))
	r.does("player 4")(r.Challenge("player 4", "player 2", r.now))
	r.refused(season.Busy)(r.Challenge("player 4", "player 3", r.now))
	r.work()
	seat, _ := r.Game(1).Has("player 4")
	r.ends(1, 2-2*seat)
	if want := []string{"player 1", "player 4", "player 2", "player 3", "player 5"}; !slices.Equal(r.Order, want) {
		t.Errorf("the ladder is %v", r.Order)
	}
	r.now = day(40)
	r.work()
	if r.Stage != season.Running {
		t.Errorf("the ladder is %s", r.Stage)
	}
	r.replayed()
}

// Who has challenged a player who leaves takes his place, as who has won; where the terms annul the games of who leaves,
// none of them has moved anybody.
func TestLadder_Left(t *testing.T) {
	for dropped, want := range map[season.Dropped][]string{
		season.Stand: {"player 1", "player 4", "player 5", "player 3"},
		season.Annul: {"player 1", "player 3", "player 4", "player 5"},
	} {
		r := announce(t, with(func(t *season.Terms) {
			t.Format, t.Above, t.Days, t.Dropped = season.Ladder, 3, 30, dropped
		}), 5)
		r.does("boss")(r.Start("boss", r.now))
		r.does("player 4")(r.Challenge("player 4", "player 2", r.now))
		r.work()
		seat, _ := r.Game(1).Has("player 4")
		r.ends(1, 2-2*seat)
		r.does("player 5")(r.Challenge("player 5", "player 2", r.now))
		r.does("player 2")(r.Leave("player 2", season.Leaving{Player: "player 2"}))
		r.work()
		if got := r.Playing(); !slices.Equal(got, want) {
			t.Errorf("%s: the ladder is %v, and must be %v", dropped, got, want)
		}
		r.replayed()
	}
}

// A ruling on a game of a ladder counts as if the game had ended so, with what has followed since.
func TestLadder_Rulings(t *testing.T) {
	r := started(t, 4, func(t *season.Terms) { t.Format = season.Ladder })
	challenge := func(challenger, above string, wins bool) int {
		r.does(challenger)(r.Challenge(challenger, above, r.now))
		r.work()
		n := len(r.Games)
		seat, _ := r.Game(n).Has(challenger)
		points := map[bool]int{true: 2, false: 0}[wins]
		r.ends(n, []int{points, 2 - points}[seat])
		return n
	}
	first := challenge(name(1), name(0), true)  // then the ladder is 2 1 3 4
	second := challenge(name(3), name(2), true) // 2 1 4 3
	order := func(want ...int) {
		t.Helper()
		var names []string
		for _, i := range want {
			names = append(names, name(i-1))
		}
		if got := r.Playing(); !slices.Equal(got, names) {
			t.Errorf("the ladder is %v, and must be %v", got, names)
		}
	}
	order(2, 1, 4, 3)
	lost := func(game int) season.Outcome {
		if seat, _ := r.Game(game).Has(r.Game(game).Challenger); seat == 0 {
			return ruled(game, 0, 2)
		}
		return ruled(game, 2, 0)
	}
	r.does("boss")(r.Rule("boss", lost(first)))
	order(1, 2, 4, 3)
	r.does("boss")(r.Rule("boss", lost(second)))
	order(1, 2, 3, 4)
	r.does(name(4))(r.Join(name(4), season.SignUp{}))
	order(1, 2, 3, 4, 5)
	r.does(name(4))(r.Challenge(name(4), name(3), r.now))
	r.does("boss")(r.Unpair("boss"))
	if r.Stage != season.Running {
		t.Errorf("after a challenge was undone the season is %s", r.Stage)
	}
	r.replayed()
}
