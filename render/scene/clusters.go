package scene

import (
	"cmp"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/view"
)

// Cluster is a part of a map in which something happened, small enough for a close-up that can be read on a phone. The
// overview marks it with its number.
type Cluster struct {
	Number   int     // from 1, from west to east and then from north to south
	hex.Part         // the part that the close-up shows
	At       hex.Hex // the hex where most happened, after which the close-up is named
}

// How many close-ups a report has, and how large they are.
const (
	mostClusters = 8 // with an overview and a whole map that makes ten pictures, as many as a message takes
	enoughMoves  = 4 // when there are this many, none is added for moves alone
	clusterMost  = 4 // the largest radius at which the figures on counters can be read at 390 pixels
)

// cluster is a close-up that is being made, with the spots that it is for.
type cluster struct {
	hex.Part
	spots []spot
}

// Clusters groups what a board tells of into close-ups. What is too much for one is divided among several, and those
// that fit into one are merged. A fight counts more than all losses, and a loss more than all moves: if there are too
// many close-ups the least eventful ones are left out. Arrivals get none. It returns nil on a map of which a close-up
// would show nearly everything.
func Clusters(b *view.Board) []Cluster {
	g := b.Map.Grid
	left := summed(spotsOf(b, true)) // true: for a report
	var found []cluster
	for len(found) < mostClusters {
		at, best := busiest(g, left, closeLeast)
		if best == 0 || best < lossWeight && len(found) >= enoughMoves {
			break
		}
		c := cluster{Part: hex.Part{Around: at, Radius: closeLeast}}
		left = slices.DeleteFunc(left, func(s spot) bool {
			// Moves may lie at the edge of the close-up; losses and fights need the margin.
			if far := g.Distance(s.Hex, at); far > c.Radius || far > c.Radius-closeMargin && s.weight >= lossWeight {
				return false
			}
			c.spots = append(c.spots, s)
			return true
		})
		found = merge(g, found, c)
	}
	if slices.ContainsFunc(found, func(c cluster) bool { return nearlyAll(g, c.Part) }) {
		return nil
	}
	return numbered(found)
}

// summed returns one spot for each hex, with the sum of its weights, sorted by hex. It sorts spots.
func summed(spots []spot) (out []spot) {
	slices.SortFunc(spots, func(a, b spot) int { return hex.Compare(a.Hex, b.Hex) })
	for _, s := range spots {
		if n := len(out) - 1; n >= 0 && out[n].Hex == s.Hex {
			out[n].weight += s.weight
		} else {
			out = append(out, s)
		}
	}
	return out
}

// busiest returns the centre of the close-up of a radius whose spots weigh most together, and that weight, 0 if there
// are no spots. Of equal ones it takes the nearest to its spots.
func busiest(g hex.Grid, spots []spot, radius int) (at hex.Hex, best int) {
	sums, fars := make([]int, g.Size()), make([]int, g.Size())
	for _, s := range spots {
		for h := range g.Within(radius-closeMargin, s.Hex) {
			d := g.Distance(h, s.Hex)
			sums[g.Index(h)] += s.weight
			fars[g.Index(h)] += d * d
		}
	}
	least := 0
	for h := range g.All() {
		sum, far := sums[g.Index(h)], fars[g.Index(h)]
		if sum > best || sum == best && sum > 0 && far < least {
			at, best, least = h, sum, far
		}
	}
	return at, best
}

// merge adds close-up c to a list and merges it with those that fit into one with it. A close-up with losses or fights
// need not show all its moves; but one with only moves is merged into it only if all of them show.
func merge(g hex.Grid, list []cluster, c cluster) []cluster {
	for i, k := range list {
		spots := slices.Concat(k.spots, c.spots)
		var hexes []hex.Hex
		for _, s := range spots {
			if s.weight >= lossWeight || !isHeavy(spots) {
				hexes = append(hexes, s.Hex)
			}
		}
		const across = 2 * (clusterMost - closeMargin)
		if slices.ContainsFunc(hexes, func(h hex.Hex) bool { return g.Distance(h, hexes[0]) > across }) {
			continue
		}
		part := holding(g, hexes)
		isOut := func(s spot) bool { return !part.Needs(g, s.Hex) }
		if part.Radius <= clusterMost && (isHeavy(k.spots) == isHeavy(c.spots) || !slices.ContainsFunc(spots, isOut)) {
			return merge(g, slices.Delete(list, i, i+1), cluster{part, spots})
		}
	}
	return append(list, c)
}

// isHeavy reports whether there is more than moves among some spots.
func isHeavy(spots []spot) bool {
	return slices.ContainsFunc(spots, func(s spot) bool { return s.weight >= lossWeight })
}

// numbered sorts the close-ups from west to east, then from north to south, and numbers them.
func numbered(list []cluster) (out []Cluster) {
	slices.SortFunc(list, func(a, b cluster) int {
		return cmp.Or(cmp.Compare(a.Around.Col, b.Around.Col), cmp.Compare(b.Around.Row, a.Around.Row))
	})
	for i, c := range list {
		most := slices.MaxFunc(c.spots, func(a, b spot) int {
			return cmp.Or(cmp.Compare(a.weight, b.weight), hex.Compare(b.Hex, a.Hex))
		})
		out = append(out, Cluster{Number: i + 1, Part: c.Part, At: most.Hex})
	}
	return out
}
