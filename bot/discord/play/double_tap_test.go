package play_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/rules/modules"
	"grognard/rules/must"
)

// beginAutumn begins Autumn for Barbarossa, in the first phase of reinforcements, and returns the message whose button
// opens panels.
func beginAutumn(f *discordtest.Fixture) player.Message {
	f.T.Helper()
	started := f.Open("module:afb side:german", "soviet")
	f.Say(f.Anna, "/end") // the set-up
	return started
}

// splitting returns a page on which one air strike can be split, and the label of the button that does so.
func splitting(f *discordtest.Fixture, started player.Message) (m player.Message, label string) {
	f.T.Helper()
	m = f.Tap(f.Anna, started, "Orders", "Split air strikes")
	if _, one := discordtest.Labelled(m, "Give the order"); one { // the only number is not asked for
		return m, "Give the order"
	}
	return m, "1"
}

// twoTaps presses the button with a label on all these messages at the same moment, and returns the answers' texts.
func twoTaps(f *discordtest.Fixture, p *player.Player, label string, on ...player.Message) (answers []string) {
	f.T.Helper()
	read := make(chan string, len(on))
	for _, m := range on {
		b, ok := discordtest.Labelled(m, label)
		if !ok {
			f.T.Fatalf("no button %q below %q", label, m.Content)
		}
		go func() { read <- f.Click(p, m, b.CustomID).Content }()
	}
	for range on {
		answers = append(answers, <-read)
	}
	return answers
}

// Two taps, at once or one after the other, give an order once, even if it changes neither the phase nor units.
func TestDoubleTap_OneAirStrikeSplit(t *testing.T) {
	f := discordtest.New(t)
	started := beginAutumn(f)
	var pages []player.Message
	var label string
	for range 4 {
		var m player.Message
		m, label = splitting(f, started)
		pages = append(pages, m)
	}
	f.Tap(f.Anna, pages[0], label)
	splits(f, 1)
	f.Has(f.Tap(f.Anna, pages[1], label), "The position has changed")
	splits(f, 1)
	twoTaps(f, f.Anna, label, pages[2:]...)
	splits(f, 1)
	one, label := splitting(f, started)
	two, _ := splitting(f, started)
	twoTaps(f, f.Anna, label, one, two)
	splits(f, 2)
}

// splits fails the test unless n air strikes have been split, each into two breakdowns.
func splits(f *discordtest.Fixture, n int) {
	f.T.Helper()
	f.Says(f.Olga, "/game status", fmt.Sprintf(", %d breakdowns", 2*n))
}

// Two taps spend one of two replacements. A third is stale, even when the unit drawn is on the map again.
func TestDoubleTap_OneUnitDrawn(t *testing.T) {
	f := discordtest.New(t, discordtest.With(generous(t)))
	started := givesUp(f, "2 replacements")
	pages := make([]player.Message, 3)
	for i := range pages {
		pages[i] = f.Tap(f.Anna, started, "Orders", "Use a replacement to draw a unit")
	}
	twoTaps(f, f.Anna, "Give the order", pages[:2]...)
	f.TapLetter(f.Anna, f.Tap(f.Anna, started, "Orders"), "")
	f.Has(f.Tap(f.Anna, pages[2], "Give the order"), "The position has changed")
	f.Says(f.Olga, "/game status", ", 1 replacement, ", "after the use of 1 replacement where possible")
}

// The tap that brings on all units due does not replace a list of orders that was begun in another message.
func TestReinforce_AllDueKeepsABegunList(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(arriving(t)))
	page := f.Tap(f.Anna, f.Started, "Orders", "Reinforce")
	list := f.Say(f.Anna, "/orders list:+ b-1-mil 1.05; + b-1-mot 30.30")
	f.Tap(f.Anna, list, "Carry out line 1")
	f.Reads(f.TapStarting(f.Anna, page, "All due at their hexes"), "Your list of 2 lines is at line 2", "2 units brought on")
	f.Reads(f.Say(f.Anna, "/orders"), "+ b-1-mot 30.30")
}

// A button for a unit that has fought elsewhere since leaves the choice as it was, with the reason, and a page whose
// target is gone becomes the panel.
func TestMenus_RefusedTap(t *testing.T) {
	own := discordtest.WithFile(discordtest.Shore(t, `at: "13.12"`, `at: "12.11"`), "charts.yaml",
		discordtest.Combat("A1"))
	f := &thumb{Fixture: discordtest.New(t, discordtest.With(own))}
	started := f.Begin()
	f.Say(f.Anna, "/end")
	f.p = f.Anna
	const infantry, militia = "3 Infantry 12.10", "1 Militia 12.10"
	var pages []player.Message
	for range 2 {
		f.m = f.TapStarting(f.Anna, f.Tap(f.Anna, started, "Orders"), "Attack 13.10")
		f.on("✓ " + infantry)
		pages = append(pages, f.m)
	}
	f.Say(f.Anna, "/attack target:12.11 units:b-3-inf")
	f.m = pages[0]
	f.on(infantry)
	f.reads("`/attack target:13.10 units:1 Militia`", "Refused.")
	f.on("Give the order")
	f.m = pages[1]
	f.on(infantry)
	f.reads("You can give orders now", "Refused.")
}

// generous returns Autumn for Barbarossa with two German replacements on the second turn.
func generous(t *testing.T) modules.Folder {
	t.Helper()
	autumn := must.Get(modules.Files("afb"))(t)
	const was = "      - turn: 2\n        side: german\n        air: 2\n        replacements: "
	setup := strings.Replace(string(autumn["setup.yaml"]), was+"1\n", was+"2\n", 1)
	if setup == string(autumn["setup.yaml"]) {
		t.Fatal("the order of arrival is another")
	}
	return modules.Folder{ID: "afb", Where: "own/afb", Files: fstest.MapFS{"setup.yaml": {Data: []byte(setup)}}}
}
