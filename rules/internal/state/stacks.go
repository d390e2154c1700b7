package state

import "iter"

// Stacks is how pieces lie in hexes, as two flat lists, which are quick to copy. A piece is its index in a list
// of pieces + 1, so that 0 is nobody.
type Stacks struct {
	Top   []int16 // by Grid.Index: the piece on top
	Under []int16 // by index of a piece: the piece under it
}

func newStacks(hexes, pieces int) Stacks { return Stacks{make([]int16, hexes), make([]int16, pieces)} }

// pile yields the indexes of the pieces in a hex, top first.
func (s Stacks) pile(at int) iter.Seq[int16] {
	return func(yield func(int16) bool) {
		for n := s.Top[at]; n > 0; n = s.Under[n-1] {
			if !yield(n - 1) {
				return
			}
		}
	}
}

func (s Stacks) height(at int) int {
	height := 0
	for n := s.Top[at]; n > 0; n = s.Under[n-1] {
		height++
	}
	return height
}

// put lays a piece, given by its index, on top of a stack.
func (s Stacks) put(at int, piece int16) {
	s.Under[piece] = s.Top[at]
	s.Top[at] = piece + 1
}

// exchange swaps two pieces in the stacks.
func (s Stacks) exchange(a, b int16) {
	for _, links := range [][]int16{s.Top, s.Under} {
		for i, n := range links {
			switch n {
			case a + 1:
				links[i] = b + 1
			case b + 1:
				links[i] = a + 1
			}
		}
	}
	s.Under[a], s.Under[b] = s.Under[b], s.Under[a]
}

// lift takes a piece, given by its index, out of a stack.
func (s Stacks) lift(at int, piece int16) {
	link := &s.Top[at]
	for *link > 0 && *link != piece+1 {
		link = &s.Under[*link-1]
	}
	if *link > 0 {
		*link, s.Under[piece] = s.Under[piece], 0
	}
}
