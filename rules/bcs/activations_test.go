package bcs_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

var activations = flag.Int("activations", 300, "random activations to play")

// dice rolls faces from a generator.
type dice struct{ *rand.Rand }

func (d dice) Roll(_ uint64, n int) (faces []int, err error) {
	for range n {
		faces = append(faces, 1+d.IntN(6))
	}
	return faces, nil
}

// table is a random game that is played through its offers alone.
type table struct {
	t      testing.TB
	seed   uint64
	random *rand.Rand
	def    *modules.Definition
	m      *rules.Match
	pos    rules.Position
	log    []rules.Entry
	told   []string     // the orders so far, each with its side
	last   rules.Record // of the last order
	order  order.Order  // the last one
	fatal  bool         // it was warned that the last order destroys units
	heard  view.Account // of the last order
	begun  int          // how many activations
	said   map[order.Verb]int
	weighs func(order.Side, order.Order) // is called with each order before it is given, if not nil
}

func newTable(t testing.TB, seed uint64) *table {
	t.Helper()
	return newTableOf(t, must.Get(rules.Modules().Load("bcs-drill"))(t), seed)
}

func newTableOf(t testing.TB, d *modules.Definition, seed uint64) *table {
	t.Helper()
	return newTableAt(t, d, must.Get(rules.Setup(d, ""))(t), seed)
}

func newTableAt(t testing.TB, d *modules.Definition, pos rules.Position, seed uint64) *table {
	t.Helper()
	p := &table{t: t, seed: seed, def: d, random: rand.New(rand.NewPCG(39, seed)), pos: pos, said: map[order.Verb]int{}}
	p.m = must.Get(rules.New(d, p.pos))(t)
	p.apply(must.Get(p.m.Begin(dice{p.random}))(t))
	return p
}

func (p *table) apply(rec rules.Record) {
	p.t.Helper()
	seq := uint64(len(p.log) + 1)
	told, err := p.m.Apply(seq, rec)
	if err != nil {
		p.t.Fatalf("seed %d, after %q: %v", p.seed, p.told, err)
	}
	p.last, p.heard = rec, told
	p.log = append(p.log, rules.Entry{Seq: seq, Record: rec})
}

// acts returns the side that must decide what is pending or, if nothing is, the side whose phase it is.
func (p *table) acts() order.Side {
	if due := p.m.Public().Board().Due; due != nil {
		return due.Side
	}
	return p.m.Standing().Phase.Side
}

// says gives a random order of those that are offered. The test fails if an offer does not lead to a legal order.
func (p *table) says() {
	p.t.Helper()
	side := p.acts()
	verbs := p.m.Verbs(side)
	if len(verbs) == 0 {
		p.t.Fatalf("seed %d: %s can say nothing, after %q", p.seed, side, p.told)
	}
	v := verbs[p.random.IntN(len(verbs))]
	if (v == "end" || v == "fallback") && len(verbs) > 1 && p.random.IntN(3) > 0 {
		v = verbs[p.random.IntN(len(verbs))]
	}
	for _, rare := range []order.Verb{"move", "restore", "engage", "recon", "shock", "attack"} { // random units seldom come so far
		if slices.Contains(verbs, rare) && p.random.IntN(2) == 0 {
			v = rare
		}
	}
	p.builds(side, v, func(next []view.Pick) view.Pick {
		one := next[p.random.IntN(len(next))]
		for range 3 {
			if v == "move" { // most go forward
				one = p.forward(one, next[p.random.IntN(len(next))])
			}
		}
		return one
	})
}

// builds gives an order of a verb, each pick of which choose chooses among those that are offered.
func (p *table) builds(side order.Side, v order.Verb, choose func([]view.Pick) view.Pick) {
	p.t.Helper()
	var picks []view.Pick
	for {
		offer := must.Get(p.m.Offer(side, v, picks))(p.t)
		switch {
		case !offer.Done && len(offer.Next) == 0:
			p.t.Fatalf("seed %d: /%s is a dead end after %v, after %q", p.seed, v, picks, p.told)
		case offer.Done && (len(offer.Next) == 0 || p.random.IntN(3) == 0):
			p.gives(side, p.m.Order(v, picks))
			return
		}
		picks = append(picks[:len(picks):len(picks)], choose(offer.Next))
	}
}

// forward returns b if its hex is nearer to the middle of the map than that of a, else a.
func (p *table) forward(a, b view.Pick) view.Pick {
	g, middle := p.m.Public().Board().Map.Grid, hex.Hex{Col: 10, Row: 11}
	if a.Hex != hex.None && b.Hex != hex.None && g.Distance(b.Hex, middle) < g.Distance(a.Hex, middle) {
		return b
	}
	return a
}

func (p *table) gives(side order.Side, o order.Order) {
	p.t.Helper()
	spec, _ := p.m.Spec(o.Verb)
	p.told = append(p.told, fmt.Sprintf("%s %s", side, order.Format(spec, o)))
	if p.weighs != nil {
		p.weighs(side, o)
	}
	rec, err := p.m.Decide(side, o, dice{p.random})
	if err != nil {
		p.t.Fatalf("seed %d: %q: %v", p.seed, p.told, err)
	}
	p.order, p.fatal = o, slices.ContainsFunc(p.m.Warnings(side, o), func(w view.Warning) bool { return w.Fatal })
	p.said[o.Verb]++
	if o.Verb == "activate" || o.Verb == "second" {
		p.begun++
	}
	p.apply(rec)
}

// Random activations come to an end, without a moment in which nobody can say anything. The same log gives the same game.
func TestActivations(t *testing.T) {
	begun, said := 0, map[order.Verb]int{}
	for seed := uint64(0); begun < *activations; seed++ {
		p := newTable(t, seed)
		for n := 0; !p.m.Standing().Over; n++ {
			if n > 4000 {
				t.Fatalf("seed %d: it does not end", seed)
			}
			p.says()
		}
		begun += p.begun
		for v, n := range p.said {
			said[v] += n
		}
		p.replays()
	}
	t.Logf("%d activations: %v", begun, said)
	for _, spec := range newTable(t, 0).m.Specs() {
		seldom := []order.Verb{"advance", "restore", "shock"}
		if v := spec.Verb; said[v] == 0 && v != "losses" && (*activations >= 1000 || !slices.Contains(seldom, v)) {
			t.Errorf("/%s is never said", v)
		}
	}
}

// replays plays the game's log again, as JSON keeps it, and checks that it leads to the same snapshot.
func (p *table) replays() {
	p.t.Helper()
	for i := range p.log {
		raw := must.Get(json.Marshal(p.log[i].Record))(p.t)
		must.Do(p.t, json.Unmarshal(raw, &p.log[i].Record))
	}
	again := must.Get(rules.New(p.def, p.pos))(p.t)
	for _, e := range p.log {
		must.Get(again.Apply(e.Seq, e.Record))(p.t)
	}
	if want, got := must.Get(p.m.Snapshot())(p.t), must.Get(again.Snapshot())(p.t); !bytes.Equal(want, got) {
		p.t.Errorf("seed %d: the log leads to another position", p.seed)
	}
}
