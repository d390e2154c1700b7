package localtable_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"

	"github.com/bwmarrin/discordgo"
)

// followEphemeral answers a waiting interaction, and adds an ephemeral follow-up with a button.
func followEphemeral(t *testing.T, bot *discordgo.Session, i *discordgo.Interaction,
	content string) *discordgo.Message {
	t.Helper()
	m := must(bot.FollowupMessageCreate(i, true, &discordgo.WebhookParams{
		Content: content, Flags: discordgo.MessageFlagsEphemeral, Components: button("b"),
	}))(t)
	return m
}

func TestEphemeralMessagesVanishOnReload(t *testing.T) {
	clock := &clock{}
	_, base := lay(t, localtable.Options{Now: clock.now})
	bot, got := capture(t, base)
	anna := sit(t, base, "Anna")
	table := channelOf(t, anna)
	must(anna.Say(t.Context(), table, "/move units:1 to:2"))(t)
	i := <-got
	secret := followEphemeral(t, bot, i, "secret")
	must(bot.ChannelMessageSend(table, "public"))(t)
	want := contents(t, anna, table)
	if !slices.Equal(want[1:], []string{"secret", "public"}) {
		t.Fatalf("Anna reads %q", want)
	}

	again := sit(t, base, "Anna")
	reads(t, again, table, want[0], "public")
	content := "changed secret"
	if _, err := bot.FollowupMessageEdit(i, secret.ID, &discordgo.WebhookEdit{Content: &content}); err != nil {
		t.Errorf("the token cannot edit: %v", err)
	}
	awaitContent(t, anna, secret.ID, content)
	if got := contents(t, again, table); slices.Contains(got, content) {
		t.Errorf("an edit showed Anna, come anew, a message of before: %q", got)
	}
	if err := bot.FollowupMessageDelete(i, secret.ID); err != nil {
		t.Errorf("the token cannot delete: %v", err)
	}
	if got := contents(t, anna, table); slices.Contains(got, content) {
		t.Errorf("deleted, the message is still there: %q", got)
	}
	edit := &discordgo.WebhookEdit{Content: &content}
	denied(t, "the deleted message is edited", 10008)(bot.FollowupMessageEdit(i, secret.ID, edit))
	late := followEphemeral(t, bot, i, "late")
	clock.advance(16 * time.Minute)
	denied(t, "after the token's end", 50027)(bot.FollowupMessageEdit(i, late.ID, edit))
}

// A page that shows an ephemeral message can use and dismiss it as long as the table runs.
func TestEphemeralMessageStaysUsable(t *testing.T) {
	clock := &clock{}
	_, base := lay(t, localtable.Options{Now: clock.now})
	seat(t, base, func(s *discordgo.Session, i *discordgo.InteractionCreate) error {
		a := answer("ask", discordgo.MessageFlagsEphemeral)
		a.Data.Components = button("b")
		if i.Type == discordgo.InteractionMessageComponent {
			a.Type, a.Data.Content = discordgo.InteractionResponseUpdateMessage, "pressed"
		}
		return s.InteractionRespond(i.Interaction, a)
	})
	anna, boris := sit(t, base, "Anna"), sit(t, base, "Boris")
	table := channelOf(t, anna)
	m := must(anna.Say(t.Context(), table, "/game leave"))(t)
	clock.advance(time.Hour)
	if got := must(anna.Click(t.Context(), m.ID, "b"))(t); got.ID != m.ID || got.Content != "pressed" {
		t.Errorf("the press made %+v", got)
	}
	reads(t, anna, table, "pressed")
	var refused player.Refused
	if _, err := boris.Click(t.Context(), m.ID, "b"); !errors.As(err, &refused) {
		t.Errorf("Boris pressed: %v", err)
	}
	check(t, anna.Dismiss(t.Context(), m.ID))
	if _, err := anna.Click(t.Context(), m.ID, "b"); !errors.As(err, &refused) {
		t.Errorf("Anna pressed what she had dismissed: %v", err)
	}
}
