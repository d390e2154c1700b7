// Package toward sorts what a player chooses from toward his enemy: most orders are about what is near one.
//
//	front := toward.Of(board, "red")
//	fmt.Println(front.Hexes(hexes), front.Distance(hexes[0]))
//
// Limits: it knows the enemies that the board shows, so that hidden ones draw nothing toward them.
package toward

import (
	"cmp"
	"math"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Front is where a side's enemies stand, as far as its player sees them, and where the units stand that he knows.
// Lists begin with what is nearest to an enemy, because that is what most orders are about.
type Front struct {
	Grid    hex.Grid
	Enemies []hex.Hex
	Own     []hex.Hex // of an active formation alone, if there is one
	Prizes  []hex.Hex // worth points, and not the side's, or named by the step of a tutorial
	Named   []hex.Hex // places on the map that have names
	Places  map[order.UnitID]hex.Hex
	upright bool // the enemies lie rather to the east or west than to the north or south, so that the front is upright
}

// Of returns the front of a side on the board as it sees it.
func Of(b *view.Board, side order.Side) Front {
	f := Front{Grid: b.Map.Grid, Places: map[order.UnitID]hex.Hex{}}
	for _, st := range b.Stacks {
		if st.Side != side {
			f.Enemies = append(f.Enemies, st.Hex)
		} else if g := b.Phase.Group; b.Phase.Side != side || g == "" || slices.ContainsFunc(st.Known,
			func(c view.Counter) bool { return c.Formation == b.Map.GroupName(g) }) {
			f.Own = append(f.Own, st.Hex)
		}
		for _, c := range st.Known {
			f.Places[c.ID] = st.Hex
		}
	}
	for _, c := range b.Control {
		if c.Side != side && c.VP > 0 {
			f.Prizes = append(f.Prizes, c.Hex)
		}
	}
	step, _ := b.Guide.Arg("text").(view.Text)
	if to, ok := step.Arg("to").(hex.Hex); ok {
		f.Prizes = append(f.Prizes, to)
	}
	for _, place := range b.Map.Places {
		f.Named = append(f.Named, place.Hex)
	}
	apart := func(along func(hex.Hex) int8) (n int) { // distance of the sides' middles, times both numbers of stacks
		for _, h := range f.Own {
			n += len(f.Enemies) * int(along(h))
		}
		for _, h := range f.Enemies {
			n -= len(f.Own) * int(along(h))
		}
		return max(n, -n)
	}
	f.upright = apart(func(h hex.Hex) int8 { return h.Col }) > apart(func(h hex.Hex) int8 { return h.Row })
	return f
}

// How far from an enemy, in hexes, stacks count as facing him, and as close behind those that do.
const facingWithin, behindWithin = 2, 6

// Compare compares stacks' hexes for a list in which neighbours stand near each other: those facing the enemy
// come first, then those close behind and then all others, each from one end of the front to the other.
func (f Front) Compare(a, b hex.Hex) int {
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

// OffMap is the distance of what is not on the map: it comes last.
const OffMap = math.MaxInt

// Distance returns the number of hexes to the nearest enemy stack that is seen, 0 if none is, OffMap for hex.None.
func (f Front) Distance(h hex.Hex) int {
	if h == hex.None {
		return OffMap
	}
	return f.Nearest(h, f.Enemies)
}

// Nearest returns the number of hexes to the nearest of a list, 0 where it is empty.
func (f Front) Nearest(h hex.Hex, list []hex.Hex) int {
	least := OffMap
	for _, e := range list {
		least = min(least, f.Grid.Distance(h, e))
	}
	return least % OffMap // 0 for OffMap, of an empty list
}

// PlaceOf returns the hex that a pick is about: its own, or the one in which its unit stands. hex.None is off the map.
func (f Front) PlaceOf(p view.Pick) hex.Hex {
	if p.Hex == hex.None && p.Unit != "" {
		return f.Places[p.Unit]
	}
	return p.Hex
}

// Hexes returns hexes sorted toward the enemy: the nearest first, then by number.
func (f Front) Hexes(list []hex.Hex) []hex.Hex {
	return sorted(f, list, func(h hex.Hex) hex.Hex { return h })
}

// Picks returns picks sorted toward the enemy by place. Those of a hex keep their order; those without a hex come last.
func (f Front) Picks(list []view.Pick) []view.Pick { return sorted(f, list, f.PlaceOf) }

// sorted returns a list sorted by the distance of places to the enemy, then by their numbers. Places of enemies
// come first, by their distance to the own side.
func sorted[T any](f Front, list []T, place func(T) hex.Hex) []T {
	distance := map[hex.Hex]int{}
	for _, x := range list {
		h := place(x)
		if distance[h] = f.Distance(h); distance[h] == 0 && len(f.Enemies) > 0 { // an enemy's: before all others
			distance[h] = f.Nearest(h, f.Own) - OffMap/2
		}
	}
	return slices.SortedStableFunc(slices.Values(list), func(a, b T) int {
		at, bt := place(a), place(b)
		return cmp.Or(cmp.Compare(distance[at], distance[bt]), hex.Compare(at, bt))
	})
}
