package main

import (
	"slices"
	"strings"
	"testing"

	"grognard/bot/localtable/player"
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
	g := &game{sitting: sit(t, "historical", kindDice), did: map[string]int{}}
	g.begin()

	g.refuse("a set-up out of turn", g.say(g.soviet, "/place units:s-46-inf hex:23.15"), "Refused", "(set-up 1",
		"set-up 5")
	g.refuse("a set-up too far off", g.say(g.german, "/place units:g-206-inf hex:4.23"), "Refused", "(set-up 1",
		"in 4.25")
	g.orders(g.german, []string{"/place units:g-206-inf hex:4.26"})
	g.end(g.german, "German reinforcements")

	g.orders(g.german, germanArrivals)
	g.tapOrder(g.german, "Reinforce") // the last one, 35 Inf Div
	g.tapOrder(g.german, "Split air strikes")
	g.end(g.german, "German movement")

	g.badInput()
	g.shows(g.german, "/reach unit:g-7-pz", "**7 Pz Rgt 9-5-10** at 11.09",
		"In this phase, with 10 movement points left", "are in enemy zones of control")
	g.shows(g.soviet, "/reach unit:g-7-pz", "In its next movement phase, as things stand, with 10 movement points")
	g.orders(g.german, []string{"/move units:g-39-pz,g-40-mtr,g-63-mtr to:11.16"})
	g.overrun("/overrun units:g-39-pz,g-40-mtr,g-63-mtr target:11.15")
	g.tapOrder(g.german, "Air strike")
	g.typeBreakdown(g.german)
	g.orders(g.german, germanMoves)
	g.tapOrder(g.german, "Move")
	g.end(g.german, "German combat")

	g.attacks(g.german, 6)
	g.end(g.german, "German exploitation")
	g.orders(g.german, closeTheGap)
	g.typeMoves(g.german, 3)
	g.tapOrder(g.german, "Move")
	g.end(g.german, "Soviet reinforcements")
	g.await(g.looker, posted(g.channel, "unused air strikes (afb 1.9)"))

	g.end(g.soviet, "Soviet movement")
	g.orders(g.soviet, sovietMoves)
	g.tapOrder(g.soviet, "Move")
	g.end(g.soviet, "Soviet combat")
	g.attacks(g.soviet, 2)
	g.end(g.soviet, "Soviet exploitation")
	g.typeMoves(g.soviet, 1)
	g.end(g.soviet, "German reinforcements")
	g.await(g.looker, posted(g.channel, "174 Inf Div, 186 Inf Div: Out of Supply"))
	mine := g.await(g.soviet, posted(g.direct(g.soviet), "German reinforcements", "For your eyes only, Soviet"))
	all, _ := labelled(mine, "My side")
	g.click(g.soviet, mine, all.CustomID)
	g.await(g.soviet, func(m player.Message) bool {
		return private(m) && strings.Contains(m.Content, "**Polotsk (6.25)** 174 Inf Div ") &&
			strings.Contains(m.Content, "Out of Supply)")
	})
	g.shows(g.soviet, "/unit show unit:s-174-inf", "At Polotsk (6.25)",
		"**Out of Supply** (afb 1.8a): can't attack, defence ×0.5", "can't exploit")
	for _, p := range g.people() {
		g.shows(p, "/map layer:supply style:dark", "Soviet: no supply line reaches the ", "Polotsk (6.25)",
			"German: a supply line reaches every stack")
		g.shows(p, "/game replay", "10 frames: turn 1 of 10, German set-up to turn 2 of 10, German reinforcements")
	}
	g.shows(g.looker, "/game status", "Soviet 40 VP", "Module: `", "Dice commitment")

	for what, least := range map[string]int{"reinforce": 7, "split air strikes": 1, "air strike": 1, "airstrike": 1, "move": 30, "overrun": 1, "attack": 5, "exploit": 4,
		"losses": 1, "retreat": 1, "hold": 1, "advance": 1, "pass": 1} {
		if g.did[what] < least {
			t.Errorf("%s: %d times, at least %d (see kindDice)", what, g.did[what], least)
		}
	}
	t.Log(g.did)
	g.leave()
}

// shows looks at something, which must say all of this.
func (g *game) shows(p *player.Player, text string, want ...string) player.Message {
	g.t.Helper()
	m := g.say(p, text)
	for _, w := range want {
		if !strings.Contains(m.Content, w) {
			g.t.Errorf("%s shows no %q: %s", text, w, m.Content)
		}
	}
	return m
}

// leave waits for the last messages, stops the program and holds all that
// anybody was told against the log.
func (g *game) leave() {
	g.t.Helper()
	for p, side := range map[*player.Player]string{g.german: "German", g.soviet: "Soviet"} {
		g.await(p, posted(g.direct(p), "turn 2 of 10", "For your eyes only, "+side))
	}
	all := g.letters()
	g.program.end(g.t)
	h := readHistory(g.t, g.database(), g.channel, all)
	h.everythingArrived(all)
	h.rollsTold(all, 10)
	h.refusedLeftNothing(g.refused)
	h.fogHeld(all, g.shown)
	h.pictures(all, 9)
}

// game is a sitting at which a game is played.
type game struct {
	*sitting
	did     map[string]int
	refused []player.Message
}

// sawAll says whether the fights so far have brought all that fights can bring.
func (g *game) sawAll() bool {
	return !slices.ContainsFunc([]string{"losses", "retreat", "hold", "advance", "pass"}, func(what string) bool { return g.did[what] == 0 })
}

// orders gives orders that the rules take.
func (g *game) orders(p *player.Player, list []string) {
	g.t.Helper()
	for _, text := range list {
		g.order(p, text)
	}
}

func (g *game) order(p *player.Player, text string) player.Message {
	g.t.Helper()
	m := g.say(p, text)
	if strings.Contains(m.Content, "Refused") || len(parts(m)) == 0 {
		g.t.Fatalf("%s: %s", text, m.Content)
	}
	verb, _, _ := strings.Cut(strings.TrimPrefix(text, "/"), " ")
	g.did[verb]++
	return m
}

// end ends a phase. The channel is told, and the next phase begins.
func (g *game) end(p *player.Player, next string) {
	g.t.Helper()
	g.order(p, "/end")
	g.settle()
	g.await(g.looker, posted(g.channel, "**Autumn for Barbarossa** · turn ", ", "+next+" · "))
}

func (g *game) overrun(text string) {
	g.t.Helper()
	g.order(g.german, text)
	g.settle()
}

// attacks makes so many attacks, and more as long as fights have not yet brought
// all that they can bring.
func (g *game) attacks(p *player.Player, least int) {
	g.t.Helper()
	for n := 0; n < least || !g.sawAll(); n++ {
		if !g.attack(p) {
			return
		}
	}
}

// attack attacks the first hex that can be attacked with all who can, as the
// suggestions have it. It is false when there is none.
func (g *game) attack(p *player.Player) bool {
	g.t.Helper()
	targets := g.suggest(p, "/attack target:")
	if len(targets) == 0 {
		return false
	}
	g.order(p, g.all(p, "/attack target:"+targets[0].Value.(string)+" units:"))
	g.settle()
	return true
}

// all takes every unit that is suggested, one after the other.
func (g *game) all(p *player.Player, text string) string {
	g.t.Helper()
	chosen := ""
	for {
		list := g.suggest(p, text+chosen)
		i := slices.IndexFunc(list, func(c player.Choice) bool {
			v := c.Value.(string)
			return chosen == "" || strings.HasPrefix(v, chosen+",")
		})
		if i < 0 {
			return text + chosen
		}
		chosen = list[i].Value.(string)
	}
}

// typeBreakdown strikes the last hex that is suggested with the last that is
// suggested for it, a breakdown.
func (g *game) typeBreakdown(p *player.Player) {
	g.t.Helper()
	hexes := g.suggest(p, "/airstrike hex:")
	text := "/airstrike hex:" + hexes[len(hexes)-1].Value.(string) + " strikes:"
	strikes := g.suggest(p, text)
	m := g.order(p, text+strikes[len(strikes)-1].Value.(string))
	if !strings.Contains(m.Content, "air strike breakdown on") {
		g.t.Errorf("%s: %s", text, m.Content)
	}
}

// typeMoves moves so many units, where there are any that can, as the
// suggestions have it.
func (g *game) typeMoves(p *player.Player, n int) {
	g.t.Helper()
	for range n {
		units := g.suggest(p, "/move units:")
		if len(units) == 0 {
			return
		}
		unit := units[0].Value.(string)
		to := g.suggest(p, "/move units:"+unit+" to:")
		if len(to) == 0 {
			g.t.Fatalf("%s is offered for a move and can go nowhere", unit)
		}
		g.order(p, "/move units:"+unit+" to:"+to[len(to)-1].Value.(string))
		g.did["exploit"]++
	}
}
