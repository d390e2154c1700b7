package discord_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/storage"
)

const original = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"

func answers(x localtable.Exchange) bool { return x.Route == discordtest.Callback }

func answerEdits(x localtable.Exchange) bool {
	return x.Method == http.MethodPatch && x.Route == original
}

// However the first answer to an interaction fails, the player gets it, once, and with its picture.
func TestAnswer_FailsOnce(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]localtable.Fault{
		"the server is busy":  {Status: http.StatusServiceUnavailable},
		"the gateway is bad":  {Status: http.StatusBadGateway},
		"there are too many":  {Status: http.StatusTooManyRequests},
		"the answer is lost":  {Status: http.StatusServiceUnavailable, Done: true},
		"nothing is the same": {Status: http.StatusInternalServerError},
	} {
		t.Run(name, func(t *testing.T) {
			f := discordtest.Begun(t)
			f.SetFault(discordtest.Once(spoil, answers))
			m := discordtest.Must(f.Anna.Say(f.Ctx, f.Channel, "/map"))(t)
			whole := f.Await(f.Anna, func(now player.Message) bool {
				return now.ID == m.ID &&
					len(now.Attachments) == 1
			})
			f.Picture(f.Anna, whole)
			discordtest.IsPrivate(f, whole)
			f.SetFault(discordtest.Once(spoil, answers))
			f.Has(f.Ask(f.Anna, "/move units:b-1-arm to:6.09"), "moved from 5.09 to 6.09")
		})
	}
}

// The connection to which a callback is written may be cut before its answer comes.
func TestAnswer_ConnectionCut(t *testing.T) {
	f := discordtest.Begun(t)
	cut := make(chan struct{}, 1)
	cut <- struct{}{}
	f.SetDeny(func(r *http.Request) (int, string) {
		if strings.HasSuffix(r.URL.Path, "/callback") {
			select {
			case <-cut:
				panic(http.ErrAbortHandler)
			default:
			}
		}
		return 0, ""
	})
	f.Has(f.Ask(f.Anna, "/move units:b-1-arm to:6.09"), "moved from 5.09 to 6.09")
}

// A deferred answer is tried again for as long as the token lives, and nobody in the
// channel waits for that.
func TestAnswer_DeferredFails(t *testing.T) {
	slow := &slowLog{}
	f := discordtest.Begun(t, func(f *discordtest.Fixture) { slow.Log = f.Log; f.Log = slow })
	deferAnswers(f)
	hers := "" // Olga's look may be deferred too
	f.SetFault(discordtest.Always(localtable.Fault{Status: http.StatusBadGateway}, func(x localtable.Exchange) bool {
		if hers == "" && answerEdits(x) {
			hers = x.Path
		}
		return x.Path == hers
	}))
	slow.wait = make(chan struct{})
	wait := slow.wait
	go func() {
		f.Eventually("the answer is deferred", func() bool {
			return len(f.Requests(func(x localtable.Exchange) bool {
				return answers(x) && strings.Contains(string(x.Body), `"type":5`)
			})) > 0
		})
		slow.mu.Lock()
		slow.wait = nil
		slow.mu.Unlock()
		close(wait)
	}()
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
			return now.ID == m.ID &&
				strings.Contains(now.Content, "moved from 5.09 to 6.09")
		})
	}
}

// slowLog holds up every command until it is let go.
type slowLog struct {
	storage.Log
	mu   sync.Mutex
	wait chan struct{}
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
