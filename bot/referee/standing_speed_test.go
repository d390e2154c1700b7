package referee_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"grognard/bot/referee/ordering"
	"grognard/rules/order"
	"grognard/rules/view"
)

// BenchmarkStanding compares the same attack on a defender who answers by hand with one on a defender who
// sleeps and has left fifty standing orders, of which the last two answer. Both have the same rows: the
// ratios are those of the fastest runs of each, which take turns. By hand takes with it what the defender is
// offered until he has picked his answers, as the buttons need it; "bare" leaves that out.
func BenchmarkStanding(b *testing.B) {
	var byHand, bare, asleep []time.Duration
	for b.Loop() {
		orders, offers := answered(b, false)
		byHand, bare = append(byHand, orders+offers), append(bare, orders)
		orders, _ = answered(b, true)
		asleep = append(asleep, orders)
	}
	b.ReportMetric(float64(slices.Min(asleep))/float64(slices.Min(byHand)), "ratio")
	b.ReportMetric(float64(slices.Min(asleep))/float64(slices.Min(bare)), "bare-ratio")
	b.ReportMetric(float64(slices.Min(asleep).Microseconds()), "µs/attack")
}

// answered is how long an attack takes with all that its defender answers, and how long what he is offered for it.
func answered(b *testing.B, asleep bool) (took, offers time.Duration) {
	h := drillUpToFight(b, nil)
	ctx := b.Context()
	if asleep {
		text := ""
		for i := range 48 {
			text += fmt.Sprintf("at:%d.%02d retreat toward:supply if steps<%d\n", 1+i%6, 1+i/6, 2+i%3)
		}
		must(h.Standing.AddStanding(ctx, h.cmd("boris", "c1"), text+"lose first:full\ndefault", 0))(b)
	}
	rows := h.rows("c1")
	began := time.Now()
	out, err := h.Orders.Order(ctx, h.cmd("anna", "c1"), assault)
	took = time.Since(began)
	check(b, err)
	for due := out.View.Board().Due; due != nil && due.Side == "red"; due = out.View.Board().Due {
		began := time.Now()
		o := h.byHand(b)
		offers += time.Since(began)
		began = time.Now()
		out, err = h.Orders.Give(ctx, h.cmd("boris", "c1"), o, ordering.Expect{Question: due.ID})
		took += time.Since(began)
		check(b, err)
	}
	if got := h.rows("c1") - rows; got != 3 {
		b.Fatalf("%d rows, want the attack and two answers", got)
	}
	return took, offers
}

// byHand is what Boris answers by hand: the first that he is offered.
func (h *house) byHand(b *testing.B) order.Order {
	ctx := b.Context()
	verbs := must(h.Orders.Verbs(ctx, "c1", "boris"))(b)
	verb := verbs[len(verbs)-1]
	var picks []view.Pick
	for {
		offer := must(h.Orders.Offer(ctx, "c1", "boris", verb, picks))(b)
		if offer.Done {
			break
		}
		picks = append(picks, offer.Next[0])
	}
	return must(h.Orders.OrderOf(ctx, "c1", "boris", verb, picks))(b)
}
