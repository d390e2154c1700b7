package direct

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/play"
	"grognard/bot/referee/api"
	"grognard/bot/referee/notify"

	"github.com/bwmarrin/discordgo"
)

// A press on a panel that is sent anew waits until that is known, on a worker. Nothing else waits: not a press
// elsewhere, and not the reader of the gateway, which only looks whether the panel is there.
func TestPanels_HoldWaitsForThePanelSentAnew(t *testing.T) {
	for name, c := range map[string]struct {
		channel, message string
		edits, isPanel   bool
		wait             time.Duration
	}{
		"the panel sent anew":              {"1", "30", true, true, sentWithin / 2},
		"a message above it":               {"1", "29", true, false, sentWithin / 2},
		"the panel, by an answer deferred": {"1", "30", false, false, sentWithin / 2},
		"in a server":                      {"2", "30", true, false, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			b, begun := Panels{Index: NewIndex()}, time.Now()
			b.Index.load(notify.Panel{User: "7", Channel: "1", Message: "10", Below: "20"}, begun)
			_, d, _ := b.Index.takeDue(t.Context(), begun)
			time.AfterFunc(sentWithin/2, func() {
				b.Index.write(d, notify.Panel{User: "7", Channel: "1", Message: "30"})
				b.Index.putBack(d)
			})
			req := ask.Request{Cmd: api.Command{User: "7", Channel: c.channel}, From: &discordgo.Message{ID: c.message}}
			if b.Index.IsPanel("7", c.message) || time.Since(begun) > 0 {
				t.Errorf("%s: the reader waits %v", name, time.Since(begun))
			}
			release := b.Hold(&req, func(bool) bool { return c.edits })
			wait, held := time.Since(begun), !d.tryHold()
			if req.OnPanel != c.isPanel || wait != c.wait || held != (c.isPanel || c.wait == 0) {
				t.Errorf("%s: on the panel: %t, after %v", name, req.OnPanel, wait)
			}
			release()
			synctest.Wait()
		})
	}
}

// What the store had at the start does not replace a panel that was made since, nor one that is being made.
func TestPanelIndex_LoadKeepsNewerPanels(t *testing.T) {
	old, made := notify.Panel{User: "1", Message: "10"}, notify.Panel{User: "1", Message: "11"}
	now := time.Now()
	x := NewIndex()
	d := x.panelOf("1")
	x.write(d, made)
	x.load(old, now)
	if got := x.read(d); got != made {
		t.Errorf("the panel is %+v, want %+v", got, made)
	}
	x.write(d, notify.Panel{User: "1"})
	if !x.hold(d, false) {
		t.Fatal("a panel that nobody has is not free")
	}
	x.load(old, now)
	d.release()
	if got := x.read(d); got.Message != "" {
		t.Errorf("%+v is loaded while another is made", got)
	}
	x.load(old, now)
	if _, due, _ := x.takeDue(context.Background(), now); due != d || x.read(d) != old {
		t.Errorf("due is %+v", due)
	}
}

// One panel is taken at a time, the one that has been due for the longest; a panel that waits is not due before.
func TestPanelIndex_OneDuePanelAtATime(t *testing.T) {
	ctx, now := context.Background(), time.Now()
	x := NewIndex()
	x.load(notify.Panel{User: "2", Message: "20", Game: "g"}, now.Add(-time.Minute))
	x.load(notify.Panel{User: "1", Message: "10", Game: "g"}, now.Add(-time.Hour))
	_, first, _ := x.takeDue(ctx, now)
	if first != x.panelOf("1") || !x.panelOf("2").tryHold() {
		t.Fatalf("%+v is taken first", first)
	}
	x.panelOf("2").release()
	x.postpone(first, now, time.Second, time.Hour)
	x.putBack(first)
	x.mark([]notify.Change{{Game: "g"}}, now)
	if _, d, next := x.takeDue(ctx, now); d != x.panelOf("2") || next != 2*time.Minute {
		t.Errorf("%+v is taken next, or else one in %v", d, next)
	}
	if _, d, _ := x.takeDue(ctx, now.Add(time.Hour)); d != first {
		t.Errorf("after its wait %+v is taken", d)
	}
}

// A panic while a panel is updated is logged, and the panel is tried again later.
func TestPanels_RefreshPanics(t *testing.T) {
	b := Panels{Index: NewIndex(), Desk: play.Desk{Kit: ask.Kit{Log: slog.New(slog.DiscardHandler)}}}
	b.Index.load(notify.Panel{User: "1", Message: "10"}, time.Now())
	ctx, d, _ := b.Index.takeDue(t.Context(), time.Now())
	b.refresh(ctx, d)
	if d.failed != 1 {
		t.Errorf("%d edits have failed", d.failed)
	}
}
