package scene_test

import (
	"testing"

	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/render/scene"
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/view"

	"pgregory.net/rapid"
)

// The part of a scene is what a close-up shows of the map: the hexes whose middle lies in the picture.
func TestAPartIsWhatACloseUpShows(t *testing.T) {
	b := rendertest.Board(rendertest.Map(12, 9, hex.Odd))
	whole := scene.Of(b)
	rapid.Check(t, func(t *rapid.T) {
		around := hex.Hex{Col: rapid.Int8Range(1, 12).Draw(t, "column"), Row: rapid.Int8Range(1, 9).Draw(t, "row")}
		radius := rapid.IntRange(0, 8).Draw(t, "radius")
		o := layout.Options{Part: hex.Part{Around: around, Radius: radius,
			Rows: rapid.IntRange(0, radius).Draw(t, "rows")}, HexSize: 100}
		f := must.Get(layout.New(b.Map.Grid, o, layout.Contents{}))(t)
		part := whole.Within(o.Part)
		for h := range b.Map.Grid.All() {
			if !whole.Covers(h) {
				t.Fatalf("the whole map lacks %v", h)
			}
			if in := f.Centre(h).Pixel().In(f.Body); in != part.Covers(h) && f.Size.X > layout.MinWidth {
				t.Fatalf("%+v: %v lies in the picture: %v", o.Part, h, in)
			}
		}
	})
}

// A fight without a column shows what led off the table: the odds, and the shift if there is one.
func TestBattle_WordsWithoutAColumn(t *testing.T) {
	for want, f := range map[string]view.Reckoning{
		"1:2 −2": {Odds: chart.Odds{Attack: 1, Defence: 2}, Shift: -2, Column: "none"},
		"1:4":    {Odds: chart.Odds{Attack: 1, Defence: 4}, Column: "none"},
		"2:1":    {Odds: chart.Odds{Attack: 3, Defence: 1}, Shift: -1, Column: "2:1"},
		"–":      {Alone: true, Shift: -3, Column: "none"},
	} {
		b := scene.Battle{Told: []*view.Line{{Reckoned: &f}}}
		if odds, _, _ := b.Words(nil); odds != want {
			t.Errorf("%+v is shown as %q, want %q", f, odds, want)
		}
	}
}

// Shells that fall by the die alone have neither odds nor a column: they are not shown as 0:0.
func TestBattle_WordsOfADieAlone(t *testing.T) {
	shells := &view.Line{Reckoned: &view.Reckoning{Alone: true, Roll: 6, Result: "- d1 -"}} // of three dice
	b := scene.Battle{Told: []*view.Line{shells, {Reckoned: &view.Reckoning{Result: "- -"}}, shells}}
	if odds, result, before := b.Words(rendertest.English(t)); odds != "–" || result != "d1" || before != "3 fights: d1" {
		t.Errorf("shown as %q, %q, %q", odds, result, before)
	}
}
