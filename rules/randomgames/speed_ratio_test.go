package randomgames

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"math"
	"runtime"
	"slices"
	"testing"
	"time"

	"grognard/rules"
)

var speed = flag.Bool("speed", false, "compare the speed of orders and snapshots with their table")

// ratios are what things take, in times of yardstick, as measured when they were last made quicker. slower is how much
// more is a failure: less is noise.
var ratios = map[string]float64{
	"an order decided, encoded and applied":                0.70,
	"an attack decided, encoded and applied":               1.75,
	"a snapshot of 2,000 orders opened, the game prepared": 20,
}

const slower = 1.5

// yardstick is a small fixed program that hashes and allocates, as orders do.
func yardstick() time.Duration {
	began := time.Now()
	sum := sha256.Sum256(nil)
	var kept [][]byte
	for range 64 {
		page := make([]byte, 1024)
		copy(page, sum[:])
		sum = sha256.Sum256(page)
		kept = append(kept, page)
	}
	runtime.KeepAlive(kept)
	return time.Since(began)
}

// Orders and snapshots are as quick as their table says, measured in times of a small program in the same moments.
func TestSpeed(t *testing.T) {
	if !*speed {
		t.Skip("it compares speeds for half a minute: run it with -speed")
	}
	s, p := newScript(t, 2000)
	snapshot := p.snapshot()
	prepared := must(rules.Prepare(p.def, p.pos))(t)
	measured := map[string][]float64{}
	for range 9 {
		yards, all, attacks, opened := []time.Duration{}, []time.Duration{}, []time.Duration{}, []time.Duration{}
		m := s.begin(t)
		for i, o := range s.orders {
			if i%20 == 0 {
				yards = append(yards, yardstick())
			}
			if i%50 == 0 {
				began := time.Now()
				must(prepared.Open(p.pos, snapshot, entries([]rules.Entry{{Seq: p.m.Seq()}})))(t)
				opened = append(opened, time.Since(began))
			}
			began := time.Now()
			rec := must(m.Decide(o.by, o.Order, s.roll))(t)
			must(json.Marshal(rec))(t)
			must(m.Apply(m.Seq()+1, rec))(t)
			if all = append(all, time.Since(began)); o.Verb == "attack" {
				attacks = append(attacks, all[len(all)-1])
			}
		}
		for name, took := range map[string][]time.Duration{"an order decided, encoded and applied": all,
			"an attack decided, encoded and applied": attacks, "a snapshot of 2,000 orders opened, the game prepared": opened} {
			measured[name] = append(measured[name], micros(took)/micros(yards))
		}
	}
	for name, want := range ratios {
		slices.Sort(measured[name])
		got := measured[name][len(measured[name])/2]
		t.Logf("%-54s %6.2f times the yardstick, table %.2f", name, got, want)
		if got > slower*want || math.IsNaN(got) {
			t.Errorf("%s takes %.2f times the yardstick, more than %.1f times the %.2f of the table", name, got, slower, want)
		}
	}
}
