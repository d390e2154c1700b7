package localtable_test

import (
	"cmp"
	"context"
	"errors"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"grognard/bot/discord/rest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/rules/must"

	"github.com/bwmarrin/discordgo"
)

// parallel holds the tests that have a table, and so run beside others already.
var parallel sync.Map

// lay serves a table until the test ends. The test runs beside others from its first table on. A request for a route
// that the table lacks fails the test, unless the test has its own observer. Unless the test says otherwise, the bot may
// take any time for an answer.
func lay(t *testing.T, opt localtable.Options) (*localtable.Server, string) {
	t.Helper()
	if _, again := parallel.LoadOrStore(t, true); !again {
		t.Cleanup(func() { parallel.Delete(t) })
		t.Parallel()
	}
	if opt.Observe == nil {
		opt.Observe = func(x localtable.Exchange) {
			if x.Status == 501 {
				t.Errorf("the bot asked for %s %s, which the table lacks", x.Method, x.Path)
			}
		}
	}
	opt.AnswerWithin = cmp.Or(opt.AnswerWithin, time.Hour)
	table := must.Get(localtable.New(opt))(t)
	web := httptest.NewServer(table.Handler())
	t.Cleanup(func() {
		if err := table.Close(); err != nil {
			t.Error(err)
		}
		web.Close()
	})
	return table, web.URL
}

type handler func(*discordgo.Session, *discordgo.InteractionCreate) error

// seat connects a bot with some commands and a handler for interactions. An error of the handler fails the test.
func seat(t *testing.T, base string, on handler) *discordgo.Session {
	t.Helper()
	bot := session(t, base)
	bot.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		if err := on(s, i); err != nil {
			t.Errorf("answer to interaction: %v", err)
		}
	})
	must.Do(t, bot.Open())
	must.Get(bot.ApplicationCommandBulkOverwrite(localtable.ApplicationID, "", commands()))(t)
	return bot
}

// session is a bot that is not yet connected. It is never closed, because that takes discordgo a second; the table
// disconnects it, and it does not reconnect.
func session(t *testing.T, base string) *discordgo.Session {
	t.Helper()
	client := must.Get(rest.New(rest.Options{Token: localtable.BotToken, Host: base, RequestWithin: time.Hour}))(t)
	bot := client.Session
	bot.ShouldReconnectOnError = false
	bot.LogLevel = -1 // it logs not even errors
	return bot
}

func commands() []*discordgo.ApplicationCommand {
	text := func(name string, required, complete bool) *discordgo.ApplicationCommandOption {
		return &discordgo.ApplicationCommandOption{
			Type: discordgo.ApplicationCommandOptionString, Name: name, Description: "The " + name,
			Required: required, Autocomplete: complete,
		}
	}
	return []*discordgo.ApplicationCommand{
		{Name: "move", Description: "Move units",
			Options: []*discordgo.ApplicationCommandOption{text("units", true, true), text("to", true, false)}},
		{Name: "game", Description: "Games", Options: []*discordgo.ApplicationCommandOption{
			{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "join", Description: "Take a seat",
				Options: []*discordgo.ApplicationCommandOption{{
					Type: discordgo.ApplicationCommandOptionString, Name: "side", Description: "Your side",
					Required: true,
					Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "German", Value: "german"},
						{Name: "Soviet", Value: "soviet"}},
				}}},
			{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "leave", Description: "Give up your seat"},
		}},
	}
}

func sit(t *testing.T, base, user string) *player.Player {
	t.Helper()
	p := must.Get(player.Sit(t.Context(), base, user))(t)
	t.Cleanup(p.Leave)
	return p
}

// channelOf is the table's first channel.
func channelOf(t *testing.T, p *player.Player) string {
	t.Helper()
	return must.Get(p.Channel("autumn-for-barbarossa"))(t)
}

// code is Discord's code in an error.
func code(t *testing.T, err error) int {
	t.Helper()
	var refusal *discordgo.RESTError
	if !errors.As(err, &refusal) || refusal.Message == nil {
		t.Fatalf("got %v, want a refusal", err)
	}
	return refusal.Message.Code
}

// denied returns a check of a request's results: the last must be an error with this code of Discord's.
func denied(t *testing.T, what string, want int) func(results ...any) {
	return func(results ...any) {
		t.Helper()
		err, _ := results[len(results)-1].(error)
		if got := code(t, err); got != want {
			t.Errorf("%s: %d, want %d", what, got, want)
		}
	}
}

func answer(content string, flags discordgo.MessageFlags) *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{Content: content, Flags: flags},
	}
}

func contents(t *testing.T, p *player.Player, channel string) []string {
	t.Helper()
	var out []string
	for _, m := range must.Get(p.Messages(context.Background(), channel))(t) {
		out = append(out, m.Content)
	}
	return out
}

// reads holds that a player sees these messages in a channel.
func reads(t *testing.T, p *player.Player, channel string, want ...string) {
	t.Helper()
	if got := contents(t, p, channel); !slices.Equal(got, want) {
		t.Errorf("%s reads %q, want %q", p.User().Username, got, want)
	}
}
