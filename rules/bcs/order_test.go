package bcs_test

import (
	"iter"
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// BenchmarkOrder decides a move, applies it, tells of it and takes it back, in a game of each series.
func BenchmarkOrder(b *testing.B) {
	for _, of := range []struct {
		module, side string
		first        []string
		move         string
	}{
		{"bcs-drill", "blue", []string{"/end", "/end", "/activate formation:lancers", "/snafu", "/end"},
			"/move units:lancers-2 to:6.07"},
		{"drill", "blue", nil, "/move units:b-1-arm to:9.10"},
	} {
		b.Run(of.module, func(b *testing.B) {
			d := must.Get(rules.Modules().Load(of.module))(b)
			m := must.Get(rules.New(d, must.Get(rules.Setup(d, ""))(b)))(b)
			seq := uint64(0)
			apply := func(rec rules.Record) {
				seq++
				must.Get(m.Apply(seq, rec))(b)
			}
			r := sixes{}
			apply(must.Get(m.Begin(r))(b))
			for _, text := range of.first {
				by := m.Standing().Phase.Side
				apply(must.Get(m.Decide(by, must.Get(m.Parse(by, text))(b).Order, r))(b))
			}
			by := order.Side(of.side)
			for b.Loop() {
				o := must.Get(m.Parse(by, of.move))(b).Order
				apply(must.Get(m.Decide(by, o, r))(b))
				seq++
				must.Get(m.Revert(seq, must.Get(m.Undo(by))(b), false))(b)
			}
		})
	}
}

// sixes rolls sixes alone.
type sixes struct{}

func (sixes) Roll(_ uint64, n int) ([]int, error) { return slices.Repeat([]int{6}, n), nil }

// BenchmarkFight decides an attack, applies and tells of it, with all decisions of either side on the way. In this
// series a barrage precedes it, the defenders retreat and the attacker advances. In the Standard Combat Series some
// defenders die and the others retreat.
func BenchmarkFight(b *testing.B) {
	for _, of := range []struct {
		module, scenario, side, phase string
		at                            map[order.UnitID]string
		first                         []string
		attack                        string
	}{
		{"bcs-drill", "kessing", "red", "activation",
			map[order.UnitID]string{"rifles-2": "14.10", "hq-rifles": "14.13"},
			[]string{"/activate formation:rifles", "/snafu", "/objective hex:14.09", "/end"},
			"/attack unit:rifles-2 target:14.09 mission:destruction air:1"},
		{"drill", "", "blue", "combat", map[order.UnitID]string{"b-1-inf": "9.10", "b-1-arm": "9.10",
			"r-1-inf": "10.09", "r-2-inf": "10.09", "r-3-inf": "10.09"}, nil,
			"/attack target:10.09 units:b-1-inf,b-1-arm"},
	} {
		b.Run(of.module, func(b *testing.B) {
			d := must.Get(rules.Modules().Load(of.module))(b)
			pos := must.Get(rules.Setup(d, of.scenario))(b)
			pos.Phase = view.Phase{Side: order.Side(of.side), Name: of.phase}
			for i := range pos.Units {
				if at := of.at[pos.Units[i].ID]; at != "" {
					pos.Units[i].At = must.Get(hex.Parse(at))(b)
				}
			}
			m := must.Get(rules.New(d, pos))(b)
			must.Get(m.Apply(1, must.Get(m.Begin(sixes{}))(b)))(b)
			say(b, m, of.first...)
			blob := must.Get(m.Snapshot())(b)
			log := iter.Seq2[rules.Entry, error](func(yield func(rules.Entry, error) bool) {
				yield(rules.Entry{Seq: m.Seq()}, nil)
			})
			fought := must.Get(m.Open(pos, blob, log))(b)
			orders := []order.Order{must.Get(fought.Parse(pos.Phase.Side, of.attack))(b).Order}
			give := func(by order.Side, o order.Order) {
				must.Get(fought.Apply(fought.Seq()+1, must.Get(fought.Decide(by, o, sixes{}))(b)))(b)
			}
			by := []order.Side{pos.Phase.Side} // of each of orders the side
			give(by[0], orders[0])
			for fought.Standing().Owed > 0 {
				side := fought.Standing().By
				o, _ := fought.Default(side)
				by, orders = append(by, side), append(orders, o)
				give(side, o)
			}
			for b.Loop() {
				b.StopTimer()
				fought = must.Get(m.Open(pos, blob, log))(b)
				b.StartTimer()
				for i, o := range orders {
					give(by[i], o)
				}
			}
			b.ReportMetric(float64(len(orders)), "orders/op")
		})
	}
}

// begun is a game of the drill in the activation phase of its first turn.
func begun(t *testing.T) *rules.Match {
	t.Helper()
	d := must.Get(rules.Modules().Load("bcs-drill"))(t)
	m := must.Get(rules.New(d, must.Get(rules.Setup(d, ""))(t)))(t)
	must.Get(m.Apply(1, must.Get(m.Begin(sixes{}))(t)))(t)
	say(t, m, "/end", "/end")
	return m
}

// say gives the orders of whoever is to act.
func say(t testing.TB, m *rules.Match, orders ...string) {
	t.Helper()
	for _, text := range orders {
		by := m.Standing().Phase.Side
		read := must.Get(m.Parse(by, text))(t)
		must.Get(m.Apply(m.Seq()+1, must.Get(m.Decide(by, read.Order, sixes{}))(t)))(t)
	}
}

// Orders in an activation can be taken back, and then the activation.
func TestUndo_Activation(t *testing.T) {
	m := begun(t)
	say(t, m, "/activate formation:lancers", "/prepare")
	if now := m.Standing().Phase; now.Group != "lancers" {
		t.Errorf("%v is active", now)
	}
	for _, group := range []order.GroupID{"lancers", ""} {
		must.Get(m.Revert(m.Seq()+1, must.Get(m.Undo("blue"))(t), false))(t)
		if now := m.Standing().Phase; now.Group != group {
			t.Errorf("after an undo %q is active, want %q", now.Group, group)
		}
	}
}
