package discord_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"grognard/bot/localtable/player"
	"grognard/rules/modules"
)

// assaulted is a drill in which Blue stands before Red's 3 Infantry and 1 Militia, and every fight takes
// two steps and two hexes of the defender.
func assaulted(t *testing.T) modules.Folder {
	t.Helper()
	drill, err := modules.Files("drill")
	if err != nil {
		t.Fatal(err)
	}
	setup := string(drill["setup.yaml"])
	for was, is := range map[string]string{
		`{at: "7.10", units: [b-3-inf, b-1-mil]}`: `{at: "12.10", units: [b-3-inf, b-1-arm]}`,
		`{at: "5.09", units: [b-1-arm, b-1-mot]}`: `{at: "5.09", units: [b-1-mil, b-1-mot]}`,
	} {
		if !strings.Contains(setup, was) {
			t.Fatalf("the drill is set up otherwise than by %s", was)
		}
		setup = strings.Replace(setup, was, is, 1)
	}
	return modules.Folder{ID: "drill", Where: "own/drill", Files: fstest.MapFS{
		"setup.yaml":  {Data: []byte(setup)},
		"charts.yaml": {Data: []byte("combat:\n  rows:\n" + always("D2r2"))},
	}}
}

// A whole fight against a defender who sleeps: it resolves at once, the channel reads in the one message of the
// fight that standing orders answered, and the defender alone by which line.
func TestAFightAgainstASleeper(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{assaulted(t)} })
	h.begin()
	before := len(h.shown(h.olga))
	for _, line := range []string{"at:13.10 lose first:weakest", "retreat toward:supply if exits>0 else hold"} {
		if m := h.say(h.boris, "/standing add line:"+line); !strings.Contains(m.Content, "`"+line+"`") {
			t.Errorf("added: %q", m.Content)
		}
	}
	if after := len(h.shown(h.olga)); after != before {
		t.Errorf("%d messages came to the channel of standing orders", after-before)
	}
	for text, want := range map[string]string{
		"/standing try":                       "Blue attacks with",
		"/standing try hex:13.10 result:D1r2": "**Line 2** decides: `retreat toward:supply if exits>0 else hold`",
		"/standing try hex:13.10 result:D9z":  "D9z",
		"/standing try result:D1r2":           "needs a `hex:`",
	} {
		if m := h.say(h.boris, text); !strings.Contains(m.Content, want) {
			t.Errorf("%s: %q, want %q", text, m.Content, want)
		}
	}
	tried := h.say(h.boris, "/standing try hex:13.10 result:D1r2")
	if alt := h.picture(h.boris, tried); !strings.Contains(alt, "round 13.10") ||
		!strings.Contains(alt, "12.10 3 Infantry") {
		t.Errorf("the picture of the fight is said as %q", alt)
	}
	h.say(h.anna, "/end")
	m := h.say(h.anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
	if !strings.Contains(m.Content, "Red answers by a standing order") ||
		strings.Contains(m.Content, "Your standing order") {
		t.Errorf("the attacker reads %q", m.Content)
	}
	told := h.await(h.olga, inChannel(h.channel, "Red answers by a standing order", ", advance "))
	if len(told.Mentions) > 0 && told.Mentions[0].ID == h.boris.User().ID || strings.Contains(told.Content, "supply") {
		t.Errorf("the channel reads %q", told.Content)
	}
	h.say(h.anna, "/pass")
	h.say(h.anna, "/end")
	own := h.await(h.boris, inChannel(h.direct(h.boris), "Your standing order 2"))
	if !strings.Contains(own.Content, "`retreat toward:supply if exits>0 else hold`") {
		t.Errorf("the defender reads %q", own.Content)
	}
	if m := h.say(h.boris, "/standing list"); !strings.Contains(m.Content, "Used last: line 2") {
		t.Errorf("the list says %q", m.Content)
	}
}

// What is wrong with a line is said in one line, and it is kept, to be written anew or to come before the
// line that stands in its way.
func TestStandingOrdersThatAreRefused(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.refused(h.anna, "/standing list", "no game in this channel")
	h.begin()
	h.refused(h.olga, "/standing list", "You don't play")
	h.refused(h.anna, "/standing remove number:3", "You have no standing order 3")
	h.say(h.anna, "/standing add line:hold")
	for line, want := range map[string]string{
		"holdd":                "holdd is not something you can order",
		"at:99.09 hold":        "is off the map",
		"unit:nobody hold":     "you have no unit, formation or type nobody",
		"hold if stepz>1":      "there is no condition stepz",
		"retreat":              "line 1 comes first and says otherwise for the same case",
		"at:13.08 retreat":     "line 1",
		"lose within 99 hours": "1 to 72 hours",
	} {
		m := h.ask(h.anna, "/standing add line:"+line)
		if !strings.Contains(m.Content, want) || strings.Count(m.Content, "\n") > 0 {
			t.Errorf("%s: %q, want %q", line, m.Content, want)
		}
	}
	m := h.ask(h.anna, "/standing add line:at:13.08 retreat")
	m = h.tap(h.anna, m, "Put before line 1")
	if !strings.Contains(m.Content, "**1.** `at:13.08 retreat`") || !strings.Contains(m.Content, "**2.** `hold`") {
		t.Errorf("put before: %q", m.Content)
	}
	if m = h.say(h.anna, "/standing remove number:1"); strings.Contains(m.Content, "retreat`") || !strings.Contains(m.Content, "**1.** `hold`") {
		t.Errorf("removed: %q", m.Content)
	}
}

// A standing order is built by menus alone, moved, switched off and removed; another player cannot do it, and a
// list that has changed meanwhile is not changed by what was shown before.
func TestStandingOrdersByTaps(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	m := h.say(h.boris, "/standing list")
	m = h.tap(h.boris, m, "Stubborn")
	sets := strings.Count(m.Content, "**") / 2
	if !strings.Contains(m.Content, "Set taken") || sets < 5 {
		t.Fatalf("a ready-made set: %q", m.Content)
	}
	m = h.tap(h.boris, m, "Flexible")
	if strings.Contains(m.Content, "full,strongest") {
		t.Errorf("another set: %q", m.Content)
	}
	m = h.tap(h.boris, m, "Add by menus")
	m = h.picks(h.boris, m, "Where?", "at:13.06")
	m = h.picks(h.boris, m, "What should they do?", "retreat")
	m = h.picks(h.boris, m, "Do you want time", "2")
	m = h.tap(h.boris, m, "How and when")
	m = h.picks(h.boris, m, "How?", "toward:supply")
	m = h.picks(h.boris, m, "On what condition?", "quantity:steps")
	m = h.picks(h.boris, m, "How many?", "steps<2")
	m = h.picks(h.boris, m, "And on what other condition?", "not zone")
	m = h.picks(h.boris, m, "What should they do otherwise", "hold")
	if want := "`at:13.06 retreat toward:supply if steps<2 and not zone else hold within 2 hours`"; !strings.Contains(m.Content, want) {
		t.Fatalf("built: %q, want %s", m.Content, want)
	}
	m = h.tap(h.boris, m, "Add")
	if !strings.Contains(m.Content, "Not added") {
		t.Errorf("behind lines that always answer: %q", m.Content)
	}
	m = h.tap(h.boris, m, "Put before line 1")
	if !strings.Contains(m.Content, "**1.** `at:13.06 retreat") {
		t.Fatalf("before them: %q", m.Content)
	}
	m = h.picks(h.boris, m, "Change a line", "1")
	m = h.tap(h.boris, m, "Remove")
	if strings.Contains(m.Content, "13.06") {
		t.Errorf("removed: %q", m.Content)
	}
	m = h.tap(h.boris, m, "Switch off")
	if !strings.Contains(m.Content, "switched off") {
		t.Errorf("switched off: %q", m.Content)
	}
}

// picks chooses the entry of a menu whose value ends so.
func (h *house) picks(p *player.Player, m player.Message, menu, value string) player.Message {
	h.t.Helper()
	for _, c := range parts(m) {
		if !strings.HasPrefix(c.Placeholder, menu) {
			continue
		}
		for _, o := range c.Options {
			if o.Value == value || strings.HasSuffix(o.Value, ":"+value) {
				next, err := p.Choose(h.ctx, m.ID, c.CustomID, o.Value)
				if err != nil {
					h.t.Fatal(err)
				}
				return next
			}
		}
		h.t.Fatalf("the menu %q has no %q: %+v", menu, value, c.Options)
	}
	h.t.Fatalf("there is no menu %q below %q", menu, m.Content)
	return m
}
