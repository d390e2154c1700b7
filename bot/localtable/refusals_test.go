package localtable_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"grognard/bot/localtable"
	"grognard/bot/localtable/interact"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/shape"
	"grognard/bot/localtable/wire"
	"grognard/rules/must"

	"github.com/bwmarrin/discordgo"
)

// clock is a table's clock that tests can advance.
type clock struct {
	mu    sync.Mutex
	ahead time.Duration
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
}

// capture connects a bot that answers every command with "ok" and passes on the interaction.
func capture(t *testing.T, base string) (*discordgo.Session, chan *discordgo.Interaction) {
	t.Helper()
	got := make(chan *discordgo.Interaction, 8)
	bot := seat(t, base, func(s *discordgo.Session, i *discordgo.InteractionCreate) error {
		err := s.InteractionRespond(i.Interaction, answer("ok", 0))
		got <- i.Interaction
		return err
	})
	return bot, got
}

func TestTokensAndTheirEnd(t *testing.T) {
	var c clock
	_, base := lay(t, localtable.Options{Now: c.now})
	got := make(chan *discordgo.Interaction, 1)
	bot := seat(t, base, func(s *discordgo.Session, i *discordgo.InteractionCreate) error {
		got <- i.Interaction
		update := answer("x", 0)
		update.Type = discordgo.InteractionResponseUpdateMessage
		denied(t, "an update of no message", 50035)(s.InteractionRespond(i.Interaction, update))
		return s.InteractionRespond(i.Interaction, answer("ok", 0))
	})
	anna := sit(t, base, "Anna")
	must.Get(anna.Say(t.Context(), channelOf(t, anna), "/game leave"))(t)
	i := <-got
	edit := func(i *discordgo.Interaction) error {
		_, err := bot.InteractionResponseEdit(i, &discordgo.WebhookEdit{Content: new("edited")})
		return err
	}
	strange, foreign, unborn := *i, *i, *i
	strange.Token, foreign.AppID, unborn.ID = "nobody's", "1", "1"

	denied(t, "second first answer", 40060)(bot.InteractionRespond(i, answer("again", 0)))
	denied(t, "answer to nothing", 10062)(bot.InteractionRespond(&unborn, answer("hello", 0)))
	denied(t, "unknown token", 50027)(edit(&strange))
	denied(t, "another application", 10015)(edit(&foreign))
	c.advance(14 * time.Minute)
	must.Do(t, edit(i))
	c.advance(2 * time.Minute)
	denied(t, "after 16 minutes", 50027)(edit(i))
}

func TestAnswersThatComeTooLate(t *testing.T) {
	_, base := lay(t, localtable.Options{AnswerWithin: 20 * time.Millisecond})
	late := make(chan *discordgo.Interaction, 1)
	bot := seat(t, base, func(_ *discordgo.Session, i *discordgo.InteractionCreate) error {
		late <- i.Interaction
		return nil
	})
	_, deserted := lay(t, localtable.Options{})
	must.Get(session(t, deserted).ApplicationCommandBulkOverwrite(localtable.ApplicationID, "", commands()))(t)
	for _, base := range []string{base, deserted} {
		anna := sit(t, base, "Anna")
		if _, err := anna.Say(t.Context(), channelOf(t, anna), "/game leave"); err != player.ErrNoAnswer {
			t.Fatalf("got %v", err)
		}
	}
	i := <-late
	denied(t, "late answer", 10062)(bot.InteractionRespond(i, answer("here", 0)))
	denied(t, "webhook of an unanswered interaction", 10015)(bot.InteractionResponseEdit(i, &discordgo.WebhookEdit{}))
}

func TestMessagesOfTheChannel(t *testing.T) {
	table, base := lay(t, localtable.Options{})
	bot, anna := session(t, base), sit(t, base, "Anna")
	channel, dm := channelOf(t, anna), must.Get(anna.DM(t.Context()))(t)
	var ids []string
	for n := range 4 {
		ids = append(ids, must.Get(bot.ChannelMessageSend(channel, fmt.Sprint(n)))(t).ID)
	}
	must.Get(bot.ChannelMessageEdit(channel, ids[2], "two"))(t)
	must.Do(t, bot.ChannelMessageDelete(channel, ids[1]))
	said := must.Get(anna.Say(t.Context(), channel, "mine"))(t)
	for _, c := range []struct {
		limit  int
		before string
		want   string // the contents, newest first; the bot has no privileged intent, so Anna's is empty
	}{{0, "", "[ 3 two 0]"}, {2, "", "[ 3]"}, {2, ids[3], "[two 0]"}, {2, ids[0], "[]"}} {
		found := []string{}
		for _, m := range must.Get(bot.ChannelMessages(channel, c.limit, c.before, "", ""))(t) {
			found = append(found, m.Content)
		}
		if got := fmt.Sprint(found); got != c.want {
			t.Errorf("limit %d before %s: %q, want %q", c.limit, c.before, got, c.want)
		}
	}
	denied(t, "another's message", 50005)(bot.ChannelMessageEdit(channel, said.ID, "yours"))
	table.Deny(channel, localtable.ApplicationID, wire.ManageMessages)
	denied(t, "another's message", 50013)(bot.ChannelMessageDelete(channel, said.ID))
	denied(t, "in another channel", 10008)(bot.ChannelMessageDelete(dm, ids[0]))
	denied(t, "delete again", 10008)(bot.ChannelMessageDelete(channel, ids[1]))
	denied(t, "no message", 10008)(bot.ChannelMessageEdit(channel, "1", "x"))
	denied(t, "no channel", 10003)(bot.ChannelMessageSend("1", "x"))
	denied(t, "no content", 50006)(bot.ChannelMessageSend(channel, ""))
	denied(t, "limit 101", 50035)(bot.ChannelMessages(channel, 101, "", "", ""))
	denied(t, "DM to nobody", 50033)(bot.UserChannelCreate("1"))

	must.Do(t, anna.Settings(t.Context(), true, "fr")) // true: her DMs are closed
	denied(t, "closed DMs", 50007)(bot.ChannelMessageSend(must.Get(bot.UserChannelCreate(anna.User().ID))(t).ID, "x"))
	if _, err := sit(t, base, "Boris").Messages(t.Context(), dm); err == nil {
		t.Error("Boris reads Anna's DMs")
	}
	table.LoseGuild(false)
	denied(t, "in a guild that removed the bot", 50001)(bot.ChannelMessageSend(channel, "x"))
	table.RegainGuild()
	must.Get(bot.ChannelMessageSend(channel, "x"))(t)
}

func TestNonce(t *testing.T) {
	var c clock
	file := t.TempDir() + "/table.jsonl"
	send := func(base, nonce string) string {
		t.Helper()
		bot := session(t, base)
		channel := channelOf(t, sit(t, base, "Anna"))
		must.Get(bot.Request("POST", discordgo.EndpointChannelMessages(channel),
			object{"content": "x", "nonce": nonce, "enforce_nonce": true}))(t)
		return fmt.Sprint(len(must.Get(bot.ChannelMessages(channel, 9, "", "", ""))(t)))
	}
	table, base := lay(t, localtable.Options{File: file, Now: c.now})
	got := send(base, "g1-7") + send(base, "g1-7") + send(base, "g1-8")
	must.Do(t, table.Close())
	_, base = lay(t, localtable.Options{File: file, Now: c.now})
	got += send(base, "g1-7")
	c.advance(6 * time.Minute)
	if got += send(base, "g1-7"); got != "11223" {
		t.Errorf("a nonce repeated, another, the first after a restart and after six minutes: %s messages", got)
	}
}

// Interactions carry the permissions that the bot has in a channel, and its messages are refused if one is missing.
func TestPermissionsOfTheBot(t *testing.T) {
	table, base := lay(t, localtable.Options{})
	bot, got := capture(t, base)
	anna := sit(t, base, "Anna")
	channel := channelOf(t, anna)
	sent := must.Get(bot.ChannelMessageSend(channel, "one"))(t)
	outcome := func(err error) string {
		if err == nil {
			return "done "
		}
		return fmt.Sprint(code(t, err), " ")
	}
	for _, c := range []struct {
		taken uint64
		want  string // of a message, one with a file, an edit and a list; then how many are listed
	}{
		{0, "done done done done 1"},
		{wire.ViewChannel, "50001 50001 50001 50001 0"},
		{wire.SendMessages, "50013 50013 done done 1"},
		{wire.AttachFiles, "done 50013 done done 1"},
		{wire.ReadHistory, "done done done done 0"},
		{wire.SendInThreads, "done done done done 1"},
	} {
		table.Deny(channel, localtable.ApplicationID, c.taken)
		_, write := bot.ChannelMessageSend(channel, "two")
		_, file := bot.ChannelMessageSendComplex(channel, &discordgo.MessageSend{Files: textFile("map.txt")})
		_, edit := bot.ChannelMessageEdit(channel, sent.ID, "three")
		l, list := bot.ChannelMessages(channel, 1, "", "", "")
		if got := outcome(write) + outcome(file) + outcome(edit) + outcome(list) + fmt.Sprint(len(l)); got != c.want {
			t.Errorf("without %b: %s, want %s", c.taken, got, c.want)
		}
		must.Get(anna.Say(t.Context(), channel, "/game leave"))(t)
		if i := <-got; uint64(i.AppPermissions)&c.taken != 0 || i.AppPermissions == 0 ||
			i.Member.Permissions&wire.Administrator == 0 {
			t.Errorf("without %b: app_permissions are %b, of the member %b", c.taken, i.AppPermissions,
				i.Member.Permissions)
		}
		table.Deny(channel, localtable.ApplicationID, 0)
	}
}

// A member sees and can use a command if he has its default permissions. They do not apply in direct messages.
func TestDefaultPermissionsOfCommands(t *testing.T) {
	table, base := lay(t, localtable.Options{})
	bot, got := capture(t, base)
	everywhere := []discordgo.InteractionContextType{0, 1} // in guilds, in DMs with the bot
	manage, nobody := int64(wire.ManageGuild), int64(0)
	must.Get(bot.ApplicationCommandBulkOverwrite(localtable.ApplicationID, "", []*discordgo.ApplicationCommand{
		{Name: "master", Description: "Master", DefaultMemberPermissions: &manage, Contexts: &everywhere},
		{Name: "admin", Description: "Admin", DefaultMemberPermissions: &nobody, Contexts: &everywhere},
		{Name: "roll", Description: "Roll", Contexts: &everywhere},
	}))(t)
	anna, boris := sit(t, base, "Anna"), sit(t, base, "Boris")
	channel, dm := channelOf(t, anna), must.Get(boris.DM(t.Context()))(t)
	table.Deny(channel, boris.User().ID, wire.ManageGuild)
	for _, c := range []struct {
		who           *player.Player
		channel, want string
	}{{anna, channel, "/admin /master /roll "}, {boris, channel, "/roll "}, {boris, dm, "/admin /master /roll "}} {
		names := ""
		for _, s := range must.Get(c.who.Suggest(t.Context(), c.channel, "/"))(t).Items {
			names += s.Label + " "
		}
		if names != c.want {
			t.Errorf("%s is offered %q, want %q", c.who.User().Username, names, c.want)
		}
	}
	if _, err := boris.Say(t.Context(), channel, "/master"); err == nil {
		t.Error("Boris uses /master")
	}
	must.Get(boris.Say(t.Context(), channel, "/roll"))(t)
	if i := <-got; i.Member.Permissions&(wire.ManageGuild|wire.Administrator) != 0 ||
		i.Member.Permissions&wire.SendMessages == 0 {
		t.Errorf("Boris has the permissions %b", i.Member.Permissions)
	}
}

func TestForeignRequestsAreRefused(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	host := strings.TrimPrefix(base, "http://")
	_, port, _ := strings.Cut(host, ":")
	for _, c := range []struct {
		host, origin string
		want         int
	}{
		{host, "", 200}, {host, base, 200}, {"localhost:" + port, "", 200},
		{"localhost:" + port, "http://localhost:" + port, 200}, {"[::1]:" + port, "", 200},
		{"evil.example", "", 403}, {"evil.example:" + port, "", 403}, {"127.0.0.1:1", "", 403},
		{"127.0.0.1", "", 403}, {"127.0.0.1.evil.example:" + port, "", 403},
		{host, "http://evil.example", 403}, {host, "null", 403}, {host, "https://" + host, 403},
		{host, "http://localhost:" + port, 403}, {host, "http://127.0.0.1:1", 403},
	} {
		r := must.Get(http.NewRequestWithContext(t.Context(), "GET", base+"/table/users", nil))(t)
		r.Host = c.host
		if c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		if got := status(t, r); got != c.want {
			t.Errorf("host %q, origin %q: %d, want %d", c.host, c.origin, got, c.want)
		}
	}
	// A page of another origin can send a form without asking first, but no JSON.
	r := must.Get(http.NewRequestWithContext(t.Context(), "POST", base+"/table/say", strings.NewReader(`{}`)))(t)
	r.Header.Set("Content-Type", "text/plain")
	if got := status(t, r); got != http.StatusUnsupportedMediaType {
		t.Errorf("a form was answered %d", got)
	}
}

func status(t *testing.T, r *http.Request) int {
	t.Helper()
	resp := must.Get(http.DefaultClient.Do(r))(t)
	defer resp.Body.Close()
	must.Get(io.Copy(io.Discard, resp.Body))(t)
	return resp.StatusCode
}

// An interaction takes the first answers that Discord's reference gives for its kind. What the table lacks is 501 there
// too. 4 is a message, 5 a promise of one, 6 a promise of an update, 7 an update, 8 choices, 9 a form.
func TestFirstAnswers(t *testing.T) {
	for it, want := range map[*interact.Interaction]string{
		{Kind: shape.OnCommand}:           "4 5 9 ",
		{Kind: shape.OnComponent}:         "4 5 6 7 9 ",
		{Kind: shape.OnAutocomplete}:      "8 ",
		{Kind: shape.OnForm}:              "4 5 ",
		{Kind: shape.OnForm, Source: "1"}: "4 5 6 7 ",
	} {
		got := ""
		for kind := range 13 {
			a := interact.FirstAnswer{Type: kind}
			if a.Check(it) == nil {
				got += fmt.Sprint(kind, " ")
			}
			a.Data.Poll = []byte("{}")
			if err := a.Check(it); err == nil ||
				strings.Contains(want, fmt.Sprint(kind)) != strings.Contains(err.Error(), "501") {
				t.Errorf("a poll in an answer %d to %+v: %v", kind, it, err)
			}
		}
		if got != want {
			t.Errorf("%+v takes %s, want %s", it, got, want)
		}
	}
}

// What the table lacks is answered 501, and the observer is told of it.
func TestWhatTheTableLacks(t *testing.T) {
	var seen []localtable.Exchange // written and read in turn: the observer runs before the answer is sent
	_, base := lay(t, localtable.Options{Observe: func(x localtable.Exchange) { seen = append(seen, x) }})
	bot := session(t, base)
	messages := discordgo.EndpointChannelMessages(channelOf(t, sit(t, base, "Anna")))
	webhook := discordgo.EndpointWebhookToken(localtable.ApplicationID, "x")
	for _, c := range []struct {
		method, url string
		body        any
	}{
		{"GET", discordgo.EndpointGuildEmojis(localtable.GuildID), nil},
		{"DELETE", messages, nil},
		{"GET", messages + "?around=1", nil},
		{"POST", messages, object{"embeds": list{object{"title": "x"}}}},
		{"POST", messages, object{"content": "x", "poll": object{}}},
		{"POST", messages, object{"content": "x", "message_reference": object{"message_id": "1"}}},
		{"POST", messages, object{"content": "x", "sticker_ids": list{"1"}}},
		{"PATCH", messages + "/1", object{"poll": object{}}},
		{"POST", webhook, object{"content": "x", "poll": object{}}},
		{"PATCH", webhook + "/messages/@original", object{"poll": object{}}},
	} {
		_, err := bot.Request(c.method, c.url, c.body)
		if x := seen[len(seen)-1]; err == nil || x.Status != 501 || !strings.Contains(c.url, x.Path) {
			t.Errorf("%s %s: %v, observed as %+v", c.method, c.url, err, x)
		}
	}
}
