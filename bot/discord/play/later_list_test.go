package play_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
)

// A list for later is written while the other side moves, shown with a picture and carried out by one tap in its
// owner's phase; what was done is told to him alone.
func TestLaterList_WrittenAndRun(t *testing.T) {
	f := discordtest.Begun(t)
	var whens []string
	for _, s := range must.Get(f.Boris.Complete(f.Ctx, f.Channel, "/orders list:r-1-arm > 14.08 when:"))(t) {
		whens = append(whens, s.Name)
	}
	discordtest.Equal(t, "suggested is %q, want %q", fmt.Sprint(whens),
		"[my next turn (turn 1) movement (turn 1) combat (turn 1) exploitation (turn 1)]")
	panel := f.Tap(f.Boris, f.Started, "Orders")
	form := discordtest.TapForm(f, f.Boris, panel, "Type orders for my next turn…")
	if field := form.Components[0].Components[0]; form.Title != "Type orders for your next turn" || field.Value != "" {
		t.Errorf("the form is %+v", form)
	}
	m := f.Reads(f.Fill(f.Boris, form, "r-1-arm > 14.08 # north\nr-1-mot > 2.02\nend\n7.12 < r-4-inf"),
		"Your list for turn 1: 4 lines", "Only you can see it", "5 minutes after", "**movement**",
		"**1** `r-1-arm > 14.08` 1 Armour: 15.08 → 14.08", "**2** `r-1-mot > 2.02` ✗ As things stand",
		"**3** `end`", "**combat**", "**4** `7.12 < r-4-inf` ✗ As things stand")
	if alt := f.Picture(f.Boris, m); !strings.Contains(alt, "14.08") {
		t.Errorf("the picture is said as %q", alt)
	}
	for text, answer := range map[string]string{
		"list:r-1-arm 14.08 when:next":                      "it isn't an order without",
		"list:r-1-arm > 14.08 when:winter":                  "You can't keep a list for “winter”",
		"list:r-1-arm > 14.08 # or 14.09 > 14.10 when:next": "this reads like an order",
		"list:end; end; end; end when:my next turn":         "after the last phase of your turn",
	} {
		f.Reads(f.Say(f.Boris, "/orders "+text), answer)
	}
	f.Reads(f.Say(f.Boris, "/privacy"), "standing answers or list")
	asked := f.Reads(f.Say(f.Boris, "/orders list:r-5-inf > 13.13"), "4 lines", "Replace it with the one you have just written?")
	f.Reads(f.Tap(f.Boris, asked, "Leave it as it is"), "**4** `7.12 < r-4-inf`")
	asked = f.Say(f.Boris, "/orders list:r-5-inf > 13.13; r-1-arm > 2.02; r-2-arm > 14.11; end")
	now := f.Reads(f.Tap(f.Boris, asked, "Replace it"), "Your 4 orders", "So none of this")
	f.Reads(f.Tap(f.Boris, now, "Keep for my next turn"), "Your list for turn 1: 4 lines")
	f.End(f.Anna, f.Anna, f.Anna)
	f.Reads(f.Say(f.Boris, "/orders"), "It starts <t:")
	done := f.Reads(f.Say(f.Boris, "/move units:r-1-mot to:14.09"), "Your list for turn 1: 4 lines",
		"won't start by itself")
	show := f.Reads(f.Tap(f.Boris, done, "Go on: 4 lines left"), "won't start by itself", "**2** `r-1-arm > 2.02` ✗")
	ran := f.Reads(f.Tap(f.Boris, show, "Carry out 4 lines"), "3 of 4 lines done", "**1** 5 Infantry", "**2** ✗",
		"**3** 2 Armour", "The list doesn't end the phase, because a line was refused")
	form = discordtest.TapForm(f, f.Boris, ran, "Edit")
	rest := f.Fill(f.Boris, form, form.Components[0].Components[0].Value)
	f.Reads(f.Tap(f.Boris, rest, "Delete this list"), "The list is deleted")
	for _, who := range []*player.Player{f.Anna, f.Olga} {
		for _, m := range f.Posted(who) {
			if strings.Contains(strings.ToLower(m.Content), "list") {
				t.Errorf("others read of it: %q", m.Content)
			}
		}
	}
}

// Before a list begins by itself its owner is told, and afterwards what became of each line; at night these
// messages are silent. The channel hears nothing, even if he accepts no direct messages.
func TestLaterList_ToldBeforeAndAfter(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ closed, night bool }{{false, false}, {false, true}, {true, false}} {
		t.Run(fmt.Sprintf("%+v", c), func(t *testing.T) {
			clock := discordtest.ClockAt(discordtest.Noon())
			f := discordtest.Begun(t, clock.On)
			if c.night {
				f.Says(f.Boris, "/settings zone:UTC night:11:00 - 20:00", "11:00")
			}
			f.Says(f.Boris, "/orders list:r-1-arm > 14.08; r-2-arm > 2.02; end when:next",
				"It starts by itself 5 minutes after its phase begins, unless you give an order first")
			f.End(f.Anna, f.Anna, f.Anna)
			f.WaitDelivered()
			must.Do(t, f.Boris.Settings(f.Ctx, c.closed, "en-US"))
			channel := len(f.Posted(f.Olga))
			discordtest.Advance(f, clock, time.Second)
			f.WaitDelivered()
			discordtest.Advance(f, clock, 2*time.Hour)
			f.WaitDelivered()
			if now := f.Posted(f.Olga); len(now) != channel && (c.night || c.closed) {
				t.Errorf("the channel hears %q", now[channel].Content)
			}
			var told []player.Message
			for _, m := range f.Visible(f.Boris) {
				if strings.Contains(m.Content, "Your list starts") || strings.Contains(m.Content, "Your list: 1 line done") {
					told = append(told, m)
				}
			}
			if c.closed {
				discordtest.Equal(t, "%d messages came through, not %d", len(told), 0)
				f.Reads(f.Say(f.Boris, "/orders"), "won't start by itself", "**3** `end`")
				return
			}
			if len(told) != 2 || !slices.Equal(discordtest.PictureNames(told[1]), []string{"overview.png",
				"close-up-1.png"}) {
				t.Fatalf("told is %+v", told)
			}
			for _, m := range told {
				if silent := m.Flags&(1<<12) != 0; silent != c.night {
					t.Errorf("%q notifies him: %t", m.Content, !silent)
				}
			}
			f.Reads(told[0], "Red movement", "with 3 lines for this phase", "If you give any order yourself")
			f.Reads(told[1], "Red movement", "✓ **1** `r-1-arm > 14.08`", "✗ **2** `r-2-arm > 2.02` **Refused.**",
				"– **3** `end` was not reached", "The list doesn't end the phase", "moved from 15.08 to 14.08")
			f.Reads(f.Tap(f.Boris, told[1], "My list"), "Your list for turn 1: 1 line")
		})
	}
}
