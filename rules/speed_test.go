package rules_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// script is a game of Autumn for Barbarossa, told by the orders that were given.
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
	m, err := rules.New(s.def, s.pos)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := m.Begin(s.roll)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Apply(1, rec); err != nil {
		t.Fatal(err)
	}
	return m
}

func newScript(t testing.TB, orders int) *script {
	t.Helper()
	p := newPlayer(t, "afb", 1)
	s := &script{def: p.def, pos: p.pos, roll: p.roll}
	for len(s.orders) < orders && !p.board.Over {
		side := p.acting()
		o := p.choose(side)
		rec, err := p.m.Decide(side, o, p.roll)
		if err != nil {
			t.Fatal(err)
		}
		p.apply(rec)
		s.orders = append(s.orders, said{side, o})
	}
	return s
}

// BenchmarkOrder gives the orders of a game, as players do who know what they
// want: each is decided, applied, told and encoded for the log. It reports medians,
// because most of a game is moves and the mean tells of the few long fights.
func BenchmarkOrder(b *testing.B) {
	s := newScript(b, 400)
	standing := 0
	for _, u := range s.pos.Units {
		if u.At != hex.None {
			standing++
		}
	}
	took := map[order.Verb][]time.Duration{}
	var all []time.Duration
	var m *rules.Match
	for n := 0; b.Loop(); n++ {
		i := n % len(s.orders)
		if i == 0 {
			b.StopTimer()
			m = s.begin(b)
			b.StartTimer()
		}
		began := time.Now()
		rec, err := m.Decide(s.orders[i].by, s.orders[i].Order, s.roll)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := json.Marshal(rec); err != nil {
			b.Fatal(err)
		}
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
}

// micros is the median of some durations.
func micros(d []time.Duration) float64 {
	if len(d) == 0 {
		return 0
	}
	slices.Sort(d)
	return float64(d[len(d)/2].Nanoseconds()) / 1000
}
