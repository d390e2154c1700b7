package lobby_test

import (
	"strings"
	"testing"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/lobby"
	"grognard/bot/discord/rest"
	"grognard/bot/league"
	"grognard/bot/league/bid"
	leaguelobby "grognard/bot/league/lobby"
	"grognard/bot/league/season"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
	"grognard/storage/seasons"
)

// counted is a drill of one turn which Blue wins by the map, as Red has 2 points of 3.
func counted(t *testing.T) discordtest.Option {
	return discordtest.With(discordtest.Drill(t, map[string]string{"game.yaml": `turns: 1
rules: {victory: "4.0", places: "4.1"}
control: {red: ["13.06"], blue: ["7.06"]}
victory: {count: red, levels: [{at-least: 3, id: red-victory, name: Red Victory, wins: red},
  {at-least: 0, id: blue-victory, name: Blue Victory, wins: blue}]}`, "map.yaml": `places:
  - {hex: "7.06", name: Ashby, kind: village, vp: 1}
  - {hex: "13.06", name: Boughton, kind: village, vp: 2}`}, "turns: 10", "turns: 1"))
}

// Two bid for a side where all see it, across a restart; the winner plays it, and the points decide the rated game
// against him although the map says that he has won.
func TestBid_DecidesARatedGame(t *testing.T) {
	f := discordtest.New(t, counted(t))
	f.Refused(f.Anna, "/seek module:bcs-drill,drill side:bid", "A side belongs to one game")
	f.Says(f.Anna, "/seek module:drill side:bid kind:rated", "Your request is posted here")
	wanted := f.AwaitPosted(f.Olga, "**Opponent wanted**", "sides by open bid")
	f.Has(f.Tap(f.Boris, wanted, "Play"), "You bid for the sides in")
	begins := f.AwaitPosted(f.Olga, "**Bids for the sides**", discordtest.Mention(f.Anna)+" bids first")
	f.Calls(begins, f.Anna)
	f.Has(f.Tap(f.Boris, begins, "Red: 1"), "The other player bids first")
	f.Has(f.Tap(f.Olga, begins, "Red: 1"), "Only the two players bid")
	f.Has(f.Tap(f.Anna, begins, "Blue: 1"), "You bid 1 victory point.")
	made := f.AwaitPosted(f.Olga, discordtest.Mention(f.Anna)+" bids **1 victory point** for the Blue side")
	f.Calls(made, f.Boris)
	f.Has(f.Tap(f.Anna, made, "Blue: 2"), "You have had your turn")
	f.Restart()
	f.Has(f.Tap(f.Boris, begins, "Blue: 1"), "not more than the last bid")
	f.Has(f.Tap(f.Boris, begins, "Red: 2"), "for the other side")
	f.Has(f.Tap(f.Boris, made, "Pass"), "You pass")
	f.AwaitPosted(f.Olga, discordtest.Mention(f.Boris)+" passes.")
	f.Has(f.Tap(f.Boris, made, "Blue: 3"), "These bids are over")
	full := f.Await(f.Anna, func(m player.Message) bool { return player.Posted(m.ChannelID, "A seat is taken")(m) })
	f.Await(f.Olga, player.Posted(full.ChannelID, discordtest.Mention(f.Anna)+" plays the Blue side",
		discordtest.Mention(f.Anna)+" plays the Blue side for **1 victory point**", "The game is rated"))
	f.Channel = full.ChannelID
	f.Tap(f.Anna, full, "Start the game")
	f.End(f.Anna, f.Anna, f.Anna, f.Boris, f.Boris, f.Boris)
	f.AwaitPosted(f.Olga, "**Blue Victory** on turn 1 of 1")
	f.AwaitPosted(f.Olga, "Rated game: "+discordtest.Mention(f.Anna)+" 0 : 1 "+discordtest.Mention(f.Boris),
		"This counts the bid: **1 victory point** for "+discordtest.Mention(f.Boris))
}

// Where nobody bids the sides are drawn, and a game without points has no bids.
func TestBid_NobodyBids(t *testing.T) {
	f := discordtest.New(t)
	f.Refused(f.Anna, "/seek module:drill side:bid", "victory points do not say who wins")
	f.Says(f.Anna, "/seek module:bcs-drill side:bid", "Your request is posted here")
	f.Tap(f.Boris, f.AwaitPosted(f.Olga, "sides by open bid"), "Play")
	f.Tap(f.Anna, f.AwaitPosted(f.Olga, "**Bids for the sides**"), "Pass")
	f.Tap(f.Boris, f.AwaitPosted(f.Olga, discordtest.Mention(f.Boris)+" may bid for a side"), "Pass")
	drawn := f.Await(f.Olga, func(m player.Message) bool { return strings.Contains(m.Content, "The sides were drawn") })
	f.Has(drawn, "The game is casual")
}

// Bids whose beginning is told when they are over, as nobody could be told before, name who has bid first, although the
// other one plays the first side.
func TestBid_BeginningToldLate(t *testing.T) {
	f := discordtest.New(t, counted(t))
	client := must.Get(rest.New(rest.Options{Token: localtable.BotToken, Host: f.URL}))(t)
	t.Cleanup(client.Close)
	face := lobby.New(lobby.Options{Messages: must.Get(ask.NewWords(nil))(t), Rest: client, Library: f.Referee.Library,
		Keeper: func() *league.Keeper { return league.New(league.Options{Log: seasons.New(f.Store)}) },
		Sides:  func(string) []string { return []string{"Red", "Blue"} }})
	begun := leaguelobby.Match{Requests: []int{1, 2}, Players: [2]string{"one", "two"}, Module: "drill", Most: 3,
		Channel: f.Channel}
	met := begun
	met.Players, met.Bid = [2]string{"two", "one"}, &bid.Say{Side: 2, Points: 1}
	v := league.View{ID: league.Agreed(f.Guild), Server: f.Guild,
		Names:  map[string]string{"one": f.Anna.User().ID, "two": f.Boris.User().ID},
		Season: season.Season{Terms: season.AgreedTerms(), Games: []season.Game{{Number: 1, Met: &met}}}}
	row := season.Entry{Event: season.Event{Lobby: &leaguelobby.Event{Bids: &begun}}}
	must.Get(face.Tell(f.Ctx, v, league.News{ID: "1", Season: v.ID, Entry: row}))(t)
	f.AwaitPosted(f.Olga, "**Bids for the sides**", discordtest.Mention(f.Anna)+" bids first")
}
