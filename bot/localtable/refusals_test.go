package localtable_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"

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
	bot, got := capture(t, base)
	anna := sit(t, base, "Anna")
	must(anna.Say(t.Context(), channelOf(t, anna), "/game leave"))(t)
	i := <-got
	edit := func(i *discordgo.Interaction) error {
		content := "edited"
		_, err := bot.InteractionResponseEdit(i, &discordgo.WebhookEdit{Content: &content})
		return err
	}
	strange, foreign, unborn := *i, *i, *i
	strange.Token, foreign.AppID, unborn.ID = "nobody's", "1", "1"

	denied(t, "second first answer", 40060)(bot.InteractionRespond(i, answer("again", 0)))
	denied(t, "answer to nothing", 10062)(bot.InteractionRespond(&unborn, answer("hello", 0)))
	denied(t, "unknown token", 50027)(edit(&strange))
	denied(t, "another application", 10015)(edit(&foreign))
	c.advance(14 * time.Minute)
	if err := edit(i); err != nil {
		t.Errorf("after 14 minutes: %v", err)
	}
	c.advance(2 * time.Minute)
	denied(t, "after 16 minutes", 50027)(edit(i))
}

func TestAnswerThatComesTooLate(t *testing.T) {
	_, base := lay(t, localtable.Options{AnswerWithin: 20 * time.Millisecond})
	late := make(chan *discordgo.Interaction, 1)
	bot := seat(t, base, func(s *discordgo.Session, i *discordgo.InteractionCreate) error {
		late <- i.Interaction
		return nil
	})
	anna := sit(t, base, "Anna")
	if _, err := anna.Say(t.Context(), channelOf(t, anna), "/game leave"); err != player.ErrNoAnswer {
		t.Fatalf("got %v", err)
	}
	i := <-late
	denied(t, "late answer", 10062)(bot.InteractionRespond(i, answer("here", 0)))
	denied(t, "webhook of an unanswered interaction", 10015)(bot.InteractionResponse(i))
}

func TestFollowUpsAreEditedAndDeleted(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	bot, got := capture(t, base)
	anna := sit(t, base, "Anna")
	table := channelOf(t, anna)
	must(anna.Say(t.Context(), table, "/game leave"))(t)
	i := <-got
	second := must(bot.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "second"}))(t)
	content := "changed"
	must(bot.FollowupMessageEdit(i, second.ID, &discordgo.WebhookEdit{Content: &content}))(t)
	check(t, bot.InteractionResponseDelete(i))
	reads(t, anna, table, "changed")
	public := must(bot.ChannelMessageSend(table, "of another origin"))(t)
	denied(t, "a token edits a message that is none of its own", 10008)(
		bot.FollowupMessageEdit(i, public.ID, &discordgo.WebhookEdit{Content: &content}))
}

func TestMessagesOfTheChannel(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	bot := session(t, base)
	anna := sit(t, base, "Anna")
	table := channelOf(t, anna)
	var ids []string
	for n := range 7 {
		m := must(bot.ChannelMessageSend(table, fmt.Sprint(n)))(t)
		ids = append(ids, m.ID)
	}
	list := func(limit int, before, after string) string {
		found := must(bot.ChannelMessages(table, limit, before, after, ""))(t)
		var out []string
		for _, m := range found {
			out = append(out, m.Content)
		}
		return strings.Join(out, " ")
	}
	for _, c := range []struct {
		limit         int
		before, after string
		want          string
	}{
		{0, "", "", "6 5 4 3 2 1 0"}, {2, "", "", "6 5"}, {2, ids[3], "", "2 1"}, {2, "", ids[3], "5 4"},
		{9, "", ids[6], ""},
	} {
		if got := list(c.limit, c.before, c.after); got != c.want {
			t.Errorf("limit %d before %s after %s: %q, want %q", c.limit, c.before, c.after, got, c.want)
		}
	}
	must(bot.ChannelMessageEdit(table, ids[2], "two"))(t)
	if got := list(1, ids[3], ""); got != "two" {
		t.Errorf("after the edit: %q", got)
	}
	said := must(anna.Say(t.Context(), table, "mine"))(t)
	denied(t, "another's message", 50005)(bot.ChannelMessageEdit(table, said.ID, "yours"))
	denied(t, "no message", 10008)(bot.ChannelMessageEdit(table, "1", "x"))
	denied(t, "no channel", 10003)(bot.ChannelMessageSend("1", "x"))
	denied(t, "no content", 50006)(bot.ChannelMessageSend(table, ""))
	denied(t, "limit 101", 50035)(bot.ChannelMessages(table, 101, "", "", ""))
}

func TestClosedDMs(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	bot := session(t, base)
	anna, boris := sit(t, base, "Anna"), sit(t, base, "Boris")
	check(t, anna.Settings(t.Context(), true, "fr"))
	for p, want := range map[*player.Player]int{anna: 50007, boris: 0} {
		dm := must(bot.UserChannelCreate(p.User().ID))(t)
		_, err := bot.ChannelMessageSend(dm.ID, "for you alone")
		if want == 0 && err != nil || want != 0 && code(t, err) != want {
			t.Errorf("message to %s: %v, want %d", p.User().Username, err, want)
		}
	}
	denied(t, "DM to nobody", 50033)(bot.UserChannelCreate("1"))
	dm := must(boris.DM(t.Context()))(t)
	if _, err := anna.Messages(t.Context(), dm); err == nil {
		t.Error("Anna reads Boris's DMs")
	}
}

func TestNonce(t *testing.T) {
	var c clock
	file := t.TempDir() + "/table.jsonl"
	send := func(base, content, nonce string) discordgo.Message {
		t.Helper()
		bot := session(t, base)
		channel := channelOf(t, sit(t, base, "Anna"))
		body := map[string]any{"content": content, "nonce": nonce, "enforce_nonce": true}
		raw := must(bot.Request("POST", discordgo.EndpointChannelMessages(channel), body))(t)
		var m discordgo.Message
		check(t, json.Unmarshal(raw, &m))
		return m
	}
	table, base := lay(t, localtable.Options{File: file, Now: c.now})
	first := send(base, "one", "g1-7")
	if again := send(base, "one more", "g1-7"); again.ID != first.ID || again.Content != "one" {
		t.Errorf("the repeated nonce made %+v", again)
	}
	if other := send(base, "two", "g1-8"); other.ID == first.ID {
		t.Error("another nonce made nothing")
	}
	raw, err := session(t, base).Request("GET", discordgo.EndpointChannelMessages(first.ChannelID), nil)
	if err != nil || strings.Contains(string(raw), "nonce") {
		t.Errorf("a list (%v) names nonces, as Discord's does not: %s", err, raw)
	}
	check(t, table.Close())
	_, base = lay(t, localtable.Options{File: file, Now: c.now})
	if again := send(base, "one more", "g1-7"); again.ID != first.ID {
		t.Error("after a restart the nonce was forgotten")
	}
	c.advance(6 * time.Minute)
	if late := send(base, "one more", "g1-7"); late.ID == first.ID {
		t.Error("after six minutes the nonce still counted")
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
		r := must(http.NewRequestWithContext(t.Context(), "GET", base+"/table/users", nil))(t)
		r.Host = c.host
		if c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		if got := status(t, r); got != c.want {
			t.Errorf("host %q, origin %q: %d, want %d", c.host, c.origin, got, c.want)
		}
	}
}

func TestOnlyJSONIsTakenFromThePage(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	r := must(http.NewRequestWithContext(t.Context(), "POST", base+"/table/say", strings.NewReader(`{}`)))(t)
	r.Header.Set("Content-Type", "text/plain")
	if got := status(t, r); got != http.StatusUnsupportedMediaType {
		t.Errorf("answered %d", got)
	}
}

func status(t *testing.T, r *http.Request) int {
	t.Helper()
	resp := must(http.DefaultClient.Do(r))(t)
	defer resp.Body.Close()
	must(io.Copy(io.Discard, resp.Body))(t)
	return resp.StatusCode
}

func TestUnknownRouteAnswers501(t *testing.T) {
	var seen []localtable.Exchange // written and read in turn: the observer runs before the answer is sent
	_, base := lay(t, localtable.Options{Observe: func(x localtable.Exchange) { seen = append(seen, x) }})
	bot := session(t, base)
	_, err := bot.GuildEmojis(localtable.GuildID)
	if err == nil || !strings.Contains(err.Error(), "501") {
		t.Errorf("got %v", err)
	}
	if err := bot.ChannelPermissionDelete("1", "2"); err == nil || !strings.Contains(err.Error(), "501") {
		t.Errorf("a method that the table lacks: %v", err)
	}
	if len(seen) != 2 || seen[0].Status != 501 || seen[0].Route != "" ||
		seen[0].Path != "/api/v9/guilds/"+localtable.GuildID+"/emojis" {
		t.Errorf("observed %+v", seen)
	}
}

func TestTheTokenIsDemanded(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	bot := session(t, base)
	bot.Token = "Bot of-another"
	if _, err := bot.ChannelMessageSend(channelOf(t, sit(t, base, "Anna")), "x"); err == nil ||
		!strings.Contains(err.Error(), "401") {
		t.Errorf("got %v", err)
	}
}

func TestObserverSeesWhatIsSent(t *testing.T) {
	var seen localtable.Exchange
	_, base := lay(t, localtable.Options{Observe: func(x localtable.Exchange) { seen = x }})
	bot := session(t, base)
	channel := channelOf(t, sit(t, base, "Anna"))
	must(bot.ChannelMessageSendComplex(channel, &discordgo.MessageSend{
		Content: "map", Files: []*discordgo.File{{Name: "a.txt", ContentType: "text/plain",
			Reader: strings.NewReader("four")}},
	}))(t)
	if seen.Method != "POST" || seen.Route != "/channels/{channel_id}/messages" ||
		seen.ContentType != "multipart/form-data" || seen.Status != 200 {
		t.Errorf("observed %+v", seen)
	}
	if want := (localtable.File{Field: "files[0]", Name: "a.txt", ContentType: "text/plain",
		Size: 4}); len(seen.Files) != 1 || seen.Files[0] != want {
		t.Errorf("files %+v", seen.Files)
	}
	var body struct{ Content string }
	if err := json.Unmarshal(seen.Body, &body); err != nil || body.Content != "map" {
		t.Errorf("body %s: %v", seen.Body, err)
	}
}

// A spoiled answer comes in place of the table's, whether the request is carried out or not.
func TestSpoiledAnswers(t *testing.T) {
	for _, done := range []bool{false, true} {
		_, base := lay(t, localtable.Options{Spoil: func(w http.ResponseWriter, _ *http.Request, x localtable.Exchange,
			carryOut func() localtable.Exchange) {
			if x.Method != "POST" {
				carryOut().Write(w)
				return
			}
			if done {
				carryOut()
			}
			w.WriteHeader(http.StatusInternalServerError)
		}})
		bot := session(t, base)
		anna := sit(t, base, "Anna")
		if _, err := bot.ChannelMessageSend(channelOf(t, anna), "x"); err == nil ||
			!strings.Contains(err.Error(), "500") {
			t.Errorf("got %v, want a failure", err)
		}
		if got := len(contents(t, anna, channelOf(t, anna))); (got == 1) != done {
			t.Errorf("carried out %v, the request left %d messages", done, got)
		}
	}
}
