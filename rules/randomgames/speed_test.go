package randomgames

import (
	"encoding/json"
	"iter"
	"slices"
	"testing"
	"time"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// script is a game of Autumn for Barbarossa as a list of orders.
type script struct {
	def    *modules.Definition
	pos    rules.Position
	roll   dice.Roller
	orders []said
}

type said struct {
	by order.Side
	order.Order
}

// begin is the game before the first order.
func (s *script) begin(t testing.TB) *rules.Match {
	t.Helper()
	m := must(rules.New(s.def, s.pos))(t)
	rec := must(m.Begin(s.roll))(t)
	must(m.Apply(1, rec))(t)
	return m
}

// give gives the next order and returns its record.
func (s *script) give(t testing.TB, m *rules.Match, o said) rules.Record {
	t.Helper()
	rec := must(m.Decide(o.by, o.Order, s.roll))(t)
	must(m.Apply(m.Seq()+1, rec))(t)
	return rec
}

// newScript has the random player give n orders: in each phase as many as players who move whole armies, and
// few that only reorder stacks.
func newScript(t testing.TB, orders int) (*script, *randomPlayer) {
	t.Helper()
	def, pos := gameOf(t, "afb", 1)
	pos.Turns = 100 // long enough for any number of orders
	p := playerOf(t, def, pos, 1)
	s := &script{def: p.def, pos: p.pos, roll: p.roll}
	for range orders {
		if p.board.Over {
			t.Fatalf("the game is over after %d orders", len(s.orders))
		}
		side := p.acting()
		was, o := p.board.Phase, p.choose(side)
		for tries := 0; (o.Verb == "end" || o.Verb == "stack order") && p.patience > 0 && tries < 4; tries++ {
			o = p.choose(side)
		}
		rec := must(p.m.Decide(side, o, p.roll))(t)
		p.apply(rec)
		s.orders = append(s.orders, said{side, o})
		if p.patience--; p.board.Phase != was {
			p.patience = 2 * p.patient()
		}
	}
	return s, p
}

// BenchmarkOrder gives the orders of a game, as players do who know what they
// want: each is decided, encoded for the log, applied and told. It reports medians,
// of all orders, of moves and of attacks, and how much of it encoding takes.
func BenchmarkOrder(b *testing.B) {
	s, _ := newScript(b, 2000)
	standing := 0
	for _, u := range s.pos.Units {
		if u.At != hex.None {
			standing++
		}
	}
	took := map[order.Verb][]time.Duration{}
	var all, encoding []time.Duration
	var m *rules.Match
	for n := 0; b.Loop(); n++ {
		i := n % len(s.orders)
		if i == 0 {
			b.StopTimer()
			m = s.begin(b)
			b.StartTimer()
		}
		began := time.Now()
		rec := must(m.Decide(s.orders[i].by, s.orders[i].Order, s.roll))(b)
		decided := time.Now()
		if _, err := json.Marshal(rec); err != nil {
			b.Fatal(err)
		}
		encoding = append(encoding, time.Since(decided))
		if _, err := m.Apply(m.Seq()+1, rec); err != nil {
			b.Fatal(err)
		}
		d := time.Since(began)
		all = append(all, d)
		took[s.orders[i].Verb] = append(took[s.orders[i].Verb], d)
	}
	b.ReportMetric(float64(len(s.pos.Units)), "units")
	b.ReportMetric(float64(standing), "on-map")
	b.ReportMetric(micros(all), "median-µs")
	b.ReportMetric(micros(took["move"]), "move-µs")
	b.ReportMetric(micros(took["attack"]), "attack-µs")
	b.ReportMetric(micros(encoding), "encoding-µs")
	b.ReportMetric(100*float64(len(took["move"]))/float64(len(all)), "%-moves")
}

// BenchmarkView makes the view that the giver of each order of a game has after it.
func BenchmarkView(b *testing.B) {
	s, _ := newScript(b, 2000)
	var all []time.Duration
	var m *rules.Match
	for n := 0; b.Loop(); n++ {
		i := n % len(s.orders)
		if i == 0 {
			m = s.begin(b)
		}
		s.give(b, m, s.orders[i])
		began := time.Now()
		m.View(s.orders[i].by)
		all = append(all, time.Since(began))
	}
	b.ReportMetric(micros(all), "median-µs")
}

// BenchmarkTasks makes, in the middle of each turn of a game, the view that the side of the phase has after each of
// its orders, and that of its enemy, which has no tasks; what counts is ratio. Both are asked first whether the phase
// passes by itself, as the referee asks after each order.
func BenchmarkTasks(b *testing.B) {
	s, _ := newScript(b, 2000)
	var with, without []time.Duration
	var m *rules.Match
	for n := 0; b.Loop(); n++ {
		i := n % len(s.orders)
		if i == 0 {
			m = s.begin(b)
		}
		s.give(b, m, s.orders[i])
		now := m.Standing().Phase
		if now.Name != "movement" && now.Name != "combat" && now.Name != "exploitation" {
			continue
		}
		m.Idle()
		began := time.Now()
		m.View(s.def.Enemy(now.Side))
		without = append(without, time.Since(began))
		began = time.Now()
		m.View(now.Side)
		with = append(with, time.Since(began))
	}
	b.ReportMetric(micros(without), "without-µs")
	b.ReportMetric(micros(with), "with-µs")
	b.ReportMetric(micros(with)/micros(without), "ratio")
}

// BenchmarkOdds asks for the odds of attacks and overruns in Autumn for Barbarossa, where
// they can be made, and reports medians: of all, and of those against a stack that hides
// units; and of the fight that takes longest.
func BenchmarkOdds(b *testing.B) {
	type asked struct {
		m *rules.Match
		said
	}
	var fights []asked
	s, _ := newScript(b, 2000)
	m := s.begin(b)
	for _, o := range s.orders {
		if o.Verb == "attack" || o.Verb == "overrun" {
			fights = append(fights, asked{freeze(b, m, s.pos).open(b), o})
		}
		s.give(b, m, o)
	}
	var all, hiding []time.Duration
	each := make([][]time.Duration, len(fights))
	for n := 0; b.Loop(); n++ {
		f := fights[n%len(fights)]
		began := time.Now()
		odds, err := f.m.Odds(f.by, f.Order)
		took := time.Since(began)
		noError(b, err)
		if all = append(all, took); !odds.Whole() {
			hiding = append(hiding, took)
		}
		each[n%len(fights)] = append(each[n%len(fights)], took)
	}
	b.ReportMetric(float64(len(fights)), "fights")
	b.ReportMetric(micros(all), "median-µs")
	b.ReportMetric(micros(hiding), "hiding-µs")
	hardest := 0.0
	for _, d := range each {
		hardest = max(hardest, micros(d))
	}
	b.ReportMetric(hardest, "hardest-µs")
}

// micros is the median of some durations in microseconds.
func micros(d []time.Duration) float64 {
	if len(d) == 0 {
		return 0
	}
	slices.Sort(d)
	return float64(d[len(d)/2].Nanoseconds()) / 1000
}

// ledger is the log of a game of 2,000 orders and more as a store has it: bytes.
func ledger(t testing.TB) (p *randomPlayer, log [][]byte) {
	t.Helper()
	_, p = newScript(t, 2000)
	for _, e := range p.log {
		b := must(json.Marshal(e.Record))(t)
		log = append(log, b)
	}
	return p, log
}

// decoded are the entries of a log.
func decoded(log [][]byte) iter.Seq2[rules.Entry, error] {
	return func(yield func(rules.Entry, error) bool) {
		for i, b := range log {
			e := rules.Entry{Seq: uint64(i) + 1}
			if err := json.Unmarshal(b, &e.Record); !yield(e, err) {
				return
			}
		}
	}
}

// BenchmarkOpen opens a game of 2,000 orders by its records and, in turns with that, from its snapshot, which both begin
// from what games of a scenario share; what counts is times-faster.
func BenchmarkOpen(b *testing.B) {
	p, log := ledger(b)
	snapshot, prepared := p.snapshot(), must(rules.Prepare(p.def, p.pos))(b)
	open := func(snapshot []byte, log iter.Seq2[rules.Entry, error]) time.Duration {
		began := time.Now()
		must(prepared.Open(p.pos, snapshot, log))(b)
		return time.Since(began)
	}
	var slow, fast []time.Duration
	for b.Loop() {
		slow = append(slow, open(nil, decoded(log)))
		for range 8 {
			fast = append(fast, open(snapshot, entries([]rules.Entry{{Seq: p.m.Seq()}})))
		}
	}
	b.ReportMetric(float64(len(log)), "records")
	b.ReportMetric(float64(len(snapshot)), "bytes")
	b.ReportMetric(micros(slow), "replay-µs")
	b.ReportMetric(micros(fast), "snapshot-µs")
	b.ReportMetric(micros(slow)/micros(fast), "times-faster")
}
