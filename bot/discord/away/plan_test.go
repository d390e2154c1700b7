package away_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
)

// menuSaying is the menu of a message that says so.
func menuSaying(f *discordtest.Fixture, m player.Message, says string) wire.Component {
	f.T.Helper()
	for _, r := range m.Components {
		for _, c := range r.Components {
			if c.Placeholder == says {
				return c
			}
		}
	}
	f.T.Fatalf("%q has no menu %q: %+v", m.Content, says, m.Components)
	return wire.Component{}
}

// A plan is written while the other side moves, shown with a picture, changed by buttons and menus, and
// carried out by one tap in its owner's phase; what was done is told to him alone.
func TestPlan_WrittenAndRun(t *testing.T) {
	f := discordtest.Begun(t)
	form, err := f.Boris.SayForm(f.Ctx, f.Channel, "/plan")
	discordtest.Check(t, err)
	field := form.Components[0].Components[0]
	if form.Title != "Orders for your next turn" || !strings.Contains(field.Placeholder, "if 13.14 is empty") ||
		field.Value != "" {
		t.Errorf("the form is %+v", form)
	}
	m := f.Reads(f.Fill(f.Boris, form, "r-1-arm > 14.08\nr-1-mot > 14.09 if 14.09 is enemy\nend\n7.12 < r-4-inf"),
		"Saved", "Your plan for turn 1", "5 minutes after", "**movement**",
		"**1** `r-1-arm > 14.08` 1 Armour: 15.08 → 14.08", "**2**", "its condition is not met", "**3** `end`",
		"unless the line ends in `!`", "**combat**", "**4** `7.12 < r-4-inf` ✗ As things stand")
	if alt := f.Picture(f.Boris, m); !strings.Contains(alt, "14.08") {
		t.Errorf("the picture is said as %q", alt)
	}
	f.HasLabel(m, "Carry out now", false)
	m = f.Choose(f.Boris, m, menuSaying(f, m, "Remove a line"), "4 7.12 < r-4-inf")
	m = f.Reads(f.Choose(f.Boris, m, menuSaying(f, m, "Starts after 5 minutes"), "after 30 minutes"),
		"30 minutes after", "**3** `end`")
	form = discordtest.TapForm(f, f.Boris, m, "Add lines…")
	m = f.Reads(f.Fill(f.Boris, form, "r-2-arm > 99.99"), "Line 3, `r-2-arm > 99.99`, can never be carried out",
		"is unchanged")
	fix, _ := discordtest.Labelled(m, "Fix my text…")
	if form, err = f.Boris.ClickForm(f.Ctx, m.ID, fix.CustomID); err != nil ||
		form.Components[0].Components[0].Value != "r-2-arm > 99.99" {
		t.Errorf("what was written is lost: %+v, %v", form, err)
	}
	f.Reads(f.Tap(f.Boris, m, "Plan"), "**3** `end`")
	for _, wrong := range []struct{ say, answer string }{
		{"/plan orders:# combat; r-1-arm > 14.08", "That plan has no orders"},
		{"/plan orders:r-1-arm 14.08", "the button has your text"},
		{"/plan orders:r-1-arm > 14.08 if it rains", "is not a condition"},
		{"/plan orders:r-1-arm > 14.08 if banana is empty", "“banana” is not a hex on the map."},
		{"/plan orders:end", "doesn't say which phase"},
		{"/plan orders:b-1-arm > 14.08", "can never be carried out"},
	} {
		f.Reads(f.Say(f.Boris, wrong.say), wrong.answer)
	}
	f.Reads(f.Say(f.Boris, "/privacy"), "standing answers or plans")
	list := f.Say(f.Boris, "/orders list:r-5-inf > 13.13")
	f.Reads(f.Tap(f.Boris, list, "Keep as a plan"), "Saved", "**3** `r-5-inf > 13.13`", "**4** `end`")
	f.End(f.Anna, f.Anna, f.Anna)
	f.Reads(f.Say(f.Boris, "/plan"), "It starts <t:")
	done := f.Reads(f.Say(f.Boris, "/move units:r-2-arm to:14.11"),
		"You are here, so your plan for this phase (4 lines)")
	f.Reads(f.Say(f.Boris, "/plan"), "won't start by itself")
	ran := f.Reads(f.Tap(f.Boris, done, "Carry out now"), "Your plan: 2 lines done", "✓ `r-1-arm > 14.08`",
		"✓ `r-5-inf > 13.13`",
		"– `r-1-mot > 14.09 if 14.09 is enemy`", "stopped before `end`", "Put `!`", "1 line is left", "1 Armour")
	f.Reads(f.Tap(f.Boris, ran, "Plan", "Delete plan"), "The plan is gone")
	for _, who := range []*player.Player{f.Anna, f.Olga} {
		for _, m := range f.Posted(who) {
			if strings.Contains(strings.ToLower(m.Content), "plan") {
				t.Errorf("others read of it: %q", m.Content)
			}
		}
	}
}

// What became of a plan that began by itself is told to its owner alone, with the position; where he takes
// no direct messages the channel hears nothing of it.
func TestPlan_ReportAfterRun(t *testing.T) {
	t.Parallel()
	for _, closed := range []bool{false, true} {
		t.Run(fmt.Sprintf("direct messages closed: %t", closed), func(t *testing.T) {
			clock := discordtest.ClockAt(discordtest.Noon())
			f := discordtest.Begun(t, clock.On)
			f.Says(f.Boris, "/plan orders:r-1-arm > 14.08; r-2-arm > 2.02; end! delay:1",
				"**Saved.** Only you can see it.",
				"starts by itself 1 minute after your phase begins, unless you give an order yourself")
			f.End(f.Anna, f.Anna, f.Anna)
			f.WaitDelivered()
			discordtest.Check(t, f.Boris.Settings(f.Ctx, closed, "en-US"))
			channel := len(f.Posted(f.Olga))
			discordtest.Advance(f, clock, 2*time.Hour)
			f.WaitDelivered()
			if now := f.Posted(f.Olga); len(now) != channel {
				t.Errorf("the channel hears %q", now[channel].Content)
			}
			var told []player.Message
			for _, m := range f.Visible(f.Boris) {
				if strings.Contains(m.Content, "Your plan: 1 line done") {
					told = append(told, m)
				}
			}
			if closed {
				if len(told) != 0 {
					t.Errorf("told is %q", told[0].Content)
				}
				f.Reads(f.Say(f.Boris, "/plan"), "Your plan for turn 1", "won't start by itself",
					"**1** `r-2-arm > 2.02` ✗")
				return
			}
			if len(told) != 1 || !slices.Equal(discordtest.PictureNames(told[0]), []string{"overview.png",
				"close-up-1.png"}) {
				t.Fatalf("told is %+v", told)
			}
			f.Alt(f.Boris, f.Tap(f.Boris, told[0], "Whole map"), "map.png")
			f.Reads(told[0], "Red movement", "✓ `r-1-arm > 14.08`", "stopped before `r-2-arm > 2.02`",
				"2 lines are left", "moved from 15.08 to 14.08")
			f.Reads(f.Tap(f.Boris, told[0], "Plan"), "Your plan for turn 1")
		})
	}
}
