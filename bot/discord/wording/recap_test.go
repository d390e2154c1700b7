package wording

import (
	"strings"
	"testing"

	"grognard/rules/view"
)

// An activation bears the name of its Formation, whatever others happens in it and whether it began before the lines.
func TestRecap_NamesTheActiveFormation(t *testing.T) {
	line := func(id string, args ...any) view.Line { return view.Line{Text: view.T(id, args...)} }
	blocked := line("bcs.told.blocked", "formation", "Hussar Brigade", "level", 1)
	ends := line("bcs.told.ends", "formation", "Lancer Brigade")
	begins := line("bcs.told.activates", "side", "blue", "formation", "Lancer Brigade")
	for _, told := range [][]view.Line{{begins, blocked}, {blocked, ends}} {
		r := english(t).Recap(told, &view.Board{Phase: view.Phase{Group: "lancers"}})
		if said := r[0].Words; len(r) != 1 || !strings.Contains(said, "Lancer Brigade") ||
			!strings.Contains(said, "Hussar Brigade: MSR Blocked 1") {
			t.Errorf("%d parts: %q", len(r), said)
		}
	}
}
