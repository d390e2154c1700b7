package pins_test

import (
	"fmt"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"grognard/bot/localtable"
	"grognard/bot/localtable/bare"
	"grognard/bot/localtable/organiser"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules/must"
)

type (
	object = map[string]any
	list   = []any
)

// fixture is a table with a bare bot and Anna.
type fixture struct {
	*bare.Bot
	t     *testing.T
	anna  organiser.Organiser
	route string // of the first channel
	id    string // of the first channel
}

func lay(t *testing.T) fixture {
	t.Helper()
	t.Parallel()
	return sitDown(t, bare.Lay(t, localtable.Options{}))
}

func sitDown(t *testing.T, bot *bare.Bot) fixture {
	t.Helper()
	f := fixture{Bot: bot, t: t}
	p := must.Get(player.Sit(t.Context(), f.Base, "Anna"))(t)
	t.Cleanup(p.Leave)
	f.anna, f.id = organiser.Of(p), must.Get(p.Channel("autumn-for-barbarossa"))(t)
	f.route = "/channels/" + f.id
	return f
}

// say has the bot post a message, and returns its identifier and the route of its pin.
func (f fixture) say(words string) (message, pin string) {
	m := f.Must(200, "POST", f.route+"/messages", object{"content": words})["id"].(string)
	return m, f.route + "/messages/pins/" + m
}

// pinned are the words of a page of pins, and whether there are more.
func (f fixture) pinned(query string) string {
	out := []string{}
	page := f.Must(200, "GET", f.route+"/messages/pins"+query, nil)
	for _, item := range page["items"].(list) {
		m := item.(object)["message"].(object)
		out = append(out, m["content"].(string))
		if m["pinned"] != true {
			f.t.Errorf("a pinned message says %v", m)
		}
	}
	return fmt.Sprint(out, page["has_more"])
}

// A pinned message is announced once, and its notice counts as the bot's message: the bot may delete it.
func TestPin_NoticeAndList(t *testing.T) {
	f := lay(t)
	message, pin := f.say("the game")
	f.Must(204, "PUT", pin, nil)
	if got := f.Await("CHANNEL_PINS_UPDATE"); got["channel_id"] != f.id || got["last_pin_timestamp"] == nil {
		t.Errorf("told of %v", got)
	}
	f.Must(204, "PUT", pin, nil) // it is pinned already
	seen := must.Get(f.anna.Messages(t.Context(), f.id))(t)
	if len(seen) != 2 || seen[0].PinnedAt == nil || seen[1].Type != 6 || seen[1].Reference.MessageID != message ||
		seen[1].Author.ID != localtable.ApplicationID { // 6: the notice of a pin
		t.Fatalf("Anna sees %+v", seen)
	}
	notice := f.route + "/messages/" + seen[1].ID
	f.Refused(50021, "PUT", f.route+"/messages/pins/"+seen[1].ID, nil)
	f.Must(204, "DELETE", notice, nil)
	f.Must(200, "PATCH", f.route+"/messages/"+message, object{"content": "the game, turn 2"})
	if got := f.pinned(""); got != "[the game, turn 2] false" {
		t.Errorf("pinned are %s", got)
	}
	f.Must(204, "DELETE", pin, nil)
	f.Must(204, "DELETE", pin, nil)
	if got := f.pinned(""); got != "[] false" {
		t.Errorf("pinned are still %s", got)
	}
	_, second := f.say("another")
	f.Must(204, "PUT", second, nil)
	f.Must(204, "DELETE", f.route+"/messages/"+second[len(f.route+"/messages/pins/"):], nil) // with its message the pin goes
	if got := f.pinned(""); got != "[] false" {
		t.Errorf("the pin of a deleted message stays: %s", got)
	}
	f.Refused(10008, "PUT", second, nil)
}

// Pins, threads with their state and a forum's posts are the same after a restart.
func TestPins_AfterARestart(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "table.jsonl")
	f := sitDown(t, bare.Lay(t, localtable.Options{File: file}))
	_, pin := f.say("the game")
	f.Must(204, "PUT", pin, nil)
	forum := must.Get(f.anna.OpenForum(t.Context(), localtable.GuildID, "games", "open"))(t)
	post := must.Get(f.anna.Post(t.Context(), forum, "Smolensk", "two seats", "open"))(t)
	must.Do(t, f.anna.Lock(t.Context(), post, true))
	must.Do(t, f.anna.Archive(t.Context(), post, true))
	before := f.Must(200, "GET", "/channels/"+post, nil)
	must.Do(t, f.Table.Close())
	f = sitDown(t, bare.Lay(t, localtable.Options{File: file}))
	if got := f.pinned(""); got != "[the game] false" {
		t.Errorf("after the restart %s is pinned", got)
	}
	if after := f.Must(200, "GET", "/channels/"+post, nil); !reflect.DeepEqual(after, before) {
		t.Errorf("the post is %v\nand was %v", after, before)
	}
}

// The last pinned stands first, and pages follow by time.
func TestPins_Pages(t *testing.T) {
	f := lay(t)
	for _, words := range []string{"one", "two", "three"} {
		_, pin := f.say(words)
		f.Must(204, "PUT", pin, nil)
		time.Sleep(2 * time.Millisecond)
	}
	first := f.Must(200, "GET", f.route+"/messages/pins?limit=2", nil)
	last := first["items"].(list)[1].(object)["pinned_at"].(string)
	if got := f.pinned("?limit=2") + f.pinned("?before="+last); got != "[three two] true[one] false" {
		t.Errorf("pages are %s", got)
	}
	f.Refused(50035, "GET", f.route+"/messages/pins?limit=51", nil)
	f.Refused(50035, "GET", f.route+"/messages/pins?before=yesterday", nil)
	f.Must(200, "GET", f.route+"/pins", nil) // the older route, from before 2025
}

// Pins need a permission of their own, and a place in the channel.
func TestPin_Refused(t *testing.T) {
	f := lay(t)
	_, pin := f.say("the game")
	for taken, code := range map[uint64]int{wire.PinMessages: 50013, wire.ViewChannel: 50001} {
		f.Table.Deny(f.id, localtable.ApplicationID, taken)
		f.Refused(code, "PUT", pin, nil)
		f.Refused(code, "DELETE", pin, nil)
		f.Table.Deny(f.id, localtable.ApplicationID, 0)
	}
	f.Table.Deny(localtable.GuildID, localtable.ApplicationID, wire.PinMessages) // in the whole server
	f.Refused(50013, "PUT", pin, nil)
	f.Table.Deny(localtable.GuildID, localtable.ApplicationID, 0)
	f.Must(204, "PUT", pin, nil)
	f.Table.Deny(f.id, localtable.ApplicationID, wire.ReadHistory)
	if got := f.pinned(""); got != "[] false" {
		t.Errorf("without the history the bot reads %s", got)
	}
	f.Table.Deny(f.id, localtable.ApplicationID, 0)
	thread := f.Must(201, "POST", f.route+"/threads", object{"name": "beside", "type": 11})["id"].(string)
	inside := f.Must(200, "POST", "/channels/"+thread+"/messages", object{"content": "x"})["id"].(string)
	f.Must(200, "PATCH", "/channels/"+thread, object{"archived": true})
	f.Refused(50083, "PUT", "/channels/"+thread+"/messages/pins/"+inside, nil)
}

// A channel has 250 pins; what is unpinned makes room. The bot pins in direct messages too.
func TestPin_Limit(t *testing.T) {
	f := lay(t)
	dm := must.Get(f.anna.DM(t.Context()))(t)
	f.route = "/channels/" + dm
	var pin string
	for range 250 {
		_, pin = f.say("x")
		f.Must(204, "PUT", pin, nil)
	}
	_, more := f.say("one more")
	f.Refused(30003, "PUT", more, nil)
	f.Must(204, "DELETE", pin, nil)
	f.Must(204, "PUT", more, nil)
}

// People pin and unpin too, and a silent message calls nobody.
func TestPin_ByPeople(t *testing.T) {
	f := lay(t)
	said := must.Get(f.anna.Say(t.Context(), f.id, "read this"))(t)
	must.Do(t, f.anna.Pin(t.Context(), said.ID))
	if got := must.Get(f.anna.Pins(t.Context(), f.id))(t); len(got) != 1 || got[0].ID != said.ID {
		t.Errorf("pinned are %+v", got)
	}
	must.Do(t, f.anna.Unpin(t.Context(), said.ID))
	if got := must.Get(f.anna.Pins(t.Context(), f.id))(t); len(got) != 0 {
		t.Errorf("pinned are still %+v", got)
	}
	loud := object{"content": "<@" + f.anna.User().ID + ">", "flags": 0}
	for flags, want := range map[int]int{0: 1, wire.Silent: 0} {
		loud["flags"] = flags
		id := f.Must(200, "POST", f.route+"/messages", loud)["id"]
		m := must.Get(f.anna.Await(t.Context(), func(m player.Message) bool { return m.ID == id }))(t)
		if len(m.Pinged) != want || len(m.Mentions) != 1 {
			t.Errorf("with the flags %d it calls %v", flags, m.Pinged)
		}
	}
}
