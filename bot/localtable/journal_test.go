package localtable_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"

	"github.com/bwmarrin/discordgo"
)

// play makes public and ephemeral messages, an edit, a deletion, a picture, a setting and a new channel.
func play(t *testing.T, base string) {
	t.Helper()
	bot, got := capture(t, base)
	anna := sit(t, base, "Anna")
	table := channelOf(t, anna)
	must[player.Message](t)(anna.Say(t.Context(), table, "/move units:1 to:2"))
	i := <-got
	for _, content := range []string{"secret", "regretted", "read and dismissed"} {
		m, err := bot.FollowupMessageCreate(i, true,
			&discordgo.WebhookParams{Content: content, Flags: discordgo.MessageFlagsEphemeral})
		if err != nil {
			t.Fatal(err)
		}
		switch content {
		case "regretted":
			err = bot.FollowupMessageDelete(i, m.ID)
		case "read and dismissed":
			err = anna.Dismiss(t.Context(), m.ID)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	m := must[*discordgo.Message](t)(bot.ChannelMessageSendComplex(table, &discordgo.MessageSend{
		Content: "map", Components: button("next"),
		Files: []*discordgo.File{{Name: "map.txt", Reader: strings.NewReader("picture")}},
	}))
	must[*discordgo.Message](t)(bot.ChannelMessageEdit(table, m.ID, "map of turn 1"))
	check(t, anna.Settings(t.Context(), true, "fr"))
	must[string](t)(anna.Open(t.Context(), "second"))
}

func TestRestartEmptiesNoChannel(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "table.jsonl")
	table, base := lay(t, localtable.Options{File: file})
	play(t, base)
	seen := func(base, user string) []player.Message {
		p := sit(t, base, user)
		return must[[]player.Message](t)(p.Messages(t.Context(), channelOf(t, p)))
	}
	before := map[string][]player.Message{"Anna": seen(base, "Anna"), "Boris": seen(base, "Boris")}
	check(t, table.Close())

	_, base = lay(t, localtable.Options{File: file})
	for user, want := range before {
		if got := seen(base, user); !reflect.DeepEqual(got, want) {
			t.Errorf("%s sees %+v\nbefore the restart %+v", user, got, want)
		}
	}
	if len(before["Anna"]) != 2 || len(before["Boris"]) != 2 {
		t.Errorf("Anna saw %d messages, Boris %d", len(before["Anna"]), len(before["Boris"]))
	}
	if kept, err := os.ReadFile(file); err != nil || strings.Contains(string(kept), "secret") ||
		!strings.Contains(string(kept), "map of turn 1") {
		t.Errorf("the file (%v) keeps what was ephemeral, or not the rest:\n%s", err, kept)
	}
	anna := sit(t, base, "Anna")
	last := before["Anna"][1]
	if picture := must[[]byte](t)(anna.Picture(t.Context(), last.Attachments[0])); string(picture) != "picture" {
		t.Errorf("the picture is %q", picture)
	}
	must[string](t)(anna.Channel("second"))
	bot := session(t, base)
	dm, err := bot.UserChannelCreate(anna.User().ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bot.ChannelMessageSend(dm.ID, "x"); code(t, err) != 50007 {
		t.Errorf("the closed DMs opened: %v", err)
	}
	if list, err := anna.Suggest(t.Context(), channelOf(t, anna), "/"); err != nil || len(list.Items) != 2 {
		t.Errorf("commands after the restart: %+v, %v", list, err)
	}
	m, err := bot.ChannelMessageSend(last.ChannelID, "new")
	if err != nil || m.ID <= last.ID {
		t.Errorf("the new message %v (%v) does not follow %s", m, err, last.ID)
	}
}

func TestOldButtonsWorkAfterARestart(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "table.jsonl")
	table, base := lay(t, localtable.Options{File: file})
	play(t, base)
	check(t, table.Close())
	_, base = lay(t, localtable.Options{File: file})
	seat(t, base, func(s *discordgo.Session, i *discordgo.InteractionCreate) error {
		return s.InteractionRespond(i.Interaction, answer("pressed "+i.MessageComponentData().CustomID, 0))
	})
	anna := sit(t, base, "Anna")
	m := must[player.Message](t)(anna.Await(t.Context(),
		func(m player.Message) bool { return m.Content == "map of turn 1" }))
	if got := must[player.Message](t)(anna.Click(t.Context(), m.ID, "next")); got.Content != "pressed next" {
		t.Errorf("answered %q", got.Content)
	}
}

func TestTornLastLineIsCutOff(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "table.jsonl")
	table, base := lay(t, localtable.Options{File: file})
	play(t, base)
	want := contents(t, sit(t, base, "Anna"), channelOf(t, sit(t, base, "Anna")))
	check(t, table.Close())
	whole := must[[]byte](t)(os.ReadFile(file))
	check(t, os.WriteFile(file, append(whole, `{"post":{"message":{"id":"12`...), 0o600))
	table, base = lay(t, localtable.Options{File: file})
	anna := sit(t, base, "Anna")
	if got := contents(t, anna, channelOf(t, anna)); !reflect.DeepEqual(got, want) {
		t.Errorf("Anna reads %q, want %q", got, want)
	}
	must[player.Message](t)(anna.Say(t.Context(), channelOf(t, anna), "and on"))
	check(t, table.Close())
	_, base = lay(t, localtable.Options{File: file})
	anna = sit(t, base, "Anna")
	if got := contents(t, anna, channelOf(t, anna)); !reflect.DeepEqual(got, append(want, "and on")) {
		t.Errorf("after writing on, Anna reads %q", got)
	}
}

func TestDamagedFileIsAnErrorThatNamesTheLine(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "table.jsonl")
	check(t, os.WriteFile(file, []byte("{}\n{\"post\":5}\n{}\n"), 0o600))
	if _, err := localtable.New(localtable.Options{File: file}); err == nil ||
		!strings.Contains(err.Error(), "line 2") {
		t.Errorf("got %v", err)
	}
}
