package discord_test

import (
	"strings"
	"testing"

	"grognard/bot/localtable/player"
)

// TestAUnitIsGivenUpAndComesBack: a unit gives up both of its steps for garrisons, is
// drawn from the cup on the next turn and placed by taps; what can be typed is
// suggested.
func TestAUnitIsGivenUpAndComesBack(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.givesUp("1 replacement")
	m := h.say(h.anna, "/draw")
	for _, want := range []string{"German draws one of 2: number ", "German: place ",
		", drawn from the cup (afb 1.11)"} {
		if !strings.Contains(m.Content, want) {
			t.Errorf("the answer to a draw lacks %q: %q", want, m.Content)
		}
	}
	if due := h.say(h.boris, "/due"); !strings.Contains(due.Content, ", place ") {
		t.Errorf("what is owed: %q", due.Content)
	}
	m = h.tap(h.anna, m, "Decide")
	menu := parts(m)[0] // of hexes, as only one unit can be placed
	m, err := h.anna.Choose(t.Context(), m.ID, menu.CustomID, menu.Options[0].Value)
	if err != nil {
		t.Fatal(err)
	}
	if m = h.tap(h.anna, m, "Give the order"); !strings.Contains(m.Content, "back at") {
		t.Errorf("the order is answered by %q", m.Content)
	}
	h.say(h.anna, "/end")
	h.await(h.olga, inChannel(h.channel, "German draws ", "back at"))
	h.await(h.olga, inChannel(h.channel, "German movement"))
}

// givesUp plays Autumn for Barbarossa until a German unit that was given up can come back, on the second turn, and is the
// message that opens its panels.
func (h *house) givesUp(replacements string) player.Message {
	h.t.Helper()
	started := h.autumn()
	h.reinforce(h.anna)
	h.say(h.anna, "/end")

	unit := h.suggested(h.anna, "/garrison unit:")
	for _, want := range []string{"leaves Garrison 1 in", "goes to the dead pile"} {
		if m := h.say(h.anna, "/garrison unit:"+unit); !strings.Contains(m.Content, want) ||
			!strings.Contains(m.Content, "(afb 1.10)") {
			h.t.Errorf("a garrison by %s lacks %q: %q", unit, want, m.Content)
		}
	}
	h.refused(h.anna, "/move units:garrison-german-1 to:10.10", "can't move")
	h.say(h.anna, "/end")
	h.say(h.anna, "/remove units:"+h.suggested(h.anna, "/remove units:")) // area K has room for three
	h.await(h.olga, inChannel(h.channel, " 8 garrisons left, 2 units destroyed", "goes to the dead pile"))

	for _, p := range []*player.Player{h.anna, h.anna, h.boris, h.boris, h.boris, h.boris} {
		h.say(p, "/end")
	}
	h.await(h.olga, inChannel(h.channel, "German has "+replacements+" (afb 1.11)"))
	h.reinforce(h.anna)
	h.refused(h.anna, "/end", "First use your ")
	return started
}

// reinforce brings on all that is due, as it is suggested.
func (h *house) reinforce(p *player.Player) {
	h.t.Helper()
	for units := h.suggested(p, "/reinforce units:"); units != ""; units = h.suggested(p, "/reinforce units:") {
		order := "/reinforce units:" + units + " hex:"
		h.say(p, order+h.suggested(p, order))
	}
}

// suggested is the first thing that autocompletion shows for what stands last, "" for
// nothing.
func (h *house) suggested(p *player.Player, text string) string {
	h.t.Helper()
	list, err := p.Complete(h.ctx, h.channel, text)
	if err != nil {
		h.t.Fatal(err)
	}
	if len(list) == 0 {
		return ""
	}
	value, ok := list[0].Value.(string)
	if !ok {
		h.t.Fatalf("%q is completed by %v", text, list[0].Value)
	}
	return value
}
