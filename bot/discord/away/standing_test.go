package away_test

import (
	"fmt"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/standing"
)

// assaulted returns a drill in which Blue stands before Red's 3 Infantry and 1 Militia, and every fight takes two
// steps and two hexes of the defender.
func assaulted(t *testing.T) modules.Folder {
	return discordtest.Drill(t, map[string]string{"charts.yaml": discordtest.Combat("D2r2")},
		`{at: "7.10", units: [b-3-inf, b-1-mil]}`, `{at: "12.10", units: [b-3-inf, b-1-arm]}`,
		`{at: "5.09", units: [b-1-arm, b-1-mot]}`, `{at: "5.09", units: [b-1-mil, b-1-mot]}`)
}

// A whole fight against a defender who sleeps resolves at once. The channel reads in the one message of the fight that
// a standing answer decided; the defender alone reads which one.
func TestStanding_FightAgainstASleeper(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(assaulted(t)))
	before := len(f.Posted(f.Olga))
	f.Says(f.Boris, "/standing answer set:Flexible", "**Saved.**", "**Flexible**: Hold in victory hexes")
	f.Says(f.Boris, "/standing answer hex:13.10 answer:retreat to 15.11", "• 13.10: Retreat to 15.11")
	if after := len(f.Posted(f.Olga)); after != before {
		t.Errorf("%d messages came to the channel of standing answers", after-before)
	}
	for text, want := range map[string]string{
		"/standing try":                       "the Blue player attacks with",
		"/standing try hex:13.10 result:D1r2": "**13.10: Retreat to 15.11** decides",
		"/standing try hex:13.10 result:D1r1": "**Flexible** decides (13.10: Retreat to 15.11 is impossible: no legal retreat",
		"/standing try hex:13.10 result:D9z":  "D9z",
		"/standing try result:D1r2":           "needs a `hex:`",
	} {
		f.Says(f.Boris, text, want)
	}
	tried := f.Say(f.Boris, "/standing try hex:13.10 result:D1r2")
	if alt := f.Picture(f.Boris, tried); !strings.Contains(alt, "round 13.10") ||
		!strings.Contains(alt, "12.10 3 Infantry") {
		t.Errorf("the picture of the fight is said as %q", alt)
	}
	f.Say(f.Anna, "/end")
	f.Lacks(f.Says(f.Anna, "/attack target:13.10 units:b-1-arm,b-3-inf", "Red player's standing answer decides"),
		"Your standing answer")
	told := f.AwaitPosted(f.Olga, "Red player's standing answer decides", ", advance ")
	if len(told.Mentions) > 0 && told.Mentions[0].ID == f.Boris.User().ID || strings.Contains(told.Content, "15.11:") {
		t.Errorf("the channel reads %q", told.Content)
	}
	f.Say(f.Anna, "/pass")
	f.Say(f.Anna, "/end")
	f.Has(f.AwaitDM(f.Boris, "Your standing answer"), "decided: 13.10: Retreat to 15.11")
	f.Says(f.Boris, "/standing answer", "Last used: 13.10: Retreat to 15.11")
}

// The player for whom an answer chose the units that lose steps is told why these, and nobody else is.
func TestStanding_WhyUnitsPay(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Drill(t,
		map[string]string{"charts.yaml": discordtest.Combat("D1")},
		`{at: "5.09", units: [b-1-arm, b-1-mot]}`, `{at: "12.10", units: [b-1-arm, b-1-mot]}`,
		`{at: "13.12", units: [r-4-inf]}`, `{at: "13.12", units: [r-1-mil]}`,
		`{at: "13.10", units: [r-3-inf, r-1-mil]}`, `{at: "13.10", units: [r-3-inf, r-4-inf]}`)))
	f.Says(f.Boris, "/standing answer set:Flexible", "**Saved.**")
	f.Say(f.Anna, "/end")
	f.Says(f.Anna, "/attack target:13.10 units:b-1-arm,b-1-mot", "Red player's standing answer decides")
	f.Say(f.Anna, "/end")
	f.AwaitDM(f.Boris, "decided: Flexible", "Why 3 Infantry: of the units that can take it, this loss costs the least")
	for _, m := range f.Visible(f.Anna) {
		f.Lacks(m, "Why 3 Infantry")
	}
}

// What is wrong with an answer is said in one line, and nothing is changed. About a unit of the enemy
// a player reads the same as about a unit that does not exist.
func TestStanding_Refusals(t *testing.T) {
	f := discordtest.New(t)
	f.Refused(f.Anna, "/standing answer", "no game in this channel")
	f.Begin()
	f.Refused(f.Olga, "/standing answer", "You don't play")
	f.Says(f.Anna, "/standing answer set:stubborn hex:7.10 answer:Save the tanks", "**Stubborn**", "7.10: Save the tanks")
	for options, want := range map[string]string{
		"set:brave":                          "There is no ready-made set “brave”. Try Stubborn, Flexible, Save the tanks or none.",
		"set:hold":                           "There is no ready-made set “hold”.",
		"answer:hold":                        "`answer:` needs a `hex:` or a `unit:`",
		"hex:99.09 answer:hold":              "99.09 is not on this map.",
		"hex:7.10 answer:hurry":              "“hurry” is not an answer. Try Stubborn, Flexible, Save the tanks, Hold, Retreat, Ask me or none.",
		"hex:7.10 answer:hold 7.09":          "A hex can follow Retreat, not Hold.",
		"hex:7.10 answer:retreat 99.09":      "99.09 is not on this map.",
		"hex:7.10 unit:b-1-arm answer:hold":  "for a `hex:` or for a `unit:`, not for both",
		"unit:nobody answer:hold":            "You have no unit “nobody”.",
		"unit:r-1-arm answer:hold":           "You have no unit “r-1-arm”.",
		"unit:r-1-arm":                       "You have no unit “r-1-arm”.",
		"hex:nowhere answer:hold":            "nowhere",
		"unit:13.10 answer:hold":             "You have no unit “13.10”.",
		"unit:1 Security answer:retreat x.y": "x.y",
	} {
		m := f.Ask(f.Anna, "/standing answer "+options)
		if !strings.Contains(m.Content, want) || strings.Count(m.Content, "\n") > 0 {
			t.Errorf("%s: %q, want %q", options, m.Content, want)
		}
	}
	f.Has(f.Says(f.Anna, "/standing answer", "**Stubborn**", "7.10: Save the tanks"))
	f.Lacks(f.Says(f.Anna, "/standing answer set:none hex:7.10 answer:none", "You have no standing answers"), "7.10")
	for i := range standing.MostExceptions {
		f.Say(f.Anna, fmt.Sprintf("/standing answer hex:%d.%02d answer:retreat to 10.10", 10+i/5, 10+i%5))
	}
	f.Refused(f.Anna, "/standing answer unit:b-1-arm answer:hold", "up to 25 exceptions")
}

// Standing answers are chosen by menus alone, for all, for a hex and for one of its units, and removed; another player
// cannot do it.
func TestStanding_ByMenus(t *testing.T) {
	f := discordtest.Begun(t)
	m := f.Says(f.Boris, "/standing answer", "You have no standing answers")
	m = f.Has(picks(f, f.Boris, m, "Which ready-made set?", "stubborn"), "**Stubborn**: Hold while a step is left")
	m = f.Has(picks(f, f.Boris, m, "Do you want time", "2"), "You have 2 hours to answer first.")
	m = f.Has(picks(f, f.Boris, m, "Another answer at a hex", "13.10"), "13.10: ", "instead of the ready-made set?")
	var unit wire.MenuOption
	for _, c := range m.Parts() {
		if strings.HasPrefix(c.Placeholder, "For one unit only") {
			unit = c.Options[0]
		}
	}
	m = f.Has(picks(f, f.Boris, m, "Retreat to a hex", "13.10:retreat:15.11"), "• 13.10: Retreat to 15.11")
	m = picks(f, f.Boris, m, "Another answer at a hex", "13.10")
	m = f.Has(picks(f, f.Boris, m, "For one unit only", unit.Value), "**"+unit.Label+"**")
	m = f.Has(picks(f, f.Boris, m, "What do you answer?", unit.Value+":ask"), "• "+unit.Label+": Ask me")
	m = picks(f, f.Boris, m, "Change an exception", "13.10")
	m = f.Lacks(picks(f, f.Boris, m, "What do you answer?", "13.10:none"), "15.11")
	m = f.Has(f.Tap(f.Boris, m, "Use them while I'm here, too"), "They also make the decisions that your own orders lead to.")
	m = f.Has(f.Tap(f.Boris, m, "Try"), "No enemy that you can see")
	m = f.Tap(f.Boris, m, "Standing answers")
	f.Has(f.Tap(f.Boris, m, "Remove all"), "You have no standing answers")
}

// picks chooses the entry of a menu with a value.
func picks(f *discordtest.Fixture, p *player.Player, m player.Message, menu, value string) player.Message {
	f.T.Helper()
	for _, c := range m.Parts() {
		if !strings.HasPrefix(c.Placeholder, menu) {
			continue
		}
		for _, o := range c.Options {
			if o.Value == value {
				return must.Get(p.Choose(f.Ctx, m.ID, c.CustomID, o.Value))(f.T)
			}
		}
		f.T.Fatalf("the menu %q has no %q: %+v", menu, value, c.Options)
	}
	f.T.Fatalf("there is no menu %q below %q", menu, m.Content)
	return m
}
