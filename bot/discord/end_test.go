package discord_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"grognard/bot/localtable/player"
	"grognard/rules/modules"
)

// contest is a drill about two places, in which Red may earn a point by his accent.
var contest = modules.Folder{ID: "drill", Where: "own/drill", Files: fstest.MapFS{
	"game.yaml": {Data: []byte(`
rules: {accent: "3.1", victory: "4.0", places: "4.1"}
accent: red
control: {red: ["13.06"], blue: ["7.06"]}
victory: {count: red, levels: [{at-least: 3, id: red-victory, name: Red Victory}, {at-least: 0, id: blue-victory, name: Blue Victory}]}`)},
	"map.yaml": {Data: []byte("places: [{hex: \"7.06\", name: Ashby, kind: village, vp: 1}, {hex: \"13.06\", name: Boughton, kind: village, vp: 2}]")},
}}

// At the end of a game the channel is told the level and who holds what; the point for
// the accent is claimed and confirmed by taps after it, and the result told again.
func TestTheEndOfAGame(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{contest} })
	h.say(h.anna, "/game new module:drill side:blue")
	h.say(h.boris, "/game join side:red")
	h.say(h.boris, "/game start")
	h.await(h.olga, inChannel(h.channel, "The game begins"))
	h.refused(h.boris, "/accent", "It is the Blue movement phase")
	for range 10 {
		for _, who := range []*player.Player{h.anna, h.boris} {
			for range 3 {
				h.say(who, "/end")
			}
		}
	}
	over := h.await(h.olga, inChannel(h.channel, "The game is over", "Dice secret"))
	if !strings.Contains(over.Content,
		"**Blue Victory**: Red 2 VP; this level takes 2 or fewer (drill 4.0)\nBlue holds 1 VP: Ashby 1 (drill 4.1)\nRed holds 2 VP: Boughton 2 (drill 4.1)") {
		t.Errorf("the end is told so: %q", over.Content)
	}
	h.refused(h.anna, "/accent", "The game is over")
	h.refused(h.boris, "/end", "The game is over")
	orders := h.tap(h.boris, over, "Orders")
	if list := parts(orders); len(list) != 1 {
		t.Errorf("after the end Red can order %v", list)
	}
	h.tap(h.boris, h.tap(h.boris, orders, "Accent"), "Give the order")
	asked := h.await(h.olga, inChannel(h.channel, "say whether you heard the accent"))
	if due := h.say(h.olga, "/due"); !strings.Contains(due.Content, h.anna.User().ID) {
		t.Errorf("after the claim: %q", due.Content)
	}
	h.tap(h.anna, h.tap(h.anna, asked, "Decide"), "Accent")
	h.await(h.olga, inChannel(h.channel, "1 VP for Red",
		"**Red Victory**: Red 3 VP, 1 of them for the accent; this level takes 3 or more"))
	h.refused(h.boris, "/accent", "The game is over")
	film := h.say(h.boris, "/game replay")
	h.altOf(h.boris, film, "replay.gif")
	if !strings.Contains(film.Content, "to the end on turn 10. The game is over and nothing is hidden any more.") {
		t.Errorf("the film of the game is told so: %q", film.Content)
	}
	if status := h.say(h.olga, "/game status"); !strings.Contains(status.Content, "Red 3 VP (Red Victory)") ||
		!strings.Contains(status.Content, "Red holds 2 VP: Boughton 2") {
		t.Errorf("the status is %q", status.Content)
	}
}
