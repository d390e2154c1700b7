package play

import (
	"slices"
	"testing"

	"grognard/rules/hex"
	"grognard/rules/view"
)

// around are all hexes within a distance of one, as an offer has them, and a unit that could be picked too.
func around(g hex.Grid, from hex.Hex, far int) (offer view.Offer) {
	offer.Next = append(offer.Next, view.Pick{Unit: "a"})
	for h := range g.All() {
		if d := g.Distance(from, h); d > 0 && d <= far {
			offer.Next = append(offer.Next, view.Pick{Hex: h})
		}
	}
	return offer
}

// The first page serves a move to the front and one nearby, the others go on toward the enemy, and each destination is
// on one page. The letters of a page go round the stack.
func TestPagesOfDestinations(t *testing.T) {
	f := FrontOf(facing(), "blue")
	from := hex.Hex{Col: 5, Row: 10}
	for _, each := range []int{15, 20} {
		for far := 1; far <= 5; far++ {
			offer := around(f.Grid, from, far)
			w := WaysFrom(f, from, offer, each)
			if w.Pages() != PagesFor(len(offer.Next)-1, each) {
				t.Errorf("%d destinations are on %d pages of %d", len(offer.Next)-1, w.Pages(), each)
			}
			seen := map[hex.Hex]bool{}
			for number := range w.Pages() {
				page := w.Lettered(number)
				if len(page) == 0 {
					t.Errorf("page %d is empty", number)
				}
				for _, way := range page {
					if seen[way.Hex] {
						t.Errorf("%v is on two pages", way.Hex)
					}
					seen[way.Hex] = true
				}
				if turn := turnOf(w, page); !slices.IsSorted(turn) {
					t.Errorf("the letters of page %d go to and fro: %v", number, turn)
				}
				if page := w.Page(number); number > 0 && !slices.IsSortedFunc(page, func(a, b view.Pick) int {
					return f.Distance(a.Hex) - f.Distance(b.Hex)
				}) {
					t.Errorf("page %d does not go toward the enemy: %v", number, page)
				}
			}
			if len(seen) != len(offer.Next)-1 {
				t.Errorf("of %d destinations %d are on a page", len(offer.Next)-1, len(seen))
			}
			first := w.Page(0)
			for _, h := range slices.Collect(f.Grid.Neighbours(from)) {
				if !slices.Contains(first, view.Pick{Hex: h}) {
					t.Errorf("%v, beside the stack, is not on the first page of those within %d hexes", h, far)
				}
			}
			if ahead := (hex.Hex{Col: 5 + int8(far), Row: 10}); f.Distance(first[0].Hex) > f.Distance(ahead) {
				t.Errorf("the first destination within %d hexes is %v", far, first[0].Hex)
			}
		}
	}
}

// turnOf is how far the letters of a page have turned, in eighths of a circle from the first.
func turnOf(w Ways, page []view.Pick) (turn []int) {
	for _, way := range page {
		first := w.Grid.Compass(w.From, page[0].Hex)
		turn = append(turn, (w.Grid.Compass(w.From, way.Hex)-first+8)%8)
	}
	return turn
}
