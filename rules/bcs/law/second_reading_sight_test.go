package law_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"grognard/rules/bcs/law"
	"grognard/rules/hex"
)

// Lines of sight, and the hexes that cut them, are those of a second reading, as far as any AV reaches and any spotter
// Sees (8.0-12), and from either end.
//
// A line goes no farther than visibility (public facts: it limits engagement zones and spotting) and than is asked for,
// and is not cut (6.1-3, 6.1-4, 8.0-13). That a target in terrain is in reach from beside it alone (7.1-5) is a matter
// of range and no part of it.
func TestSecondReadingOfSight(t *testing.T) {
	cut, clear := 0, 0
	for seed := range uint64(*boards) {
		r := rand.New(rand.NewPCG(10, seed))
		b := randomBoard(r)
		p := b.position(t)
		most := max(p.G.Reach(), 4)
		for range 60 {
			from := hex.Hex{Col: int8(1 + r.IntN(20)), Row: int8(1 + r.IntN(20))}
			to := hex.Hex{Col: from.Col + int8(r.IntN(11)-5), Row: from.Row + int8(r.IntN(11)-5)}
			d, reach := b.Grid.Distance(from, to), r.IntN(most+1)
			if d == 0 || d > most || !b.Grid.Contains(to) { // nobody looks at his own hex
				continue
			}
			cuts := b.lineCut(from, to)
			want := d <= reach && (b.Visibility == 0 || d <= b.Visibility) && len(cuts) == 0
			for _, line := range [][2]hex.Hex{{from, to}, {to, from}} {
				if n, ok := p.Sighted(line[0], line[1], reach); ok != want || ok && n != d {
					t.Fatalf("seed %d: a line from %v to %v within %d: %v, %d hexes; read again %v, %d", seed, line[0], line[1],
						reach, ok, n, want, d)
				}
				by := law.Blocks(p, line[0], line[1])
				slices.SortFunc(by, hex.Compare)
				if !slices.Equal(by, cuts) {
					t.Fatalf("seed %d: a line from %v to %v is cut by %v, read again by %v", seed, line[0], line[1], by, cuts)
				}
			}
			if len(cuts) > 0 {
				cut++
			} else if want {
				clear++
			}
		}
	}
	if cut == 0 || clear == 0 {
		t.Errorf("%d lines were clear, %d cut", clear, cut)
	}
}
