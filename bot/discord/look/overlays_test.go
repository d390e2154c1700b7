package look

import (
	"testing"

	"grognard/bot/discord/tell"
	"grognard/rules/view"
)

// A game that has not what a command shows says so, and not that a unit is unseen.
func TestLooksThatAGameHasNot(t *testing.T) {
	m := &view.Map{Layers: []view.LayerKind{{Name: "reach", Of: view.OfUnit}}}
	if err := CheckOverlay(m, ReachLayer); err != nil {
		t.Errorf("what the game has is refused: %v", err)
	}
	if words, ok := tell.Refuse(inEnglish(t), CheckOverlay(m, ThreatsLayer)); !ok ||
		words != "/threats has nothing to show in this game." {
		t.Errorf("what it has not is refused by %q", words)
	}
}
