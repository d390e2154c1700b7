package discord_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
	"grognard/storage"
)

const original = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"

func answers(x localtable.Exchange) bool { return x.Route == discordtest.Callback }

func answerEdits(x localtable.Exchange) bool {
	return x.Method == http.MethodPatch && x.Route == original
}

// However the first answer to an interaction fails, the player gets it, once, and with its picture. Most ways to fail are
// tried through the whole program, see faults.txt of programtest/faults.
func TestAnswer_FailsOnce(t *testing.T) {
	f := discordtest.Begun(t)
	for _, spoil := range []discordtest.Fault{{Status: http.StatusServiceUnavailable},
		{Status: http.StatusServiceUnavailable, Done: true}} {
		f.SetFault(discordtest.Once(spoil, answers))
		m := must.Get(f.Anna.Say(f.Ctx, f.Channel, "/map"))(t)
		whole := f.Await(f.Anna, func(now player.Message) bool { return now.ID == m.ID && len(now.Attachments) == 1 })
		f.Picture(f.Anna, whole)
		discordtest.IsPrivate(f, whole)
	}
}

// A deferred answer is tried again for as long as the token lives, and nobody in the channel waits for that.
func TestAnswer_DeferredFails(t *testing.T) {
	f, slow := slowed(t)
	hers := "" // Olga's look may be deferred too
	f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusBadGateway}, func(x localtable.Exchange) bool {
		if hers == "" && answerEdits(x) {
			hers = x.Path
		}
		return x.Path == hers
	}))
	slow.holdUntil(func() {
		f.Eventually("the answer is deferred", func() bool {
			return len(f.Requests(func(x localtable.Exchange) bool {
				return answers(x) && strings.Contains(string(x.Body), `"type":5`)
			})) > 0
		})
	})
	said := make(chan player.Message, 1)
	go func() {
		m, err := f.Anna.Say(f.Ctx, f.Channel, "/move units:b-1-arm to:6.09")
		if err != nil {
			t.Error(err)
		}
		said <- m
	}()
	f.Eventually("the answer fails again and again", func() bool { return len(f.Requests(answerEdits)) > 2 })
	f.Has(f.Ask(f.Olga, "/due"), "Blue")
	f.SetFault(nil)
	if m := <-said; !strings.Contains(m.Content, "moved from 5.09 to 6.09") {
		f.Await(f.Anna, func(now player.Message) bool {
			return now.ID == m.ID && strings.Contains(now.Content, "moved from 5.09 to 6.09")
		})
	}
}

// slowLog holds up every command until it is let go.
type slowLog struct {
	storage.Log
	mu   sync.Mutex
	wait chan struct{} // closed to let commands go on; nil holds none up
}

// slowed is a fixture whose log can hold up commands, and whose bot defers an answer that is not ready at once.
func slowed(t *testing.T) (*discordtest.Fixture, *slowLog) {
	t.Helper()
	slow := &slowLog{}
	f := discordtest.Begun(t, func(f *discordtest.Fixture) { slow.Log = f.Log; f.Log = slow })
	f.Stop()
	f.DeferAfter = time.Millisecond
	f.Start()
	return f, slow
}

// holdUntil holds up the next commands until a function returns.
func (l *slowLog) holdUntil(await func()) {
	wait := make(chan struct{})
	set := func(to chan struct{}) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.wait = to
	}
	set(wait)
	go func() {
		await()
		set(nil)
		close(wait)
	}()
}

func (l *slowLog) Append(ctx context.Context, e storage.Entry) (storage.Row, bool, error) {
	l.mu.Lock()
	wait := l.wait
	l.mu.Unlock()
	if wait != nil {
		<-wait
	}
	return l.Log.Append(ctx, e)
}
