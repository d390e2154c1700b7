package play_test

import (
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
)

// The panel of a team's player has his own units alone, also of a stack that he shares, and counts what these can do.
// What is not about units is said to be his whole side's.
func TestAPanelOfAShare(t *testing.T) {
	t.Parallel()
	f := discordtest.New(t)
	carla := f.Carla()
	started := f.Begin()
	f.Has(f.Tap(f.Anna, started, "Orders"), "7 stacks unmoved")
	f.Say(f.Anna, "/seat team-add user:Carla formation:b-1-arm, b-1-cav")
	f.Say(carla, "/seat answer answer:take")
	panel := f.Tap(carla, started, "Orders")
	f.Has(panel, "2 stacks unmoved")
	var stacks []string
	for _, c := range discordtest.Parts(panel) {
		if strings.Contains(c.Label, "×") || len(c.Options) > 0 {
			stacks = append(stacks, c.Label)
		}
	}
	if !slices.Equal(stacks, []string{"7.06 ×1", "5.09 ×1"}) {
		t.Errorf("his stacks are %q", stacks)
	}
	ways := f.Tap(carla, panel, "7.06 ×1")
	f.Has(ways, "from 7.06: 1 Cavalry 2-2-8 (8 MP)\n")
	for _, part := range []string{"Part of the stack", "1 Cavalry", "1 Infantry"} {
		f.HasLabel(ways, part, false)
	}
	moved := f.TapStarting(carla, ways, "A ")
	if !strings.HasPrefix(moved.Content, "Blue: 1 Cavalry moved from 7.06 to ") ||
		!strings.Contains(moved.Content, "1 stack unmoved") {
		t.Errorf("after the move the panel is %q", moved.Content)
	}
}

// What is not about units is said to be the whole side's, on the panel of a player who commands some of its units.
func TestAPanelSaysWhatIsTheWholeSides(t *testing.T) {
	t.Parallel()
	f := discordtest.New(t)
	carla := f.Carla()
	started := f.Open("module:afb side:german", "soviet")
	f.Say(f.Anna, "/seat team-add user:Carla formation:3 Pz Div")
	f.Say(carla, "/seat answer answer:take")
	own := f.Tap(carla, started, "Orders").Content
	if !strings.Contains(own, "3 units to set up") || strings.Contains(own, "whole side") {
		t.Errorf("before the first turn she reads\n%s", own)
	}
	f.Say(f.Anna, "/end")
	theirs, own := f.Tap(f.Anna, started, "Orders").Content, f.Tap(carla, started, "Orders").Content
	if strings.Contains(theirs, "whole side") || !strings.Contains(own, "(for your whole side)") {
		t.Errorf("the commander reads\n%s\nand a player of his team\n%s", theirs, own)
	}
}
