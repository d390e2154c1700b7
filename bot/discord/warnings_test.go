package discord_test

import (
	"strings"
	"testing"

	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules/modules"
)

// The end of a phase that costs something is asked about once, whether it is typed or
// tapped, and the question is put anew when it costs something else by the time of the press.
func TestAnEndIsAskedAbout(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	started := h.begin()
	asked := h.ask(h.anna, "/end")
	if !strings.Contains(asked.Content, "End the phase?") ||
		!strings.Contains(asked.Content, "12 units haven't moved (3.0)") {
		t.Fatalf("/end is answered by %q", asked.Content)
	}
	if due := h.say(h.olga, "/due"); !strings.Contains(due.Content, "Blue movement") || len(parts(due)) > 0 {
		t.Fatalf("the phase ended without a yes: %q", due.Content)
	}
	if mine := h.tap(h.anna, h.say(h.anna, "/due"), "Orders"); !strings.Contains(mine.Content,
		"What you can order now") {
		t.Errorf("/due leads to %q", mine.Content)
	}
	tapped := h.tap(h.anna, h.tap(h.anna, started, "Orders"), "End the phase")
	if !strings.Contains(tapped.Content, "12 units haven't moved (3.0)") {
		t.Errorf("the button of the end says %q", tapped.Content)
	}
	moved := h.say(h.anna, "/move units:b-1-arm to:6.09")
	if !strings.Contains(moved.Content, "Left: 1 Armour 7 MP.") {
		t.Errorf("the mover is not told what is left: %q", moved.Content)
	}
	second := h.say(h.anna, "/move units:b-2-arm to:7.11")
	if !strings.Contains(second.Content, "1 Armour can't move again this phase; it had 7 MP left (3.0)") {
		t.Errorf("who turns to another unit is told %q", second.Content)
	}
	anew := h.tap(h.anna, asked, "End the phase")
	if !strings.Contains(anew.Content, "End the phase?") || !strings.Contains(anew.Content, "10 units haven't moved") {
		t.Fatalf("an old question is answered by %q", anew.Content)
	}
	if tapped = h.tap(h.anna, tapped, "End the phase"); !strings.Contains(tapped.Content, "10 units haven't moved") {
		t.Fatalf("the question of an old button is answered by %q", tapped.Content)
	}
	if done := h.tap(h.anna, anew, "End the phase"); !strings.Contains(done.Content, "Blue combat") {
		t.Errorf("the yes is answered by %q", done.Content)
	}
	if done := h.ask(h.anna, "/end"); !strings.Contains(done.Content, "Blue exploitation") {
		t.Errorf("an end that costs nothing is answered by %q", done.Content)
	}
	if late := h.tap(h.anna, tapped, "End the phase"); !strings.Contains(late.Content, "The position has changed") {
		t.Errorf("a yes to a phase that is over is answered by %q", late.Content)
	}
}

// Who may hold reads what it costs him before he gives the order.
func TestHoldingSaysWhatItCosts(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{shore(t)} })
	h.begin()
	h.say(h.anna, "/end")
	h.say(h.anna, "/attack target:13.10 units:b-3-inf")
	h.tap(h.boris, h.await(h.olga, inChannel(h.channel, ", retreat 1 hex")), "Decide")
	if other := h.say(h.anna, "/due"); len(parts(other)) > 0 {
		t.Errorf("who waits for the enemy is offered %v", parts(other))
	}
	m := h.tap(h.boris, h.tap(h.boris, h.say(h.boris, "/due"), "Decide"), "Hold")
	const cost = "lose 1 step: reduces 3 Infantry"
	if !strings.Contains(m.Content, cost) { // the only number is not asked
		t.Errorf("the order is offered by %q", m.Content)
	}
	if m = h.tap(h.boris, m, "Give the order"); !strings.Contains(m.Content, "3 Infantry") ||
		strings.Contains(m.Content, cost) {
		t.Errorf("the answer is %q", m.Content)
	}
}

// menu is a message's first menu.
func (h *house) menu(m player.Message) (wire.Component, bool) {
	for _, c := range parts(m) {
		if len(c.Options) > 0 {
			return c, true
		}
	}
	return wire.Component{}, false
}
