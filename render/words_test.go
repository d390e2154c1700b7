package render

import "testing"

func TestSpell(t *testing.T) {
	for id, want := range map[string]string{"light-woods": "Light woods", "combat": "Combat", "": "", "öde": "Öde"} {
		if got := spell(id); got != want {
			t.Errorf("spell(%q) = %q; want %q", id, got, want)
		}
	}
}
