package seasonplay

import (
	"context"
	"time"

	"grognard/bot/league/overview"
	"grognard/bot/league/rated"
	"grognard/bot/league/rating"
	"grognard/bot/league/reliability"
	"grognard/bot/league/season"
)

// Report is how a season went.
type Report struct {
	Options
	Ended   time.Time `json:"ended,omitzero"`
	People  []Person  `json:"people"`
	Figures Figures   `json:"figures"`

	Season overview.Season `json:"season"`

	Ratings  []rating.Line   `json:"ratings"` // of users, at the end
	Balances []rated.Balance `json:"balances"`
}

// Person is a player.
type Person struct {
	Name   string `json:"name"` // in the season
	User   string `json:"user"`
	Zone   string `json:"zone"`
	Kind   string `json:"kind"`
	First  int    `json:"first"`  // games with the first side
	Second int    `json:"second"` // games with the second side
	Byes   int    `json:"byes"`

	Reliability reliability.Record `json:"reliability"`
}

// Figures count what happened.
type Figures struct {
	Games     int `json:"games"`
	Played    int `json:"played"` // games that the players ended or that ended by the rules or a clock
	Forfeits  int `json:"forfeits"`
	Walkovers int `json:"walkovers"`
	Late      int `json:"late"`  // games that were given a result when their time was over
	Ruled     int `json:"ruled"` // games that the organiser decided
	Open      int `json:"open"`  // games that are not over
	Byes      int `json:"byes"`
	MostByes  int `json:"mostByes"`  // of one player
	MostSides int `json:"mostSides"` // the greatest difference of sides of a player, before a play-off
	Repeats   int `json:"repeats"`   // later games of two players with the same sides, not in ladders or play-offs
	Orders    int `json:"orders"`
	Claims    int `json:"claims"`  // of games by a clock
	Calls     int `json:"calls"`   // of a player, by a mention
	AtNight   int `json:"atNight"` // calls of somebody who sleeps or is away
	Warnings  int `json:"warnings"`
}

// report returns the report of the season as it stands now.
func (w *world) report(ctx context.Context) (r Report, err error) {
	v, err := w.keeper.Look(ctx, w.id)
	if err != nil {
		return r, err
	}
	r = Report{Options: w.Options, Figures: w.figures, Season: overview.Of(&v.Season, v.Names)}
	if v.Stage == season.Closed {
		r.Ended = v.Since.Truncate(time.Hour)
	}
	results := rated.Results(v)
	r.Ratings = rating.Table(results, w.tick)
	for _, module := range rated.Modules(results) {
		r.Balances = append(r.Balances, rated.Balances(results, module)...)
	}
	records := rated.Records(v, w.tick)
	f, met, sideLead := &r.Figures, map[season.Pair]int{}, map[string]int{} // first sides less second ones
	people := map[string]*Person{}
	for _, p := range w.players {
		r.People = append(r.People, Person{Name: v.Of(p.user), User: p.user, Zone: p.zone, Kind: p.kind,
			Reliability: records[p.user]})
	}
	for i := range r.People {
		people[r.People[i].Name] = &r.People[i]
	}
	playOff := map[int]bool{}
	for _, round := range v.Rounds {
		playOff[round.Number] = round.PlayOff
	}
	for _, g := range v.Games {
		if g.Pair.Second == "" {
			f.Byes++
			people[g.Pair.First].Byes++
			continue
		}
		f.Games++
		people[g.Pair.First].First++
		people[g.Pair.Second].Second++
		if !playOff[g.Round] {
			sideLead[g.Pair.First]++
			sideLead[g.Pair.Second]--
		}
		pair := season.Pair{First: g.Pair.First, Second: g.Pair.Second}
		if met[pair]++; met[pair] > 1 && w.Format != season.Ladder && !playOff[g.Round] {
			f.Repeats++
		}
		switch {
		case !g.IsOver():
			f.Open++
		case g.Ruled != "":
			f.Ruled++
		case g.How == season.Forfeit:
			f.Forfeits++
		case g.How == season.Walkover:
			f.Walkovers++
		case g.How == season.OutOfTime:
			f.Late++
		default:
			f.Played++
		}
	}
	for _, p := range r.People {
		f.MostByes = max(f.MostByes, p.Byes)
		f.MostSides = max(f.MostSides, sideLead[p.Name], -sideLead[p.Name])
	}
	return r, nil
}
