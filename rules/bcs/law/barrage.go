package law

import (
	"slices"
	"strings"

	"grognard/rules/bcs/data"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// Shell is a die that is read on the Barrage Table.
type Shell struct {
	Unit order.UnitID // whom it meets, "" where no combat unit is left
	Row  string       // of the table
	Roll int          // the face with the modifiers of the table
	Hit  bool         // it costs the unit a step
}

// Shells reads dice that fall on a hex, one after the other: each meets the combat unit that is uppermost then, and
// costs it a step where the table says so.
//
// RULING: 8.0-4: The dice of a mission are thrown together; one for which no unit is left has no effect. For: each point
// has been fired. Against: the last ones need not have been rolled.
func Shells(p *Position, h hex.Hex, faces []int) []Shell {
	targets := combatUnits(p, h)
	left, more := 0, barrageModifier(p, h)
	if len(targets) > 0 {
		left = targets[0].Steps
	}
	out := make([]Shell, len(faces))
	for i, face := range faces {
		s := &out[i]
		if s.Roll = face + more; len(targets) == 0 {
			continue
		}
		s.Unit, s.Row = targets[0].ID, BarrageRow(p, targets[0])
		if s.Hit = p.G.Data.Tables[data.Barrage].Faces[s.Row].Has(s.Roll); !s.Hit {
			continue
		}
		if left--; left > 0 {
			continue
		}
		if targets = targets[1:]; len(targets) > 0 {
			left = targets[0].Steps
		}
	}
	return out
}

// combatUnits lists the combat units in a hex, the uppermost first.
func combatUnits(p *Position, h hex.Hex) (units []*state.Piece) {
	for u := range p.St.Pile(h) {
		if p.G.IsCombat(u) {
			units = append(units, u)
		}
	}
	return units
}

// BarrageRow is the row of the Barrage Table for a unit: a hard one, one in a city or in Prepared Defense, or any other.
//
// RULING: 8.3-3: A unit is hard by the AV on the side that is up, in a city, too. For: the row stands first, and names
// the unit. Against: a city may shelter it better.
func BarrageRow(p *Position, u *state.Piece) string {
	switch {
	case p.G.Face(u).AV.Kind == data.Hard:
		return data.RowHard
	case p.G.Ground[p.at(u)].City || Defends(p, u):
		return data.RowCity
	}
	return data.RowOther
}

// barrageIs says which conditions of the Barrage Table hold of a hex.
func barrageIs(p *Position, h hex.Hex) func(string) bool {
	return func(word string) bool {
		kind, ok := strings.CutPrefix(word, data.TerrainIs)
		return ok && slices.Contains(p.G.Def.Kinds(h), kind)
	}
}

// barrageModifier is what is added to each die that falls on a hex.
func barrageModifier(p *Position, h hex.Hex) (sum int) {
	for _, m := range p.G.Data.Tables[data.Barrage].Applies(barrageIs(p, h)) {
		sum += m.N
	}
	return sum
}

// checkBarrageTable refuses a roll on the Barrage Table against a hex for which the module does not say all that could
// be needed.
func checkBarrageTable(p *Position, h hex.Hex) []choice.Violation {
	out := checkTable(p, data.Barrage, barrageIs(p, h))
	if len(out) > 0 {
		return out
	}
	for _, u := range combatUnits(p, h) {
		if p.G.Data.Tables[data.Barrage].Faces[BarrageRow(p, u)].Unknown {
			return NoTable(data.Barrage)
		}
	}
	return nil
}
