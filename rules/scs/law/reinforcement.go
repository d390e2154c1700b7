package law

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/route"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// How many hexes from their entry hexes blocked reinforcements may enter (5.0c).
const (
	atEdgeWithin = 10 // for a hex at the map's edge
	onMapWithin  = 5  // for a hex on the map
)

// These flags say why a unit that should have arrived by now does not enter in this phase.
const (
	Uncontrolled = "unheld" // its side did not control its entry area as the phase began
	Missed       = "missed" // units moved before it was placed
)

// IsDue reports whether a unit is to enter now. SCS 5.0: this is decided as the phase begins. A unit that waits for the
// control of its entry area (afb 5.0, area L) is due on the first turn that begins with the area controlled.
//
// RULING: 5.0, afb 5.0: Who is due is judged as the phase begins; an entry area that is taken later in it serves from
// the next turn on. For: reinforcements are placed at that moment. Against: the note on area L has its units arrive on
// the first turn in which it is controlled.
func IsDue(g *game.Game, s *state.Sight, p *state.Piece) bool {
	return p.At.Box == state.Coming && IsExpected(g, s, p) && !p.Flags.Has(Uncontrolled) && !p.Flags.Has(Missed)
}

// arrivalsFirst: SCS 5.0 (1.8): reinforcements are placed as the phase begins and cannot be delayed.
// So in a game without a phase for them no unit moves until all that can enter have entered.
//
// RULING: 5.0: Reinforcements come in before anything else moves. For: they are placed as the
// movement phase begins and start their movement then, and 1.8 forbids to delay them. Against:
// placing and moving are one phase, and nothing is said of the order among units.
func arrivalsFirst(c *game.Attempt) []choice.Violation {
	if units := Entering(c.Game, c.Sight, true); len(units) > 0 { // which must enter now
		return violations("5.0", view.T("deny.arrivals-first", "units", c.Game.Names(units)))
	}
	return nil
}

// StillToCome lists the units that can enter now.
func StillToCome(g *game.Game, s *state.Sight) []order.UnitID {
	return state.Where(s.Own, func(p *state.Piece) bool { return IsDue(g, s, p) && len(EntryHexes(g, s, p)) > 0 })
}

// Entering lists the units that can enter in this phase. If must is true it lists them only where the edition has them
// enter now, else only where they may wait.
func Entering(g *game.Game, s *state.Sight, must bool) []order.UnitID {
	if f := s.Phase(); must != g.Ed.NoDelay || f.Side != s.Side || f.Name != g.Data.ArrivalPhase(f.Side) {
		return nil
	}
	return StillToCome(g, s)
}

// HeldBack is noted, as the phase ends, of units that could have entered in it.
const HeldBack = "held back"

// IsExpected reports whether a unit's place in the order of arrival has come by now.
//
// RULING: afb 5.0: An entry area belongs to whoever controls the hex that carries its letter.
// For: the series has reinforcements enter in the hex with the designation (5.0), and control
// is of hexes (13.0). Against: units may enter in any hex of the area.
func IsExpected(g *game.Game, s *state.Sight, p *state.Piece) bool {
	return p.Due <= s.Turn && (!p.Waits || s.Controls(g.Letter(p)) == s.Side)
}

// EntryHexes: SCS 5.0c: reinforcements enter at their entry hexes, whatever zones lie on them, but not among enemies.
// When all are blocked they enter at the map's edge within ten hexes, or within five for an entry hex that is not at
// the edge; 3.2d: never in prohibited terrain, except where a road leads into it.
func EntryHexes(g *game.Game, s *state.Sight, p *state.Piece) []hex.Hex {
	free := func(h hex.Hex) bool { return !s.EnemyAt(h) && !g.Def.Impassable(s.Side, h) }
	out := those(p.Entry, free)
	if len(out) > 0 {
		return out
	}
	var near []func(hex.Hex) bool
	for _, to := range p.Entry {
		near = append(near, replaces(g, to))
	}
	for h := range s.Def.Grid.All() {
		if free(h) && slices.ContainsFunc(near, func(is func(hex.Hex) bool) bool { return is(h) }) {
			out = append(out, h)
		}
	}
	return out
}

// replaces returns a function that reports whether a hex replaces a blocked entry hex: in 1.8 the edge
// hexes within ten hexes of it, in 1.7 those within ten hexes along the map's edge.
//
// RULING: 5.0c: In 1.7 the ten hexes for blocked reinforcements are counted along the map's edge; in 1.8 as distance
// from the entry hex. For: 1.7 has them at or within ten hexes along the edge, 1.8 in edge hexes within ten of the
// entry hex. Against: both may mean the same count.
func replaces(g *game.Game, entry hex.Hex) func(hex.Hex) bool {
	grid := g.Def.Grid
	switch {
	case !grid.Edge(entry):
		return func(h hex.Hex) bool { return grid.Distance(h, entry) <= onMapWithin }
	case !g.Ed.AlongEdge:
		return func(h hex.Hex) bool { return grid.Edge(h) && grid.Distance(h, entry) <= atEdgeWithin }
	}
	var f route.Field
	f.Flood(g.EdgeMap, entry, atEdgeWithin, route.Traffic{})
	return f.Reached
}

func WhenReinforce(c *game.Attempt) []choice.Violation {
	return CheckPhase(c, "5.0", c.Game.Data.ArrivalPhase(c.Sight.Side))
}

// NextReinforce offers due units that share an entry hex, then the hexes.
func NextReinforce(c *game.Attempt) []view.Pick {
	var out []view.Pick
	if len(c.Hexes) > 0 {
		return nil
	}
	for i := range c.Sight.Own {
		if c.Sight.Own[i].At.Box == state.Coming {
			out = append(out, view.Pick{Unit: c.Sight.Own[i].ID})
		}
	}
	if len(c.Units) > 0 {
		for _, h := range sharedEntryHexes(c, c.Units) {
			out = append(out, view.Pick{Hex: h})
		}
	}
	return out
}

// sharedEntryHexes lists the hexes in which every one of these units can enter.
func sharedEntryHexes(c *game.Attempt, units []*state.Piece) []hex.Hex {
	out := EntryHexes(c.Game, c.Sight, units[0])
	for _, u := range units[1:] {
		can := EntryHexes(c.Game, c.Sight, u)
		out = slices.DeleteFunc(out, func(h hex.Hex) bool { return !slices.Contains(can, h) })
	}
	return out
}

func CheckReinforce(c *game.Attempt, p view.Pick) []choice.Violation {
	if p.Unit != "" {
		u := c.Sight.Piece(p.Unit)
		switch {
		case u.At.Box != state.Coming:
			return violations("5.0", view.T("deny.arrived-already", "unit", c.Game.Name(p.Unit)))
		case !IsDue(c.Game, c.Sight, u):
			return notDue(c, u)
		case len(EntryHexes(c.Game, c.Sight, u)) == 0: // SCS 5.0c: in 1.7 it waits
			return violations("5.0c", view.T("deny.entry-blocked", "unit", c.Game.Name(p.Unit)))
		case len(sharedEntryHexes(c, append(slices.Clone(c.Units), u))) == 0:
			return violations("5.0", view.T("deny.no-common-entry", "unit", c.Game.Name(p.Unit)))
		}
		return nil
	}
	if len(c.Units) == 0 {
		return violations("5.0", view.T("deny.no-units"))
	}
	switch {
	case c.Sight.EnemyAt(p.Hex):
		return violations("5.0c", view.T("deny.enemy-there", "hex", p.Hex))
	case !slices.Contains(sharedEntryHexes(c, c.Units), p.Hex):
		hexes := sharedEntryHexes(c, c.Units)
		return violations("5.0", view.T("deny.not-entry-hex", "hex", p.Hex, "hexes", hexes), "5.0c")
	}
	return nil
}

// notDue says why a unit that has not arrived does not enter now.
func notDue(c *game.Attempt, p *state.Piece) []choice.Violation {
	unit := c.Game.Name(p.ID)
	switch {
	case p.Due > c.Sight.Turn:
		return violations("5.0", view.T("deny.not-due", "unit", unit, "turn", p.Due))
	case p.Flags.Has(Missed):
		return violations("5.0", view.T("deny.missed", "unit", unit))
	case !IsExpected(c.Game, c.Sight, p):
		return violations("5.0", view.T("deny.unheld", "unit", unit, "hex", c.Game.Letter(p)))
	}
	return violations("5.0", view.T("deny.held-too-late", "unit", unit, "hex", c.Game.Letter(p)))
}
