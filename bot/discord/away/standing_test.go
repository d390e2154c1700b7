package away_test

import (
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/rules/modules"
)

// assaulted returns a drill in which Blue stands before Red's 3 Infantry and 1 Militia, and every fight takes two
// steps and two hexes of the defender.
func assaulted(t *testing.T) modules.Folder {
	return discordtest.Drill(t, map[string]string{"charts.yaml": discordtest.Combat("D2r2")},
		`{at: "7.10", units: [b-3-inf, b-1-mil]}`, `{at: "12.10", units: [b-3-inf, b-1-arm]}`,
		`{at: "5.09", units: [b-1-arm, b-1-mot]}`, `{at: "5.09", units: [b-1-mil, b-1-mot]}`)
}

// A whole fight against a defender who sleeps: it resolves at once, the channel reads in the one message of the
// fight that standing orders answered, and the defender alone by which line.
func TestStanding_FightAgainstASleeper(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(assaulted(t)))
	before := len(f.Posted(f.Olga))
	for _, line := range []string{"at:13.10 lose first:weakest", "retreat toward:supply if exits>0 else hold"} {
		f.Says(f.Boris, "/standing add line:"+line, "`"+line+"`")
	}
	if after := len(f.Posted(f.Olga)); after != before {
		t.Errorf("%d messages came to the channel of standing orders", after-before)
	}
	for text, want := range map[string]string{
		"/standing try":                       "Blue attacks with",
		"/standing try hex:13.10 result:D1r2": "**Line 2** decides: `retreat toward:supply if exits>0 else hold`",
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
	f.Lacks(f.Says(f.Anna, "/attack target:13.10 units:b-1-arm,b-3-inf", "Red answers by a standing order"),
		"Your standing order")
	told := f.AwaitPosted(f.Olga, "Red answers by a standing order", ", advance ")
	if len(told.Mentions) > 0 && told.Mentions[0].ID == f.Boris.User().ID || strings.Contains(told.Content, "supply") {
		t.Errorf("the channel reads %q", told.Content)
	}
	f.Say(f.Anna, "/pass")
	f.Say(f.Anna, "/end")
	f.Has(f.AwaitDM(f.Boris, "Your standing order 2"), "`retreat toward:supply if exits>0 else hold`")
	f.Says(f.Boris, "/standing list", "Used last: line 2")
}

// What is wrong with a line is said in one line, and it is kept, to be written anew or to come before the
// line that stands in its way.
func TestStanding_RefusedLines(t *testing.T) {
	f := discordtest.New(t)
	f.Refused(f.Anna, "/standing list", "no game in this channel")
	f.Begin()
	f.Refused(f.Olga, "/standing list", "You don't play")
	f.Refused(f.Anna, "/standing remove number:3", "You have no standing order 3")
	f.Say(f.Anna, "/standing add line:hold")
	for line, want := range map[string]string{
		"holdd":                "holdd is not something you can order",
		"at:99.09 hold":        "is off the map",
		"unit:nobody hold":     "you have no unit, formation or type nobody",
		"hold if stepz>1":      "there is no condition stepz",
		"retreat":              "line 1 comes first and says otherwise for the same case",
		"at:13.08 retreat":     "line 1",
		"lose within 99 hours": "1 to 72 hours",
	} {
		m := f.Ask(f.Anna, "/standing add line:"+line)
		if !strings.Contains(m.Content, want) || strings.Count(m.Content, "\n") > 0 {
			t.Errorf("%s: %q, want %q", line, m.Content, want)
		}
	}
	m := f.Ask(f.Anna, "/standing add line:at:13.08 retreat")
	f.Has(f.Tap(f.Anna, m, "Put before line 1"), "**1.** `at:13.08 retreat`", "**2.** `hold`")
	f.Lacks(f.Says(f.Anna, "/standing remove number:1", "**1.** `hold`"), "retreat`")
}

// A standing order is built by menus alone, moved, switched off and removed; another player cannot do it, and a
// list that has changed meanwhile is not changed by what was shown before.
func TestStanding_ByMenus(t *testing.T) {
	f := discordtest.Begun(t)
	m := f.Say(f.Boris, "/standing list")
	m = f.Tap(f.Boris, m, "Stubborn")
	sets := strings.Count(m.Content, "**") / 2
	if !strings.Contains(m.Content, "Set taken") || sets < 5 {
		t.Fatalf("a ready-made set: %q", m.Content)
	}
	m = f.Lacks(f.Tap(f.Boris, m, "Flexible"), "full,strongest")
	m = f.Tap(f.Boris, m, "Add by menus")
	m = picks(f, f.Boris, m, "Where?", "at:13.06")
	m = picks(f, f.Boris, m, "What should they do?", "retreat")
	m = picks(f, f.Boris, m, "Do you want time", "2")
	m = f.Tap(f.Boris, m, "How and when")
	m = picks(f, f.Boris, m, "How?", "toward:supply")
	m = picks(f, f.Boris, m, "On what condition?", "quantity:steps")
	m = picks(f, f.Boris, m, "How many?", "steps<2")
	m = picks(f, f.Boris, m, "And on what other condition?", "not zone")
	m = picks(f, f.Boris, m, "What should they do otherwise", "hold")
	if want := "`at:13.06 retreat toward:supply if steps<2 and not zone else hold within 2 hours`"; !strings.Contains(m.Content, want) {
		t.Fatalf("built: %q, want %s", m.Content, want)
	}
	m = f.Has(f.Tap(f.Boris, m, "Add"), "Not added")
	m = f.Has(f.Tap(f.Boris, m, "Put before line 1"), "**1.** `at:13.06 retreat")
	m = picks(f, f.Boris, m, "Change a line", "1")
	m = f.Lacks(f.Tap(f.Boris, m, "Remove"), "13.06")
	m = f.Has(f.Tap(f.Boris, m, "Switch off"), "switched off")
}

// picks chooses the entry of a menu whose value ends so.
func picks(f *discordtest.Fixture, p *player.Player, m player.Message, menu, value string) player.Message {
	f.T.Helper()
	for _, c := range discordtest.Parts(m) {
		if !strings.HasPrefix(c.Placeholder, menu) {
			continue
		}
		for _, o := range c.Options {
			if o.Value == value || strings.HasSuffix(o.Value, ":"+value) {
				return discordtest.Must(p.Choose(f.Ctx, m.ID, c.CustomID, o.Value))(f.T)
			}
		}
		f.T.Fatalf("the menu %q has no %q: %+v", menu, value, c.Options)
	}
	f.T.Fatalf("there is no menu %q below %q", menu, m.Content)
	return m
}
