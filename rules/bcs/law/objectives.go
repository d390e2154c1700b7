package law

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// The measures of objectives and of Prepared Defense, in hexes.
const (
	ObjectiveZone = 2 // BCS 4.3-2: the zone of an objective
	Defended      = 6 // BCS 4.5-1, 4.5-4: what Prepared Defense reaches from the HQ
)

// NextObjective proposes enemy units and victory hexes.
func NextObjective(c *game.Attempt) []view.Pick {
	if len(c.Targets) > 0 {
		return nil
	}
	p := Of(c.Sight)
	picks := NextEnemies(p, c, data.Trains)
	for _, h := range p.G.Data.Victory {
		if pick := (view.Pick{Hex: h}); !slices.Contains(picks, pick) {
			picks = append(picks, pick)
		}
	}
	return picks
}

// CheckObjective: BCS 4.3-1: a combat objective lies on an enemy unit or on a victory hex. BCS 4.3-3, 4.5-4: a
// Formation in Prepared Defense sets none more than six hexes from its HQ.
//
// RULING: 4.3-1: A SNAFU result allows as many objectives as the module says, or any number where it says none. They go
// in Clean Up. For: public pages say both, if not for certain. Against: the notes say neither.
func CheckObjective(c *game.Attempt, pick view.Pick) (out []choice.Violation) {
	p := Of(c.Sight)
	f := p.G.Active(p.St)
	if f == nil || f.Side != c.Sight.Side {
		return nil
	}
	if p.against(f.Side).held[p.G.Def.Grid.Index(pick.Hex)] == 0 && !slices.Contains(p.G.Data.Victory, pick.Hex) {
		out = append(out, Violation("4.3-1", view.T("bcs.no-objective", "hex", pick.Hex)))
	}
	out = append(out, tooFar(p, f, pick.Hex)...)
	if p.St.Flagged(pick.Hex, game.Objective(f.ID)) {
		out = append(out, Violation("4.3-1", view.T("bcs.objective-there", "hex", pick.Hex)))
	}
	if most, limited := MostObjectives(p, f); limited && len(Objectives(p, f)) >= most {
		out = append(out, Violation("4.3-1", view.T("bcs.objectives-all", "most", most)))
	}
	return out
}

// MostObjectives returns how many objectives the SNAFU result of a Formation allows; limited is false for any number.
func MostObjectives(p *Position, f *data.Formation) (most int, limited bool) {
	most, limited = p.G.Data.Objectives[game.SnafuWord(p.St.Tally(game.Of(game.SnafuOf, f.ID)))]
	return most, limited
}

// tooFar is what a Formation in Prepared Defense breaks by an objective too far from its HQ (BCS 4.3-3, 4.5-4).
func tooFar(p *Position, f *data.Formation, h hex.Hex) []choice.Violation {
	hq := p.HQAt(f)
	if !p.G.IsPrepared(p.St, f) || hq < 0 || p.G.Def.Grid.Distance(p.G.At(hq), h) <= Defended {
		return nil
	}
	why := view.T("bcs.objective-too-far", "hex", h, "most", Defended)
	return []choice.Violation{Violation("4.3-3", why), Violation("4.5-4", why)}
}

// Objectives lists the hexes with objectives of a Formation, in the order in which they were placed.
func Objectives(p *Position, f *data.Formation) (hexes []hex.Hex) {
	for _, m := range p.St.Marks {
		if !slices.Contains(hexes, m.Hex) && p.St.Flagged(m.Hex, game.Objective(f.ID)) {
			hexes = append(hexes, m.Hex)
		}
	}
	return hexes
}

// SetObjectives returns the objectives that the active Formation has set so far.
func SetObjectives(c *game.Attempt) []view.Pick {
	p := Of(c.Sight)
	return HexPicks(Objectives(p, p.G.Active(p.St)))
}

// NeedHex returns a violation while an order names no hex.
func NeedHex(c *game.Attempt) []choice.Violation { return need(c.Targets, view.T("bcs.which-hex")) }

// CheckRecon: BCS 4.3-4: only a reconnaissance unit that is not stopped makes an objective by reconnaissance. BCS
// 4.3-5: each try costs one Fire Event. BCS 4.3-7: on an enemy unit within two hexes of it.
func CheckRecon(c *game.Attempt, pick view.Pick) (out []choice.Violation) {
	p := Of(c.Sight)
	if pick.Unit != "" {
		u := c.Sight.Piece(pick.Unit)
		name := p.Name(u.ID)
		out = CheckOrdered(p, u)
		if !p.G.Face(u).Recon {
			out = append(out, Violation("4.3-4", view.T("bcs.no-recon", "unit", name)))
		}
		if len(game.Stops(u)) > 0 {
			out = append(out, Violation("4.3-4", view.T("bcs.recon-stopped", "unit", name)))
			out = append(out, checkFree(p, u)...)
		}
		out = append(out, CheckFireEvent(p, u)...)
		if game.Fires(u) >= MostFires {
			out = append(out, Violation("4.3-5", view.T("bcs.fired-twice", "unit", name)))
		}
		if len(out) == 0 {
			out = StrandedBy(p, u)
		}
		found := func(h hex.Hex) bool { return len(checkFound(p, u, h)) == 0 }
		if len(out) == 0 && len(c.Rest) == 0 && !SomeEnemy(p, u, found) {
			out = Violations("4.3-7", view.T("bcs.nothing-to-find", "unit", name))
		}
		return out
	}
	if len(c.Units) == 0 {
		return Violations(Naming, view.T("bcs.which-unit"))
	}
	return checkFound(p, c.Units[0], pick.Hex)
}

// checkFound lists why no objective can be placed in a hex that a unit reconnoitres.
func checkFound(p *Position, u *state.Piece, h hex.Hex) (out []choice.Violation) {
	if p.against(u.Side).held[p.G.Def.Grid.Index(h)] == 0 || p.G.Def.Grid.Distance(u.At.Hex, h) > ObjectiveZone {
		out = append(out, Violation("4.3-7", view.T("bcs.recon-target", "hex", h)))
	}
	f := p.G.Active(p.St)
	if p.St.Flagged(h, game.Objective(f.ID)) {
		out = append(out, Violation("4.3-1", view.T("bcs.objective-there", "hex", h)))
	}
	out = append(out, tooFar(p, f, h)...)
	return out
}
