package layout

// How far a lower counter peeks out, of a hex's height: its name and its size, or
// its edge; the least that a person can count; and how far the whole pile may.
const (
	PeekName  = 0.147
	peekEdge  = 0.06
	peekLeast = 0.037
	peekAll   = 0.37
)

// Peeks is how many counters under the top of n show their names, and how far each
// of those under them peeks out: the names go before room for it is short.
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
