package discord_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
)

// pictured is a message of this number with its picture.
func pictured(id string) func(player.Message) bool {
	return func(m player.Message) bool { return m.ID == id && len(m.Attachments) == 1 }
}

// A picture whose upload fails once follows its words at once: it does not wait for the two minutes
// after which the outbox is read when nothing happens.
func TestAPictureFollowsAtOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) {
		h.fault = once(localtable.Fault{Status: http.StatusServiceUnavailable},
			uploads)
	})
	began := h.begin()
	ctx, cancel := context.WithTimeout(h.ctx, 100*time.Second)
	defer cancel()
	m, err := h.olga.Await(ctx, pictured(began.ID))
	if err != nil {
		t.Fatal(err)
	}
	h.picture(h.olga, m)
	h.nothingOwed()
}

// Words that were owed when their game was moved are told in its new channel, and their picture
// follows them there.
func TestAPictureFollowsAGameThatIsMoved(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	h.nothingOwed()
	there, err := h.anna.Open(h.ctx, "quiet")
	if err != nil {
		t.Fatal(err)
	}
	old := h.channel
	h.setFault(everyTime(localtable.Fault{Status: http.StatusServiceUnavailable}, func(x localtable.Exchange) bool {
		return uploads(x) || sends(x) && strings.Contains(x.Path, old)
	}))
	h.say(h.anna, "/end")
	h.move(there)
	told := h.await(h.boris, inChannel(there, "Blue combat"))
	if len(told.Attachments) > 0 {
		t.Error("the picture is there before it can be")
	}
	h.setFault(nil)
	h.picture(h.boris, h.await(h.boris, pictured(told.ID)))
	h.nothingOwed()
}
