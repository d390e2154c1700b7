package games

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"grognard/bot/localtable/player"
	"grognard/bot/programtest"
	"grognard/rules/must"
)

// galleryOrders returns the orders of a kind that the gallery has up to its first German movement phase. They bring on
// all units that are due, and bring the panzer groups up to the Dnepr and the Dvina and the infantry after them.
func galleryOrders(t *testing.T, kind string) (list []string) {
	t.Helper()
	turn := must.Get(os.ReadFile("../../gallery/turn.txt"))(t)
	before, _, _ := strings.Cut(string(turn), "/airstrike")
	for line := range strings.Lines(before) {
		if strings.HasPrefix(line, kind) {
			list = append(list, strings.TrimSpace(line))
		}
	}
	return list
}

// closeTheGap lays the last zones from the Dvina to the map's edge: Soviet units west of them are cut off in their
// supply phase.
var closeTheGap = []string{"/move units:g-900-bde to:10.22", "/move units:g-76-mtr to:10.25"}

// sovietMoves bring up units from behind the front.
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

// kindDice is a seed with which the fights of the turn lead to every kind of result and decision. After a change of the
// rules another seed may be needed.
const kindDice = 2

// Three people play the whole first game-turn of Autumn for Barbarossa by what they type and tap at the table.
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

	arrivals := galleryOrders(t, "/reinforce")
	alone := slices.Index(arrivals, "/reinforce units:g-35-inf hex:1.20") // the only one of its hex, for a tap
	g.orders(g.German, slices.Delete(arrivals, alone, alone+1))
	g.tapOrder(g.German, "Reinforce")
	g.tapOrder(g.German, "Split air strikes")
	g.end(g.German, "German movement")

	g.badInput()
	g.Says(g.German, "/reach unit:g-7-pz", "**7 Pz Rgt 9-5-10** at 11.09",
		"In this phase, with 10 MP left", "are in enemy zones of control")
	g.Says(g.Soviet, "/reach unit:g-7-pz", "In its next movement phase, as things stand, with 10 MP")
	moves := galleryOrders(t, "/move")
	g.orders(g.German, moves[:1])
	g.orders(g.German, galleryOrders(t, "/overrun"))
	g.settle()
	g.tapOrder(g.German, "Air strike")
	g.typeBreakdown(g.German)
	g.orders(g.German, moves[1:])
	g.tapOrder(g.German, "Move")
	g.end(g.German, "German combat")

	g.attacks(g.German, 6)
	g.end(g.German, "German exploitation")
	g.orders(g.German, closeTheGap)
	g.typeMoves(g.German, 3)
	g.tapOrder(g.German, "Move")
	g.end(g.German, "Soviet reinforcements")
	g.Await(g.Looker, player.Posted(g.Channel, "unused air strikes/breakdowns (afb 1.9)"))

	g.end(g.Soviet, "Soviet movement")
	g.orders(g.Soviet, sovietMoves)
	g.tapOrder(g.Soviet, "Move")
	g.end(g.Soviet, "Soviet combat")
	g.attacks(g.Soviet, 2)
	g.end(g.Soviet, "Soviet exploitation")
	g.typeMoves(g.Soviet, 1)
	g.end(g.Soviet, "German reinforcements")
	g.Await(g.Looker, player.Posted(g.Channel, "174 Inf Div: Out of Supply"))
	report := g.Await(g.Soviet, player.Posted(g.Channel, "it is your move: German reinforcements"))
	all, _ := programtest.Labelled(report, "My side")
	g.Click(g.Soviet, report, all.CustomID)
	g.Await(g.Soviet, func(m player.Message) bool {
		return m.Private() && strings.Contains(m.Content, "On the map: ") && strings.Contains(m.Content, " stacks")
	})
	g.Says(g.Soviet, "/unit show unit:s-174-inf", "At 6.24",
		"**Out of Supply** (afb 1.8a): can't attack, defense ×0.5", "can't exploit")
	for _, p := range g.People() {
		g.Says(p, "/map layer:supply style:dark", "Soviet: no supply line reaches the ", "stack at 6.24",
			"German: a supply line reaches every stack")
		g.Says(p, "/game replay", "10 frames: turn 1 of 10, German set-up to turn 2 of 10, German reinforcements")
	}
	g.Says(g.Looker, "/game status", "Soviet 40 VP", "Module: as shipped")

	for what, least := range map[string]int{"reinforce": 7, "split air strikes": 1, "air strike": 1, "airstrike": 1, "move": 30, "overrun": 1, "attack": 5, "exploit": 4,
		"losses": 1, "retreat": 1, "hold": 1, "advance": 1, "pass": 1} {
		if g.did[what] < least {
			t.Errorf("%s: %d times, at least %d (see kindDice)", what, g.did[what], least)
		}
	}
	t.Log(g.did)
	g.leave()
}

// badInput gives commands that are refused in private, in plain words, with the rule if there is one. The tests of
// bot/discord check what each refusal says. Here it must leave nothing in the log, or in a channel without a game.
func (g *game) badInput() {
	g.T.Helper()
	for _, c := range []struct {
		what, text string
		who        *player.Player
		words      []string
	}{
		{"a hex too far", "/move units:g-1-cav to:25.10", g.German, []string{"Refused", "(3.", "MP left"}},
		{"the wrong phase", "/attack target:9.01 units:g-1-cav", g.German, []string{"Refused", "(1.0"}},
		{"the wrong side's end", "/end", g.Soviet, []string{"Refused", "(1.0", "German movement"}},
		{"an onlooker's order", "/move units:g-1-cav to:9.02", g.Looker, []string{"You don't play in this game"}},
		{"a second start", "/game start", g.Soviet, []string{"already started"}},
	} {
		g.refuse(c.what, g.Say(c.who, c.text), c.words...)
	}
	there := g.Channel
	g.Open("empty")
	g.refuse("no game", g.Say(g.German, "/move units:g-1-cav to:9.02"), "There is no game in this channel")
	if list := g.Suggest(g.German, "/move units:"); len(list) > 0 {
		g.T.Errorf("in a channel without a game units are suggested: %v", list)
	}
	if list := g.Received(g.Looker, g.Channel); len(list) > 0 {
		g.T.Errorf("a channel without a game is told %q", list[0].Content)
	}
	g.Channel = there
	// What the table's own form of the command forbids never reaches the bot.
	if _, err := g.German.Say(g.T.Context(), g.Channel, "/hold hexes:many"); err == nil {
		g.T.Error("a word passes for a number")
	}
}

// The first turn of the README can be played as it stands there, by players who also take their decisions.
func TestReadme_FirstTurnCanBePlayed(t *testing.T) {
	t.Parallel()
	g := newGame(t, "campaign", kindDice)
	readme := must.Get(os.ReadFile("../../../README.md"))(t)
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
	g.Await(g.Looker, player.Posted(g.Channel, "Soviet movement"))
	g.End(t)
}
