package discord_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/localtable/player"
	"grognard/rules/modules"
)

// meeting is a drill in which every fight is a retreat of one hex, and Blue's 3 Infantry and
// 1 Armour stand before Red's 2 Infantry in 12.10 and a stack of two in 13.10.
func meeting(t *testing.T) modules.Folder {
	t.Helper()
	drill, err := modules.Files("drill")
	if err != nil {
		t.Fatal(err)
	}
	setup := string(drill["setup.yaml"])
	for was, is := range map[string]string{
		`{at: "7.10", units: [b-3-inf, b-1-mil]}`: `{at: "12.09", units: [b-3-inf, b-1-arm]}`,
		`{at: "5.09", units: [b-1-arm, b-1-mot]}`: `{at: "5.09", units: [b-1-mil, b-1-mot]}`,
		`{at: "13.08", units: [r-2-inf]}`:         `{at: "12.10", units: [r-2-inf]}`,
	} {
		if !strings.Contains(setup, was) {
			t.Fatalf("the drill is set up otherwise than by %s", was)
		}
		setup = strings.Replace(setup, was, is, 1)
	}
	return modules.Folder{ID: "drill", Where: "own/drill", Files: fstest.MapFS{
		"setup.yaml":  {Data: []byte(setup)},
		"charts.yaml": {Data: []byte("combat:\n  rows:\n" + always("Dr1"))},
	}}
}

// A fight that is typed shows what it would come to, and is given by a tap; what a stack
// hides is a range and no name. When it has changed since, nothing is given before it was
// shown anew.
func TestOddsBeforeAFight(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{meeting(t)} })
	h.begin()
	shows := func(m player.Message, want ...string) {
		t.Helper()
		for _, w := range want {
			if !strings.Contains(m.Content, w) {
				t.Errorf("%q lacks %q", m.Content, w)
			}
		}
		if strings.Contains(m.Content, "Militia") {
			t.Errorf("it names who is not seen: %q", m.Content)
		}
	}
	const range13 = "Defence: 3 Infantry 7 + 1 unseen unit 0.5–5 = 7.5–12\nOdds 1:1–1:2 → column **1:1–1:2** (7.4)\n**Dr1** 100%\n"
	planned := h.ask(h.anna, "/odds target:13.10 units:3 infantry")
	shows(planned,
		"**Attack** `/attack target:13.10 units:3 Infantry`\nFor your combat phase, as things stand now:\nAttack: 3 Infantry 6\n"+range13)
	if _, ok := labelled(planned, "Attack"); ok {
		t.Error("a planned attack can be given")
	}
	h.refused(h.anna, "/odds target:13.10 units:b-1-mot", "1 Motorised is not adjacent to 13.10")
	h.refused(h.boris, "/odds target:12.09 units:r-2-inf", "It is the Blue movement phase")
	h.refused(h.olga, "/odds target:12.09 units:r-2-inf", "You don't play")
	h.refused(h.anna, "/attack target:13.10 units:b-3-inf", "You can't attack in the movement phase")

	h.say(h.anna, "/end")
	h.await(h.olga, inChannel(h.channel, "Blue combat"))
	channel := len(h.shown(h.olga))
	if got := h.suggested(h.anna, "/odds target:13"); got != "13.10" {
		t.Errorf("a target is completed by %q", got)
	}
	if got := h.suggested(h.anna, "/odds target:13.10 units:3"); got != "b-3-inf" {
		t.Errorf("a unit is completed by %q", got)
	}
	asked := h.ask(h.anna, "/odds target:13.10 units:b-3-inf")
	shows(asked, "Attack: 3 Infantry 6\n"+range13)
	typed := h.ask(h.anna, "/attack target:13.10 units:b-3-inf")
	shows(typed, range13,
		"Attacker loses steps: none; retreats 0%\nDefender loses steps: none; retreats 100%\nHex empty: 0% if the defender holds, 100% if it retreats (9.2, 9.0)", "Nothing is committed yet")
	if again := h.tap(h.anna, asked, "Attack"); again.Content != typed.Content {
		t.Errorf("the button of the odds shows %q, typed it is %q", again.Content, typed.Content)
	}
	if now := len(h.shown(h.olga)); now != channel {
		t.Errorf("%d messages came to the channel of odds", now-channel)
	}

	first := h.say(h.anna, "/attack target:12.10 units:b-1-arm")
	shows(first, "Blue attacks 12.10")
	h.say(h.boris, "/retreat units:r-2-inf path:13.10")
	h.say(h.anna, "/pass")
	const beaten = "Defence: 2 Infantry 4 ×0 [retreated here] + 2 unseen units "
	anew := h.tap(h.anna, typed, "Give the order")
	shows(anew, "have changed since you looked, so your order was not given", beaten)
	if given := h.tap(h.anna, anew, "Give the order"); !strings.Contains(given.Content, "Blue attacks 13.10") {
		t.Errorf("the order is answered by %q", given.Content)
	}
}

// A fight without a roll is shown in red, and says what it costs.
func TestOddsLeftOfTheTable(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{shore(t)} })
	h.begin()
	h.say(h.anna, "/end")
	m := h.ask(h.anna, "/attack target:13.10 units:b-1-mil")
	for _, want := range []string{"Odds 1:8–1:12 → column **below 1:3** (7.4)",
		"⚠ **Below 1:3: automatic A1. No die is rolled, and the attacker loses a step (7.4).**\n**A1** 100%",
		"Attacker loses steps: 1+ 100%; retreats 0%"} {
		if !strings.Contains(m.Content, want) {
			t.Errorf("%q lacks %q", m.Content, want)
		}
	}
	if give, ok := labelled(m, "Give the order"); !ok || give.Style != int(discordgo.DangerButton) {
		t.Errorf("the order is offered by %+v", give)
	}
}

// Picked by taps, a fight shows what it comes to as soon as it is one, and anew with each
// unit more or less.
func TestOddsWhileAFightIsPicked(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{meeting(t)} })
	started := h.begin()
	h.say(h.anna, "/end")
	m := h.tap(h.anna, h.tap(h.anna, started, "Orders"), "Attack")
	m = h.pickFirst(h.anna, m, "Choose a hex")
	if strings.Contains(m.Content, "Odds") {
		t.Errorf("there are odds without a unit: %q", m.Content)
	}
	const armour, infantry = "1 Armour 8-6-8 at 12.09", "3 Infantry 6-7-5 at 12.09"
	for _, step := range []struct{ tap, want string }{
		{armour, "Attack: 1 Armour 8\n"},
		{infantry, "Attack: 1 Armour 8 + 3 Infantry 6 = 14\n"},
		{"✓ " + armour, "Attack: 3 Infantry 6\n"},
		{"✓ " + infantry, "Tap the units that take part."},
		{"All that can reach it (2 units)", "Attack: 1 Armour 8 + 3 Infantry 6 = 14\n"},
	} {
		if m = h.tap(h.anna, m, step.tap); !strings.Contains(m.Content, step.want) {
			t.Fatalf("after a tap on %q it says %q, want %q", step.tap, m.Content, step.want)
		}
	}
	if got := h.tap(h.anna, m, "Give the order"); !strings.Contains(got.Content, "Blue attacks 12.10") {
		t.Errorf("the order is answered by %q", got.Content)
	}
}
