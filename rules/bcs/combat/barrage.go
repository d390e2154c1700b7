package combat

import (
	"slices"
	"strings"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// WhenBarrage does what WhenTable does, for a barrage. It also refuses if no point is left, before units are checked.
func WhenBarrage(c *game.Attempt) []choice.Violation {
	p, out := law.Of(c.Sight), WhenTable(data.Barrage)(c)
	if f := p.G.Active(p.St); len(out) == 0 && p.G.Arty(p.St, f)+p.St.Tally(game.AirOf(f.Side)) == 0 {
		return law.Violations("8.0-4", view.T("bcs.points-not-there", "arty", 0, "air", 0))
	}
	return out
}

// NextBarrage proposes the target of a barrage, then its spotter, then the kind of mission and the points that fire it.
func NextBarrage(c *game.Attempt) []view.Pick {
	switch {
	case len(c.Targets) == 0:
		return law.NextEnemies(law.Of(c.Sight), c, data.Trains)
	case len(c.Units) == 0:
		return law.NextOwn(c)
	}
	return NextMission(c)
}

// CheckBarrage lists what a pick of a barrage outside an attack breaks.
func CheckBarrage(c *game.Attempt, pick view.Pick) []choice.Violation {
	p := law.Of(c.Sight)
	if pick.Hex != hex.None {
		return checkShelled(p, c, pick.Hex)
	}
	if len(c.Targets) == 0 {
		return law.Violations(law.Naming, view.T("bcs.which-hex"))
	}
	h := c.Targets[0].Hex
	switch {
	case pick.Unit != "":
		return CheckSpotter(p, c.Sight.Piece(pick.Unit), h)
	case len(c.Units) == 0:
		return law.Violations(law.Naming, view.T("bcs.which-spotter"))
	}
	return CheckMissionPick(c, pick, h, Alone)
}

// checkShelled lists what keeps a barrage outside an attack from a hex. Whether any unit can spot is checked here only
// if the order names no spotter yet.
func checkShelled(p *law.Position, c *game.Attempt, h hex.Hex) (out []choice.Violation) {
	if d := Defending(p, h); d == nil || d.Side == c.Sight.Side {
		out = law.Violations("8.0", view.T("bcs.no-units-there", "hex", h))
	}
	out = append(out, checkAim(p, h)...)
	if len(out) > 0 || len(c.Rest) > 0 {
		return out
	}
	out = checkBarrageTable(p, h)
	if len(out) == 0 && !CanSpot(p, h) {
		out = law.Violations("8.0-12", view.T("bcs.nobody-spots", "hex", h, "most", game.Spotting))
	}
	return out
}

// DoneBarrage lists what is missing in the order of a barrage.
func DoneBarrage(c *game.Attempt) []choice.Violation {
	switch m := MissionOf(c); {
	case len(c.Targets) == 0:
		return law.Violations(law.Naming, view.T("bcs.which-hex"))
	case len(c.Units) == 0:
		return law.Violations(law.Naming, view.T("bcs.which-spotter"))
	case m.Kind == "":
		return law.Violations(law.Naming, view.T("bcs.which-mission"))
	default:
		return CheckMission(law.Of(c.Sight), c.Targets[0].Hex, m, Alone)
	}
}

// Shell is a die that is read on the Barrage Table.
type Shell struct {
	Unit order.UnitID // the unit that it meets, "" if no combat unit is left
	Row  string       // the row of the table for that unit
	Roll int          // the face with the modifiers of the table added
	Hit  bool         // it costs the unit a step
}

// Shells reads the dice of a barrage on a hex, one after the other: each meets the combat unit that is then uppermost,
// and costs it a step if the table says so.
//
// RULING: 8.0-4: The dice of a mission are thrown together; one for which no unit is left has no effect. For: each
// point has been fired. Against: the last ones need not have been rolled.
func Shells(p *law.Position, h hex.Hex, faces []int) []Shell {
	targets, lost, modifiers := UnitsAt(p, h), 0, 0 // lost: how many steps the first of targets has lost
	for _, m := range BarrageModifiers(p, h) {
		modifiers += m.N
	}
	out := make([]Shell, len(faces))
	for i, face := range faces {
		s := &out[i]
		s.Roll = face + modifiers
		if len(targets) == 0 {
			continue
		}
		s.Unit, s.Row = targets[0].ID, BarrageRow(p, targets[0])
		s.Hit = p.G.Data.Tables[data.Barrage].Faces[s.Row].Has(s.Roll)
		if s.Hit {
			lost++
		}
		if lost == targets[0].Steps {
			targets, lost = targets[1:], 0
		}
	}
	return out
}

// UnitsAt lists the combat units in a hex, the uppermost first.
func UnitsAt(p *law.Position, h hex.Hex) (units []*state.Piece) {
	for u := range p.St.Pile(h) {
		if p.G.IsCombat(u) {
			units = append(units, u)
		}
	}
	return units
}

// BarrageRow returns the row of the Barrage Table for a unit: that for hard units, for units in a city or in Prepared
// Defense, or for all others.
//
// RULING: 8.3-3: A unit is hard by the AV on the side that is up, in a city, too. For: the row stands first, and names
// the unit. Against: a city may shelter it better.
func BarrageRow(p *law.Position, u *state.Piece) string {
	switch {
	case p.G.Face(u).AV.Kind == data.Hard:
		return data.RowHard
	case p.G.Ground[p.G.Def.Grid.Index(u.At.Hex)].City || law.Defends(p, u):
		return data.RowCity
	}
	return data.RowOther
}

// barrageIs returns a function that reports whether a condition of the Barrage Table holds for a hex.
func barrageIs(p *law.Position, h hex.Hex) func(string) bool {
	return func(word string) bool {
		kind, ok := strings.CutPrefix(word, data.TerrainIs)
		return ok && slices.Contains(p.G.Def.Kinds(h), kind)
	}
}

// BarrageModifiers lists what is added to each die that falls on a hex.
func BarrageModifiers(p *law.Position, h hex.Hex) []data.Modifier {
	return p.G.Data.Tables[data.Barrage].Applies(barrageIs(p, h))
}

// Target returns the combat unit in a hex that a barrage or an Attack by Fire hits, the uppermost one; nil for none.
func Target(p *law.Position, h hex.Hex) *state.Piece {
	if units := UnitsAt(p, h); len(units) > 0 {
		return units[0]
	}
	return nil
}

// checkBarrageTable refuses dice against a hex if the module lacks a part of the Barrage Table that they could need.
func checkBarrageTable(p *law.Position, h hex.Hex) []choice.Violation {
	if out := law.CheckTable(p, data.Barrage, barrageIs(p, h)); len(out) > 0 {
		return out
	}
	for _, u := range UnitsAt(p, h) {
		if row := BarrageRow(p, u); p.G.Data.Tables[data.Barrage].Faces[row].Unknown {
			return law.NotCharted(data.Barrage, row)
		}
	}
	return nil
}
