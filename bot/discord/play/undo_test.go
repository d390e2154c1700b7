package play_test

import (
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/play"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
)

// A move is taken back by its own button and moved again; nobody else hears of either.
func TestUndo_Move(t *testing.T) {
	f := discordtest.Begun(t)
	f.Refused(f.Anna, "/game undo", "You have no order to take back: none since the last roll or combat.")
	f.Refused(f.Olga, "/game undo", "You don't play")
	f.WaitOutbox()
	before := len(f.Visible(f.Boris))
	first := f.Say(f.Anna, "/move units:b-1-arm to:8.08")
	second := f.Say(f.Anna, "/move units:b-1-mot to:8.08")
	f.Has(f.Tap(f.Anna, first, "Undo"), "The position has changed")
	got := f.Has(f.Tap(f.Anna, second, "Undo"), "Taken back: Blue: 1 Motorised moved from 5.09 to 8.08",
		"Left: 1 Motorised 8 MP")
	f.Has(f.Tap(f.Anna, got, "Undo"), "Taken back: Blue: 1 Armour moved from 5.09 to 8.08")
	f.Say(f.Anna, "/move units:b-1-arm,b-1-mot to:7.08")
	discordtest.Equal(t, "the enemy has %d messages", len(f.Visible(f.Boris)), before)
	f.Say(f.Anna, "/end")
	f.Lacks(f.AwaitPosted(f.Olga, "Blue combat", "moved from 5.09 to 7.08"), "8.08")
	f.Say(f.Anna, "/game undo")
	undone := f.AwaitPosted(f.Olga, "Blue player takes back the last order", "it is turn 1, Blue movement again")
	f.Calls(undone)
}

// Once the enemy has acted he is asked in the channel, sees what he may know, and consents by a button or a command, or
// declines.
func TestUndo_Consent(t *testing.T) {
	f := discordtest.Begun(t)
	f.Say(f.Anna, "/move units:b-1-arm,b-1-mot to:8.08")
	f.End(f.Anna, f.Anna, f.Anna)
	f.Say(f.Boris, "/move units:r-1-arm to:14.08")
	f.Says(f.Anna, "/game undo", "The other side has acted since")
	f.Refused(f.Anna, "/game undo", "You have already asked the other player")
	f.Refused(f.Anna, "/game undo answer:consent", "That is your own request")
	request := f.AwaitPosted(f.Olga, "Blue player asks to take back the last order")
	f.Calls(request, f.Boris)
	f.Has(f.Tap(f.Olga, request, "Show the request"), "You don't play")
	seen := f.Lacks(f.Has(f.Tap(f.Boris, request, "Show the request"), "What you may know of it",
		"Red: 1 Armour"), "Motorised")
	f.Says(f.Boris, "/due", "Blue player asks to take back the last order")
	f.Has(f.Tap(f.Boris, seen, "Decline"), "Declined")
	f.AwaitPosted(f.Anna, discordtest.Mention(f.Anna), "the last Blue order stands")
	f.Await(f.Boris, func(m player.Message) bool { // nobody can answer it a second time
		b, there := discordtest.Labelled(m, "Show the request")
		return m.ID == request.ID && there && b.Disabled
	})
	withdrawn := f.Say(f.Anna, "/game undo")
	f.Has(f.Tap(f.Anna, withdrawn, "Withdraw the request"), "You have withdrawn your request")
	f.Say(f.Anna, "/game undo")
	f.Restart()
	f.Say(f.Boris, "/game undo answer:consent")
	agreed := f.Await(f.Olga, func(m player.Message) bool {
		return player.Posted(f.Channel, "The other side consents", "Blue player takes back the last order",
			"Blue exploitation again")(m)
	})
	f.Calls(agreed, f.Anna)
	f.Refused(f.Boris, "/game undo answer:consent", "no longer stands")
}

// Undo is on the panel, whatever has led to it, as long as the player's last order can be undone without consent; in
// private messages too, and after a restart.
func TestUndo_StaysOnThePanel(t *testing.T) {
	f := discordtest.Begun(t)
	old := f.Tap(f.Anna, f.Started, "Orders")
	typed := f.Say(f.Anna, "/move units:b-1-arm to:8.08")
	open := func() player.Message { return f.Tap(f.Anna, f.Started, "Orders") }
	written := func() player.Message {
		return f.Fill(f.Anna, discordtest.TapForm(f, f.Anna, open(), "Type orders"), "b-2-arm > 7.12")
	}
	for name, panel := range map[string]func() player.Message{
		"a typed order":       func() player.Message { return typed },
		"Orders":              open,
		"a stale press":       func() player.Message { return f.Tap(f.Anna, old, "End the phase") },
		"what is asked first": func() player.Message { return f.Tap(f.Anna, open(), "End the phase", "Back") },
		"a stack": func() player.Message {
			m := open()
			i := slices.IndexFunc(m.Parts(), func(c wire.Component) bool {
				return strings.HasPrefix(c.CustomID, play.PressStack+":")
			})
			return f.Tap(f.Anna, f.Click(f.Anna, m, m.Parts()[i].CustomID), "Back")
		},
		"My side":            func() player.Message { return f.Tap(f.Anna, open(), "My side", "Back") },
		"a list":             func() player.Message { return f.Tap(f.Anna, written(), "Back") },
		"a list thrown away": func() player.Message { return f.Tap(f.Anna, written(), "Delete this list") },
		"a restart":          func() player.Message { f.Restart(); return open() },
		"a private panel": func() player.Message {
			f.Tap(f.Anna, open(), "In direct messages")
			return f.AwaitDM(f.Anna, "You can give orders now")
		},
	} {
		_, ok := discordtest.Labelled(panel(), "Undo")
		discordtest.Equal(t, "that "+name+" leads to Undo is %t", ok, true)
	}
	f.HasLabel(f.Tap(f.Boris, f.Started, "Orders"), "Undo", false)
	one, two := open(), open()
	twoTaps(f, f.Anna, "Undo", one, two)
	f.HasLabel(open(), "Undo", false)
}

// Undo is on the panel of a decision once its player has done something since the dice, and not before.
func TestUndo_DecisionPanel(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
	f.HasLabel(f.Tap(f.Anna, f.Started, "Orders"), "Undo", false)
	f.Say(f.Anna, "/advance units:b-1-arm path:13.10")
	f.HasLabel(f.Tap(f.Anna, f.Started, "Orders"), "Undo", true)
	f.HasLabel(f.Tap(f.Anna, f.AwaitPosted(f.Anna, "1 Armour advanced"), "Decide"), "Undo", true)
}
