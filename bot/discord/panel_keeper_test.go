package discord_test

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"grognard/bot/localtable/player"
)

// editsOf says whether a request is an edit of a message by the bot itself.
func editsOf(r *http.Request, m player.Message) bool {
	return r.Method == http.MethodPatch && strings.HasSuffix(r.URL.Path, "/channels/"+m.ChannelID+"/messages/"+m.ID)
}

// A press on a panel is answered while Discord does not answer the bot's own edit of that panel, or of another.
func TestAPressDoesNotWaitForAnEdit(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.request = patience })
	started := h.begin()
	anna, boris := h.directPanel(h.anna, started), h.directPanel(h.boris, started)
	hung := make(chan struct{}, 100)
	h.setDeny(func(r *http.Request) (int, string) {
		if !editsOf(r, anna) && !editsOf(r, boris) {
			return 0, ""
		}
		if _, err := io.Copy(io.Discard, r.Body); err != nil { // else the end of the connection is not noticed
			t.Error(err)
		}
		hung <- struct{}{}
		<-r.Context().Done() // as long as the bot waits
		return http.StatusServiceUnavailable, "{}"
	})
	h.say(h.anna, "/end")
	<-hung
	if m := h.tapPanel(h.boris, boris, "Plan"); m.Content == "" {
		t.Error("the panel of the other side is empty")
	}
	if m := h.tapPanel(h.anna, anna, "End the phase"); !strings.Contains(m.Content, "Blue combat") {
		t.Errorf("the panel shows %q", m.Content)
	}
}

// A panel that cannot be edited stays its user's, and the bot tries again: it is deleted only if its message is.
func TestAPanelOutlivesARefusal(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	panel := h.directPanel(h.anna, h.begin())
	var tried atomic.Int32
	h.setDeny(func(r *http.Request) (int, string) {
		if !editsOf(r, panel) || tried.Add(1) > 1 {
			return 0, ""
		}
		return http.StatusBadRequest, `{"code": 50035, "message": "Invalid Form Body"}`
	})
	h.say(h.anna, "/end")
	h.turnsInto(h.anna, panel, "Blue combat")

	var refused atomic.Int32
	h.setDeny(func(r *http.Request) (int, string) {
		if !editsOf(r, panel) {
			return 0, ""
		}
		refused.Add(1)
		return http.StatusForbidden, `{"code": 50007, "message": "Cannot send messages to this user"}`
	})
	h.say(h.anna, "/end")
	h.eventually("the edit is refused", func() bool { return refused.Load() > 0 })
	boris := h.directPanel(h.boris, h.await(h.olga, inChannel(h.channel, "The game begins")))
	h.say(h.anna, "/end")
	h.eventually("the other panel is edited", func() bool { return h.edits(boris) > 0 })
	if n := refused.Load(); n != 1 {
		t.Errorf("a panel that waits was edited %d times", n)
	}
	if list, err := h.store.Panels(h.ctx); err != nil || len(list) != 2 {
		t.Errorf("the panels are %v, %v", list, err)
	}
	h.setDeny(nil)
	h.close()
	h.open()
	h.turnsInto(h.anna, panel, "You have no orders to give now")
}

// A choice in a direct message that is not the panel any more opens the panel anew.
func TestAChoiceBelowALostPanel(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	panel := h.directPanel(h.anna, h.begin())
	menu := h.tapPanel(h.anna, h.tapPanel(h.anna, panel, "7.08 ×1"), "Step by step")
	h.setDeny(func(r *http.Request) (int, string) {
		if editsOf(r, panel) {
			return http.StatusNotFound, `{"code": 10008, "message": "Unknown Message"}`
		}
		return 0, ""
	})
	h.say(h.anna, "/end")
	h.eventually("the bot gives the panel up", func() bool {
		list, err := h.store.Panels(h.ctx)
		return err == nil && len(list) == 0
	})
	h.setDeny(nil)
	again := h.linkedPanel(h.anna, h.tap(h.anna, menu, "Back"))
	if !strings.Contains(again.Content, "Blue combat") {
		t.Errorf("the panel is %q", again.Content)
	}
}

// If the answer to a press on a panel is lost, the bot edits the panel by itself.
func TestALostAnswerOnAPanel(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	asked := h.tapPanel(h.anna, h.directPanel(h.anna, h.begin()), "End the phase")
	h.setDeny(func(r *http.Request) (int, string) {
		if strings.HasSuffix(r.URL.Path, "/callback") {
			return http.StatusBadRequest, `{"code": 50035, "message": "Invalid Form Body"}`
		}
		return 0, ""
	})
	ctx, cancel := context.WithCancel(h.ctx)
	var pressing sync.WaitGroup
	for _, c := range parts(asked) {
		if strings.HasPrefix(c.CustomID, "y") {
			pressing.Go(func() {
				if m, err := h.anna.Click(ctx, asked.ID, c.CustomID); err == nil {
					t.Errorf("the press is answered by %q", m.Content)
				}
			})
		}
	}
	h.turnsInto(h.anna, asked, "Blue combat")
	cancel()
	pressing.Wait()
}

// The panel of a user who has his data deleted goes with it, as it shows what his side knows.
func TestAForgottenPanelIsDeleted(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	panel := h.directPanel(h.boris, h.begin())
	h.tap(h.boris, h.tap(h.boris, h.say(h.boris, "/privacy"), "Delete my data"), "Delete for good")
	if slices.ContainsFunc(h.everything(h.boris), func(m player.Message) bool { return m.ID == panel.ID }) {
		t.Error("the panel is still there")
	}
}
