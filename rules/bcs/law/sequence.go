package law

import (
	"cmp"
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// When makes the check that an order is given in a step of the side's own activation, while no decision is owed.
func When(steps ...string) func(*game.Attempt) []choice.Violation {
	return func(c *game.Attempt) []choice.Violation {
		if out := during(c, game.Activations); len(out) > 0 {
			return out
		}
		switch step := game.Step(c.Sight.Frames); {
		case slices.Contains(steps, step):
			return nil
		case step == "":
			return Violations(Sequence, view.T("bcs.no-activation"))
		case step == game.Rolled:
			return Violations(Sequence, view.T("bcs.snafu-failed"))
		default:
			return Violations(Sequence, view.T("bcs.other-step", "step", view.T("fact.step-"+step)))
		}
	}
}

// WhenPhase makes the check that an order is given in a phase of the side, outside of activations and decisions.
func WhenPhase(phase string) func(*game.Attempt) []choice.Violation {
	return func(c *game.Attempt) []choice.Violation {
		out := during(c, phase)
		if len(out) == 0 && len(c.Sight.Frames) > 1 {
			return Violations(Sequence, view.T("bcs.activation-goes-on", "formation", string(c.Sight.Frames[1].Group)))
		}
		return out
	}
}

// Explained makes a check that adds to a refusal by phase or step what the order itself breaks. A phase or step in
// which nothing is legal has passed by itself; so a player who wants to use it hears why nothing was legal.
func Explained(when func(*game.Attempt) []choice.Violation,
	check func(*game.Attempt, view.Pick) []choice.Violation) func(*game.Attempt) []choice.Violation {
	return func(c *game.Attempt) []choice.Violation {
		out := when(c)
		if len(out) == 0 || c.Sight.Waiting != "" {
			return out
		}
		for _, pick := range c.Rest {
			u := c.Sight.Piece(pick.Unit)
			if u != nil && u.Side == c.Sight.Side || c.Sight.Def.Grid.Contains(pick.Hex) {
				out = append(out, check(c, pick)...)
			}
		}
		return out
	}
}

// during checks that the phase is one of phases and the side's own, and that no decision comes first.
func during(c *game.Attempt, phases ...string) []choice.Violation {
	s := c.Sight
	switch now := s.Phase(); {
	case s.Over:
		return Violations(Sequence, view.T("bcs.over"))
	case now.Side != s.Side && s.Waiting != s.Side:
		return Violations(Sequence, view.T("bcs.not-your-turn", "side", now.Side))
	case s.Waiting != "":
		return decisionFirst(s)
	case !slices.Contains(phases, now.Name):
		return Violations(Sequence, view.T("bcs.other-phase", "phase", now.Name, "then", view.T("phase."+phases[0])))
	}
	return nil
}

// decisionFirst refuses an order that has to wait for a decision, by that decision's clause. It names the order that
// makes the decision to the side that owes it, and that side to its enemy.
func decisionFirst(s *state.Sight) []choice.Violation {
	rule := cmp.Or(s.WaitingFor, Sequence)
	if s.Owed != nil {
		return Violations(rule, view.T("bcs.decide-first", "verb", order.Verb(s.Owed.Kind)))
	}
	return Violations(rule, view.T("bcs.decides-first", "side", s.Waiting))
}

// WhenOwed makes the check that the side owes a decision of a kind.
func WhenOwed(kinds ...string) func(*game.Attempt) []choice.Violation {
	return func(c *game.Attempt) []choice.Violation {
		s := c.Sight
		switch {
		case s.Over:
			return Violations(Sequence, view.T("bcs.over"))
		case s.Owed != nil && slices.Contains(kinds, s.Owed.Kind):
			return nil
		case s.Waiting != "":
			return decisionFirst(s)
		}
		why := view.T("bcs.nothing-owed")
		return append(Violations(Sequence, why), Violation(string(c.Rule()), why))
	}
}

// WhenEnd lists what keeps a player from ending his phase, or the step of his activation. BCS 6.0-10: an Engagement
// that he owes. BCS 4.2f: a unit out of Command Radius that a move could bring back.
func WhenEnd(c *game.Attempt) []choice.Violation {
	out := during(c, game.Phases()...)
	p := Of(c.Sight)
	f := p.G.Active(p.St)
	if len(out) > 0 || f == nil {
		return out
	}
	switch game.Step(c.Sight.Frames) {
	case game.Declare:
		if len(CheckTable(p, data.Snafu, ConditionsOfCommand(p, f))) == 0 {
			return Violations("10.4-4", view.T("bcs.roll-snafu"))
		}
	case game.Activities:
		if u := MustReturn(p, f); u != nil {
			return OutOfRadius(p.Name(u.ID))
		}
	}
	return nil
}

// OutOfRadius refuses an order by each of the three ways in which a unit could satisfy it (BCS 4.2f).
func OutOfRadius(unit view.Name) []choice.Violation {
	why := view.T("bcs.out-of-radius", "unit", unit)
	return []choice.Violation{Violation("4.2f-1", why), Violation("4.2f-2", why), Violation("4.2f-3", why)}
}

// WhenPass lists what keeps a player from declining: only a second activation can be declined.
func WhenPass(c *game.Attempt) []choice.Violation { return WhenOwed("second")(c) }
