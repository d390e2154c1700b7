package bcs_test

import (
	"errors"
	"flag"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"grognard/rules"
	"grognard/rules/bcs/combat"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
)

var battles = flag.Int("battles", 3, "random battles of eight turns; from 1,000 on every clause must be reached")

// compared is the number of battles in which everybody's boards are compared after each order.
const compared = 100

// longest is the most orders that a random battle may take.
const longest = 6000

// Random battles come to their end without a moment in which nobody can say anything, and every offer that is taken is
// legal. The same log gives the same game, and nobody sees anything but the true position. What is asked has an answer
// for a player who sleeps. In 1,000 battles every clause of the notes is reached.
func TestBattles(t *testing.T) {
	reached, said, orders := newClauses(t), map[order.Verb]int{}, 0
	drill, other := must.Get(rules.Modules().Load("bcs-drill"))(t), harsher(t)
	var mu sync.Mutex
	t.Run("played", func(t *testing.T) {
		workers := uint64(runtime.GOMAXPROCS(0))
		for w := range workers {
			t.Run(fmt.Sprint(w), func(t *testing.T) {
				t.Parallel()
				for seed := w; seed < uint64(*battles); seed += workers {
					b := newBattle(t, []*modules.Definition{drill, other}[seed%2], seed)
					b.plays()
					mu.Lock()
					orders += len(b.log)
					for v, n := range b.said {
						said[v] += n
					}
					reached.add(b.reached)
					mu.Unlock()
				}
			})
		}
	})
	t.Logf("%d battles, %d orders: %v", *battles, orders, said)
	t.Logf("how often each clause was reached:\n%s", reached)
	if t.Failed() {
		return
	}
	for _, spec := range newTable(t, 0).m.Specs() {
		if said[spec.Verb] == 0 && *battles >= 20 {
			t.Errorf("/%s is never said", spec.Verb)
		}
	}
	if never := reached.never(); *battles >= 1000 && len(never) > 0 {
		t.Errorf("never reached: %s", strings.Join(never, " "))
	}
}

// harsh is the identifier of a game like the drill in which things happen that the drill's tables and scenario rule
// out: losses of several steps, Traffic, retreats after Engagements, Formations without Support, an overstacked hex.
const harsh = "harsh"

// harsher returns the game harsh.
func harsher(t testing.TB) *modules.Definition {
	t.Helper()
	return changed(t, harsh,
		`{2-5: f1, 6-8: "-", 9-12: t1 / support drop}`,
		`{2-4: f2, 5: f1 traffic, 6-8: "-", 9-10: t2 situational / support t1 drop, 11-12: t3 automatic / support t2}`,
		"[av4/2 2]", "[av4/2 1]", "[av3/1 2, av5/3 1 stand-off]", "[av3/1 1]", "[av3/1 3]", "[av3/1 1]",
		`{2-5: a1, 6-8: "-", 9-10: d1 situational, 11-12: d1 automatic}`,
		`{2-4: a2, 5: a1, 6-8: "-", 9-10: d2 situational traffic, 11-12: d3 automatic traffic}`)
}

// battle is a random battle of the drill, with its true position beside the match.
type battle struct {
	*table
	g       *game.Game
	st, was *state.State  // the true position, and the one before the last order
	earlier []order.Order // of the activation
	odds    view.Odds     // of the last order, if it was a fight
	reached clauses
	chosen  map[string]int // by the kind of decision
}

func newBattle(t testing.TB, d *modules.Definition, seed uint64) *battle {
	t.Helper()
	pos := must.Get(rules.Setup(d, "kessing"))(t)
	if d.ID == harsh {
		i := slices.IndexFunc(pos.Units, func(u rules.Placed) bool { return u.ID == "hussars-scouts" })
		pos.Units[i].At = must.Get(hex.Parse("6.13"))(t) // with two others
	}
	p := newTableAt(t, d, pos, seed)
	d = d.Playing(pos.Scenario, pos.Turns, pos.Drawn)
	b := &battle{table: p, g: must.Get(game.New(d))(t), st: truth(t, p.m, d), reached: newClauses(t),
		chosen: map[string]int{}}
	for _, u := range pos.Units {
		b.st.Piece(u.ID).Arrival = &state.Arrival{Due: u.Due, Entry: u.Entry, Area: u.Area, Waits: u.Waits}
	}
	b.was, b.weighs = b.st.Clone(), b.checkOdds
	return b
}

// plays plays the battle to its end.
func (b *battle) plays() {
	b.t.Helper()
	for !b.m.Standing().Over {
		if len(b.log) > longest {
			b.t.Fatalf("seed %d: it does not end", b.seed)
		}
		b.tryOrders()
		b.checkDefaults()
		b.says()
		b.countClauses(b.follows())
		b.checkResult()
		if b.seed < compared {
			b.checkBoards()
		}
	}
	b.replays()
}

// weights says how many times as often an order of a verb is drawn as one of an offered verb that is not listed.
var weights = map[order.Verb]int{"end": 8, "activate": 100, "objective": 24, "restore": 40, "snafu": 30, "recon": 40,
	"engage": 60, "fire": 30, "barrage": 40, "attack": 200, "shock": 300, "move": 160, "flip": 90, "second": 6,
	"refit": 40, "advance": 3, "prepare": 6, "recover": 3, "trains": 60}

// says gives a random order of those that are offered, most often one that leads to a fight: units mostly turn their
// Deployed side up and go toward the enemy.
func (b *battle) says() {
	b.t.Helper()
	side := b.acts()
	verbs, all := b.m.Verbs(side), 0
	if len(verbs) == 0 {
		b.t.Fatalf("seed %d: %s can say nothing, after %q", b.seed, side, b.told)
	}
	for _, v := range verbs {
		all += b.weight(v)
	}
	n, v := b.random.IntN(all), order.Verb("")
	for _, v = range verbs { // draws v, each verb with its weight
		if n -= b.weight(v); n < 0 {
			break
		}
	}
	tried := 1 // of so many random picks the best is taken
	if b.random.IntN(6) > 0 {
		tried = 6
	}
	raids := b.random.IntN(6) == 0 // the best go toward enemy Trains
	b.builds(side, v, func(next []view.Pick) view.Pick {
		best := next[b.random.IntN(len(next))]
		for range tried - 1 {
			if o := next[b.random.IntN(len(next))]; b.isBetter(side, v, o, best, raids) {
				best = o
			}
		}
		return best
	})
}

// weight returns the weight of a verb. Units are turned over while one of the active Formation shows its Move side, and
// Trains are sent while its own are off the map; else both weigh 1.
func (b *battle) weight(v order.Verb) int {
	is := map[order.Verb]func(*state.Piece) bool{
		"flip":   func(u *state.Piece) bool { return b.g.IsCombat(u) && u.OnMap() && u.Face == data.Moving },
		"trains": func(u *state.Piece) bool { return u.At.Box == game.OffMap },
	}[v]
	if is != nil && !slices.ContainsFunc(b.st.Pieces, func(u state.Piece) bool {
		return b.g.Of(&u).Formation == b.st.Acting() && is(&u)
	}) {
		return 1
	}
	return max(weights[v], 1)
}

// isBetter reports whether a pick leads sooner to a fight than another, or with raids to enemy Trains.
func (b *battle) isBetter(side order.Side, v order.Verb, one, other view.Pick, raids bool) bool {
	switch {
	case v == "flip" && one.Unit != "" && other.Unit != "":
		return b.st.Piece(one.Unit).Face == data.Moving
	case v == "move" && one.Hex != hex.None && other.Hex != hex.None:
		return b.toEnemy(side, one.Hex, raids) < b.toEnemy(side, other.Hex, raids)
	}
	return false
}

// toEnemy returns how far a hex is from the nearest enemy piece or, with trains, from the nearest enemy Trains.
func (b *battle) toEnemy(side order.Side, h hex.Hex, trains bool) int {
	least := 99
	for i := range b.st.Pieces {
		if u := &b.st.Pieces[i]; u.Side != side && u.OnMap() && (!trains || b.g.Of(u).Role == data.Trains) {
			least = min(least, b.g.Def.Grid.Distance(h, u.At.Hex))
		}
	}
	return least
}

// follows applies the last order to the true position.
func (b *battle) follows() (events state.Events) {
	b.t.Helper()
	must.Do(b.t, events.UnmarshalJSON(must.Get(b.last.MarshalJSON())(b.t)))
	b.st.CopyTo(b.was)
	apply(b.t, b.st, events...)
	b.checkWarning()
	for _, wrong := range unsound(b.g, b.was, b.st) {
		b.t.Errorf("seed %d, after %q: %s", b.seed, b.told, wrong)
	}
	if b.t.Failed() {
		b.t.FailNow()
	}
	return events
}

// checkWarning checks that an order warned of a destroyed unit if and only if it destroyed one that it names or, if it
// names none, one of its side. Losses may kill without a warning, because the fight goes on after them.
func (b *battle) checkWarning() {
	b.t.Helper()
	if !slices.Contains([]order.Verb{"losses", "retreat", "fallback", "recover"}, b.order.Verb) {
		return
	}
	units, dead := b.order.Units("units"), false
	for i := range b.st.Pieces {
		was, is := &b.was.Pieces[i], &b.st.Pieces[i]
		dies := b.g.IsCombat(is) && isLost(is) && !isLost(was) && is.Side == b.was.Phase().Side
		dead = dead || units == nil && dies || slices.Contains(units, is.ID) && is.Steps == 0
	}
	if dead != b.fatal && (b.fatal || b.order.Verb != "losses") {
		b.t.Errorf("seed %d, after %q: units have died: %v, and it was warned of: %v", b.seed, b.told, dead, b.fatal)
	}
}

// isLost reports whether a unit is dead, or has left the game with its Formation.
func isLost(u *state.Piece) bool { return u.At.Box == state.Dead || u.At.Box == game.Gone }

// countClauses counts the clauses that the last order has reached, and keeps the order until its activation ends.
func (b *battle) countClauses(events state.Events) {
	b.reached.told(b.heard.Public())
	for _, q := range b.st.Pending {
		b.reached.cite(view.Rule(q.Rule))
	}
	b.reached.happened(&moment{g: b.g, o: b.order, earlier: b.earlier, before: b.was, after: b.st, events: events,
		was: law.NewPosition(b.g, b.was), is: law.NewPosition(b.g, b.st)})
	b.earlier = append(b.earlier, b.order)
	if len(b.st.Frames) < 2 || b.order.Verb == "activate" { // outside of activations, or one begins
		b.earlier = nil
	}
}

// tryOrders decides random orders, legal or not, without carrying them out, and counts the clauses that refuse them.
func (b *battle) tryOrders() {
	b.t.Helper()
	specs := b.m.Specs()
	for n := range 4 {
		spec := specs[b.random.IntN(len(specs))]
		if n == 0 { // a shock attack has so many reasons against it that each comes seldom
			spec, _ = b.m.Spec(game.Shock)
		}
		o := b.anyOrder(spec)
		side := b.acts()
		if b.random.IntN(20) == 0 {
			side = b.g.Enemy(side)
		}
		_, err := b.m.Decide(side, o, dice{b.random})
		var denial *view.Denial
		var problem *order.Problem
		switch {
		case errors.As(err, &denial):
			b.reached.cite(denial.Rule)
			b.reached.cite(denial.Also...)
		case err != nil && !errors.As(err, &problem):
			b.t.Fatalf("seed %d: %s %v: %v, after %q", b.seed, side, o, err, b.told)
		case err == nil:
			b.checkOdds(side, o)
		}
		b.m.Warnings(side, o)
	}
}

// BenchmarkBattle plays a random battle of eight turns through its offers.
func BenchmarkBattle(b *testing.B) {
	d, seed, orders := must.Get(rules.Modules().Load("bcs-drill"))(b), uint64(0), 0
	for b.Loop() {
		p := newBattle(b, d, seed)
		for seed++; !p.m.Standing().Over; p.follows() {
			p.says()
		}
		orders += len(p.log)
	}
	b.ReportMetric(float64(orders)/float64(b.N), "orders/op")
}

// checkOdds stores the odds of a legal order to fight in b.odds, and checks that the chances of its results add up.
func (b *battle) checkOdds(side order.Side, o order.Order) {
	b.t.Helper()
	b.odds = view.Odds{}
	if !slices.Contains([]order.Verb{"engage", "fire", "barrage", game.Attack, game.Shock}, o.Verb) {
		return
	}
	odds, err := b.m.Odds(side, o)
	if err != nil {
		b.t.Fatalf("seed %d: %s %v has no odds: %v, after %q", b.seed, side, o, err, b.told)
	}
	all := 0
	for _, r := range odds.Results {
		all += r.Chance.Least
	}
	if all != view.Throws || !odds.Whole() || len(odds.Outlook) == 0 {
		b.t.Fatalf("seed %d: %s %v has the odds %+v, after %q", b.seed, side, o, odds, b.told)
	}
	b.odds = odds
}

// checkResult checks that the result of a fight is one that its odds had named. It skips fights with a Destruction
// mission, which is rolled first and may kill units that count in the odds.
func (b *battle) checkResult() {
	b.t.Helper()
	for _, l := range b.heard.Public() {
		r := l.Reckoned
		if r == nil || !r.ByNet || b.order.Word(combat.MissionOption) == combat.Destruction {
			continue
		}
		can := slices.ContainsFunc(b.odds.Results, func(c view.ResultChance) bool { return c.Result == r.Result })
		if b.odds.Best.Net != r.Net || !can {
			b.t.Fatalf("seed %d, after %q: the odds were %+v, and the result is %+v", b.seed, b.told, b.odds, r)
		}
	}
}

// checkDefaults checks that a pending decision has an answer for a player who never gives one, and a further one for
// each ready-made set of answers if the enemy forces the decision on him. Each must be legal, and say why a unit loses
// steps.
func (b *battle) checkDefaults() {
	b.t.Helper()
	if len(b.st.Pending) == 0 {
		return
	}
	side, q := b.acts(), b.m.Public().Board().Due
	o, ok := b.m.Default(side)
	if !ok {
		b.t.Fatalf("seed %d: nothing answers for %s, after %q", b.seed, side, b.told)
	}
	answers := []order.Order{o}
	for _, u := range q.Units { // what is left for one unit decides for no other
		one := standing.Answers{Exceptions: []standing.Exception{{Unit: u.ID, Answer: "flexible"}}}
		a, ok := b.m.Answer(side, one)
		others := func(id order.UnitID) bool { return id != u.ID }
		if ok && !a.Asks && q.Kind != "losses" && slices.ContainsFunc(a.Order.Units("units"), others) {
			b.t.Fatalf("seed %d: the answer for %s decides %v", b.seed, u.ID, a.Order)
		}
	}
	for _, c := range b.m.StandingChoices() {
		a, ok := b.m.Answer(side, standing.Answers{Set: c.ID})
		if forced := q.Kind != "engage" && q.Kind != "second"; c.IsSet && ok != forced {
			b.t.Fatalf("seed %d: %s answers %+v: %t %+v", b.seed, c.ID, q, ok, a)
		}
		if ok && !a.Asks {
			answers = append(answers, a.Order)
		}
	}
	for _, o := range answers {
		if _, err := b.m.Decide(side, o, dice{b.random}); err != nil {
			b.t.Fatalf("seed %d: the answer %v for %s is refused: %v; after %q", b.seed, o, side, err, b.told)
		}
		if q.Kind == "losses" {
			const byAnswer = true // a standing answer gives the order
			if why, ok := b.m.WhyPays(side, must.Get(b.m.Spell(o))(b.t), byAnswer); !ok || why.String() == "" {
				b.t.Errorf("seed %d: %v does not say why its units lose steps", b.seed, o)
			}
		}
	}
	b.chosen[q.Kind]++
	b.checkPrice(side, q, answers)
}

// anyOrder returns a random order of a verb, mostly with units that can do something.
func (b *battle) anyOrder(spec order.Spec) order.Order {
	o := order.Order{Verb: spec.Verb}
	for _, opt := range spec.Said() {
		if spec.Either && !opt.Required && len(o.Args) > 1 || !spec.Either && !opt.Required && b.random.IntN(2) == 0 {
			continue
		}
		arg := order.Arg{Name: opt.Name}
		switch opt.Kind {
		case order.Units:
			arg.Units = b.anyUnits(spec.Verb)
		case order.Hex, order.Path:
			arg.Hexes = []hex.Hex{b.anyHex(o)}
		case order.Word, order.Group:
			arg.Word = opt.Words[b.random.IntN(len(opt.Words))]
		case order.Count:
			arg.N = 1 + b.random.IntN(3)
		}
		o = o.With(arg)
	}
	return o
}

// anyUnits returns one or two units that stand together, mostly of the side that acts.
func (b *battle) anyUnits(v order.Verb) []order.UnitID {
	side := b.acts()
	for {
		u := &b.st.Pieces[b.random.IntN(len(b.st.Pieces))]
		if (u.Side != side || !u.OnMap()) && b.random.IntN(20) > 0 ||
			u.Group != b.st.Acting() && b.random.IntN(4) > 0 ||
			v == "restore" && !u.Marks.Has(game.Dropped) && b.random.IntN(40) > 0 ||
			v == game.Shock && b.g.Face(u).Class != data.Tac && b.random.IntN(20) > 0 {
			continue
		}
		ids := []order.UnitID{u.ID}
		if u.OnMap() && b.random.IntN(3) == 0 {
			with := b.st.Stack(u.At.Hex)
			if o := with[b.random.IntN(len(with))]; o.ID != u.ID {
				ids = append(ids, o.ID)
			}
		}
		slices.Sort(ids)
		return ids
	}
}

// anyHex returns a hex near the units of an order, mostly one with an enemy, or any hex.
func (b *battle) anyHex(o order.Order) hex.Hex {
	for _, a := range o.Args {
		if len(a.Units) == 0 || b.random.IntN(5) == 0 {
			continue
		}
		if u := b.st.Piece(a.Units[0]); u.OnMap() {
			near := b.g.Def.Within(u.At.Hex, 1+b.random.IntN(3))
			h := near[b.random.IntN(len(near))]
			for range 10 { // rather one with an enemy
				if o := near[b.random.IntN(len(near))]; b.st.Holder(o) == b.g.Enemy(u.Side) {
					return o
				}
			}
			return h
		}
	}
	if u := &b.st.Pieces[b.random.IntN(len(b.st.Pieces))]; u.OnMap() && b.random.IntN(3) > 0 {
		return u.At.Hex
	}
	at := b.random.IntN(b.g.Def.Grid.Size())
	for b.g.Ground[at].Road == 0 && b.random.IntN(10) > 0 { // rather one where Trains could lie
		at = b.random.IntN(b.g.Def.Grid.Size())
	}
	return b.g.At(at)
}
