package reliable_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/league"
	"grognard/bot/league/season"
	"grognard/bot/league/standings"
	"grognard/bot/localtable"
	"grognard/rules/must"
	"grognard/storage/seasons"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// row is an event of a season by a user, or by the program.
type row struct {
	by string
	season.Event
}

// writes writes the log of a season, which everybody was told, and starts the program that reads it.
func writes(f *discordtest.Fixture, id string, rows ...row) {
	f.T.Helper()
	log := seasons.New(f.Store)
	f.Stop()
	for i, r := range rows {
		_, _, err := log.Append(f.Ctx, seasons.Entry{Season: id, Seq: uint64(i + 1), Server: localtable.GuildID,
			CommandID: fmt.Sprint(id, " ", i), At: f.Now(), By: r.by, Body: must.Get(json.Marshal(r.Event))(f.T)})
		must.Do(f.T, err)
	}
	must.Do(f.T, log.Told(f.Ctx, id, uint64(len(rows))))
	f.Start()
}

// logged writes games of Anna and Boris that count by agreement, all of which Boris has lost by his clock.
func logged(f *discordtest.Fixture, games int) {
	f.T.Helper()
	terms := season.AgreedTerms()
	rows := []row{{"", season.Event{Announced: &terms}}}
	for n := range games {
		asked := season.Agreement{Game: fmt.Sprint("game", n), Pair: season.Pair{First: "player 1"}}
		agreed := asked
		agreed.Pair.Second = "player 2"
		rows = append(rows, row{f.Anna.User().ID, season.Event{Agreed: &asked}},
			row{f.Boris.User().ID, season.Event{Agreed: &agreed}},
			row{"", season.Event{Ended: &season.Outcome{Game: n + 1, How: "forfeited",
				Answers: [2]season.Answers{{Asked: 3}, {Asked: 4, Late: 1}},
				Result: standings.Result{First: "player 1", Second: "player 2", Points: [2]int{2, 0}, Margin: 1,
					Clock: "player 2"}}}})
	}
	writes(f, league.Agreed(localtable.GuildID), rows...)
}

// If a player gives up games to one other alone, an organiser who is neither of them is told, and nobody else.
func TestHint_ToTheOrganiserAlone(t *testing.T) {
	f := discordtest.New(t)
	terms := season.DefaultTerms("Summer")
	terms.Channel = f.Channel
	won := standings.Result{First: "player 2", Second: "player 3", Points: [2]int{2, 0}}
	lost := standings.Result{First: "player 3", Second: "player 2", Points: [2]int{0, 2}}
	writes(f, "s1", row{f.Olga.User().ID, season.Event{Announced: &terms}},
		row{f.Anna.User().ID, season.Event{Joined: &season.SignUp{}}},
		row{f.Boris.User().ID, season.Event{Joined: &season.SignUp{}}},
		row{"", season.Event{Paired: &season.Pairings{Round: 1, Pools: [][]string{{"player 2", "player 3"}},
			Deadline: f.Now().AddDate(0, 3, 0), Games: []season.Pair{{First: "player 2", Second: "player 3", Pool: 1},
				{First: "player 3", Second: "player 2", Pool: 1}}}}},
		row{"", season.Event{Ended: &season.Outcome{Game: 1, How: "resigned", Result: won, Turn: 1}}},
		row{"", season.Event{Ended: &season.Outcome{Game: 2, How: "resigned", Result: lost, Turn: 2}}})
	f.AwaitPosted(f.Olga, "**Summer** is over")
	f.Says(f.Olga, "/league", "Only you see this: "+discordtest.Mention(f.Boris)+" has resigned all 2 games against "+
		discordtest.Mention(f.Anna))
	f.Lacks(f.Says(f.Anna, "/league", "**Summer**"), "Only you see this")
}

// A season with a floor takes in who has kept to it, and new players; others read why not and what would be right.
// Beside the ratings, in the lobby and in his own answer everybody's reliability is shown.
func TestFloor_SignUp(t *testing.T) {
	f := discordtest.New(t)
	logged(f, 5)
	f.Refused(f.Anna, "/league floor:80", "A season needs")
	m := f.Says(f.Anna, "/league name:Summer module:drill floor:80", "at least 80% of answers in time")
	f.Tap(f.Anna, m, "Announce")
	panel := f.AwaitPosted(f.Anna, "**Summer**", "Sign-up is open", "at least 80% of answers in time")
	f.Has(f.Tap(f.Anna, panel, "Sign up"), "signed up")
	f.Has(f.Tap(f.Olga, panel, "Sign up"), "signed up")
	f.Has(f.Tap(f.Boris, panel, "Sign up"), "requires 80% reliability", "15 of 20 answers in time (75%)",
		"finished 0 of 5 games (0%)", "answers in time 5, games finished 20")
	f.Says(f.Boris, "/league", "Your rating: **", "15 of 20 answers in time (75%), 0 of 5 games finished (0%)")
	table := f.Tap(f.Olga, f.Say(f.Olga, "/league"), "Ratings")
	f.Has(table, "5–0–0 · in time 100% of 15, finished 100% of 5", "0–0–5 · in time 75% of 20, finished 0% of 5")
}

// A player who wants a reliable opponent is paired with no other, and his request says so.
func TestSeek_Reliable(t *testing.T) {
	f := discordtest.New(t)
	logged(f, 5)
	f.Says(f.Olga, "/seek module:drill reliable:true", "Your request is posted")
	wanted := f.AwaitPosted(f.Boris, "**Opponent wanted**", "reliability 80%")
	f.Has(f.Tap(f.Boris, wanted, "Play"), "80% of their answers in time")
	f.Says(f.Boris, "/seek module:drill", "Your request is posted")
	f.AwaitPosted(f.Olga, "**Opponent wanted** by "+discordtest.Mention(f.Boris))
	f.Eventually("the list says how reliable he is", func() bool {
		return strings.Contains(f.Say(f.Olga, "/seek").Content, " · in time 75% of 20, finished 0% of 5")
	})
	f.Has(f.Tap(f.Anna, wanted, "Play"), "You play against "+discordtest.Mention(f.Olga))
}
