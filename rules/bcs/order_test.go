package bcs_test

import (
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/order"
)

// BenchmarkOrder decides an order, applies it, tells it, and takes it back, in a game of each series: a unit goes where it
// can.
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
			d := must(rules.Modules().Load(of.module))(b)
			m := must(rules.New(d, must(rules.Setup(d, ""))(b)))(b)
			seq := uint64(0)
			apply := func(rec rules.Record) {
				seq++
				must(m.Apply(seq, rec))(b)
			}
			r := sixes{}
			apply(must(m.Begin(r))(b))
			for _, text := range of.first {
				by := m.Standing().Phase.Side
				apply(must(m.Decide(by, must(m.Parse(by, text))(b).Order, r))(b))
			}
			by := order.Side(of.side)
			for b.Loop() {
				o := must(m.Parse(by, of.move))(b).Order
				apply(must(m.Decide(by, o, r))(b))
				seq++
				must(m.Revert(seq, must(m.Undo(by))(b), false))(b)
			}
		})
	}
}

// sixes rolls sixes alone.
type sixes struct{}

func (sixes) Roll(_ uint64, n int) ([]int, error) { return slices.Repeat([]int{6}, n), nil }
