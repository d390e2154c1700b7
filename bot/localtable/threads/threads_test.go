package threads_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"grognard/bot/localtable"
	"grognard/bot/localtable/announce"
	"grognard/bot/localtable/bare"
	"grognard/bot/localtable/organiser"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/threads"
	"grognard/bot/localtable/wire"
	"grognard/rules/must"
)

type (
	object = map[string]any
	list   = []any
)

// clock is a table's clock that a test advances.
type clock struct {
	mu    sync.Mutex
	ahead time.Duration
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
}

// fixture is a table with a bare bot and Anna, who organises.
type fixture struct {
	*bare.Bot
	clock *clock
	anna  organiser.Organiser
	table string // the first channel
}

func lay(t *testing.T) fixture {
	t.Helper()
	t.Parallel()
	var c clock
	f := fixture{Bot: bare.Lay(t, localtable.Options{Now: c.now}), clock: &c}
	f.anna = sit(t, f.Base, "Anna")
	f.table = must.Get(f.anna.Channel("autumn-for-barbarossa"))(t)
	return f
}

func sit(t *testing.T, base, name string) organiser.Organiser {
	t.Helper()
	p := must.Get(player.Sit(t.Context(), base, name))(t)
	t.Cleanup(p.Leave)
	return organiser.Of(p)
}

// open has the bot open a thread (11: public, 12: private), with more keys and values, and returns its route.
func (f fixture) open(kind int, more ...any) string {
	body := object{"name": "Smolensk", "type": kind}
	for i := 0; i < len(more); i += 2 {
		body[more[i].(string)] = more[i+1]
	}
	made := f.Must(201, "POST", "/channels/"+f.table+"/threads", body)
	return "/channels/" + made["id"].(string)
}

func (f fixture) limit(n int) {
	_ = f.Table.Change(func(a *announce.Announcer) error { a.Table.MaxThreads = n; return nil })
}

func meta(o object) object { return o["thread_metadata"].(object) }

// A thread is archived when nobody has written for its time, and not before; the bot is told, even when it asks for
// nothing. A message or a change wakes it, after thirty days too.
func TestSweep_ArchivesAfterItsTime(t *testing.T) {
	f := lay(t)
	thread := f.open(11, "auto_archive_duration", 60)
	f.Await("THREAD_CREATE")
	f.clock.advance(50 * time.Minute)
	f.Must(200, "POST", thread+"/messages", object{"content": "still here"})
	f.clock.advance(50 * time.Minute)
	if got := meta(f.Must(200, "GET", thread, nil)); got["archived"] != false || got["auto_archive_duration"] != 60.0 {
		t.Errorf("fifty minutes after the last message: %v", got)
	}
	f.clock.advance(30 * 24 * time.Hour)
	must.Do(t, f.Table.Change(threads.Sweep))
	if got := meta(f.Await("THREAD_UPDATE")); got["archived"] != true {
		t.Errorf("after thirty days: %v", got)
	}
	f.Refused(50083, "PATCH", thread, object{"name": "Vyazma"})
	f.Must(200, "PATCH", thread, object{"archived": false, "name": "Vyazma"})
	if got := f.Await("THREAD_UPDATE"); meta(got)["archived"] != false || got["name"] != "Vyazma" {
		t.Errorf("woken: %v", got)
	}
	said := must.Get(f.anna.Messages(t.Context(), thread[len("/channels/"):]))(t)
	if last := said[len(said)-1]; last.Type != 4 || last.Content != "Vyazma" { // 4: a new name
		t.Errorf("of the new name the thread says %+v", last)
	}
	f.clock.advance(59 * time.Minute) // to wake it counts as to write in it
	if got := meta(f.Must(200, "GET", thread, nil)); got["archived"] != false {
		t.Errorf("an hour after it was woken: %v", got)
	}
	f.clock.advance(30 * 24 * time.Hour)
	f.Must(200, "POST", thread+"/messages", object{"content": "back from the vacation"})
	if first, then := meta(f.Await("THREAD_UPDATE")), meta(f.Await("THREAD_UPDATE")); first["archived"] != true ||
		then["archived"] != false {
		t.Errorf("a message after thirty days: %v, then %v", first, then)
	}
}

// What the bot may do with a thread depends on who has opened it, whether it is locked or archived, and what the bot's
// permissions are.
func TestChange_Permissions(t *testing.T) {
	const manage, send = wire.ManageThreads, wire.SendInThreads
	for name, c := range map[string]struct {
		own, archived, locked bool
		taken                 uint64
		body                  object
		code                  int // 0: it is done
	}{
		"wake an archived thread of others":          {archived: true, taken: manage, body: object{"archived": false}},
		"wake one without leave to write":            {archived: true, taken: manage | send, body: object{"archived": false}, code: 50013},
		"wake one of its own without leave to write": {own: true, archived: true, taken: manage | send, body: object{"archived": false}, code: 50013},
		"wake one of others by a name":               {archived: true, taken: manage, body: object{"archived": false, "name": "x"}, code: 50013},
		"wake one of its own by a name":              {own: true, archived: true, taken: manage, body: object{"archived": false, "name": "x"}},
		"wake a locked one":                          {archived: true, locked: true, taken: manage, body: object{"archived": false}, code: 50013},
		"wake a locked one of its own":               {own: true, archived: true, locked: true, taken: manage, body: object{"archived": false}, code: 50013},
		"wake a locked one as a moderator":           {archived: true, locked: true, body: object{"archived": false}},
		"lock one of its own":                        {own: true, taken: manage, body: object{"locked": true}, code: 50013},
		"lock one as a moderator":                    {body: object{"locked": true}},
		"archive one of its own":                     {own: true, taken: manage, body: object{"archived": true}},
		"archive one of others":                      {taken: manage, body: object{"archived": true}, code: 50013},
		"name one of others as a moderator":          {body: object{"name": "x"}},
		"name a locked one of its own":               {own: true, locked: true, taken: manage, body: object{"name": "x"}, code: 50013},
		"change an archived one":                     {archived: true, body: object{"locked": true}, code: 50083},
		"change what it does not see":                {own: true, taken: wire.ViewChannel, body: object{"name": "x"}, code: 50001},
		"give it no name":                            {own: true, body: object{"name": ""}, code: 50035},
		"give it another time":                       {own: true, taken: manage, body: object{"auto_archive_duration": 10080}},
		"give it a time that Discord has not":        {own: true, body: object{"auto_archive_duration": 7}, code: 50035},
	} {
		t.Run(name, func(t *testing.T) {
			f := lay(t)
			thread := ""
			if c.own {
				thread = f.open(11)
			} else {
				thread = "/channels/" + must.Get(f.anna.Thread(t.Context(), f.table, "theirs", false))(t)
			}
			id := thread[len("/channels/"):]
			if c.locked {
				must.Do(t, f.anna.Lock(t.Context(), id, true))
			}
			if c.archived {
				must.Do(t, f.anna.Archive(t.Context(), id, true))
			}
			f.Table.Deny(f.table, localtable.ApplicationID, c.taken)
			if c.code == 0 {
				f.Must(200, "PATCH", thread, c.body)
			} else {
				f.Refused(c.code, "PATCH", thread, c.body)
			}
		})
	}
}

// A locked thread takes what moderators write, while it is active; from others nothing.
func TestEnter_LockedThread(t *testing.T) {
	f := lay(t)
	thread := f.open(11)
	id := thread[len("/channels/"):]
	said := must.Get(f.anna.Say(t.Context(), id, "before"))(t)
	own := f.Must(200, "POST", thread+"/messages", object{"content": "mine"})["id"].(string)
	must.Do(t, f.anna.Lock(t.Context(), id, true))
	f.Must(200, "POST", thread+"/messages", object{"content": "from a moderator"})
	f.Table.Deny(f.table, localtable.ApplicationID, wire.ManageThreads)
	f.Refused(160005, "POST", thread+"/messages", object{"content": "from another"})
	f.Refused(160005, "PATCH", thread+"/messages/"+own, object{"content": "changed"})
	f.Refused(160005, "PUT", thread+"/messages/pins/"+said.ID, nil)
	f.Must(204, "DELETE", thread+"/messages/"+own, nil)
	f.Must(200, "PUT", "/applications/"+localtable.ApplicationID+"/commands",
		list{object{"name": "look", "description": "Look"}})
	f.Do(func() error { _, err := f.anna.Say(t.Context(), id, "/look"); return err }, // Anna is a moderator
		object{"type": 4, "data": object{"content": "answers are no matter of leave"}})
	f.Table.Deny(f.table, f.anna.User().ID, wire.ManageThreads)
	if _, err := f.anna.Say(t.Context(), id, "/look"); err == nil {
		t.Error("a command was used in a locked thread")
	}
	f.Table.Deny(f.table, f.anna.User().ID, 0)
	must.Do(t, f.anna.Archive(t.Context(), id, true))
	f.Refused(50083, "POST", thread+"/messages", object{"content": "x"})
	f.Refused(50083, "PUT", thread+"/thread-members/@me", nil)
}

// A guild has only so many active threads: none more is opened, and no archived one woken.
func TestRoom_ThreadLimit(t *testing.T) {
	f := lay(t)
	thread := f.open(11)
	f.Must(200, "PATCH", thread, object{"archived": true})
	f.limit(0)
	f.Refused(160006, "POST", "/channels/"+f.table+"/threads", object{"name": "one more", "type": 11})
	f.Refused(160006, "PATCH", thread, object{"archived": false})
	f.Refused(160006, "POST", thread+"/messages", object{"content": "x"})
	var refused player.Refused
	if _, err := f.anna.Thread(t.Context(), f.table, "mine", false); !errors.As(err, &refused) {
		t.Errorf("Anna opens one: %v", err)
	}
	f.limit(1)
	f.Must(200, "POST", thread+"/messages", object{"content": "x"})
	f.Refused(160006, "POST", "/channels/"+f.table+"/threads", object{"name": "one more", "type": 11})
}

// Each kind of thread has its own permission, place and notice.
func TestOpen_Kinds(t *testing.T) {
	f := lay(t)
	news := must.Get(f.anna.OpenChannel(t.Context(), localtable.GuildID, "announcements", "news"))(t)
	forum := must.Get(f.anna.OpenForum(t.Context(), localtable.GuildID, "games", "open"))(t)
	for _, c := range []struct {
		channel string
		taken   uint64
		kind    any // 10 news, 11 public, 12 private; nil: none is said
		code    int // 0: it is opened
	}{
		{f.table, wire.PublicThreads, 11, 50013}, {f.table, wire.PrivateThreads, 11, 0},
		{f.table, wire.PrivateThreads, 12, 50013}, {f.table, wire.PublicThreads, 12, 0},
		{f.table, wire.PrivateThreads, nil, 50013}, // it is private if nothing is said
		{f.table, wire.ViewChannel, 11, 50001}, {f.table, 0, 10, 50024}, {f.table, 0, 99, 50024},
		{news, 0, 10, 0}, {news, wire.PublicThreads, 10, 50013}, {news, 0, 11, 50024}, {forum, 0, 11, 50035},
	} {
		f.Table.Deny(c.channel, localtable.ApplicationID, c.taken)
		body := object{"name": "a thread"}
		if c.kind != nil {
			body["type"] = c.kind
		}
		if c.code == 0 {
			f.Must(201, "POST", "/channels/"+c.channel+"/threads", body)
		} else {
			f.Refused(c.code, "POST", "/channels/"+c.channel+"/threads", body)
		}
		f.Table.Deny(c.channel, localtable.ApplicationID, 0)
	}
	var notices []int
	for _, m := range must.Get(f.anna.Messages(t.Context(), f.table))(t) {
		notices = append(notices, m.Type)
	}
	if fmt.Sprint(notices) != "[18]" { // 18: a thread was opened; the private one is nobody's business
		t.Errorf("the channel has %v", notices)
	}
}

// A thread at a message has the message's identifier, and a message has one thread at most.
func TestBranch_AtAMessage(t *testing.T) {
	f := lay(t)
	said := must.Get(f.anna.Say(t.Context(), f.table, "who plays?"))(t)
	at := "/channels/" + f.table + "/messages/" + said.ID + "/threads"
	f.Table.Deny(f.table, localtable.ApplicationID, wire.PublicThreads)
	f.Refused(50013, "POST", at, object{"name": "answers"})
	f.Table.Deny(f.table, localtable.ApplicationID, 0)
	if made := f.Must(201, "POST", at, object{"name": "answers"}); made["id"] != said.ID || made["parent_id"] != f.table {
		t.Errorf("opened %v", made)
	}
	f.Refused(160004, "POST", at, object{"name": "again"})
	got := must.Get(f.anna.Messages(t.Context(), said.ID))(t)
	if len(got) != 1 || got[0].Type != 21 || got[0].Reference.MessageID != said.ID { // 21: how a thread begins
		t.Errorf("the thread begins with %+v", got)
	}
	f.Refused(50024, "POST", "/channels/"+said.ID+"/messages/"+got[0].ID+"/threads", object{"name": "deeper"})
	f.Refused(10008, "POST", "/channels/"+f.table+"/messages/1/threads", object{"name": "nowhere"})
}

// A forum takes posts with its tags, and no messages.
func TestPost_Forum(t *testing.T) {
	f := lay(t)
	forum := must.Get(f.anna.OpenForum(t.Context(), localtable.GuildID, "games", "open", "running", "over"))(t)
	f.Await("CHANNEL_CREATE")
	tag := map[string]string{}
	for _, each := range f.Must(200, "GET", "/channels/"+forum, nil)["available_tags"].(list) {
		tag[each.(object)["name"].(string)] = each.(object)["id"].(string)
	}
	f.Refused(50008, "POST", "/channels/"+forum+"/messages", object{"content": "x"})
	at := "/channels/" + forum + "/threads"
	body := func(tags ...string) object {
		return object{"name": "Smolensk", "applied_tags": tags, "message": object{"content": "The game is open"}}
	}
	f.Refused(10087, "POST", at, body("1"))
	f.Refused(50035, "POST", at, body("1", "2", "3", "4", "5", "6")) // five are the most
	f.Refused(50006, "POST", at, object{"name": "Smolensk", "message": object{}})
	f.Table.Deny(forum, localtable.ApplicationID, wire.SendMessages)
	f.Refused(50013, "POST", at, body())
	f.Table.Deny(forum, localtable.ApplicationID, 0)
	made := f.Must(201, "POST", at, body(tag["open"]))
	if f.Await("THREAD_CREATE"); made["message"].(object)["id"] != made["id"] {
		t.Errorf("the post is %v", made)
	}
	post := "/channels/" + made["id"].(string)
	f.Table.Deny(forum, localtable.ApplicationID, wire.ManageThreads) // the owner of a post may change its tags
	f.Must(200, "PATCH", post, object{"applied_tags": []string{tag["running"]}})
	if got := f.Await("THREAD_UPDATE")["applied_tags"]; fmt.Sprint(got) != fmt.Sprint(list{tag["running"]}) {
		t.Errorf("the post has the tags %v", got)
	}
	f.Must(200, "PATCH", post+"/messages/"+made["id"].(string), object{"content": "The game runs"})
	theirs := must.Get(f.anna.Post(t.Context(), forum, "Kiev", "who else?", "open"))(t)
	if got := f.Await("THREAD_CREATE"); got["id"] != theirs || got["owner_id"] != f.anna.User().ID {
		t.Errorf("told of %v", got)
	}
	f.Refused(50013, "PATCH", "/channels/"+theirs, object{"applied_tags": []string{tag["over"]}})
	if _, err := f.anna.Post(t.Context(), forum, "Kiev", "who else?", "lost"); err == nil {
		t.Error("a tag was made up")
	}
}

// A private thread is for its members and for moderators. Whoever is mentioned in it becomes a member.
func TestJoin_PrivateThread(t *testing.T) {
	f := lay(t)
	boris := sit(t, f.Base, "Boris")
	for _, u := range []string{boris.User().ID, localtable.ApplicationID} {
		f.Table.Deny(localtable.GuildID, u, wire.ManageThreads)
	}
	theirs := must.Get(f.anna.Thread(t.Context(), f.table, "staff", true))(t)
	f.Refused(50001, "GET", "/channels/"+theirs, nil)
	f.Refused(50001, "POST", "/channels/"+theirs+"/messages", object{"content": "x"})
	must.Get(f.anna.Say(t.Context(), theirs, "<@"+localtable.ApplicationID+"> come in"))(t)
	if got := f.Await("THREAD_CREATE"); got["id"] != theirs || got["member"] == nil {
		t.Errorf("told of %v", got)
	}
	if got := f.Await("THREAD_MEMBERS_UPDATE"); len(got["added_members"].(list)) != 1 {
		t.Errorf("told of %v", got)
	}
	if _, sees := boris.Known(theirs); sees {
		t.Error("Boris sees it before he is called")
	}
	f.Must(200, "POST", "/channels/"+theirs+"/messages", object{"content": "<@" + boris.User().ID + "> too"})
	must.Get(boris.Await(t.Context(), player.Posted(theirs, "too")))(t)
	if c, sees := boris.Known(theirs); !sees || len(c.Members) != 3 {
		t.Errorf("Boris sees %+v", c)
	}
	must.Do(t, boris.Leave(t.Context(), theirs))
	if _, sees := boris.Known(theirs); sees {
		t.Error("Boris sees what he has left")
	}
	for range 2 { // the second adds nobody, and says nothing
		f.Must(204, "PUT", "/channels/"+theirs+"/thread-members/"+boris.User().ID, nil)
	}
	if seen := must.Get(boris.Messages(t.Context(), theirs))(t); len(seen) != 3 || seen[2].Type != 1 ||
		seen[2].Mentions[0].ID != boris.User().ID { // 1: somebody was added
		t.Errorf("Boris reads %+v", seen)
	}
	f.Refused(50013, "DELETE", "/channels/"+theirs+"/thread-members/"+boris.User().ID, nil)
	f.Must(204, "DELETE", "/channels/"+theirs+"/thread-members/@me", nil)
	f.Refused(50001, "POST", "/channels/"+theirs+"/messages", object{"content": "x"})
}

// Active threads are listed for a guild, archived ones for a channel.
func TestRoutes_Lists(t *testing.T) {
	f := lay(t)
	names := func(path string) (out []string) {
		for _, c := range f.Must(200, "GET", path, nil)["threads"].(list) {
			out = append(out, c.(object)["name"].(string))
		}
		return out
	}
	first, second := f.open(11, "name", "first"), f.open(11, "name", "second")
	f.open(12, "name", "third")
	f.Must(200, "PATCH", first, object{"archived": true})
	f.clock.advance(time.Minute)
	f.Must(200, "PATCH", second, object{"archived": true})
	got := fmt.Sprint(names("/guilds/"+localtable.GuildID+"/threads/active"), names("/channels/"+f.table+"/threads/archived/public"),
		names("/channels/"+f.table+"/threads/archived/public?limit=1"), names("/channels/"+f.table+"/threads/archived/private"))
	if got != "[third] [second first] [second] []" {
		t.Errorf("listed are %s", got)
	}
	f.Table.Deny(f.table, localtable.ApplicationID, wire.ManageThreads)
	f.Refused(50013, "GET", "/channels/"+f.table+"/threads/archived/private", nil)
	f.Refused(50013, "DELETE", first, nil)
	f.Table.Deny(f.table, localtable.ApplicationID, 0)
	f.Must(200, "DELETE", first, nil)
	f.Refused(10003, "GET", first, nil)
}
