package localtable_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"grognard/bot/localtable"
	"grognard/rules/must"

	"github.com/gorilla/websocket"
)

// gate is a bare connection to the gateway.
type gate struct {
	*websocket.Conn
	t *testing.T
}

func knock(t *testing.T, base string) gate {
	t.Helper()
	return dial(t, base, "?v=9&encoding=json")
}

func dial(t *testing.T, base, query string) gate {
	t.Helper()
	ws, _, err := websocket.DefaultDialer.DialContext(t.Context(),
		"ws"+strings.TrimPrefix(base, "http")+"/gateway/"+query, nil)
	must.Do(t, err)
	t.Cleanup(func() { ws.Close() })
	return gate{ws, t}
}

func (g gate) say(op int, data any) { // op: 1 heartbeat, 2 identify, 6 resume
	g.t.Helper()
	must.Do(g.t, g.WriteJSON(map[string]any{"op": op, "d": data}))
}

type received struct {
	Op   int             `json:"op"` // 0 an event, 9 invalid session, 10 hello, 11 heartbeat taken
	Seq  int64           `json:"s"`
	Kind string          `json:"t"`
	Data json.RawMessage `json:"d"`
}

func (g gate) hear() received {
	g.t.Helper()
	var r received
	must.Do(g.t, g.ReadJSON(&r))
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
	if got := dial(t, base, "?v=8").closing(); got != 4012 {
		t.Errorf("version 8 was closed with %d", got)
	}
}

func TestGatewayByHand(t *testing.T) {
	table, base := lay(t, localtable.Options{})
	g := knock(t, base)
	if hello := g.hear(); hello.Op != 10 || string(hello.Data) != `{"heartbeat_interval":41250}` {
		t.Fatalf("greeted with %+v", hello)
	}
	g.say(1, nil)
	if ack := g.hear(); ack.Op != 11 {
		t.Fatalf("heartbeat answered with %+v", ack)
	}
	g.say(2, map[string]any{"token": localtable.BotToken, "intents": 1})
	var ready struct {
		Session string `json:"session_id"`
	}
	first := g.hear()
	must.Do(t, json.Unmarshal(first.Data, &ready))
	told := fmt.Sprintf("%d %s", first.Seq, first.Kind) // later also the number of channels, and Unavailable
	for _, step := range []func(){
		func() {}, // the guild is told of without being asked for
		func() { must.Get(sit(t, base, "Anna").Open(t.Context(), "second"))(t) },
		func() { table.LoseGuild(true) }, // in an outage
		func() { must.Do(t, table.RegainGuild()) },
		func() { table.LoseGuild(false) }, // the bot is removed
	} {
		step()
		r := g.hear()
		var d struct {
			Unavailable bool
			Channels    []any
		}
		must.Do(t, json.Unmarshal(r.Data, &d))
		told += fmt.Sprintf(", %d %s %d %v", r.Seq, r.Kind, len(d.Channels), d.Unavailable)
	}
	want := "1 READY, 2 GUILD_CREATE 1 false, 3 CHANNEL_CREATE 0 false, 4 GUILD_DELETE 0 true, " +
		"5 GUILD_CREATE 2 false, 6 GUILD_DELETE 0 false"
	if told != want {
		t.Errorf("the bot was told\n%s, want\n%s", told, want)
	}
	for _, c := range []struct {
		session string
		seq     int
		want    string // operation, number and kind of the first event
	}{{ready.Session, 2, "0 3 CHANNEL_CREATE"}, {"nobody's", 1, "9 0 "}, {ready.Session, 99, "9 0 "}} {
		g := knock(t, base)
		g.hear()
		g.say(6, map[string]any{"token": localtable.BotToken, "session_id": c.session, "seq": c.seq})
		if r := g.hear(); fmt.Sprintf("%d %d %s", r.Op, r.Seq, r.Kind) != c.want {
			t.Errorf("resuming %s at %d: %+v, want %s", c.session, c.seq, r, c.want)
		}
	}
}

// TestBotThatMissesItsHeartbeatIsCutOff: the table closes the connection of a bot that never sends a heartbeat.
func TestBotThatMissesItsHeartbeatIsCutOff(t *testing.T) {
	_, base := lay(t, localtable.Options{Heartbeat: 20 * time.Millisecond})
	g := knock(t, base)
	g.say(2, map[string]any{"token": localtable.BotToken, "intents": 0})
	for {
		if _, _, err := g.ReadMessage(); err != nil {
			break
		}
	}
}
