package discord_test

import (
	"slices"
	"strings"
	"testing"

	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
)

// menuSaying is the menu of a message that says so.
func (h *house) menuSaying(m player.Message, says string) wire.Component {
	h.t.Helper()
	for _, r := range m.Components {
		for _, c := range r.Components {
			if c.Placeholder == says {
				return c
			}
		}
	}
	h.t.Fatalf("%q has no menu %q: %+v", m.Content, says, m.Components)
	return wire.Component{}
}

// A plan is written while the other side moves, shown with a picture, changed by buttons and menus, and
// carried out by one tap in its owner's phase; what was done is told to him alone.
func TestAPlan(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	form, err := h.boris.SayForm(h.ctx, h.channel, "/plan")
	if err != nil {
		t.Fatal(err)
	}
	field := form.Components[0].Components[0]
	if form.Title != "Orders for your next turn" || !strings.Contains(field.Placeholder, "if 13.14 is empty") ||
		field.Value != "" {
		t.Errorf("the form is %+v", form)
	}
	m := h.fill(h.boris, form, "r-1-arm > 14.08\nr-1-mot > 14.09 if 14.09 is enemy\nend\n7.12 < r-4-inf")
	h.reads(m, "Saved", "Your plan for turn 1", "5 minutes after", "**movement**",
		"**1** `r-1-arm > 14.08` 1 Armour: 15.08 → 14.08", "**2**", "its condition is not met", "**3** `end`",
		"unless the line ends in `!`", "**combat**", "**4** `7.12 < r-4-inf` ✗ As things stand")
	if alt := h.picture(h.boris, m); !strings.Contains(alt, "14.08") {
		t.Errorf("the picture is said as %q", alt)
	}
	if _, there := labelled(m, "Carry out now"); there {
		t.Error("it can be carried out in the other side's phase")
	}
	m = h.choose(h.boris, m, h.menuSaying(m, "Remove a line"), "4 7.12 < r-4-inf")
	m = h.choose(h.boris, m, h.menuSaying(m, "Starts after 5 minutes"), "after 30 minutes")
	h.reads(m, "30 minutes after", "**3** `end`")
	edit, _ := labelled(m, "Add lines…")
	form, err = h.boris.ClickForm(h.ctx, m.ID, edit.CustomID)
	if err != nil {
		t.Fatal(err)
	}
	m = h.fill(h.boris, form, "r-2-arm > 99.99")
	h.reads(m, "Line 3, `r-2-arm > 99.99`, can never be carried out", "is unchanged")
	fix, _ := labelled(m, "Fix my text…")
	if form, err = h.boris.ClickForm(h.ctx, m.ID, fix.CustomID); err != nil ||
		form.Components[0].Components[0].Value != "r-2-arm > 99.99" {
		t.Errorf("what was written is lost: %+v, %v", form, err)
	}
	h.reads(h.tap(h.boris, m, "Plan"), "**3** `end`")
	for _, wrong := range []struct{ say, answer string }{
		{"/plan orders:# combat; r-1-arm > 14.08", "That plan has no orders"},
		{"/plan orders:r-1-arm 14.08", "the button has your text"},
		{"/plan orders:r-1-arm > 14.08 if it rains", "is not a condition"},
		{"/plan orders:end", "doesn't say which phase"},
		{"/plan orders:b-1-arm > 14.08", "can never be carried out"},
	} {
		h.reads(h.say(h.boris, wrong.say), wrong.answer)
	}
	h.reads(h.say(h.boris, "/privacy"), "standing orders or plans")
	list := h.say(h.boris, "/orders list:r-5-inf > 13.13")
	h.reads(h.tap(h.boris, list, "Keep as a plan"), "Saved", "**3** `r-5-inf > 13.13`", "**4** `end`")
	for range 3 {
		h.say(h.anna, "/end")
	}
	h.reads(h.say(h.boris, "/plan"), "It starts <t:")
	done := h.say(h.boris, "/move units:r-2-arm to:14.11")
	h.reads(done, "You are here, so your plan for this phase (4 lines)")
	h.reads(h.say(h.boris, "/plan"), "won't start by itself")
	ran := h.tap(h.boris, done, "Carry out now")
	h.reads(ran, "Your plan: 2 lines done", "✓ `r-1-arm > 14.08`", "✓ `r-5-inf > 13.13`",
		"– `r-1-mot > 14.09 if 14.09 is enemy`", "stopped before `end`", "Put `!`", "1 line is left", "1 Armour")
	h.reads(h.tap(h.boris, h.tap(h.boris, ran, "Plan"), "Delete plan"), "The plan is gone")
	for _, who := range []*player.Player{h.anna, h.olga} {
		for _, m := range h.shown(who) {
			if strings.Contains(strings.ToLower(m.Content), "plan") {
				t.Errorf("others read of it: %q", m.Content)
			}
		}
	}
}

// What became of a plan that began by itself is told to its owner alone, with the position; where he takes
// no direct messages the channel hears nothing of it.
func TestAPlanIsTold(t *testing.T) {
	t.Parallel()
	for _, closed := range []bool{false, true} {
		h := newClockHouse(t)
		h.begin("none")
		h.say(h.boris, "/plan orders:r-1-arm > 14.08; r-2-arm > 2.02; end! delay:60")
		for range 3 {
			h.say(h.anna, "/end")
		}
		h.delivered()
		if err := h.boris.Settings(h.ctx, closed, "en-US"); err != nil {
			t.Fatal(err)
		}
		channel := len(h.shown(h.olga))
		h.later(2)
		h.delivered()
		if now := h.shown(h.olga); len(now) != channel {
			t.Errorf("the channel hears %q", now[channel].Content)
		}
		var told []player.Message
		for _, m := range h.everything(h.boris) {
			if strings.Contains(m.Content, "Your plan: 1 line done") {
				told = append(told, m)
			}
		}
		if closed {
			if len(told) != 0 {
				t.Errorf("told is %q", told[0].Content)
			}
			h.reads(h.say(h.boris, "/plan"), "Your plan for turn 1", "won't start by itself",
				"**1** `r-2-arm > 2.02` ✗")
			continue
		}
		if len(told) != 1 || !slices.Equal(pictureNames(told[0]), []string{"overview.png", "close-up-1.png"}) {
			t.Fatalf("told is %+v", told)
		}
		h.altOf(h.boris, h.tap(h.boris, told[0], "Whole map"), "map.png")
		h.reads(told[0], "Red movement", "✓ `r-1-arm > 14.08`", "stopped before `r-2-arm > 2.02`", "2 lines are left",
			"moved from 15.08 to 14.08")
		h.reads(h.tap(h.boris, told[0], "Plan"), "Your plan for turn 1")
	}
}

// A form that a button opens in direct messages is taken for the game that the button names.
func TestAListWrittenInDirectMessages(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	h.say(h.anna, "/seat hand-over user:Olga")
	h.say(h.olga, "/seat answer answer:take")
	m := h.await(h.olga, inChannel(h.direct(h.olga), "Blue", "For your eyes"))
	m = h.linkedPanel(h.olga, h.tap(h.olga, m, "Orders"))
	list, _ := labelled(m, "List")
	form, err := h.olga.ClickForm(h.ctx, m.ID, list.CustomID)
	if err != nil {
		t.Fatal(err)
	}
	shown, err := h.olga.Fill(h.ctx, form, map[string]string{"text": "b-1-arm > 8.08"})
	if err != nil || shown.ID != m.ID {
		t.Errorf("the list is shown in another message: %q, %v", shown.Content, err)
	}
	h.reads(shown, "`b-1-arm > 8.08`")
}
