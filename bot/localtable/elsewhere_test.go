package localtable_test

import (
	"fmt"
	"testing"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"

	"github.com/bwmarrin/discordgo"
)

// In a channel of which the bot is not a member, users can have installed it for themselves. They see only the commands
// that allow this, the interaction names them as the owners of the installation and no guild, and the bot can answer
// only with the interaction's token.
func TestElsewhere(t *testing.T) {
	t.Parallel()
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
	if _, err := bot.ApplicationCommandBulkOverwrite(localtable.ApplicationID, "", []*discordgo.ApplicationCommand{
		{Name: "roll", Description: "Roll", Contexts: &everywhere, IntegrationTypes: &both},
		{Name: "move", Description: "Move", Contexts: &[]discordgo.InteractionContextType{0}},
	}); err != nil {
		t.Fatal(err)
	}
	anna, boris := sit(t, base, "Anna"), sit(t, base, "Boris")
	must[player.Message](t)(anna.Say(t.Context(), must[string](t)(anna.Channel("foreign")), "Hello"))
	for _, c := range []struct{ channel, want string }{
		{must[string](t)(anna.Channel("autumn-for-barbarossa")),
			"context 0, guild 1150000000000000002, member true, user false, owners map[0:1150000000000000002]"},
		{must[string](t)(anna.DM(t.Context())), "context 1, guild , member false, user true, owners map[0:0]"},
		{must[string](t)(anna.Channel("foreign")),
			"context 0, guild 1150000000000000003, member true, user false, owners map[1:1150000000000000101]"},
		{must[string](t)(anna.Channel("friends")),
			"context 2, guild , member false, user true, owners map[1:1150000000000000101]"},
	} {
		if m := must[player.Message](t)(anna.Say(t.Context(), c.channel, "/roll")); m.Content != "seven" {
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
		id := must[string](t)(anna.Channel(name))
		if _, err := anna.Say(t.Context(), id, "/move"); err == nil {
			t.Errorf("%s offers a command of the guild's installation", name)
		}
		must[player.Message](t)(anna.Say(t.Context(), id, "/roll"))
		i := <-told
		if _, err := bot.ChannelMessageSend(id, "x"); code(t, err) != 50001 {
			t.Errorf("the bot sends to %s: %v", name, err)
		}
		if _, err := bot.ChannelMessages(id, 10, "", "", ""); code(t, err) != 50001 {
			t.Errorf("the bot reads %s: %v", name, err)
		}
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
