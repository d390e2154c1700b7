package discord_test

import (
	"context"
	"encoding/json"
	"iter"
	"strings"
	"sync/atomic"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/storage"
)

// slowReader holds up whoever reads a whole log once it is armed, until he is let go.
type slowReader struct {
	storage.Log
	armed, held atomic.Bool
	letGo       chan struct{}
}

func (l *slowReader) Rows(ctx context.Context, id storage.GameID, after uint64) iter.Seq2[storage.Row, error] {
	if after == 0 && l.armed.CompareAndSwap(true, false) {
		l.held.Store(true)
		<-l.letGo
	}
	return l.Log.Rows(ctx, id, after)
}

// Nobody who gives an order waits for one who looks back on the game.
func TestReplay_OrdersDoNotWait(t *testing.T) {
	slow := &slowReader{letGo: make(chan struct{})}
	f := discordtest.Begun(t, func(f *discordtest.Fixture) { slow.Log = f.Log; f.Log = slow })
	f.Say(f.Anna, "/end")
	f.WaitOutbox()
	slow.armed.Store(true)
	film := make(chan player.Message)
	go func() {
		m, err := f.Olga.Say(f.Ctx, f.Channel, "/game replay")
		if err != nil {
			t.Error(err)
		}
		film <- m
	}()
	f.Eventually("somebody looks back", slow.held.Load)
	f.Says(f.Anna, "/stack show hex:5.09", "1 Armour")
	f.Says(f.Anna, "/end", "Turn 1, Blue exploitation")
	close(slow.letGo)
	f.Has(<-film, "3 frames")
}

func TestAnswer_LateIsDeferred(t *testing.T) {
	f, slow := slowed(t)
	hold := func(kind int, act func() player.Message) player.Message {
		slow.holdUntil(func() {
			f.Eventually("the answer is deferred", func() bool {
				return len(f.Requests(func(x localtable.Exchange) bool {
					var c struct{ Type int }
					return answers(x) && json.Unmarshal(x.Body, &c) == nil && c.Type == kind
				})) > 0
			})
		})
		return act()
	}
	// A command's answer is deferred as a message of its own (type 5), a press in a private message as a change of that
	// message (type 6).
	moved := f.Has(hold(5, func() player.Message { return f.Say(f.Anna, "/move units:b-1-arm to:6.09") }),
		"moved from 5.09 to 6.09")
	m := f.Tap(f.Anna, moved, "Orders", "End the phase")
	hold(6, func() player.Message { return f.Tap(f.Anna, m, "End the phase") })
	f.Await(f.Anna, func(now player.Message) bool {
		return now.ID == m.ID && strings.Contains(now.Content, "Turn 1, Blue combat")
	})
}
