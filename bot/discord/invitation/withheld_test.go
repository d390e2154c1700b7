package invitation_test

import (
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/wire"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// What a game can do without is said when it is opened, to an asker who can give it, and the game is opened all the
// same. Others are not told, nor is anybody when nothing is withheld.
func TestWithheld_WhenAGameIsOpened(t *testing.T) {
	const manageRoles = 1 << 28
	for name, c := range map[string]struct {
		bot, anna uint64
		want      []string
		lacks     string
	}{
		"pins": {bot: wire.PinMessages, want: []string{"**Pin Messages**", "You can give the permission in the channel's settings"},
			lacks: "Threads"},
		"threads":     {bot: wire.PublicThreads | wire.PrivateThreads, want: []string{"**Create Public Threads**", "**Create Private Threads**"}, lacks: "Pin"},
		"cannot give": {bot: wire.PinMessages, anna: manageRoles, lacks: "Pin Messages"},
		"nothing":     {lacks: "lacks the permission"},
	} {
		t.Run(name, func(t *testing.T) {
			f := discordtest.New(t)
			f.Table.Deny(f.Channel, localtable.ApplicationID, c.bot)
			f.Table.Deny(f.Channel, f.Anna.User().ID, c.anna)
			m := f.Ask(f.Anna, "/game new module:drill side:blue")
			f.Has(m, append(c.want, "Drill")...)
			f.Lacks(m, c.lacks)
		})
	}
}
