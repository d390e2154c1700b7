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
	must(anna.Say(t.Context(), table, "/move units:1 to:2"))(t)
	i := <-got
	for _, content := range []string{"secret", "regretted", "read and dismissed"} {
		m := must(bot.FollowupMessageCreate(i, true,
			&discordgo.WebhookParams{Content: content, Flags: discordgo.MessageFlagsEphemeral}))(t)
		switch content {
		case "regretted":
			check(t, bot.FollowupMessageDelete(i, m.ID))
		case "read and dismissed":
			check(t, anna.Dismiss(t.Context(), m.ID))
		}
	}
	m := must(bot.ChannelMessageSendComplex(table, &discordgo.MessageSend{
		Content: "map", Components: button("next"),
		Files: []*discordgo.File{{Name: "map.txt", Reader: strings.NewReader("picture")}},
	}))(t)
	must(bot.ChannelMessageEdit(table, m.ID, "map of turn 1"))(t)
	check(t, anna.Settings(t.Context(), true, "fr"))
	must(anna.Open(t.Context(), "second"))(t)
}

func TestRestartEmptiesNoChannel(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table.jsonl")
	table, base := lay(t, localtable.Options{File: file})
	play(t, base)
	seen := func(base, user string) []player.Message {
		p := sit(t, base, user)
		return must(p.Messages(t.Context(), channelOf(t, p)))(t)
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
	if picture := must(anna.Picture(t.Context(), last.Attachments[0]))(t); string(picture) != "picture" {
		t.Errorf("the picture is %q", picture)
	}
	must(anna.Channel("second"))(t)
	bot := session(t, base)
	dm := must(bot.UserChannelCreate(anna.User().ID))(t)
	denied(t, "the closed DMs opened", 50007)(bot.ChannelMessageSend(dm.ID, "x"))
	if list, err := anna.Suggest(t.Context(), channelOf(t, anna), "/"); err != nil || len(list.Items) != 2 {
		t.Errorf("commands after the restart: %+v, %v", list, err)
	}
	m, err := bot.ChannelMessageSend(last.ChannelID, "new")
	if err != nil || m.ID <= last.ID {
		t.Errorf("the new message %v (%v) does not follow %s", m, err, last.ID)
	}
}

func TestOldButtonsWorkAfterARestart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table.jsonl")
	table, base := lay(t, localtable.Options{File: file})
	play(t, base)
	check(t, table.Close())
	_, base = lay(t, localtable.Options{File: file})
	seat(t, base, func(s *discordgo.Session, i *discordgo.InteractionCreate) error {
		return s.InteractionRespond(i.Interaction, answer("pressed "+i.MessageComponentData().CustomID, 0))
	})
	anna := sit(t, base, "Anna")
	m := must(anna.Await(t.Context(), func(m player.Message) bool { return m.Content == "map of turn 1" }))(t)
	if got := must(anna.Click(t.Context(), m.ID, "next"))(t); got.Content != "pressed next" {
		t.Errorf("answered %q", got.Content)
	}
}

func TestTornLastLineIsCutOff(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table.jsonl")
	table, base := lay(t, localtable.Options{File: file})
	play(t, base)
	want := contents(t, sit(t, base, "Anna"), channelOf(t, sit(t, base, "Anna")))
	check(t, table.Close())
	whole := must(os.ReadFile(file))(t)
	check(t, os.WriteFile(file, append(whole, `{"post":{"message":{"id":"12`...), 0o600))
	table, base = lay(t, localtable.Options{File: file})
	anna := sit(t, base, "Anna")
	reads(t, anna, channelOf(t, anna), want...)
	must(anna.Say(t.Context(), channelOf(t, anna), "and on"))(t)
	check(t, table.Close())
	_, base = lay(t, localtable.Options{File: file})
	anna = sit(t, base, "Anna")
	reads(t, anna, channelOf(t, anna), append(want, "and on")...)
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
