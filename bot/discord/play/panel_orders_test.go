package play_test

import (
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"

	"github.com/bwmarrin/discordgo"
)

// isPanel fails the test unless m, the answer to an order, is the panel in the place of before: what can be done next
// stands there to be tapped, and not a button that leads to it.
func isPanel(f *discordtest.Fixture, before, m player.Message) {
	f.T.Helper()
	f.Eventually("the panel stands once", func() bool { // in the place of before, or below a report
		return m.ID == before.ID || !slices.ContainsFunc(f.Visible(f.Anna), func(v player.Message) bool {
			return v.ID == before.ID
		})
	})
	for _, label := range []string{"Orders", "Decide"} {
		f.HasLabel(m, label, false)
	}
	discordtest.Equal(f.T, "that nothing is left to press is %t", len(m.Parts()) == 0, false)
}

// ends presses the button that ends the phase, and accepts what that costs.
func ends(f *discordtest.Fixture, p *player.Player, m player.Message) player.Message {
	f.T.Helper()
	next := f.Tap(p, m, "End the phase")
	if b, asked := discordtest.Labelled(next, "End the phase"); asked && strings.HasPrefix(b.CustomID, "y") {
		next = f.Tap(p, next, "End the phase")
	}
	return next
}

// A phase is ended by one tap if that costs nothing, and else by two: its player reads the costs first, as when he
// types. Two taps at once, or one on an older panel, end no second phase.
func TestPanel_End(t *testing.T) {
	f := discordtest.Begun(t)
	first, old := f.Tap(f.Anna, f.Started, "Orders"), f.Tap(f.Anna, f.Started, "Orders")
	asked := f.Reads(f.Tap(f.Anna, first, "End the phase"), "End the phase?", "7 stacks haven't moved")
	f.Reads(f.Say(f.Olga, "/due"), "Blue movement")
	f.Reads(f.Tap(f.Anna, asked, "Back"), "You can give orders now") // he thinks again
	f.Reads(ends(f, f.Anna, f.Tap(f.Anna, f.Started, "Orders")), "Blue combat", "You can give orders now")
	f.Reads(f.Tap(f.Anna, old, "End the phase"), "Blue combat", "The position has changed")
	one, two := f.Tap(f.Anna, f.Started, "Orders"), f.Tap(f.Anna, f.Started, "Orders")
	ends := 0
	for _, answer := range twoTaps(f, f.Anna, "End the phase", one, two) {
		if !strings.Contains(answer, "The position has changed") {
			ends++
		}
		if !strings.Contains(answer, "Blue exploitation") {
			t.Errorf("a tap brings %q", answer)
		}
	}
	discordtest.Equal(t, "%d of two taps ended the phase", ends, 1)
	f.Reads(f.Say(f.Olga, "/due"), "Blue exploitation")
}

// All taps of a fight stay on the panel: those for the attack, the advance, its undo and the pass.
func TestPanel_Fight(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t)))
	panel := f.Tap(f.Anna, f.Started, "Orders")
	m := ends(f, f.Anna, panel)
	isPanel(f, panel, m)
	m = f.Tap(f.Anna, m, "Attack 13.10 (1 Militia) · 2 units, 5:1")
	m = f.Tap(f.Anna, m, "Give the order")
	isPanel(f, panel, m)
	f.Reads(m, "The Blue player attacks 13.10", "Red: 1 Militia destroyed", "advance after the fight at 13.10", "path:13.10")
	f.HasLabel(m, "Advance to 13.10: 1 Armour, 3 Infantry", true)
	m = f.Reads(f.Tap(f.Anna, m, "1 Armour"), "A letter goes on from there, up to 2 hexes farther; it gives the order where")
	if slices.ContainsFunc(discordtest.Labels(m), func(l string) bool { return strings.HasSuffix(l, " 12.10") }) {
		t.Errorf("an advance is led back to where it begins: %q", discordtest.Labels(m))
	}
	m = f.TapStarting(f.Anna, m, "Advance to ") // it could go farther
	isPanel(f, panel, m)
	f.Reads(m, "1 Armour advanced", "advance after")
	isPanel(f, panel, f.Tap(f.Anna, m, "Undo"))
	m = f.Reads(f.Tap(f.Anna, f.Say(f.Anna, "/due"), "Decide", "Pass"), "You can give orders now",
		"Blue: no further advance")
	isPanel(f, m, m)
}

// A player who waits for the other's decision sees the fight on his panel, where he can act again once it is taken.
func TestPanel_OthersDecision(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.WithFile(discordtest.Breach(t), "charts.yaml",
		discordtest.Combat("Dr1"))))
	f.Say(f.Anna, "/end")
	f.Tap(f.Anna, f.Started, "Orders", "In direct messages")
	panel := f.Tap(f.Anna, f.Started, "Orders")
	waits := f.Tap(f.Anna, panel, "Attack 13.10 (1 Militia) · 2 units, 5:1", "Give the order")
	f.Reads(waits, "You have no orders to give now")
	discordtest.Contains(t, f.Picture(f.Anna, waits), "round 13.10")
	discordtest.Contains(t, f.Picture(f.Anna, f.AwaitDM(f.Anna, "Waiting for Red", "This message updates by itself")), "round 13.10")
	f.Say(f.Boris, "/hold hexes:1")
	back := f.Await(f.Anna, func(m player.Message) bool { return m.Private() && strings.Contains(m.Content, "advance") })
	isPanel(f, panel, back)
}

// A retreat and a hold are given on the panel. Only answers that destroy units are red, and ask once: the militia has
// one step, and an enemy zone costs it.
func TestPanel_DestroyingAnswersAreRed(t *testing.T) {
	t.Parallel()
	own := discordtest.WithFile(discordtest.Breach(t), "charts.yaml", discordtest.Combat("Dr1"))
	for _, answer := range []string{"Hold instead", "B 14."} {
		t.Run(answer, func(t *testing.T) {
			f := discordtest.Begun(t, discordtest.With(own))
			f.Say(f.Anna, "/end")
			f.Say(f.Anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
			m := f.Tap(f.Boris, f.AwaitPosted(f.Olga, ", retreat 1 hex"), "Decide")
			for _, c := range m.Parts() {
				discordtest.Equal(t, c.Label+" is red: %t", c.Style == int(discordgo.DangerButton),
					strings.Contains(c.Label, "destroy"))
			}
			f.Has(m, "1 Militia is destroyed (9.0d)", "costs a step: enemy zone of control (9.0d)")
			done := f.TapStarting(f.Boris, m, answer)
			if strings.HasPrefix(answer, "Hold") {
				m = f.Tap(f.Boris, f.Reads(done, "destroying 1 Militia"), "Back")
				done = f.Tap(f.Boris, f.TapStarting(f.Boris, m, answer), "Yes, give it")
			}
			discordtest.Equal(t, "the answer is message %s", done.ID, m.ID)
			f.Reads(done, "1 Militia ")
		})
	}
}

// A list that is carried out, changed or thrown away comes back as the panel, with Undo.
func TestPanel_List(t *testing.T) {
	f := discordtest.Begun(t)
	panel := f.Tap(f.Anna, f.Started, "Orders")
	written := func(list string) player.Message {
		return f.Fill(f.Anna, discordtest.TapForm(f, f.Anna, panel, "Type orders"), list)
	}
	m := f.Tap(f.Anna, written("b-1-arm > 7.09"), "Delete this list")
	isPanel(f, panel, m)
	m = f.Tap(f.Anna, written("b-1-arm > 7.09; b-2-arm > 7.12"), "Carry out 2 lines")
	isPanel(f, panel, m)
	f.Reads(m, "You can give orders now", "2 of 2 lines done")
	m = f.Tap(f.Anna, m, "Undo the last order")
	isPanel(f, panel, m)
	f.Reads(m, "Taken back", "2 Armour moved")
}

// Pages that only show something lead back to the panel.
func TestPanel_Looks(t *testing.T) {
	f := discordtest.Begun(t)
	f.Say(f.Boris, "/orders list:r-1-arm > 14.08 when:next")
	for _, c := range []struct {
		who   *player.Player
		label string
	}{{f.Anna, "My side"}, {f.Boris, "My list"}} {
		panel := f.Tap(c.who, f.Started, "Orders")
		look := f.Tap(c.who, panel, c.label)
		f.HasLabel(look, "In direct messages", c.label == "My side") // a full panel has no room for it
		if back := f.Tap(c.who, look, "Back"); look.ID != panel.ID || back.ID != panel.ID {
			t.Errorf("%s leads to %q and back to %q", c.label, look.Content, back.Content)
		}
	}
}

// A list for later that is carried out from the panel comes back as the panel.
func TestPanel_LaterList(t *testing.T) {
	f := discordtest.Begun(t)
	f.Say(f.Boris, "/orders list:r-1-arm > 14.08 when:next")
	f.End(f.Anna, f.Anna, f.Anna)
	panel := f.Tap(f.Boris, f.Started, "Orders")
	ways := f.Tap(f.Boris, panel, "1 Infantry +1 13.06")
	m := f.TapStarting(f.Boris, ways, "A ")
	isPanel(f, panel, m)
	m = f.Tap(f.Boris, m, "Go on: 1 line left", "Carry out 1 line")
	isPanel(f, panel, m)
	f.Reads(m, "You can give orders now", "1 of 1 line done")
}

// The panel of a team's player has only units that he commands, even of a shared stack, and counts what these can do.
func TestPanel_TeamPlayer(t *testing.T) {
	f := discordtest.New(t)
	carla := discordtest.Sit(f, "Carla")
	started := f.Begin()
	f.Has(f.Tap(f.Anna, started, "Orders"), "7 stacks unmoved")
	f.Say(f.Anna, "/seat grant user:Carla units:b-1-arm, b-1-cav")
	f.Say(carla, "/seat answer answer:take")
	panel := f.Has(f.Tap(carla, started, "Orders"), "2 stacks unmoved")
	var stacks []string
	for _, c := range panel.Parts() {
		if strings.HasPrefix(c.CustomID, "panel-stack:") || len(c.Options) > 0 {
			stacks = append(stacks, c.Label)
		}
	}
	discordtest.Equal(t, "his stacks are %q", stacks, []string{"1 Cavalry 7.06", "1 Armour 5.09"})
	ways := f.Has(f.Tap(carla, panel, "1 Cavalry 7.06"), "from 7.06: 1 Cavalry 2-2-8 (8 MP); 1 stays. A letter gives the order at once.\n")
	for _, part := range []string{"Part of the stack", "1 Cavalry", "1 Infantry"} {
		f.HasLabel(ways, part, false)
	}
	moved := f.TapStarting(carla, ways, "A ")
	f.Reads(moved, "1 stack unmoved", "Blue: 1 Cavalry moved from 7.06 to ")
}

// On the panel of a player who commands some units, a task that is not about units is said to be the whole side's.
func TestPanel_WholeSide(t *testing.T) {
	f := discordtest.New(t)
	carla := discordtest.Sit(f, "Carla")
	started := f.Open("module:afb side:german", "soviet")
	f.Say(f.Anna, "/seat grant user:Carla units:3 Pz Div")
	f.Say(carla, "/seat answer answer:take")
	f.Lacks(f.Has(f.Tap(carla, started, "Orders"), "3 of them are still where the set-up put them"), "whole side")
	f.Say(f.Anna, "/end")
	f.Lacks(f.Tap(f.Anna, started, "Orders"), "whole side")
	f.Has(f.Tap(carla, started, "Orders"), "(for your whole side)")
}

// If only some units of a stack can still advance, each unit has a button.
func TestPanel_SomeOfAStackAdvance(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t, `{at: "7.06", units: [b-1-inf, b-1-cav]}`,
		`{at: "12.09", units: [b-1-inf, b-1-cav]}`)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-3-inf,b-1-arm,b-1-inf,b-1-cav")
	f.Say(f.Anna, "/advance units:b-1-arm,b-3-inf path:13.10")
	for _, unit := range []string{"1 Infantry", "1 Cavalry"} {
		discordtest.LabelStarting(f, f.Tap(f.Anna, f.Say(f.Anna, "/due"), "Decide"), unit)
	}
}
