package scene

import "grognard/rules/hex"

// part is a part of a map: the rectangle round the hexes within a radius of one, the whole map for the zero value.
type part struct {
	around hex.Hex
	radius int
}

// Within is the same scene from nearer, as a close-up shows it: the rectangle round the hexes within a radius of one,
// or the whole map for hex.None.
func (s Scene) Within(around hex.Hex, radius int) Scene {
	s.part = part{around, radius}
	return s
}

// Covers says whether the middle of a hex lies in the part of the map that the scene shows.
func (s *Scene) Covers(h hex.Hex) bool {
	if s.part.around == hex.None {
		return true
	}
	across := int(h.Col) - int(s.part.around.Col)
	across = max(across, -across)
	high := across + (2*s.part.radius+1-across)/2 // so far away is the highest hex of the column
	g := s.Board.Map.Grid
	return g.Contains(h) && across <= s.part.radius && g.Distance(h, s.part.around) <= high
}
