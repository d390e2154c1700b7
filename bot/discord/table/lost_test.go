package table_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules/must"
)

const wasDeleted = "this game's channel was deleted"

// lose deletes the channel of a game, and waits until both players are told so in private. It returns what they are
// told, and another channel, in which commands are typed from then on.
func lose(f *discordtest.Fixture) (anna, boris player.Message, there string) {
	f.T.Helper()
	there = f.OpenChannel("quiet")
	must.Do(f.T, f.Table.DeleteChannel(f.Channel))
	f.Channel = there
	anna = f.AwaitDM(f.Anna, wasDeleted, "all clocks are stopped", "/due all:true")
	return anna, f.AwaitDM(f.Boris, wasDeleted), there
}

// whatNow is what a user can do about the game that is lost.
func whatNow(f *discordtest.Fixture, p *player.Player) player.Message {
	f.T.Helper()
	return f.Has(f.Tap(p, f.Say(p, "/due all:true"), "Drill: what now?"), "was deleted", "Move it here")
}

// tellings counts the messages that say that the channel of a game is lost.
func tellings(f *discordtest.Fixture) int {
	return len(f.Requests(func(x localtable.Exchange) bool {
		body := string(x.Body)
		return discordtest.Sends(x) && (strings.Contains(body, wasDeleted) ||
			strings.Contains(body, "I can no longer see") || strings.Contains(body, "I was removed from this game's server"))
	}))
}

// Both players of a game whose channel is deleted are told once. It goes on in another channel when both agree,
// although nobody who does not play is there to move it.
func TestLost_MovedByBothPlayers(t *testing.T) {
	f := discordtest.Begun(t)
	lost := f.Channel
	_, _, there := lose(f)
	f.Restart()
	f.Lacks(f.Says(f.Anna, "/due all:true", "Drill", "Its channel was deleted"), lost)
	f.Has(f.Tap(f.Anna, whatNow(f, f.Anna), "Move it here"), "The other player has been asked")
	offer := f.Await(f.Boris, player.Posted(there, "Blue player asks to move this game to <#"+there+">"))
	f.Calls(offer)
	asked := f.AwaitDM(f.Boris, "Blue player asks to move this game to <#"+there+">")
	f.Has(f.Tap(f.Olga, offer, "Accept"), "You don't play in this game")
	f.Has(f.Tap(f.Boris, asked, "Decline"), "Declined")
	f.AwaitDM(f.Anna, "The Blue offer to move the game to another channel is declined")
	f.Has(f.Tap(f.Anna, whatNow(f, f.Anna), "Move it here"), "this turn")
	f.Has(f.Tap(f.Boris, whatNow(f, f.Boris), "Move it here"), "has been asked")
	f.AwaitDM(f.Anna, "Red player asks to move this game")
	stale := whatNow(f, f.Boris)
	page := f.Has(whatNow(f, f.Anna), "Red player asks to move this game")
	f.Has(f.Tap(f.Anna, page, "Move it here"), "The game is now in <#"+there+">")
	arrived := f.Await(f.Boris, player.Posted(there, "The game goes on in <#"+there+">", "both players have agreed"))
	f.Calls(arrived, f.Anna, f.Boris)
	f.WaitOutbox()
	discordtest.Equal(t, "offers stand there %d times", len(f.Posted(f.Olga, "asks to move this game to")), 2)
	f.Has(f.Tap(f.Boris, stale, "Move it here"), "already has a game")
	f.Says(f.Boris, "/game log", "The game goes on in another channel")
	f.Say(f.Anna, "/end")
	f.Await(f.Boris, player.Posted(there, "Blue combat"))
	discordtest.Equal(t, "it was told %d times", tellings(f), 2)
}

// While the channel is lost the players are told all by themselves, and go on by their panels.
func TestLost_PlayedInPrivate(t *testing.T) {
	f := discordtest.Begun(t)
	f.Tap(f.Anna, f.Tap(f.Anna, f.Started, "Orders"), "In direct messages")
	panel := f.AwaitDM(f.Anna, "You can give orders now")
	lose(f)
	panel = f.Await(f.Anna, func(m player.Message) bool { // anew, below what tells of the loss
		return m.ID != panel.ID && m.ChannelID == panel.ChannelID && strings.Contains(m.Content, "You can give orders now")
	})
	for range 2 { // the first asks about units that have not moved
		b, _ := discordtest.Labelled(panel, "End the phase")
		panel = must.Get(f.Anna.Click(f.Ctx, panel.ID, b.CustomID))(t)
	}
	f.Picture(f.Boris, f.AwaitDM(f.Boris, "Drill", "Turn 1, Blue combat"))
}

// An offer to go on elsewhere is accepted where it stands, by one who takes no direct messages.
func TestLost_AcceptedInTheChannel(t *testing.T) {
	f := discordtest.Begun(t)
	_, _, there := lose(f)
	must.Do(t, f.Boris.Settings(f.Ctx, true, "en-US")) // he takes no direct messages
	f.Tap(f.Anna, whatNow(f, f.Anna), "Move it here")
	offer := f.Await(f.Boris, player.Posted(there, "Blue player asks to move this game to <#"+there+">"))
	f.Has(f.Tap(f.Boris, offer, "Accept"), "The game is now in <#"+there+">")
	f.Await(f.Boris, player.Posted(there, "as both players have agreed"))
}

// What ends a game whose channel is gone is reached from the direct message that says so, and both players are told of
// the end there, with the export.
func TestLost_EndedInPrivate(t *testing.T) {
	f := discordtest.Begun(t)
	anna, boris, _ := lose(f)
	f.Has(f.Tap(f.Anna, anna, "Export"), "so far, with public information only")
	f.Has(f.Tap(f.Anna, f.Tap(f.Anna, anna, "Offer a draw"), "Offer a draw"), "has been asked")
	offer := f.AwaitDM(f.Boris, "Drill", "Blue player offers a draw")
	f.Has(f.Tap(f.Boris, boris, "Offer a draw"), "Blue player offers a draw")
	f.Has(f.Tap(f.Boris, offer, "Accept"), "Agreed: the game is over")
	for _, p := range []*player.Player{f.Anna, f.Boris} {
		end := f.AwaitDM(p, "**The game is a draw** on turn 1 of 10, as both players have agreed.")
		f.Has(f.Tap(p, end, "Export"), "All of Drill")
	}
}

// A manager who plays is told how to move his game; one who does not play moves it alone.
func TestLost_Managers(t *testing.T) {
	f := discordtest.Begun(t)
	game := string(must.Get(f.Referee.Looks.Table(t.Context(), f.Channel))(t).Game)
	_, _, there := lose(f)
	move := "/master move channel:<#" + there + "> reason:r game:" + game
	f.Refused(f.Anna, move, "so the other player must agree: use `/due all:true`")
	f.Tap(f.Olga, f.Has(f.Say(f.Olga, move), "Move Drill, whose channel can't be reached"), "Move the game")
	f.Await(f.Boris, player.Posted(there, "The game is moved"))
}

// A bot that may not see the channel any more, or was removed from the server, says so in true words, once, and again
// neither after a restart nor when it finds the channel lost once more at once.
func TestLost_AccessAndServer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lose  func(*discordtest.Fixture)
		words string
	}{
		"access": {func(f *discordtest.Fixture) { f.Table.Deny(f.Channel, localtable.ApplicationID, wire.ViewChannel) },
			"I can no longer see or write in"},
		"server": {func(f *discordtest.Fixture) { f.Table.LoseGuild(false) }, "I was removed from this game's server"},
	} {
		t.Run(name, func(t *testing.T) {
			f := discordtest.Begun(t, discordtest.Everywhere)
			f.WaitDelivered()
			c.lose(f)
			if name == "access" {
				f.Say(f.Anna, "/end")
			}
			f.AwaitDM(f.Anna, c.words)
			f.AwaitDM(f.Boris, c.words)
			f.Restart()
			if name == "access" {
				f.Say(f.Anna, "/end")
				f.Eventually("it is found lost once more", func() bool {
					asleep, err := f.Store.Sleeping(f.Ctx)
					return err == nil && len(asleep) == 1
				})
				f.WaitOutbox()
			}
			f.WaitOutbox()
			discordtest.Equal(t, "it was told %d times", tellings(f), 2)
		})
	}
}

// A bot that was removed from a server cannot write to its players; when it is back, that is not held against them.
func TestLost_ServerWithoutDirectMessages(t *testing.T) {
	f := discordtest.Begun(t)
	f.WaitOutbox()
	dms := discordtest.To(http.MethodPost, "/users/@me/channels")
	f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusBadRequest, Code: 50278}, dms))
	before := len(f.Requests(dms))
	f.Table.LoseGuild(false) // it is no outage; 50278 is "no common server"
	f.Eventually("both are tried", func() bool { return len(f.Requests(dms)) == before+2 })
	f.WaitOutbox()
	f.SetFault(nil)
	f.Table.RegainGuild()
	f.Say(f.Anna, "/end")
	f.AwaitPosted(f.Olga, "Blue combat")
	f.WaitOutbox()
	discordtest.Equal(t, "of a player is said %d times that he takes none",
		len(f.Posted(f.Olga, "accepts no direct messages")), 0)
}

// A player who is told in his night that his channel is lost is told without a notification.
func TestLost_AtNight(t *testing.T) {
	f := discordtest.New(t, func(f *discordtest.Fixture) { f.Now = discordtest.Noon })
	f.Say(f.Boris, "/settings zone:UTC night:11:00-15:00")
	f.Begin()
	anna, boris, _ := lose(f)
	const silent = 1 << 12
	if anna.Flags&silent != 0 || boris.Flags&silent == 0 {
		t.Errorf("the flags are %b and %b", anna.Flags, boris.Flags)
	}
}

// The daily message says that a button below it tells what can be done, and has that button.
func TestLost_DailyMessage(t *testing.T) {
	clock := discordtest.ClockAt(discordtest.Noon())
	f := discordtest.New(t, clock.On)
	f.Begin()
	f.Say(f.Boris, "/settings zone:UTC daily:13:00")
	lose(f)
	discordtest.Advance(f, clock, time.Hour)
	daily := f.AwaitDM(f.Boris, "Its channel was deleted", "The button below")
	f.Has(f.Tap(f.Boris, daily, "Drill: what now?"), "was deleted")
}

// Where the bot is only because a user has installed it for himself, no game can be played, so none is moved there.
func TestLost_WhereTheBotIsNot(t *testing.T) {
	f := discordtest.Begun(t, discordtest.Everywhere)
	lose(f)
	for _, name := range []string{"foreign", "friends"} {
		due := discordtest.AskIn(f, f.Anna, must.Get(f.Anna.Channel(name))(t), "/due")
		m := f.Has(f.Tap(f.Anna, due, "Drill: what now?"), "was deleted", "give `/due all:true` there")
		f.HasLabel(m, "Move it here", false)
	}
}
