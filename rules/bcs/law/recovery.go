package law

import (
	"strconv"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/internal/choice"
	"grognard/rules/view"
)

// FatigueOf is the level of a Formation's Fatigue, data.FreshLevel for Fresh.
func (p *Position) FatigueOf(f *data.Formation) int { return p.St.Tally(game.Of(game.FatigueOf, f.ID)) }

// BlockedLevel is the level at which a Formation is marked MSR Blocked, 0 for none.
func (p *Position) BlockedLevel(f *data.Formation) int {
	return p.St.Tally(game.Of(game.BlockedOf, f.ID))
}

// WhenSnafu lists what keeps a Formation from its SNAFU roll. BCS 10.4-4: after a Recovery none is made.
func WhenSnafu(c *game.Attempt) []choice.Violation {
	p := Of(c.Sight)
	if out := When(game.Declare)(c); len(out) > 0 {
		if f := LastActive(p, c); f != nil && recoveredAt(p, f) && !hasRolled(p, f) {
			out = Violations("10.4-4", view.T("bcs.recovers"))
		}
		return out
	}
	return CheckTable(p, data.Snafu, ConditionsOfCommand(p, p.G.Active(p.St)))
}

func recoveredAt(p *Position, f *data.Formation) bool {
	return p.St.Tally(game.Of(game.RecoverOf, f.ID)) == p.St.Turn
}

// hasRolled reports whether a Formation has made the SNAFU roll of its activation, or of its last one.
func hasRolled(p *Position, f *data.Formation) bool {
	return p.St.Tally(game.Of(game.SnafuOf, f.ID)) != 0
}

// ConditionsOfCommand returns a test of whether a condition of the SNAFU, second activation or Fatigue table holds.
func ConditionsOfCommand(p *Position, f *data.Formation) func(string) bool {
	return func(word string) bool {
		switch word {
		case "fresh":
			return p.FatigueOf(f) == data.FreshLevel
		case "optimal":
			return IsOptimal(p, f)
		case "streams":
			return len(CrossesStreams(p, f)) > 0
		case "blocked-1":
			return p.BlockedLevel(f) == 1
		case "blocked-2":
			return p.BlockedLevel(f) == 2
		case "coordinated":
			return p.G.IsCoordinated(p.St, f)
		}
		return word == "fatigue-"+strconv.Itoa(p.FatigueOf(f))
	}
}

// Beginning returns what a Formation is marked with as an activation of it begins. BCS 10.3-1: while its Trains are off
// the map it is MSR Blocked, at a level that rises to 2; Trains in a Legal Hex take the mark away. BCS 4.4-1: mixed
// with another Formation it is Coordinated.
func Beginning(p *Position, f *data.Formation) (blocked int, coordinated bool) {
	switch blocked = p.BlockedLevel(f); {
	case IsOff(p, f):
		blocked = min(blocked+1, 2)
	case blocked > 0 && InLegalHex(p, f):
		blocked = 0
	}
	return blocked, IsMixed(p, f) || p.G.IsCoordinated(p.St, f)
}

// ConditionsAhead does what ConditionsOfCommand does, as if the Formation's next activation began now.
func ConditionsAhead(p *Position, f *data.Formation) func(string) bool {
	now := ConditionsOfCommand(p, f)
	blocked, coordinated := Beginning(p, f)
	return func(word string) bool {
		switch word {
		case "blocked-1":
			return blocked == 1
		case "blocked-2":
			return blocked == 2
		case "coordinated":
			return coordinated
		}
		return now(word)
	}
}

// WhenRecover lists what keeps a Formation from Recovery. BCS 10.4-2: its Trains lie in a Legal Hex. BCS 10.4-4: it is
// announced before the SNAFU roll. BCS 10.4-9: once in a turn. BCS 10.4-11, 10.4-12: a failed roll of an initial
// activation can be turned into one.
//
// RULING: 10.4-3: Recovery takes Prepared Defense off itself, so that it keeps nobody from it. For: 10.4-5 says so.
// Against: the notes ask for it to be removed.
func WhenRecover(c *game.Attempt) []choice.Violation {
	p := Of(c.Sight)
	f := LastActive(p, c)
	if f != nil {
		if out := barsRecovery(p, c, f); len(out) > 0 {
			return out
		}
	}
	out := during(c, game.Activations)
	if isActive := f != nil && f == p.G.Active(p.St); len(out) == 0 && !isActive {
		return Violations(Sequence, view.T("bcs.no-activation"))
	}
	return out
}

// barsRecovery lists what keeps the Formation of an activation, or of the side's last one, from Recovery.
func barsRecovery(p *Position, c *game.Attempt, f *data.Formation) (out []choice.Violation) {
	switch step := game.Step(c.Sight.Frames); {
	case f == p.G.Active(p.St) && step == game.Rolled:
		if game.IsSecond(c.Sight.Frames) {
			out = append(out, Violation("10.4-12", view.T("bcs.flip-second")))
		}
	case hasRolled(p, f):
		why := view.T("bcs.recover-late") // BCS 10.4-11: only a failed roll could become a Recovery
		out = append(out, Violation("10.4-4", why), Violation("10.4-11", why))
	}
	if !InLegalHex(p, f) {
		out = append(out, Violation("10.4-2", view.T("bcs.recover-trains", "why", "")))
	}
	if recoveredAt(p, f) {
		out = append(out, Violation("10.4-9", view.T("bcs.recovered")))
	}
	return out
}

// WhenSecond lists what keeps a Formation from a second activation. BCS 10.4-12: a failed roll that became a Recovery
// forfeits it. BCS 10.4-15: at Fatigue 4 there is none.
func WhenSecond(c *game.Attempt) []choice.Violation {
	p := Of(c.Sight)
	if f := LastActive(p, c); f != nil {
		if out := checkSecond(p, f); len(out) > 0 {
			return out
		}
		if p.G.Data.Tables[data.Second] == nil {
			return NoTable(data.Second)
		}
	}
	if out := WhenOwed("second")(c); len(out) > 0 {
		return out
	}
	return CheckTable(p, data.Second, ConditionsOfCommand(p, p.G.Active(p.St)))
}

// LastActive returns the Formation of the side that is active, or else was active last in this turn; nil for none.
func LastActive(p *Position, c *game.Attempt) *data.Formation {
	if f := p.G.Active(p.St); f != nil && f.Side == c.Sight.Side {
		return f
	}
	if n := p.St.Tally(game.LastOf(c.Sight.Side)); n > 0 && n <= len(p.G.Data.Formations) {
		return &p.G.Data.Formations[n-1]
	}
	return nil
}

// checkSecond lists the clauses that forbid a Formation a second activation in this turn.
func checkSecond(p *Position, f *data.Formation) (out []choice.Violation) {
	if p.St.Tally(game.Of(game.FlippedOf, f.ID)) == p.St.Turn {
		out = append(out, Violation("10.4-12", view.T("bcs.second-flipped")))
	}
	if p.FatigueOf(f) >= WorstFatigue {
		out = append(out, Violation("10.4-15", view.T("bcs.second-tired")))
	}
	return out
}

// MaySecond reports whether a Formation is offered a second activation; it is not if the table for it is missing.
func MaySecond(p *Position, f *data.Formation) bool {
	return len(CheckTable(p, data.Second, ConditionsOfCommand(p, f))) == 0 && len(checkSecond(p, f)) == 0
}

// WillTire reports whether Fatigue is rolled for as the activation of a Formation ends (BCS 10.4-1).
func WillTire(p *Position, f *data.Formation) bool {
	return CanTire(p, f) && p.St.Tally(game.Of(game.TiredOf, f.ID)) > 0
}

// CanTire reports whether the Fatigue Increase Table says all that a roll of a Formation needs.
func CanTire(p *Position, f *data.Formation) bool {
	return len(CheckTable(p, data.Fatigue, ConditionsOfCommand(p, f))) == 0
}

// WorstFatigue is the highest level of Fatigue.
const WorstFatigue = 4
