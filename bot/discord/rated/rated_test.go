package rated_test

import (
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/league"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
	"grognard/storage/seasons"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// A game counts when both of its players press, and its end changes their ratings; what one alone has said outlives a
// restart.
func TestRate_BothPlayersPress(t *testing.T) {
	f := discordtest.New(t)
	f.Refused(f.Olga, "/league", "There is no season here")
	f.Begin()
	f.Refused(f.Olga, "/league", "There is no season here")
	mine := f.Says(f.Anna, "/league", "This game is not rated", discordtest.Mention(f.Boris))
	f.Has(f.Tap(f.Anna, mine, "Rate this game"), "taps **Rate this game** too")
	asked := f.AwaitPosted(f.Boris, discordtest.Mention(f.Anna)+" would like this game to be rated")
	f.Calls(asked)
	f.Has(f.Tap(f.Anna, asked, "Rate this game"), "You have already asked for that")
	f.Has(f.Tap(f.Olga, asked, "Rate this game"), "Only the two players")
	f.Restart()
	f.Says(f.Anna, "/league", "You have asked for this game to be rated")
	f.Has(f.Tap(f.Boris, asked, "Rate this game"), "You both want it")
	f.AwaitPosted(f.Olga, "This game is rated")
	f.Has(f.Tap(f.Boris, asked, "Rate this game"), "This game is rated")
	f.Says(f.Boris, "/league", "This game is rated")
	hidden := "/league season:sagreed-" + localtable.GuildID // the season of agreed games is nobody's to look at
	f.Refused(f.Boris, hidden, "There is no season")
	f.Resign()
	over := f.AwaitPosted(f.Olga, "Rated game:", "rating 1500 → **1662**? ± ", "rating 1500 → **1338**? ± ")
	f.Calls(over)
	table := f.Tap(f.Olga, f.Says(f.Olga, "/league", "There is no season on this server"), "Ratings")
	f.Has(table, "from 1 game", "1. ", "**1662**?", "· 1–0–0 · finished 1/1", "2. ", "· 0–0–1", "Glicko-2")
	f.Says(f.Anna, "/league", "Your rating: **", "of 2.", "1 of 1 games finished")
}

// A season begins in the order of ratings, where nobody has set another.
func TestOrder_ByRatings(t *testing.T) {
	f := discordtest.New(t)
	f.Begin()
	f.Tap(f.Anna, f.Say(f.Anna, "/league"), "Rate this game")
	f.Tap(f.Boris, f.AwaitPosted(f.Boris, "would like this game to be rated"), "Rate this game")
	f.Resign()
	over := f.AwaitPosted(f.Olga, "Rated game:")
	best, last := f.Anna, f.Boris
	if !strings.Contains(over.Content, discordtest.Mention(f.Anna)+": rating 1500 → **1662**") {
		best, last = last, best
	}
	f.Tap(f.Anna, f.Say(f.Anna, "/league name:Summer module:drill"), "Announce")
	panel := f.AwaitPosted(f.Anna, "**Summer**", "Sign-up is open")
	for _, p := range []*player.Player{last, f.Olga, best} {
		f.Has(f.Tap(p, panel, "Sign up"), "signed up for **Summer**")
	}
	f.Has(f.Tap(f.Anna, f.Say(f.Anna, "/league"), "Manage", "Start"), "is by rating (",
		discordtest.Mention(best)+", "+discordtest.Mention(f.Olga)+", "+discordtest.Mention(last))
}

// A game can become rated only in its first turn, before anybody sees who is winning. What was agreed then stays so.
func TestRate_OnlyInTheFirstTurn(t *testing.T) {
	for name, both := range map[string]bool{"one asked": false, "agreed": true} {
		t.Run(name, func(t *testing.T) {
			f := discordtest.New(t)
			f.Begin()
			f.Has(f.Tap(f.Anna, f.Say(f.Anna, "/league"), "Rate this game"), "You have asked for it")
			offer := f.AwaitPosted(f.Boris, "would like this game to be rated")
			if both {
				f.Has(f.Tap(f.Boris, offer, "Rate this game"), "You both want it")
			}
			for len(f.Posted(f.Olga, "turn 2 of")) == 0 {
				f.End(f.Anna)
				f.End(f.Boris)
			}
			if both {
				f.Has(f.Tap(f.Boris, offer, "Rate this game"), "This game is rated")
				f.Says(f.Boris, "/league", "This game is rated")
				return
			}
			f.Has(f.Tap(f.Boris, offer, "Rate this game"), "only until its second turn")
			f.Resign()
			f.Refused(f.Olga, "/league", "There is no season here")
		})
	}
}

// A casual game of the lobby counts for no rating, also where it is over before its players could be called: one of
// them sleeps.
func TestCasual_CountsForNothing(t *testing.T) {
	f := discordtest.New(t)
	now := time.Now().UTC()
	f.Say(f.Boris, "/settings night:"+now.Add(-time.Hour).Format("15:04")+"-"+now.Add(5*time.Hour).Format("15:04"))
	f.Says(f.Anna, "/seek module:drill side:Blue kind:casual", "Your request is posted")
	f.Has(f.Tap(f.Boris, f.AwaitPosted(f.Boris, "**Opponent wanted**"), "Play"), "You play")
	full := f.Await(f.Anna, func(m player.Message) bool { return player.Posted(m.ChannelID, "A seat is taken")(m) })
	f.Channel = full.ChannelID
	f.Tap(f.Anna, full, "Start the game")
	f.Resign()
	f.Eventually("the game has ended", func() bool {
		rows := must.Get(seasons.New(f.Store).Rows(f.Ctx, league.Agreed(localtable.GuildID), seasons.Row{}))(t)
		return strings.Contains(string(rows[len(rows)-1].Body), `"ended"`)
	})
	f.Refused(f.Olga, "/league", "There is no season here") // nor a table of ratings
	if called := f.Posted(f.Boris, discordtest.Mention(f.Boris)+": your game against"); len(called) > 0 {
		t.Errorf("he was called in his night: %q", called[0].Content)
	}
}
