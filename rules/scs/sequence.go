package scs

import (
	"slices"

	"grognard/rules/dice"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// InPhase: SCS 1.0, 1.2: the sequence of play binds both players: the side whose phase it is gives an
// order, in a phase that the order belongs to, and not while a decision is owed (7.1: a result is
// carried out at once). own is the paragraph that confines the order to its phase. Without phases any
// phase of the side will do.
func (c *Attempt) InPhase(own view.Rule, phases ...string) []choice.Violation {
	var out []choice.Violation
	p := c.Sight.Phase()
	switch {
	case c.Sight.Over:
		return violations("1.0", view.T("deny.game-over"))
	case p.Side != c.Sight.Side:
		out = append(out, violation("1.0", view.T("deny.not-your-phase", "side", p.Side, "phase", p.Name)))
		if p.Name == view.SetUp {
			out = append(out, violation("set-up 5", out[0].Why))
		}
		if own == "3.0" || own == "6.0" || own == "1.0" {
			out = append(out, violation("3.3b", out[0].Why))
		}
		if own != "1.0" {
			out = append(out, violation(own, out[0].Why))
		}
	case len(phases) > 0 && !slices.Contains(phases, p.Name):
		out = append(out, violation("1.0", view.T("deny.wrong-phase", "phase", p.Name, "doing", string(c.Verb()))))
		if own != "1.0" {
			out = append(out, violation(own, out[0].Why))
		}
		if game := c.e.data.Rules.Sequence; game != "" {
			out = append(out, violation(view.Rule(game), out[0].Why))
		}
	}
	return append(out, c.NothingOwed()...)
}

// NothingOwed lists what an order breaks when it is given while either side owes a decision.
func (c *Attempt) NothingOwed() []choice.Violation {
	if c.Sight.Waiting == "" {
		return nil
	}
	why := view.T("deny.decision-owed", "side", c.Sight.Waiting)
	if c.Sight.Owed != nil {
		why = c.owedFirst()
	}
	return append(c.owed(c.Sight.WaitingFor, why), violation("1.0", why))
}

// owedFirst names the decision that the side itself has to make before anything else.
func (c *Attempt) owedFirst() view.Text {
	q := c.Sight.Owed
	return view.T("deny.other-owed", "kind", q.Kind, "n", q.N, "hex", q.Hex)
}

// owed lists the paragraph of the decision that comes first. In a fight it adds SCS 7.1: the result is
// carried out at once, step by step.
func (c *Attempt) owed(rule string, why view.Text) []choice.Violation {
	out := violations(view.Rule(rule), why)
	if len(c.Sight.Frames) > 1 {
		out = append(out, violation("7.1", why))
	}
	return out
}

// WhenOwed checks that a decision of this kind is answered by the side that owes it, while it is owed.
// SCS 8.0c, 9.1a: each side takes its own losses and retreats its own units; 10.0c: the defender does
// not advance.
func WhenOwed(kind string) func(*Attempt) []choice.Violation {
	return func(c *Attempt) []choice.Violation {
		q := c.Sight.Owed
		var out []choice.Violation
		switch {
		case q != nil && q.Kind == kind:
			return nil
		case q != nil:
			out = c.owed(q.Rule, c.owedFirst())
		case c.Sight.Waiting != "":
			out = c.NothingOwed()
			switch kind {
			case "losses":
				out = append(out, violation("8.0c", out[0].Why))
			case "retreat":
				out = append(out, violation("9.1a", out[0].Why))
			}
		default:
			out = violations(c.Rule(), view.T("deny.nothing-owed", "kind", kind))
		}
		if kind == "advance" && c.Sight.Phase().Side != c.Sight.Side {
			out = append(out, violation("10.0c", view.T("deny.defender-stays")))
		}
		return append(out, violation(c.Rule(), out[0].Why))
	}
}

func whenOwnPhase(c *Attempt) []choice.Violation { return c.InPhase("4.0c") }

// whenEnd: SCS 1.0: a player ends his own phase; 5.0: not while reinforcements are due that cannot be
// delayed (1.8), nor while a feature holds the phase open.
func whenEnd(c *Attempt) []choice.Violation {
	out := c.InPhase("1.0")
	if len(out) > 0 {
		return out
	}
	if c.e.ed.noDelay && c.Sight.Phase().Name == c.e.data.ArrivalPhase(c.Sight.Side) {
		if units := c.e.stillToCome(c.Sight); len(units) > 0 {
			out = append(out, violation("5.0", view.T("deny.reinforcements-due", "units", c.e.Names(units))))
		}
	}
	for i := range c.e.features {
		if holds := c.e.features[i].Holds; holds != nil {
			out = append(out, holds(c)...)
		}
	}
	return out
}

// end: SCS 1.0: the player has done what he wants to do in the phase. SCS 3.1a, 7.2a: that may be
// nothing: nobody must move, and nobody must attack.
func (e *Engine) end(sc *state.Scratch, o order.Order, _ dice.Roller) error {
	if o.Word(order.Idle) == order.Idle {
		sc.Do(state.Noted{What: series.Idle, Side: sc.Phase().Side, Rule: "1.0"})
	}
	e.holdBack(sc, sc.Phase())
	sc.Do(state.Counted{Tally: ending, N: 1})
	return sc.Err()
}

// Begin enters the first phase. If the position already names a phase, it begins that one.
func (e *Engine) Begin(sc *state.Scratch, r dice.Roller) error {
	f := sc.Phase()
	if f.Name == "" {
		for i := range e.features {
			if starts := e.features[i].Starts; starts != nil {
				if err := starts(sc, r); err != nil {
					return err
				}
			}
		}
		f = e.opening(sc, e.def.Sides[1].ID, e.def.Sides[0].ID)
	}
	if err := e.enter(sc, f, sc.Turn, r); err != nil {
		return err
	}
	return e.settle(sc, r)
}

// enter begins a phase. It remembers which units stand in an enemy zone as movement or exploitation
// begins (2.1b, 6.0).
func (e *Engine) enter(sc *state.Scratch, f state.Frame, turn int, r dice.Roller) error {
	e.changePhase(sc, f, turn)
	if err := e.resolveArrivals(sc, f, r); err != nil {
		return err
	}
	e.rememberZones(sc, f)
	return sc.Err()
}

// changePhase makes a phase the current one. The previous player's end of his phase does not count in
// it, and reinforcements that may still be overstacked stay flagged.
func (e *Engine) changePhase(sc *state.Scratch, f state.Frame, turn int) {
	tolerated := e.tolerated(sc.State, f)
	sc.Do(state.Entered{Frame: f, Turn: turn})
	if len(tolerated) > 0 {
		sc.Do(state.Flagged{Units: tolerated, Flag: cameIn})
	}
	if sc.Tally(ending) != 0 {
		sc.Do(state.Counted{Tally: ending})
	}
}

// resolveArrivals: afb 1.1: it resolves what the order of arrival brings as a side's phase of reinforcements
// begins: the features' rolls and draws, then the arrivals, then what features do after them.
func (e *Engine) resolveArrivals(sc *state.Scratch, f state.Frame, r dice.Roller) error {
	for i := range e.features {
		if begins := e.features[i].Begins; begins != nil {
			if err := begins(sc, f, r); err != nil {
				return err
			}
		}
	}
	e.judgeArrivals(sc, f)
	e.loseBlocked(sc, f)
	return e.afterArrivals(sc, f, r)
}

// rememberZones flags the units that begin movement or exploitation in an enemy zone.
func (e *Engine) rememberZones(sc *state.Scratch, f state.Frame) {
	if f.Name != Movement && f.Name != exploitation {
		return
	}
	zone := e.zone(sc.State, e.def.Enemy(f.Side))
	var in []order.UnitID
	for i := range sc.Pieces {
		if p := &sc.Pieces[i]; p.Side == f.Side && p.OnMap() && zone[e.def.Grid.Index(p.At.Hex)] {
			in = append(in, p.ID)
		}
	}
	if len(in) > 0 {
		sc.Do(state.Flagged{Units: in, Flag: inZone})
	}
}

// settle carries on with everything that needs no decision: forced answers, the end of a fight, phases
// without decisions, the next phase.
func (e *Engine) settle(sc *state.Scratch, r dice.Roller) error {
	for sc.Err() == nil && !sc.Over {
		e.TidyStacks(sc)
		if sc.Owed() != nil {
			if !e.carryOut(sc) {
				return sc.Err()
			}
			continue
		}
		if fightIn(sc.Frames) != nil {
			sc.Do(state.Left{})
			continue
		}
		switch p := sc.Phase(); {
		case p.Name == supply:
			e.supplyPhase(sc, p.Side)
		case e.passes(sc, p):
		case sc.Tally(ending) == 0:
			return sc.Err()
		case e.askExcess(sc, p):
			continue
		}
		if err := e.nextPhase(sc, r); err != nil {
			return err
		}
	}
	return sc.Err()
}

// nextPhase: SCS 1.0, 1.1: the phases of the first player, then those of the second, as the game lists
// them. SCS map D: then the next turn; after the last turn the game is over.
func (e *Engine) nextPhase(sc *state.Scratch, r dice.Roller) error {
	p := sc.Phase()
	for i := range e.features {
		if ends := e.features[i].Ends; ends != nil {
			ends(sc, p)
		}
	}
	switch {
	case p.Name == view.SetUp && p.Side == e.def.Sides[1].ID:
		return e.enter(sc, e.opening(sc, e.def.Sides[0].ID), 0, r)
	case p.Name == view.SetUp:
		return e.enter(sc, e.opening(sc), 0, r)
	}
	moving := e.moving(p)
	phases := e.data.Phases[moving]
	if i := slices.Index(phases, p.Name); i+1 < len(phases) {
		return e.enter(sc, e.phase(moving, i+1), 0, r)
	}
	if moving == e.def.Sides[0].ID {
		return e.enter(sc, e.phase(e.def.Sides[1].ID, 0), 0, r)
	}
	if sc.Turn >= e.def.Turns {
		sc.Do(state.Ended{Rule: "1.0"})
		return sc.Err()
	}
	return e.enter(sc, e.phase(e.def.Sides[0].ID, 0), sc.Turn+1, r)
}

// phase returns phase i of a side's part of the turn, with the side that acts in it.
func (e *Engine) phase(moving order.Side, i int) state.Frame {
	f := state.Frame{Name: e.data.Phases[moving][i], Side: moving}
	f.Side = e.moving(f) // f.Side is the moving side so far; where the other side acts, moving swaps the two
	return f
}

// moving returns the side whose part of the turn contains a phase.
func (e *Engine) moving(f state.Frame) order.Side {
	if slices.Contains(e.data.Others, f.Name) {
		return e.def.Enemy(f.Side)
	}
	return f.Side
}
