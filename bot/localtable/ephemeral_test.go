package localtable_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"

	"github.com/bwmarrin/discordgo"
)

// followEphemeral answers a waiting interaction, and adds an ephemeral follow-up with a button.
func followEphemeral(t *testing.T, bot *discordgo.Session, i *discordgo.Interaction,
	content string) *discordgo.Message {
	t.Helper()
	m := must[*discordgo.Message](t)(bot.FollowupMessageCreate(i, true, &discordgo.WebhookParams{
		Content: content, Flags: discordgo.MessageFlagsEphemeral, Components: button("b"),
	}))
	return m
}

func TestEphemeralMessagesVanishOnReload(t *testing.T) {
	t.Parallel()
	clock := &clock{}
	_, base := lay(t, localtable.Options{Now: clock.now})
	bot, got := capture(t, base)
	anna := sit(t, base, "Anna")
	table := channelOf(t, anna)
	must[player.Message](t)(anna.Say(t.Context(), table, "/move units:1 to:2"))
	i := <-got
	secret := followEphemeral(t, bot, i, "secret")
	must[*discordgo.Message](t)(bot.ChannelMessageSend(table, "public"))
	want := contents(t, anna, table)
	if !slices.Equal(want[1:], []string{"secret", "public"}) {
		t.Fatalf("Anna reads %q", want)
	}

	again := sit(t, base, "Anna")
	if got := contents(t, again, table); !slices.Equal(got, []string{want[0], "public"}) {
		t.Errorf("Anna, come anew, reads %q", got)
	}
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
	if _, err := bot.FollowupMessageEdit(i, secret.ID, &discordgo.WebhookEdit{Content: &content}); code(t,
		err) != 10008 {
		t.Errorf("the deleted message could be edited: %v", err)
	}
	late := followEphemeral(t, bot, i, "late")
	clock.advance(16 * time.Minute)
	if _, err := bot.FollowupMessageEdit(i, late.ID, &discordgo.WebhookEdit{Content: &content}); code(t, err) != 50027 {
		t.Errorf("after the token's end: %v", err)
	}
}

// A page that shows an ephemeral message can use and dismiss it as long as the table runs.
func TestEphemeralMessageStaysUsable(t *testing.T) {
	t.Parallel()
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
	m := must[player.Message](t)(anna.Say(t.Context(), table, "/game leave"))
	clock.advance(time.Hour)
	if got := must[player.Message](t)(anna.Click(t.Context(), m.ID, "b")); got.ID != m.ID || got.Content != "pressed" {
		t.Errorf("the press made %+v", got)
	}
	if got := contents(t, anna, table); !slices.Equal(got, []string{"pressed"}) {
		t.Errorf("Anna reads %q", got)
	}
	var refused player.Refused
	if _, err := boris.Click(t.Context(), m.ID, "b"); !errors.As(err, &refused) {
		t.Errorf("Boris pressed: %v", err)
	}
	check(t, anna.Dismiss(t.Context(), m.ID))
	if _, err := anna.Click(t.Context(), m.ID, "b"); !errors.As(err, &refused) {
		t.Errorf("Anna pressed what she had dismissed: %v", err)
	}
}

// Older versions kept ephemeral messages in the file: those are dropped, and the rest is read.
func TestOlderFileWithEphemeralMessages(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "table.jsonl")
	table, base := lay(t, localtable.Options{File: file})
	play(t, base)
	channel := channelOf(t, sit(t, base, "Anna"))
	want := contents(t, sit(t, base, "Anna"), channel)
	check(t, table.Close())
	old, err := json.Marshal(map[string]any{"post": map[string]any{"for": "1150000000000000101", "dismissed": true,
		"message": wire.Message{
			ID: "9000000000000000000", ChannelID: channel, Content: "of old", Flags: wire.Ephemeral,
		}}})
	if err != nil {
		t.Fatal(err)
	}
	out := must[*os.File](t)(os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0))
	must[int](t)(out.Write(append(old, '\n')))
	check(t, out.Close())
	_, base = lay(t, localtable.Options{File: file})
	for _, user := range []string{"Anna", "Boris", "Olga"} {
		if got := contents(t, sit(t, base, user), channel); !slices.Equal(got, want) {
			t.Errorf("%s reads %q, want %q", user, got, want)
		}
	}
	m, err := session(t, base).ChannelMessageSend(channel, "new")
	if err != nil || m.ID <= "9000000000000000000" {
		t.Errorf("the new message %+v (%v) took an identifier of before", m, err)
	}
}
