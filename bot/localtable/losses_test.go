package localtable_test

import (
	"fmt"
	"strings"
	"testing"

	"grognard/bot/localtable"

	"github.com/bwmarrin/discordgo"
)

// The bot is told of a deleted channel and a lost guild, and requests for them are refused as Discord refuses them.
func TestWhatTheBotLoses(t *testing.T) {
	table, base := lay(t, localtable.Options{Channels: []string{"one", "two"}})
	bot := session(t, base)
	bot.Identify.Intents = discordgo.IntentsGuilds
	told := make(chan string, 9)
	bot.AddHandler(func(_ *discordgo.Session, c *discordgo.ChannelDelete) { told <- "channel " + c.ID })
	bot.AddHandler(func(_ *discordgo.Session, g *discordgo.GuildDelete) { told <- fmt.Sprint("lost ", g.Unavailable) })
	bot.AddHandler(func(_ *discordgo.Session, g *discordgo.GuildCreate) {
		told <- fmt.Sprint("there ", len(g.Channels))
	})
	check(t, bot.Open())
	one, _ := table.Channel("one")
	two, _ := table.Channel("two")
	for _, s := range []struct {
		do           func()
		told         string
		first, other string // the answers to a message in either channel
	}{
		{func() {}, "there 2", "", ""},
		{func() { _ = table.DeleteChannel(one) }, "channel " + one, "10003", ""},
		{func() { table.LoseGuild(true) }, "lost true", "10003", ""},
		{table.RegainGuild, "there 1", "10003", ""},
		{func() { table.LoseGuild(false) }, "lost false", "10003", "50001"},
		{table.RegainGuild, "there 1", "10003", ""},
	} {
		s.do()
		if got := <-told; got != s.told {
			t.Errorf("told %q, not %q", got, s.told)
		}
		for channel, want := range map[string]string{one: s.first, two: s.other} {
			if _, err := bot.ChannelMessageSend(channel, "x"); want == "" && err != nil || want != "" &&
				(err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s: a message is answered %v, not %q", s.told, err, want)
			}
		}
	}
}
