package lobby_test

import (
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
)

// Where the module names a handicap, two bid steps of it across restarts; the other side begins the game with it, as the
// game's log has it, and the points at the end count as they are.
func TestBid_Handicap(t *testing.T) {
	f := discordtest.New(t)
	f.Says(f.Anna, "/seek module:bcs-drill side:bid kind:rated", "Your request is posted here")
	f.Restart()
	wanted := f.AwaitPosted(f.Olga, "**Opponent wanted**", "sides by open bid")
	f.Has(f.Tap(f.Boris, wanted, "Play"), "You bid for the sides in")
	f.Restart()
	begins := f.AwaitPosted(f.Olga, "**Bids for the sides**", "the most steps of a handicap",
		"For the Blue side, at most 4 steps: for each, the Red player begins with Replacement Point.",
		"For the Red side, at most 4 steps: for each, the Blue player begins with Air Point.")
	f.Has(f.Tap(f.Anna, begins, "Red: 1"), "You bid 1 step of the handicap.")
	f.Restart()
	made := f.AwaitPosted(f.Olga, discordtest.Mention(f.Anna)+" bids **1 step** for the Red side", "begins with Air Point")
	f.HasLabel(made, "Red: 4", true)
	f.HasLabel(made, "Red: 5", false)
	f.Has(f.Tap(f.Boris, made, "Red: 3"), "You bid 3 steps of the handicap.")
	f.Restart()
	higher := f.AwaitPosted(f.Olga, discordtest.Mention(f.Boris)+" bids **3 steps** for the Red side", "3 times Air Point")
	f.Has(f.Tap(f.Anna, higher, "Pass"), "You pass")
	f.Restart()
	full := f.Await(f.Anna, func(m player.Message) bool { return player.Posted(m.ChannelID, "A seat is taken")(m) })
	f.Await(f.Olga, player.Posted(full.ChannelID, discordtest.Mention(f.Boris)+" plays the Red side for **3 steps** of a handicap",
		discordtest.Mention(f.Anna)+" begins with 3 times Air Point for the Blue side", "The game is rated"))
	f.Channel = full.ChannelID
	f.Says(f.Olga, "/game status", "Blue player begins with a handicap: 3 times Air Point")
	f.Tap(f.Anna, full, "Start the game")
	f.AwaitPosted(f.Olga, "The game begins", "Blue player begins with a handicap: 3 times Air Point", "The Blue player gets 3 Air")
	f.Restart()
	f.Says(f.Anna, "/game status", "Blue player begins with a handicap: 3 times Air Point")
	f.Resign()
	ended := f.AwaitPosted(f.Olga, "Rated game: ")
	f.Lacks(ended, "This counts the bid")
	for _, said := range []string{"**Opponent wanted**", "**Bids for the sides**", "bids **1 step**", "bids **3 steps**"} {
		if n := len(f.Posted(f.Olga, said)); n > 1 {
			t.Errorf("%q is posted %d times", said, n)
		}
	}
}
