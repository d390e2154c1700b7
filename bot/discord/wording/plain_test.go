package wording

import (
	"testing"

	"grognard/bot/catalogue"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// ofOrsha returns a localizer for a map with one place, Orsha, and the hexes of Orsha and of a neighbour.
func ofOrsha(t *testing.T) (loc Localizer, orsha, beside hex.Hex) {
	t.Helper()
	c := must.Get(catalogue.New(nil))(t)
	orsha, beside = hex.Hex{Col: 13, Row: 14}, hex.Hex{Col: 12, Row: 13}
	rows := hex.Rows{First: 1, Last: 5}
	return New(c.In(catalogue.Default)).On(&view.Map{Sides: []order.Nation{{ID: "german", Name: "German"}},
		Grid: hex.Grid{Cols: 5, Odd: rows, Even: rows}, Places: []geography.Place{{Hex: orsha,
			Name: "Orsha"}}}), orsha, beside
}

// Lines of an account name a place before its number, and their paragraphs once, at the end.
func TestPlainLines(t *testing.T) {
	t.Parallel()
	loc, orsha, beside := ofOrsha(t)
	german, units := order.Side("german"), []view.Name{{ID: "g-9", Name: "9 Pz"}}
	advance := func(path ...hex.Hex) view.Text {
		return view.T("told.advance", "side", german, "units", units, "more", 0, "from", hex.Hex{Col: 12, Row: 14},
			"to", orsha, "path", path)
	}
	for _, c := range []struct {
		line view.Line
		want string
	}{
		{view.Line{Text: advance(beside, orsha), Rule: "10.0"},
			"German: 9 Pz advanced from 12.14 to Orsha (13.14) via 12.13 (10.0)"},
		{view.Line{Text: advance(orsha), Rule: "10.0"}, "German: 9 Pz advanced from 12.14 to Orsha (13.14) (10.0)"},
		{view.Line{Text: view.T("told.advance", append(advance(orsha).Args, "must", true)...), Rule: "10.0d"},
			"German: 9 Pz advanced from 12.14 to Orsha (13.14): an overrun must advance into the hex (10.0d)"},
		{view.Line{Text: view.T("told.kill", "hex", beside, "n", 1, "hit", 0), Rule: "afb 1.9", Dice: []int{3}, Roll: 7,
			SingleFaces: true}, "Kill roll: no loss at 12.13; roll No. 7: ⚂ (afb 1.9)"},
		{view.Line{Text: view.T("told.kill", "hex", beside, "n", 1, "hit", 1), Rule: "afb 1.9"},
			"Kill roll: 1 hit at 12.13 (afb 1.9)"},
		{view.Line{Text: view.T("told.kill", "hex", beside, "n", 3, "hit", 2), Rule: "afb 1.9"},
			"Kill rolls from the top down: 2 of 3 hit at 12.13 (afb 1.9)"},
		{view.Line{Text: view.T("told.draw-again", "side", german, "at", 36, "n", 30, "dice", 2), Rule: "afb 1.11"},
			"The German player draws one of 30 destroyed units: there is no number 36, rolled again (afb 1.11)"},
		{view.Line{Text: view.T("told.control", "side", german, "place", "Orsha", "hex", orsha, "vp", 2)},
			"The German player takes Orsha (13.14): 2 VP"},
	} {
		if got := loc.Line(c.line); got != c.want {
			t.Errorf("said\n%s\nwant\n%s", got, c.want)
		}
	}
}

// What is read aloud has no codes: marks are left out, and times are in words.
func TestUnmarked(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"**Bold** `/end`":                      "Bold /end",
		"since <t:1795736400:R>, <t:0> at all": "since 2026-11-26 23:40 UTC, 1970-01-01 00:00 UTC at all",
		"<t:soon:R> <t:12":                     "<t:soon:R> <t:12",
	} {
		if got := Unmarked(text); got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}

// Who owes a decision is asked for it.
func TestPlainRequests(t *testing.T) {
	t.Parallel()
	loc, orsha, beside := ofOrsha(t)
	units := []view.Counter{{ID: "g-9", Name: "9 Pz"}, {ID: "g-2", Name: "2 Pz"}}
	for want, p := range map[string]view.Prompt{
		"choose 5 units to be destroyed at Orsha (13.14): 9 Pz, 2 Pz (4.0a)": {Kind: "remove", Rule: "4.0a", N: 5,
			Hex: orsha},
		"take 1 step loss at Orsha (13.14): 9 Pz, 2 Pz (8.0a)": {Kind: "losses", Rule: "8.0a", N: 1, Hex: orsha},
		"retreat 2 hexes from Orsha (13.14), or hold: 9 Pz, 2 Pz (9.0)": {Kind: "retreat", Rule: "9.0", N: 2,
			Hex: orsha},
		"retreat 1 hex from 12.13, or hold: 9 Pz, 2 Pz. From 12.13 you can retreat only across a lake: hold and lose steps, " +
			"or be destroyed (9.0)": {Kind: "retreat", Rule: "9.0", N: 1, Hex: beside, Doomed: []hex.Hex{beside}},
	} {
		p.Side, p.Units = "german", units
		if got := loc.Asked(p); got != want {
			t.Errorf("asked\n%s\nwant\n%s", got, want)
		}
		if got := loc.Owed(p); got != "German: "+want {
			t.Errorf("owed: %s", got)
		}
	}
}

// The hex that is given as an example is one of the game's map, however small it is.
func TestExampleHex(t *testing.T) {
	t.Parallel()
	loc, _, _ := ofOrsha(t)
	p := &order.Problem{ID: "order.bad-hex", Verb: "move", Option: "to", Value: "banana"}
	if got := loc.Problem(p); got != "“banana” is not a hex (try 1.01)." {
		t.Errorf("on a small map: %s", got)
	}
	if got := english(t).Problem(p); got == "" {
		t.Error("without a map there is no example")
	}
}
