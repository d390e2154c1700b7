package scene

import (
	"math"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/view"
)

// MostEventful returns the part of a map that a board is about: that of its overlay, if the overlay has one, else where
// most happened lately. ok is false if nothing happened, and if the part would be nearly the whole map.
func MostEventful(b *view.Board) (part hex.Part, ok bool) {
	g := b.Map.Grid
	if i := slices.IndexFunc(b.Overlays, func(l view.Overlay) bool { return len(l.Around) > 0 }); i >= 0 {
		part = holding(g, b.Overlays[i].Around).For(g, b.Overlays[i].Around)
	} else {
		part = densest(g, spotsOf(b, false))
	}
	return part, part.Around != hex.None && !nearlyAll(g, part)
}

// nearlyAll reports whether a close-up would show nearly the whole map: more than three quarters of its hexes.
func nearlyAll(g hex.Grid, part hex.Part) bool {
	shown, all := 0, 0
	for h := range g.All() {
		all++
		if part.Needs(g, h) {
			shown++
		}
	}
	return 4*shown > 3*all
}

// AllEvents returns the smallest part of a map with all that a board tells of, or if that is too large to be read on a
// phone, a part with most of it, as far from the left and right edges as there is room for. ok is false if the board
// tells of nothing on the map, and if the part would be nearly the whole map.
func AllEvents(b *view.Board) (part hex.Part, ok bool) {
	var hexes []hex.Hex
	spots := spotsOf(b, false) // false: not for a report
	for _, s := range spots {
		hexes = append(hexes, s.Hex)
	}
	if len(hexes) == 0 {
		return hex.Part{}, false
	}
	g := b.Map.Grid
	if part = holding(g, hexes).For(g, hexes); part.Radius > listMost {
		part = hex.Part{Radius: listMost, Rows: closeMost}
		part.Around, _ = busiest(g, spots, closeMost+closeMargin)
	}
	far := int8(min(part.Radius, int(g.Cols)/2))
	part.Around.Col = min(max(part.Around.Col, far), g.Cols+1-far)
	return part, !nearlyAll(g, part)
}

// Measures of close-ups in hexes.
const (
	closeLeast  = 3 // the least radius
	closeMost   = 5 // the largest radius of most close-ups
	listMost    = 7 // the largest radius for all that a list of orders does
	closeMargin = 1 // shown around what happened
)

// spot is a hex where something happened, and how much that counts.
type spot struct {
	hex.Hex
	weight int
}

// The weights of spots: all spots of a kind together weigh less than one of the next kind.
const (
	moveWeight  = 1
	lossWeight  = 1_000
	fightWeight = 1_000_000
)

// spotsOf returns the hexes of a board where something happened lately or a decision is pending; of moves both ends.
// For a report it returns only the last hexes of moves, and none for arrivals, because its overview marks those.
func spotsOf(b *view.Board, report bool) (out []spot) {
	add := func(h hex.Hex, weight int) {
		if b.Map.Grid.Contains(h) {
			out = append(out, spot{h, weight})
		}
	}
	if b.Due != nil {
		add(b.Due.Hex, fightWeight)
	}
	for _, l := range b.Told {
		if l.Reckoned != nil && l.Reckoned.OnMap() {
			add(l.Reckoned.Target, fightWeight)
		}
		for _, f := range l.Forms {
			for _, h := range f.Hexes {
				add(h, moveWeight)
			}
		}
		if l.MapEvent == nil || len(l.MapEvent.Path) == 0 {
			continue
		}
		switch p, kind := l.MapEvent.Path, l.MapEvent.Kind; {
		case report && kind.Arrives():
		case slices.Contains([]view.MapEventKind{view.Died, view.Gone, view.Reduced, view.Struck, view.Taken}, kind):
			for _, h := range p {
				add(h, lossWeight)
			}
		default:
			if !report {
				add(p[0], moveWeight)
			}
			add(p[len(p)-1], moveWeight)
		}
	}
	return out
}

// densest returns the close-up whose spots have the greatest sum of weights, no larger than is needed for those that
// weigh most. It is the zero Part if there are no spots.
func densest(g hex.Grid, spots []spot) hex.Part {
	at, best := busiest(g, spots, closeMost)
	if best == 0 {
		return hex.Part{}
	}
	least := 1 // the lightest spots that count: all, if there are only moves
	if best >= lossWeight {
		least = lossWeight
	}
	part := hex.Part{Around: at, Radius: closeMost}
	for r := closeLeast; r < closeMost; r++ {
		if near, sum := busiest(g, spots, r); sum/least == best/least { // no less that counts
			part = hex.Part{Around: near, Radius: r}
			break
		}
	}
	var needed []hex.Hex
	for _, s := range spots {
		if s.weight >= least && g.Distance(s.Hex, part.Around) <= part.Radius-closeMargin {
			needed = append(needed, s.Hex)
		}
	}
	return part.For(g, needed)
}

// holding returns the smallest close-up that has all of some hexes, with them in its middle.
func holding(g hex.Grid, hexes []hex.Hex) hex.Part {
	around, far, all := hex.None, math.MaxInt, 0
	for h := range g.All() {
		most, sum := 0, 0
		for _, to := range hexes {
			d := g.Distance(h, to)
			most, sum = max(most, d), sum+d
		}
		if most < far || most == far && sum < all {
			around, far, all = h, most, sum
		}
	}
	return hex.Part{Around: around, Radius: max(closeLeast, far+closeMargin)}
}
