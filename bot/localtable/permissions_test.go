package localtable_test

import (
	"fmt"
	"strings"
	"testing"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"

	"github.com/bwmarrin/discordgo"
)

// Interactions carry the permissions that the bot has in a channel, and its messages are refused if one is missing.
func TestPermissionsOfTheBot(t *testing.T) {
	table, base := lay(t, localtable.Options{})
	bot, got := capture(t, base)
	anna := sit(t, base, "Anna")
	channel := channelOf(t, anna)
	sent := must(bot.ChannelMessageSend(channel, "one"))(t)
	file := func() error {
		_, err := bot.ChannelMessageSendComplex(channel, &discordgo.MessageSend{Files: textFile("map.txt")})
		return err
	}
	write := func() error { _, err := bot.ChannelMessageSend(channel, "two"); return err }
	edit := func() error { _, err := bot.ChannelMessageEdit(channel, sent.ID, "three"); return err }
	read := func() error { _, err := bot.ChannelMessage(channel, sent.ID); return err }
	list := func() error {
		l, err := bot.ChannelMessages(channel, 10, "", "", "")
		if err == nil && len(l) == 0 {
			err = fmt.Errorf("nothing to read")
		}
		return err
	}
	const none, unread = 0, -1
	for name, c := range map[string]struct {
		taken                          uint64
		write, file, edit, read, lists int
	}{
		"nothing":       {0, none, none, none, none, none},
		"view":          {wire.ViewChannel, 50001, 50001, 50001, 50001, 50001},
		"send":          {wire.SendMessages, 50013, 50013, none, none, none},
		"attach":        {wire.AttachFiles, none, 50013, none, none, none},
		"history":       {wire.ReadHistory, none, none, none, 50013, unread},
		"threads alone": {wire.SendInThreads, none, none, none, none, none},
	} {
		table.Deny(channel, localtable.ApplicationID, c.taken)
		for what, step := range map[string]struct {
			do   func() error
			want int
		}{"write": {write, c.write}, "file": {file, c.file}, "edit": {edit, c.edit}, "read": {read,
			c.read}, "list": {list, c.lists}} {
			switch err := step.do(); {
			case step.want == none && err != nil, step.want == unread &&
				(err == nil || !strings.Contains(err.Error(), "nothing to read")):
				t.Errorf("without %s: %s: %v", name, what, err)
			case step.want > 0 && code(t, err) != step.want:
				t.Errorf("without %s: %s: %v", name, what, err)
			}
		}
		must(anna.Say(t.Context(), channel, "/game leave"))(t)
		if i := <-got; uint64(i.AppPermissions)&c.taken != 0 || i.AppPermissions == 0 ||
			i.Member.Permissions&wire.Administrator == 0 {
			t.Errorf("without %s: app_permissions are %b, of the member %b", name, i.AppPermissions,
				i.Member.Permissions)
		}
		table.Deny(channel, localtable.ApplicationID, 0)
	}
}

// A member sees and can use a command if he has its default permissions. They do not apply in direct messages.
func TestDefaultPermissionsOfCommands(t *testing.T) {
	table, base := lay(t, localtable.Options{})
	bot, got := capture(t, base)
	everywhere := []discordgo.InteractionContextType{0, 1}
	manage, nobody := int64(wire.ManageGuild), int64(0)
	must(bot.ApplicationCommandBulkOverwrite(localtable.ApplicationID, "", []*discordgo.ApplicationCommand{
		{Name: "master", Description: "Master", DefaultMemberPermissions: &manage, Contexts: &everywhere},
		{Name: "admin", Description: "Admin", DefaultMemberPermissions: &nobody, Contexts: &everywhere},
		{Name: "roll", Description: "Roll", Contexts: &everywhere},
	}))(t)
	anna, boris := sit(t, base, "Anna"), sit(t, base, "Boris")
	channel, dm := channelOf(t, anna), must(boris.DM(t.Context()))(t)
	table.Deny(channel, boris.User().ID, wire.ManageGuild)
	for _, c := range []struct {
		who     *player.Player
		channel string
		want    bool
	}{{anna, channel, true}, {boris, channel, false}, {boris, dm, true}} {
		names := ""
		for _, s := range must(c.who.Suggest(t.Context(), c.channel, "/"))(t).Items {
			names += s.Label + " "
		}
		if !strings.Contains(names, "/roll") || strings.Contains(names, "/master") != c.want ||
			strings.Contains(names, "/admin") != c.want {
			t.Errorf("%s is offered %q", c.who.User().Username, names)
		}
	}
	for _, command := range []string{"/master", "/admin"} {
		if _, err := boris.Say(t.Context(), channel, command); err == nil {
			t.Errorf("Boris uses %s", command)
		}
		must(anna.Say(t.Context(), channel, command))(t)
		<-got
	}
	table.Deny(channel, boris.User().ID, wire.SendMessages)
	must(boris.Say(t.Context(), channel, "/master"))(t)
	if i := <-got; i.Member.Permissions&(wire.SendMessages|wire.Administrator) != 0 ||
		i.Member.Permissions&wire.ManageGuild == 0 {
		t.Errorf("Boris has the permissions %b", i.Member.Permissions)
	}
}
