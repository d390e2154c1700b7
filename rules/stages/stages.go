// Package stages knows in which phases of a side's turn the lines of a list of orders are given, and which of them have
// to end before.
//
//	lines, err = stages.InPhases(lines, turn, "movement", false)
//
// Limits: it knows the order of the phases and what can be ordered in them, not what the rules allow there.
package stages

import (
	"slices"

	"grognard/rules/order"
)

// Stage is a phase of a side's turn, and the verbs that lists can contain for it. If End is one of its Verbs, an end
// ends only a part of the phase: an activation, or a step of one.
type Stage struct {
	Phase string
	Verbs []order.Verb
}

// Written returns the specs of the verbs that lists can contain in the stages and that have no sign, or options that
// the sign cannot give. order.ReadList takes these as commands.
func Written(specs []order.Spec, stages []Stage) (out []order.Spec) {
	for _, s := range specs {
		_, _, byUnits := s.Option(order.ListUnits)
		byUnits = byUnits || len(s.Options) == 0
		signed := s.Verb == order.End || byUnits &&
			slices.Contains([]order.Verb{order.Move, order.Overrun, order.Attack, order.Reinforce}, s.Verb)
		if !signed && slices.ContainsFunc(stages, func(st Stage) bool { return slices.Contains(st.Verbs, s.Verb) }) {
			out = append(out, s)
		}
	}
	return out
}

// InPhases returns the lines of a list with the phases in which they are given, of which the first is from. An end ends
// its phase. A line after an end is for the first phase, from the next one on, whose Verbs it has; if later is true, so
// is a line before the first end. A line that fits no such phase stays in the phase reached so far, whose rules refuse
// it. The error is a *order.Problem for a line after the end of the last phase.
func InPhases(lines []order.Line, stages []Stage, from string, later bool) ([]order.Line, error) {
	lines = slices.Clone(lines)
	at := slices.IndexFunc(stages, func(s Stage) bool { return s.Phase == from }) // -1 before a side's first turn
	for i, l := range lines {
		if at == len(stages) {
			return nil, &order.Problem{ID: "order.list-after-end", Line: l.Number, Text: l.String()}
		}
		if n := max(at, 0); later && !l.Ends() {
			if ahead := slices.IndexFunc(stages[n:], func(s Stage) bool { // to which all commands of the line belong
				return !slices.ContainsFunc(l.Said, func(d order.Said) bool {
					return !slices.Contains(s.Verbs, d.Verb)
				})
			}); ahead >= 0 {
				at = n + ahead
			}
		}
		lines[i].Phase = from
		if at >= 0 {
			lines[i].Phase = stages[at].Phase
		}
		switch {
		case !l.Ends():
		case at >= 0 && slices.Contains(stages[at].Verbs, order.End):
			lines[i].Part = true
		default:
			at, later = at+1, true
		}
	}
	return lines, nil
}

// Reached returns the phase that a turn has reached after a line, if it had reached one before.
func Reached(stages []Stage, before string, l order.Line) string {
	next := slices.IndexFunc(stages, func(s Stage) bool { return s.Phase == before }) + 1
	if !l.Ends() || l.Part || next == len(stages) {
		return before
	}
	return stages[next].Phase
}

// Awaited returns the phase that a turn has reached, if that has to end before a line for another phase can be given;
// "" if it need not.
func Awaited(stages []Stage, reached, phase string) string {
	at := func(name string) int { return slices.IndexFunc(stages, func(s Stage) bool { return s.Phase == name }) }
	if at(phase) <= at(reached) {
		return ""
	}
	return reached
}
