package randomgames

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"runtime"
	"slices"
	"testing"
	"time"

	"grognard/rules"
	"grognard/rules/order"
)

var speed = flag.Bool("speed", false, "compare the speed of orders, odds, views and snapshots with their table")

// The things whose speed is compared.
const (
	ordering  = "an order decided, encoded and applied"
	attacking = "an attack decided, encoded and applied"
	opening   = "a snapshot of 2,000 orders opened, the game prepared"
	reckoning = "the odds of an attack or an overrun"
	viewing   = "the view of the enemy of the side of the phase"
	tasking   = "the view of the side of the phase, with its tasks"
	yard      = "the yardstick"
)

// ratios has the time that each thing takes, in runs of yardstick, as measured when it was last made quicker. The test
// fails at slower times that; less is noise.
var ratios = map[string]float64{ordering: 0.70, attacking: 1.75, opening: 20, reckoning: 0.65, viewing: 0.55, tasking: 1.1}

const slower = 1.5

// yardstick is a small fixed program that hashes and allocates, as orders do.
func yardstick() {
	sum := sha256.Sum256(nil)
	var kept [][]byte
	for range 64 {
		page := make([]byte, 1024)
		copy(page, sum[:])
		sum = sha256.Sum256(page)
		kept = append(kept, page)
	}
	runtime.KeepAlive(kept)
}

// stopwatch has how long each thing took, each time that it was done.
type stopwatch map[string][]time.Duration

func (w stopwatch) time(what string, do func()) {
	began := time.Now()
	do()
	w[what] = append(w[what], time.Since(began))
}

// Orders, odds, views and snapshots are as quick as their table says, measured in times of a small program in the same
// moments, as medians of a campaign of 2,000 orders.
func TestSpeed(t *testing.T) {
	if !*speed {
		t.Skip("it compares speeds for half a minute: run it with -speed")
	}
	p, orders := campaign(t, 2000)
	snapshot, prepared := p.snapshot(), must(rules.Prepare(p.def, p.pos))(t)
	give := func(m *rules.Match, o said) {
		rec := must(m.Decide(o.by, o.Order, p.roll))(t)
		must(json.Marshal(rec))(t)
		must(m.Apply(m.Seq()+1, rec))(t)
	}
	measured := map[string][]float64{}
	for range 9 {
		took, m := stopwatch{}, p.anew()
		for i, o := range orders {
			if i%20 == 0 {
				took.time(yard, yardstick)
			}
			if i%50 == 0 {
				took.time(opening, func() {
					must(prepared.Open(p.pos, snapshot, entries([]rules.Entry{{Seq: p.m.Seq()}})))(t)
				})
			}
			took.time(ordering, func() { give(m, o) })
			if o.Verb == order.Attack {
				took[attacking] = append(took[attacking], took[ordering][i])
			}
		}
		m = p.anew()
		for i, o := range orders {
			if i%20 == 0 {
				took.time(yard, yardstick)
			}
			if o.Verb == order.Attack || o.Verb == order.Overrun {
				took.time(reckoning, func() { must(m.Odds(o.by, o.Order))(t) })
			}
			give(m, o)
			m.Idle() // as the referee asks after each order
			if now := m.Standing().Phase; len(m.Verbs(now.Side)) > 1 {
				took.time(viewing, func() { m.View(p.other(now.Side)) })
				took.time(tasking, func() { m.View(now.Side) })
			}
		}
		for name := range ratios {
			measured[name] = append(measured[name], float64(median(took[name]))/float64(median(took[yard])))
		}
	}
	for name, want := range ratios {
		got := median(measured[name])
		t.Logf("%-54s %6.2f times the yardstick, table %.2f", name, got, want)
		if !(got <= slower*want) {
			t.Errorf("%s takes %.2f times the yardstick, more than %.1f times the %.2f of the table", name, got, slower, want)
		}
	}
}

func median[T time.Duration | float64](of []T) T {
	slices.Sort(of)
	return of[len(of)/2]
}

// said is an order with the side that gives it.
type said struct {
	by order.Side
	order.Order
}

// campaign has the random player give n orders of Autumn for Barbarossa: in each phase as many as players who move whole
// armies, and few that only reorder stacks.
func campaign(t testing.TB, n int) (p *randomPlayer, orders []said) {
	t.Helper()
	def, pos := gameOf(t, "afb", 1)
	pos.Turns = 100 // long enough for any number of orders
	p = playerOf(t, def, pos, 1)
	for range n {
		if p.board.Over {
			t.Fatalf("the game is over after %d orders", len(orders))
		}
		side := p.acting()
		was, o := p.board.Phase, p.choose(side)
		for tries := 0; (o.Verb == "end" || o.Verb == "stack order") && p.patience > 0 && tries < 4; tries++ {
			o = p.choose(side)
		}
		p.apply(must(p.m.Decide(side, o, p.roll))(t))
		orders = append(orders, said{side, o})
		p.patience--
		if p.board.Phase != was {
			p.patience = 2 * p.patient()
		}
	}
	return p, orders
}

// anew returns the player's game before its first order.
func (p *randomPlayer) anew() *rules.Match {
	p.t.Helper()
	m := must(rules.New(p.def, p.pos))(p.t)
	must(m.Apply(1, must(m.Begin(p.roll))(p.t)))(p.t)
	return m
}
