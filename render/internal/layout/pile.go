package layout

import (
	"math"

	"grognard/render/internal/geom"
)

// How far a lower counter shows above the one on it, in parts of a hex's height.
const (
	peekName  = 0.147 // with its name and size
	peekEdge  = 0.06  // with its edge alone
	peekLeast = 0.037 // so that people can still count edges
	peekAll   = 0.37  // the most for all counters of a pile together
)

// peeks returns how many counters under the top of a pile of n show their names, at most named, and how far
// each of the others shows, in parts of a hex's height. If room is short, fewer names are shown.
func peeks(named, n int) (names int, edge float64) {
	names = named
	below := n - 1
	for names > 0 && float64(names)*peekName+float64(below-names)*peekLeast > peekAll {
		names--
	}
	if below == names {
		return names, 0
	}
	return names, min(peekEdge, (peekAll-float64(names)*peekName)/float64(below-names))
}

// Measures of counters in a hex, in parts of its height.
const (
	counterHigh = 0.66
	pileSinks   = 0.069 // how far the top counter of a pile stands below the middle of its hex at most
	pileFoot    = 0.43  // the foot of a pile below the middle of its hex, where it makes room for the hex's number
	pileReach   = 0.46  // how far a pile may reach above the middle when it makes room for a name at its foot
	pileLeast   = 0.85  // the least scale of counters when they make room; a factor
	pileLeans   = 0.3   // how far a pile leans to the right, in parts of its rise
)

// Pile is where the counters of a stack lie.
type Pile struct {
	Px    int        // the size of its counters
	Top   geom.Point // the upper left corner of its top counter, from the middle of the hex
	Scale float64    // of its counters, 1 for their full size
	names int        // how many counters under the top show their names
	name  float64    // how far such a counter shows
	edge  float64    // how far another one shows
	rise  float64    // how far the lowest counter shows
}

// Room is what a pile should keep clear of in its hex, above and below the middle, in pixels.
type Room struct {
	Over, Under float64 // where the number ends, where a name begins
}

// NewPile lays out n counters, of which named ones under the top are known. If room is nil they have their full size,
// in the middle of the hex. Else they keep clear of what is printed, as far as they can without becoming illegible.
func NewPile(named, n int, hexSize float64, room *Room) Pile {
	names, edge := peeks(named, n)
	rise := float64(names)*peekName + float64(n-1-names)*edge
	scale, sinks, left := 1.0, math.Min(rise/2, pileSinks), 0.0
	if room != nil {
		over, foot, high := room.Over/hexSize, math.Min(pileFoot, room.Under/hexSize), counterHigh+rise
		scale = math.Max(pileLeast, math.Min(1, (foot-over)/high))
		half := counterHigh * scale / 2
		foot = math.Min(pileFoot, math.Max(foot, high*scale-pileReach))
		// Low enough to be clear of the number, but first of all high enough to be clear of the name.
		sinks = math.Max(0, math.Min(math.Max(sinks, over+rise*scale+half), foot-half))
		left = rise * scale * pileLeans / 2 // the pile stands under the number in its middle
	}
	size := scale * hexSize
	px := math.Round(counterHigh * size)
	at := geom.Pt(-left*hexSize-px/2, sinks*hexSize-px/2)
	return Pile{int(px), at, scale, names, peekName * size, edge * size, rise * size}
}

// Counter returns the upper left corner of counter i from the middle of the hex; 0 is the top one.
func (p Pile) Counter(i int) geom.Point {
	named := min(i, p.names)
	up := float64(named)*p.name + float64(i-named)*p.edge
	return p.Top.Offset(up*pileLeans, -up)
}

// Roof returns the y of the pile's upper edge, from the middle of the hex.
func (p Pile) Roof() float64 { return p.Top.Y - p.rise }
