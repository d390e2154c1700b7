package discord_test

import (
	"strings"
	"testing"

	"grognard/rules/modules"
)

// What goes wrong most often is answered in plain English, and says what to do instead. The paragraphs stand at the end
// of the line.
func TestRefusalsInPlainEnglish(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{breach(t)} })
	h.begin()
	h.refused(h.anna, "/attack target:13.10 units:b-3-inf", "**Refused.** You can't attack in the movement phase;")
	h.refused(h.anna, "/advance units:b-1-arm path:13.10",
		"**Refused.** There is no advance to make or decline (10.0).")
	h.refused(h.anna, "/retreat units:b-1-arm path:12.11", "**Refused.** There is no retreat to make or hold (9.0")
	h.refused(h.anna, "/losses units:b-1-arm", "**Refused.** There are no step losses to take (8.0")
	h.refused(h.anna, "/move units:b-3-inf to:banana", "“banana” is not a hex (try 10.07).")
	h.refused(h.anna, "/move units:b-3-inf path:12.11,banana", "“banana” is not a hex (try 10.07).")
	h.refused(h.anna, "/unit show unit:r-3-inf", "Location unknown")
	h.say(h.anna, "/end")
	h.refused(h.anna, "/move units:b-3-inf to:12.11", "**Refused.** You can't move in the combat phase;")
	if due := h.say(h.olga, "/due").Content; !strings.Contains(due, ">, it is your move: Blue combat.") ||
		!strings.Contains(due, "Last move <t:") || strings.Contains(due, "since") {
		t.Errorf("/due before the attack: %q", due)
	}
	h.say(h.anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
	h.await(h.boris, inChannel(h.channel, "<@"+h.anna.User().ID+">, advance after the fight at 13.10, or pass: "))
	const first = "**Refused.** First decide the advance at 13.10: /advance or /pass ("
	for _, order := range []string{"/end", "/losses units:b-1-arm", "/attack target:13.12 units:b-3-inf"} {
		h.refused(h.anna, order, first)
	}
	h.refused(h.boris, "/pass", "**Refused.** The Blue player must decide first: `/due` shows what (")
	h.refused(h.anna, "/advance units:b-1-arm path:13.10", "1 Armour advanced from 12.10 to 13.10 (10.0)")
}
