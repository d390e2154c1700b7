package discord_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/bot/localtable/player"
	"grognard/rules/modules"
)

// autumn begins Autumn for Barbarossa, in the first phase of reinforcements, and is the message that opens its panels.
func (h *house) autumn() player.Message {
	h.t.Helper()
	h.say(h.anna, "/game new module:afb side:german")
	h.say(h.boris, "/game join side:soviet")
	h.say(h.boris, "/game start")
	started := h.await(h.olga, inChannel(h.channel, "The game begins"))
	h.say(h.anna, "/end") // the set-up
	return started
}

// splitting is a page on which one air strike can be split.
func (h *house) splitting(started player.Message) player.Message {
	h.t.Helper()
	m := h.tap(h.anna, h.tap(h.anna, started, "Orders"), "Split air strikes")
	if _, one := labelled(m, "Give the order"); one { // a list of one is not asked
		return m
	}
	return h.choose(h.anna, m, menuOf(h.t, m), "1")
}

// twoTaps presses the same button of two messages at the same moment.
func (h *house) twoTaps(p *player.Player, label string, on ...player.Message) (answers []string) {
	h.t.Helper()
	read := make(chan string, len(on))
	for _, m := range on {
		b, ok := labelled(m, label)
		if !ok {
			h.t.Fatalf("no button %q below %q", label, m.Content)
		}
		go func() { read <- h.click(p, m, b.CustomID).Content }()
	}
	for range on {
		answers = append(answers, <-read)
	}
	return answers
}

// An order that leaves phase and units as they are is given once by two taps, one after the other or at once.
func TestTwoTapsSplitAnAirStrikeOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	started := h.autumn()
	first, second := h.splitting(started), h.splitting(started)
	third, fourth := h.splitting(started), h.splitting(started)
	h.tap(h.anna, first, "Give the order")
	h.splits(1)
	if again := h.tap(h.anna, second, "Give the order"); !strings.Contains(again.Content, "The position has changed") {
		t.Errorf("a second tap brings %q", again.Content)
	}
	h.splits(1)
	h.twoTaps(h.anna, "Give the order", third, fourth)
	h.splits(1)
	h.twoTaps(h.anna, "Give the order", h.splitting(started), h.splitting(started))
	h.splits(2)
}

// splits holds how many air strikes have been split.
func (h *house) splits(n int) {
	h.t.Helper()
	if status := h.say(h.olga, "/game status").Content; !strings.Contains(status, fmt.Sprintf(", %d breakdowns", 2*n)) {
		h.t.Errorf("not %d are split: %q", n, status)
	}
}

// Of two replacements two taps spend one, also when the unit that was drawn stands on the map again.
func TestTwoTapsDrawAUnitOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{generous(t)} })
	started := h.givesUp("2 replacements")
	pages := make([]player.Message, 3)
	for i := range pages {
		pages[i] = h.tap(h.anna, h.tap(h.anna, started, "Orders"), "Draw from the cup")
	}
	h.twoTaps(h.anna, "Give the order", pages[:2]...)
	place := h.tap(h.anna, started, "Orders")
	hexes := menuOf(t, place)
	h.tap(h.anna, h.choose(h.anna, place, hexes, hexes.Options[0].Label), "Give the order")
	if again := h.tap(h.anna, pages[2], "Give the order"); !strings.Contains(again.Content,
		"The position has changed") {
		t.Errorf("a tap on a page of before brings %q", again.Content)
	}
	if status := h.say(h.olga, "/game status").Content; !strings.Contains(status, ", 1 replacement, ") {
		t.Errorf("not one is spent: %q", status)
	}
}

// A list that was begun in another message is not replaced by all that is due.
func TestAllDueLeavesABegunListAlone(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{arriving(t)} })
	started := h.begin()
	page := h.tap(h.anna, h.tap(h.anna, started, "Orders"), "Reinforce")
	list := h.say(h.anna, "/orders list:+ b-1-mil 1.05; + b-1-mot 30.30")
	h.tap(h.anna, list, "Carry out 1 line")
	due := h.tap(h.anna, page, startingWith(t, page, "All due at their hexes"))
	h.reads(due, "The position has changed", "Your list of 2 lines is at line 2")
	h.reads(h.tap(h.anna, due, "Go on: 1 line left"), "+ b-1-mot 30.30")
}

// A button for a unit that has fought elsewhere since leaves the choice as it was, with the reason, and a page whose
// target is gone becomes the panel.
func TestARefusedTapKeepsWhatWasChosen(t *testing.T) {
	t.Parallel()
	own := shore(t)
	files := own.Files.(fstest.MapFS)
	files["setup.yaml"].Data = []byte(strings.Replace(string(files["setup.yaml"].Data), `at: "13.12"`, `at: "12.11"`,
		1))
	files["charts.yaml"].Data = []byte("combat:\n  rows:\n" + always("A1"))
	h := &thumb{house: newHouse(t, func(h *house) { h.own = []modules.Folder{own} })}
	started := h.begin()
	h.say(h.anna, "/end")
	h.p = h.anna
	const infantry, militia = "3 Infantry 6-7-5 at 12.10", "1 Militia 1-3-4 at 12.10"
	var pages []player.Message
	for range 2 {
		h.m = h.tap(h.anna, h.tap(h.anna, started, "Orders"), "Attack 13.10 (2)")
		h.on(militia)
		pages = append(pages, h.m)
	}
	h.say(h.anna, "/attack target:12.11 units:b-3-inf")
	h.m = pages[0]
	h.on(infantry)
	h.reads("Refused.", "`/attack target:13.10 units:1 Militia`")
	h.on("Give the order")
	h.m = pages[1]
	h.on(infantry)
	h.reads("Refused.", "What you can order now")
}

// generous is Autumn for Barbarossa with two German replacements on the second turn.
func generous(t *testing.T) modules.Folder {
	t.Helper()
	autumn, err := modules.Files("afb")
	if err != nil {
		t.Fatal(err)
	}
	const was = "      - turn: 2\n        side: german\n        air: 2\n        replacements: "
	setup := strings.Replace(string(autumn["setup.yaml"]), was+"1\n", was+"2\n", 1)
	if setup == string(autumn["setup.yaml"]) {
		t.Fatal("the order of arrival is another")
	}
	return modules.Folder{ID: "afb", Where: "own/afb", Files: fstest.MapFS{"setup.yaml": {Data: []byte(setup)}}}
}
