package wording

import (
	"testing"

	"grognard/rules/hex"
	"grognard/rules/view"
)

// What is asked by one rule has words of its own where the catalogue has them, and else those of its kind.
func TestAsked_WordsOfARule(t *testing.T) {
	at, tanks := hex.Hex{Col: 7, Row: 12}, []view.Counter{{ID: "tanks", Name: "Tanks"}}
	for rule, want := range map[view.Rule]string{
		"7.5-14": "retreat from 7.12 to the HQ or beside it (`/retreat`): Tanks (7.5-14)",
		"9.1f-1": "retreat an HQ from 7.12 (`/retreat`), three hexes to one with a road: Tanks (9.1f-1)",
		"chess":  "retreat 2 hexes from 7.12, or hold: Tanks",
	} {
		if got := english(t).Asked(view.Prompt{Kind: "retreat", Rule: rule, N: 2, Hex: at, Units: tanks}); got != want {
			t.Errorf("by %s: %q; want %q", rule, got, want)
		}
	}
}
