package scene_test

import (
	"testing"

	"grognard/render/scene"
	"grognard/rules/chart"
	"grognard/rules/view"
)

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
	b := scene.Battle{Told: []*view.Line{{Reckoned: &view.Reckoning{Alone: true, Roll: 6, Result: "d1"}}}}
	if odds, result, _ := b.Words(nil); odds != "–" || result != "d1" {
		t.Errorf("shown as %q, %q", odds, result)
	}
}
