package page_test

import (
	"fmt"
	"math/rand/v2"
	"time"

	"grognard/bot/league/overview"
	"grognard/bot/league/season"
	"grognard/bot/league/standings"
)

func day(n int) time.Time { return time.Date(2027, 1, 1+n, 12, 0, 0, 0, time.UTC) }

// played returns a season of pools of four in which all games but the last few, as many as open, have ended, one a day.
func played(pools, open int) *season.Season {
	s := &season.Season{Terms: season.DefaultTerms("Winter campaign"), Stage: season.Running, Since: day(0),
		Organisers: []string{"boss"}}
	s.Rounds = []season.Round{{Number: 1, Paired: day(0), Deadline: day(90)}}
	for pool := range pools {
		var ids []string
		for range 4 {
			id := fmt.Sprint("player ", len(s.Players)+1)
			s.Players, ids = append(s.Players, season.Player{ID: id, Joined: day(0)}), append(ids, id)
		}
		s.Pools = append(s.Pools, ids)
		for i := range 16 {
			if i/4 != i%4 {
				add(s, season.Pair{First: ids[i/4], Second: ids[i%4], Pool: pool + 1})
			}
		}
	}
	end(s, len(s.Games)-open)
	return s
}

// swiss returns a season of players and rounds in which all games but the last few, as many as open, have ended.
func swiss(players, rounds, open int) *season.Season {
	s := &season.Season{Terms: season.DefaultTerms("Autumn open"), Stage: season.Running, Since: day(0)}
	s.Terms.Format, s.Terms.Rounds, s.Terms.Days = season.Swiss, rounds, 14
	for i := range players {
		s.Players = append(s.Players, season.Player{ID: fmt.Sprint("player ", i+1)})
	}
	for r := range rounds {
		s.Rounds = append(s.Rounds, season.Round{Number: r + 1, Paired: day(14 * r), Deadline: day(14*r + 14)})
		for i := range players / 2 {
			add(s, season.Pair{First: s.Players[2*i].ID, Second: s.Players[(2*i+1+2*r)%(players/2*2)].ID})
		}
		if players%2 == 1 {
			add(s, season.Pair{First: s.Players[players-1].ID})
		}
	}
	end(s, len(s.Games)-open)
	return s
}

func add(s *season.Season, p season.Pair) {
	r := &s.Rounds[len(s.Rounds)-1]
	g := season.Game{Number: len(s.Games) + 1, Round: r.Number, Pair: p, Setting: s.Terms.Games[0]}
	s.Games, r.Games = append(s.Games, g), append(r.Games, g.Number)
}

// end ends so many games, one a day.
func end(s *season.Season, games int) {
	dice := rand.New(rand.NewPCG(1, 2))
	for i := range games {
		g := &s.Games[i]
		first := dice.IntN(3)
		g.ID, g.Opened, g.Ended, g.How = fmt.Sprint("g", g.Number), day(i), day(i+1), "victory at the end"
		g.Result = &standings.Result{First: g.Pair.First, Second: g.Pair.Second, Points: [2]int{first, 2 - first},
			Margin: (first - 1) * (1 + dice.IntN(3))}
		switch {
		case g.Pair.Second == "":
			g.Result.Points, g.Result.Unplayed, g.Result.Margin, g.Opened = [2]int{2, 0}, true, 0, time.Time{}
		case i%11 == 3:
			g.How, g.Ruled, g.Reason = "", "boss", "did not answer for a week, and the opponent has a clear lead"
			g.Result.Unplayed, g.Result.Margin = true, 0
		case i%11 == 7 && first != 1:
			g.How, g.Result.Clock, g.Result.Margin = "time", []string{g.Pair.First, "", g.Pair.Second}[first], 0
		}
	}
}

// names are how some players are shown.
func names() map[string]string {
	return map[string]string{"player 1": "Anna", "player 2": "Maximilian von und zu Hohenstauffen-Weibersbrunn",
		"player 3": "Борис", "player 4": "田中さん", "player 5": "Ωmega_7", "player 6": "Anna", "player 7": "🐯 Tigerlily",
		"player 8": "al", "boss": "Cleo the organiser"}
}

func shown(s *season.Season) overview.Season { return overview.Of(s, names()) }
