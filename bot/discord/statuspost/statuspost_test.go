package statuspost_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/catalogue"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/oracle/newer"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/statuspost"
	"grognard/bot/localtable"
	"grognard/bot/localtable/organiser"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/bot/referee/api"
	"grognard/bot/referee/posts"
	"grognard/render"
	"grognard/rules/must"

	"github.com/bwmarrin/discordgo"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// posted is a game whose post is kept.
type posted struct {
	*discordtest.Fixture
	anna organiser.Organiser
}

func begin(t *testing.T, changes ...discordtest.Option) posted {
	t.Helper()
	f := discordtest.New(t, append(changes, func(f *discordtest.Fixture) { f.StatusPosts = time.Millisecond })...)
	p := posted{f, organiser.Of(f.Anna)}
	f.Begin()
	return p
}

// posts returns the messages of the channel that have the button of a post, but not that of a report.
func (p posted) posts() []player.Message {
	return slices.DeleteFunc(p.Posted(p.Olga), func(m player.Message) bool {
		return !slices.Contains(discordtest.Labels(m), "What's new") || slices.Contains(discordtest.Labels(m), "Whole map")
	})
}

// shows waits until the channel has one post, which has these words and is pinned or not, and returns it.
func (p posted) shows(pinned bool, words ...string) (m player.Message) {
	p.T.Helper()
	p.Eventually("one post with "+strings.Join(words, ", "), func() bool {
		list := p.posts()
		if len(list) != 1 {
			return false
		}
		m = list[0]
		m.Content = said(m.Components)
		pins := must.Get(p.anna.Pins(p.Ctx, p.Channel))(p.T)
		return (len(pins) == 1) == pinned && !slices.ContainsFunc(words, func(w string) bool {
			return !strings.Contains(m.Content, w)
		})
	})
	return m
}

// said returns the words of components.
func said(list []wire.Component) (words string) {
	for _, c := range list {
		words += c.Content + "\n" + said(c.Components)
	}
	return words
}

// requests counts the requests of a method for messages of the channel.
func (p posted) requests(method string) int {
	return len(p.Requests(func(x localtable.Exchange) bool {
		return x.Method == method && strings.Contains(x.Path, "/channels/"+p.Channel+"/messages")
	}))
}

// A game that begins gets one post, pinned without a notice, with whose move it is and the map. It is edited in place
// when what it says has changed, whatever is ordered meanwhile, and calls nobody.
func TestPost_SaysHowTheGameStands(t *testing.T) {
	p := begin(t)
	first := p.shows(true, "turn 1 of 10, Blue movement", "it is your move", "Blue: "+discordtest.Mention(p.Anna))
	p.Calls(first)
	discordtest.Equal(t, "it has %d pictures, as the report has the map", len(first.Attachments), 0)
	for _, m := range must.Get(p.Olga.Messages(p.Ctx, p.Channel))(t) {
		p.Lacks(m, "pinned")
	}
	p.Say(p.Anna, "/move units:b-2-arm to:7.12")
	p.End(p.Anna)
	second := p.shows(true, "turn 1 of 10, Blue combat")
	discordtest.Equal(t, "the post stays message %s", second.ID, first.ID)
	discordtest.Equal(t, "it has %d pictures", len(second.Attachments), 1)
	p.End(p.Anna)
	third := p.shows(true, "turn 1 of 10, Blue exploitation")
	discordtest.Equal(t, "its picture is another one: %t", third.Attachments[0].URL != second.Attachments[0].URL, true)
	p.Has(p.Tap(p.Anna, second, "Orders"), "You can give orders now")
	p.Has(p.Tap(p.Olga, second, "What's new"), "Since this game was opened")
}

// Every request for a post has the flag of the newer layout, which no edit can take from it, and what its picture shows
// in words stays with an edit that sends none.
func TestPost_StaysInTheNewerLayout(t *testing.T) {
	p := begin(t)
	p.shows(true, "Blue movement")
	p.End(p.Anna)
	first := p.shows(true, "Blue combat")
	second := p.shows(true, "Blue combat", discordtest.Mention(p.reseat()))
	for _, m := range []player.Message{first, second} {
		discordtest.Contains(t, pictured(m), "Map of Drill: turn 1 of 10, Blue combat")
	}
	discordtest.Equal(t, "it has the picture %s", second.Attachments[0].URL, first.Attachments[0].URL)
	p.Resign()
	p.shows(false, "resign")
	count := map[string]int{}
	for _, x := range p.Requests(func(x localtable.Exchange) bool { return isPost(x) && x.Method != "GET" }) {
		var m struct {
			Flags   int
			Content *string
		}
		must.Do(t, json.Unmarshal(x.Body, &m))
		if m.Flags&newer.Flag == 0 || m.Content != nil {
			t.Errorf("%s %s has the flags %d and the content %v", x.Method, x.Path, m.Flags, m.Content)
		}
		count[x.Method]++
	}
	if count["POST"] != 1 || count["PATCH"] < 3 {
		t.Errorf("of posts there were %v", count)
	}
}

// reseat seats another player beside Anna.
func (p posted) reseat() *player.Player {
	carla := discordtest.Sit(p.Fixture, "Carla")
	p.Say(p.Anna, "/seat grant user:Carla")
	p.Say(carla, "/seat answer answer:take")
	return carla
}

// isPost reports whether a request is about a message with the button of a post.
func isPost(x localtable.Exchange) bool {
	return strings.Contains(x.Path, "/messages") && regexp.MustCompile(page.PressSince+`:\w+["~]`).Match(x.Body)
}

// pictured returns the words of the picture that a post shows.
func pictured(m player.Message) string {
	for _, c := range m.Components[0].Components {
		for _, p := range c.Items {
			return p.Description
		}
	}
	return ""
}

// A post whose picture does not stay with an edit gets it with the edit, and one of which no edit is taken is sent anew.
func TestPost_EditRefused(t *testing.T) {
	for name, c := range map[string]struct {
		refused func(body string) bool
		anew    bool
	}{
		"without a picture": {func(body string) bool { return !strings.Contains(body, `"attachments":[{`) }, false},
		"each":              {func(string) bool { return true }, true},
	} {
		t.Run(name, func(t *testing.T) {
			p := begin(t)
			p.shows(true, "Blue movement")
			p.End(p.Anna)
			first := p.shows(true, "Blue combat")
			p.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusBadRequest, Code: 50035},
				func(x localtable.Exchange) bool {
					return isPost(x) && x.Method == "PATCH" && c.refused(string(x.Body))
				}))
			second := p.shows(true, discordtest.Mention(p.reseat()))
			if (second.ID != first.ID) != c.anew || pictured(second) == "" {
				t.Errorf("message %s became %s with %q", first.ID, second.ID, pictured(second))
			}
		})
	}
}

// A post that is older than an hour is sent anew where it is read, without a sound, and the old one is gone.
func TestPost_SentAnewAfterAnHour(t *testing.T) {
	f := discordtest.Begun(t)
	p := posted{f, organiser.Of(f.Anna)}
	hours := atomic.Int64{}
	keeper, game := p.keeps(&hours)
	keeper.Changed(game)
	first := p.shows(true, "Blue movement")
	hours.Store(2)
	p.End(p.Anna)
	keeper.Changed(game)
	second := p.shows(true, "Blue combat")
	discordtest.Equal(t, "the post is sent anew: %t", second.ID != first.ID, true)
	sent := p.Requests(func(x localtable.Exchange) bool {
		return isPost(x) && x.Method == "POST" && strings.Contains(string(x.Body), `"flags":36864`) // layout, silent
	})
	discordtest.Equal(t, "%d posts were sent silently", len(sent), 2)
}

// A post of a program that had no frame gets one where it stands, with its picture.
func TestPost_InTheOlderLayout(t *testing.T) {
	f := discordtest.Begun(t)
	p := posted{f, organiser.Of(f.Anna)}
	game := must.Get(f.Referee.Looks.Table(f.Ctx, f.Channel))(t).Game
	since := discordgo.Button{Label: "What's new", CustomID: page.PressID(page.PressSince, game)}
	client := must.Get(rest.New(rest.Options{Token: localtable.BotToken, Host: f.URL}))(t)
	post := posts.Post{Game: game, Channel: p.Channel, Shown: "x", Picture: "1", Pinned: true}
	post.Message = must.Get(client.Send(p.Ctx, p.Channel, rest.NewMessage("Blue movement", page.OneRow(since))))(t)
	must.Do(t, f.Referee.Posts.Keep(p.Ctx, post))
	p.keeps(new(atomic.Int64))
	now := p.shows(false, "Blue movement")
	if now.ID != post.Message || pictured(now) == "" {
		t.Errorf("message %s became %s with %q", post.Message, now.ID, pictured(now))
	}
}

// keeps has the game's post kept by a keeper for whom it is some hours later, until the test ends.
func (p posted) keeps(hours *atomic.Int64) (*statuspost.Keeper, api.GameID) {
	f, t := p.Fixture, p.T
	words := must.Get(ask.NewWords(nil))(t)
	client := must.Get(rest.New(rest.Options{Token: localtable.BotToken, Host: f.URL}))(t)
	keeper := statuspost.New(statuspost.Options{Messages: words, Store: f.Referee.Posts, Rest: client,
		Apart: time.Millisecond,
		Kit: ask.Kit{Referee: f.Referee.Looks, Log: slog.New(slog.DiscardHandler),
			Painter: must.Get(render.New(words.In(catalogue.Default)))(t)},
		Now: func() time.Time { return time.Now().Add(time.Duration(hours.Load()) * time.Hour) }})
	game := must.Get(f.Referee.Looks.Table(f.Ctx, f.Channel))(t).Game
	ctx, stop := context.WithCancel(f.Ctx)
	done := make(chan struct{})
	go func() { defer close(done); keeper.Run(ctx) }()
	t.Cleanup(func() { stop(); <-done })
	return keeper, game
}

// Where the bot may not pin, the post stands unpinned and nothing is tried again.
func TestPost_WithoutPermissionToPin(t *testing.T) {
	p := posted{Fixture: discordtest.New(t, func(f *discordtest.Fixture) { f.StatusPosts = time.Millisecond })}
	p.anna = organiser.Of(p.Anna)
	must.Do(t, p.anna.Withhold(p.Ctx, p.Channel, "pin"))
	p.Begin()
	p.shows(false, "Blue movement")
	p.End(p.Anna)
	p.shows(false, "Blue combat")
	discordtest.Equal(t, "it was to be pinned %d times", p.requests("PUT"), 1)
}

// Where the bot may attach nothing any more, the post says what it should without its picture.
func TestPost_WithoutPermissionToAttach(t *testing.T) {
	p := begin(t)
	p.shows(true, "Blue movement")
	must.Do(t, p.anna.Withhold(p.Ctx, p.Channel, "attach"))
	p.Say(p.Anna, "/end")
	p.shows(true, "Blue combat")
}

// A post that somebody has deleted is sent again when it has something new to say.
func TestPost_DeletedByHand(t *testing.T) {
	p := begin(t)
	first := p.shows(true, "Blue movement")
	must.Do(t, p.anna.DeleteMessage(p.Ctx, first.ID))
	p.End(p.Anna)
	p.shows(true, "Blue combat")
}

// However much is ordered, a post costs no second request within its time. What was not said is said at the next start,
// by one edit.
func TestPost_RequestsApart(t *testing.T) {
	f := discordtest.New(t, func(f *discordtest.Fixture) { f.StatusPosts = time.Hour })
	p := posted{f, organiser.Of(f.Anna)}
	p.Begin()
	first := p.shows(true, "Blue movement")
	edits := func() int {
		return len(p.Requests(discordtest.To("PATCH", "/messages/"+first.ID)))
	}
	p.End(p.Anna, p.Anna)
	p.WaitDelivered()
	discordtest.Equal(t, "within its time it is edited %d times", edits(), 0)
	p.Restart()
	p.shows(true, "Blue exploitation")
	p.End(p.Anna)
	p.WaitDelivered()
	discordtest.Equal(t, "it is edited %d times", edits(), 1)
}

// After a restart an idle game costs no request but the reading of its post's place; a game that went on meanwhile has
// its one post.
func TestPost_AfterARestart(t *testing.T) {
	p := begin(t)
	first := p.shows(true, "Blue movement")
	edits, sends := p.requests("PATCH"), p.requests("POST")
	p.Restart()
	p.Says(p.Olga, "/due", "Blue movement")
	discordtest.Equal(t, "a restart costs %d edits", p.requests("PATCH")-edits, 0)
	discordtest.Equal(t, "a restart costs %d messages", p.requests("POST")-sends, 0)
	p.End(p.Anna)
	discordtest.Equal(t, "the post stays message %s", p.shows(true, "Blue combat").ID, first.ID)
}

// A post that arrived, though the answer to its request was lost, is not sent a second time.
func TestPost_AnswerLost(t *testing.T) {
	p := posted{Fixture: discordtest.New(t, func(f *discordtest.Fixture) { f.StatusPosts = time.Millisecond })}
	p.anna = organiser.Of(p.Anna)
	lost := false
	p.SetFault(func(x localtable.Exchange) discordtest.Fault {
		if lost || x.Method != "POST" || !isPost(x) {
			return discordtest.Fault{}
		}
		lost = true
		return discordtest.Fault{Cut: true, Done: true}
	})
	p.Begin()
	p.shows(true, "Blue movement")
	discordtest.Equal(t, "an answer was lost: %t", lost, true)
}

// The post of a game that is over says how it ended, has no orders, and is no longer pinned.
func TestPost_GameOver(t *testing.T) {
	p := begin(t)
	p.shows(true, "Blue movement")
	p.Resign()
	m := p.shows(false, "resign")
	if slices.Contains(discordtest.Labels(m), "Orders") {
		t.Errorf("orders can be given below %q", m.Content)
	}
}

// The post of a game that is over no longer names a player who was forgotten.
func TestPost_PlayerForgotten(t *testing.T) {
	p := begin(t)
	p.shows(true, discordtest.Mention(p.Boris))
	p.Resign()
	p.shows(false, "resign", discordtest.Mention(p.Boris))
	p.Tap(p.Boris, p.Say(p.Boris, "/privacy"), "Delete my data", "Delete for good")
	p.Lacks(p.shows(false, "resign", "player 2"), discordtest.Mention(p.Boris))
}

// The post of a game that is over makes room for that of the next one in its channel.
func TestPost_AnotherGame(t *testing.T) {
	p := begin(t)
	p.shows(true, "Blue movement")
	p.Resign()
	p.shows(false, "resign")
	p.Open("module:drill side:blue", "red")
	p.shows(true, "Blue movement")
}

// The post of a game that moves to another channel moves with it.
func TestPost_GameMoved(t *testing.T) {
	p := begin(t)
	p.shows(true, "Blue movement")
	to := p.OpenChannel("elsewhere")
	discordtest.MoveGame(p.Fixture, to)
	was := p.Channel
	p.Eventually("no post where the game was", func() bool { return len(p.posts()) == 0 })
	p.Channel = to
	p.shows(true, "Blue movement")
	p.Channel = was
}

// The post of a game in a thread is sent anew when the thread was archived, as it cannot be edited there.
func TestPost_ThreadArchived(t *testing.T) {
	p := begin(t)
	p.shows(true, "Blue movement")
	to := must.Get(p.anna.Thread(p.Ctx, p.Channel, "game", false))(t)
	discordtest.MoveGame(p.Fixture, to)
	p.Channel = to
	m := p.shows(true, "Blue movement")
	p.Tap(p.Anna, m, "Orders", "In direct messages")
	panel := p.Await(p.Anna, func(m player.Message) bool { return m.ChannelID == p.DM(p.Anna) && len(m.Components) > 0 })
	must.Do(t, p.anna.Archive(p.Ctx, to, true))
	for range 2 {
		b, _ := discordtest.Labelled(panel, "End the phase")
		panel = must.Get(p.Anna.Click(p.Ctx, panel.ID, b.CustomID))(t)
	}
	p.shows(true, "Blue combat")
}

// While Discord cannot reach the server nothing is tried, and the post says what it should when that is over.
func TestPost_Outage(t *testing.T) {
	p := begin(t)
	p.shows(true, "Blue movement")
	p.Table.LoseGuild(true)
	p.Eventually("the bot knows", func() bool { return strings.Contains(p.Logged.String(), "has lost a server") })
	asked := p.requests("PATCH") + p.requests("POST")
	must.Get(p.Referee.Orders.Order(p.Ctx, api.Command{ID: "7001", User: p.Anna.User().ID, Channel: p.Channel},
		"/end"))(t)
	for range 20 { // time in which a request would be made
		p.Says(p.Olga, "/due", "Blue combat")
	}
	discordtest.Equal(t, "%d requests are made in vain", p.requests("PATCH")+p.requests("POST")-asked, 0)
	p.Table.RegainGuild()
	p.shows(true, "Blue combat")
}
