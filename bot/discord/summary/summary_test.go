package summary_test

import (
	"testing"

	"grognard/bot/discord/discordtest"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// The report in which a turn ends says so, with what the turn has cost.
func TestTurn_InTheReport(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
	f.Say(f.Anna, "/pass")
	f.End(f.Anna, f.Anna)
	f.AwaitPosted(f.Olga, "\n**Fights:**\n• **13.10** Attack at 5:1: **D1r3**; Red 1 Militia destroyed\n")
	f.End(f.Boris, f.Boris, f.Boris)
	f.AwaitPosted(f.Olga, "\n**Turn 1 of 10 is over.** 1 fight or strike.\nLost in it: Red 1 Militia destroyed\n"+
		"**Turn 2 of 10 begins**: Blue movement.\n")
}

// The report of an activation says that an HQ was jumped, although the channel was told of it when it happened.
func TestFights_JumpedHQ(t *testing.T) {
	f := discordtest.New(t)
	f.Open("module:bcs-drill scenario:kessing side:blue", "red")
	f.End(f.Anna, f.Boris)
	for _, order := range []string{"/activate formation:Hussar Brigade", "/snafu", "/objective hex:6.09", "/end",
		"/move units:hussars-scouts to:6.07"} {
		f.Say(f.Boris, order)
	}
	f.AwaitPosted(f.Olga, "Lancer Headquarters was jumped at 6.07 and has to retreat")
	f.TapLetter(f.Anna, f.Tap(f.Anna, f.Say(f.Anna, "/due"), "Decide"), "")
	f.Says(f.Boris, "/move units:hq-hussars to:6.12", "moved from 6.14 to 6.12") // its radius reaches the Scouts
	f.Say(f.Boris, "/end")
	f.Say(f.Boris, "/pass")
	f.AwaitPosted(f.Olga, "\n• Lancer Headquarters was jumped at 6.07 and has to retreat\n", "\n• Blue: Lancer Headquarters, which was jumped, ",
		"\n• Red: Hussar Scouts moved from 5.13 to 6.07\n")
}
