package leagues_test

import (
	"slices"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
)

// ruled has Anna, who plays in no game, give one a result: "20" is 2 half points for the first player, 0 for the other.
func ruled(f *discordtest.Fixture, game, result, reason string) {
	f.T.Helper()
	form := discordtest.TapForm(f, f.Anna, manages(f, "Rule on a game"), game)
	f.Has(fields(f, form, map[string]string{"reason": reason}, player.Picked{"result": {result}}), "Your ruling on game")
}

// Beside a newer season of the channel, an answer says what its asker owes in one that still runs, with a button that
// leads there; from there ratings are one press away, and lead back.
func TestStatus_OtherSeasonRuns(t *testing.T) {
	f := discordtest.New(t)
	signed(f, announced(f, "format:knock"), f.Boris, f.Olga)
	started(f)
	f.Await(f.Boris, elsewhere(f))
	f.Has(f.Tap(f.Anna, f.Say(f.Anna, "/league name:Autumn module:drill"), "Announce"), "is announced")
	f.AwaitPosted(f.Anna, "**Autumn**", "Sign-up is open")
	status := f.Says(f.Boris, "/league", "**Autumn**", "Also running: Summer", "Round 1: 0 of 1 game is over", "I am here")
	summer := f.Tap(f.Boris, status, "Summer")
	f.Has(summer, "**Summer**", "Also running: Autumn", "You are one of 2 players still in, of 2")
	f.Has(f.Tap(f.Boris, summer, "Ratings"), "No rated game has ended yet")
	f.Says(f.Anna, "/league", "**Autumn**", "Also running: Summer")
	f.Says(f.Anna, "/league season:summer", "**Summer**", "Also running: Autumn")
	office := f.Tap(f.Anna, f.Say(f.Anna, "/league"), "Summer", "Manage")
	f.HasLabel(office, "Rule on a game", true)
	f.Lacks(f.Say(f.Olga, "/league season:autumn"), "For you as organizer")
}

// A round counts its own games. A result that replaces another one says so.
func TestResult_Replaced(t *testing.T) {
	f := discordtest.New(t)
	carla := discordtest.Sit(f, "Carla")
	signed(f, announced(f, "format:knock"), f.Boris, f.Olga, carla)
	started(f)
	game := "1" // the other one is a bye
	if labels := discordtest.Labels(manages(f, "Rule on a game")); !slices.Contains(labels, game) {
		game = "2"
	}
	ruled(f, game, "20", "agreed")
	f.AwaitPosted(f.Boris, "game "+game, "**1:0**", "agreed")
	final := f.AwaitPosted(f.Boris, "round 2, until")
	f.Lacks(final, "bye")
	f.Says(f.Boris, "/league", "Round 2: 0 of 1 game is over")
	table := f.Tap(f.Boris, f.Say(f.Boris, "/league"), "Standings")
	f.Has(table, "3 · ", "1 not played · out")
	ruled(f, "3", "20", "a protest")
	first := f.AwaitPosted(f.Boris, "game 3", "a protest")
	f.Lacks(first, "replaces")
	f.AwaitPosted(f.Boris, "**Summer** is over")
	ruled(f, "3", "02", "the protest was wrong")
	f.AwaitPosted(f.Boris, "the protest was wrong", "replaces the earlier result of game 3")
}

// Who withdraws reads first from which season, and how many games are lost; a game that never began has no map.
func TestLeave_SaysWhatIsLost(t *testing.T) {
	f := discordtest.New(t)
	carla := discordtest.Sit(f, "Carla")
	signed(f, announced(f, ""), f.Boris, f.Olga, carla)
	started(f)
	f.Await(f.Boris, elsewhere(f))
	late := f.Tap(f.Anna, f.Say(f.Anna, "/league"), "Standings", "Season")
	f.HasLabel(late, "Manage", true)
	panel := f.AwaitPosted(f.Anna, "**Summer**", "0 of 6 games")
	f.Has(f.Tap(f.Anna, panel, "Sign up"), "Under its terms a reserve never plays")
	f.Says(f.Anna, "/league", "You are a reserve. Under these terms a reserve never plays.")
	leaves := f.Tap(carla, f.Say(carla, "/league"), "Withdraw")
	f.Has(leaves, "**Summer** has begun", "Your 4 open games are forfeited")
	f.HasLabel(leaves, "Season", true)
	f.Has(f.Tap(carla, leaves, "Withdraw"), "You have left")
	lost := f.AwaitPosted(f.Boris, "By forfeit: a player has left the season")
	discordtest.Equal(t, "%d pictures", len(discordtest.Images(f, f.Boris, lost)), 0)
}
