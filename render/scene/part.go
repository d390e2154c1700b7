package scene

import "grognard/rules/hex"

// Within is the same scene from nearer, as a close-up shows it.
func (s Scene) Within(part hex.Part) Scene {
	s.part = part
	return s
}

// Covers says whether the middle of a hex lies in the part of the map that the scene shows.
func (s *Scene) Covers(h hex.Hex) bool { return s.part.Covers(s.Board.Map.Grid, h) }
