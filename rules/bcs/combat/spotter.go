package combat

import (
	"slices"

	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// CheckSpotter lists what keeps a unit from spotting for a mission against a hex. BCS 8.0-12: it must be at most four
// hexes from the target. BCS 8.0-13: it needs a line of sight by which it could engage. BCS 8.0-14: it is Stopped by
// that, which can break 4.2f. BCS 1.2d-7: it need not be prepared.
//
// RULING: 8.0-12: Combat units of the active Formation spot, stopped ones too, and overstacked ones; finished ones do
// not. For: to spot is no Fire Event, and who is finished does nothing. Against: the notes do not say who may.
//
// RULING: 8.0-13: Terrain in the target's hex does not limit spotting. For: 7.1-5 shortens the range of a shot, which
// is no part of a line. Against: an Engagement from afar would fail by it.
func CheckSpotter(p *law.Position, u *state.Piece, h hex.Hex) (out []choice.Violation) {
	out = append(law.CheckOrdered(p, u), law.CheckFinished(p, u)...)
	if !p.G.IsCombat(u) {
		out = append(out, law.Violation(law.Naming, view.T("bcs.no-spotter", "unit", p.Name(u.ID))))
	}
	out = append(out, checkSeen(p, u, h)...)
	if len(out) == 0 && law.StrandsAsStopped(p, u) {
		out = law.OutOfRadius(p.Name(u.ID))
	}
	return out
}

// checkSeen lists what keeps a unit from seeing a target: distance, visibility, or what blocks the line.
func checkSeen(p *law.Position, u *state.Piece, h hex.Hex) (out []choice.Violation) {
	name, distance := p.Name(u.ID), p.G.Def.Grid.Distance(u.At.Hex, h)
	if distance > game.Spotting {
		out = append(out, law.Violation("8.0-12", view.T("bcs.spotter-far", "unit", name, "hex", h,
			"distance", distance, "most", game.Spotting)))
	}
	if !p.Sees(distance) {
		out = append(out, law.Violation("8.0-13", view.T("bcs.spotter-blind", "unit", name, "hex", h,
			"distance", distance, "most", p.St.Tally(game.Visibility))))
	}
	if cut := law.Blocks(p, u.At.Hex, h); len(cut) > 0 {
		out = append(out, law.Violation("8.0-13", view.T("bcs.no-line", "unit", name, "hex", h, "blocks", cut)))
	}
	return out
}

// CanSpot reports whether any unit of the active Formation can spot for a mission against a hex.
func CanSpot(p *law.Position, h hex.Hex) bool {
	return slices.ContainsFunc(p.St.Pieces, func(u state.Piece) bool {
		return u.OnMap() && len(CheckSpotter(p, &u, h)) == 0
	})
}
