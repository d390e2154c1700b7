package reliability_test

import (
	"testing"
	"time"

	"grognard/bot/league/lobby"
	"grognard/bot/league/reliability"
	"grognard/bot/league/season"
	"grognard/bot/league/standings"
)

var noon = time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)

// What each end of a game says of its first player and of its second.
func TestOf_Cases(t *testing.T) {
	at := func(hours int) time.Time { return noon.Add(time.Duration(hours) * time.Hour) }
	over := func(first, second int) *standings.Result { return &standings.Result{Points: [2]int{first, second}} }
	unplayed := func(first, second int) *standings.Result {
		return &standings.Result{Points: [2]int{first, second}, Unplayed: true}
	}
	called, both := [2]time.Time{noon, noon}, [2]bool{true, true}
	one := [2]bool{true, false}
	warned := [2]time.Time{{}, at(72)}
	met, casual := &lobby.Match{}, &lobby.Match{Casual: true}
	type record = reliability.Record
	done := record{Asked: 1, InTime: 1, Begun: 1, Finished: 1}
	came := record{Asked: 1, InTime: 1}
	for name, c := range map[string]struct {
		game          season.Game // its ID says "none" if it was never opened, otherwise it is set below
		format        season.Format
		left          bool // the second player
		first, second record
	}{
		"called, and it is not over": {game: season.Game{Called: called}},
		"both came":                  {game: season.Game{Called: called, Moved: both}, first: came, second: came},
		"came before he was called":  {game: season.Game{Moved: one}, first: came},
		"resigned": {
			game: season.Game{Called: called, Moved: both, Result: over(0, 2), How: "resigned"}, first: done,
			second: done},
		"came after a warning": {
			game: season.Game{Called: called, Moved: both, Warned: warned, Result: over(2, 0)}, first: done,
			second: record{Asked: 1, Begun: 1, Finished: 1}},
		"was on vacation when warned": {
			game: season.Game{Called: called, Moved: both, Warned: warned, Excused: [2]bool{false, true},
				Result: over(2, 0)}, first: done, second: record{Begun: 1, Finished: 1, Excused: 1}},
		"never came": {
			game: season.Game{Called: called, Moved: one, Warned: warned,
				Result: unplayed(2, 0), How: season.Forfeit}, first: came, second: record{Asked: 1, Begun: 1}},
		"never came, warned in another game": {
			game:  season.Game{Called: called, Moved: one, Result: unplayed(2, 0), How: season.Forfeit},
			first: came, second: record{Asked: 1, Begun: 1}},
		"never came, on vacation meanwhile": {
			game: season.Game{Called: called, Moved: one,
				Result: unplayed(2, 0), How: season.Forfeit, Spared: [2]bool{false, true}},
			first: came, second: record{Excused: 2}},
		"neither came": {game: season.Game{Called: called, Result: unplayed(0, 0), How: season.Forfeit},
			first: record{Asked: 1, Begun: 1}, second: record{Asked: 1, Begun: 1}},
		"left the season": {
			game:  season.Game{Called: called, Moved: both, Result: unplayed(2, 0), How: season.Walkover},
			left:  true,
			first: came, second: record{Asked: 1, InTime: 1, Begun: 1}},
		"lost by his clock": {game: season.Game{Called: called, Moved: both, How: "forfeited",
			Result:  &standings.Result{Points: [2]int{2, 0}, Clock: "two"},
			Answers: [2]season.Answers{{Asked: 4}, {Asked: 4, Late: 2}}},
			first: record{Asked: 5, InTime: 5, Begun: 1, Finished: 1}, second: record{Asked: 5, InTime: 3, Begun: 1}},
		"its time was over": {
			game: season.Game{Called: called, Moved: both, Result: over(2, 0), How: season.OutOfTime}, first: came,
			second: came},
		"ruled": {
			game: season.Game{Called: called, Moved: both, Result: over(2, 0), Ruled: "boss"}, first: came,
			second: came},
		"never opened": {game: season.Game{ID: "none", Result: unplayed(1, 1), How: season.OutOfTime}},
		"agreed on": {
			game: season.Game{Called: called, Moved: both, Result: over(2, 0)}, format: season.Agreed,
			first: record{Begun: 1, Finished: 1}, second: record{Begun: 1, Finished: 1}},
		"casual": {
			game: season.Game{Called: called, Moved: one, Warned: warned, Met: casual}, format: season.Agreed},
		"of the lobby": {
			game: season.Game{Called: called, Moved: both, Result: over(2, 0), Met: met}, format: season.Agreed,
			first: done, second: done},
		"walks away from lobby": {
			game: season.Game{Called: called, Moved: one, Warned: warned, Met: met}, format: season.Agreed,
			first: came, second: record{Asked: 1, Begun: 1}},
		"lobby, lately warned": {
			game:   season.Game{Called: called, Moved: one, Warned: [2]time.Time{{}, at(100)}, Met: met},
			format: season.Agreed, first: came, second: record{Asked: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			s := season.Season{Terms: season.DefaultTerms("Summer"), Players: []season.Player{{ID: "one"}, {ID: "two"}}}
			if c.format != "" {
				s.Terms.Format = c.format
			}
			if c.left {
				s.Players[1].Left = noon
			}
			g := c.game
			if g.Pair = (season.Pair{First: "one", Second: "two"}); g.ID == "" {
				g.ID = "kiev"
			} else {
				g.ID = ""
			}
			s.Games = []season.Game{g}
			for player, want := range map[string]record{"one": c.first, "two": c.second, "three": {}} {
				if got := reliability.Of(&s, player, at(130)); got != want {
					t.Errorf("%s: %+v, want %+v", player, got, want)
				}
			}
		})
	}
}

// Percents need some games; what lacks for a floor is the least that reaches it.
func TestRecord_PercentAndLacks(t *testing.T) {
	for name, c := range map[string]struct {
		r              reliability.Record
		floor, percent int
		enough         bool
		answers, games int
	}{
		"nothing":   {floor: 90, percent: 100},
		"few games": {r: reliability.Record{Asked: 4, Begun: 4}, floor: 90, percent: 100},
		"answers are less": {
			r: reliability.Record{Asked: 50, InTime: 40, Begun: 5, Finished: 5}, floor: 90,
			percent: 80, enough: true, answers: 50},
		"games are less": {
			r: reliability.Record{Asked: 50, InTime: 49, Begun: 6, Finished: 4}, floor: 80,
			percent: 66, enough: true, games: 4},
		"as much as asked": {
			r: reliability.Record{Asked: 10, InTime: 9, Begun: 10, Finished: 10}, floor: 90,
			percent: 90, enough: true},
		"no answers at all": {r: reliability.Record{Begun: 5, Finished: 5}, floor: 95, percent: 100, enough: true},
	} {
		t.Run(name, func(t *testing.T) {
			percent, enough := c.r.Percent()
			answers, games := c.r.Lacks(c.floor)
			if percent != c.percent || enough != c.enough || answers != c.answers || games != c.games {
				t.Errorf("%d %t, lacks %d and %d", percent, enough, answers, games)
			}
			after := c.r.Plus(reliability.Record{Asked: answers, InTime: answers, Begun: games, Finished: games})
			if p, _ := after.Percent(); p < c.floor {
				t.Errorf("with what lacks it is %d", p)
			}
			for _, less := range []reliability.Record{
				{Asked: answers - 1, InTime: answers - 1, Begun: games, Finished: games},
				{Asked: answers, InTime: answers, Begun: games - 1, Finished: games - 1}} {
				if less.Asked < 0 || less.Begun < 0 {
					continue
				}
				if p, _ := c.r.Plus(less).Percent(); p >= c.floor {
					t.Errorf("%+v would do", less)
				}
			}
		})
	}
}

// What a game of the lobby says of who was warned stays as it was when the game ended.
func TestOf_OverBeforeTheWarningEnds(t *testing.T) {
	at := func(hours int) time.Time { return noon.Add(time.Duration(hours) * time.Hour) }
	for name, c := range map[string]struct {
		ended int
		want  reliability.Record
	}{
		"one hour after the warning": {73, reliability.Record{Asked: 1, Begun: 1, Finished: 1}},
		"three days after it":        {144, reliability.Record{Asked: 1, Begun: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			s := season.Season{Terms: season.AgreedTerms(), Players: []season.Player{{ID: "one"}, {ID: "two"}}}
			s.Games = []season.Game{{ID: "kiev", Pair: season.Pair{First: "one", Second: "two"}, Met: &lobby.Match{},
				Called: [2]time.Time{noon, noon}, Moved: [2]bool{true, false}, Warned: [2]time.Time{{}, at(72)},
				Result: &standings.Result{Points: [2]int{2, 0}}, How: "resigned", Ended: at(c.ended)}}
			for _, hours := range []int{c.ended, 121, 500} {
				if got := reliability.Of(&s, "two", at(max(hours, c.ended))); got != c.want {
					t.Errorf("after %d hours: %+v, want %+v", hours, got, c.want)
				}
			}
		})
	}
}
