package referee_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"grognard/bot/referee/arrange"
	"grognard/bot/referee/proof"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// sure is an overlay of the drill of battalions with tables by which every roll succeeds.
const sure = `tables:
  snafu: {breaks: [{2-12: full}]}
  second: {breaks: [{2-12: granted}]}
  fatigue: {breaks: [{1-6: "-"}]}
  engagement: {breaks: [{2-12: t1}]}
  combat: {breaks: [{2-12: d2 situational}]}
`

// newActivation is a clock house with a game of battalions. In the first activation Blue's Lancers face Red's Hussars.
func newActivation(t *testing.T) *clockHouse {
	t.Helper()
	h := &clockHouse{newHouse(t, nil)}
	h.still, h.absence = true, 2*hour
	h.with(modules.Folder{ID: "bcs-drill", Where: "own/bcs-drill",
		Files: fstest.MapFS{"charts.yaml": {Data: []byte(sure)}}})
	check(t, h.Upkeep.Alive(h.ctx))
	h.starts(arrange.Opening{Module: "bcs-drill", Side: "blue", Clock: aDay()}, "red", "heron")
	h.settle()
	h.says("anna /end", "boris /end")
	return h
}

// says has players give orders, each written after its player's name.
func (h *clockHouse) says(orders ...string) {
	h.t.Helper()
	for _, o := range orders {
		user, text, _ := strings.Cut(o, " ")
		h.must(user, "c1", text)
		h.settle()
	}
}

// toTheFight returns the orders by which the Lancers attack the Hussars.
func toTheFight() []string {
	return []string{"anna /activate formation:lancers", "anna /snafu", "anna /objective hex:6.13", "anna /end",
		"anna /move units:lancers-1,lancers-3 to:6.12", "anna /engage unit:lancers-1 target:6.13",
		"anna /attack unit:lancers-1 target:6.13 assist:lancers-3"}
}

// In an activation the clock runs for the side that has the next decision: the other side for losses or a retreat, the
// acting one for an Engagement, an advance or the roll for a second activation. Steps in which nobody decides take no
// time, and the end of an activation adds as much as the end of a phase.
func TestClocks_RunInActivations(t *testing.T) {
	h := newActivation(t)
	h.left("the activations begin", 26*hour, 26*hour, "blue")
	h.later(hour)
	h.says(toTheFight()[:5]...)
	h.left("an Engagement is owed", 25*hour, 26*hour, "blue")
	h.later(hour)
	h.says(toTheFight()[5:]...)
	for _, step := range []struct {
		what, order string
		blue, red   time.Duration
	}{
		{"losses", "boris /losses units:hussars-1,hussars-3", 24, 26},
		{"a retreat", "boris /retreat units:hussars-1,hussars-3 to:6.16", 24, 25},
		{"an advance", "anna /advance units:lancers-1,lancers-3", 24, 24},
		{"activities", "anna /end", 23, 24},
		{"a second activation", "anna /pass", 22, 24},
	} {
		due, side := h.public().Board().Due, order.Side("blue")
		if due != nil {
			side = due.Side
		}
		h.left(step.what, step.blue*hour, step.red*hour, side)
		h.later(hour)
		h.says(step.order)
	}
	h.left("the activation has ended", 23*hour, 24*hour, "red")
	h.undo("anna")
	h.settle()
	h.left("its end is taken back, and added to once", 23*hour, 24*hour, "blue")
	h.says("anna /pass")
	h.left("it ends again", 23*hour, 24*hour, "red")
	h.restart()
	h.left("after a restart", 23*hour, 24*hour, "red")
	h.checkVerified()
}

// In an activation orders can be taken back one by one, as far as the last die or an announced attack. A decision of
// the other side can be taken back until the acting side has gone on.
func TestUndo_InAnActivation(t *testing.T) {
	h := newActivation(t)
	h.must("anna", "c1", "/activate formation:lancers")
	h.undo("anna")
	equal(t, "after the undo %q is active", h.public().Board().Phase.Group, "")
	h.says(toTheFight()[:2]...)
	final := func(after string) {
		t.Helper()
		var denial *view.Denial
		_, err := h.Orders.Undo(h.ctx, h.by("anna"), "")
		wrong(t, !errors.As(err, &denial) || denial.Why.ID != "deny.undo-nothing", "after %s is taken back: %v", after, err)
	}
	final("the SNAFU roll")
	h.says(toTheFight()[2:5]...)
	h.restart()
	for i := range 3 {
		due := h.public().Board().Due
		wrong(t, (due != nil) != (i == 0), "with %d orders taken back is owed %+v", i, due)
		h.undo("anna")
	}
	final("all since the SNAFU roll")
	h.says(toTheFight()[2:6]...)
	final("an Engagement")
	h.says(toTheFight()[6])
	final("an attack")
	h.says("boris /losses units:hussars-1,hussars-3", "boris /retreat units:hussars-1,hussars-3 to:6.16")
	for _, owed := range []string{"retreat", "losses"} {
		h.undo("boris")
		equal(t, "owed again is %q", h.public().Board().Due.Kind, owed)
	}
	h.says("boris /losses units:hussars-1,hussars-1", "boris /retreat units:hussars-1,hussars-3 to:6.16",
		"anna /advance units:lancers-1,lancers-3")
	wrong(t, !h.undo("boris").Asked, "the retreat goes back without consent, after the advance")
	h.undo("anna")
	final("the fight")
	h.checkVerified()
}

// A program is started anew while an Engagement is to be decided, and between the dice of a fight and its retreat. The
// game goes on as without that, with the same pending decision and the same dice, and all exports are verified.
func TestVerify_InAnActivation(t *testing.T) {
	var ends [2][]byte
	for i := range ends {
		h := newActivation(t)
		var early []*proof.Verified
		for _, o := range append(toTheFight(), "boris /losses units:hussars-1,hussars-3",
			"boris /retreat units:hussars-1,hussars-3 to:6.16", "anna /advance units:lancers-1,lancers-3", "anna /end") {
			h.says(o)
			if due := h.public().Board().Due; due != nil && i == 1 { // only the second game is interrupted
				early = append(early, mustVerify(t, h.export()))
				h.seed-- // of the same dice
				h.restart()
				equal(t, "after a restart is owed %+v", h.public().Board().Due, due)
			}
		}
		ends[i] = h.checkVerified()
		for _, e := range early {
			check(t, mustVerify(t, ends[i]).Contains(e))
		}
		equal(t, "%d exports were made early", len(early), []int{0, 5}[i])
	}
	equal(t, "the games are equal: %v", bytes.Equal(ends[0], ends[1]), true)
}
