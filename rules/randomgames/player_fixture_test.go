package randomgames

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/chart"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

var (
	drillGames = flag.Int("games", 20, "random games of drill to play, and a fifth as many skirmishes by the rules of Autumn for Barbarossa")
	afbGames   = flag.Int("afb", 1, "random games of Autumn for Barbarossa to play; fewer than five end with turn 3")
	lastTurn   = flag.Int("turns", 10, "turns of a random game")
)

// randomPlayer plays both sides with legal orders from Offer, and prefers orders that lead to fights: it
// approaches, overruns, attacks, holds, and heads for supply sources.
type randomPlayer struct {
	t    testing.TB
	rng  *rand.Rand
	def  *modules.Definition
	pos  rules.Position
	m    *rules.Match
	roll dice.Roller
	log  []rules.Entry
	bare *rules.Match // the same game without caches; asMadeAnew brings it up to date

	board    *view.Board                // the public's, after the last command
	own      map[order.Side]*view.Board // each side's
	patience int                        // orders until it ends the phase; from 0 down it ends it as soon as it can
	said     order.Order                // the last order that it gave
	goal     hex.Hex                    // the destination of the present order; None until it is chosen
	idle     order.Side                 // the side that leaves all decisions to their defaults; "" for neither
	reached  tally
	audit    audit
}

func newPlayer(t testing.TB, name string, seed uint64) *randomPlayer {
	t.Helper()
	def, pos := gameOf(t, name, seed)
	return playerOf(t, def, pos, seed)
}

// playerOf plays from a position.
func playerOf(t testing.TB, def *modules.Definition, pos rules.Position, seed uint64) *randomPlayer {
	t.Helper()
	m := must(rules.New(def, pos))(t)
	secret := bytes.Repeat([]byte{byte(seed), byte(seed >> 8)}, 16)
	p := &randomPlayer{t: t, rng: rand.New(rand.NewPCG(seed, 1)), def: def, pos: pos, m: m,
		roll: dice.Stream{Secret: secret, Game: fmt.Sprint(seed)}, reached: tally{},
		audit: audit{retreat: map[hex.Hex]int{}, began: map[order.Side]int{}, spent: map[order.UnitID]*chart.Fraction{},
			came: map[order.UnitID]int{}}}
	if seed%5 == 4 { // in a fifth of the games
		p.idle = def.Sides[p.rng.IntN(2)].ID
	}
	rec := must(m.Begin(p.roll))(t)
	p.apply(rec)
	p.patience = p.patient()
	return p
}

// apply does what the referee does with a record: write it, read it and apply it.
func (p *randomPlayer) apply(rec rules.Record) view.Account {
	p.t.Helper()
	b := must(json.Marshal(rec))(p.t)
	var back rules.Record
	noError(p.t, json.Unmarshal(b, &back))
	seq := p.m.Seq() + 1
	p.log = append(p.log, rules.Entry{Seq: seq, Record: back})
	acc := must(p.m.Apply(seq, back))(p.t)
	p.look()
	p.numbered(b, acc)
	return acc
}

func (p *randomPlayer) look() {
	p.board, p.own = p.m.Public().Board(), map[order.Side]*view.Board{}
	for _, s := range p.def.Sides {
		p.own[s.ID] = p.m.View(s.ID).Board()
	}
}

// acting returns the side that has to give an order.
func (p *randomPlayer) acting() order.Side {
	if p.board.Due != nil {
		return p.board.Due.Side
	}
	return p.board.Phase.Side
}

// turnsUntil plays until the turn begins or the game is over.
func (p *randomPlayer) turnsUntil(turn int) {
	p.t.Helper()
	for range 50_000 {
		if p.board.Over || p.board.Turn >= turn {
			return
		}
		p.say()
	}
	p.t.Fatal("the game does not end")
}

// say gives one command of the game and runs all checks on it.
func (p *randomPlayer) say() {
	p.t.Helper()
	side, was := p.acting(), p.board
	if p.board.Due != nil {
		p.defaults(side)
	}
	if p.board.Due != nil || p.rng.IntN(2) == 0 {
		p.misses(side)
	}
	acc := p.order(side)
	p.invariants()
	p.audited(was, acc)
	p.onTheMap(was, acc)
	p.rests()
}

// rests drops the match's caches now and then, which must have no visible effect.
func (p *randomPlayer) rests() {
	p.t.Helper()
	if len(p.log)%32 != 0 {
		return
	}
	was, own := p.board, p.own
	p.m.DropCaches()
	p.look()
	if !reflect.DeepEqual(p.board, was) || !reflect.DeepEqual(p.own, own) {
		p.t.Fatal("a board is different after the caches were dropped")
	}
}

// order gives one random legal order.
func (p *randomPlayer) order(side order.Side) view.Account {
	p.t.Helper()
	o := p.choose(side)
	rec, err := p.m.Decide(side, o, p.roll)
	if err != nil {
		p.t.Fatalf("offered and refused: %s %+v: %v", side, o, err)
	}
	was := p.board.Phase
	p.said = o
	acc := p.apply(rec)
	p.reached.told(o.Verb, acc, p.def)
	if p.board.Due != nil {
		p.reached.add("asked", p.board.Due.Rule)
	}
	if p.board.Phase != was {
		p.patience = p.patient()
		if p.board.Phase.Name == "combat" {
			p.patience += 20 // a side that can attack does
		}
		p.idled()
	}
	p.patience--
	return acc
}

// patient returns how many orders the player will give in a phase, at random.
func (p *randomPlayer) patient() int { return 4 + p.rng.IntN(20+len(p.pos.Units)/5) }

// choose returns a legal order for a side that has to give one.
func (p *randomPlayer) choose(side order.Side) order.Order {
	p.t.Helper()
	if p.board.Due != nil && side == p.idle {
		o, _ := p.m.Default(side)
		return o
	}
	verbs := p.m.Verbs(side)
	if len(verbs) == 0 {
		p.t.Fatalf("%s must act in %+v, with the decision %+v, and has no order", side, p.board.Phase, p.board.Due)
	}
	v := p.pickVerb(verbs)
	return p.m.Order(v, p.walk(side, v))
}

// defaults: every pending decision has a legal default. By default a side retreats rather than being destroyed in
// place, and holds if only lakes lie behind it. A unit that is named 257 times for one step is not taken as named once,
// as it would be by a count of eight bits.
func (p *randomPlayer) defaults(side order.Side) {
	p.t.Helper()
	o, ok := p.m.Default(side)
	if !ok {
		p.t.Fatalf("%s has no default for the decision %+v", side, p.board.Due)
	}
	if _, err := p.m.Decide(side, o, p.roll); err != nil {
		p.t.Fatalf("the default %+v is refused: %v", o, err)
	}
	switch due, verbs := p.own[side].Due, p.m.Verbs(side); {
	case due.Kind == "losses" && due.N == 1:
		many := o.WithUnits("units", slices.Repeat(o.Units("units")[:1], 257)...)
		var denied *view.Denial
		if _, err := p.m.Decide(side, many, p.roll); !errors.As(err, &denied) {
			p.t.Fatalf("a unit named 257 times for one step: %v", err)
		}
	case len(due.Doomed) > 0 && len(due.Units) == 1 && slices.Contains(verbs, "hold"):
		p.reached.add("default", "hold")
		if o.Verb != "hold" || o.N("hexes") != due.N {
			p.t.Fatalf("the default of a retreat of %d hexes, doomed in %v, is %+v", due.N, due.Doomed, o)
		}
	case len(due.Doomed) == 0 && slices.Contains(verbs, "retreat"):
		p.reached.add("default", "retreat")
		if o.Verb != "retreat" {
			p.destroyedByRetreat(side)
		}
	}
	if o, ok := p.m.Default(p.other(side)); ok {
		p.t.Fatalf("%s has nothing to decide, and has the default %+v", p.other(side), o)
	}
}

// destroyedByRetreat: a default that holds although a first hex is open is right only if each retreat is fatal.
func (p *randomPlayer) destroyedByRetreat(side order.Side) {
	p.t.Helper()
	for range 20 {
		o := p.m.Order("retreat", p.walk(side, "retreat"))
		if offer := must(p.m.Offer(side, o.Verb, p.m.Picks(o)))(p.t); !offer.Fatal {
			p.t.Fatalf("the default holds, and %+v is not fatal", o)
		}
	}
}

func (p *randomPlayer) other(side order.Side) order.Side { return p.def.Enemy(side) }

// pickVerb prefers orders that lead to contact, and ends a phase when its patience is used up.
func (p *randomPlayer) pickVerb(verbs []order.Verb) order.Verb {
	weight := map[order.Verb]int{"place": 50, "reinforce": 30, "airbreak": 3, "airstrike": 20, "overrun": 40,
		"attack": 60, "move": 20, "hold": 2, "retreat": 3, "advance": 6, "pass": 1, "stack order": 1, "end": 1,
		"garrison": 2, "draw": 20, "replace": 20}
	if p.patience <= 0 && slices.Contains(verbs, "end") {
		return "end"
	}
	total := 0
	for _, v := range verbs {
		total += max(weight[v], 1)
	}
	n := p.rng.IntN(total)
	for _, v := range verbs {
		n -= max(weight[v], 1)
		if n < 0 {
			return v
		}
	}
	return verbs[len(verbs)-1]
}

// walk picks from Offer until an order is made.
func (p *randomPlayer) walk(side order.Side, v order.Verb) []view.Pick {
	p.t.Helper()
	var picks []view.Pick
	p.goal = hex.None
	for range 100 {
		offer, err := p.m.Offer(side, v, picks)
		if err != nil {
			p.t.Fatalf("/%s: an offered pick leads to a refusal: %v: %v", v, picks, err)
		}
		if !offer.Done && len(offer.Next) == 0 {
			p.t.Fatalf("/%s: dead end after %v", v, picks)
		}
		stop := 3
		if v == "attack" { // preferably with many units
			stop = 12
		}
		if offer.Done && (len(offer.Next) == 0 || p.rng.IntN(stop) == 0) {
			return picks
		}
		picks = append(picks, p.pick(side, v, offer.Next))
	}
	p.t.Fatalf("/%s has no end", v)
	return nil
}

// pick takes a unit or a hex at random, and of hexes preferably one towards the goal.
func (p *randomPlayer) pick(side order.Side, v order.Verb, next []view.Pick) view.Pick {
	first := slices.IndexFunc(next, func(k view.Pick) bool { return k.Unit == "" })
	if first > 0 && p.rng.IntN(3) > 0 { // units come before hexes: go on to the hexes
		next = next[first:]
	}
	best := next[p.rng.IntN(len(next))]
	if best.Hex == hex.None || v == "stack order" {
		return best
	}
	if p.goal == hex.None {
		p.goal = p.somewhere(side, best.Hex)
		if friend, ok := p.friend(side, best.Hex); ok && v == "retreat" { // into a stack of friends
			p.goal = friend
		}
	}
	for range 4 {
		if k := next[p.rng.IntN(len(next))]; k.Hex != hex.None && p.far(k.Hex) < p.far(best.Hex) {
			best = k
		}
	}
	return best
}

func (p *randomPlayer) far(h hex.Hex) int { return p.board.Map.Grid.Distance(h, p.goal) }

// somewhere returns a destination: a near enemy or a hex beside one, an enemy supply source, a friend to stack with.
func (p *randomPlayer) somewhere(side order.Side, from hex.Hex) hex.Hex {
	var friends, enemies, sources []hex.Hex
	for _, st := range p.board.Stacks {
		if st.Side != side {
			enemies = append(enemies, st.Hex)
		} else if st.Hex != from {
			friends = append(friends, st.Hex)
		}
	}
	for _, s := range p.board.Map.Sources {
		if s.Side != side {
			sources = append(sources, s.Hex)
		}
	}
	switch {
	case len(enemies) == 0 || p.rng.IntN(5) == 0 && len(sources) > 0:
		return oneOf(p.rng, sources)
	case p.rng.IntN(5) == 0 && len(friends) > 0:
		return oneOf(p.rng, friends)
	}
	goal := oneOf(p.rng, enemies)
	for range 6 {
		h := oneOf(p.rng, enemies)
		if g := p.board.Map.Grid; g.Distance(h, from) < g.Distance(goal, from) {
			goal = h
		}
	}
	if neighbours := p.board.Map.Grid.Around(goal); p.rng.IntN(3) == 0 {
		return oneOf(p.rng, neighbours[:])
	}
	return goal
}

// friend returns the hex of a stack of the side within two hexes of another hex; ok is false if it finds none.
func (p *randomPlayer) friend(side order.Side, at hex.Hex) (of hex.Hex, ok bool) {
	var near []hex.Hex
	for _, st := range p.board.Stacks {
		if st.Side == side && p.def.Grid.Distance(at, st.Hex) <= 2 {
			near = append(near, st.Hex)
		}
	}
	if len(near) == 0 {
		return hex.None, false
	}
	return oneOf(p.rng, near), true
}

// replay opens the match again: from its records alone, from a snapshot in their middle and those after it, and from
// its last snapshot. Each time it is the same game, to everybody.
func (p *randomPlayer) replay() {
	p.t.Helper()
	want := p.snapshot()
	half := len(p.log) / 2
	open := func(snapshot []byte, log []rules.Entry) *rules.Match {
		return must(reopened(p.def, p.pos, snapshot, entries(log)))(p.t)
	}
	middle := snapshotOf(p.t, open(nil, p.log[:half]))
	for name, m := range map[string]*rules.Match{"replay": open(nil, p.log),
		"snapshot and replay": open(middle, p.log[half:]), "snapshot": open(want, []rules.Entry{{Seq: p.m.Seq()}})} {
		if got, err := m.Snapshot(); err != nil || !bytes.Equal(got, want) || m.Seq() != p.m.Seq() {
			p.t.Fatalf("the %s differs from the live state (%v)", name, err)
		}
		if !reflect.DeepEqual(m.Public().Board(), p.m.Public().Board()) {
			p.t.Fatalf("the %s shows another board", name)
		}
		for _, s := range p.def.Sides {
			if !reflect.DeepEqual(m.Verbs(s.ID), p.m.Verbs(s.ID)) ||
				!reflect.DeepEqual(m.View(s.ID).Board(), p.m.View(s.ID).Board()) {
				p.t.Fatalf("the %s is another game to side %s", name, s.ID)
			}
		}
	}
}

func (p *randomPlayer) snapshot() []byte {
	p.t.Helper()
	return snapshotOf(p.t, p.m)
}
