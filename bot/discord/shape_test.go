package discord

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/deliver"
	"grognard/bot/discord/revisit"
	"grognard/bot/gateway"
	"grognard/bot/referee"
	"grognard/bot/referee/notify"
	"grognard/rules/must"
	"grognard/storage"
)

// frames are as Discord sends them: of each kind of event that the bot deals with, and of each kind of interaction.
var frames = map[string]string{
	"ready": `{"op":0,"s":1,"t":"READY","d":{"v":9,"session_id":"a1","resume_gateway_url":"wss://gateway-us-east1-b.discord.gg","shard":[0,1],
		"user":{"id":"1150000000000000001","username":"Grognard","bot":true},"application":{"id":"1150000000000000001","flags":0},"guilds":[{"id":"1150000000000000002","unavailable":true}]}}`,
	"server": `{"op":0,"s":2,"t":"GUILD_CREATE","d":{"id":"1150000000000000002","name":"x","unavailable":false,"channels":[{"id":"1160000000000000001","type":0}],"threads":[{"id":"1160000000000000002","type":11}]}}`,
	"lost":   `{"op":0,"s":2,"t":"GUILD_DELETE","d":{"id":"1150000000000000002","unavailable":true}}`,
	"gone":   `{"op":0,"s":2,"t":"CHANNEL_DELETE","d":{"id":"1160000000000000001","guild_id":"1150000000000000002","type":0}}`,
	"command": interactionFrame(2, `{"id":"1","name":"game","type":1,"options":[{"name":"join","type":1,"options":[{"name":"side","type":3,"value":"german"},{"name":"word","type":3,"value":"x"}]}],
		"resolved":{"users":{"9":{"id":"9"}},"members":{"9":{"roles":[]}}}}`, ``),
	"look-up": interactionFrame(2,
		`{"id":"1","name":"roll","type":1,"options":[{"name":"dice","type":3,"value":"2d6"},{"name":"times","type":4,"value":2},{"name":"public","type":5,"value":true}]}`, ``),
	"completion": interactionFrame(4,
		`{"id":"1","name":"game","type":1,"options":[{"name":"new","type":1,"options":[{"name":"module","type":3,"value":"a","focused":true}]}]}`, ``),
	"button": interactionFrame(3, `{"custom_id":"orders:g1","component_type":2}`, message1),
	"menu":   interactionFrame(3, `{"custom_id":"look:rule|cited=1.1","component_type":3,"values":["1.1"]}`, message1),
	"form": interactionFrame(5,
		`{"custom_id":"list:g1","components":[{"type":1,"components":[{"type":4,"custom_id":"text","value":"/done"}]}]}`, message1),
}

const message1 = `"message":{"id":"1160000000000000003","channel_id":"1160000000000000001","content":"x","flags":64,"type":0,"author":{"id":"1150000000000000001"},
	"components":[{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"orders:g1"}]}],"attachments":[],"embeds":[],"mentions":[]},`

func interactionFrame(kind int, data, message string) string {
	return fmt.Sprintf(`{"op":0,"s":5,"t":"INTERACTION_CREATE","d":{"id":"1160000000000000009","application_id":"1150000000000000001","type":%d,"token":"aW50ZXJhY3Rpb24","version":1,"data":%s,%s
		"guild_id":"1150000000000000002","channel_id":"1160000000000000001","channel":{"id":"1160000000000000001","type":0},"locale":"en-US","guild_locale":"en-US","app_permissions":"2147483647",
		"member":{"user":{"id":"1150000000000000101","username":"anna","discriminator":"0"},"roles":[],"permissions":"1","joined_at":"2020-01-01T00:00:00.000000+00:00"},
		"entitlements":[],"authorizing_integration_owners":{"0":"1150000000000000002"},"context":0}}`, kind, data, message)
}

// expired is a Discord that knows of none of these interactions any more.
type expired struct{}

// RoundTrip implements http.RoundTripper.
func (expired) RoundTrip(r *http.Request) (*http.Response, error) {
	body := io.NopCloser(strings.NewReader(`{"code": 10062, "message": "Unknown interaction"}`))
	return &http.Response{Status: "404 Not Found", StatusCode: http.StatusNotFound, Header: http.Header{}, Body: body,
		Request: r}, nil
}

// hearing is a bot without a network that hears frames.
type hearing struct {
	*bot
	line *connection
	log  *bytes.Buffer
}

func newHearing(t testing.TB) *hearing {
	store := storeFor(t)
	h := &hearing{log: new(bytes.Buffer), line: &connection{welcome: make(chan readyEvent, 1)}}
	r := referee.New(referee.Options{Store: store})
	h.bot = must.Get(newBot(Options{Token: "x", Referee: r, Preferences: store,
		Logger: slog.New(slog.NewTextHandler(h.log, nil))}))(t)
	h.rest.Session.Client = &http.Client{Transport: expired{}}
	return h
}

// hear deals with a frame and all that comes of it, and returns what is logged of it.
func (h *hearing) hear(raw []byte) string {
	h.log.Reset()
	f, err := gateway.Decode(raw)
	if err != nil {
		return "dropped: " + err.Error()
	}
	h.queues = newQueues()
	h.receiveEvent(h.line, f.Kind, f.Data)
	h.finish()
	h.refusals.Drain()
	told := make(chan struct{})
	h.servers.Enqueue(func() { close(told) })
	<-told
	return h.log.String()
}

// What lacks something that is looked at later is dropped, with a line in the log that has
// nothing of it in it but its number.
func TestFrames_Misshapen(t *testing.T) {
	h := newHearing(t)
	for name, raw := range frames {
		if log := h.hear([]byte(raw)); strings.Contains(log, "dropped") {
			t.Errorf("%s: %s", name, log)
		}
	}
	without := func(frame, old, new string) string {
		if !strings.Contains(frames[frame], old) {
			t.Errorf("no %s in the %s", old, frame)
		}
		return strings.ReplaceAll(frames[frame], old, new)
	}
	for _, raw := range []string{
		without("ready", `"id":"1150000000000000001"`, `"id":""`),
		without("ready", `"user":{`, `"user":3,"x":{`),
		without("command", `"data":{`, `"x":{`),
		without("completion", `"data":{`, `"x":{`),
		without("button", `"data":{`, `"x":{`),
		without("form", `"data":{`, `"x":{`),
		without("command", `"data":{`, `"data":null,"x":{`),
		without("command", `"data":{`, `"data":[],"x":{`),
		without("command", `"type":2`, `"type":1`),
		without("command", `"type":2`, `"type":77`),
		without("command", `"type":2`, `"type":"2"`),
		without("command", `"type":2`, `"x":2`),
		without("command", `"name":"game"`, `"x":"game"`),
		without("command", `"options":[{"name":"join"`, `"options":[null,{"name":"join"`),
		without("command", `"options":[{"name":"side"`, `"options":[null,{"name":"side"`),
		without("command", `"name":"side"`, `"name":""`),
		without("command", `"value":"german"`, `"value":{"a":1}`),
		without("command", `"value":"german"`, `"value":"german","options":[{"name":"x","options":[{"name":"x"}]}]`),
		without("button", `"message":{`, `"x":{`),
		without("button", `"message":{"id":"1160000000000000003"`, `"message":{"x":"1160000000000000003"`),
		without("form", `"components":[{"type":1`, `"components":[null,{"type":1`),
		without("command", `"id":"1160000000000000009"`, `"id":"secret"`),
		without("command", `"id":"1160000000000000009"`, `"id":1160000000000000009`),
		without("command", `"application_id":"1150000000000000001"`, `"application_id":"../secret"`),
		without("command", `"channel_id":"1160000000000000001"`, `"channel_id":null`),
		without("command", `"token":"aW50ZXJhY3Rpb24"`, `"x":""`),
		without("command", `"token":"aW50ZXJhY3Rpb24"`, `"token":"../secret"`),
		without("command", `"token":"aW50ZXJhY3Rpb24"`, `"token":"secret?x"`),
		without("command", `"token":"aW50ZXJhY3Rpb24"`, `"token":".."`),
		without("command", `"member":{`, `"x":{`),
		without("command", `"user":{"id":"1150000000000000101"`, `"user":{"id":"anna"`),
		without("command", `"user":{"id":"1150000000000000101"`, `"user":null,"x":{"id":"1"`),
		without("command", `"channel_id":"1160000000000000001",`, ``),
		without("command", `"user":{"id":"1150000000000000101"`, `"user":null,"x":{"id":"1150000000000000101"`),
		without("command", `"app_permissions":"2147483647"`, `"app_permissions":"many"`),
		without("button", `"message":{`, `"message":null,"x":{`),
		`{"op":0,"s":1,"t":"INTERACTION_CREATE","d":[]}`,
		`{"op":0,"s":1,"t":"INTERACTION_CREATE","d":{}}`,
		`{"op":0,"s":1,"t":"INTERACTION_CREATE","d":"secret"}`,
	} {
		log := h.hear([]byte(raw))
		if !strings.Contains(log, "an event of Discord was dropped") || strings.Contains(log, "secret") ||
			strings.Contains(log, "aW50") || strings.Contains(log, "panic") {
			t.Errorf("of %s\nthe log says: %s", raw, log)
		}
	}
}

// broken is a log at which everything panics, as a fault of ours in loading a game would.
type broken struct{ storage.Log }

// A fault that is met again while the first is being told, and beside the answers, ends nothing.
func TestFrames_StorePanics(t *testing.T) {
	h := newHearing(t)
	h.Referee = referee.New(referee.Options{Store: storeFor(t), Log: broken{}})
	h.again = revisit.New(h.Referee.Channels, time.Second, h.Kit.Log)
	h.Kit.Referee, h.bot.pages.Kit.Referee = h.Referee.Looks, h.Referee.Looks
	for frame, want := range map[string][]string{
		"button": {"an interaction failed", "a channel cannot be noted"},
		"server": {"a server's channels cannot be noted"},
		"gone":   {"a deleted channel cannot be noted"},
	} {
		log := h.hear([]byte(frames[frame]))
		for _, words := range want {
			if !strings.Contains(log, words) {
				t.Errorf("after a %s no %q, but %s", frame, words, log)
			}
		}
	}
	d := h.bot.newDelivery("1")
	d.Queue = []notify.Owing{{Game: "g", Words: true}}
	d.Begin(t.Context(), t.Context())
	d.Finish(<-d.Done)
	if len(d.Queue) != 1 || time.Until(d.Queues[deliver.QueueKey{Game: "g"}].Words.Until) <= 0 {
		t.Errorf("a delivery that failed is not repeated later: %+v", d.Queue)
	}
}

// Whatever of a frame is missing or of another type, nothing panics.
func TestFrames_AnyPartSpoilt(t *testing.T) {
	h := newHearing(t)
	n := 0
	for name, raw := range frames {
		var whole any
		if err := json.Unmarshal([]byte(raw), &whole); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		spoil(whole, func() {
			n++
			spoilt := must.Get(json.Marshal(whole))(t)
			if log := h.hear(spoilt); strings.Contains(log, "panic") {
				t.Errorf("after %s: %s", spoilt, log)
			}
		})
	}
	if n < 1000 {
		t.Errorf("only %d frames were spoilt", n)
	}
}

// spoil puts other values in every place of a tree, one after the other, and calls try with each.
func spoil(v any, try func()) {
	for _, p := range spots(v) {
		old := p.get()
		for _, other := range []any{nil, "", "x", -1.0, 1e300, true, []any{}, []any{nil}, map[string]any{}} {
			p.set(other)
			try()
		}
		p.set(old)
		spoil(old, try)
	}
}

type spot struct {
	get func() any
	set func(any)
}

func spots(v any) (list []spot) {
	switch v := v.(type) {
	case map[string]any:
		for key := range v {
			list = append(list, spot{func() any { return v[key] }, func(x any) { v[key] = x }})
		}
	case []any:
		for i := range v {
			list = append(list, spot{func() any { return v[i] }, func(x any) { v[i] = x }})
		}
	}
	return list
}

// FuzzFrames: no frame that comes through the gateway makes anything panic, from its decoding to the answer.
func FuzzFrames(f *testing.F) {
	for _, raw := range frames {
		f.Add([]byte(raw))
	}
	f.Add([]byte(`{"op":10,"d":{"heartbeat_interval":41250}}`))
	h := newHearing(f)
	f.Fuzz(func(t *testing.T, raw []byte) {
		if log := h.hear(raw); strings.Contains(log, "panic") {
			t.Errorf("after %q: %s", raw, log)
		}
	})
}
