package localtable_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"grognard/bot/localtable"
	"grognard/bot/localtable/bare"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
)

type object = map[string]any
type list = []any

// held serves a table and connects a bot that holds everything against Discord's document.
func held(t *testing.T) *bare.Bot {
	t.Helper()
	t.Parallel()
	return bare.Lay(t, localtable.Options{Elsewhere: []string{"another-server", "friends"}})
}

func row(parts ...any) any { return object{"type": 1, "components": parts} }

// TestAnswersAndEventsFitTheDocument lets a player use all that a bot can offer, in every kind of place. Types of
// answers: 4 a message, 5 a promise of one, 6 a promise of an update, 7 an update, 8 choices, 9 a form.
func TestAnswersAndEventsFitTheDocument(t *testing.T) {
	d := held(t)
	anna := sit(t, d.Base, "Anna")
	table := channelOf(t, anna)
	d.Must(200, "PUT", "/applications/"+localtable.ApplicationID+"/commands", list{
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
	d.Do(say(table, "/move to:10.11 who:@Boris where:#autumn-for-barbarossa"), object{"type": 4, "data": object{
		"content": "<@" + anna.User().ID + "> moves",
		"components": list{
			row(object{"type": 2, "style": 1, "label": "Undo", "custom_id": "undo"},
				object{"type": 2, "style": 2, "label": "Why", "custom_id": "why"}),
			row(object{"type": 3, "custom_id": "pick", "options": list{object{"label": "a", "value": "a"},
				object{"label": "b", "value": "b"}}}),
		},
	}}, func(webhook string) {
		d.Must(200, "POST", webhook, object{"content": "and more"})
	})
	m := must.Get(anna.Await(t.Context(), func(m player.Message) bool { return len(m.Components) > 0 }))(t)
	d.Do(func() error { _, err := anna.Click(t.Context(), m.ID, "undo"); return err },
		object{"type": 7, "data": object{"content": "undone"}})
	d.Do(func() error { _, err := anna.Choose(t.Context(), m.ID, "pick", "b"); return err },
		object{"type": 5, "data": object{"flags": 64}}, func(webhook string) {
			d.Must(200, "PATCH", webhook+"/messages/@original", object{"content": "b it is"})
		})
	// What follows directly after a promise fills it in, and is as ephemeral as it was promised to be.
	d.Do(func() error { _, err := anna.Choose(t.Context(), m.ID, "pick", "a"); return err },
		object{"type": 5, "data": object{"flags": 64}}, func(webhook string) {
			if got := d.Must(200, "POST", webhook, object{"content": "a it is"}); got["flags"] != 64.0 {
				t.Errorf("the promise became %v", got)
			}
		})
	d.Do(func() error { _, err := anna.Click(t.Context(), m.ID, "undo"); return err },
		object{"type": 6}, func(webhook string) {
			d.Must(200, "PATCH", webhook+"/messages/@original", object{"content": "undone again"})
		})
	var form player.Form
	d.Do(func() (err error) { form, err = anna.ClickForm(t.Context(), m.ID, "why"); return err },
		object{"type": 9, "data": object{"title": "Why", "custom_id": "form", "components": list{
			row(object{"type": 4, "style": 1, "label": "Because", "custom_id": "because"})}}})
	d.Do(func() error {
		_, err := anna.Fill(t.Context(), form, map[string]string{"because": "of the mud"})
		return err
	}, object{"type": 4, "data": object{"content": "noted"}})
	d.Do(func() error { _, err := anna.Complete(t.Context(), table, "/move to:10"); return err }, object{"type": 8,
		"data": object{"choices": list{object{"name": "10.11", "value": "10.11"}}}})
	reads(t, anna, table, "undone again", "and more", "b it is", "a it is", "noted")
}

// Where the bot is not a member, users can have installed it for themselves: they see only the commands that allow
// this, and the bot can answer only with the interaction's token.
func TestPlacesOfCommands(t *testing.T) {
	d := held(t)
	anna, boris := sit(t, d.Base, "Anna"), sit(t, d.Base, "Boris")
	d.Must(200, "PUT", "/applications/"+localtable.ApplicationID+"/commands", list{
		object{"name": "roll", "description": "Roll", "contexts": []int{0, 1, 2}, "integration_types": []int{0, 1}},
		object{"name": "move", "description": "Move", "contexts": []int{0}}})
	for _, c := range []struct {
		channel, owners string
		context         float64 // 0 a guild, 1 a DM with the bot, 2 another private place
		member, foreign bool    // the bot is told of a member; it can never belong to the channel
	}{
		{channelOf(t, anna), "map[0:" + localtable.GuildID + "]", 0, true, false},
		{must.Get(anna.DM(t.Context()))(t), "map[0:0]", 1, false, false},
		{must.Get(anna.Channel("another-server"))(t), "map[1:" + anna.User().ID + "]", 0, true, true},
		{must.Get(anna.Channel("friends"))(t), "map[1:" + anna.User().ID + "]", 2, false, true},
	} {
		i := d.Do(func() error { _, err := anna.Say(t.Context(), c.channel, "/roll"); return err },
			object{"type": 4, "data": object{"content": "seven"}}, func(webhook string) {
				for n := range 6 { // a foreign channel takes five
					status, o := d.Call("POST", webhook, object{"content": "shared"})
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
		d.Refused(50001, "POST", "/channels/"+c.channel+"/messages", object{"content": "x"})
		d.Refused(50001, "GET", "/channels/"+c.channel+"/messages", nil)
		if got := contents(t, boris, c.channel); len(got) != 6 {
			t.Errorf("Boris reads %q", got)
		}
	}
}

// TestThreads: an archived thread takes no edit and no command; a new message opens it again unless it is locked. A
// channel is deleted with its threads.
func TestThreads(t *testing.T) {
	d := held(t)
	anna := sit(t, d.Base, "Anna")
	d.Must(200, "PUT", "/applications/"+localtable.ApplicationID+"/commands",
		list{object{"name": "look", "description": "Look"}})
	table := channelOf(t, anna)
	made := d.Must(201, "POST", "/channels/"+table+"/threads", object{"name": "beside", "type": 11})
	id := made["id"].(string)
	thread := "/channels/" + id
	if got := d.Await("THREAD_CREATE"); got["id"] != id || got["parent_id"] != table {
		t.Errorf("told of %v", got)
	}
	d.Refused(50024, "POST", thread+"/threads", object{"name": "in a thread"})
	inside := d.Must(200, "POST", thread+"/messages", object{"content": "an aside"})["id"].(string)
	d.Do(func() error { _, err := anna.Say(t.Context(), id, "/look"); return err },
		object{"type": 4, "data": object{"content": "seen"}})
	archived := func() any { return d.Await("THREAD_UPDATE")["thread_metadata"].(object)["archived"] }

	d.Must(200, "PATCH", thread, object{"archived": true})
	d.Refused(50083, "PATCH", thread+"/messages/"+inside, object{"content": "changed"})
	d.Refused(50083, "PATCH", thread, object{"name": "another"})
	if _, err := anna.Say(t.Context(), id, "/look"); err == nil || archived() != true {
		t.Errorf("a command in an archived thread: %v", err)
	}
	d.Must(200, "POST", thread+"/messages", object{"content": "opens it"})
	if archived() != false {
		t.Error("a message did not open the thread")
	}
	d.Must(200, "PATCH", thread, object{"archived": true, "locked": true})
	d.Refused(50083, "POST", thread+"/messages", object{"content": "does not"})
	if _, err := anna.Say(t.Context(), id, "nor do I"); err == nil {
		t.Error("words were said in a locked thread")
	}
	d.Must(200, "PATCH", thread, object{"archived": false, "locked": false})
	must.Get(anna.Say(t.Context(), id, "open again"))(t)

	must.Do(t, d.Table.DeleteChannel(table))
	if got := d.Await("THREAD_DELETE"); got["id"] != id {
		t.Errorf("told of %v", got)
	}
	if got := d.Await("CHANNEL_DELETE"); got["id"] != table {
		t.Errorf("told of %v", got)
	}
	d.Refused(10003, "POST", thread+"/messages", object{"content": "x"})
	d.Refused(10003, "POST", "/channels/"+table+"/messages", object{"content": "x"})
	if err := d.Table.DeleteChannel(table); err == nil {
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
