package caseof_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// randomGame plays a game with orders picked at random from what is offered.
type randomGame struct {
	t    *testing.T
	rng  *rand.Rand
	def  *modules.Definition
	m    *rules.Match
	roll dice.Roller
}

func newGame(t *testing.T, module, scenario string, seed uint64) *randomGame {
	t.Helper()
	def := must.Get(rules.Modules().Load(module))(t)
	return gameFrom(t, def, must.Get(rules.Setup(def, scenario))(t), seed)
}

// gameFrom begins a game in a position.
func gameFrom(t *testing.T, def *modules.Definition, pos rules.Position, seed uint64) *randomGame {
	t.Helper()
	g := &randomGame{t: t, rng: rand.New(rand.NewPCG(seed, 1)), def: def, m: must.Get(rules.New(def, pos))(t),
		roll: dice.Stream{Secret: bytes.Repeat([]byte{byte(seed)}, 32), Game: fmt.Sprint(seed)}}
	g.apply(must.Get(g.m.Begin(g.roll))(t))
	return g
}

func (g *randomGame) apply(rec rules.Record) {
	g.t.Helper()
	must.Get(g.m.Apply(g.m.Seq()+1, rec))(g.t)
}

func (g *randomGame) board() *view.Board { return g.m.Public().Board() }

// acts gives one order of whoever has to act.
func (g *randomGame) acts() {
	g.t.Helper()
	side, o := g.picks()
	g.apply(must.Get(g.m.Decide(side, o, g.roll))(g.t))
}

// picks returns an order that is offered to whoever has to act.
func (g *randomGame) picks() (order.Side, order.Order) {
	g.t.Helper()
	side := g.board().Phase.Side
	if due := g.board().Due; due != nil {
		side = due.Side
	}
	v := g.verb(g.m.Verbs(side))
	var picks []view.Pick
	for {
		offer := must.Get(g.m.Offer(side, v, picks))(g.t)
		if offer.Done && (len(offer.Next) == 0 || g.rng.IntN(3) == 0) {
			break
		}
		picks = append(picks, offer.Next[g.rng.IntN(len(offer.Next))])
	}
	return side, g.m.Order(v, picks)
}

// verb prefers fights and arrivals, and ends a phase now and then.
func (g *randomGame) verb(verbs []order.Verb) order.Verb {
	if slices.Contains(verbs, "end") && g.rng.IntN(12) == 0 {
		return "end"
	}
	for _, likely := range []order.Verb{"attack", "overrun", "engage", "shock", "garrison", "reinforce", "activate", "snafu"} {
		if slices.Contains(verbs, likely) && g.rng.IntN(2) == 0 {
			return likely
		}
	}
	return verbs[g.rng.IntN(len(verbs))]
}

// readers returns the boards that somebody sees, by the side that sees it, "" for the public.
func (g *randomGame) readers() map[order.Side]*view.Board {
	out := map[order.Side]*view.Board{"": g.board()}
	for _, s := range g.def.Sides {
		out[s.ID] = g.m.View(s.ID).Board()
	}
	return out
}
