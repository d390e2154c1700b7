package discord_test

import (
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
)

// Before a game is set up the bot says what it lacks in the channel, and who can give it; then nothing has been opened.
func TestPermissions_BotLacksSome(t *testing.T) {
	f := discordtest.New(t)
	may := func(taken uint64) { f.Table.Deny(f.Channel, localtable.ApplicationID, taken) }
	for _, c := range []struct {
		taken uint64
		names string
	}{
		{wire.ViewChannel, "permission **View Channel** here"},
		{wire.SendMessages, "permission **Send Messages** here"},
		{wire.AttachFiles | wire.ReadHistory, "permissions **Attach Files**, **Read Message History** here"},
	} {
		may(c.taken)
		f.Has(f.Ask(f.Anna, "/game new module:drill side:blue"),
			"can't run a game in this channel: it lacks the "+c.names, "Manage Roles", "channel's settings")
		f.Has(f.Ask(f.Boris, "/game status"), "no game")
	}
	may(wire.EmbedLinks | wire.ManageGuild | wire.SendInThreads) // it does not need them
	f.Say(f.Anna, "/game new module:drill side:blue")
	f.Say(f.Boris, "/game join side:red")
	joined := f.AwaitPosted(f.Boris, "Red: <@"+f.Boris.User().ID)
	may(wire.AttachFiles)
	for _, m := range []player.Message{f.Tap(f.Anna, joined, "Start the game"), f.Ask(f.Anna, "/game start")} {
		f.Has(m, "can't run a game in this channel: it lacks the permission **Attach Files**")
	}
	f.Has(f.Ask(f.Olga, "/game status"), "**Warning:** the bot lacks the permission **Attach Files**")
	may(0)
	f.Lacks(f.Ask(f.Olga, "/game status"), "Warning")
	f.Tap(f.Anna, joined, "Start the game")
	f.AwaitPosted(f.Olga, "The game begins")
}

// Whoever may not write in a channel does not write there through the bot. He reads what he reads
// alone, and if he plays, his opponent need not wait for him.
func TestPermissions_UserMayNotWrite(t *testing.T) {
	f := discordtest.New(t)
	const refused = "You lack the permission **Send Messages**"
	mute := func(id string) { f.Table.Deny(f.Channel, id, wire.SendMessages) }
	mute(f.Olga.User().ID)
	f.Has(f.Ask(f.Olga, "/game new module:drill"), refused)
	f.Begin()
	for _, command := range []string{"/map public:True", "/roll dice:2d6 public:True", "/game log public:True",
		"/game join side:red", "/game start", "/game cancel"} {
		f.Has(f.Ask(f.Olga, command), refused)
	}
	f.Lacks(f.Ask(f.Olga, "/map"), refused)
	thrown := f.Ask(f.Olga, "/roll dice:2d6")
	f.Has(f.Tap(f.Olga, thrown, "Share"), refused)
	mute(f.Anna.User().ID)
	f.Lacks(f.Say(f.Anna, "/end"), refused)
}
