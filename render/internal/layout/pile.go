package layout

import (
	"math"

	"grognard/render/internal/geom"
)

// How far a lower counter shows above the one on it, in parts of a hex's height: with its name and size, or
// with its edge alone; the least that a person can count; and the most for the whole pile.
const (
	peekName  = 0.147
	peekEdge  = 0.06
	peekLeast = 0.037
	peekAll   = 0.37
)

// peeks is how many of the counters under the top of a pile of n show their names, and how far each of
// those under them shows: there are fewer names when room is short.
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
	pileReach   = 0.46  // how far it may reach above the middle, so as not to cover a name at its foot
	pileLeast   = 0.85  // how small the counters become to make room for it
	pileLeans   = 0.3   // to the right, in parts of its rise
)

// Pile is where the counters of a stack lie.
type Pile struct {
	Px    int        // the size of its counters
	Top   geom.Point // the upper left corner of its top counter, from the middle of the hex
	Scale float64    // of its counters, 1 for their full size
	names int        // of the counters under the top, those that show their names
	name  float64    // how far such a counter shows
	edge  float64    // how far another one shows
	rise  float64    // how far the lowest counter shows
}

// Room is what a pile should keep clear of in its hex, above and below the middle, in pixels.
type Room struct {
	Over, Under float64 // where the number ends, where a name begins
}

// NewPile lays out n counters of which so many under the top are known. Without a room they have their full size, in
// the middle of the hex. In a room they keep clear of what is printed, as far as they can without becoming illegible.
func NewPile(named, n int, hexSize float64, room *Room) Pile {
	names, edge := peeks(named, n)
	rise := float64(names)*peekName + float64(n-1-names)*edge
	scale, sinks, left := 1.0, math.Min(rise/2, pileSinks), 0.0
	if room != nil {
		over, foot, high := room.Over/hexSize, math.Min(pileFoot, room.Under/hexSize), counterHigh+rise
		scale = math.Max(pileLeast, math.Min(1, (foot-over)/high))
		half := counterHigh * scale / 2
		foot = math.Min(pileFoot, math.Max(foot, high*scale-pileReach))
		// At least so low that it is clear of the number, and so high that it is clear of the name.
		sinks = math.Max(0, math.Min(math.Max(sinks, over+rise*scale+half), foot-half))
		left = rise * scale * pileLeans / 2 // the pile stands under the number in its middle
	}
	size := scale * hexSize
	px := math.Round(counterHigh * size)
	at := geom.Pt(-left*hexSize-px/2, sinks*hexSize-px/2)
	return Pile{int(px), at, scale, names, peekName * size, edge * size, rise * size}
}

// Counter is the upper left corner of a counter from the middle of the hex; 0 is the top one.
func (p Pile) Counter(i int) geom.Point {
	named := min(i, p.names)
	up := float64(named)*p.name + float64(i-named)*p.edge
	return p.Top.Offset(up*pileLeans, -up)
}

// Roof is the height at which the pile begins, from the middle of the hex.
func (p Pile) Roof() float64 { return p.Top.Y - p.rise }
