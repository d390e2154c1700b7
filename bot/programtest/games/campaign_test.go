package games

import (
	"bytes"
	"flag"
	"fmt"
	"image/gif"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"grognard/bot/localtable/player"
	"grognard/rules/must"
)

// column is units that march as a stack, and where to, turn by turn; the last goal holds for the rest of the game.
type column struct {
	units string
	goals []string
}

// The German plan: Guderian by Mogilev and Krichev to Roslavl and Yelnya, the centre by Orsha to Smolensk, Hoth by
// Vitebsk to Velizh and Yartsevo; the infantry comes up behind them.
var germanPlan = []column{
	{"g-1-cav", []string{"9.02", "11.02", "13.02", "15.03", "16.03"}},
	{"g-6-pz,g-3-mtr,g-394-mtr", []string{"8.04", "10.04", "14.03", "19.03", "20.03", "27.04", "28.04"}},
	{"g-35-pz,g-12-mtr,g-33-mtr", []string{"9.05", "11.05", "15.06", "20.04", "25.05", "28.05", "32.05", "33.03"}},
	{"g-20-mtr,g-41-mtr", []string{"9.07", "11.07", "14.06", "18.06", "21.05"}},
	{"g-das-reich-f", []string{"10.07", "12.07", "16.08", "20.08", "24.09"}},
	{"g-7-pz,g-69-mtr,g-86-mtr", []string{"12.08", "14.09", "17.10", "21.10", "26.09", "29.09", "32.10"}},
	{"g-18-pz,g-52-mtr,g-101-mtr", []string{"12.11", "14.12", "18.12", "22.12", "25.13", "28.12"}},
	{"g-15-mtr,g-71-mtr", []string{"11.10", "13.12", "16.13", "20.13", "24.12", "25.13"}},
	{"g-das-reich-d", []string{"12.09", "14.10", "18.10", "22.11", "26.11"}},
	{"g-gd", []string{"9.13", "11.13", "13.13", "19.12", "23.12"}},
	{"g-29-pz,g-5-mtr,g-25-mtr", []string{"10.15", "12.14", "14.15", "19.15", "24.14", "25.14", "29.15", "30.15"}},
	{"g-39-pz,g-40-mtr,g-63-mtr", []string{"11.16", "13.16", "17.16", "22.16", "25.15", "27.16", "27.18"}},
	{"g-25-pz,g-6-mtr,g-7-mtr", []string{"12.20", "13.20", "18.20", "23.19", "24.19", "28.17", "29.16"}},
	{"g-21-pz,g-59-mtr,g-112-mtr", []string{"12.19", "14.20", "18.21", "22.21", "26.21", "30.23"}},
	{"g-76-mtr,g-90-mtr", []string{"11.21", "14.21", "17.21", "21.20", "22.20"}},
	{"g-30-mtr,g-51-mtr", []string{"7.24", "9.23", "12.22", "16.22", "20.21"}},
	{"g-206-inf,g-86-inf", []string{"5.25", "6.25", "9.23", "12.21", "14.21"}},
	{"g-255-inf", []string{"6.01", "8.02", "9.02", "12.02", "15.02"}},
	{"g-17-inf,g-31-inf", []string{"5.06", "9.06", "11.07", "13.07", "16.07"}},
	{"g-34-inf,g-263-inf", []string{"6.09", "9.09", "12.09", "15.09", "19.09"}},
	{"g-137-inf,g-292-inf", []string{"7.13", "10.13", "12.13", "15.13", "19.13", "23.13"}},
	{"g-5-inf,g-6-inf,g-26-inf", []string{"7.21", "10.20", "13.19", "16.19", "20.18", "24.18"}},
	{"g-7-inf,g-23-inf,g-258-inf", []string{"", "5.13", "9.13", "13.14", "16.14", "20.14", "24.13"}},
	{"g-27-pz,g-73-mtr,g-74-mtr", []string{"", "", "18.25", "18.23", "22.22", "26.22", "30.22"}},
}

// sovietGoals are the hexes to which Soviet units go, one after the other: the line from Velizh by Yartsevo and Yelnya
// to Roslavl, and the towns behind it.
var sovietGoals = []string{
	"30.15", "31.13", "32.11", "32.10", "31.09", "30.07", "29.05", "28.04", "29.17", "27.18", "28.19", "29.20",
	"25.14", "25.13", "26.13", "24.14", "26.09", "27.10", "28.12", "29.13", "30.23", "22.21", "24.19", "35.22",
	"34.13", "34.15", "33.03", "39.07", "36.15", "42.15", "39.04", "44.25", "30.14", "31.12", "31.08", "30.06",
}

var campaign = flag.Bool("campaign", false, "play a whole campaign of ten turns, which takes minutes")

// campaignDice is a seed with which the campaign has everything that TestCampaign asks for.
const campaignDice = 4

// Three people type and tap all ten turns of Autumn for Barbarossa at the table, from the set-up to a level of victory.
// Every rule of the game's own is used, and all that anybody was told is compared with the log.
func TestCampaign(t *testing.T) {
	if !*campaign {
		t.Skip("ten turns take minutes: play them with -campaign; TestWholeTurn goes the same ways")
	}
	t.Parallel()
	g := newGame(t, "campaign", campaignDice)
	g.begin()
	g.endOf(g.German, 1, "German reinforcements")
	for turn := 1; turn <= 10; turn++ {
		g.playerTurn(g.German, turn)
		g.playerTurn(g.Soviet, turn)
	}
	g.order(g.Soviet, "/accent")
	g.settle()
	g.order(g.Soviet, "/end")
	g.settle() // a stack may be too high
	over := g.Await(g.Looker, player.Posted(g.Channel, "The game is over"))
	t.Log(g.did)
	for _, what := range []string{"reinforce", "airbreak", "airstrike", "garrison", "draw", "replace", "withdraw",
		"accent"} {
		if g.did[what] == 0 {
			t.Errorf("nobody gave the order /%s (see campaignDice)", what)
		}
	}
	g.victory(over.Content)
	g.film()
	all := g.letters()
	g.End(t)
	h := readHistory(t, g.Database(), g.Channel, all)
	h.everythingArrived(all)
	h.rollsTold(all, 10)
	h.refusedLeftNothing(g.refused)
	h.fogHeld(all, g.shown)
	h.pictures(all, 81)
}

// film looks back on the game, which is over: everybody sees everything in it.
func (g *game) film() {
	g.T.Helper()
	var films [][]byte
	for _, p := range g.People() {
		m := g.Says(p, "/game replay", "German set-up to the end on turn 10. The game is over and nothing is hidden anymore.")
		film := must.Get(p.Picture(g.T.Context(), m.Attachments[0]))(g.T)
		films = append(films, film)
	}
	read := must.Get(gif.DecodeAll(bytes.NewReader(films[0])))(g.T)
	if !bytes.Equal(films[0], films[1]) || !bytes.Equal(films[0], films[2]) || len(films[0]) > 8<<20 ||
		len(read.Image) < 40 {
		g.T.Errorf("films of %d, %d and %d bytes, the first with %d frames", len(films[0]), len(films[1]),
			len(films[2]), len(read.Image))
	}
	g.T.Logf("%d frames, %d KiB", len(read.Image), len(films[0])>>10)
}

// playerTurn is the turn of one player, phase by phase.
func (g *game) playerTurn(p *player.Player, turn int) {
	g.T.Helper()
	name := map[*player.Player]string{g.German: "German", g.Soviet: "Soviet"}[p]
	g.receive(p)
	g.endOf(p, turn, name+" movement")
	g.strike(p, "2", "breakdown")
	if turn == 3 || turn == 6 {
		g.first(p, "/garrison unit:")
	}
	if p == g.German {
		g.march(p, germanPlan, turn)
	} else {
		g.bringUp(p, turn, 12)
	}
	g.endOf(p, turn, name+" combat")
	for range map[*player.Player]int{g.German: 9, g.Soviet: 1}[p] {
		g.attack(p)
	}
	g.endOf(p, turn, name+" exploitation")
	if p == g.German {
		g.strike(p, "regular")
		g.march(p, germanPlan[:16], turn+1)
		g.endOf(p, turn, "Soviet reinforcements")
	} else {
		g.bringUp(p, turn, 2)
		if turn < 10 {
			g.endOf(p, turn+1, "German reinforcements")
		}
	}
}

// receive brings on all units that are due, and spends the replacements.
func (g *game) receive(p *player.Player) {
	g.T.Helper()
	g.try(p, "/airbreak count:1")
	g.settle()
	for n := 0; ; n++ {
		due := g.Suggest(p, "/reinforce units:")
		if len(due) == 0 {
			break
		}
		text := "/reinforce units:" + due[0].Value + " hex:"
		at := g.Suggest(p, text)
		g.order(p, text+at[n%len(at)].Value)
	}
	for g.did["draw"] <= 2*g.did["replace"] && g.try(p, "/draw") || g.first(p, "/replace unit:") || g.try(p, "/draw") {
		g.settle()
	}
}

// first gives an order with what is suggested first, if anything is.
func (g *game) first(p *player.Player, text string) bool {
	g.T.Helper()
	list := g.Suggest(p, text)
	if len(list) > 0 {
		g.order(p, text+list[0].Value)
	}
	return len(list) > 0
}

// try gives an order and reports whether the rules accepted it.
func (g *game) try(p *player.Player, text string) bool {
	g.T.Helper()
	if m := g.Say(p, text); strings.Contains(m.Content, "Refused") {
		g.refused = append(g.refused, m)
		return false
	}
	verb, _, _ := strings.Cut(strings.TrimPrefix(text, "/"), " ")
	g.did[verb]++
	return true
}

// strike flies so many air strikes against the first hexes that are suggested.
func (g *game) strike(p *player.Player, strikes ...string) {
	g.T.Helper()
	for _, how := range strikes {
		if at := g.Suggest(p, "/airstrike hex:"); len(at) > 0 {
			g.try(p, "/airstrike hex:"+at[0].Value+" strikes:"+how)
			g.settle()
		}
	}
}

// march moves the columns toward their goals.
func (g *game) march(p *player.Player, plan []column, turn int) {
	g.T.Helper()
	for _, c := range plan {
		if goal := c.goals[min(turn, len(c.goals))-1]; goal != "" {
			g.toward(p, "/move units:"+c.units+" to:"+goal)
		}
	}
}

// bringUp moves so many units toward what is to be held.
func (g *game) bringUp(p *player.Player, turn, n int) {
	g.T.Helper()
	for i := range n {
		units := g.Suggest(p, "/move units:")
		if len(units) == 0 {
			return
		}
		g.toward(p, "/move units:"+units[(i*7)%len(units)].Value+" to:"+sovietGoals[(turn*12+i)%len(sovietGoals)])
	}
}

var suggested = regexp.MustCompile("Instead: `([^`]+)`")

// toward gives an order, or what its refusal names as the nearest one.
func (g *game) toward(p *player.Player, text string) {
	g.T.Helper()
	if g.try(p, text) || strings.Contains(g.refused[len(g.refused)-1].Content, "They are already in") {
		return
	}
	if instead := suggested.FindStringSubmatch(g.refused[len(g.refused)-1].Content); instead != nil {
		g.order(p, instead[1])
	}
}

// endOf ends a phase, once all that is owed is decided, and waits for the next one.
func (g *game) endOf(p *player.Player, turn int, next string) {
	g.T.Helper()
	g.settle()
	g.order(p, "/end")
	g.settle()
	g.Await(g.Looker, player.Posted(g.Channel, fmt.Sprintf("**Turn %d, %s**", turn, next)))
}

var (
	verdict = regexp.MustCompile(`Soviet (\d+) VP, 1 of them for the accent`)
	holding = regexp.MustCompile(`(?m)^The (German|Soviet) player holds (\d+) VP: (.+) \(afb 4\.1\)$`)
	worth   = regexp.MustCompile(` (\d+)(?:,|$)`)
)

// victory checks that the level is told with its points, and the points place by place: all forty of the map, and one
// for the accent.
func (g *game) victory(told string) {
	g.T.Helper()
	points := map[string]int{}
	for _, side := range holding.FindAllStringSubmatch(told, -1) {
		sum := 0
		for _, place := range worth.FindAllStringSubmatch(side[3], -1) {
			sum += number(g.T, place[1])
		}
		if points[side[1]] = sum; sum != number(g.T, side[2]) {
			g.T.Errorf("the places listed are worth %d: %q", sum, side[0])
		}
	}
	v := verdict.FindStringSubmatch(told)
	if v == nil || number(g.T, v[1]) != points["Soviet"]+1 || points["Soviet"]+points["German"] != 40 {
		g.T.Errorf("%v are not the points of %q", points, told)
	}
}

func number(t testing.TB, digits string) int {
	t.Helper()
	return must.Get(strconv.Atoi(digits))(t)
}
