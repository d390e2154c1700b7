package wording

import (
	"cmp"
	"slices"
	"strings"

	"grognard/rules/hex"
	"grognard/rules/view"
)

// Recapped is a part of a recap: a line of the game log, or a step of an activation.
type Recapped struct {
	Words   string
	Told    []view.Line // the lines of the game log that it tells, at least one
	of      *activation // of which it is a step, nil for none
	isFight bool        // it has a line of its own
}

// Recap returns lines of the game log in parts. Each step of an activation is a part: a roll, who went where, Trains,
// isolation, or a fight with its outcome. b is the board after the lines.
func (loc Localizer) Recap(told []view.Line, b *view.Board) (out []Recapped) {
	for told = withoutChanged(told); len(told) > 0; {
		n := inActivation(told, b.Phase.Group != "")
		a := activation{loc: loc, formation: formationOf(told[:n], loc.Group(b.Phase.Group))}
		for _, l := range told[:n] {
			a.take(l)
		}
		steps := a.parts()
		n = max(n, 1)
		if len(steps) == 0 { // no activation, or nothing in it is told
			steps = []Recapped{{Words: loc.Line(told[0]), Told: told[:n]}}
		}
		out, told = append(out, steps...), told[n:]
	}
	return out
}

// withoutChanged returns told with only the last of a Formation's lines on whether its Trains are in a Legal Hex.
func withoutChanged(told []view.Line) (out []view.Line) {
	known := map[any]bool{} // Formations whose Trains a later line is about
	for _, l := range slices.Backward(told) {
		isTrains := l.Text.ID == "bcs.told.trains-legal" || l.Text.ID == "bcs.told.trains-illegal"
		formation := l.Text.Arg("formation")
		if isTrains && known[formation] {
			continue
		}
		out, known[formation] = append(out, l), known[formation] || isTrains
	}
	slices.Reverse(out)
	return out
}

// Joined returns parts of a recap as the entries of a list, an activation as one, each fight in a line of its own.
func Joined(parts []Recapped) (entries []string) {
	last, between := (*activation)(nil), "" // whose step the part before is, and what stands between that and the next
	for _, r := range parts {
		if r.of == nil {
			entries, between = append(entries, "• "), ""
		} else if r.of != last {
			entries, between = append(entries, "• "+r.of.head), ": "
		}
		if r.isFight {
			between = "\n  ◦ "
		}
		entries[len(entries)-1] += between + r.Words
		if !r.isFight {
			between = "; "
		}
		last = r.of
	}
	return entries
}

// inActivation returns how many of the lines, from the first on, belong to one activation; 0 if the first belongs to
// none. lasts is true if an activation goes on after the lines.
func inActivation(told []view.Line, lasts bool) int {
	for i, l := range told {
		switch l.Text.ID {
		case "bcs.told.ends":
			return i + 1
		case "bcs.told.activates-again":
			if i > 0 { // the first activation, whose end has no line
				return i
			}
		case "told.phase", "bcs.told.activates":
			if i > 0 || l.Text.ID == "told.phase" {
				return 0
			}
		}
	}
	if lasts {
		return len(told)
	}
	return 0
}

// formationOf returns the name of the Formation whose activation the lines tell, from the line that begins or ends the
// activation, since others may name enemy Formations. If it finds neither line it returns active.
func formationOf(lines []view.Line, active string) string {
	for _, l := range lines {
		switch l.Text.ID {
		case "bcs.told.activates", "bcs.told.activates-again", "bcs.told.ends":
			active, _ = l.Text.Arg("formation").(string)
		}
	}
	return active
}

// activation collects what happened in an activation, for a recap.
type activation struct {
	loc       Localizer
	formation string
	head      string // how it began, "" if that was before the recap
	steps     []step // in the order in which they happened
	fightEnd  int    // how many steps there are up to and with the last fight, 0 for none
	fightSeq  uint64 // the row of the last fight
	fighting  bool   // nobody has moved since the last fight
}

// step is a fight or a roll in words, or units gone to a hex; more counts those that the reader cannot identify.
type step struct {
	Recapped // Words is "" for units that have gone
	units    []view.Name
	more     int
	to       hex.Hex
}

func (a *activation) take(l view.Line) {
	switch l.Text.ID {
	case "bcs.told.activates", "bcs.told.activates-again":
		a.head = a.loc.Text(l.Text)
	case "told.march", "bcs.told.trains", "bcs.told.arrives":
		a.fighting = false
		a.move(l)
	case "bcs.told.trains-off", "bcs.told.blocked", "bcs.told.cut-off", "bcs.told.dissolved",
		"bcs.told.fatigue", "bcs.told.recovers", "bcs.told.jumped", "bcs.told.hq-jumped", "told.control",
		"bcs.told.trains-illegal", "bcs.told.trains-legal", "told.clock-answered":
		a.steps = append(a.steps, step{Recapped: Recapped{Words: a.short(l.Text), Told: []view.Line{l}}})
	default:
		a.takeFight(l)
	}
}

// takeFight adds a roll, a fight, or the outcome of a fight. Rolls of the same order as the last fight join its step.
func (a *activation) takeFight(l view.Line) {
	s := step{Recapped: Recapped{Words: a.short(l.Text), Told: []view.Line{l}}}
	if l.Reckoned != nil && l.Reckoned.Result != "" {
		s.Words += a.loc.Say("fight.result", "result", InWords(Result(a.loc, l.Reckoned.Outcome(), nil)))
	}
	fought := l.Reckoned != nil && l.Reckoned.OnMap()
	switch {
	case fought && (l.Seq != a.fightSeq || a.fightEnd == 0):
		s.isFight = true
		a.steps, a.fightSeq, a.fighting = append(a.steps, s), l.Seq, true
		a.fightEnd = len(a.steps)
	case fought, a.fighting && isOutcome(l):
		fight := &a.steps[a.fightEnd-1]
		fight.Words, fight.Told = fight.Words+"; "+s.Words, append(fight.Told, l)
	case l.Text.ID == "bcs.told.rolls-fatigue": // another line tells what the roll has changed
	case l.Reckoned != nil && l.Reckoned.Outcome() != "-", isOutcome(l):
		a.steps = append(a.steps, s)
	}
}

// isOutcome reports whether a line tells what came of a fight.
func isOutcome(l view.Line) bool {
	return l.Text.ID == "bcs.told.holds" || l.Text.ID == "bcs.told.support-lost" ||
		l.MapEvent != nil && slices.Contains([]view.MapEventKind{view.Reduced, view.Died, view.Gone, view.Retreated,
			view.Advanced}, l.MapEvent.Kind)
}

// short returns a text without the name of the Formation, which the recap of the activation has at its head.
func (a *activation) short(t view.Text) string {
	words := strings.TrimSuffix(Unmarked(a.loc.Text(t)), ", "+a.formation)
	return strings.TrimPrefix(words, a.formation+": ")
}

// move adds units that have moved. If a unit has moved before, only its last move is told.
func (a *activation) move(l view.Line) {
	w, t := step{Recapped: Recapped{Told: []view.Line{l}}}, l.Text
	w.units, _ = t.Arg("units").([]view.Name)
	w.more, _ = t.Arg("more").(int)
	w.to, _ = t.Arg("to").(hex.Hex)
	for i := range a.steps {
		a.steps[i].units = slices.DeleteFunc(slices.Clone(a.steps[i].units),
			func(n view.Name) bool { return slices.Contains(w.units, n) })
	}
	a.steps = append(a.steps, w)
}

// parts returns each step of the activation.
func (a *activation) parts() (out []Recapped) {
	a.head = cmp.Or(a.head, a.loc.Say("since.goes-on", "formation", a.formation))
	for _, s := range a.steps {
		if s.Words == "" && len(s.units)+s.more > 0 {
			s.Words = a.loc.Say("since.went", "units", s.units, "more", s.more, "to", s.to)
		}
		if s.Words != "" {
			s.of = a
			out = append(out, s.Recapped)
		}
	}
	return out
}
