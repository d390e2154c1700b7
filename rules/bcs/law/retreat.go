package law

import (
	"grognard/rules/hex"
	"grognard/rules/internal/state"
)

// RetreatLine is the clause of the box Retreat Execution by which a unit retreats or stays, judged as it stands: the
// first line that fits (BCS 7.5-9). kind is data.Situational or data.Automatic; from is the hex that it was attacked
// from, for Key hexsides, hex.None for a shot from afar. It is "7.5-11" or "7.5-12" for a step and no retreat, "7.5-13"
// or "7.5-16" for three hexes, "7.5-14" for its HQ.
func RetreatLine(p *Position, u *state.Piece, kind string, from hex.Hex) string { return "7.5-16" }

// RetreatTo lists where a unit that stands at a hex may retreat to by a line of the box, in the order of Grid.Index;
// none means that it leaves the map and returns (BCS 7.5-18, 7.5-19).
func RetreatTo(p *Position, u *state.Piece, line string) []hex.Hex { return nil }

// HQRetreatTo lists where an HQ that stands or stood at a hex may retreat to (BCS 9.1f), in the order of Grid.Index.
func HQRetreatTo(p *Position, hq *state.Piece, at hex.Hex) []hex.Hex { return nil }
