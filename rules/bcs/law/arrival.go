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

// arriving reports whether an order of movement brings reinforcements onto the map.
func arriving(c *game.Attempt) bool { return c.Sight.Phase().Name == game.Reinforcements }

// Arrives reports whether a unit can enter the map now. It does not wait for Trains that cannot be in a Legal Hex:
// while the HQ is off the map they are not joined to it (BCS 10.3-7), and in a phase in which the Formation has come
// back with reinforcements they are off the map (BCS 9.1i-3).
//
// RULING: 10.3-1: Reinforcements wait while the Trains of their Formation are not in a Legal Hex. For: a public page
// says so of edition 1.2. Against: the notes do not.
func Arrives(p *Position, u *state.Piece) bool {
	if u.At.Box != state.Coming || u.Due == 0 || u.Due > p.St.Turn || p.G.Of(u).Role != data.Combat {
		return false
	}
	f := p.G.FormationOf(u)
	if f == nil {
		return true
	}
	hq := p.G.HQ(p.St, f)
	cannotBeLegal := hq == nil || !hq.OnMap() || hq.Flags.Has(game.Arrived)
	return cannotBeLegal || InLegalHex(p, f)
}

// Gates lists the hexes in which a unit can arrive: its entry hexes that hold no enemy and that it does not overstack.
func Gates(p *Position, u *state.Piece) (gates []hex.Hex) {
	for _, h := range u.Entry {
		if at := p.G.Def.Grid.Index(h); !p.against(u.Side).any[at] && p.Crowd(at) < p.G.Data.Limit {
			gates = append(gates, h)
		}
	}
	return gates
}

func nextArrival(c *game.Attempt) []view.Pick {
	p := Of(c.Sight)
	if len(c.Units) > 0 {
		return HexPicks(Gates(p, c.Units[0]))
	}
	return UnitPicks(state.Where(c.Sight.Own, func(u *state.Piece) bool {
		return Arrives(p, u) && len(Gates(p, u)) > 0
	}))
}

func checkArrival(c *game.Attempt, pick view.Pick) []choice.Violation {
	p := Of(c.Sight)
	switch {
	case pick.Unit != "" && len(c.Units) > 0:
		return Violations(Movement, view.T("bcs.arrive-singly"))
	case pick.Unit != "":
		if u := c.Sight.Piece(pick.Unit); !Arrives(p, u) || len(Gates(p, u)) == 0 {
			return Violations(Movement, view.T("bcs.does-not-arrive", "unit", p.Name(u.ID)))
		}
	case len(c.Units) == 0:
		return Violations(Movement, view.T("bcs.nobody-moves"))
	case pick.N == 1 || !slices.Contains(Gates(p, c.Units[0]), pick.Hex): // 1: a step of a path
		return Violations(Movement, view.T("bcs.no-gate", "unit", p.Name(c.Units[0].ID), "hex", pick.Hex))
	}
	return nil
}
