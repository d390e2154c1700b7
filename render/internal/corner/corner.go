// Package corner finds the corner of a hex at which a letter beside its stack covers no other stack.
//
//	side := corner.Free(grid, h, occupied)
//
// Limits: it knows the left and the right corner, and what stands in the hexes beside them, but no names of places.
package corner

import "grognard/rules/hex"

// Left and Right are the corners, as the sign of a way across from the middle of the hex.
const (
	Left  = -1
	Right = 1
)

// Free returns the corner of a hex beside which less is occupied, the left one if it is as much. The letter stands high
// at the left corner and low at the right one, so that the upper left and the lower right hex count twice.
func Free(g hex.Grid, h hex.Hex, occupied func(hex.Hex) bool) float64 {
	left, right := 0, 0
	for i, at := range g.Around(h) { // from the north on, clockwise
		if occupied(at) {
			left, right = left+[...]int{0, 0, 0, 0, 1, 2}[i], right+[...]int{0, 1, 2, 0, 0, 0}[i]
		}
	}
	if left > right {
		return Right
	}
	return Left
}
