package localtable_test

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"grognard/bot/localtable"

	"github.com/gorilla/websocket"
)

func TestBotLearnsOfTheGuild(t *testing.T) {
	table, base := lay(t, localtable.Options{Channels: []string{"one", "two"}})
	bot := seat(t, base, echo)
	eventually(t, "the guild's two channels are known", func() bool {
		g, err := bot.State.Guild(localtable.GuildID)
		bot.State.RLock() // discordgo goes on changing the guild that it returns
		defer bot.State.RUnlock()
		return err == nil && len(g.Channels) == 2
	})
	if bot.State.User.ID != localtable.ApplicationID || !table.Connected() {
		t.Errorf("the bot is %+v, connected %v", bot.State.User, table.Connected())
	}
	anna, boris := sit(t, base, "Anna"), sit(t, base, "Boris")
	id := must(anna.Open(t.Context(), "three"))(t)
	eventually(t, "the new channel is known", func() bool { _, err := bot.State.Channel(id); return err == nil })
	eventually(t, "Boris sees the new channel", func() bool { _, err := boris.Channel("three"); return err == nil })
	for _, name := range []string{"three", "Four", "", "a b"} {
		if _, err := anna.Open(t.Context(), name); err == nil {
			t.Errorf("channel %q was made", name)
		}
	}
}

// gate is a bare connection to the gateway.
type gate struct {
	*websocket.Conn
	t *testing.T
}

func knock(t *testing.T, base string) gate {
	t.Helper()
	return dial(t, base, "?v=9")
}

func dial(t *testing.T, base, query string) gate {
	t.Helper()
	ws, _, err := websocket.DefaultDialer.DialContext(t.Context(),
		"ws"+strings.TrimPrefix(base, "http")+"/gateway/"+query, nil)
	check(t, err)
	t.Cleanup(func() { ws.Close() })
	return gate{ws, t}
}

func (g gate) say(op int, data any) {
	g.t.Helper()
	check(g.t, g.WriteJSON(map[string]any{"op": op, "d": data}))
}

type received struct {
	Op   int             `json:"op"`
	Seq  int64           `json:"s"`
	Kind string          `json:"t"`
	Data json.RawMessage `json:"d"`
}

func (g gate) hear() received {
	g.t.Helper()
	var r received
	check(g.t, g.ReadJSON(&r))
	return r
}

// closing reads until the server closes the connection, and returns the code.
func (g gate) closing() int {
	g.t.Helper()
	for {
		_, _, err := g.ReadMessage()
		var closed *websocket.CloseError
		if errors.As(err, &closed) {
			return closed.Code
		}
		if err != nil {
			g.t.Fatalf("no close code: %v", err)
		}
	}
}

func TestGatewayClosesWithDiscordsCodes(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	identify := func(token string, intents int) map[string]any {
		return map[string]any{"token": token, "intents": intents}
	}
	for _, c := range []struct {
		name string
		say  func(gate)
		want int
	}{
		{"wrong token", func(g gate) { g.say(2, identify("Bot other", 0)) }, 4004},
		{"wrong token on resume", func(g gate) { g.say(6, identify("Bot other", 0)) }, 4004},
		{"message content", func(g gate) { g.say(2, identify(localtable.BotToken, 1<<15)) }, 4014},
		{"shard 2 of 2", func(g gate) {
			g.say(2, map[string]any{"token": localtable.BotToken, "intents": 0, "shard": []int{2, 2}})
		}, 4010},
		{"members", func(g gate) { g.say(2, identify(localtable.BotToken, 1<<1)) }, 4014},
		{"twice", func(g gate) {
			g.say(2, identify(localtable.BotToken, 0))
			g.say(2, identify(localtable.BotToken, 0))
		}, 4005},
		{"unknown operation", func(g gate) { g.say(77, nil) }, 4001},
		{"no JSON", func(g gate) { _ = g.WriteMessage(websocket.TextMessage, []byte("{")) }, 4002},
	} {
		g := knock(t, base)
		c.say(g)
		if got := g.closing(); got != c.want {
			t.Errorf("%s: closed with %d, want %d", c.name, got, c.want)
		}
	}
}

func TestGatewayByHand(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	anna := sit(t, base, "Anna")
	g := knock(t, base)
	if hello := g.hear(); hello.Op != 10 || string(hello.Data) != `{"heartbeat_interval":41250}` {
		t.Fatalf("greeted with %+v", hello)
	}
	g.say(1, nil)
	if ack := g.hear(); ack.Op != 11 {
		t.Fatalf("heartbeat answered with %+v", ack)
	}
	g.say(2, map[string]any{"token": localtable.BotToken, "intents": 1 << 12}) // DMs only: no guild
	ready := g.hear()
	var d struct {
		Session string `json:"session_id"`
	}
	if err := json.Unmarshal(ready.Data, &d); err != nil || ready.Kind != "READY" || ready.Seq != 1 {
		t.Fatalf("ready: %+v, %v", ready, err)
	}
	must(anna.Say(t.Context(), channelOf(t, anna), "not for the bot"))(t)
	must(anna.Say(t.Context(), must(anna.DM(t.Context()))(t), "for the bot"))(t)
	if m := g.hear(); m.Kind != "MESSAGE_CREATE" || m.Seq != 2 || !strings.Contains(string(m.Data), "for the bot") {
		t.Errorf("then came %+v: %s", m, m.Data)
	}
	resume := func(session string, seq int) received {
		g := knock(t, base)
		g.hear()
		g.say(6, map[string]any{"token": localtable.BotToken, "session_id": session, "seq": seq})
		return g.hear()
	}
	if r := resume(d.Session, 1); r.Kind != "MESSAGE_CREATE" || r.Seq != 2 {
		t.Errorf("resumed with %+v", r)
	}
	for _, c := range []struct {
		session string
		seq     int
	}{{"nobody's", 1}, {d.Session, 99}} {
		if r := resume(c.session, c.seq); r.Op != 9 || string(r.Data) != "false" {
			t.Errorf("resuming %s at %d: %+v, want it invalid", c.session, c.seq, r)
		}
	}
}

func TestVersionsOfTheGateway(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	for query, want := range map[string]int{"": 9, "?v=9": 9, "?v=10&encoding=json": 10} {
		g := dial(t, base, query)
		g.hear()
		g.say(2, map[string]any{"token": localtable.BotToken, "intents": 0})
		var d struct {
			V int `json:"v"`
		}
		if err := json.Unmarshal(g.hear().Data, &d); err != nil || d.V != want {
			t.Errorf("%q speaks version %d (%v), want %d", query, d.V, err, want)
		}
	}
	if got := dial(t, base, "?v=8").closing(); got != 4012 {
		t.Errorf("version 8 was closed with %d", got)
	}
}

// TestShards: each shard gets only the events of its guilds, and the first shard those of direct messages.
func TestShards(t *testing.T) {
	_, base := lay(t, localtable.Options{Shards: 2})
	info, err := session(t, base).GatewayBot()
	if err != nil || info.Shards != 2 {
		t.Fatalf("told to connect %+v, %v", info, err)
	}
	guild := must(strconv.ParseUint(localtable.GuildID, 10, 64))(t)
	of := int(guild >> 22 % 2)
	var shards [2]gate
	for i := range shards {
		shards[i] = dial(t, base, "?v=10")
		shards[i].hear()
		shards[i].say(2, map[string]any{"token": localtable.BotToken, "intents": 1 | 1<<9 | 1<<12,
			"shard": []int{i, 2}})
		if r := shards[i].hear(); r.Kind != "READY" {
			t.Fatalf("shard %d: %+v", i, r)
		}
	}
	if r := shards[of].hear(); r.Kind != "GUILD_CREATE" {
		t.Errorf("the guild's shard heard %+v", r)
	}
	anna := sit(t, base, "Anna")
	must(anna.Say(t.Context(), channelOf(t, anna), "to all"))(t)
	must(anna.Say(t.Context(), must(anna.DM(t.Context()))(t), "to the bot"))(t)
	want := [2]string{"to the bot", ""}
	if of == 0 {
		want[0] = "" // the words of others in the guild are hidden from the bot
	}
	for i, g := range shards {
		if i != of && i != 0 {
			continue // it gets no event
		}
		if r := g.hear(); r.Kind != "MESSAGE_CREATE" || !strings.Contains(string(r.Data), `"content":"`+want[i]+`"`) {
			t.Errorf("shard %d heard %+v: %s", i, r, r.Data)
		}
	}
}

// TestBotThatMissesItsHeartbeatIsCutOff uses a bot that never sends a heartbeat: the table must close such a
// connection.
func TestBotThatMissesItsHeartbeatIsCutOff(t *testing.T) {
	table, base := lay(t, localtable.Options{Heartbeat: 20 * time.Millisecond})
	g := knock(t, base)
	g.say(2, map[string]any{"token": localtable.BotToken, "intents": 0})
	for {
		if _, _, err := g.ReadMessage(); err != nil {
			break
		}
	}
	eventually(t, "the bot counts as gone", func() bool { return !table.Connected() })
}
