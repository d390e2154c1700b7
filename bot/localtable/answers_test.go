package localtable_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/oracle"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
)

// document is a bot without a library: it sends requests of version 10 itself, and validates every request, answer and
// event against Discord's document.
type document struct {
	t     *testing.T
	judge *oracle.Oracle
	base  string
	gate  gate
	heard map[string]int // events by kind
}

// held starts a table and connects such a bot.
func held(t *testing.T) *document {
	t.Helper()
	d := &document{t: t, judge: oracle.New(t), heard: map[string]int{}}
	_, d.base = lay(t, localtable.Options{Elsewhere: []string{"another-server", "friends"},
		Observe: func(x localtable.Exchange) {
			if x.Status < 400 { // a refused request may be wrong
				d.judge.Check(x.Method, x.Route, x.Body)
			}
			if err := d.judge.Answer(x.Method, x.Route, x.Status, x.Answer); err != nil {
				t.Errorf("%s %s answered %d: %v\n%s", x.Method, x.Path, x.Status, err, x.Answer)
			}
		}})
	d.gate = dial(t, d.base, "?v=10&encoding=json")
	d.gate.hear() // hello
	d.gate.say(2, map[string]any{"token": localtable.BotToken, "intents": 1 | 1<<9 | 1<<12,
		"properties": map[string]any{}})
	d.await("READY")
	d.await("GUILD_CREATE")
	return d
}

// call sends a request, without the bot's token where the address contains one.
func (d *document) call(method, path string, body any) (int, object) {
	d.t.Helper()
	var raw []byte
	if body != nil {
		raw = must(json.Marshal(body))(d.t)
	}
	r := must(http.NewRequestWithContext(d.t.Context(), method, d.base+"/api/v10"+path, bytes.NewReader(raw)))(d.t)
	r.Header.Set("Content-Type", "application/json")
	if !strings.HasPrefix(path, "/interactions/") && !strings.HasPrefix(path, "/webhooks/") {
		r.Header.Set("Authorization", "Bot "+localtable.BotToken)
	}
	resp := must(http.DefaultClient.Do(r))(d.t)
	defer resp.Body.Close()
	answer := must(io.ReadAll(resp.Body))(d.t)
	var out any
	if len(answer) > 0 {
		if err := json.Unmarshal(answer, &out); err != nil {
			d.t.Fatalf("%s %s answered %s: %v", method, path, answer, err)
		}
	}
	if all, ok := out.(list); ok {
		out = object{"list": all}
	}
	o, _ := out.(object)
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
	status, o := d.call(method, path, body)
	if status < 400 || o["code"] != float64(code) {
		d.t.Errorf("%s %s answered %d %v, want code %d", method, path, status, o, code)
	}
}

// await reads events until one of a kind comes, and validates each.
func (d *document) await(kind string) object {
	d.t.Helper()
	for {
		e := d.gate.hear()
		if e.Op != 0 {
			d.t.Fatalf("awaiting %s came %+v", kind, e)
		}
		d.heard[e.Kind]++
		var o object
		check(d.t, json.Unmarshal(e.Data, &o))
		d.hold(e.Kind, o)
		if e.Kind == kind {
			return o
		}
	}
}

// channelSchema is the document's name for the type of a channel.
func channelSchema(c object) string {
	switch c["type"] {
	case 1.0:
		return "PrivateChannelResponse"
	case 3.0:
		return "PrivateGroupChannelResponse"
	case 11.0, 12.0:
		return "ThreadResponse"
	}
	return "GuildChannelResponse"
}

// part validates a part of an event, without the members that only events have.
func (d *document) part(name string, part any, besides ...string) {
	d.t.Helper()
	o, ok := part.(object)
	if !ok {
		d.t.Errorf("%s is missing", name)
		return
	}
	o = maps.Clone(o)
	for _, key := range besides {
		if _, ok := o[key]; !ok {
			d.t.Errorf("an event's %s has no %s", name, key)
		}
		delete(o, key)
	}
	raw := must(json.Marshal(o))(d.t)
	if err := d.judge.Part(name, raw); err != nil {
		d.t.Errorf("%s: %v\n%s", name, err, raw)
	}
}

// hold validates an event.
func (d *document) hold(kind string, o object) {
	d.t.Helper()
	switch kind {
	case "READY":
		d.part("UserResponse", o["user"], "mfa_enabled", "verified", "email")
	case "GUILD_CREATE":
		for _, c := range slices.Concat(o["channels"].(list), o["threads"].(list)) {
			d.part(channelSchema(c.(object)), c)
		}
		for _, m := range o["members"].(list) {
			d.part("GuildMemberResponse", m)
		}
		d.part("GuildWithCountsResponse", o, "joined_at", "large", "unavailable", "member_count",
			"channels", "threads", "members",
			"presences", "voice_states", "stage_instances", "guild_scheduled_events", "soundboard_sounds")
	case "CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE", "THREAD_UPDATE":
		d.part(channelSchema(o), o)
	case "THREAD_CREATE":
		d.part("ThreadResponse", o, "newly_created")
	// only identifiers, for which the document has no schema
	case "THREAD_DELETE", "MESSAGE_DELETE", "MESSAGE_DELETE_BULK":
	case "MESSAGE_CREATE", "MESSAGE_UPDATE":
		if _, guild := o["guild_id"]; guild {
			d.part("MessageResponse", o, "guild_id")
			return
		}
		d.part("MessageResponse", o)
	case "INTERACTION_CREATE":
		d.holdInteraction(o)
	default:
		d.t.Errorf("an event %s came that nothing holds", kind)
	}
}

func (d *document) holdInteraction(o object) {
	d.t.Helper()
	d.part(channelSchema(o["channel"].(object)), o["channel"])
	if _, guild := o["member"]; guild {
		d.part("GuildMemberResponse", o["member"], "permissions")
	} else {
		d.part("UserResponse", o["user"])
	}
	if m, ok := o["message"]; ok {
		d.part("MessageResponse", m)
	}
	resolved, _ := o["data"].(object)["resolved"].(object)
	for _, in := range []struct {
		key, schema string
		besides     []string
	}{{"users", "UserResponse", nil}, {"members", "BasicGuildMemberResponse",
		[]string{"permissions"}}, {"channels", "GuildChannelResponse", nil}} {
		things, _ := resolved[in.key].(object)
		for _, thing := range things {
			d.part(in.schema, thing, in.besides...)
		}
	}
}

// answerTo is the address for an interaction's first answer.
func answerTo(i object) string {
	return fmt.Sprintf("/interactions/%s/%s/callback", i["id"], i["token"])
}

// laterOf is the address for its other answers.
func laterOf(i object) string {
	return fmt.Sprintf("/webhooks/%s/%s", localtable.ApplicationID, i["token"])
}

// do lets a player do something that the bot must answer, and waits until the player has seen the result.
func (d *document) do(action func() error, answer func(i object)) {
	d.t.Helper()
	done := make(chan error, 1)
	go func() { done <- action() }()
	answer(d.await("INTERACTION_CREATE"))
	if err := <-done; err != nil {
		d.t.Errorf("the player: %v", err)
	}
}

// TestAnswersAndEventsFitTheDocument makes the table send every event.
func TestAnswersAndEventsFitTheDocument(t *testing.T) {
	d := held(t)
	anna := sit(t, d.base, "Anna")
	table := channelOf(t, anna)
	commands := "/applications/" + localtable.ApplicationID + "/commands"
	d.must(200, "PUT", commands, list{
		object{"name": "move", "description": "Move", "contexts": []int{0, 1, 2}, "integration_types": []int{0, 1},
			"options": list{
				object{"type": 3, "name": "to", "description": "Where", "autocomplete": true},
				object{"type": 6, "name": "who", "description": "Whose"},
				object{"type": 7, "name": "where", "description": "Channel"},
			}},
	})
	say := func(channel, line string) func() error {
		return func() error { _, err := anna.Say(t.Context(), channel, line); return err }
	}
	var id string // of the first answer
	d.do(say(table, "/move to:10.11 who:@Boris where:#autumn-for-barbarossa"), func(i object) {
		m := d.answered(i, object{"type": 4, "data": object{
			"content": "<@" + anna.User().ID + "> moves",
			"embeds":  list{object{"title": "Move", "fields": list{object{"name": "to", "value": "10.11"}}}},
			"components": list{
				row(object{"type": 2, "style": 1, "label": "Undo", "custom_id": "undo"},
					object{"type": 2, "style": 2, "label": "Why", "custom_id": "why"}),
				row(object{"type": 3, "custom_id": "pick", "options": list{object{"label": "a", "value": "a"},
					object{"label": "b", "value": "b"}}}),
			},
		}})
		id = m["id"].(string)
		if owners := m["interaction_metadata"].(object)["authorizing_integration_owners"]; fmt.Sprint(owners) != "map[0:"+localtable.GuildID+"]" {
			t.Errorf("the answer is by the installation of %v", owners)
		}
		d.await("MESSAGE_CREATE")
		later := d.must(200, "POST", laterOf(i)+"?wait=true", object{"content": "and more", "tts": true})
		if later["interaction_metadata"].(object)["original_response_message_id"] != id || later["tts"] != true {
			t.Errorf("the follow-up is %v", later)
		}
		d.must(200, "GET", laterOf(i)+"/messages/@original", nil)
		d.must(200, "PATCH", laterOf(i)+"/messages/"+later["id"].(string), object{"content": "changed"})
		d.must(204, "DELETE", laterOf(i)+"/messages/"+later["id"].(string), nil)
	})
	d.do(func() error { _, err := anna.Click(t.Context(), id, "undo"); return err }, func(i object) {
		if m := d.answered(i, object{"type": 7, "data": object{"content": "undone"}}); m["content"] != "undone" ||
			m["id"] != id {
			t.Errorf("the update made %v", m)
		}
	})
	d.do(func() error { _, err := anna.Choose(t.Context(), id, "pick", "b"); return err }, func(i object) {
		if m := d.answered(i, object{"type": 5, "data": object{"flags": 64}}); m["flags"] != float64(64|128) {
			t.Errorf("the promise made %v", m)
		}
		d.must(200, "PATCH", laterOf(i)+"/messages/@original", object{"content": "b it is"})
	})
	var form player.Form
	d.do(func() (err error) { form, err = anna.ClickForm(t.Context(), id, "why"); return err }, func(i object) {
		d.must(204, "POST", answerTo(i)+"?with_response=false",
			object{"type": 9, "data": object{"title": "Why", "custom_id": "form", "components": list{
				row(object{"type": 4, "style": 1, "label": "Because", "custom_id": "because"})}}})
	})
	d.do(func() error {
		_, err := anna.Fill(t.Context(), form, map[string]string{"because": "of the mud"})
		return err
	}, func(i object) {
		m := d.answered(i, object{"type": 4, "data": object{"content": "noted"}})
		if trigger := m["interaction_metadata"].(object)["triggering_interaction_metadata"].(object); trigger["interacted_message_id"] != id {
			t.Errorf("the form was opened by %v, want by the message %s", trigger, id)
		}
	})
	d.do(func() error { _, err := anna.Complete(t.Context(), table, "/move to:10"); return err }, func(i object) {
		d.must(204, "POST", answerTo(i), object{"type": 8,
			"data": object{"choices": list{object{"name": "10.11", "value": "10.11"}}}})
	})
	for _, place := range []string{must(anna.DM(t.Context()))(t), must(anna.Channel("friends"))(t),
		must(anna.Channel("another-server"))(t)} {
		d.do(say(place, "/move to:1"), func(i object) {
			d.answered(i, object{"type": 4, "data": object{"content": "there"}})
		})
	}
}

// answered sends a first answer and returns the message that it made or changed.
func (d *document) answered(i, answer object) object {
	d.t.Helper()
	told := d.must(200, "POST", answerTo(i)+"?with_response=true", answer)
	m := told["resource"].(object)["message"].(object)
	in, flags := told["interaction"].(object), int(m["flags"].(float64))
	if in["response_message_id"] != m["id"] || in["response_message_loading"] != (flags&128 != 0) ||
		in["response_message_ephemeral"] != (flags&64 != 0) {
		d.t.Errorf("the answer is told as %v, and is %v", in, m)
	}
	return m
}

// TestReads validates the answers to everything that a bot can read.
func TestReads(t *testing.T) {
	d := held(t)
	anna := sit(t, d.base, "Anna")
	table, guild := channelOf(t, anna), "/guilds/"+localtable.GuildID
	if got := d.must(200, "GET", "/gateway/bot", nil)["shards"]; got != 1.0 {
		t.Errorf("%v shards", got)
	}
	for path, want := range map[string]string{
		"/users/@me": localtable.ApplicationID, "/users/" +
			anna.User().ID: anna.User().ID, "/applications/@me": localtable.ApplicationID,
		"/oauth2/applications/@me": localtable.ApplicationID, guild: localtable.GuildID,
		guild + "?with_counts=true": localtable.GuildID,
		"/channels/" + table:        table,
	} {
		if got := d.must(200, "GET", path, nil)["id"]; got != want {
			t.Errorf("%s is %v, want %s", path, got, want)
		}
	}
	if got := d.must(200, "GET", guild+"?with_counts=true", nil)["approximate_member_count"]; got != 4.0 {
		t.Errorf("%v members, want three and the bot", got)
	}
	if got := d.must(200, "GET", guild+"/members/"+anna.User().ID, nil)["user"].(object)["username"]; got != "Anna" {
		t.Errorf("the member is %v", got)
	}
	if got := d.must(200, "GET", guild+"/channels", nil)["list"].(list); len(got) != 1 {
		t.Errorf("%d channels", len(got))
	}
	if got := d.must(200, "GET", guild+"/roles", nil)["list"].(list); len(got) != 1 {
		t.Errorf("%d roles", len(got))
	}
	dm := d.must(200, "POST", "/users/@me/channels", object{"recipient_id": anna.User().ID})["id"].(string)
	d.must(200, "GET", "/channels/"+dm, nil)
	for path, code := range map[string]int{
		"/users/1": 10013, guild + "/members/1": 10007, "/guilds/1": 10004, "/guilds/1/channels": 10004, "/channels/1": 10003,
		"/channels/" + must(anna.Channel("another-server"))(t): 50001,
	} {
		d.refused(code, "GET", path, nil)
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
		{"/webhooks/1/x", "", 404}, {"/channels/1/messages", "", 401}, {"/users/@me/channels", "", 401},
	} {
		r := must(http.NewRequestWithContext(t.Context(), "POST", base+"/api/v10"+c.path,
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
