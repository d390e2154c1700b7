package gamelist_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/organiser"
	"grognard/bot/localtable/player"
	"grognard/bot/referee/servers"
	"grognard/rules/must"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// listed is a server with a channel for its list of games and for results.
type listed struct {
	*discordtest.Fixture
	games, results string // channels
}

func list(t *testing.T, apart time.Duration) listed { // apart is the least time between edits of the list
	t.Helper()
	f := discordtest.New(t, func(f *discordtest.Fixture) { f.StatusPosts = apart })
	l := listed{f, f.OpenChannel("games"), f.OpenChannel("results")}
	l.choose(l.games, l.results)
	return l
}

// choose fills in the form about channels: for the list of games and for results, "" for none.
func (l listed) choose(games, results string) {
	l.T.Helper()
	picked := player.Picked{"feeds": {}, "results": {}, "table": {}}
	if games != "" {
		picked["table"] = []string{games}
	}
	if results != "" {
		picked["results"] = []string{results}
	}
	settings := l.Tap(l.Anna, l.Ask(l.Anna, "/settings"), "This server")
	form := discordtest.TapForm(l.Fixture, l.Anna, settings, "Channels")
	l.Has(must.Get(l.Anna.Fill(l.Ctx, form, nil, picked))(l.T), "server's settings")
}

// lists are the messages of a channel that are lists of games.
func (l listed) lists(channel string) []player.Message {
	return slices.DeleteFunc(must.Get(l.Olga.Messages(l.Ctx, channel))(l.T), func(m player.Message) bool {
		return !strings.Contains(m.Content, "of this server**")
	})
}

// shows waits until the channel has one list, with these words in this order, and returns it.
func (l listed) shows(words ...string) (m player.Message) {
	l.T.Helper()
	l.Eventually("one list with "+strings.Join(words, ", "), func() bool {
		all := l.lists(l.games)
		if len(all) != 1 {
			return false
		}
		m = all[0]
		rest := m.Content
		for _, w := range words {
			_, after, found := strings.Cut(rest, w)
			if !found {
				return false
			}
			rest = after
		}
		return true
	})
	return m
}

// requests counts the requests about messages of the channel with the list.
func (l listed) requests() int {
	return len(l.Requests(func(x localtable.Exchange) bool {
		return x.Method != "GET" && strings.Contains(x.Path, "/channels/"+l.games+"/messages") &&
			!strings.Contains(string(x.Body), "from now on")
	}))
}

// The list has every game of the server, the one that has waited longest first, and is edited in place. It pings nobody.
func TestList_LongestWaitingFirst(t *testing.T) {
	l := list(t, time.Millisecond)
	first := l.shows("0 games of this server")
	l.Begin()
	m := l.shows("One game", "<#"+l.Channel+"> **Drill", "turn 1: "+discordtest.Mention(l.Anna)+" (last move <t:")
	discordtest.Equal(t, "the list stays message %s", m.ID, first.ID)
	l.Calls(m)
	other := l.OpenChannel("second")
	discordtest.AskIn(l.Fixture, l.Boris, other, "/game new module:drill")
	l.shows("2 games", "<#"+l.Channel+">", "<#"+other+">", "a seat is free")
	l.End(l.Anna) // now it has waited least
	l.shows("2 games", "<#"+other+">", "<#"+l.Channel+">")
}

// A game that is over leaves the list. Its result is told once, with the final map, and not again after a restart.
func TestResults_ToldOnce(t *testing.T) {
	l := list(t, time.Millisecond)
	l.Begin()
	third := l.OpenChannel("third")
	discordtest.AskIn(l.Fixture, l.Boris, third, "/game new module:drill")
	l.shows("2 games")
	l.Resign()
	l.shows("One game", "a seat is free")
	told := func() (told []player.Message) {
		return slices.DeleteFunc(must.Get(l.Olga.Messages(l.Ctx, l.results))(t), func(m player.Message) bool {
			return !strings.Contains(m.Content, "The game is played in")
		})
	}
	l.Eventually("a result", func() bool { return len(told()) == 1 })
	m := told()[0]
	l.Has(m, "resign", "<#"+l.Channel+">")
	l.Calls(m)
	discordtest.Equal(t, "it has %d pictures", len(m.Attachments), 1)
	l.Restart()
	discordtest.AskIn(l.Fixture, l.Anna, third, "/game join side:blue")
	discordtest.AskIn(l.Fixture, l.Boris, third, "/game join side:red")
	l.shows("One game", "it can begin")
	discordtest.Equal(t, "%d results are told", len(told()), 1)
}

// Where the bot may not attach pictures, results are told without.
func TestResults_WithoutPictures(t *testing.T) {
	l := list(t, time.Millisecond)
	must.Do(t, organiser.Of(l.Anna).Withhold(l.Ctx, l.results, "attach"))
	l.Begin()
	l.shows("One game", "turn 1")
	l.Resign()
	m := l.Await(l.Olga, player.Posted(l.results, "resign", "The game is played in"))
	discordtest.Equal(t, "it has %d pictures", len(m.Attachments), 0)
}

// A result that Discord refuses waits until it may be posted. Changes of games do not have it tried again at once, and
// the next game in its channel does not replace it. A start tries it again.
func TestResults_Refused(t *testing.T) {
	f := discordtest.New(t, func(f *discordtest.Fixture) { f.StatusPosts = time.Hour })
	l := listed{f, "", f.OpenChannel("results")} // without a list of games
	kept := func() servers.Server { return must.Get(l.Referee.Servers.Of(l.Ctx, localtable.GuildID))(t) }
	l.choose("", l.results)
	must.Do(t, organiser.Of(l.Anna).Withhold(l.Ctx, l.results, "send"))
	l.Begin()
	l.Eventually("it is known to run", func() bool { return kept().Running != "" })
	l.Resign()
	l.Eventually("it is refused", func() bool { return kept().Refused != "" })
	l.Open("module:drill side:blue", "red")
	l.End(l.Anna, l.Anna, l.Anna)
	l.WaitOutbox()
	tries := l.Requests(func(x localtable.Exchange) bool {
		return x.Method == "POST" && strings.Contains(x.Path, l.results) && x.Status >= 400
	})
	discordtest.Equal(t, "%d requests were made, one of them without pictures", len(tries), 2)
	must.Do(t, organiser.Of(l.Anna).Withhold(l.Ctx, l.results))
	l.Restart()
	l.Await(l.Olga, player.Posted(l.results, "resign", "The game is played in"))
	l.Eventually("that is kept", func() bool { return len(strings.Fields(kept().Running)) == 1 && kept().Refused == "" })
}

// However much is ordered, the list costs no second request within its time, and none while nothing changes.
func TestList_RequestsApart(t *testing.T) {
	l := list(t, time.Hour)
	l.shows("0 games")
	l.Begin()
	l.End(l.Anna)
	l.WaitDelivered()
	discordtest.Equal(t, "%d requests were made", l.requests(), 1)
	l.Restart()
	l.shows("One game")
	l.Eventually("that is kept", func() bool {
		kept := must.Get(l.Referee.Servers.Of(l.Ctx, localtable.GuildID))(t)
		return strings.Contains(kept.Shown, "One game")
	})
	n := l.requests()
	l.Restart()
	l.Say(l.Olga, "/game status")
	discordtest.Equal(t, "%d requests were made for an idle game", l.requests(), n)
}

// The list moves to another channel, is sent again when somebody deletes it, and goes when none is chosen. A channel
// that is gone costs nothing else.
func TestList_MovedAndDeleted(t *testing.T) {
	l := list(t, time.Millisecond)
	m := l.shows("0 games")
	anna := organiser.Of(l.Anna)
	must.Do(t, anna.DeleteMessage(l.Ctx, m.ID))
	l.Begin()
	l.shows("One game")
	before := l.games
	l.games = l.OpenChannel("elsewhere")
	l.choose(l.games, "")
	l.shows("One game")
	l.Eventually("the old list is gone", func() bool { return len(l.lists(before)) == 0 })
	l.choose("", "")
	l.Eventually("the list is gone", func() bool { return len(l.lists(l.games)) == 0 })
	l.choose(before, "")
	must.Do(t, anna.Delete(l.Ctx, before))
	l.End(l.Anna)
	l.AwaitPosted(l.Olga, "Blue combat")
}

// A list has room for 20 games, and says how many more there are.
func TestList_RoomForTwenty(t *testing.T) {
	l := list(t, time.Millisecond)
	for n := range 22 {
		discordtest.AskIn(l.Fixture, l.Anna, l.OpenChannel(fmt.Sprint("game-", n)), "/game new module:drill")
	}
	m := l.shows("22 games", "… and 2 more games.")
	discordtest.Equal(t, "it has %d lines", strings.Count(m.Content, "\n• "), 20)
}
