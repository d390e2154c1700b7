package order

import "slices"

// Stage is a phase of a side's turn, and the verbs that lists can contain for it. If End is one of its Verbs, an end
// ends only a part of the phase: an activation, or a step of one.
type Stage struct {
	Phase string
	Verbs []Verb
}

// Written returns the specs of the verbs that lists can contain in the stages and that have no sign, or options that
// the sign cannot give. ReadList takes these as commands.
func Written(specs []Spec, stages []Stage) (out []Spec) {
	for _, s := range specs {
		_, _, byUnits := s.Option(ListUnits)
		byUnits = byUnits || len(s.Options) == 0
		signed := s.Verb == End || byUnits && slices.Contains([]Verb{Move, Overrun, Attack, Reinforce}, s.Verb)
		if !signed && slices.ContainsFunc(stages, func(st Stage) bool { return slices.Contains(st.Verbs, s.Verb) }) {
			out = append(out, s)
		}
	}
	return out
}

// InPhases returns the lines of a list with the phases in which they are given, of which the first is from. An end ends
// its phase. A line after an end is for the first phase, from the next one on, whose Verbs it has; if later is true, so
// is a line before the first end. A line that fits no such phase stays in the phase reached so far, whose rules refuse
// it. The error is a *Problem for a line after the end of the last phase.
func InPhases(lines []Line, stages []Stage, from string, later bool) ([]Line, error) {
	lines = slices.Clone(lines)
	at := slices.IndexFunc(stages, func(s Stage) bool { return s.Phase == from }) // -1 before a side's first turn
	for i, l := range lines {
		if at == len(stages) {
			return nil, &Problem{ID: "order.list-after-end", Line: l.Number, Text: l.String()}
		}
		if n := max(at, 0); later && !l.Ends() {
			if ahead := slices.IndexFunc(stages[n:], func(s Stage) bool { // to which all commands of the line belong
				return !slices.ContainsFunc(l.Said, func(d Said) bool { return !slices.Contains(s.Verbs, d.Verb) })
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
		case at >= 0 && slices.Contains(stages[at].Verbs, End):
			lines[i].Part = true
		default:
			at, later = at+1, true
		}
	}
	return lines, nil
}

// NoPhase returns the problem of a list for a phase that its side does not have.
func NoPhase(typed string) *Problem { return &Problem{ID: "order.list-when", Value: typed} }
