package play

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"grognard/bot/discord/heads"
	"grognard/bot/discord/page"
	"grognard/bot/discord/toward"
	"grognard/bot/discord/wording"
	"grognard/bot/discord/workplace"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// front is the front of a side as package toward has it, with the methods by which choices are put on pages.
type front struct{ toward.Front }

// FrontOf returns the front of a side on the board as it sees it.
func FrontOf(b *view.Board, side order.Side) front { return front{toward.Of(b, side)} }

// headOf returns the hex of a unit, or of a formation's headquarters; hex.None for other picks, and off the map.
func headOf(p Player, f front, v order.Verb, pick view.Pick) hex.Hex {
	spec, _ := p.Request.Localizer.Spec(v)
	option := pick.Part(spec.Options)
	if option < 0 || spec.Options[option].Kind != order.Group {
		return hex.None
	}
	var held order.Arg // its Word is the group, or the unit that stands for one
	pick.Add(&held, spec.Options[option])
	for _, id := range workplace.UnitsOf(p.View.Board(), order.GroupID(held.Word)) {
		if c, at, _ := p.View.Board().Find(id); c.Symbol == heads.Headquarters {
			return at
		}
	}
	return f.Places[order.UnitID(held.Word)]
}

// ableAtHexes returns how many of the player's units can do an order at each of the hexes where it does a task, nothing
// for tasks in which single units do not matter: see view.Task.Each.
func ableAtHexes(p Player, v order.Verb) map[hex.Hex]int {
	able := map[hex.Hex]int{}
	for _, task := range duties(p) {
		if task.Verb != v {
			continue
		}
		for _, one := range task.Each {
			own := slices.DeleteFunc(slices.Clone(one.Units), func(id order.UnitID) bool { return !mayOrder(p, id) })
			for _, h := range one.Hexes {
				able[h] += len(own)
			}
		}
	}
	return able
}

// bestFirst returns list sorted by the odds at its places if all who can take part in an order do, the best first, then
// by how many these are, then as in list. The number counts the last ones, at odds so bad that no die is rolled.
func bestFirst[T any](ctx context.Context, p Player, v order.Verb, list []T, place func(T) hex.Hex) ([]T, int) {
	able, columns, hopeless := ableAtHexes(p, v), map[hex.Hex]float64{}, 0
	for _, t := range list {
		if odds, ok := oddsAt(ctx, p, page.Choice{Verb: v, Picks: []view.Pick{{Hex: place(t)}}}); ok {
			attack, defence := 0.0, 1.0
			_, _ = fmt.Sscanf(odds.Worst.Column, "%g:%g", &attack, &defence) // any other column counts as 0
			if odds.Best.Column == wording.NoColumn {
				attack, hopeless = -1, hopeless+1
			}
			columns[place(t)] = attack / defence
		}
	}
	return slices.SortedStableFunc(slices.Values(list), func(a, b T) int {
		return cmp.Or(cmp.Compare(columns[place(b)], columns[place(a)]), cmp.Compare(able[place(b)], able[place(a)]))
	}), hopeless
}
