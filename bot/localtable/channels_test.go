package localtable_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"grognard/bot/localtable"
)

// TestCommandsOneByOne creates, reads, changes and deletes single commands, global ones and the guild's, which are
// separate lists.
func TestCommandsOneByOne(t *testing.T) {
	d := held(t)
	for _, at := range []string{"", "/guilds/" + localtable.GuildID} {
		commands := "/applications/" + localtable.ApplicationID + at + "/commands"
		names := func() (out string) {
			for _, c := range d.must(200, "GET", commands, nil)["list"].(list) {
				out += c.(object)["name"].(string) + " "
			}
			return out
		}
		roll := object{"name": "roll", "description": "Roll", "default_member_permissions": "32",
			"description_localizations": object{"fr": "Jeter"}}
		first := d.must(201, "POST", commands, roll)
		again := d.must(200, "POST", commands, object{"type": 1, "name": "roll", "description": "Roll dice"})
		if first["id"] != again["id"] || first["version"] == again["version"] ||
			first["default_member_permissions"] != "32" || again["default_member_permissions"] != nil {
			t.Errorf("registered %v, then %v", first, again)
		}
		d.must(201, "POST", commands, object{"name": "look", "description": "Look",
			"description_localizations": object{"fr": "Voir"}, "options": list{
				object{"type": 3, "name": "at", "description": "At", "description_localizations": object{"fr": "Vers"}}}})
		if got := names(); got != "roll look " {
			t.Errorf("%s has %q", commands, got)
		}
		for query, want := range map[string]bool{"": false, "?with_localizations=true": true} {
			look := d.must(200, "GET", commands+query, nil)["list"].(list)[1]
			if got := strings.Contains(fmt.Sprint(look), "Vers"); got != want {
				t.Errorf("%s%s lists %v", commands, query, look)
			}
		}
		one := commands + "/" + first["id"].(string)
		if got := d.must(200, "PATCH", one, object{"name": "throw"}); got["name"] != "throw" ||
			got["description"] != "Roll dice" || got["id"] != first["id"] {
			t.Errorf("changed to %v", got)
		}
		if got := d.must(200, "GET", one, nil); got["name"] != "throw" {
			t.Errorf("read %v", got)
		}
		d.refused(50035, "PATCH", one, object{"name": "look"})
		d.refused(50035, "PATCH", one, object{"name": "Not A Name"})
		d.refused(50035, "POST", commands, object{"name": "x", "description": ""})
		d.must(204, "DELETE", one, nil)
		d.refused(10063, "GET", one, nil)
		d.refused(10063, "DELETE", one, nil)
		d.refused(10063, "PATCH", one, object{"name": "x"})
		if got := names(); got != "look " {
			t.Errorf("in the end %s has %q", commands, got)
		}
	}
	d.refused(10002, "GET", "/applications/1/commands", nil)
	d.refused(10004, "POST", "/applications/"+localtable.ApplicationID+"/guilds/1/commands",
		object{"name": "x", "description": "x"})
	var all list
	for i := range 100 {
		all = append(all, object{"name": fmt.Sprint("c", i), "description": "x"})
	}
	commands := "/applications/" + localtable.ApplicationID + "/commands"
	d.must(200, "PUT", commands, all)
	d.refused(30032, "POST", commands, object{"name": "one-more", "description": "x"})
	d.must(200, "POST", commands, object{"name": "c7", "description": "y"})
}

func TestMessagesAreDeleted(t *testing.T) {
	d := held(t)
	anna := sit(t, d.base, "Anna")
	table := "/channels/" + channelOf(t, anna)
	var ids list
	for range 4 {
		ids = append(ids, d.must(200, "POST", table+"/messages", object{"content": "x"})["id"])
	}
	d.must(204, "POST", table+"/typing", nil)
	d.must(204, "DELETE", table+"/messages/"+ids[0].(string), nil)
	if got := d.await("MESSAGE_DELETE"); got["id"] != ids[0] || got["guild_id"] != localtable.GuildID {
		t.Errorf("told of %v", got)
	}
	d.refused(10008, "DELETE", table+"/messages/"+ids[0].(string), nil)
	d.refused(50035, "POST", table+"/messages/bulk-delete", object{"messages": ids[:1]})
	d.must(204, "POST", table+"/messages/bulk-delete", object{"messages": ids[:3]})
	if got := d.await("MESSAGE_DELETE_BULK"); len(got["ids"].(list)) != 2 {
		t.Errorf("told of %v", got)
	}
	if got := contents(t, anna, channelOf(t, anna)); len(got) != 1 {
		t.Errorf("the channel shows %q", got)
	}
}

func TestChannelsAreMadeChangedAndDeleted(t *testing.T) {
	d := held(t)
	anna := sit(t, d.base, "Anna")
	made := d.must(201, "POST", "/guilds/"+localtable.GuildID+"/channels",
		object{"name": "second", "topic": "The second front"})
	id := made["id"].(string)
	if got := d.await("CHANNEL_CREATE"); got["id"] != id || got["topic"] != "The second front" ||
		got["position"] != 1.0 {
		t.Errorf("told of %v", got)
	}
	eventually(t, "Anna sees the channel", func() bool {
		got, err := anna.Channel("second")
		return err == nil && got == id
	})
	d.must(200, "PATCH", "/channels/"+id, object{"name": "third", "topic": nil, "rate_limit_per_user": 5})
	if got := d.await("CHANNEL_UPDATE"); got["name"] != "third" || got["topic"] != nil ||
		got["rate_limit_per_user"] != 5.0 {
		t.Errorf("told of %v", got)
	}
	eventually(t, "Anna sees its new name", func() bool { _, err := anna.Channel("third"); return err == nil })
	d.refused(50035, "PATCH", "/channels/"+id, object{"name": ""})
	d.refused(50035, "PATCH", "/channels/"+id, object{"rate_limit_per_user": 21601})
	d.must(200, "POST", "/channels/"+id+"/messages", object{"content": "x"})
	thread := d.must(201, "POST", "/channels/"+id+"/threads", object{"name": "aside", "type": 11})["id"].(string)
	d.must(200, "DELETE", "/channels/"+id, nil)
	if got := d.await("THREAD_DELETE"); got["id"] != thread || got["parent_id"] != id {
		t.Errorf("told of %v", got)
	}
	if got := d.await("CHANNEL_DELETE"); got["id"] != id {
		t.Errorf("told of %v", got)
	}
	eventually(t, "Anna sees neither", func() bool {
		_, channel := anna.Channel("third")
		_, thread := anna.Channel("aside")
		return channel != nil && thread != nil
	})
	d.refused(10003, "POST", "/channels/"+id+"/messages", object{"content": "x"})
	d.refused(50003, "DELETE", "/channels/"+must(anna.DM(t.Context()))(t), nil)
}

// TestThreads: threads are channels of their own. An archived one takes no edit and no command; a new message opens it
// again unless it is locked.
func TestThreads(t *testing.T) {
	d := held(t)
	anna := sit(t, d.base, "Anna")
	table := "/channels/" + channelOf(t, anna)
	d.must(200, "PUT", "/applications/"+localtable.ApplicationID+"/commands",
		list{object{"name": "look", "description": "Look"}})
	m := d.must(200, "POST", table+"/messages", object{"content": "Turn 1"})["id"].(string)
	thread := d.must(201, "POST", table+"/messages/"+m+"/threads",
		object{"name": "Turn 1, in short", "auto_archive_duration": 60})
	if got := d.await("THREAD_CREATE"); thread["id"] != m || got["id"] != m || got["newly_created"] != true ||
		thread["type"] != 11.0 {
		t.Errorf("made %v and told of %v", thread, got)
	}
	if got := d.await("MESSAGE_UPDATE"); got["flags"] != 32.0 || got["thread"].(object)["id"] != m {
		t.Errorf("its message is %v", got)
	}
	d.refused(160004, "POST", table+"/messages/"+m+"/threads", object{"name": "again"})
	d.refused(50035, "POST", table+"/threads", object{"name": "x", "auto_archive_duration": 61})
	d.refused(50024, "POST", "/channels/"+m+"/threads", object{"name": "in a thread"})
	loose := d.must(201, "POST", table+"/threads", object{"name": "beside", "type": 11})["id"].(string)
	if hidden := d.must(201, "POST", table+"/threads", object{"name": "hidden"}); hidden["type"] != 12.0 {
		t.Errorf("without a type came %v", hidden)
	}
	active := func() int {
		return len(d.must(200, "GET", "/guilds/"+localtable.GuildID+"/threads/active", nil)["threads"].(list))
	}
	if got := active(); got != 3 {
		t.Errorf("%d threads are active", got)
	}
	inside := d.must(200, "POST", "/channels/"+loose+"/messages", object{"content": "an aside"})["id"].(string)
	if got := d.must(200, "GET", "/channels/"+loose, nil); got["message_count"] != 1.0 ||
		got["last_message_id"] != inside || got["parent_id"] != table[len("/channels/"):] {
		t.Errorf("the thread is %v", got)
	}
	d.do(func() error { _, err := anna.Say(t.Context(), loose, "/look"); return err }, func(i object) {
		d.answered(i, object{"type": 4, "data": object{"content": "seen"}})
		if i["channel_id"] != loose {
			t.Errorf("the command was used in %v", i["channel_id"])
		}
	})
	archive := func(how object) { d.t.Helper(); d.must(200, "PATCH", "/channels/"+loose, how) }
	state := func() string {
		meta := d.must(200, "GET", "/channels/"+loose, nil)["thread_metadata"].(object)
		return fmt.Sprint(meta["archived"], meta["locked"])
	}
	archive(object{"archived": true})
	if got := d.must(200, "GET", table+"/threads/archived/public", nil)["threads"].(list); len(got) != 1 ||
		active() != 2 {
		t.Errorf("archived are %v", got)
	}
	if got := d.must(200, "GET", table+"/threads/archived/private", nil)["threads"].(list); len(got) != 0 {
		t.Errorf("archived in private are %v", got)
	}
	d.refused(50083, "PATCH", "/channels/"+loose+"/messages/"+inside, object{"content": "changed"})
	d.refused(50083, "PATCH", "/channels/"+loose, object{"name": "another"})
	if _, err := anna.Say(t.Context(), loose, "/look"); err == nil {
		t.Error("a command was used in an archived thread")
	}
	d.must(200, "POST", "/channels/"+loose+"/messages", object{"content": "opens it"})
	if got := state(); got != "false false" {
		t.Errorf("after a message the thread is %s", got)
	}
	archive(object{"archived": true, "locked": true})
	d.refused(50083, "POST", "/channels/"+loose+"/messages", object{"content": "does not"})
	if _, err := anna.Say(t.Context(), loose, "nor do I"); err == nil {
		t.Error("words were said in a locked thread")
	}
	d.must(204, "DELETE", "/channels/"+loose+"/messages/"+inside, nil)
	archive(object{"archived": false, "locked": false})
	must(anna.Say(t.Context(), loose, "open again"))(t)
	d.must(200, "DELETE", "/channels/"+loose, nil)
	if got := d.await("THREAD_DELETE"); got["id"] != loose {
		t.Errorf("told of %v", got)
	}
}

// TestChannelsAreKept: after a restart threads are as before, and deleted channels stay deleted.
func TestChannelsAreKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table.jsonl")
	table, base := lay(t, localtable.Options{File: file, Channels: []string{"one", "two"}})
	bot, anna := session(t, base), sit(t, base, "Anna")
	one, two := must(anna.Channel("one"))(t), must(anna.Channel("two"))(t)
	thread := must(bot.ThreadStart(one, "aside", 11, 60))(t)
	must(bot.ChannelMessageSend(two, "gone with it"))(t)
	check(t, table.DeleteChannel(two))
	if err := table.DeleteChannel("1"); err == nil {
		t.Error("a channel that is none was deleted")
	}
	check(t, table.Close())
	_, base = lay(t, localtable.Options{File: file, Channels: []string{"one"}})
	if got, err := session(t, base).Channel(thread.ID); err != nil || got.Name != "aside" || got.ParentID != one {
		t.Errorf("the thread is %+v, %v", got, err)
	}
	denied(t, "the deleted channel", 10003)(session(t, base).Channel(two))
}
