package localtable_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"grognard/bot/discord/oracle"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
)

type object = map[string]any
type list = []any

// document is a bot without a library: it sends requests itself, and holds every request, answer and event against
// Discord's document.
type document struct {
	t     *testing.T
	judge *oracle.Oracle
	table *localtable.Server
	base  string
	gate  gate
}

// held starts a table and connects such a bot.
func held(t *testing.T) *document {
	t.Helper()
	d := &document{t: t, judge: oracle.New(t)}
	d.table, d.base = lay(t, localtable.Options{Elsewhere: []string{"another-server", "friends"},
		Observe: func(x localtable.Exchange) {
			if x.Status < 400 { // a refused request may be wrong
				d.judge.Check(x.Method, x.Route, x.Body)
			}
			if err := d.judge.Answer(x.Method, x.Route, x.Status, x.Answer); err != nil {
				t.Errorf("%s %s answered %d: %v\n%s", x.Method, x.Path, x.Status, err, x.Answer)
			}
		}})
	d.gate = knock(t, d.base)
	d.gate.hear() // hello
	d.gate.say(2, object{"token": localtable.BotToken, "intents": 1, "properties": object{}})
	d.await("READY")
	d.await("GUILD_CREATE")
	return d
}

// call sends a request and returns the answer's status and object.
func (d *document) call(method, path string, body any) (int, object) {
	d.t.Helper()
	raw := must.Get(json.Marshal(body))(d.t)
	r := must.Get(http.NewRequestWithContext(d.t.Context(), method, d.base+"/api/v9"+path, bytes.NewReader(raw)))(d.t)
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

// must is call for a request that must succeed with a status.
func (d *document) must(want int, method, path string, body any) object {
	d.t.Helper()
	got, o := d.call(method, path, body)
	if got != want {
		d.t.Fatalf("%s %s answered %d, want %d: %v", method, path, got, want, o)
	}
	return o
}

// refused is call for a request that must be refused with a code.
func (d *document) refused(code int, method, path string, body any) {
	d.t.Helper()
	if status, o := d.call(method, path, body); status < 400 || o["code"] != float64(code) {
		d.t.Errorf("%s %s answered %d %v, want code %d", method, path, status, o, code)
	}
}

// await reads events until one of a kind comes, and holds each against the document.
func (d *document) await(kind string) object {
	d.t.Helper()
	for {
		e := d.gate.hear()
		if e.Op != 0 {
			d.t.Fatalf("awaiting %s came %+v", kind, e)
		}
		var o object
		must.Do(d.t, json.Unmarshal(e.Data, &o))
		d.hold(e.Kind, o)
		if e.Kind == kind {
			return o
		}
	}
}

// part holds a part of an event against a schema, without the members that only events have.
func (d *document) part(name string, part any, besides ...string) {
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

func (d *document) channel(c any, besides ...string) {
	d.t.Helper()
	schema := map[any]string{0.0: "GuildChannelResponse", 1.0: "PrivateChannelResponse",
		3.0: "PrivateGroupChannelResponse", 11.0: "ThreadResponse", 12.0: "ThreadResponse"}
	d.part(schema[c.(object)["type"]], c, besides...)
}

// hold holds an event against the document, which has no schema for what has identifiers alone.
func (d *document) hold(kind string, o object) {
	d.t.Helper()
	switch kind {
	case "READY":
		d.part("UserResponse", o["user"], "mfa_enabled", "verified", "email")
	case "GUILD_CREATE":
		for _, c := range o["channels"].(list) {
			d.channel(c)
		}
		d.part("GuildMemberResponse", o["members"].(list)[0])
	case "CHANNEL_CREATE", "CHANNEL_DELETE", "THREAD_UPDATE":
		d.channel(o)
	case "THREAD_CREATE":
		d.channel(o, "newly_created")
	case "THREAD_DELETE":
	case "INTERACTION_CREATE":
		d.channel(o["channel"])
		if _, guild := o["member"]; guild {
			d.part("GuildMemberResponse", o["member"], "permissions")
		} else {
			d.part("UserResponse", o["user"])
		}
		if m, ok := o["message"]; ok {
			d.part("MessageResponse", m)
		}
		resolved, _ := o["data"].(object)["resolved"].(object)
		for key, schema := range map[string]string{"users": "UserResponse", "channels": "GuildChannelResponse"} {
			things, _ := resolved[key].(object)
			for _, thing := range things {
				d.part(schema, thing)
			}
		}
		members, _ := resolved["members"].(object)
		for _, m := range members {
			d.part("BasicGuildMemberResponse", m, "permissions")
		}
	default:
		d.t.Errorf("an event %s came that nothing holds", kind)
	}
}

// do lets a player do something that the bot must answer, and waits until the player has seen the result. The first
// answer has this body; then do the bot's other answers follow, to the address of the interaction's webhook.
func (d *document) do(action func() error, first any, then ...func(webhook string)) object {
	d.t.Helper()
	done := make(chan error, 1)
	go func() { done <- action() }()
	i := d.await("INTERACTION_CREATE")
	d.must(204, "POST", fmt.Sprintf("/interactions/%s/%s/callback", i["id"], i["token"]), first)
	for _, more := range then {
		more(fmt.Sprintf("/webhooks/%s/%s", localtable.ApplicationID, i["token"]))
	}
	if err := <-done; err != nil {
		d.t.Errorf("the player: %v", err)
	}
	return i
}

func row(parts ...any) any { return object{"type": 1, "components": parts} }

// TestAnswersAndEventsFitTheDocument lets a player use all that a bot can offer, in every kind of place.
func TestAnswersAndEventsFitTheDocument(t *testing.T) {
	d := held(t)
	anna := sit(t, d.base, "Anna")
	table := channelOf(t, anna)
	d.must(200, "PUT", "/applications/"+localtable.ApplicationID+"/commands", list{
		object{"name": "move", "description": "Move", "contexts": []int{0, 1, 2}, "integration_types": []int{0, 1},
			"default_member_permissions": 32, "options": list{
				object{"type": 3, "name": "to", "description": "Where", "autocomplete": true},
				object{"type": 6, "name": "who", "description": "Whose"},
				object{"type": 7, "name": "where", "description": "Channel"},
			}},
	})
	say := func(channel, line string) func() error {
		return func() error { _, err := anna.Say(t.Context(), channel, line); return err }
	}
	d.do(say(table, "/move to:10.11 who:@Boris where:#autumn-for-barbarossa"), object{"type": 4, "data": object{
		"content": "<@" + anna.User().ID + "> moves",
		"components": list{
			row(object{"type": 2, "style": 1, "label": "Undo", "custom_id": "undo"},
				object{"type": 2, "style": 2, "label": "Why", "custom_id": "why"}),
			row(object{"type": 3, "custom_id": "pick", "options": list{object{"label": "a", "value": "a"},
				object{"label": "b", "value": "b"}}}),
		},
	}}, func(webhook string) {
		d.must(200, "POST", webhook, object{"content": "and more"})
	})
	m := must.Get(anna.Await(t.Context(), func(m player.Message) bool { return len(m.Components) > 0 }))(t)
	d.do(func() error { _, err := anna.Click(t.Context(), m.ID, "undo"); return err },
		object{"type": 7, "data": object{"content": "undone"}})
	d.do(func() error { _, err := anna.Choose(t.Context(), m.ID, "pick", "b"); return err },
		object{"type": 5, "data": object{"flags": 64}}, func(webhook string) {
			d.must(200, "PATCH", webhook+"/messages/@original", object{"content": "b it is"})
		})
	// What follows directly after a promise fills it in, and is as ephemeral as it was promised to be.
	d.do(func() error { _, err := anna.Choose(t.Context(), m.ID, "pick", "a"); return err },
		object{"type": 5, "data": object{"flags": 64}}, func(webhook string) {
			if got := d.must(200, "POST", webhook, object{"content": "a it is"}); got["flags"] != 64.0 {
				t.Errorf("the promise became %v", got)
			}
		})
	d.do(func() error { _, err := anna.Click(t.Context(), m.ID, "undo"); return err },
		object{"type": 6}, func(webhook string) {
			d.must(200, "PATCH", webhook+"/messages/@original", object{"content": "undone again"})
		})
	var form player.Form
	d.do(func() (err error) { form, err = anna.ClickForm(t.Context(), m.ID, "why"); return err },
		object{"type": 9, "data": object{"title": "Why", "custom_id": "form", "components": list{
			row(object{"type": 4, "style": 1, "label": "Because", "custom_id": "because"})}}})
	d.do(func() error {
		_, err := anna.Fill(t.Context(), form, map[string]string{"because": "of the mud"})
		return err
	}, object{"type": 4, "data": object{"content": "noted"}})
	d.do(func() error { _, err := anna.Complete(t.Context(), table, "/move to:10"); return err }, object{"type": 8,
		"data": object{"choices": list{object{"name": "10.11", "value": "10.11"}}}})
	reads(t, anna, table, "undone again", "and more", "b it is", "a it is", "noted")
}

// Where the bot is not a member, users can have installed it for themselves: they see only the commands that allow
// this, and the bot can answer only with the interaction's token.
func TestPlacesOfCommands(t *testing.T) {
	d := held(t)
	anna, boris := sit(t, d.base, "Anna"), sit(t, d.base, "Boris")
	d.must(200, "PUT", "/applications/"+localtable.ApplicationID+"/commands", list{
		object{"name": "roll", "description": "Roll", "contexts": []int{0, 1, 2}, "integration_types": []int{0, 1}},
		object{"name": "move", "description": "Move", "contexts": []int{0}}})
	for _, c := range []struct {
		channel, owners string
		context         float64
		member, foreign bool
	}{
		{channelOf(t, anna), "map[0:" + localtable.GuildID + "]", 0, true, false},
		{must.Get(anna.DM(t.Context()))(t), "map[0:0]", 1, false, false},
		{must.Get(anna.Channel("another-server"))(t), "map[1:" + anna.User().ID + "]", 0, true, true},
		{must.Get(anna.Channel("friends"))(t), "map[1:" + anna.User().ID + "]", 2, false, true},
	} {
		i := d.do(func() error { _, err := anna.Say(t.Context(), c.channel, "/roll"); return err },
			object{"type": 4, "data": object{"content": "seven"}}, func(webhook string) {
				for n := range 6 {
					status, o := d.call("POST", webhook, object{"content": "shared"})
					if refused := n == 5 && c.foreign; refused != (status == 400 && o["code"] == 40094.0) {
						t.Errorf("follow-up %d in %s: %d %v", n+1, c.channel, status, o)
					}
				}
			})
		owners := fmt.Sprint(i["authorizing_integration_owners"])
		if _, member := i["member"]; owners != c.owners || i["context"] != c.context || member != c.member {
			t.Errorf("the bot is told %v", i)
		}
		if !c.foreign {
			continue
		}
		if _, err := anna.Say(t.Context(), c.channel, "/move"); err == nil {
			t.Errorf("%s offers a command of the guild's installation", c.channel)
		}
		d.refused(50001, "POST", "/channels/"+c.channel+"/messages", object{"content": "x"})
		d.refused(50001, "GET", "/channels/"+c.channel+"/messages", nil)
		if got := contents(t, boris, c.channel); len(got) != 6 {
			t.Errorf("Boris reads %q", got)
		}
	}
}

// TestThreads: an archived thread takes no edit and no command; a new message opens it again unless it is locked. A
// channel is deleted with its threads.
func TestThreads(t *testing.T) {
	d := held(t)
	anna := sit(t, d.base, "Anna")
	d.must(200, "PUT", "/applications/"+localtable.ApplicationID+"/commands",
		list{object{"name": "look", "description": "Look"}})
	table := channelOf(t, anna)
	made := d.must(201, "POST", "/channels/"+table+"/threads", object{"name": "beside", "type": 11})
	id := made["id"].(string)
	thread := "/channels/" + id
	if got := d.await("THREAD_CREATE"); got["id"] != id || got["parent_id"] != table {
		t.Errorf("told of %v", got)
	}
	d.refused(50024, "POST", thread+"/threads", object{"name": "in a thread"})
	inside := d.must(200, "POST", thread+"/messages", object{"content": "an aside"})["id"].(string)
	d.do(func() error { _, err := anna.Say(t.Context(), id, "/look"); return err },
		object{"type": 4, "data": object{"content": "seen"}})
	archived := func() any { return d.await("THREAD_UPDATE")["thread_metadata"].(object)["archived"] }

	d.must(200, "PATCH", thread, object{"archived": true})
	d.refused(50083, "PATCH", thread+"/messages/"+inside, object{"content": "changed"})
	d.refused(50083, "PATCH", thread, object{"name": "another"})
	if _, err := anna.Say(t.Context(), id, "/look"); err == nil || archived() != true {
		t.Errorf("a command in an archived thread: %v", err)
	}
	d.must(200, "POST", thread+"/messages", object{"content": "opens it"})
	if archived() != false {
		t.Error("a message did not open the thread")
	}
	d.must(200, "PATCH", thread, object{"archived": true, "locked": true})
	d.refused(50083, "POST", thread+"/messages", object{"content": "does not"})
	if _, err := anna.Say(t.Context(), id, "nor do I"); err == nil {
		t.Error("words were said in a locked thread")
	}
	d.must(200, "PATCH", thread, object{"archived": false, "locked": false})
	must.Get(anna.Say(t.Context(), id, "open again"))(t)

	must.Do(t, d.table.DeleteChannel(table))
	if got := d.await("THREAD_DELETE"); got["id"] != id {
		t.Errorf("told of %v", got)
	}
	if got := d.await("CHANNEL_DELETE"); got["id"] != table {
		t.Errorf("told of %v", got)
	}
	d.refused(10003, "POST", thread+"/messages", object{"content": "x"})
	d.refused(10003, "POST", "/channels/"+table+"/messages", object{"content": "x"})
	if err := d.table.DeleteChannel(table); err == nil {
		t.Error("a channel that is gone was deleted")
	}
}

// TestTokensInAddresses: a request with a token in its address needs no other, but a wrong one is refused.
func TestTokensInAddresses(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	for _, c := range []struct {
		path, token string
		want        int
	}{
		{"/interactions/1/x/callback", "", 404}, {"/interactions/1/x/callback", "Bot local-table", 404},
		{"/interactions/1/x/callback", "Bot other", 401},
		{"/webhooks/" + localtable.ApplicationID + "/x", "", 401}, // the address contains a wrong token
		{"/webhooks/1/x", "", 404}, {"/channels/1/messages", "", 401}, {"/users/@me/channels", "Bot other", 401},
	} {
		r := must.Get(http.NewRequestWithContext(t.Context(), "POST", base+"/api/v9"+c.path,
			strings.NewReader(`{"type":4,"data":{"content":"x"}}`)))(t)
		r.Header.Set("Content-Type", "application/json")
		if c.token != "" {
			r.Header.Set("Authorization", c.token)
		}
		if got := status(t, r); got != c.want {
			t.Errorf("%s with the token %q: %d, want %d", c.path, c.token, got, c.want)
		}
	}
}
