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
	hex.Part         // that the close-up shows
	At       hex.Hex // where most happened: the hex that it is named after
}

// How many close-ups a report has, and how large they are.
const (
	mostClusters = 8 // with an overview and a whole map there are ten pictures, as many as a message takes
	enoughMoves  = 4 // so many close-ups are enough where units only moved
	clusterMost  = 4 // the largest radius at which the figures on counters can be read at 390 pixels
)

// cluster is a close-up that is being made, with what it is for.
type cluster struct {
	hex.Part
	spots []spot
}

// Clusters groups what a board tells of. Where there is too much for one close-up there are several, and close-ups that
// fit into one are one. A fight counts more than all losses, and a loss more than all moves: if there are too many
// close-ups the least eventful are left out. Arrivals have none. There are none on a map of which one would show nearly
// all.
func Clusters(b *view.Board) []Cluster {
	g := b.Map.Grid
	left := summed(spotsOf(b, true))
	var found []cluster
	for len(found) < mostClusters {
		at, best := busiest(g, left, closeLeast)
		if best == 0 || best < lossWeight && len(found) >= enoughMoves {
			break
		}
		c := cluster{Part: hex.Part{Around: at, Radius: closeLeast}}
		left = slices.DeleteFunc(left, func(s spot) bool {
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

// summed is the spots with one for each hex, by hex.
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

// busiest is the centre of the close-up of a radius with the greatest sum of spots; of several, the nearest to them.
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

// merge adds a close-up to a list, as one with those that fit into one with it. One of more than moves need not show
// all moves in it, but it takes the place of one of moves alone only if it shows them.
func merge(g hex.Grid, list []cluster, c cluster) []cluster {
	for i, k := range list {
		spots := slices.Concat(k.spots, c.spots)
		var hexes []hex.Hex
		for _, s := range spots {
			if s.weight >= lossWeight || !heavy(spots) {
				hexes = append(hexes, s.Hex)
			}
		}
		const across = 2 * (clusterMost - closeMargin)
		if slices.ContainsFunc(hexes, func(h hex.Hex) bool { return g.Distance(h, hexes[0]) > across }) {
			continue
		}
		part := holding(g, hexes)
		outside := func(s spot) bool { return !part.Needs(g, s.Hex) }
		if part.Radius <= clusterMost && (heavy(k.spots) == heavy(c.spots) || !slices.ContainsFunc(spots, outside)) {
			return merge(g, slices.Delete(list, i, i+1), cluster{part, spots})
		}
	}
	return append(list, c)
}

// heavy says whether there is more than moves among some spots.
func heavy(spots []spot) bool {
	return slices.ContainsFunc(spots, func(s spot) bool { return s.weight >= lossWeight })
}

// numbered are the close-ups in the order in which they are read on the map.
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
