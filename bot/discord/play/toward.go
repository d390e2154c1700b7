package play

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"grognard/bot/discord/heads"
	"grognard/bot/discord/page"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// front is where a side's enemies stand, as far as its player sees them, and where the units stand that he knows.
// Lists begin with what is nearest to an enemy, because that is what most orders are about.
type front struct {
	Grid    hex.Grid
	enemies []hex.Hex
	own     []hex.Hex // of an active formation alone, if there is one
	prizes  []hex.Hex // worth points, and not the side's
	places  map[order.UnitID]hex.Hex
	upright bool // the enemies lie rather to the east or west than to the north or south, so that the front is upright
}

// FrontOf returns the front of a side on the board as it sees it.
func FrontOf(b *view.Board, side order.Side) front {
	f := front{Grid: b.Map.Grid, places: map[order.UnitID]hex.Hex{}}
	for _, st := range b.Stacks {
		if st.Side != side {
			f.enemies = append(f.enemies, st.Hex)
		} else if g := b.Phase.Group; b.Phase.Side != side || g == "" || slices.ContainsFunc(st.Known,
			func(c view.Counter) bool { return c.Formation == b.Map.GroupName(g) }) {
			f.own = append(f.own, st.Hex)
		}
		for _, c := range st.Known {
			f.places[c.ID] = st.Hex
		}
	}
	for _, c := range b.Control {
		if c.Side != side && c.VP > 0 {
			f.prizes = append(f.prizes, c.Hex)
		}
	}
	apart := func(along func(hex.Hex) int8) (n int) { // how far the sides' middles are apart, times the stacks of each
		for _, h := range f.own {
			n += len(f.enemies) * int(along(h))
		}
		for _, h := range f.enemies {
			n -= len(f.own) * int(along(h))
		}
		return max(n, -n)
	}
	f.upright = apart(func(h hex.Hex) int8 { return h.Col }) > apart(func(h hex.Hex) int8 { return h.Row })
	return f
}

// How far from an enemy, in hexes, stacks count as facing him, and as close behind those that do.
const (
	facingWithin = 2
	behindWithin = 6
)

// compareStacks compares stacks' hexes for a list in which neighbours stand near each other: those facing the enemy
// come first, then those close behind and then all others, each from one end of the front to the other.
func (f front) compareStacks(a, b hex.Hex) int {
	zone := func(h hex.Hex) int {
		switch d := f.Distance(h); {
		case d <= facingWithin:
			return 0
		case d <= behindWithin:
			return 1
		}
		return 2
	}
	along := cmp.Compare(a.Col, b.Col)
	if f.upright {
		along = cmp.Compare(a.Row, b.Row)
	}
	return cmp.Or(cmp.Compare(zone(a), zone(b)), along, hex.Compare(a, b))
}

// offMap is the distance of what is not on the map: it comes last.
const offMap = math.MaxInt

// Distance returns the number of hexes to the nearest enemy stack that is seen, 0 where none is.
func (f front) Distance(h hex.Hex) int {
	if h == hex.None {
		return offMap
	}
	return f.nearest(h, f.enemies)
}

// nearest returns the number of hexes to the nearest of a list, 0 where it is empty.
func (f front) nearest(h hex.Hex, list []hex.Hex) int {
	least := offMap
	for _, e := range list {
		least = min(least, f.Grid.Distance(h, e))
	}
	return least % offMap
}

// placeOf returns the hex that a pick is about: its own, or the one in which its unit stands. hex.None is off the map.
func (f front) placeOf(p view.Pick) hex.Hex {
	if p.Hex == hex.None && p.Unit != "" {
		return f.places[p.Unit]
	}
	return p.Hex
}

// unitsOfGroup returns the units of a formation that stand on the map, nil for "".
func unitsOfGroup(b *view.Board, g order.GroupID) (units []order.UnitID) {
	for _, st := range b.Stacks {
		for _, c := range st.Known {
			if g != "" && c.Formation == b.Map.GroupName(g) {
				units = append(units, c.ID)
			}
		}
	}
	return units
}

// headOf returns the hex of what a pick of a group stands for: the headquarters of a formation, or a unit; hex.None for
// other picks, and for what is not on the map.
func headOf(p Player, f front, v order.Verb, pick view.Pick) hex.Hex {
	spec, _ := p.Request.Localizer.Spec(v)
	at := pick.Part(spec.Options)
	if at < 0 || spec.Options[at].Kind != order.Group {
		return hex.None
	}
	var held order.Arg
	pick.Add(&held, spec.Options[at])
	for _, id := range unitsOfGroup(p.View.Board(), order.GroupID(held.Word)) {
		if c, at, _ := p.View.Board().Find(id); c.Symbol == heads.Headquarters {
			return at
		}
	}
	return f.places[order.UnitID(held.Word)]
}

// Hexes returns hexes sorted toward the enemy: the nearest first, then by number.
func (f front) Hexes(list []hex.Hex) []hex.Hex {
	return sortToward(f, list, func(h hex.Hex) hex.Hex { return h })
}

// Picks returns picks sorted toward the enemy by their places. Those of one hex keep their order, and those without a
// hex come last.
func (f front) Picks(list []view.Pick) []view.Pick { return sortToward(f, list, f.placeOf) }

// sortToward returns a list sorted by the distance of places to the enemy, then by their numbers. Places of enemies
// come first, by their distance to the own side.
func sortToward[T any](f front, list []T, place func(T) hex.Hex) []T {
	distance := map[hex.Hex]int{}
	for _, x := range list {
		h := place(x)
		if distance[h] = f.Distance(h); distance[h] == 0 && len(f.enemies) > 0 { // an enemy stands there
			distance[h] = f.nearest(h, f.own) - offMap/2
		}
	}
	return slices.SortedStableFunc(slices.Values(list), func(a, b T) int {
		at, bt := place(a), place(b)
		return cmp.Or(cmp.Compare(distance[at], distance[bt]), hex.Compare(at, bt))
	})
}

// ableAtHexes returns how many of the player's units can do an order at each of the hexes where it does a task, as far
// as the rules count units.
func ableAtHexes(p Player, v order.Verb) map[hex.Hex]int {
	able := map[hex.Hex]int{}
	for _, task := range duties(p) {
		for _, one := range task.Each {
			if task.Verb != v {
				continue
			}
			own := slices.DeleteFunc(slices.Clone(one.Units), func(id order.UnitID) bool { return !mayOrder(p, id) })
			for _, h := range one.Hexes {
				able[h] += len(own)
			}
		}
	}
	return able
}

// bestFirst sorts a list by the odds of all who can take part in an order at its places, the best first, then by how
// many they are. What has no odds comes last; what is equal keeps its order.
func bestFirst[T any](ctx context.Context, p Player, v order.Verb, list []T, place func(T) hex.Hex) []T {
	able, columns := ableAtHexes(p, v), map[hex.Hex]float64{}
	for _, t := range list {
		if odds, ok := oddsAt(ctx, p, page.Choice{Verb: v, Picks: []view.Pick{{Hex: place(t)}}}); ok {
			attack, defence := 0.0, 1.0
			_, _ = fmt.Sscanf(odds.Worst.Column, "%g:%g", &attack, &defence) // no such column is the worst
			columns[place(t)] = attack / defence
		}
	}
	return slices.SortedStableFunc(slices.Values(list), func(a, b T) int {
		return cmp.Or(cmp.Compare(columns[place(b)], columns[place(a)]), cmp.Compare(able[place(b)], able[place(a)]))
	})
}
