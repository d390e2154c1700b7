package discord_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"grognard/bot/localtable/player"
	"grognard/rules/modules"
)

// named is the drill with places, one of them of two hexes, and two units called the same.
func named() modules.Folder {
	return modules.Folder{ID: "drill", Where: "own/drill", Files: fstest.MapFS{
		"units.yaml": {Data: []byte("units:\n  b-4-inf: {name: Guards}\n  b-5-inf: {name: Guards}\n")},
		"map.yaml": {Data: []byte(`places:
  - {hex: "7.11", name: Spas Démyansk, kind: village}
  - {hex: "5.09", name: Yeln'ya, kind: village}
  - {hex: "8.08", name: Twin, kind: city}
  - {hex: "8.09", name: Twin, kind: city}
`)},
	}}
}

// A hex means those of one's own units that stand there and can do it; who stays is named.
func TestUnitsByHex(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{named()} })
	h.begin()
	for _, c := range []struct{ text, want string }{
		{"/move units:5.12 to:spas demyansk", "2 Armour, 2 Motorised moved from 5.12 to Spas Démyansk (7.11)"},
		{"/move units:yelnya 1 mot to:6.09", "1 Motorised moved from Yeln'ya (5.09) to 6.09"},
		{"/move units:7.10 to:2.10", "\n1 Militia takes no part: 2.10 costs 5 movement points, and only 4 are left."},
		{"/move units:7.10 to:1.01", "1.01 costs"},
		{"/move units:1 Cav 7.06, 1 Infantry to:8.06", "1 Infantry, 1 Cavalry moved from 7.06 to 8.06"},
	} {
		if m := h.say(h.anna, c.text); !strings.Contains(m.Content, c.want) {
			t.Errorf("%s is answered %q, want %q", c.text, m.Content, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"/move units:7.12 1 mil to:8.12", "there is no “7.12 1 mil”"},
		{"/move units:3.03 to:8.12", "you have no unit in “3.03”"},
		{"/move units:13.10 to:8.12", "you have no unit in “13.10”"},
		{"/move units:99.10 to:8.12", "you have no unit in “99.10”"},
		{"/move units:*x_y*`z` to:8.12", "You have no unit  x y  z "},
		{"/move units:Atlantis to:8.12", "You have no unit atlantis"},
		{"/move units:r-1-arm to:8.12", "You have no unit r-1-arm"},
		{"/move units:1 Mil to:Atlantis", "“Atlantis” is not a hex (try 10.07)"},
		{"/map at:Atlantis", "“Atlantis” is not a hex (try 10.07)"},
	} {
		h.refused(h.anna, c.text, c.want)
	}
	if m := h.say(h.anna, "/stack show hex:SPAS"); !strings.Contains(m.Content, "Spas Démyansk (7.11)") {
		t.Errorf("a stack by its place: %q", m.Content)
	}
	h.picture(h.anna, h.say(h.anna, "/map at:Yelnya"))
}

// What can mean several things is asked back, with a button for each: it says the whole
// command again, and is stale with its phase.
func TestWhichOne(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{named()} })
	h.begin()
	m := h.say(h.anna, "/move units:Guards, 1 Mil 7.10 to:8.12")
	if labels := labelsOf(m); !strings.Contains(m.Content, "which one is “Guards”?") || len(labels) != 2 ||
		!strings.HasPrefix(labels[0], "Guards 6-7-5 at 7.12") {
		t.Fatalf("a name of two units is answered by %q with %q", m.Content, labels)
	}
	if m = h.tap(h.anna, m, labelsOf(m)[0]); !strings.Contains(m.Content, "Refused") {
		t.Errorf("units of two hexes go together: %q", m.Content)
	}
	m = h.say(h.anna, "/move units:1 to:Twin")
	if m = h.tap(h.anna, m, labelsOf(m)[0]); !strings.Contains(m.Content, "which one is “1”?") {
		t.Fatalf("the second doubt is answered by %q", m.Content)
	}
	if m = h.tap(h.anna, m, labelsOf(m)[0]); !strings.Contains(m.Content, " to Twin (8.08)") {
		t.Errorf("the last choice is answered by %q", m.Content)
	}
	if m = h.say(h.anna, "/move units:8.08 to:Twin"); !strings.Contains(m.Content, "Twin (8.09)") {
		t.Errorf("the one hex that is free to go to is meant: %q", m.Content)
	}
	m = h.say(h.anna, "/map at:Twin")
	if labels := labelsOf(m); len(labels) != 2 || labels[0] != "Twin (8.08)" &&
		!strings.HasPrefix(labels[0], "Twin (8.08): ") {
		t.Fatalf("a place of two hexes: %q", labels)
	}
	h.picture(h.anna, h.tap(h.anna, m, labelsOf(m)[0]))
	m = h.say(h.olga, "/unit show unit:1 cav")
	if labels := labelsOf(m); len(labels) != 2 {
		t.Fatalf("a unit of either side: %q", labels)
	}
	if m = h.tap(h.olga, m, labelsOf(m)[0]); !strings.Contains(m.Content, "**1 Cavalry** · Blue") {
		t.Errorf("a unit of either side is shown as %q", m.Content)
	}
	late := h.say(h.anna, "/move units:Guards to:8.14")
	h.say(h.anna, "/end")
	if m = h.tap(h.anna, late, labelsOf(late)[0]); !strings.Contains(m.Content, "The position has changed") {
		t.Errorf("a button of the phase before is answered by %q", m.Content)
	}
}

// A command that no button can carry says what to type.
func TestWhichOneTooLong(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{named()} })
	h.begin()
	long := strings.TrimSuffix(strings.Repeat("b-1-arm, ", 12), ", ")
	h.refused(h.anna, "/move units:Guards, "+long+" to:8.12",
		"“Guards” could be `b-4-inf`, `b-5-inf`. Name it by its identifier.")
}

// labelsOf is what stands on a message's buttons.
func labelsOf(m player.Message) (labels []string) {
	for _, c := range parts(m) {
		labels = append(labels, c.Label)
	}
	return labels
}
