package discord

import (
	"slices"
	"testing"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/tell"
	"grognard/rules/view"
)

// The layers of /map that can be chosen are those that games have.
func TestLayersAreChoices(t *testing.T) {
	loc := inEnglish(t)
	layers := func(kinds ...string) []ask.FixedChoice {
		list := registered(loc, new(bot).commandSpecs(kinds), nil)
		options := list[slices.IndexFunc(list, func(c command) bool { return c.Name == "map" })].Options
		return options[slices.IndexFunc(options, func(o ask.Option) bool { return o.Name == "layer" })].Choices
	}
	if got, want := layers("supply", "weather"),
		[]ask.FixedChoice{{Name: "supply", Value: "supply"}, {Name: "weather", Value: "weather"}}; !slices.Equal(got,
		want) {
		t.Errorf("the choices are %v, want %v", got, want)
	}
	if got := layers(); len(got) > 0 {
		t.Errorf("without layers the choices are %v", got)
	}
}

// A game that has not what a command shows says so, and not that a unit is unseen.
func TestLooksThatAGameHasNot(t *testing.T) {
	m := &view.Map{Layers: []view.LayerKind{{Name: "reach", Of: view.OfUnit}}}
	if err := look.CheckOverlay(m, look.ReachLayer); err != nil {
		t.Errorf("what the game has is refused: %v", err)
	}
	if words, ok := tell.Refuse(inEnglish(t), look.CheckOverlay(m, look.ThreatsLayer)); !ok ||
		words != "/threats has nothing to show in this game." {
		t.Errorf("what it has not is refused by %q", words)
	}
}
