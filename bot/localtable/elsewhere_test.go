package localtable_test

import (
	"fmt"
	"testing"

	"grognard/bot/localtable"

	"github.com/bwmarrin/discordgo"
)

// In a channel of which the bot is not a member, users can have installed it for themselves. They see only the commands
// that allow this, the interaction names them as the owners of the installation and no guild, and the bot can answer
// only with the interaction's token.
func TestElsewhere(t *testing.T) {
	_, base := lay(t, localtable.Options{Elsewhere: []string{"foreign", "friends"}})
	told := make(chan *discordgo.Interaction, 1)
	bot := session(t, base)
	bot.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		told <- i.Interaction
		if err := s.InteractionRespond(i.Interaction, answer("seven", discordgo.MessageFlagsEphemeral)); err != nil {
			t.Error(err)
		}
	})
	bot.AddHandler(func(_ *discordgo.Session, m *discordgo.MessageCreate) {
		t.Errorf("the bot hears %q where it is not", m.Content)
	})
	check(t, bot.Open())
	everywhere := []discordgo.InteractionContextType{0, 1, 2}
	both := []discordgo.ApplicationIntegrationType{0, 1}
	must(bot.ApplicationCommandBulkOverwrite(localtable.ApplicationID, "", []*discordgo.ApplicationCommand{
		{Name: "roll", Description: "Roll", Contexts: &everywhere, IntegrationTypes: &both},
		{Name: "move", Description: "Move", Contexts: &[]discordgo.InteractionContextType{0}},
	}))(t)
	anna, boris := sit(t, base, "Anna"), sit(t, base, "Boris")
	must(anna.Say(t.Context(), must(anna.Channel("foreign"))(t), "Hello"))(t)
	for _, c := range []struct{ channel, want string }{
		{must(anna.Channel("autumn-for-barbarossa"))(t),
			"context 0, guild 1150000000000000002, member true, user false, owners map[0:1150000000000000002]"},
		{must(anna.DM(t.Context()))(t), "context 1, guild , member false, user true, owners map[0:0]"},
		{must(anna.Channel("foreign"))(t),
			"context 0, guild 1150000000000000003, member true, user false, owners map[1:1150000000000000101]"},
		{must(anna.Channel("friends"))(t),
			"context 2, guild , member false, user true, owners map[1:1150000000000000101]"},
	} {
		if m := must(anna.Say(t.Context(), c.channel, "/roll"))(t); m.Content != "seven" {
			t.Errorf("answered %q", m.Content)
		}
		i := <-told
		got := fmt.Sprintf("context %d, guild %s, member %v, user %v, owners %v", i.Context, i.GuildID,
			i.Member != nil, i.User != nil, i.AuthorizingIntegrationOwners)
		if got != c.want {
			t.Errorf("the bot is told %q, want %q", got, c.want)
		}
	}
	for _, name := range []string{"foreign", "friends"} {
		id := must(anna.Channel(name))(t)
		if _, err := anna.Say(t.Context(), id, "/move"); err == nil {
			t.Errorf("%s offers a command of the guild's installation", name)
		}
		must(anna.Say(t.Context(), id, "/roll"))(t)
		i := <-told
		denied(t, "the bot sends to "+name, 50001)(bot.ChannelMessageSend(id, "x"))
		denied(t, "the bot reads "+name, 50001)(bot.ChannelMessages(id, 10, "", "", ""))
		for n := range 6 {
			_, err := bot.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: fmt.Sprint("shared ", n)})
			if n < 5 && err != nil || n == 5 && code(t, err) != 40094 {
				t.Errorf("answer %d in %s: %v", n+2, name, err)
			}
		}
		if got := contents(t, boris, id); len(got) < 5 || got[len(got)-1] != "shared 4" {
			t.Errorf("Boris reads %q in %s", got, name)
		}
	}
}
