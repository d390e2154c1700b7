package law

import (
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// MostFires: BCS 7.0d-1: a unit stops after its second Fire Event.
const MostFires = 2

// CheckFireEvent lists what keeps a unit from a Fire Event. BCS 7.0d-2: an Engagement is one, and a Recon. BCS 7.0d-3:
// an overstacked unit has none.
func CheckFireEvent(p *Position, u *state.Piece) (out []choice.Violation) {
	name := p.Name(u.ID)
	out = CheckFinished(p, u)
	if game.Fires(u) >= MostFires {
		out = append(out, Violation("7.0d-1", view.T("bcs.fired-twice", "unit", name)))
	}
	if IsOverstacked(p, u) {
		out = append(out, Violation("7.0d-3", view.T("bcs.overstacked", "unit", name)))
	}
	return out
}

// CheckFinished lists the clauses that have finished a unit.
func CheckFinished(p *Position, u *state.Piece) (out []choice.Violation) {
	for _, clause := range game.Finishes(u) {
		out = append(out, Violation(clause, view.T("bcs.finished", "unit", p.Name(u.ID))))
	}
	return out
}

// StrandedBy lists what a Fire Event breaks that would stop a unit out of the radius (BCS 4.2f, 7.0d-1).
func StrandedBy(p *Position, u *state.Piece) []choice.Violation {
	if game.Fires(u)+1 >= MostFires && StrandsAsStopped(p, u) {
		return OutOfRadius(p.Name(u.ID))
	}
	return nil
}

// StrandsAsStopped reports whether some unit could no longer satisfy 4.2f if u stopped where it is.
func StrandsAsStopped(p *Position, u *state.Piece) bool {
	a := &After{Units: []*state.Piece{u}, Costs: []int{u.Used}, Stopped: []bool{true}}
	return Strands(p, p.G.Active(p.St), a) != nil
}

// NextTarget proposes the unit of a Fire Event, and then every hex with enemies.
func NextTarget(c *game.Attempt) []view.Pick {
	if len(c.Units) == 0 {
		return NextOwn(c)
	}
	if len(c.Targets) > 0 {
		return nil
	}
	return NextEnemies(Of(c.Sight), c, data.Trains)
}

// NextEnemies proposes the hexes with enemy pieces of any role other than but.
func NextEnemies(p *Position, c *game.Attempt, but data.Role) (picks []view.Pick) {
	seen := map[hex.Hex]bool{}
	for i := range p.St.Pieces {
		if u := &p.St.Pieces[i]; u.Side != c.Sight.Side && u.OnMap() && !seen[u.At.Hex] && p.G.Of(u).Role != but {
			seen[u.At.Hex] = true
			picks = append(picks, view.Pick{Hex: u.At.Hex})
		}
	}
	return picks
}

// UnitPicks returns a pick of each of some units.
func UnitPicks(ids []order.UnitID) (picks []view.Pick) {
	for _, id := range ids {
		picks = append(picks, view.Pick{Unit: id})
	}
	return picks
}

// HexPicks returns a pick of each of some hexes, as a goal or target.
func HexPicks(hexes []hex.Hex) (picks []view.Pick) {
	for _, h := range hexes {
		picks = append(picks, view.Pick{Hex: h})
	}
	return picks
}

// NeedTarget returns a violation while an order against a hex lacks its unit or its hex.
func NeedTarget(c *game.Attempt) []choice.Violation {
	if out := NeedUnit(c); len(out) > 0 {
		return out
	}
	if len(c.Targets) == 0 {
		return Violations(Naming, view.T("bcs.which-target"))
	}
	return nil
}
