package discord

import (
	"slices"
	"testing"

	"grognard/rules/view"
)

// The layers of /map that can be chosen are those that games have.
func TestLayersAreChoices(t *testing.T) {
	loc := inEnglish(t)
	layers := func(kinds ...string) []choiceOf {
		list := loc.commands(nil, kinds)
		options := list[slices.IndexFunc(list, func(c command) bool { return c.Name == "map" })].Options
		return options[slices.IndexFunc(options, func(o option) bool { return o.Name == "layer" })].Choices
	}
	if got, want := layers("supply", "weather"),
		[]choiceOf{{"supply", "supply"}, {"weather", "weather"}}; !slices.Equal(got, want) {
		t.Errorf("the choices are %v, want %v", got, want)
	}
	if got := layers(); len(got) > 0 {
		t.Errorf("without layers the choices are %v", got)
	}
}

// A game that has not what a command shows says so, and not that a unit is unseen.
func TestLooksThatAGameHasNot(t *testing.T) {
	m := &view.Map{Layers: []view.LayerKind{{Name: "reach", Of: view.OfUnit}}}
	if err := checkOverlay(m, reachLayer); err != nil {
		t.Errorf("what the game has is refused: %v", err)
	}
	if words, ok := inEnglish(t).refuse(checkOverlay(m, threatsLayer)); !ok ||
		words != "/threats has nothing to show in this game." {
		t.Errorf("what it has not is refused by %q", words)
	}
}
