package games

import (
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/localtable/player"
	"grognard/bot/program"
	"grognard/bot/programtest"
)

// game is a game at the table. What its people are answered is kept, to be compared with the log when it is over.
type game struct {
	*programtest.Table
	did     map[string]int  // orders by their verbs, decisions by their kinds
	used    map[string]bool // buttons of decisions that were taken
	refused []player.Message
	shown   []shown
}

// shown is what one user got for something that he did himself.
type shown struct {
	reader string
	at     time.Time // after the commit of what it answers, before anything else
	words  string    // all of it: text, pictures' words and names, buttons, hidden identifiers
}

// newGame starts the program with a game of this scenario; dice is the seed of its dice.
func newGame(t *testing.T, scenario string, dice byte, changes ...func(*program.Environment)) *game {
	t.Helper()
	return gameAt(programtest.Sit(t, scenario, dice, changes...))
}

// gameAt returns a game that keeps what the people at a table are answered.
func gameAt(s *programtest.Table) *game {
	g := &game{Table: s, did: map[string]int{}, used: map[string]bool{}}
	s.Shown = func(p *player.Player, what any) {
		g.shown = append(g.shown, shown{p.User().ID, time.Now().UTC(), allWords(what)})
	}
	return g
}

// begin takes both seats, one by command and one by a button, and starts.
func (g *game) begin() {
	g.T.Helper()
	g.Say(g.German, "/game join side:german word:panzer")
	seat := g.Await(g.Soviet, player.Posted(g.Channel, "A seat is taken", "German: <@"+g.German.User().ID))
	join, ok := programtest.Labelled(seat, "Play Soviet")
	if !ok {
		g.T.Fatalf("no button for the free seat: %q", seat.Content)
	}
	g.Click(g.Soviet, seat, join.CustomID)
	full := g.Await(g.Soviet, player.Posted(g.Channel, "A seat is taken", "Soviet: <@"+g.Soviet.User().ID))
	begin, ok := programtest.Labelled(full, "Start")
	if !ok {
		g.T.Fatalf("no button to start: %q", full.Content)
	}
	for _, p := range []*player.Player{g.German, g.Soviet} { // what follows names every phase
		g.Say(p, "/settings autopass:False")
	}
	g.Click(g.Soviet, full, begin.CustomID)
	g.Await(g.Looker, player.Posted(g.Channel, "The game begins", "turn 1 of 10"))
}

// leave waits for the last messages, stops the program and compares all that anybody was told with the log.
func (g *game) leave() {
	g.T.Helper()
	g.Delivered()
	all := g.letters()
	g.End(g.T)
	h := readHistory(g.T, g.Database(), g.Channel, all)
	h.everythingArrived(all)
	h.rollsTold(all, 10)
	h.refusedLeftNothing(g.refused)
	h.fogHeld(all, g.shown)
	h.pictures(all, 9)
}

// orders gives orders that the rules accept.
func (g *game) orders(p *player.Player, list []string) {
	g.T.Helper()
	for _, text := range list {
		g.order(p, text)
	}
}

func (g *game) order(p *player.Player, text string) player.Message {
	g.T.Helper()
	m := g.Say(p, text)
	if strings.Contains(m.Content, "Refused") || len(m.Parts()) == 0 {
		g.T.Fatalf("%s: %s", text, m.Content)
	}
	verb, _, _ := strings.Cut(strings.TrimPrefix(text, "/"), " ")
	g.did[verb]++
	return m
}

// end ends a phase. The channel is told, and the next phase begins.
func (g *game) end(p *player.Player, next string) {
	g.T.Helper()
	g.order(p, "/end")
	g.settle()
	g.Await(g.Looker, player.Posted(g.Channel, "it is your move: "+next+"."))
}

// attacks makes at least so many attacks, and more until fights have led to every kind of decision.
func (g *game) attacks(p *player.Player, least int) {
	g.T.Helper()
	lacks := func(what string) bool { return g.did[what] == 0 } // of all that fights can bring
	for n := 0; n < least || slices.ContainsFunc([]string{"losses", "retreat", "hold", "advance", "pass"}, lacks); n++ {
		if !g.attack(p) {
			return
		}
	}
}

// attack attacks the first hex that is suggested with all units that are. It returns false if no hex is suggested.
func (g *game) attack(p *player.Player) bool {
	g.T.Helper()
	targets := g.Suggest(p, "/attack target:")
	if len(targets) == 0 {
		return false
	}
	g.order(p, g.all(p, "/attack target:"+targets[0].Value+" units:"))
	g.settle()
	return true
}

// all takes every unit that is suggested, one after the other.
func (g *game) all(p *player.Player, text string) string {
	g.T.Helper()
	chosen := ""
	for {
		list := g.Suggest(p, text+chosen)
		i := slices.IndexFunc(list, func(c player.Choice) bool {
			return chosen == "" || strings.HasPrefix(c.Value, chosen+",")
		})
		if i < 0 {
			return text + chosen
		}
		chosen = list[i].Value
	}
}

// typeBreakdown flies a strike against a suggested hex, with the last number that is suggested: a breakdown.
func (g *game) typeBreakdown(p *player.Player) {
	g.T.Helper()
	hexes := g.Suggest(p, "/airstrike hex:14.20")
	text := "/airstrike hex:" + hexes[len(hexes)-1].Value + " strikes:"
	strikes := g.Suggest(p, text)
	m := g.order(p, text+strikes[len(strikes)-1].Value)
	if !strings.Contains(m.Content, "air strike breakdown on") {
		g.T.Errorf("%s: %s", text, m.Content)
	}
}

// typeMoves moves up to so many units that can, as is suggested.
func (g *game) typeMoves(p *player.Player, n int) {
	g.T.Helper()
	for range n {
		units := g.Suggest(p, "/move units:")
		if len(units) == 0 {
			return
		}
		unit := units[0].Value
		to := g.Suggest(p, "/move units:"+unit+" to:")
		if len(to) == 0 {
			g.T.Fatalf("%s is offered for a move and can go nowhere", unit)
		}
		g.order(p, "/move units:"+unit+" to:"+to[len(to)-1].Value)
		g.did["exploit"]++
	}
}
