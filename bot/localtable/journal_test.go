package localtable_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/rules/must"

	"github.com/bwmarrin/discordgo"
)

// After a restart the table is as it was, but without ephemeral messages, even if a crash has left the file's last line
// unfinished. It goes on from there.
func TestRestart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table.jsonl")
	table, base := lay(t, localtable.Options{File: file, Channels: []string{"one", "two"}})
	bot, got := capture(t, base)
	anna := sit(t, base, "Anna")
	one, two := must.Get(anna.Channel("one"))(t), must.Get(anna.Channel("two"))(t)
	must.Get(anna.Say(t.Context(), one, "/move units:1 to:2"))(t)
	must.Get(bot.FollowupMessageCreate(<-got, true,
		&discordgo.WebhookParams{Content: "secret", Flags: discordgo.MessageFlagsEphemeral}))(t)
	m := must.Get(bot.ChannelMessageSendComplex(one, &discordgo.MessageSend{Content: "map", Components: button("next"),
		Files: textFile("map.txt")}))(t)
	must.Get(bot.ChannelMessageEdit(one, m.ID, "map of turn 1"))(t)
	wrong := must.Get(bot.ChannelMessageSend(one, "wrong"))(t)
	must.Do(t, bot.ChannelMessageDelete(one, wrong.ID))
	thread := must.Get(bot.Request("POST", discordgo.EndpointChannel(one)+"/threads",
		object{"name": "aside", "type": 11}))(t)
	must.Do(t, anna.Settings(t.Context(), true, "fr")) // true: her DMs are closed
	must.Get(anna.Open(t.Context(), "third"))(t)
	must.Do(t, table.DeleteChannel(two))
	seen := func(base, user string) []player.Message {
		return must.Get(sit(t, base, user).Messages(t.Context(), one))(t)
	}
	before := map[string][]player.Message{"Olga": seen(base, "Olga"), "Boris": seen(base, "Boris")}
	must.Do(t, table.Close())
	whole := must.Get(os.ReadFile(file))(t)
	if strings.Contains(string(whole), "secret") {
		t.Error("the file keeps what was ephemeral")
	}
	must.Do(t, os.WriteFile(file, append(whole, `{"post":{"message":{"id":"12`...), 0o600))

	table, base = lay(t, localtable.Options{File: file, Channels: []string{"one"}})
	for user, want := range before {
		if got := seen(base, user); len(got) != 3 || !reflect.DeepEqual(got, want) {
			t.Errorf("%s sees %+v\nbefore the restart %+v", user, got, want)
		}
	}
	bot = seat(t, base, func(s *discordgo.Session, i *discordgo.InteractionCreate) error {
		return s.InteractionRespond(i.Interaction, answer("pressed "+i.MessageComponentData().CustomID, 0))
	})
	anna = sit(t, base, "Anna")
	if list, err := anna.Suggest(t.Context(), one, "/"); err != nil || len(list.Items) != 2 {
		t.Errorf("commands after the restart: %+v, %v", list, err)
	}
	if got := must.Get(anna.Click(t.Context(), m.ID, "next"))(t); got.Content != "pressed next" || got.ID <= wrong.ID {
		t.Errorf("an old button was answered by %+v", got)
	}
	if data := must.Get(anna.Picture(t.Context(), before["Olga"][1].Attachments[0]))(t); string(data) != "map.txt" {
		t.Errorf("the file has %q", data)
	}
	denied(t, "the closed DMs", 50007)(bot.ChannelMessageSend(must.Get(anna.DM(t.Context()))(t), "x"))
	denied(t, "the deleted channel", 10003)(bot.ChannelMessageSend(two, "x"))
	for _, name := range []string{"third", "aside"} {
		if id := must.Get(anna.Channel(name))(t); name == "aside" && !strings.Contains(string(thread), id) {
			t.Errorf("the thread is %s, and was %s", id, thread)
		}
	}
	must.Do(t, table.Close())
	_, base = lay(t, localtable.Options{File: file, Channels: []string{"one"}})
	if got := seen(base, "Boris"); len(got) != 4 {
		t.Errorf("after what came behind the unfinished line Boris sees %+v", got)
	}
}

func TestDamagedFileIsAnErrorThatNamesTheLine(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "table.jsonl")
	must.Do(t, os.WriteFile(file, []byte("{}\n{\"post\":5}\n{}\n"), 0o600))
	if _, err := localtable.New(localtable.Options{File: file}); err == nil ||
		!strings.Contains(err.Error(), "line 2") {
		t.Errorf("got %v", err)
	}
}
