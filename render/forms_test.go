package render

import (
	"bytes"
	"slices"
	"testing"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// formScene has the forms that no overlay of the other scenes has: dotted lines of fire that are
// told, over the counters and under them, plain lines, and tones on what had none.
func formScene() *view.Board {
	b := moveScene()
	_, way := view.Stage()
	fire := func(over bool, hexes ...string) view.Line {
		return view.Line{
			Forms: []view.Form{{Shape: view.DottedLine, Side: "blue", Tone: view.RingTone, Hexes: path(hexes...), Heads: true, Over: over}},
			Notes: []view.Note{{Text: "Line of fire", Sample: []view.Form{{Shape: view.DottedLine, Side: "blue", Tone: view.RingTone, Hexes: way}}}},
		}
	}
	b.Told = []view.Line{fire(true, "5.04", "5.01"), fire(false, "1.02", "4.03"), {Forms: []view.Form{
		{Shape: view.DottedLine, Side: "red", Hexes: path("8.03", "7.02", "6.02", "6.03"), Over: true},
		{Shape: view.SolidLine, Side: "red", Hexes: path("8.04", "7.04", "6.04", "5.05"), Heads: true},
		{Shape: view.SolidLine, Tone: view.MarkTone, Hexes: path("1.04", "2.04", "3.04")},
		{Shape: view.FineHatch, Side: "blue", Hexes: path("1.01", "2.01")},
		{Shape: view.BroadHatch, Side: "red", Tone: view.RingTone, Hexes: path("7.01", "8.01")},
		{Shape: view.CrossHatch, Side: "blue", Hexes: path("3.01")},
		{Shape: view.Border, Tone: view.RingTone, Hexes: path("2.05", "3.05")},
		{Shape: view.Tint, Side: "red", Level: 1, Most: 2, Hexes: path("6.05")},
		{Shape: view.LabelPlated, Side: "blue", Text: "12", Hexes: path("2.05", "6.03")},
		{Shape: view.Ring, Tone: view.RingTone, Hexes: path("5.01"), Over: true},
	}}}
	return b
}

// signScene has the signs that no fight and no air strike of the other scenes has, and words of
// their own for what left the map.
func signScene() *view.Board {
	b := moveScene()
	fire := func(side order.Side, target string, hit bool) view.Line {
		return view.Line{Deed: &view.Deed{Kind: view.Struck, Side: side, Path: path(target), Sign: view.Burst, Note: "Barrage", Hit: hit}}
	}
	b.Told = []view.Line{fire("blue", "5.01", true), fire("red", "5.04", false), deed(view.Struck, "red", "5.04"),
		{Deed: &view.Deed{Kind: view.Gone, Side: "blue", Path: path("2.04"), Count: 1}},
		{Reckoned: &view.Reckoning{Side: "blue", Target: at("7.02"), From: path("6.03"), Sign: view.Burst, Note: "Bombardment", Column: "16+", Result: "D1"}},
		{Reckoned: &view.Reckoning{Side: "red", Target: at("1.02"), From: path("2.02"), Sign: view.Swords, Note: "Attack", Column: "2:1", Result: "-"}}}
	return b
}

// Strikes of different signs on one hex are told apart, and each is explained by its words.
func TestStrikesBySign(t *testing.T) {
	b := signScene()
	if s := storyOf(b); len(s.raids) != 3 {
		t.Errorf("a barrage, and another with an air strike: %+v", s.raids)
	}
	var got []string
	for _, n := range brushOf(t, b, Paper()).overlay(nil, frame{}, b).toldNotes() {
		got = append(got, n.text)
	}
	if want := []string{"Barrage", "Air strike", "Left the map", "Attack", "Bombardment"}; !slices.Equal(got, want) {
		t.Errorf("explained are %q, want %q", got, want)
	}
}

// What one side comes to alone is explained by a column of its own table, for it has no odds.
func TestASampleWithoutOdds(t *testing.T) {
	b := moveScene()
	for alone, want := range map[bool]string{true: "11", false: "3:1"} {
		b.Told = []view.Line{{Reckoned: &view.Reckoning{Side: "blue", Target: at("7.02"), Sign: view.Burst, Note: "Bombardment", Column: "11", Result: "D", Alone: alone}}}
		notes := brushOf(t, b, Paper()).overlay(nil, frame{}, b).toldNotes()
		if len(notes) != 1 || notes[0].scene.Told[0].Reckoned.Column != want {
			t.Errorf("alone %v: %+v", alone, notes)
		}
	}
}

// Every shape of a form is drawn, under the counters or over them, and a form without hexes
// is nothing but a veil over all.
func TestEveryShapeIsDrawn(t *testing.T) {
	plain := boardOf(sheet(5, 3, hex.Even))
	p := painter(t)
	bare := shot(t, p, plain, Options{})
	for _, s := range []view.Shape{view.SolidLine, view.DashedLine, view.DottedLine, view.Tint, view.FineHatch, view.BroadHatch, view.CrossHatch,
		view.Border, view.Veil, view.Ring, view.Label, view.LabelPlated} {
		f := view.Form{Shape: s, Side: "blue", Text: "7"}
		drawn := func(f view.Form) bool {
			b := *plain
			b.Overlays = []view.Overlay{{Forms: []view.Form{f}}}
			return !bytes.Equal(bare, shot(t, p, &b, Options{}))
		}
		if got := drawn(f); got != (s == view.Veil) {
			t.Errorf("a %s of no hexes is drawn: %v", s, got)
		}
		f.Hexes = path("2.02", "3.02")
		if !drawn(f) {
			t.Errorf("a %s is not drawn", s)
		}
		if f.Over = true; !drawn(f) {
			t.Errorf("a %s over the counters is not drawn", s)
		}
		f.Hexes = path("2.02")
		drawn(f) // a line of one hex has no length, and is no reason to draw nothing at all
	}
}

// What several lines have in common is explained once.
func TestNotesOfFormsAreExplainedOnce(t *testing.T) {
	b := formScene()
	_, notes := brushOf(t, b, Paper()).overlay(nil, frame{}, b).explained()
	if len(notes) != 1 || notes[0].text != "Line of fire" {
		t.Errorf("two lines of fire are explained by %+v", notes)
	}
}

// A close-up of a fire shows where it came from.
func TestFocusHoldsWhatIsDrawn(t *testing.T) {
	b := &view.Board{Map: &view.Map{Grid: hex.Grid{Cols: 60, Odd: hex.Rows{First: 1, Last: 30}, Even: hex.Rows{First: 1, Last: 30}}},
		Told: []view.Line{{Forms: []view.Form{{Shape: view.DottedLine, Hexes: path("20.10", "22.11")}}}}}
	o, ok := Focus(b)
	if !ok {
		t.Fatal("no close-up")
	}
	for _, h := range path("20.10", "22.11") {
		if b.Map.Grid.Distance(h, o.Around) > o.Radius {
			t.Errorf("%v is not within %d of %v", h, o.Radius, o.Around)
		}
	}
}
