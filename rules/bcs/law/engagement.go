package law

import (
	"cmp"
	"slices"
	"strings"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// WithSupport is the word of an Engagement that Stand Off Support makes.
const WithSupport = "support"

// Gun is what fires in an Engagement or is its target: a unit's own AV, or Support.
type Gun struct {
	Unit    *state.Piece  // the unit that fires, or that is engaged; of Support the one that has it
	Support *game.Support // nil for a unit's own AV
	AV      data.AV
	Rating  int
}

// Strength returns the AV plus the Action Rating.
func (g *Gun) Strength() int { return g.AV.Value + g.Rating }

// Aim is an Engagement that could be made.
type Aim struct {
	Firer, Target *Gun
	Hex           hex.Hex
	Distance      int
	Returned      bool // the firer is in the target's range, so that it can lose steps
}

// TableRule is the rule that refuses an order if the table for its roll is missing, or has an entry that is unknown.
func TableRule(table string) string { return "table " + table }

// NoTable refuses an order whose table is missing.
func NoTable(table string) []choice.Violation {
	return Violations(TableRule(table), view.T("bcs.no-table", "table", table))
}

// NotCharted refuses an order that needs an entry that its table calls unknown: a modifier, some rolls or a row.
func NotCharted(table, entry string) []choice.Violation {
	return Violations(TableRule(table), view.T("bcs.not-charted", "table", table, "entry", entry))
}

// WhenEngage lists what keeps a side from an Engagement now: units engage among the activities, or when they owe one.
func WhenEngage(c *game.Attempt) (out []choice.Violation) {
	p := Of(c.Sight)
	if q := c.Sight.Owed; q == nil || q.Kind != "engage" {
		out = When(game.Activities)(c)
	}
	if len(out) == 0 && p.G.Data.Tables[data.Engagement] == nil {
		return NoTable(data.Engagement)
	}
	return out
}

// NextEngage proposes the unit, the targets and Stand Off Support.
func NextEngage(c *game.Attempt) []view.Pick {
	picks := NextTarget(c)
	if len(c.Targets) > 0 && len(c.Words) == 0 {
		picks = append(picks, view.Pick{N: 1}) // 1: the only word, WithSupport
	}
	return picks
}

// CheckEngage lists what a pick of an Engagement breaks. Whether it is the unit or its Support that fires is the last
// pick, so that what a unit without an AV cannot do alone is judged with the target.
func CheckEngage(c *game.Attempt, pick view.Pick) []choice.Violation {
	p := Of(c.Sight)
	switch {
	case pick.Unit != "":
		return checkEngager(p, c, c.Sight.Piece(pick.Unit))
	case pick.Hex != hex.None:
		return checkTarget(p, c, pick.Hex)
	case len(c.Units) == 0 || len(c.Targets) == 0:
		return Violations("7.1-4", view.T("bcs.which-target"))
	}
	_, wrong := p.Aim(c.Units[0], c.Targets[0].Hex, true) // the pick is the word WithSupport
	return wrong
}

// checkEngager lists what keeps a unit from engaging anything, by its own AV or by Stand Off Support that it has.
func checkEngager(p *Position, c *game.Attempt, u *state.Piece) []choice.Violation {
	name := p.Name(u.ID)
	out := CheckOrdered(p, u)
	if q := c.Sight.Owed; q != nil && !slices.Contains(q.Units, u.ID) {
		out = append(out, Violation(q.Rule, view.T("bcs.other-owes", "unit", name)))
	}
	if len(out) > 0 {
		return out
	}
	if p.G.Face(u).AV.Value == 0 && p.standOff(u) == 0 {
		return Violations("6.1-1", view.T("bcs.no-av", "unit", name))
	}
	if IsOverstacked(p, u) { // BCS 7.1-1: not while overstacked
		out = append(out, Violation("7.1-1", view.T("bcs.overstacked", "unit", name)))
	}
	if p.standOff(u) == 0 {
		out = append(out, CheckFireEvent(p, u)...)
	} else {
		out = append(out, CheckFinished(p, u)...)
	}
	if len(out) == 0 && p.standOff(u) == 0 {
		out = StrandedBy(p, u)
	}
	if len(out) == 0 && len(c.Rest) == 0 && !CanEngage(p, u) { // if a target follows in Rest, it is judged instead
		out = Violations("6.1-2", view.T("bcs.nothing-in-range", "unit", name))
	}
	return out
}

// checkTarget lists what keeps a hex from being a target of the unit's own AV, or of its Support if that comes next.
func checkTarget(p *Position, c *game.Attempt, h hex.Hex) []choice.Violation {
	if len(c.Units) == 0 {
		return Violations(Naming, view.T("bcs.which-unit"))
	}
	u := c.Units[0]
	bySupport := p.standOff(u) > 0
	_, wrong := p.Aim(u, h, false)
	if len(wrong) == 0 || !bySupport {
		return wrong
	}
	isWord := func(q view.Pick) bool { return q.Unit == "" && q.Hex == hex.None } // the word WithSupport
	supportFires := p.G.Face(u).AV.Value == 0 || len(c.Rest) > 0 && isWord(c.Rest[0])
	if _, wrongForSupport := p.Aim(u, h, true); len(wrongForSupport) == 0 || supportFires {
		return wrongForSupport
	}
	return wrong
}

// DoneEngage lists what an Engagement still lacks: a unit, a target, or an AV of the unit's own unless Support fires.
func DoneEngage(c *game.Attempt) []choice.Violation {
	if out := NeedTarget(c); len(out) > 0 || len(c.Words) > 0 {
		return out
	}
	_, wrong := Of(c.Sight).Aim(c.Units[0], c.Targets[0].Hex, false)
	return wrong
}

// Aim works out an Engagement at a hex by a unit, or by its Stand Off Support, and lists what would be wrong with it:
// if anything is, a may be incomplete. BCS 7.1-2, 7.1-3: it is made at any time in a unit's move and costs no movement.
func (p *Position) Aim(u *state.Piece, h hex.Hex, bySupport bool) (a Aim, wrong []choice.Violation) {
	a.Hex = h
	if bySupport {
		a.Firer, wrong = standOffGun(p, u)
	} else {
		a.Firer, wrong = ownGun(p, u)
	}
	if len(wrong) > 0 && a.Firer != nil {
		return a, append(wrong, p.OutOfReach(u, h, a.Firer.AV.Range)...)
	} else if len(wrong) > 0 {
		return a, wrong
	}
	if p.against(u.Side).held[p.G.Def.Grid.Index(h)] == 0 {
		return a, Violations("7.1", view.T("bcs.nobody-there", "hex", h))
	}
	if a.Target = TargetOf(p, h); a.Target == nil {
		return a, Violations("6.1-1", view.T("bcs.no-target", "hex", h))
	}
	a.Distance = p.G.Def.Grid.Distance(u.At.Hex, h)
	wrong = p.OutOfReach(u, h, a.Firer.AV.Range)
	a.Returned = Returns(p, a.Target, h, u)
	if a.Firer.Rating == view.Blank || a.Target.Rating == view.Blank { // the module does not give it
		return a, append(wrong, Violations(TableRule(data.Engagement), view.T("bcs.no-rating"))...)
	}
	return a, append(wrong, CheckTable(p, data.Engagement, ConditionsOf(p, &a))...)
}

// Returns reports whether the target of an Engagement in a hex can hurt the unit that engages it.
//
// RULING: 7.1-5: A firer in terrain is out of the range of a target that is not beside him. For: no shot against him
// reaches farther. Against: public pages speak of the range alone.
func Returns(p *Position, target *Gun, h hex.Hex, firer *state.Piece) bool {
	distance := p.G.Def.Grid.Distance(firer.At.Hex, h)
	return distance <= target.AV.Range && inReach(p.G, distance, p.at(firer))
}

// OutOfReach lists what keeps a unit's fire from a hex: range or visibility, a line that is cut, or the hex's terrain.
func (p *Position) OutOfReach(u *state.Piece, h hex.Hex, reach int) []choice.Violation {
	name, at := p.Name(u.ID), p.G.Def.Grid.Index(h)
	distance, seen := p.Sighted(u.At.Hex, h, reach)
	switch {
	case distance > reach || !p.Sees(distance):
		if p.visibility > 0 {
			reach = min(reach, p.visibility)
		}
		return Violations("6.1-2", view.T("bcs.out-of-range", "unit", name, "hex", h, "distance", distance,
			"range", reach))
	case !seen:
		return Violations("6.1-3", view.T("bcs.no-line", "unit", name, "hex", h, "blocks", Blocks(p, u.At.Hex, h)))
	case !inReach(p.G, distance, at):
		return Violations("7.1-5", view.T("bcs.in-terrain", "unit", name, "hex", h))
	}
	return nil
}

// ownGun returns a unit's own AV as a gun, and what keeps it from firing.
func ownGun(p *Position, u *state.Piece) (*Gun, []choice.Violation) {
	f := p.G.Face(u)
	if f.AV.Value == 0 {
		return nil, Violations("7.1-4", view.T("bcs.with-support", "unit", p.Name(u.ID)))
	}
	out := CheckFireEvent(p, u)
	if len(out) == 0 {
		out = StrandedBy(p, u)
	}
	return &Gun{Unit: u, AV: f.AV, Rating: f.AR}, out
}

// standOffGun: BCS 7.1-4: Stand Off Support makes one Engagement in an activation for each of its steps, none a Fire
// Event of its unit. It returns the one with the greatest AV that has an Engagement left, or why none can fire.
func standOffGun(p *Position, u *state.Piece) (*Gun, []choice.Violation) {
	name := p.Name(u.ID)
	if out := CheckFinished(p, u); len(out) > 0 {
		return nil, out
	}
	if !p.HasSupport(u) {
		return nil, Violations("6.1-1", view.T("bcs.no-stand-off", "unit", name))
	}
	able := func(s game.Support) int { return min(1, max(0, s.Left-p.St.Tally(game.Shots(s.Name)))) } // 1: yes, 0: no
	list := slices.DeleteFunc(p.G.Supports(p.St, p.G.FormationOf(u)), func(s game.Support) bool { return !s.StandOff })
	if len(list) == 0 {
		return nil, Violations("6.1-1", view.T("bcs.no-stand-off", "unit", name))
	}
	s := slices.MaxFunc(list, func(a, b game.Support) int { return cmp.Or(able(a)-able(b), a.AV.Value-b.AV.Value) })
	gun := &Gun{Unit: u, Support: &s, AV: s.AV, Rating: p.G.Data.Support.Rating}
	if able(s) == 0 {
		return gun, Violations("7.1-4", view.T("bcs.stand-off-used", "unit", name))
	}
	return gun, nil
}

// StandOffLeft is how many Engagements a Formation's Stand Off Support can still make in this activation (BCS 7.1-4).
func StandOffLeft(p *Position, f *data.Formation) (n int) {
	for _, s := range p.G.Supports(p.St, f) {
		if s.StandOff {
			n += max(0, s.Left-p.St.Tally(game.Shots(s.Name)))
		}
	}
	return n
}

// TargetOf is what is engaged in a hex: the uppermost unit with an AV, or else the best Support of the uppermost unit
// that has some; nil for neither.
//
// RULING: 7.1-2: Of several Supports the one with the greatest AV is engaged, and of those the first. For: it is the
// one whose zone stops others. Against: the notes do not say.
func TargetOf(p *Position, h hex.Hex) *Gun {
	for u := range p.St.Pile(h) {
		if f := p.G.Face(u); p.G.IsCombat(u) && f.AV.Value > 0 {
			return &Gun{Unit: u, AV: f.AV, Rating: f.AR}
		}
	}
	for u := range p.St.Pile(h) {
		if !p.HasSupport(u) {
			continue
		}
		s := slices.MaxFunc(p.G.Supports(p.St, p.G.FormationOf(u)), func(a, b game.Support) int {
			return a.AV.Value - b.AV.Value
		})
		return &Gun{Unit: u, Support: &s, AV: s.AV, Rating: p.G.Data.Support.Rating}
	}
	return nil
}

// CheckTable refuses a roll whose table is missing, or does not say all that the roll needs.
//
// RULING: sequence: Where any entry that could be rolled is unknown, the roll is not made. For: its result could not
// be carried out. Against: most rolls may have known ones.
func CheckTable(p *Position, name string, is func(string) bool) []choice.Violation {
	t := p.G.Data.Tables[name]
	if t == nil {
		return NoTable(name)
	}
	for _, m := range t.Applies(is) {
		if m.Unknown {
			return NotCharted(name, m.Name)
		}
	}
	for _, r := range t.Rows(is) {
		if r.Unknown {
			return NotCharted(name, r.Rolls())
		}
	}
	return nil
}

// ConditionsOf returns a function that reports whether a condition of tables holds for an Engagement.
func ConditionsOf(p *Position, a *Aim) func(string) bool {
	return func(word string) bool {
		switch {
		case word == "support":
			return a.Firer.Support != nil || a.Target.Support != nil
		case word == "firer-support":
			return a.Firer.Support != nil
		case word == "target-support":
			return a.Target.Support != nil
		case strings.HasPrefix(word, data.ActingIs):
			return p.GunIs(a.Firer, word[len(data.ActingIs):])
		case strings.HasPrefix(word, data.AgainstIs):
			return p.GunIs(a.Target, word[len(data.AgainstIs):])
		}
		return PlaceIs(p, a.Firer.Unit.At.Hex, a.Hex, word)
	}
}

// PlaceIs reports whether a condition of tables about the hexes of a fight holds; false if word is no such condition.
func PlaceIs(p *Position, from, to hex.Hex, word string) bool {
	kinds := p.G.Def.Kinds(to)
	switch {
	case strings.HasPrefix(word, data.TerrainIs):
		return slices.Contains(kinds, word[len(data.TerrainIs):])
	case strings.HasPrefix(word, data.HexsideIs):
		return p.G.Def.Grid.Touch(from, to) &&
			slices.Contains(p.G.Def.Borders[hex.Between(from, to)], word[len(data.HexsideIs):])
	case word == "two-units":
		return p.Crowd(p.G.Def.Grid.Index(to)) >= 2
	case word == "open":
		return !p.G.Ground[p.G.Def.Grid.Index(to)].Terrain
	}
	return false
}

// GunIs reports whether a gun is what a condition names: a kind of AV, an arm, or a state of its unit.
func (p *Position) GunIs(g *Gun, word string) bool {
	f := p.G.FormationOf(g.Unit)
	switch word {
	case data.Light, data.Hard, data.Breakthrough:
		return g.AV.Kind == word
	case data.IsSupported:
		return g.Support != nil || p.HasSupport(g.Unit)
	case data.IsBlocked:
		return f != nil && p.St.Tally(game.Of(game.BlockedOf, f.ID)) > 0
	case data.IsPrepared:
		return Defends(p, g.Unit)
	}
	return p.G.Of(g.Unit).Arm == word
}

// CanEngage reports whether a unit, or the Stand Off Support that it has, can make any Engagement now.
func CanEngage(p *Position, u *state.Piece) bool {
	bySupport := p.G.Face(u).AV.Value == 0
	return SomeEnemy(p, u, func(h hex.Hex) bool {
		_, wrong := p.Aim(u, h, bySupport)
		return len(wrong) == 0
	})
}

// OwesEngagement reports whether a unit that has entered a hex, or would enter it, has to make an Engagement there. BCS
// 6.0-10: a unit with an AV must make one in the zone of a printed AV. BCS 6.0-11: light AV is excepted. BCS 6.0-12: a
// zone that rests on Support asks for none.
func OwesEngagement(p *Position, u *state.Piece, h hex.Hex) bool {
	av := p.G.Face(u).AV
	if p.ZoneOf(p.G.Enemy(u.Side), h) != Real || !p.G.IsCombat(u) || av.Value == 0 || av.Kind == data.Light {
		return false
	}
	moved := *u
	moved.At.Hex = h
	return CanEngage(p, &moved)
}

// SomeEnemy reports whether holds is true of any hex with enemies of a unit, Trains apart.
func SomeEnemy(p *Position, u *state.Piece, holds func(hex.Hex) bool) bool {
	for i := range p.St.Pieces {
		o := &p.St.Pieces[i]
		if o.Side != u.Side && o.OnMap() && p.G.Of(o).Role != data.Trains && p.St.Top(o.At.Hex) == o &&
			holds(o.At.Hex) {
			return true
		}
	}
	return false
}
