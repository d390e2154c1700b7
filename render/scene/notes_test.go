package scene

import (
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/rules/view"
)

// What one side comes to alone is explained by a column of its own table, for it has no odds.
func TestASampleWithoutOdds(t *testing.T) {
	b := rendertest.Moves()
	for alone, want := range map[bool]string{true: "11", false: "3:1"} {
		b.Told = []view.Line{{Reckoned: &view.Reckoning{Side: "blue", Target: rendertest.At("7.02"), Sign: view.Burst,
			Note: view.T("Bombardment"), Column: "11", Result: "D", Alone: alone}}}
		notes := toldNotes(rendertest.English(t), b)
		if len(notes) != 1 || notes[0].Sample.Told[0].Reckoned.Column != want {
			t.Errorf("alone %v: %+v", alone, notes)
		}
	}
}

// What several lines have in common is explained once.
func TestNotesOfFormsAreExplainedOnce(t *testing.T) {
	b := rendertest.Forms()
	_, notes := Explain(rendertest.English(t), b)
	if len(notes) != 1 || notes[0].Text != "Line of fire" {
		t.Errorf("two lines of fire are explained by %+v", notes)
	}
}
