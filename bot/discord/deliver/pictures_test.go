package deliver_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/discord/deliver"
	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/storage"
)

// pictured returns a condition for the message with this ID once it has its picture.
func pictured(id string) func(player.Message) bool {
	return func(m player.Message) bool { return m.ID == id && len(m.Attachments) == 1 }
}

// A picture whose upload fails once follows its words at once: it does not wait for the two minutes
// after which the outbox is read when nothing happens.
func TestPictures_UploadFailsOnce(t *testing.T) {
	f := discordtest.Begun(t, func(f *discordtest.Fixture) {
		f.SetFault(discordtest.Once(discordtest.Fault{Status: http.StatusServiceUnavailable}, uploads))
	})
	ctx, cancel := context.WithTimeout(f.Ctx, 100*time.Second)
	defer cancel()
	m := must.Get(f.Olga.Await(ctx, pictured(f.Started.ID)))(t)
	f.Picture(f.Olga, m)
	f.WaitOutbox()
}

// Words that were owed when their game was moved are told in its new channel, and their picture follows them there.
func TestPictures_GameMoved(t *testing.T) {
	f := discordtest.Begun(t)
	f.WaitOutbox()
	there := f.OpenChannel("quiet")
	old := f.Channel
	f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusServiceUnavailable},
		func(x localtable.Exchange) bool {
			return uploads(x) || discordtest.Sends(x) && strings.Contains(x.Path, old)
		}))
	f.Say(f.Anna, "/end")
	discordtest.MoveGame(f, there)
	told := f.Await(f.Boris, player.Posted(there, "Blue combat"))
	if len(told.Attachments) > 0 {
		t.Error("the picture is there before it can be")
	}
	f.SetFault(nil)
	f.Picture(f.Boris, f.Await(f.Boris, pictured(told.ID)))
	f.WaitOutbox()
}

// uploads says whether a request brings a picture into a channel, or to a message there.
func uploads(x localtable.Exchange) bool {
	return len(x.Files) > 0 && (x.Route == discordtest.CreateMessage || x.Route == oneMessage)
}

// Pictures that Discord does not take hold up no words: these go at once, and the pictures follow
// by an edit when they can, once, after a restart too.
func TestPictures_UploadsFail(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]discordtest.Fault{
		"uploads fail":                 {Status: http.StatusServiceUnavailable},
		"the gateway is bad":           {Status: http.StatusBadGateway},
		"the answers to them are lost": {Status: http.StatusGatewayTimeout, Done: true},
	} {
		t.Run(name, func(t *testing.T) {
			f := discordtest.Begun(t, func(f *discordtest.Fixture) { f.SetFault(discordtest.Always(spoil, uploads)) })
			f.EndAfterAStack()
			f.AwaitPosted(f.Olga, "Blue combat")
			words := f.AwaitDM(f.Anna, "For your eyes only, Blue")
			f.Stop()
			f.SetFault(nil)
			f.Start()
			f.Picture(f.Olga, f.Await(f.Olga, pictured(f.Started.ID)))
			f.Picture(f.Anna, f.Await(f.Anna, pictured(words.ID)))
			f.WaitOutbox()
			if n := len(f.Posted(f.Olga, "The game begins")); n != 1 {
				t.Errorf("the game begins %d times", n)
			}
			if last := f.Posted(f.Olga); len(last[len(last)-1].Attachments) != 2 {
				t.Errorf("the end of the phase has %d pictures", len(last[len(last)-1].Attachments))
			}
		})
	}
}

// forgetful is a store that fails once to note that words went before their pictures, as when the
// program is killed there.
type forgetful struct {
	storage.Log
	failed atomic.Bool
}

func (l *forgetful) TextSent(ctx context.Context, id int64, message string) error {
	if l.failed.CompareAndSwap(false, true) {
		return errors.New("a full disk")
	}
	return l.Log.TextSent(ctx, id, message)
}

// A picture is not lost where it was not noted that it is owed: words that are found without it get it.
func TestPictures_NotNoted(t *testing.T) {
	log := &forgetful{}
	f := discordtest.New(t, func(f *discordtest.Fixture) {
		log.Log = f.Log
		f.Log = log
		f.SetFault(discordtest.Once(discordtest.Fault{Status: http.StatusServiceUnavailable}, uploads))
	})
	began := f.Begin()
	f.Picture(f.Olga, f.Await(f.Olga, pictured(began.ID)))
	f.WaitOutbox()
	if n := len(f.Posted(f.Olga, "The game begins")); n != 1 || !log.failed.Load() {
		t.Errorf("the game begins %d times", n)
	}
}

// openGames opens games in channels of their own, with both seats taken, while no bot is at work. Those that are
// started owe pictures to their channels and to their players.
func openGames(f *discordtest.Fixture, games int, start bool) (channels []string) {
	f.T.Helper()
	r := referee.New(referee.Options{Log: f.Log, Store: f.Store, Now: f.Now})
	for i := range games {
		channel := f.OpenChannel(fmt.Sprintf("game-%d", i))
		cmd := func(what, user string) api.Command {
			return api.Command{ID: fmt.Sprintf("%s %d", what, i), User: user, Channel: channel}
		}
		must.Get(r.NewGames.NewGame(f.Ctx, cmd("new", f.Anna.User().ID), arrange.Opening{Module: "drill"}))(f.T)
		for side, user := range map[order.Side]string{"blue": f.Anna.User().ID, "red": f.Boris.User().ID} {
			must.Get(r.NewGames.Join(f.Ctx, cmd("join "+string(side), user), side, ""))(f.T)
		}
		if start {
			must.Get(r.NewGames.Start(f.Ctx, cmd("start", f.Anna.User().ID)))(f.T)
		}
		channels = append(channels, channel)
	}
	must.Do(f.T, r.Shut(f.Ctx))
	return channels
}

// gate holds uploads up at a table's door, and counts them.
type gate struct {
	mu          sync.Mutex
	inside, top int           // how many uploads it holds now, and held at most at once
	open        chan struct{} // it holds none any more when this is closed
}

func (g *gate) hold(x localtable.Exchange) discordtest.Fault {
	if x.ContentType != "multipart/form-data" {
		return discordtest.Fault{}
	}
	g.mu.Lock()
	g.inside++
	g.top = max(g.top, g.inside)
	g.mu.Unlock()
	<-g.open
	g.mu.Lock()
	defer g.mu.Unlock()
	g.inside--
	return discordtest.Fault{}
}

func (g *gate) now() (inside, top int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.inside, g.top
}

// However many games owe pictures, no more messages with theirs are in memory at once than there are rounds: what is
// under way is all that is drawn.
func TestPictures_BoundedInMemory(t *testing.T) {
	const bound = deliver.RoundsAtOnce
	f := discordtest.New(t)
	f.Stop()
	openGames(f, bound, true)
	g := &gate{open: make(chan struct{})}
	f.SetFault(g.hold)
	f.Start()
	f.Eventually("as many as can be are under way", func() bool { inside, _ := g.now(); return inside == bound })
	close(g.open)
	f.WaitOutbox()
	if _, top := g.now(); top != bound {
		t.Errorf("%d pictures were under way at once, want %d", top, bound)
	}
}

// Games of which nothing can be delivered, however slowly that turns out, hold up no other.
func TestDelivery_FailingGamesHoldNobodyUp(t *testing.T) {
	f := discordtest.New(t)
	f.Stop()
	channels := openGames(f, 12, true)
	troubled := channels[:6]
	hang := make(chan struct{})
	var mu sync.Mutex
	failed := map[string]bool{}
	f.SetFault(func(x localtable.Exchange) discordtest.Fault { // the first sending to each fails; the next hangs
		for _, channel := range troubled {
			if x.Method == http.MethodPost && strings.Contains(x.Path, "/channels/"+channel+"/") {
				mu.Lock()
				again := failed[channel]
				failed[channel] = true
				mu.Unlock()
				if again {
					<-hang
				}
				return discordtest.Fault{Status: http.StatusInternalServerError}
			}
		}
		return discordtest.Fault{}
	})
	f.Start()
	f.Eventually("the others have said all", func() bool {
		left, err := f.Store.Owing(f.Ctx, f.Now(), "")
		return err == nil && len(left) == len(troubled)
	})
	f.SetFault(nil)
	close(hang)
	f.WaitOutbox()
}

// What Discord does not take for its pictures goes out in words.
func TestPictures_TooLarge(t *testing.T) {
	pictures := discordtest.SendsText(`"filename"`)
	f := discordtest.New(t, func(f *discordtest.Fixture) {
		f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusRequestEntityTooLarge}, pictures))
	})
	if m := f.Begin(); len(m.Attachments) != 0 {
		t.Errorf("%d pictures got through", len(m.Attachments))
	}
	f.EndAfterAStack()
	f.AwaitDM(f.Anna, "For your eyes only, Blue")
	f.Eventually("the log tells of it", func() bool {
		return strings.Contains(f.Logged.String(), "Discord does not take a picture")
	})
}
