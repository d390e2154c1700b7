package play_test

import (
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
)

// An activation of the Battalion Combat Series by thumb: every hex is a letter on a picture, and what has been chosen is
// given at once. A word begins a label; what begins with a space ends it.
func TestActivation_ByTaps(t *testing.T) {
	f := &thumb{Fixture: discordtest.New(t)}
	f.m = f.Open("module:bcs-drill scenario:kessing side:blue", "red")
	f.End(f.Anna, f.Boris) // the assignment of assets
	f.p, f.m = f.Boris, discordtest.OpenOrders(f.Fixture, f.Boris)
	for _, tap := range []string{"Activate", "Hussar Brigade", "Roll for SNAFU", "Give the order",
		"Objective", " 6.09", "End the objectives", "Hussar Scouts 5.13", " 5.10", "1 Hussars +1 6.13", " 6.10",
		" 6.09", "Engage 1 Hussars", "Move Trains", " 6.14", "End the activation", "End the activation", "Pass"} {
		f.taps++
		if tap[0] != ' ' {
			f.m = f.TapStarting(f.p, f.m, tap)
			continue
		}
		discordtest.Equal(t, tap+" is chosen on %d pictures", len(f.m.Attachments), 1)
		f.m = f.TapLetter(f.p, f.m, tap)
	}
	if !strings.Contains(f.m.Content, "The activation of Hussar Brigade ends") {
		t.Errorf("after %d taps: %q", f.taps, f.m.Content)
	}
	discordtest.Equal(t, "the activation took %d taps", f.taps, 18)
}
