package discord_test

import (
	"strings"
	"testing"

	"grognard/bot/localtable/player"
)

// form presses a button that opens a form for a word, which is empty and may stay so.
func (h *house) form(p *player.Player, m player.Message, label string) player.Form {
	h.t.Helper()
	b, ok := labelled(m, label)
	if !ok {
		h.t.Fatalf("no button %q below %q", label, m.Content)
	}
	form, err := p.ClickForm(h.ctx, m.ID, b.CustomID)
	if err != nil {
		h.t.Fatalf("%s presses %s: %v", p.User().Username, label, err)
	}
	field := form.Components[0].Components[0]
	if field.Value != "" || field.Required == nil || *field.Required || !strings.Contains(field.Label, "(optional)") {
		h.t.Errorf("the form has the field %+v", field)
	}
	return form
}

// write presses such a button and sends a word.
func (h *house) write(p *player.Player, m player.Message, label, word string) player.Message {
	h.t.Helper()
	return h.fill(p, h.form(p, m, label), word)
}

// Every player can give a word after the commitment was posted: with a seat that he takes by a
// button, or later when he gave none, until the game begins, and once. Nobody is told of it.
func TestWordsForTheDice(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	mine := h.say(h.anna, "/game new module:drill side:blue")
	opened := h.await(h.anna, inChannel(h.channel, "Dice commitment"))
	h.told(h.write(h.boris, opened, "Play Red", "steppe`"), "no backquote")
	h.told(h.write(h.boris, opened, "Play Red", ""), "You play the Red side")
	h.refused(h.boris, "/game join side:blue word:steppe", "You already have a seat")
	h.told(h.say(h.boris, "/game join side:red word:steppe"), "goes into every roll")
	h.refused(h.boris, "/game join side:red word:forest", "it can't be changed")

	empty := h.write(h.anna, mine, "Your word for the dice", "")
	h.told(empty, "You gave no word")
	late := h.form(h.anna, empty, "Your word for the dice")
	h.told(h.write(h.anna, empty, "Your word for the dice", "larch"), "goes into every roll")
	h.told(h.fill(h.anna, late, "heron"), "it can't be changed")
	h.say(h.boris, "/game start")
	h.await(h.olga, inChannel(h.channel, "The game begins"))
	for _, p := range []*player.Player{h.anna, h.boris, h.olga} {
		for _, m := range append(h.everything(p), h.say(p, "/game status")) {
			if m.ChannelID == h.channel && m.Flags&64 == 0 && (strings.Contains(m.Content, "larch") || strings.Contains(m.Content, "steppe")) {
				t.Errorf("%s reads a word: %q", p.User().Username, m.Content)
			}
		}
	}
	h.tap(h.boris, h.say(h.boris, "/game resign"), "Resign")
	h.await(h.olga, inChannel(h.channel, "Blue's word for the dice: `larch`", "Red's word for the dice: `steppe`"))
}
