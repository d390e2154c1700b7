package localtable_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"grognard/bot/localtable"
	"grognard/bot/localtable/faults"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// parse parses a valid scenario.
func parse(t *testing.T, text string) faults.Scenario {
	t.Helper()
	return must(faults.ParseScenario(text))(t)
}

// spoiled lays a table that follows a scenario, and records what the bot does.
func spoiled(t *testing.T, scenario string) (*localtable.Server, string, *faults.Faults, *faults.Record) {
	t.Helper()
	spoil, record := faults.New(parse(t, scenario)), &faults.Record{}
	table, base := lay(t, localtable.Options{Fault: spoil.Fault, Gateway: spoil, Seen: record.Add})
	return table, base, spoil, record
}

func TestScenariosThatAreWrong(t *testing.T) {
	for line, want := range map[string]string{
		"on IDENTIFY op nine":         "invalid syntax",
		"sometimes on HELLO silence":  "neither on, after, now nor a method",
		"3 on HELLO silence":          "times",
		"on HELLO 503":                "nothing that the table can do",
		"on READY with {":             "JSON",
		"GET /gateway fine":           "no status",
		"GET /gateway 503 poem":       "no form",
		"GET /gateway 429 route soon": "how many seconds",
	} {
		if _, err := faults.ParseScenario("\n# a remark\n" + line); err == nil ||
			!strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), line) {
			t.Errorf("%s: %v", line, err)
		}
	}
}

var identity = map[string]any{"token": localtable.BotToken, "intents": 1 << 12}

// word is what comes next through a connection, in short: an operation with its data, the name of a dispatch, or how
// the connection ended.
func (g gate) word() string {
	g.t.Helper()
	_, raw, err := g.ReadMessage()
	var closed *websocket.CloseError
	switch {
	case errors.As(err, &closed) && closed.Code != websocket.CloseAbnormalClosure:
		return fmt.Sprint("closed ", closed.Code)
	case err != nil:
		return "broken"
	}
	var r received
	switch err := json.Unmarshal(raw, &r); {
	case err != nil:
		return string(raw)
	case r.Op == 0:
		return r.Kind
	case r.Op == 10:
		return "HELLO"
	}
	return fmt.Sprintf("op %d %s", r.Op, r.Data)
}

// TestGatewayMisbehaves has a bot connect, identify, and send a heartbeat when everything has come: the acknowledgement
// shows that nothing else came.
func TestGatewayMisbehaves(t *testing.T) {
	t.Parallel()
	const ack = "op 11 null"
	for _, c := range []struct {
		scenario string
		want     []string
	}{
		{"", []string{"HELLO", "READY", ack}},
		{"on HELLO silence", []string{"READY", ack}},
		{"on IDENTIFY silence", []string{"HELLO", ack}},
		{"on READY silence", []string{"HELLO", ack}},
		{"on IDENTIFY op 9 false", []string{"HELLO", "op 9 false", ack}},
		{"on IDENTIFY op 9 true", []string{"HELLO", "op 9 true", ack}},
		{"on IDENTIFY op 7", []string{"HELLO", "op 7 null", ack}},
		{"on IDENTIFY close 4014", []string{"HELLO", "closed 4014"}},
		{"on IDENTIFY cut", []string{"HELLO", "broken"}},
		{"on HELLO close 4000", []string{"closed 4000"}},
		{"on HEARTBEAT op 7", []string{"HELLO", "READY", "op 7 null"}},
		{"after READY close 4009", []string{"HELLO", "READY", "closed 4009"}},
		{"after READY op 7", []string{"HELLO", "READY", "op 7 null", ack}},
		{"after READY cut", []string{"HELLO", "READY", "broken"}},
		{"on READY frame {", []string{"HELLO", "{", ack}},
		{"on READY twice", []string{"HELLO", "READY", "READY", ack}},
		{`on READY with {"user": null, "v": "nine"}`, []string{"HELLO", "READY", ack}},
		{"2 times on IDENTIFY op 9 false\non IDENTIFY close 4004", []string{"HELLO", "op 9 false", ack}},
	} {
		t.Run(c.scenario, func(t *testing.T) {
			_, base, _, _ := spoiled(t, c.scenario)
			g := knock(t, base)
			_ = g.WriteJSON(map[string]any{"op": 2, "d": identity}) // the table may have hung up
			for i, want := range c.want {
				if i > 0 && i == len(c.want)-1 && strings.HasPrefix(want, "op") {
					g.say(1, nil)
				}
				if got := g.word(); got != want {
					t.Fatalf("%d. heard %q, not %q", i+1, got, want)
				}
			}
		})
	}
}

// After a scenario is used up the table behaves normally, and the record lists what the bot did.
func TestScenarioIsUsedUp(t *testing.T) {
	table, base, spoil, record := spoiled(t, "2 times on CONNECT 503\non CONNECT cut\n2 times on IDENTIFY op 9 false")
	for range 3 {
		if _, _, err := websocket.DefaultDialer.DialContext(t.Context(),
			"ws"+strings.TrimPrefix(base, "http")+"/gateway/", nil); err == nil {
			t.Fatal("the table takes a connection")
		}
	}
	g := knock(t, base)
	for _, want := range []string{"HELLO", "op 9 false", "op 9 false", "READY"} {
		if got := g.word(); got != want {
			t.Fatalf("heard %q, not %q", got, want)
		}
		if want != "READY" {
			g.say(2, identity)
		}
	}
	spoil.Misbehave(table, parse(t, "now op 7"))
	if got := g.word(); got != "op 7 null" {
		t.Errorf("heard %q", got)
	}
	check(t, g.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(4321, ""), time.Time{}))
	check(t, record.Await(t.Context(), "CLOSE", 1))
	var did []string
	for _, d := range record.Actions("") {
		did = append(did, d.String())
	}
	if got, want := strings.Join(did, ", "), "1 CONNECT, 2 CONNECT, 3 CONNECT, 4 CONNECT, 4 IDENTIFY, 4 IDENTIFY, 4 IDENTIFY, 4 CLOSE 4321"; got != want {
		t.Errorf("the record says %q, not %q", got, want)
	}
}

// A session ends where Discord would end it, and can otherwise be resumed.
func TestWhichSessionsGoOn(t *testing.T) {
	t.Parallel()
	for end, want := range map[string]string{
		"now close 4000": "RESUMED", "now close 1001": "RESUMED", "now close 4007": "op 9 false", "now close 4009": "op 9 false", "now op 7": "RESUMED", "now cut": "RESUMED",
		"now op 9 true": "RESUMED", "now op 9 false": "op 9 false", "now close 4000\non RESUME op 7": "op 7 null",
		"now close 4000\non RESUME close 4009": "closed 4009", "now close 4000\non RESUMED silence": "op 11 null",
	} {
		t.Run(end, func(t *testing.T) {
			table, base, spoil, _ := spoiled(t, "")
			g := knock(t, base)
			g.hear()
			g.say(2, identity)
			var d struct {
				Session string `json:"session_id"`
			}
			check(t, json.Unmarshal(g.hear().Data, &d))
			spoil.Misbehave(table, parse(t, end))
			g.word()
			g.Close()
			g = knock(t, base)
			g.hear()
			g.say(6, map[string]any{"token": localtable.BotToken, "session_id": d.Session, "seq": 1})
			if strings.HasPrefix(want, "op 11") {
				g.say(1, nil)
			}
			if got := g.word(); got != want {
				t.Errorf("RESUME is answered %q, not %q", got, want)
			}
		})
	}
}

// Dispatches are duplicated, reordered and malformed.
func TestDispatchesMisbehave(t *testing.T) {
	t.Parallel()
	for scenario, want := range map[string]string{
		"":                          "2 one, 3 two",
		"on MESSAGE_CREATE twice":   "2 one, 2 one, 3 two",
		"on MESSAGE_CREATE late":    "3 two, 2 one",
		"on MESSAGE_CREATE silence": "3 two",
		`on MESSAGE_CREATE with {"content": "three"}`: "2 three, 3 two",
	} {
		t.Run(scenario, func(t *testing.T) {
			_, base, _, _ := spoiled(t, scenario)
			anna := sit(t, base, "Anna")
			dm := must(anna.DM(t.Context()))(t)
			g := knock(t, base)
			g.hear()
			g.say(2, identity)
			g.hear()
			for _, text := range []string{"one", "two"} {
				must(anna.Say(t.Context(), dm, text))(t)
			}
			var got []string
			for range strings.Split(want, ", ") {
				var m struct{ Content string }
				r := g.hear()
				check(t, json.Unmarshal(r.Data, &m))
				got = append(got, fmt.Sprint(r.Seq, " ", m.Content))
			}
			if strings.Join(got, ", ") != want {
				t.Errorf("heard %q, not %q", got, want)
			}
		})
	}
}

// TestRequestsMisbehave requests the gateway's address.
func TestRequestsMisbehave(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ scenario, answer, header string }{
		{"GET /gateway 503", `503 application/json {"code": 0, "message": "503: Service Unavailable"}`, ""},
		{"* * 503", `503 application/json {"code": 0, "message": "503: Service Unavailable"}`, ""},
		{"GET /gateway 403 code 50013", `403 application/json {"code": 50013, "message": "403: Forbidden"}`, ""},
		{"GET /gateway 502 html", `502 text/html; charset=UTF-8 <html><head><title>502</title></head><body><h1>502 Bad Gateway</h1></body></html>`, ""},
		{"GET /gateway 200 empty", "200  ", ""},
		{"GET /gateway 200 json [7]", "200 application/json [7]", ""},
		{`GET /gateway with {"url": 7}`, `200 application/json {"url":7}`, ""},
		{`GET /gateway with {"url": null}`, `200 application/json {}`, ""},
		{"GET /gateway 429 global 0.5", `429 application/json {"message": "You are being rate limited.", "retry_after": 0.5, "global": true}`, "Retry-After: 0.5"},
		{"GET /gateway 429 route 2", `429 application/json {"message": "You are being rate limited.", "retry_after": 2, "global": false}`, "X-RateLimit-Reset-After: 2"},
		{"GET /gateway 429 header 2", `429 application/json {"message": "You are being rate limited.", "code": 0}`,
			"X-RateLimit-Reset-After: 2"},
		{"GET /gateway 429 cloudflare 3", `429 text/html; charset=UTF-8 <html><head><title>Access denied</title></head><body>error code: 1015</body></html>`, "Retry-After: 3"},
		{"GET /gateway cut", "nothing", ""},
		{"GET /gateway silence", "nothing", ""},
	} {
		t.Run(c.scenario, func(t *testing.T) {
			table, base, _, _ := spoiled(t, "POST * 500\n"+c.scenario)
			ask := func() (string, http.Header) {
				r := must(http.NewRequestWithContext(t.Context(), http.MethodGet,
					base+"/api/v9/gateway", nil))(t)
				r.Header.Set("Authorization", "Bot "+localtable.BotToken)
				resp, err := http.DefaultClient.Do(r)
				if err != nil {
					return "nothing", nil
				}
				defer resp.Body.Close()
				body := must(io.ReadAll(resp.Body))(t)
				return fmt.Sprintf("%d %s %s", resp.StatusCode, resp.Header.Get("Content-Type"), body), resp.Header
			}
			if strings.HasSuffix(c.scenario, "silence") {
				time.AfterFunc(0, func() { _ = table.Close() }) // nothing else ends the request
			}
			got, header := ask()
			if got != c.answer {
				t.Errorf("answered %q, not %q", got, c.answer)
			}
			if key, value, ok := strings.Cut(c.header, ": "); ok && header.Get(key) != value {
				t.Errorf("%s is %q", key, header.Get(key))
			}
			if strings.HasSuffix(c.scenario, "silence") {
				return
			}
			if again, _ := ask(); !strings.HasPrefix(again, "200 application/json {\"url\":\"ws:") {
				t.Errorf("then it is answered %q", again)
			}
		})
	}
}

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
