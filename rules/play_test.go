package rules_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// randomPlayer plays legal orders by walking Offer, and seeks contact: it likes
// to overrun and attack, and moves toward the enemy.
type randomPlayer struct {
	t     *testing.T
	rng   *rand.Rand
	m     *rules.Match
	roll  dice.Roller
	log   []rules.Entry
	count map[string]int
}

func newPlayer(t *testing.T, module string, seed uint64) *randomPlayer {
	t.Helper()
	def, err := modules.Load(module)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := rules.Setup(def, "")
	if err != nil {
		t.Fatal(err)
	}
	m, err := rules.New(def, pos)
	if err != nil {
		t.Fatal(err)
	}
	secret := bytes.Repeat([]byte{byte(seed), byte(seed >> 8)}, 16)
	p := &randomPlayer{t: t, rng: rand.New(rand.NewPCG(seed, 1)), m: m, count: map[string]int{},
		roll: dice.Stream{Secret: secret, Game: fmt.Sprint(seed)}}
	rec, err := m.Begin(p.roll)
	if err != nil {
		t.Fatal(err)
	}
	p.apply(rec)
	return p
}

func (p *randomPlayer) apply(rec rules.Record) view.Account {
	p.t.Helper()
	b, err := json.Marshal(rec)
	if err != nil {
		p.t.Fatal(err)
	}
	var back rules.Record
	if err := json.Unmarshal(b, &back); err != nil {
		p.t.Fatal(err)
	}
	seq := p.m.Seq() + 1
	p.log = append(p.log, rules.Entry{Seq: seq, Record: back})
	acc, err := p.m.Apply(seq, back)
	if err != nil {
		p.t.Fatal(err)
	}
	return acc
}

// acting is the side that has to say something.
func (p *randomPlayer) acting() order.Side {
	b := p.m.Public().Board()
	if b.Due != nil {
		return b.Due.Side
	}
	return b.Phase.Side
}

// turnsUntil plays until a turn begins or the game is over.
func (p *randomPlayer) turnsUntil(turn int) {
	p.t.Helper()
	for n := 0; n < 20_000; n++ {
		b := p.m.Public().Board()
		if b.Over || b.Turn >= turn {
			return
		}
		p.order(p.acting())
		p.invariants()
	}
	p.t.Fatal("the game does not end")
}

// order gives one random legal order.
func (p *randomPlayer) order(side order.Side) {
	p.t.Helper()
	verbs := p.m.Verbs(side)
	if len(verbs) == 0 {
		p.t.Fatalf("%s must act at %+v and can say nothing", side, p.m.Public().Board().Phase)
	}
	v := p.pickVerb(verbs)
	o := p.m.Order(v, p.walk(side, v))
	rec, err := p.m.Decide(side, o, p.roll)
	if err != nil {
		p.t.Fatalf("offered and refused: %s %+v: %v", side, o, err)
	}
	p.count[string(v)]++
	for _, l := range p.apply(rec).Public() {
		p.count[l.Text.ID]++
	}
}

// pickVerb prefers what brings contact, and ends a phase now and then.
func (p *randomPlayer) pickVerb(verbs []order.Verb) order.Verb {
	weight := map[order.Verb]int{"overrun": 60, "attack": 60, "reinforce": 30, "move": 20, "stack order": 1, "end": 1}
	total := 0
	for _, v := range verbs {
		total += max(weight[v], 1)
	}
	n := p.rng.IntN(total)
	for _, v := range verbs {
		if n -= max(weight[v], 1); n < 0 {
			return v
		}
	}
	return verbs[len(verbs)-1]
}

func (p *randomPlayer) walk(side order.Side, v order.Verb) []view.Pick {
	p.t.Helper()
	var picks []view.Pick
	for range 100 {
		offer, err := p.m.Offer(side, v, picks)
		if err != nil {
			p.t.Fatalf("/%s: an offered pick leads to a refusal: %v: %v", v, picks, err)
		}
		if !offer.Done && len(offer.Next) == 0 {
			p.t.Fatalf("/%s: dead end after %v", v, picks)
		}
		if offer.Done && (len(offer.Next) == 0 || p.rng.IntN(3) == 0) {
			return picks
		}
		picks = append(picks, p.toward(side, offer.Next))
	}
	p.t.Fatalf("/%s has no end", v)
	return nil
}

// toward picks at random, but among hexes rather one near an enemy.
func (p *randomPlayer) toward(side order.Side, next []view.Pick) view.Pick {
	best := next[p.rng.IntN(len(next))]
	for range 3 {
		other := next[p.rng.IntN(len(next))]
		if other.Hex != hex.None && best.Hex != hex.None && p.enemyNear(side, other.Hex) < p.enemyNear(side, best.Hex) {
			best = other
		}
	}
	return best
}

func (p *randomPlayer) enemyNear(side order.Side, h hex.Hex) int {
	near := 1 << 10
	b := p.m.Public().Board()
	for _, st := range b.Stacks {
		if st.Side != side {
			near = min(near, b.Map.Grid.Distance(h, st.Hex))
		}
	}
	return near
}

// invariants hold after every command.
func (p *randomPlayer) invariants() {
	p.t.Helper()
	seen := map[hex.Hex]order.Side{}
	for _, side := range p.m.Sides() {
		for _, st := range p.m.View(side.ID).Board().Stacks {
			if was, ok := seen[st.Hex]; ok && was != st.Side {
				p.t.Fatalf("both sides stand in %v", st.Hex)
			}
			seen[st.Hex] = st.Side
			if st.Side == side.ID {
				p.soundStack(st)
			}
		}
	}
}

func (p *randomPlayer) soundStack(st view.Stack) {
	p.t.Helper()
	fights := false
	for _, k := range st.Known {
		fights = fights || k.Attack >= 1
		if k.Steps < 1 || k.Steps > k.MaxSteps {
			p.t.Fatalf("%s has %d of %d steps", k.ID, k.Steps, k.MaxSteps)
		}
	}
	if fights && st.Known[0].Attack < 1 {
		p.t.Fatalf("4.0c: %s lies on top in %v", st.Known[0].ID, st.Hex)
	}
	if len(st.Known) != st.Height {
		p.t.Fatalf("%s cannot see its own stack in %v", st.Side, st.Hex)
	}
}

// replay opens the match again from its records, with and without a snapshot.
func (p *randomPlayer) replay() {
	p.t.Helper()
	def, err := modules.Load(p.module())
	if err != nil {
		p.t.Fatal(err)
	}
	pos, err := rules.Setup(def, "")
	if err != nil {
		p.t.Fatal(err)
	}
	want, err := p.m.Snapshot()
	if err != nil {
		p.t.Fatal(err)
	}
	half := len(p.log) / 2
	first, err := rules.Open(def, pos, nil, entries(p.log[:half]))
	if err != nil {
		p.t.Fatal(err)
	}
	snap, err := first.Snapshot()
	if err != nil {
		p.t.Fatal(err)
	}
	whole, err := rules.Open(def, pos, nil, entries(p.log))
	if err != nil {
		p.t.Fatal(err)
	}
	rest, err := rules.Open(def, pos, snap, entries(p.log[half:]))
	if err != nil {
		p.t.Fatal(err)
	}
	for name, m := range map[string]*rules.Match{"replay": whole, "snapshot and replay": rest} {
		if got, err := m.Snapshot(); err != nil || !bytes.Equal(got, want) {
			p.t.Fatalf("the %s differs from the live state (%v)", name, err)
		}
	}
}

func (p *randomPlayer) module() string {
	if p.m.Public().Board().Map.Title == "Autumn for Barbarossa" {
		return "afb"
	}
	return "drill"
}

func entries(log []rules.Entry) iter.Seq2[rules.Entry, error] {
	return func(yield func(rules.Entry, error) bool) {
		for _, e := range log {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// TestRandomGames plays whole games: no dead end, no offered order refused, a
// replay equal to the live state, and everything that fights bring was reached.
func TestRandomGames(t *testing.T) {
	total := map[string]int{}
	games := []struct {
		module      string
		seeds, turn int
	}{{"drill", 6, 8}, {"afb", 1, 2}}
	for _, g := range games {
		for seed := range g.seeds {
			p := newPlayer(t, g.module, uint64(seed))
			p.turnsUntil(g.turn)
			p.replay()
			for k, n := range p.count {
				total[k] += n
			}
		}
	}
	for _, want := range []string{"move", "overrun", "attack", "losses", "hold", "retreat", "advance", "pass", "reinforce", "end", "stack order", "told.step", "told.lost"} {
		if total[want] == 0 {
			t.Errorf("%s was never reached: %v", want, total)
		}
	}
	t.Log(total)
}
