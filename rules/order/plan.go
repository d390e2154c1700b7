package order

import (
	"slices"
	"strconv"
	"strings"
)

// End is the order that ends a phase.
const End Verb = "end"

// Stage is a phase of a side's turn, and the verbs of lists that belong to it.
type Stage struct {
	Phase string
	Verbs []Verb
}

// Planned is a line of a plan: a line of a list, or the end of a phase, and when it is to be given.
type Planned struct {
	Line
	Phase  string // the phase in which it is given
	When   When
	Anyway bool // its player accepts the costs of which Warnings tell
}

// When is the condition of a line: it is given if all of the conditions hold, or with Unless if they do not all
// hold. Without conditions it is always given.
type When struct {
	Unless bool
	All    []Condition
}

// Condition is a fact about a hex or about a unit.
type Condition struct {
	Is   Fact
	Unit string // as typed; for In and Alive
	Hex  string // its number where it is a number or a place's name, else as typed; for all but Alive
}

// Fact is what a condition claims.
type Fact string

// The facts. Only units count: a hex without units is empty, whoever controls it.
const (
	Empty Fact = "empty"
	Mine  Fact = "mine"
	Enemy Fact = "enemy"
	In    Fact = "in"
	Alive Fact = "alive"
)

// The words of a plan.
const (
	signAnyway = "!"
	wordIf     = "if"
	wordUnless = "unless"
	wordAnd    = "and"
	wordIs     = "is"
)

// The problems of conditions that need a game to be found.
const (
	NoSuchHex   = "order.plan-hex"
	NoSuchUnit  = "order.plan-unit"
	SeveralSuch = "order.plan-which"
)

// ReadPlan reads orders for the phases of a side's turn: lines as ReadList reads them, and in addition
//
//	# combat                            what follows is for this phase; combat: means the same
//	end                                 ends the phase
//	12.13 < 11.13 12.14 !               carried out whatever it costs
//	9.20 > 12.20 if 13.14 is empty      only then; mine, enemy: whose units stand there
//	9.20 > 12.20 if 5 Inf Div is in 12.13 and 8 Inf Div is alive
//	9.20 > 12.20 unless 13.14 is enemy
//
// A line under no heading is for the first phase to which its order belongs, and an end is for the phase of the
// previous line. The result is sorted by phase and numbered in that order. Other notes are left out. Errors are
// of type *Problem and have the number of the line as it was written.
func ReadPlan(text string, stages []Stage, places Places) ([]Planned, error) {
	r := planReader{stages: stages, places: places}
	for _, row := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if err := r.row(row); err != nil {
			return nil, err
		}
	}
	switch {
	case len(r.lines) == 0:
		return nil, &Problem{ID: "order.plan-empty"}
	case len(r.lines) > MaxLines:
		return nil, &Problem{ID: "order.plan-too-long", Value: strconv.Itoa(MaxLines)}
	}
	slices.SortStableFunc(r.lines, func(a, b Planned) int { return r.place(a.Phase) - r.place(b.Phase) })
	for i, l := range r.lines {
		if i > 0 && l.Phase == r.lines[i-1].Phase && r.lines[i-1].Ends() {
			return nil, &Problem{ID: "order.plan-after-end", Line: l.Number, Text: l.String()}
		}
	}
	for i := range r.lines {
		r.lines[i].Number = i + 1
	}
	return r.lines, nil
}

// planReader reads a plan row by row.
type planReader struct {
	stages  []Stage
	places  Places
	heading string // the phase of the last heading, "" before the first
	lines   []Planned
}

func (r *planReader) place(phase string) int {
	return slices.IndexFunc(r.stages, func(s Stage) bool { return s.Phase == phase })
}

func (r *planReader) row(row string) error {
	orders, note, noted := strings.Cut(row, "#")
	head := strings.TrimSpace(row)
	if noted && strings.TrimSpace(orders) == "" {
		head = strings.TrimSpace(note)
	}
	name, named := strings.CutSuffix(head, ":")
	phase := strings.ToLower(strings.TrimSpace(name))
	if r.place(phase) >= 0 {
		r.heading = phase
		return nil
	}
	if named && !noted {
		p := &Problem{ID: "order.plan-phase", Value: phase}
		for _, s := range r.stages {
			p.Parts = append(p.Parts, s.Phase)
		}
		return p
	}
	for _, one := range strings.Split(orders, ";") {
		if strings.Trim(one, ", \t") == "" {
			continue
		}
		if p := r.line(one); p != nil {
			p.Line, p.Text = len(r.lines)+1, strings.Join(strings.Fields(one), " ")
			return p
		}
	}
	return nil
}

// line reads one line: the order, the sign that it is given anyway, the conditions.
func (r *planReader) line(text string) *Problem {
	words := strings.Fields(strings.ReplaceAll(text, signAnyway, " "+signAnyway+" "))
	l := Planned{Line: Line{Number: len(r.lines) + 1}}
	said := words
	if i := slices.IndexFunc(words, isWhen); i >= 0 {
		said = words[:i]
		var problem *Problem
		if l.When, problem = readWhen(words[i:], r.places); problem != nil {
			return problem
		}
	}
	if n := len(said); n > 0 && said[n-1] == signAnyway {
		l.Anyway, said = true, said[:n-1]
	}
	if len(said) == 1 && Verb(strings.ToLower(strings.TrimPrefix(said[0], "/"))) == End {
		l.Said = []Said{{Verb: End, Values: map[string]string{}}}
	} else {
		var problem *Problem
		if l.Said, problem = readLine(strings.Fields(spaced(strings.Join(said, " "))), r.places); problem != nil {
			return problem
		}
	}
	var problem *Problem
	if l.Phase, problem = r.phaseOf(l); problem == nil {
		r.lines = append(r.lines, l)
	}
	return problem
}

// phaseOf is the phase in which a line is given.
func (r *planReader) phaseOf(l Planned) (string, *Problem) {
	takes := func(s Stage) bool {
		return !slices.ContainsFunc(l.Said, func(d Said) bool { return !slices.Contains(s.Verbs, d.Verb) })
	}
	switch at := r.place(r.heading); {
	case l.Ends() && r.heading != "":
		return r.heading, nil
	case l.Ends() && len(r.lines) > 0:
		return r.lines[len(r.lines)-1].Phase, nil
	case l.Ends():
		return "", &Problem{ID: "order.plan-which-end"}
	case r.heading != "" && takes(r.stages[at]):
		return r.heading, nil
	case r.heading != "":
		return "", &Problem{ID: "order.plan-wrong-phase", Verb: l.Said[0].Verb, Value: r.heading}
	}
	if i := slices.IndexFunc(r.stages, takes); i >= 0 {
		return r.stages[i].Phase, nil
	}
	return "", &Problem{ID: "order.plan-no-phase", Verb: l.Said[0].Verb}
}

func isWhen(w string) bool { return strings.EqualFold(w, wordIf) || strings.EqualFold(w, wordUnless) }

// readWhen reads the conditions of a line, with the word that begins them.
func readWhen(words []string, places Places) (When, *Problem) {
	w := When{Unless: strings.EqualFold(words[0], wordUnless)}
	rest := words[1:]
	for {
		end := slices.IndexFunc(rest, func(s string) bool { return strings.EqualFold(s, wordAnd) })
		one := rest
		if end >= 0 {
			one = rest[:end]
		}
		c, ok := readCondition(one, places)
		if !ok {
			return w, &Problem{ID: "order.plan-condition", Value: strings.Join(one, " ")}
		}
		if w.All = append(w.All, c); end < 0 {
			return w, nil
		}
		rest = rest[end+1:]
	}
}

// readCondition reads SUBJECT is FACT.
func readCondition(words []string, places Places) (c Condition, ok bool) {
	is := slices.IndexFunc(words, func(s string) bool { return strings.EqualFold(s, wordIs) })
	if is < 1 || is+1 == len(words) {
		return c, false
	}
	c.Is = Fact(strings.ToLower(words[is+1]))
	subject, object := words[:is], words[is+2:]
	switch c.Is {
	case Empty, Mine, Enemy:
		c.Hex = hexText(subject, places)
		return c, len(object) == 0
	case In:
		c.Unit, c.Hex = strings.Join(subject, " "), hexText(object, places)
		return c, len(object) > 0
	case Alive:
		c.Unit = strings.Join(subject, " ")
		return c, len(object) == 0
	}
	return c, false
}

// Ends says whether the line ends its phase.
func (l Planned) Ends() bool { return len(l.Said) == 1 && l.Said[0].Verb == End }

// Same says whether two lines say the same.
func (l Planned) Same(other Planned) bool {
	return l.Phase == other.Phase && l.String() == other.String()
}

// String is the line as ReadPlan reads it under the heading of its phase.
func (l Planned) String() string {
	text := l.Line.String()
	if l.Ends() {
		text = string(End)
	}
	if l.Anyway {
		text += " " + signAnyway
	}
	return text + l.When.String()
}

// String is the conditions as they are written after a line's order.
func (w When) String() string {
	text := " " + wordIf + " "
	if w.Unless {
		text = " " + wordUnless + " "
	}
	for i, c := range w.All {
		if i > 0 {
			text += " " + wordAnd + " "
		}
		text += c.String()
	}
	if len(w.All) == 0 {
		return ""
	}
	return text
}

func (c Condition) String() string {
	switch c.Is {
	case In:
		return c.Unit + " is in " + c.Hex
	case Alive:
		return c.Unit + " is alive"
	}
	return c.Hex + " is " + string(c.Is)
}

// WritePlan writes lines as ReadPlan reads them.
func WritePlan(lines []Planned) string {
	var out []string
	for i, l := range lines {
		if i == 0 || l.Phase != lines[i-1].Phase {
			out = append(out, "# "+l.Phase)
		}
		out = append(out, l.String())
	}
	return strings.Join(out, "\n")
}
