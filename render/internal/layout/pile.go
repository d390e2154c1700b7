package layout

// How far a lower counter shows above the one on it, in parts of a hex's height: with its name and size, or
// with its edge alone; the least that a person can count; and the most for the whole pile.
const (
	PeekName  = 0.147
	peekEdge  = 0.06
	peekLeast = 0.037
	peekAll   = 0.37
)

// Peeks is how many of the counters under the top of a pile of n show their names, and how far each of
// those under them shows: there are fewer names when room is short.
func Peeks(named, n int) (names int, edge float64) {
	names = named
	below := n - 1
	for names > 0 && float64(names)*PeekName+float64(below-names)*peekLeast > peekAll {
		names--
	}
	if below == names {
		return names, 0
	}
	return names, min(peekEdge, (peekAll-float64(names)*PeekName)/float64(below-names))
}
