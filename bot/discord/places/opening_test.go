package places_test

import (
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/announce"
	"grognard/bot/localtable/organiser"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules/must"
)

// opened returns the thread that the bot has opened last, "" for none.
func opened(f *fixture) string {
	f.T.Helper()
	made := f.Requests(func(x localtable.Exchange) bool {
		return strings.HasSuffix(x.Route, "/threads") && x.Status == 201
	})
	if len(made) == 0 {
		return ""
	}
	_, id, _ := strings.Cut(string(made[len(made)-1].Answer), `"id":"`)
	id, _, _ = strings.Cut(id, `"`)
	return id
}

// Two games of one channel are played in threads beside the channel's own.
func TestThreads_SeveralGames(t *testing.T) {
	f := lay(t)
	home := f.Channel
	f.Say(f.Anna, "/game new module:drill side:blue")
	f.Refused(f.Anna, "/game new module:drill", "hasn't begun")
	var threads []string
	for range 2 {
		f.Says(f.Anna, "/game new module:drill side:blue thread:public", "is set up in <#", "a thread of its own")
		thread := opened(f)
		threads = append(threads, thread)
		f.Await(f.Boris, player.Posted(thread, "Drill"))
	}
	if threads[0] == threads[1] || slices.Contains(threads, home) {
		t.Fatalf("the games are in %v", threads)
	}
	f.Channel = threads[0] // a game that is opened in a thread is beside it
	f.Says(f.Boris, "/game new module:drill thread:public", "is set up in <#")
	f.Say(f.Boris, "/game join side:red")
	f.Say(f.Anna, "/game start")
	f.AwaitPosted(f.Anna, "The game begins")
	f.Refused(f.Anna, "/game new module:nonsense thread:public", "no such game")
	f.Channel = home
	f.Says(f.Anna, "/game status", "Drill")
	f.Says(f.Olga, "/game new module:bcs-drill scenario:tutorial thread:public", "is set up in <#")
	named := f.Requests(func(x localtable.Exchange) bool {
		return strings.HasSuffix(x.Route, "/threads") && strings.Contains(string(x.Body), "One Activation, Step by Step")
	})
	discordtest.Equal(t, "threads are named after a tutorial: %d", len(named), 1)
}

// Where no thread can be made the game is set up in the channel, and the answer says what is missing and who gives it.
func TestThreads_Refused(t *testing.T) {
	for name, c := range map[string]struct {
		withheld []string
		most     int // open threads that the server allows; 0 is as many as usual
		says     []string
	}{
		"no permission to make one": {[]string{"public-threads"}, 0, []string{"Create Public Threads", "manages roles"}},
		"no permission to write":    {[]string{"send-in-threads"}, 0, []string{"Send Messages in Threads", "manages roles"}},
		"the limit of threads":      {nil, 1, []string{"as many open threads", "Manage Threads"}},
	} {
		t.Run(name, func(t *testing.T) {
			f := lay(t)
			must.Do(t, f.anna.Withhold(f.Ctx, f.Channel, c.withheld...))
			if c.most > 0 {
				must.Get(f.anna.Thread(f.Ctx, f.Channel, "the only one", false))(t)
				must.Do(t, f.Table.Change(func(s *announce.Announcer) error { s.Table.MaxThreads = c.most; return nil }))
			}
			f.Says(f.Anna, "/game new module:drill side:blue thread:public", append(c.says, "set up here")...)
			f.AwaitPosted(f.Boris, "Drill")
			f.Refused(f.Anna, "/game new module:drill thread:public", "this channel already has one")
			discordtest.Equal(t, "the bot opened %q", opened(f), "")
		})
	}
}

// A private thread has the opener, who is told how others come; whoever is not added does not see it. In a forum there
// is none, and nobody is given a public one instead.
func TestThreads_Private(t *testing.T) {
	f := lay(t)
	f.Table.Deny(f.Channel, f.Boris.User().ID, wire.ManageThreads) // by which all private ones are seen
	f.Says(f.Anna, "/game new module:drill side:blue thread:private", "is set up in <#", "a thread of its own")
	thread := opened(f)
	f.Await(f.Anna, player.Posted(thread, "Mention your opponent"))
	f.Await(f.Anna, player.Posted(thread, "Drill"))
	if _, err := f.Boris.Messages(f.Ctx, thread); err == nil {
		t.Error("a stranger reads a private thread")
	}
	must.Get(f.Anna.Say(f.Ctx, thread, discordtest.Mention(f.Boris)))(t)
	f.Channel = thread
	f.Say(f.Boris, "/game join side:red")
	f.Say(f.Anna, "/game start")
	f.AwaitPosted(f.Boris, "The game begins")

	forum := must.Get(f.anna.OpenForum(f.Ctx, localtable.GuildID, "games"))(t)
	f.Channel = f.OpenChannel("closed")
	must.Do(t, f.anna.Withhold(f.Ctx, f.Channel, "private-threads"))
	f.Refused(f.Anna, "/game new module:drill side:blue thread:private", "the bot lacks **Create Private Threads**")
	f.Channel = must.Get(f.anna.Post(f.Ctx, forum, "Who plays?", "I do"))(t)
	f.Refused(f.Anna, "/game new module:drill side:blue thread:private", "No game was set up, as it would be public. The game has no post")
}

// A game beside a forum's post is a post, whose tag says how the game stands, beside tags of others.
func TestTags_Forum(t *testing.T) {
	for name, c := range map[string]struct {
		offered []string
		tags    [3]int // of the offered ones, from 1: while the game is open, runs and is over; 0: no tag
	}{
		"all three":       {[]string{"Open", "running", "over", "east front"}, [3]int{1, 2, 3}},
		"none of them":    {[]string{"east front"}, [3]int{}},
		"running is none": {[]string{"over", "open"}, [3]int{2, 2, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			f := lay(t)
			forum := must.Get(f.anna.OpenForum(f.Ctx, localtable.GuildID, "games", c.offered...))(t)
			f.Channel = must.Get(f.anna.Post(f.Ctx, forum, "Who plays?", "I do"))(t)
			f.Says(f.Anna, "/game new module:drill side:blue thread:public", "is set up in <#")
			f.Channel = opened(f)
			tagged := func(want int) {
				t.Helper()
				known, _ := f.anna.Known(forum)
				var tags []string
				if want > 0 {
					tags = []string{known.Available[want-1].ID}
				}
				f.Eventually("the post is tagged", func() bool {
					must.Get(f.anna.Pins(f.Ctx, f.Channel))(t)
					post, ok := f.anna.Known(f.Channel)
					return ok && slices.Equal(post.Tags, tags)
				})
			}
			tagged(c.tags[0])
			f.Say(f.Boris, "/game join side:red")
			f.Say(f.Anna, "/game start")
			f.AwaitPosted(f.Boris, "The game begins")
			tagged(c.tags[1])
			f.Resign()
			tagged(c.tags[2])
		})
	}
}

// A game moves from its channel to a thread and back, out of a locked thread too.
func TestMove_ToAThreadAndBack(t *testing.T) {
	f := lay(t)
	home := f.Channel
	f.begin(home)
	thread := must.Get(f.anna.Thread(f.Ctx, home, "Anna against Boris", false))(t)
	f.Has(discordtest.MoveGame(f.Fixture, thread), "<#"+thread+">")
	f.Channel = thread
	f.AwaitPosted(f.Boris, "The game is moved")
	f.Say(f.Anna, "/end")
	f.AwaitPosted(f.Boris, "Blue combat")
	f.WaitOutbox()
	must.Do(t, organiser.Of(f.Anna).Lock(f.Ctx, thread, true))
	game := f.offers(f.Anna).Game
	f.AwaitDM(f.Boris, "is locked")
	f.Eventually("the game sleeps, which is noted after it was told", func() bool {
		asleep, err := f.Store.Sleeping(f.Ctx)
		return err == nil && len(asleep) == 1
	})
	f.Channel = home
	f.Eventually("the game is moved, which waits while it tries once more to write", func() bool {
		m := f.Say(f.Olga, "/master move channel:<#"+home+"> reason:locked game:"+string(game))
		_, offered := discordtest.Labelled(m, "Move the game")
		return offered && !strings.Contains(f.Tap(f.Olga, m, "Move the game").Content, "no game of that name")
	})
	f.AwaitPosted(f.Boris, "offers a draw")
	f.Say(f.Anna, "/end")
	f.AwaitPosted(f.Boris, "Blue exploitation")
}
