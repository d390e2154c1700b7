// Package law says what is legal, by what one side may know, and what a position means: zones, supply lines, strengths
// and odds. A file is a section of the rulebook; the file of that name in package play carries it out.
//
// Each order has up to four functions, for the fields of a choice.Verb: When… lists what forbids the order as a whole,
// Next… the picks that can come next, Check… what one of them breaks, and Done… what is still missing. Other functions
// that begin with check or Check list what something breaks, too.
//
// It may import data and game. It must not know what happens next or what is told: it imports no dice, changes no
// position, and judges an order by a state.Sight, never by a state.State.
package law

import (
	"slices"

	"grognard/rules/internal/choice"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// CheckPhase: SCS 1.0, 1.2: the sequence of play binds both players: the side whose phase it is gives an order, in a
// phase that the order belongs to, and not while a decision is owed (7.1: a result is carried out at once). own is the
// paragraph that confines the order to its phase. Without phases any phase of the side will do.
func CheckPhase(c *game.Attempt, own view.Rule, phases ...string) []choice.Violation {
	var out []choice.Violation
	p := c.Sight.Phase()
	switch {
	case c.Sight.Over:
		return violations("1.0", view.T("deny.game-over"))
	case p.Side != c.Sight.Side:
		out = violations("1.0", view.T("deny.not-your-phase", "side", p.Side, "phase", p.Name), own)
		if p.Name == view.SetUp {
			out = append(out, violation("set-up 5", out[0].Why))
		}
		if own == "3.0" || own == "6.0" || own == "1.0" {
			out = append(out, violation("3.3b", out[0].Why))
		}
	case len(phases) > 0 && !slices.Contains(phases, p.Name):
		out = violations("1.0", view.T("deny.wrong-phase", "phase", p.Name, "doing", string(c.Verb())), own,
			view.Rule(c.Game.Data.Rules.Sequence))
	}
	return append(out, CheckNothingOwed(c)...)
}

// CheckNothingOwed lists what an order breaks when it is given while either side owes a decision.
func CheckNothingOwed(c *game.Attempt) []choice.Violation {
	if c.Sight.Waiting == "" {
		return nil
	}
	out := breaksOwed(c)
	return append(out, violation("1.0", out[0].Why))
}

// breaksOwed lists the paragraph of the decision that is owed first. In a fight it adds SCS 7.1: the result is carried
// out at once, step by step.
func breaksOwed(c *game.Attempt) []choice.Violation {
	why := view.T("deny.decision-owed", "side", c.Sight.Waiting)
	if q := c.Sight.Owed; q != nil { // the side itself has to make it before anything else
		why = view.T("deny.other-owed", "kind", q.Kind, "n", q.N, "hex", q.Hex)
	}
	out := violations(view.Rule(c.Sight.WaitingFor), why)
	if len(c.Sight.Frames) > 1 {
		out = append(out, violation("7.1", why))
	}
	return out
}

// WhenOwed returns a check that the side owes a decision of this kind now. SCS 8.0c, 9.1a: each side takes its own
// losses and retreats its own units; 10.0c: the defender does not advance.
func WhenOwed(kind string) func(*game.Attempt) []choice.Violation {
	return func(c *game.Attempt) []choice.Violation {
		q := c.Sight.Owed
		var out []choice.Violation
		switch {
		case q != nil && q.Kind == kind:
			return nil
		case q != nil:
			out = breaksOwed(c)
		case c.Sight.Waiting != "":
			out = CheckNothingOwed(c)
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

func WhenOwnPhase(c *game.Attempt) []choice.Violation { return CheckPhase(c, "4.0c") }

// WhenEnd: SCS 1.0: a player ends his own phase; 5.0: not while reinforcements are due that cannot be
// delayed (1.8), nor while a feature holds the phase open.
func WhenEnd(c *game.Attempt) []choice.Violation {
	out := CheckPhase(c, "1.0")
	if len(out) > 0 {
		return out
	}
	if units := Entering(c.Game, c.Sight, true); len(units) > 0 { // which must enter now
		out = append(out, violation("5.0", view.T("deny.reinforcements-due", "units", c.Game.Names(units))))
	}
	for _, holds := range c.Game.Added.Law.Holds {
		out = append(out, holds(c)...)
	}
	return out
}
