package scs

import (
	"slices"

	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/route"
	"grognard/rules/view"
)

// How many hexes from their entry hexes blocked reinforcements may enter (5.0c).
const (
	atEdge = 10 // for a hex at the map's edge
	onMap  = 5  // for a hex on the map
)

// These flags say why a unit that should have arrived by now does not enter in this phase.
const (
	unheld = "unheld" // its side did not control its entry area as the phase began
	missed = "missed" // units moved before it was placed
)

// due says whether a unit is to enter now. SCS 5.0: this is decided as the phase begins. A unit that
// waits for the control of its entry area (afb 5.0, area L) is due on the first turn that begins with
// the area controlled.
//
// RULING: 5.0, afb 5.0: Who is due is judged as the phase begins; an entry area that is taken
// later in it serves from the next turn on. For: reinforcements are placed at that moment.
// Against: the note on area L has its units arrive on the first turn in which it is
// controlled.
func (e *Engine) due(s *state.Sight, p *state.Piece) bool {
	return p.At.Box == state.Coming && e.Expected(s, p) && !p.Flags.Has(unheld) && !p.Flags.Has(missed)
}

// judgeArrivals: SCS 5.0: a unit that waits for an entry area as the phase of arrivals begins keeps
// waiting, even when the area is taken during the phase.
func (e *Engine) judgeArrivals(sc *state.Scratch, f state.Frame) {
	if f.Name != e.data.ArrivalPhase(f.Side) {
		return
	}
	s := e.Sees(sc, f.Side)
	var waiting []order.UnitID
	for i := range s.Own {
		if p := &s.Own[i]; p.At.Box == state.Coming && p.Due <= s.Turn && !e.Expected(s, p) {
			waiting = append(waiting, p.ID)
		}
	}
	if len(waiting) > 0 {
		sc.Do(state.Flagged{Units: waiting, Flag: unheld})
	}
}

// missArrivals: SCS 5.0: reinforcements are placed as the movement phase begins. In 1.7 and 1.6 a unit
// that was not placed before the first unit moves or overruns waits for the next turn. In 1.8 no unit
// may move before all are placed, so none is left to wait.
//
// RULING: 5.0: In 1.7 and 1.6 reinforcements may be held back, and who is not placed before
// the first unit moves waits for the next turn. For: only 1.8 says that they cannot be
// delayed, and both place them as the phase begins. Against: 1.7 places them in their entry
// turn, and speaks of no other.
func (e *Engine) missArrivals(sc *state.Scratch) {
	f := sc.Phase()
	if f.Name != e.data.ArrivalPhase(f.Side) {
		return
	}
	var late []order.UnitID
	s := e.Sees(sc, f.Side)
	for i := range s.Own {
		if p := &s.Own[i]; e.due(s, p) {
			late = append(late, p.ID)
		}
	}
	if len(late) > 0 {
		sc.Do(state.Flagged{Units: late, Flag: missed})
	}
}

// arrivalsFirst: SCS 5.0 (1.8): reinforcements are placed as the phase begins and cannot be delayed.
// So where a game has no phase for them, no unit moves before the last of them that can enter.
//
// RULING: 5.0: Reinforcements come in before anything else moves. For: they are placed as the
// movement phase begins and start their movement then, and 1.8 forbids to delay them. Against:
// placing and moving are one phase, and nothing is said of the order among units.
func (c *Attempt) arrivalsFirst() []choice.Violation {
	if f := c.Sight.Phase(); f.Side != c.Sight.Side || f.Name != c.e.data.ArrivalPhase(f.Side) {
		return nil
	}
	if units := c.e.stillToCome(c.Sight); c.e.ed.noDelay && len(units) > 0 {
		return violations("5.0", view.T("deny.arrivals-first", "units", c.e.Names(units)))
	}
	return nil
}

// stillToCome lists the units that can enter now.
func (e *Engine) stillToCome(s *state.Sight) []order.UnitID {
	var units []order.UnitID
	for i := range s.Own {
		if p := &s.Own[i]; e.due(s, p) && len(e.entryHexes(s, p)) > 0 {
			units = append(units, p.ID)
		}
	}
	return units
}

// heldBack is noted of units that could have entered as their phase ends.
const heldBack = "held back"

// holdBack: SCS 5.0 (1.7): a unit that does not enter now enters on a later turn.
func (e *Engine) holdBack(sc *state.Scratch, f state.Frame) {
	if e.ed.noDelay || f.Name != e.data.ArrivalPhase(f.Side) {
		return
	}
	if units := e.stillToCome(e.Sees(sc, f.Side)); len(units) > 0 {
		sc.Do(state.Noted{What: heldBack, Side: f.Side, Units: units, Rule: "5.0"})
	}
}

// Expected says whether a unit's place in the order of arrival has come by now.
//
// RULING: afb 5.0: An entry area belongs to whoever controls the hex that carries its letter.
// For: the series has reinforcements enter in the hex with the designation (5.0), and control
// is of hexes (13.0). Against: units may enter in any hex of the area.
func (e *Engine) Expected(s *state.Sight, p *state.Piece) bool {
	if p.Due > s.Turn || !p.Waits {
		return p.Due <= s.Turn
	}
	return s.Controls(e.letter(p)) == s.Side
}

// letter is the hex that carries the letter of a unit's entry area.
func (e *Engine) letter(p *state.Piece) hex.Hex {
	if a, ok := e.def.Area(p.Area); ok {
		return a.Hexes[0]
	}
	return p.Entry[0]
}

// entryHexes: SCS 5.0c: reinforcements enter at their entry hexes, whatever zones lie on them, but not
// among enemies. When all are blocked they enter at the map's edge within ten hexes, or within five
// for an entry hex that is not at the edge; 3.2d: never in prohibited terrain, except where a road
// leads into it.
func (e *Engine) entryHexes(s *state.Sight, p *state.Piece) []hex.Hex {
	free := func(h hex.Hex) bool { return !s.EnemyAt(h) && !e.def.Impassable(s.Side, h) }
	var out []hex.Hex
	for _, h := range p.Entry {
		if free(h) {
			out = append(out, h)
		}
	}
	if len(out) > 0 {
		return out
	}
	var near []func(hex.Hex) bool
	for _, to := range p.Entry {
		near = append(near, e.elsewhere(to))
	}
	for h := range s.Def.Grid.All() {
		if free(h) && slices.ContainsFunc(near, func(is func(hex.Hex) bool) bool { return is(h) }) {
			out = append(out, h)
		}
	}
	return out
}

// elsewhere says which hexes replace a blocked entry hex: in 1.8 the edge hexes within ten hexes of
// it, in 1.7 those within ten hexes along the map's edge.
//
// RULING: 5.0c: In 1.7 the ten hexes for blocked reinforcements are counted along the map's
// edge; in 1.8 as distance from the entry hex. For: 1.7 has them at or within ten hexes along
// the edge, 1.8 in edge hexes within ten of the entry hex. Against: both may mean the same
// count.
func (e *Engine) elsewhere(entry hex.Hex) func(hex.Hex) bool {
	g := e.def.Grid
	switch {
	case !g.Edge(entry):
		return func(h hex.Hex) bool { return g.Distance(h, entry) <= onMap }
	case !e.ed.alongEdge:
		return func(h hex.Hex) bool { return g.Edge(h) && g.Distance(h, entry) <= atEdge }
	}
	var f route.Field
	f.Flood(e.edgeMap, entry, atEdge, route.Traffic{})
	return f.Reached
}

// compileEdge compiles a map on which units go from edge hex to edge hex only.
func (e *Engine) compileEdge() (*route.Map, error) {
	g := e.def.Grid
	steps := make([]route.Step, 6*g.Size())
	for h := range g.All() {
		for dir, to := range g.Around(h) {
			s := &steps[6*g.Index(h)+dir]
			if s.Closed = !g.Contains(to) || !g.Edge(to); !s.Closed {
				s.To, s.At, s.Cost = to, int16(g.Index(to)), 1
			}
		}
	}
	return route.Compile(g, 0, steps)
}

func whenReinforce(c *Attempt) []choice.Violation {
	return c.InPhase("5.0", c.e.data.ArrivalPhase(c.Sight.Side))
}

// nextReinforce offers due units that share an entry hex, then the hexes.
func nextReinforce(c *Attempt) []view.Pick {
	var out []view.Pick
	if len(c.hexes) > 0 {
		return nil
	}
	for i := range c.Sight.Own {
		if c.Sight.Own[i].At.Box == state.Coming {
			out = append(out, view.Pick{Unit: c.Sight.Own[i].ID})
		}
	}
	if len(c.units) > 0 {
		for _, h := range c.shared(c.units) {
			out = append(out, view.Pick{Hex: h})
		}
	}
	return out
}

// shared lists the hexes at which all of these units can enter.
func (c *Attempt) shared(units []*state.Piece) []hex.Hex {
	out := c.e.entryHexes(c.Sight, units[0])
	for _, u := range units[1:] {
		can := c.e.entryHexes(c.Sight, u)
		out = slices.DeleteFunc(out, func(h hex.Hex) bool { return !slices.Contains(can, h) })
	}
	return out
}

func checkReinforce(c *Attempt, p view.Pick) []choice.Violation {
	if p.Unit != "" {
		u := c.Sight.Piece(p.Unit)
		switch {
		case u.At.Box != state.Coming:
			return violations("5.0", view.T("deny.arrived-already", "unit", c.e.Name(p.Unit)))
		case !c.e.due(c.Sight, u):
			return c.notDue(u)
		case len(c.e.entryHexes(c.Sight, u)) == 0: // SCS 5.0c: in 1.7 it waits
			return violations("5.0c", view.T("deny.entry-blocked", "unit", c.e.Name(p.Unit)))
		case len(c.shared(append(slices.Clone(c.units), u))) == 0:
			return violations("5.0", view.T("deny.no-common-entry", "unit", c.e.Name(p.Unit)))
		}
		return nil
	}
	if len(c.units) == 0 {
		return violations("5.0", view.T("deny.no-units"))
	}
	switch {
	case c.Sight.EnemyAt(p.Hex):
		return violations("5.0c", view.T("deny.enemy-there", "hex", p.Hex))
	case !slices.Contains(c.shared(c.units), p.Hex):
		why := view.T("deny.not-entry-hex", "hex", p.Hex, "hexes", c.shared(c.units))
		return []choice.Violation{violation("5.0", why), violation("5.0c", why)}
	}
	return nil
}

// notDue says why a unit that has not arrived does not enter now.
func (c *Attempt) notDue(p *state.Piece) []choice.Violation {
	unit := c.e.Name(p.ID)
	switch {
	case p.Due > c.Sight.Turn:
		return violations("5.0", view.T("deny.not-due", "unit", unit, "turn", p.Due))
	case p.Flags.Has(missed):
		return violations("5.0", view.T("deny.missed", "unit", unit))
	case !c.e.Expected(c.Sight, p):
		return violations("5.0", view.T("deny.unheld", "unit", unit, "hex", c.e.letter(p)))
	}
	return violations("5.0", view.T("deny.held-too-late", "unit", unit, "hex", c.e.letter(p)))
}

// reinforce: SCS 5.0, 5.0b: units are placed at no cost, in supply, and with the whole movement
// allowance to spend. 5.0a: they may overstack as they enter.
//
// RULING: 2.1b, 6.0: Who enters the map in the movement phase in an enemy zone began movement
// in it, and does not overrun in that phase. For: 5.0 places reinforcements as the phase
// begins, and 6.0 bars who begins in a zone. Against: 5.0c says that zones have no effect on
// their placement.
func (e *Engine) reinforce(sc *state.Scratch, o order.Order, _ dice.Roller) error {
	units, at := o.Units("units"), o.Hex("hex")
	e.Travel(sc, state.Moved{Units: e.CombatOnTop(sc.State, units), Path: []hex.Hex{at}, How: "enter", Rule: "5.0"})
	f := sc.Phase()
	if e.mayOverstack(f) {
		sc.Do(state.Flagged{Units: units, Flag: cameIn})
	}
	if f.Name == Movement && e.zone(sc.State, e.def.Enemy(f.Side))[e.def.Grid.Index(at)] {
		sc.Do(state.Flagged{Units: units, Flag: inZone})
	}
	return sc.Err()
}

// loseBlocked: SCS 5.0c (1.8): reinforcements for which no hex is free when they are to be placed
// (5.0: as the phase begins) are eliminated.
//
// RULING: 5.0c: In 1.8 reinforcements for a hex on the map are lost too when the enemy holds
// all within five hexes of it. For: they have nowhere to go, and 5.0 forbids to delay them.
// Against: 5.0c eliminates only those that enter at the edge.
func (e *Engine) loseBlocked(sc *state.Scratch, f state.Frame) {
	if !e.ed.noDelay || f.Name != e.data.ArrivalPhase(f.Side) {
		return
	}
	s := e.Sees(sc, f.Side)
	var lost []order.UnitID
	for i := range s.Own {
		if p := &s.Own[i]; e.due(s, p) && len(e.entryHexes(s, p)) == 0 {
			lost = append(lost, p.ID)
		}
	}
	if len(lost) > 0 {
		e.Destroy(sc, "5.0c", lost...)
	}
}
