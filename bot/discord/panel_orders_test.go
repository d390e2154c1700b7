package discord_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules/modules"
)

// isPanel holds that an order has been answered in place by the panel: what can be done next stands there to be tapped,
// and not a button that leads to it.
func (h *house) isPanel(before, m player.Message) {
	h.t.Helper()
	if m.ID != before.ID {
		h.t.Errorf("the answer is another message: %q", m.Content)
	}
	for _, label := range []string{"Orders", "Decide"} {
		if _, ok := labelled(m, label); ok {
			h.t.Errorf("the answer is not the panel, it has the button %q: %q", label, m.Content)
		}
	}
	if len(parts(m)) == 0 {
		h.t.Errorf("nothing is left to press below %q", m.Content)
	}
}

// ends presses the button that ends the phase, and accepts what that costs.
func (h *house) ends(p *player.Player, m player.Message) player.Message {
	h.t.Helper()
	next := h.tap(p, m, "End the phase")
	if b, asked := labelled(next, "End the phase"); asked && strings.HasPrefix(b.CustomID, "y") {
		next = h.tap(p, next, "End the phase")
	}
	return next
}

// A phase is ended by one tap where that costs nothing, and else by two: its player reads the costs first, as when he
// types. Two taps at once, or one on a panel of before, end nothing more.
func TestAPhaseEndsByOneTap(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	started := h.begin()
	first, old := h.tap(h.anna, started, "Orders"), h.tap(h.anna, started, "Orders")
	asked := h.tap(h.anna, first, "End the phase")
	h.reads(asked, "End the phase?", "12 units haven't moved")
	h.reads(h.say(h.olga, "/due"), "Blue movement")
	h.reads(h.tap(h.anna, asked, "Orders"), "What you can order now") // he thinks again
	ended := h.ends(h.anna, h.tap(h.anna, started, "Orders"))
	h.reads(ended, "Blue combat", "What you can order now")
	h.reads(h.tap(h.anna, old, "End the phase"), "The position has changed", "Blue combat")
	one, two := h.tap(h.anna, started, "Orders"), h.tap(h.anna, started, "Orders")
	ends := 0
	for _, answer := range h.twoTaps(h.anna, "End the phase", one, two) {
		if !strings.Contains(answer, "The position has changed") {
			ends++
		}
		if !strings.Contains(answer, "Blue exploitation") {
			t.Errorf("a tap brings %q", answer)
		}
	}
	if ends != 1 {
		t.Errorf("%d of two taps ended the phase", ends)
	}
	h.reads(h.say(h.olga, "/due"), "Blue exploitation")
}

// The way through a fight by taps stays on the panel: the attack, the advance, its undoing, and to pass.
func TestAFightStaysOnThePanel(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{breach(t)} })
	panel := h.tap(h.anna, h.begin(), "Orders")
	m := h.ends(h.anna, panel)
	h.isPanel(panel, m)
	m = h.tap(h.anna, h.tap(h.anna, m, "Attack 13.10 (2)"), "All that can reach it (2 units)")
	m = h.tap(h.anna, m, "Give the order")
	h.isPanel(panel, m)
	h.reads(m, "Blue attacks 13.10", "Red: 1 Militia destroyed", "advance after the fight at 13.10")
	m = h.tap(h.anna, m, "Advance")
	units, _ := menu(m)
	m = h.choose(h.anna, m, units, "1 Armour 8-6-8 at 12.10")
	m = h.pickFirst(h.anna, m, "Enter a hex")
	m = h.tap(h.anna, m, "Give the order")
	h.isPanel(panel, m)
	h.reads(m, "1 Armour advanced", "advance")
	h.isPanel(panel, h.tap(h.anna, m, "Undo"))
	m = h.tap(h.anna, h.tap(h.anna, h.say(h.anna, "/due"), "Decide"), "Pass")
	h.reads(m, "Blue advances no further", "What you can order now")
	h.isPanel(m, m)
}

// A retreat and a hold are given on the panel. Only the answer that destroys units is red: the militia has one step.
func TestAnswersThatDestroyAreRed(t *testing.T) {
	t.Parallel()
	own := breach(t)
	own.Files.(fstest.MapFS)["charts.yaml"].Data = []byte("combat:\n  rows:\n" + always("Dr1"))
	for _, answer := range []string{"Hold 1", "Retreat 1 Militia: 14"} {
		h := newHouse(t, func(h *house) { h.own = []modules.Folder{own} })
		h.begin()
		h.say(h.anna, "/end")
		h.say(h.anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
		m := h.tap(h.boris, h.await(h.olga, inChannel(h.channel, ", retreat 1 hex")), "Decide")
		for _, c := range parts(m) {
			holds := c.Label == "Hold 1: lose 1 step: destroys 1 Militia"
			if red := c.Style == int(discordgo.DangerButton); red != holds {
				t.Errorf("red is %v, the label %q", red, c.Label)
			}
		}
		done := h.tap(h.boris, m, startingWith(t, m, answer))
		h.isPanel(m, done)
		h.reads(done, "1 Militia ")
	}
}

// A list that is carried out, changed or thrown away comes back as the panel, with Undo.
func TestAListStaysOnThePanel(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	panel := h.tap(h.anna, h.begin(), "Orders")
	written := func(list string) player.Message {
		b, _ := labelled(panel, "List")
		form, err := h.anna.ClickForm(h.ctx, panel.ID, b.CustomID)
		if err != nil {
			t.Fatal(err)
		}
		return h.fill(h.anna, form, list)
	}
	m := h.tap(h.anna, written("b-1-arm > 7.09"), "Discard")
	h.isPanel(panel, m)
	m = h.tap(h.anna, written("b-1-arm > 7.09; b-2-arm > 7.12"), "Carry out 2 lines")
	h.isPanel(panel, m)
	h.reads(m, "2 of 2 lines done", "What you can order now")
	m = h.tap(h.anna, m, "Undo")
	h.isPanel(panel, m)
	h.reads(m, "Taken back", "2 Armour moved")
}

// What is only looked at from the panel leads back to it.
func TestALookLeadsBackToThePanel(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	started := h.begin()
	h.say(h.boris, "/plan orders:r-1-arm > 14.08")
	for _, c := range []struct {
		who   *player.Player
		label string
	}{{h.anna, "My side"}, {h.boris, "Plan"}} {
		panel := h.tap(c.who, started, "Orders")
		look := h.tap(c.who, panel, c.label)
		if back := h.tap(c.who, look, "Orders"); look.ID != panel.ID || back.ID != panel.ID {
			t.Errorf("%s leads to %q and back to %q", c.label, look.Content, back.Content)
		}
	}
}

// A plan that is carried out from the panel comes back as the panel.
func TestAPlanStaysOnThePanel(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	started := h.begin()
	h.say(h.boris, "/plan orders:r-1-arm > 14.08")
	for range 3 {
		h.say(h.anna, "/end")
	}
	panel := h.tap(h.boris, started, "Orders")
	ways := h.tap(h.boris, panel, "13.06 ×2")
	m := h.tap(h.boris, ways, startingWith(t, ways, "A "))
	h.isPanel(panel, m)
	run := slices.IndexFunc(parts(m), func(c wire.Component) bool { return strings.HasPrefix(c.CustomID, "plan-run") })
	if run < 0 {
		t.Fatalf("no plan below %q", m.Content)
	}
	m = h.click(h.boris, m, parts(m)[run].CustomID)
	h.isPanel(panel, m)
	h.reads(m, "Your plan: 1 line done", "What you can order now")
}
