package games

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"grognard/bot/localtable/player"
	"grognard/bot/programtest"
)

// germanArrivals bring on all that is due on turn 1.
var germanArrivals = []string{
	"/reinforce units:g-255-inf hex:1.02",
	"/reinforce units:g-17-inf,g-31-inf hex:1.06",
	"/reinforce units:g-34-inf hex:1.09",
	"/reinforce units:g-263-inf hex:1.10",
	"/reinforce units:g-137-inf,g-292-inf hex:1.14",
	"/reinforce units:g-5-inf,g-6-inf,g-26-inf hex:1.21",
}

// germanMoves bring the panzer groups up to the Dnepr and the Dvina, and the
// infantry after them. Some are spelled hex by hex.
var germanMoves = []string{
	"/move units:g-1-cav to:9.02",
	"/move units:g-35-pz,g-12-mtr,g-33-mtr to:9.05",
	"/move units:g-6-pz,g-3-mtr,g-394-mtr to:8.04",
	"/move units:g-20-mtr to:9.07",
	"/move units:g-41-mtr to:9.07",
	"/move units:g-18-pz,g-52-mtr,g-101-mtr to:12.11",
	"/move units:g-das-reich-d to:12.09",
	"/move units:g-gd to:9.13",
	"/move units:g-29-pz,g-5-mtr,g-25-mtr to:10.15",
	"/move units:g-25-pz,g-6-mtr,g-7-mtr to:12.20",
	"/move units:g-21-pz,g-59-mtr,g-112-mtr to:12.19",
	"/move units:g-76-mtr path:10.21,11.21",
	"/move units:g-90-mtr path:10.21,11.21",
	"/move units:g-30-mtr to:7.24",
	"/move units:g-51-mtr to:7.24",
	"/move units:g-86-inf to:4.26",
	"/move units:g-53-mtr to:5.25",
	"/move units:g-255-inf to:6.01",
	"/move units:g-17-inf path:2.06,3.06,4.06,5.06",
	"/move units:g-31-inf to:5.06",
	"/move units:g-34-inf to:5.09",
	"/move units:g-263-inf to:6.09",
	"/move units:g-137-inf to:7.13",
	"/move units:g-292-inf to:6.13",
	"/move units:g-5-inf to:7.21",
	"/move units:g-6-inf to:6.20",
	"/move units:g-26-inf to:5.20",
}

// closeTheGap lays the last zones from the Dvina to the map's edge: what is west
// of them when the Soviet player looks to his supply is cut off.
var closeTheGap = []string{"/move units:g-900-bde to:10.22", "/move units:g-76-mtr to:10.25"}

// sovietMoves bring up what stands behind the front.
var sovietMoves = []string{
	"/move units:s-46-inf to:23.15",
	"/move units:s-129-inf to:24.13",
	"/move units:s-57-tk to:24.12",
	"/move units:s-132-inf to:19.03",
	"/move units:s-137-inf to:16.07",
	"/move units:s-160-inf to:18.12",
	"/move units:s-38-inf to:17.16",
	"/move units:s-50-inf to:21.21",
}

// kindDice fall so that the fights of the turn bring all that fights can bring.
// When a change of the rules lets others fall, another number does.
const kindDice = 2

// The whole first game-turn of Autumn for Barbarossa, by what three people type
// and tap at the table, and by nothing else.
func TestWholeTurn(t *testing.T) {
	t.Parallel()
	g := newGame(t, "historical", kindDice)
	g.begin()

	g.refuse("a set-up out of turn", g.Say(g.Soviet, "/place units:s-46-inf hex:23.15"), "Refused", "(set-up 1",
		"set-up 5")
	g.refuse("a set-up too far off", g.Say(g.German, "/place units:g-206-inf hex:4.23"), "Refused", "(set-up 1",
		"in 4.25")
	g.orders(g.German, []string{"/place units:g-206-inf hex:4.26"})
	g.end(g.German, "German reinforcements")

	g.orders(g.German, germanArrivals)
	g.tapOrder(g.German, "Reinforce") // the last one, 35 Inf Div
	g.tapOrder(g.German, "Split air strikes")
	g.end(g.German, "German movement")

	g.badInput()
	g.shows(g.German, "/reach unit:g-7-pz", "**7 Pz Rgt 9-5-10** at 11.09",
		"In this phase, with 10 movement points left", "are in enemy zones of control")
	g.shows(g.Soviet, "/reach unit:g-7-pz", "In its next movement phase, as things stand, with 10 movement points")
	g.orders(g.German, []string{"/move units:g-39-pz,g-40-mtr,g-63-mtr to:11.16"})
	g.overrun("/overrun units:g-39-pz,g-40-mtr,g-63-mtr target:11.15")
	g.tapOrder(g.German, "Air strike")
	g.typeBreakdown(g.German)
	g.orders(g.German, germanMoves)
	g.tapOrder(g.German, "Move")
	g.end(g.German, "German combat")

	g.attacks(g.German, 6)
	g.end(g.German, "German exploitation")
	g.orders(g.German, closeTheGap)
	g.typeMoves(g.German, 3)
	g.tapOrder(g.German, "Move")
	g.end(g.German, "Soviet reinforcements")
	g.Await(g.Looker, programtest.Posted(g.Channel, "unused air strikes (afb 1.9)"))

	g.end(g.Soviet, "Soviet movement")
	g.orders(g.Soviet, sovietMoves)
	g.tapOrder(g.Soviet, "Move")
	g.end(g.Soviet, "Soviet combat")
	g.attacks(g.Soviet, 2)
	g.end(g.Soviet, "Soviet exploitation")
	g.typeMoves(g.Soviet, 1)
	g.end(g.Soviet, "German reinforcements")
	g.Await(g.Looker, programtest.Posted(g.Channel, "174 Inf Div, 186 Inf Div: Out of Supply"))
	mine := g.Await(g.Soviet, programtest.Posted(g.Direct(g.Soviet), "German reinforcements", "For your eyes only, Soviet"))
	all, _ := programtest.Labelled(mine, "My side")
	g.Click(g.Soviet, mine, all.CustomID)
	g.Await(g.Soviet, func(m player.Message) bool {
		return programtest.Private(m) && strings.Contains(m.Content, "**Polotsk (6.25)** 174 Inf Div ") &&
			strings.Contains(m.Content, "Out of Supply)")
	})
	g.shows(g.Soviet, "/unit show unit:s-174-inf", "At Polotsk (6.25)",
		"**Out of Supply** (afb 1.8a): can't attack, defence ×0.5", "can't exploit")
	for _, p := range g.People() {
		g.shows(p, "/map layer:supply style:dark", "Soviet: no supply line reaches the ", "Polotsk (6.25)",
			"German: a supply line reaches every stack")
		g.shows(p, "/game replay", "10 frames: turn 1 of 10, German set-up to turn 2 of 10, German reinforcements")
	}
	g.shows(g.Looker, "/game status", "Soviet 40 VP", "Module: `", "Dice commitment")

	for what, least := range map[string]int{"reinforce": 7, "split air strikes": 1, "air strike": 1, "airstrike": 1, "move": 30, "overrun": 1, "attack": 5, "exploit": 4,
		"losses": 1, "retreat": 1, "hold": 1, "advance": 1, "pass": 1} {
		if g.did[what] < least {
			t.Errorf("%s: %d times, at least %d (see kindDice)", what, g.did[what], least)
		}
	}
	t.Log(g.did)
	g.leave()
}

// The first turn of the README can be played as it stands there, by those who decide what they owe.
func TestReadme_FirstTurnCanBePlayed(t *testing.T) {
	t.Parallel()
	g := newGame(t, "campaign", kindDice)
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, steps, _ := strings.Cut(string(readme), "## The first turn")
	steps, _, _ = strings.Cut(steps, "\n## ")
	for _, m := range regexp.MustCompile("`(/[a-z]+ [^`]+|/end)`").FindAllStringSubmatch(steps, -1) {
		p := g.German
		if strings.Contains(m[1], "side:soviet") {
			p = g.Soviet
		}
		answer := g.Say(p, m[1])
		if run, ok := programtest.Labelled(answer, "Carry out"); ok {
			answer = g.Click(p, answer, run.CustomID)
		}
		if strings.Contains(answer.Content, "Refused") {
			t.Fatalf("%s: %s", m[1], answer.Content)
		}
		if strings.HasPrefix(m[1], "/attack") {
			g.settle()
		}
	}
	g.Await(g.Looker, programtest.Posted(g.Channel, "Soviet movement"))
}
