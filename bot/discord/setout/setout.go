// Package setout finds with which units of a stack the page of its moves begins.
//
//	for _, p := range setout.First(board, all, offer) {
//		fmt.Println(p.Unit) // the topmost unit alone can stop in the hex that is offered
//	}
//
// Limits: it looks at stacks whose units are offered the same hexes, and tries as many offers as a stack has units.
package setout

import (
	"slices"

	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// First returns those of the picks of a stack's units with which a page of its moves begins: all of them or, where no
// hex that is offered has room for all, as many from the top of the stack as can stop somewhere.
func First(b *view.Board, picks []view.Pick, offer func([]view.Pick) (view.Offer, error)) []view.Pick {
	if len(picks) < 2 || !overstacks(offer(picks)) {
		return picks
	}
	_, at, _ := b.Find(picks[0].Unit)
	st, _ := wording.StackAt(b, at)
	var some []view.Pick
	for _, c := range st.Known {
		more := slices.DeleteFunc(slices.Clone(picks), func(q view.Pick) bool {
			return q.Unit != c.ID && !slices.Contains(some, q)
		})
		if len(more) > len(some) && len(some) > 0 && overstacks(offer(more)) {
			break
		}
		some = more
	}
	return some
}

// Whole reports whether an order takes units somewhere, or is an overrun: a stack goes whole unless told otherwise.
func Whole(spec order.Spec) bool {
	said := spec.Said()
	return (!spec.Fight || spec.Verb == order.Overrun) && len(said) > 1 &&
		said[0].Kind == order.Units && said[0].Name == order.ListUnits &&
		slices.ContainsFunc(said[1:], func(o order.Option) bool { return o.Kind == order.Path || o.Kind == order.Hex })
}

// overstacks reports whether units may go to hexes, but are too many for each of them.
func overstacks(o view.Offer, err error) bool {
	full := func(r view.Risk) bool { return r.Brief.ID == "risk.overstack-brief" }
	hexes := slices.DeleteFunc(slices.Clone(o.Next), func(q view.Pick) bool { return q.Hex == hex.None })
	return err == nil && len(hexes) > 0 && !slices.ContainsFunc(hexes, func(q view.Pick) bool {
		return !slices.ContainsFunc(o.RisksOf(q), full)
	})
}
