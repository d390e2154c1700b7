// Package bare is a bot without a library, for tests of the local table: it sends requests itself, and checks every
// request, answer and event against Discord's OpenAPI document.
//
//	bot := bare.Lay(t, localtable.Options{})
//	thread := bot.Must(201, "POST", "/channels/"+channel+"/threads", map[string]any{"name": "beside", "type": 11})
//	bot.Await("THREAD_CREATE")
package bare

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/oracle"
	"grognard/bot/localtable"
	"grognard/rules/must"

	"github.com/gorilla/websocket"
)

type (
	object = map[string]any
	list   = []any
)

// Bot is a bot without a library.
type Bot struct {
	Table *localtable.Server
	Base  string // http://host, where the table is

	t     *testing.T
	judge *oracle.Oracle
	gate  *websocket.Conn
}

// event is a message of the gateway.
type event struct {
	Op   int             `json:"op"`
	Kind string          `json:"t"`
	Data json.RawMessage `json:"d"`
}

// Lay serves a table until the test ends and connects a bot. The bot has opt.AnswerWithin to answer; zero is an hour.
func Lay(t *testing.T, opt localtable.Options) *Bot {
	t.Helper()
	d := &Bot{t: t, judge: oracle.New(t)}
	opt.Observe = func(x localtable.Exchange) {
		if x.Status < 400 { // a refused request may be wrong
			d.judge.Check(x.Method, x.Route, x.Body)
		}
		if err := d.judge.Answer(x.Method, x.Route, x.Status, x.Answer); err != nil {
			t.Errorf("%s %s answered %d: %v\n%s", x.Method, x.Path, x.Status, err, x.Answer)
		}
	}
	opt.AnswerWithin = cmp.Or(opt.AnswerWithin, time.Hour)
	d.Table = must.Get(localtable.New(opt))(t)
	web := httptest.NewServer(d.Table.Handler())
	t.Cleanup(func() {
		if err := d.Table.Close(); err != nil {
			t.Error(err)
		}
		web.Close()
	})
	d.Base = web.URL
	d.connect()
	return d
}

// connect opens the bot's connection for events.
func (d *Bot) connect() {
	d.t.Helper()
	gate, _, err := websocket.DefaultDialer.DialContext(d.t.Context(),
		"ws"+strings.TrimPrefix(d.Base, "http")+"/gateway/?v=9&encoding=json", nil)
	must.Do(d.t, err)
	d.t.Cleanup(func() { gate.Close() })
	d.gate = gate
	d.receive() // hello
	must.Do(d.t, gate.WriteJSON(object{"op": 2, "d": object{"token": localtable.BotToken, "intents": 1,
		"properties": object{}}})) // op 2: IDENTIFY
	d.Await("READY")
	d.Await("GUILD_CREATE")
}

// receive reads the next message of the gateway.
func (d *Bot) receive() (e event) {
	d.t.Helper()
	must.Do(d.t, d.gate.ReadJSON(&e))
	return e
}

// Call sends a request and returns the answer's status and object.
func (d *Bot) Call(method, path string, body any) (int, object) {
	d.t.Helper()
	var raw []byte
	if body != nil {
		raw = must.Get(json.Marshal(body))(d.t)
	}
	r := must.Get(http.NewRequestWithContext(d.t.Context(), method, d.Base+"/api/v9"+path, bytes.NewReader(raw)))(d.t)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bot "+localtable.BotToken)
	resp := must.Get(http.DefaultClient.Do(r))(d.t)
	defer resp.Body.Close()
	answer := must.Get(io.ReadAll(resp.Body))(d.t)
	var o object
	if len(answer) > 0 && answer[0] == '{' {
		must.Do(d.t, json.Unmarshal(answer, &o))
	}
	return resp.StatusCode, o
}

// Must sends a request as Call does. The test fails unless the status is the one that it wants.
func (d *Bot) Must(want int, method, path string, body any) object {
	d.t.Helper()
	got, o := d.Call(method, path, body)
	if got != want {
		d.t.Fatalf("%s %s answered %d, want %d: %v", method, path, got, want, o)
	}
	return o
}

// Refused sends a request as Call does. The test fails unless it is refused with this code of Discord's.
func (d *Bot) Refused(code int, method, path string, body any) {
	d.t.Helper()
	if status, o := d.Call(method, path, body); status < 400 || o["code"] != float64(code) {
		d.t.Errorf("%s %s answered %d %v, want code %d", method, path, status, o, code)
	}
}

// Await reads events until one of a kind comes, and checks each against the document. It returns that event's data.
func (d *Bot) Await(kind string) object {
	d.t.Helper()
	for {
		e := d.receive()
		if e.Op != 0 { // 0: an event
			d.t.Fatalf("awaiting %s came %+v", kind, e)
		}
		var o object
		must.Do(d.t, json.Unmarshal(e.Data, &o))
		d.check(e.Kind, o)
		if e.Kind == kind {
			return o
		}
	}
}

// checkPart checks a part of an event against the schema with a name. The members in besides, which only events have,
// must be there and are not checked further.
func (d *Bot) checkPart(name string, part any, besides ...string) {
	d.t.Helper()
	o, ok := part.(object)
	if !ok {
		d.t.Errorf("%s is missing", name)
		return
	}
	for _, key := range besides {
		if _, ok := o[key]; !ok {
			d.t.Errorf("an event's %s has no %s", name, key)
		}
		delete(o, key)
	}
	raw := must.Get(json.Marshal(o))(d.t)
	if err := d.judge.Part(name, raw); err != nil {
		d.t.Errorf("%s: %v\n%s", name, err, raw)
	}
}

func (d *Bot) checkChannel(c any, besides ...string) {
	d.t.Helper()
	schemaByType := map[any]string{0.0: "GuildChannelResponse", 1.0: "PrivateChannelResponse",
		3.0: "PrivateGroupChannelResponse", 5.0: "GuildChannelResponse", 10.0: "ThreadResponse",
		11.0: "ThreadResponse", 12.0: "ThreadResponse", 15.0: "GuildChannelResponse"}
	d.checkPart(schemaByType[c.(object)["type"]], c, besides...)
}

// check checks an event against the document. For events that have only identifiers the document has no schema.
func (d *Bot) check(kind string, o object) {
	d.t.Helper()
	switch kind {
	case "READY":
		d.checkPart("UserResponse", o["user"], "mfa_enabled", "verified", "email")
	case "GUILD_CREATE":
		for _, c := range o["channels"].(list) {
			d.checkChannel(c)
		}
		d.checkPart("GuildMemberResponse", o["members"].(list)[0])
		for _, c := range o["threads"].(list) {
			d.checkChannel(c)
		}
		d.checkPart("GuildRoleResponse", o["roles"].(list)[0])
	case "GUILD_ROLE_UPDATE":
		d.checkPart("GuildRoleResponse", o["role"])
	case "CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE", "THREAD_UPDATE":
		d.checkChannel(o)
	case "THREAD_CREATE":
		delete(o, "newly_created")
		d.checkChannel(o)
	case "THREAD_LIST_SYNC":
		for _, c := range o["threads"].(list) {
			d.checkChannel(c)
		}
	case "THREAD_MEMBERS_UPDATE":
		added, _ := o["added_members"].(list)
		for _, m := range added {
			d.checkPart("ThreadMemberResponse", m, "presence")
		}
	case "THREAD_DELETE", "GUILD_DELETE", "CHANNEL_PINS_UPDATE":
	case "INTERACTION_CREATE":
		d.checkChannel(o["channel"])
		if _, inGuild := o["member"]; inGuild {
			d.checkPart("GuildMemberResponse", o["member"], "permissions")
		} else {
			d.checkPart("UserResponse", o["user"])
		}
		if m, ok := o["message"]; ok {
			d.checkPart("MessageResponse", m)
		}
		resolved, _ := o["data"].(object)["resolved"].(object)
		users, _ := resolved["users"].(object)
		for _, u := range users {
			d.checkPart("UserResponse", u)
		}
		channels, _ := resolved["channels"].(object)
		for _, c := range channels {
			d.checkChannel(c, "app_permissions")
		}
		members, _ := resolved["members"].(object)
		for _, m := range members {
			d.checkPart("BasicGuildMemberResponse", m, "permissions")
		}
	default:
		d.t.Errorf("an event %s came that nothing checks", kind)
	}
}

// Do lets a player do something that the bot must answer, and waits until the player has seen the result. first is the
// body of the first answer. Each function of then gives a later answer, to the address of the interaction's webhook.
func (d *Bot) Do(action func() error, first any, then ...func(webhook string)) object {
	d.t.Helper()
	done := make(chan error, 1)
	go func() { done <- action() }()
	i := d.Await("INTERACTION_CREATE")
	d.Must(204, "POST", fmt.Sprintf("/interactions/%s/%s/callback", i["id"], i["token"]), first)
	for _, more := range then {
		more(fmt.Sprintf("/webhooks/%s/%s", localtable.ApplicationID, i["token"]))
	}
	if err := <-done; err != nil {
		d.t.Errorf("the player: %v", err)
	}
	return i
}
