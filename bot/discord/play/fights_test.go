package play_test

import (
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"

	"github.com/bwmarrin/discordgo"
)

// Of units that may not all go equally far, the prompt says of each how far it may still go.
func TestAnAdvanceSaysHowFarEachGoes(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
	for _, step := range []struct{ order, want string }{
		{"", ", advance after the fight at 13.10, or pass: 1 Armour up to 3 hexes, 3 Infantry 1 hex (10.0)"},
		{"/advance units:b-1-arm path:13.10", "or pass: 1 Armour up to 2 hexes, 3 Infantry 1 hex (10.0)"},
		{"/advance units:b-1-arm path:14.10",
			", advance 1 hex after the fight at 13.10, or pass: 1 Armour, 3 Infantry (10.0)"},
		{"/advance units:b-3-inf path:13.10",
			", advance 1 hex after the fight at 13.10, or pass: 1 Armour (10.0)"},
	} {
		if step.order != "" {
			f.Say(f.Anna, step.order)
		}
		f.Says(f.Olga, "/due", step.want)
	}
}

// A fight at odds worse than the table has is one without dice; everybody hears of it at once
// all the same, with its picture.
func TestAFightLeftOfTheTableIsTold(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Shore(t)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-1-mil")
	m := f.AwaitPosted(f.Olga, "Blue attacks 13.10", "1 Militia destroyed")
	if len(m.Attachments) != 1 {
		t.Errorf("it is told with %d pictures: %q", len(m.Attachments), m.Content)
	}
}

// Who has only lakes to retreat over is told so before he answers, and every button that
// would destroy his units says so.
func TestOnlyLakesBehind(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Shore(t)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-3-inf")
	const warning = "From 13.10 you can retreat only over a lake: hold and lose steps, or be destroyed"
	asked := f.AwaitPosted(f.Olga, ", retreat 1 hex", warning)
	f.Says(f.Boris, "/due", warning)
	m := f.Tap(f.Boris, asked, "Decide")
	f.Has(m, warning)
	m = f.Tap(f.Boris, m, "Retreat")
	units, _ := discordtest.FindMenu(m)
	m = f.Choose(f.Boris, m, units, "1 Militia 1-3-4 at 13.10")
	m = f.PickFirst(f.Boris, m, "Enter a hex")
	give, ok := discordtest.Labelled(m, "Give the order")
	if !ok || give.Style != int(discordgo.DangerButton) || !strings.Contains(m.Content, "This order destroys units") {
		t.Errorf("the order is offered by %+v in %q", give, m.Content)
	}
	m = f.Tap(f.Boris, m, "Give the order")
	f.Has(m, "1 Militia can retreat from 13.10 only over a lake", "1 Militia destroyed",
		"3 Infantry destroyed")
}

// Who may hold reads what it costs him before he gives the order.
func TestHoldingSaysWhatItCosts(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Shore(t)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-3-inf")
	f.Tap(f.Boris, f.AwaitPosted(f.Olga, ", retreat 1 hex"), "Decide")
	if other := f.Say(f.Anna, "/due"); len(discordtest.Parts(other)) > 0 {
		t.Errorf("who waits for the enemy is offered %v", discordtest.Parts(other))
	}
	m := f.Tap(f.Boris, f.Say(f.Boris, "/due"), "Decide", "Hold")
	const cost = "lose 1 step: reduces 3 Infantry"
	if !strings.Contains(m.Content, cost) { // the only number is not asked
		t.Errorf("the order is offered by %q", m.Content)
	}
	m = f.Lacks(f.Has(f.Tap(f.Boris, m, "Give the order"), "3 Infantry"), cost)
}
