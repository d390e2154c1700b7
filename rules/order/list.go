package order

import (
	"errors"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/hex"
	"grognard/rules/letters"
)

// The verbs that lines of a list write by signs, in the games that have them.
const (
	Move      Verb = "move"
	Overrun   Verb = "overrun"
	Attack    Verb = "attack"
	Reinforce Verb = "reinforce"
	End       Verb = "end" // of a phase
)

// ListUnits is the option that holds the units in each of these verbs. In a series in which one unit attacks and others
// assist, an attack has other options: see InRoles.
const ListUnits = "units"

// MaxLines is how many lines a list can have.
const MaxLines = 60

// Line is one line of a list of orders: a command, or a move and the overrun in which it ends.
type Line struct {
	Number int // its place in the list, from 1; blank lines and notes do not count
	Said   []Said
	Phase  string   // the phase in which it is given, as InPhases says
	Part   bool     // it ends only a part of that phase
	Unread *Problem // why the line cannot be read, with the line as its Text; nil if it can
}

// Ends reports whether the line ends its phase, or a part of that.
func (l Line) Ends() bool { return len(l.Said) == 1 && l.Said[0].Verb == End }

// Said is a command with its options as typed.
type Said struct {
	Verb   Verb
	Values map[string]string
	Same   bool // given by the units of the previous command, whatever Values says
}

// By returns the line with its first command given by these units.
func (l Line) By(units []UnitID) Line {
	l.Said = slices.Clone(l.Said)
	first := &l.Said[0]
	first.Same, first.Values = false, maps.Clone(first.Values)
	first.Values[ListUnits] = Option{Kind: Units}.Text(Arg{Units: units})
	return l
}

// With returns the line with another value for the first option of this name.
func (l Line) With(option, value string) Line {
	l.Said = slices.Clone(l.Said)
	for i, s := range l.Said {
		if _, has := s.Values[option]; has && !(s.Same && option == ListUnits) {
			l.Said[i].Values = maps.Clone(s.Values)
			l.Said[i].Values[option] = value
			return l
		}
	}
	return l
}

// ReadList reads a list of orders, one on each line or separated by semicolons:
//
//	9.20 > 12.20              a move
//	9.20 > 10.20 11.19 along these hexes
//	10.15 > 11.13 x 12.13     and an overrun from its last hex
//	10.15 x 11.13             an overrun from where they stand
//	12.13 < 11.13 12.14       an attack
//	12.13 < 5 Inf, 6 Inf      an attack of several: in some series the first attacks, the rest assist
//	+ 5 Inf Div 1.10          reinforcements
//	end                       the end of a phase
//	/march units:b1 to:9.10   one of the other commands, which have no sign
//
// Units and hexes are what the commands' own options take. A line can have a note, which begins with #: see splitNote.
// names may be nil. A line that cannot be read is Unread. If none can, the error is the *Problem of the first.
func ReadList(text string, names Names, others ...Spec) ([]Line, error) {
	var lines []Line
	endsLine := func(r rune) bool { return strings.ContainsRune("\n\r\v\f\u0085\u2028\u2029;", r) }
	for _, typed := range strings.FieldsFunc(letters.Plain(text), endsLine) {
		said, note := splitNote(spaced(typed))
		line := Line{Number: len(lines) + 1}
		switch {
		case looksLikeOrder(note, names):
			line.Unread = &Problem{ID: "order.list-note"}
		case strings.Trim(said, ", ") == "":
			continue
		default:
			line.Said, line.Unread = readAnyLine(strings.Fields(said), names, others)
		}
		if line.Unread != nil {
			line.Unread.Line, line.Unread.Text = line.Number, strings.TrimSpace(typed)
		}
		lines = append(lines, line)
		if len(lines) > MaxLines {
			return nil, &Problem{ID: "order.list-too-long", Value: strconv.Itoa(MaxLines)}
		}
	}
	if len(lines) == 0 {
		return nil, &Problem{ID: "order.list-empty"}
	}
	if !slices.ContainsFunc(lines, func(l Line) bool { return l.Unread == nil }) {
		return nil, lines[0].Unread
	}
	return lines, nil
}

const signNote = "#"

// splitNote divides a line as spaced returns it into an order and its note. A note begins with a # at the beginning of
// a word. One within a word, or before a number behind another word, is part of the name of a unit or place: Rgt #5.
func splitNote(text string) (said, note string) {
	words := strings.Fields(strings.TrimLeft(text, ", "))
	for i, w := range words {
		after, noted := strings.CutPrefix(w, signNote)
		if named := i > 0 && after != "" && strings.ContainsAny(after[:1], "0123456789"); noted && !named {
			return strings.Join(words[:i], " "), strings.TrimSpace(after + " " + strings.Join(words[i+1:], " "))
		}
	}
	return strings.Join(words, " "), ""
}

// looksLikeOrder reports whether a note has a sign of a line, and the number of a hex or the name of a place. Such a
// note must not be skipped: it may be an order that lost its line break, as when several lines are pasted together.
func looksLikeOrder(note string, names Names) bool {
	words := strings.Fields(note)
	if !slices.ContainsFunc(words, isSign) {
		return false
	}
	l := inFull(words, names)
	for i := range l.words {
		if to, _ := l.hexes(i); to > i {
			return true
		}
	}
	return false
}

// The signs of a line.
const (
	signTo      = ">"
	signFrom    = "<"
	signOverrun = "x"
	signBring   = "+"
)

var (
	arrows = strings.NewReplacer("->", " > ", "=>", " > ", "→", " > ", ">", " > ", "<-", " < ", "<=", " < ", "←",
		" < ", "<", " < ", "×", " x ", "+", " + ", ",", " , ")
	overrunX = regexp.MustCompile(`(\d)[xX](\d)`) // an x between two hexes without blanks
)

// spaced normalizes a line: one blank on each side of its signs and commas, and one spelling of each sign.
func spaced(line string) string {
	for range 2 { // the second time for an x whose left digit was part of the match before
		line = overrunX.ReplaceAllString(line, "$1 x $2")
	}
	words := strings.Fields(arrows.Replace(line))
	for i, w := range words {
		if w == "X" {
			words[i] = signOverrun
		}
	}
	return strings.Join(words, " ")
}

// readAnyLine reads one line, as a command if it is one of the others, else by its signs.
func readAnyLine(words []string, names Names, others []Spec) ([]Said, *Problem) {
	name, slashed := strings.CutPrefix(words[0], "/")
	if !slashed {
		said, problem := readLine(words, names)
		if spec, own := Find(others, Attack); own && problem == nil && said[0].Verb == Attack {
			said[0].Values = spec.InRoles(said[0].Values)
		}
		return said, problem
	}
	spec, rest, known := match(others, append([]string{name}, words[1:]...))
	if !known {
		return readLine(words, names)
	}
	values, err := split(spec, rest)
	if err == nil {
		_, err = Read(spec, values, names)
	}
	if problem, ok := errors.AsType[*Problem](err); ok {
		return nil, problem
	}
	for option, v := range values {
		values[option] = strings.ReplaceAll(strings.TrimSpace(v), " ,", ",")
	}
	return []Said{{Verb: spec.Verb, Values: values}}, nil
}

// readLine reads a line by the signs in it, in their order, or as the end of a phase if it has none.
func readLine(words []string, names Names) ([]Said, *Problem) {
	var parts [][]string // between the signs
	var signs string
	for rest := words; ; {
		i := slices.IndexFunc(rest, isSign)
		if i < 0 {
			parts = append(parts, rest)
			break
		}
		parts, signs, rest = append(parts, rest[:i]), signs+rest[i], rest[i+1:]
	}
	switch signs {
	case signTo:
		return readMove(parts, names)
	case signTo + signOverrun:
		said, problem := readMove(parts[:2], names)
		if problem != nil {
			return nil, problem
		}
		over, problem := newSaid(Overrun, "units", units(parts[0]), "target", hexText(parts[2], names))
		if problem != nil {
			return nil, problem
		}
		over.Same = true
		return append(said, over), nil
	case signOverrun:
		return oneCommand(newSaid(Overrun, "units", units(parts[0]), "target", hexText(parts[1], names)))
	case signFrom:
		return oneCommand(newSaid(Attack, "target", hexText(parts[0], names), "units", units(parts[1])))
	case signBring:
		if len(parts[0]) > 0 {
			return nil, &Problem{ID: "order.list-bring", Verb: Reinforce}
		}
		n := lastHex(parts[1], names)
		return oneCommand(newSaid(Reinforce, "units", units(parts[1][:n]), "hex", hexText(parts[1][n:], names)))
	case "":
		if len(words) == 1 && Verb(strings.ToLower(strings.TrimPrefix(words[0], "/"))) == End {
			return []Said{{Verb: End, Values: map[string]string{}}}, nil
		}
		return nil, &Problem{ID: "order.list-no-sign"}
	}
	return nil, &Problem{ID: "order.list-signs"}
}

func isSign(w string) bool { return w == signTo || w == signFrom || w == signOverrun || w == signBring }

// readMove reads the units in parts[0], and in parts[1] the hex that they move to or the hexes that they move along.
func readMove(parts [][]string, names Names) ([]Said, *Problem) {
	way := hexes(parts[1], names)
	if len(way) > 1 {
		return oneCommand(newSaid(Move, "units", units(parts[0]), "path", strings.Join(way, ",")))
	}
	return oneCommand(newSaid(Move, "units", units(parts[0]), "to", strings.Join(way, "")))
}

// newSaid returns a command with two options, both of which must have a value.
func newSaid(v Verb, option, value, other, otherValue string) (Said, *Problem) {
	said := Said{Verb: v, Values: map[string]string{option: value, other: otherValue}}
	for _, o := range []string{option, other} {
		if said.Values[o] == "" {
			return Said{}, &Problem{ID: "order.list-missing", Verb: v, Option: o}
		}
	}
	return said, nil
}

func oneCommand(s Said, p *Problem) ([]Said, *Problem) {
	if p != nil {
		return nil, p
	}
	return []Said{s}, nil
}

// units returns the text of a list of units, as typed.
func units(words []string) string {
	each := strings.FieldsFunc(strings.Join(words, " "), func(r rune) bool { return r == ',' })
	for i := range each {
		each[i] = strings.TrimSpace(each[i])
	}
	return strings.Join(slices.DeleteFunc(each, func(s string) bool { return s == "" }), ", ")
}

// hexText returns the text of one hex: its number if the words are a number or a place's name, else the words as typed.
func hexText(words []string, names Names) string { return strings.Join(hexes(words, names), ",") }

// hexes splits words into the texts of hexes. A number, or the longest place name that fits, becomes the hex's
// number. A place of several hexes stays as typed, and so do words that are neither.
func hexes(words []string, names Names) (out []string) {
	l := inFull(words, names)
	unread := 0 // index of the first word before at that is neither; at if there is none
	for at := 0; at < len(l.words); {
		to, found := l.hexes(at)
		if to == at && !l.words[at].isComma() {
			at++
			continue
		}
		if unread < at {
			out = append(out, l.said(unread, at))
		}
		switch len(found) {
		case 0:
			to++ // a comma
		case 1:
			out = append(out, found[0].String())
		default:
			out = append(out, l.said(at, to))
		}
		at, unread = to, to
	}
	if unread < len(l.words) {
		out = append(out, l.said(unread, len(l.words)))
	}
	return out
}

// lastHex returns the index of the first word of the longest place name, or of the hex number, with which the words
// end; the index of the last word if they end with neither.
func lastHex(words []string, names Names) int {
	l := inFull(words, names)
	for n := range words {
		if to, _ := l.hexes(n); to == len(words) {
			return n
		}
	}
	return max(0, len(words)-1)
}

// inFull returns the words of a line as a list in which no name is abbreviated: only the command that gets the words
// knows which abbreviations it takes.
func inFull(words []string, names Names) list {
	l := newList(names, Option{}, strings.Join(words, " "))
	l.full = true
	return l
}

// InRoles returns values, which name the units of a fight together as ListUnits, by the options of the command. If it
// has no ListUnits, the first unit goes to its required option of units and the others to its next one.
func (s Spec) InRoles(values map[string]string) map[string]string {
	rest, given := values[ListUnits]
	if _, _, together := s.Option(ListUnits); together || !given || len(s.Options) == 0 {
		return values
	}
	out := maps.Clone(values)
	delete(out, ListUnits)
	for _, o := range s.Options {
		if o.Kind != Units || rest == "" {
			continue
		}
		now, later := rest, ""
		if o.Required {
			now, later, _ = strings.Cut(rest, ",")
		}
		out[o.Name], rest = now, strings.TrimSpace(later)
	}
	return out
}

// String returns the line as ReadList reads it.
func (l Line) String() string {
	if l.Unread != nil {
		return l.Unread.Text
	}
	first := l.Said[0]
	v := first.Values
	switch first.Verb {
	case End:
		return string(End)
	case Attack:
		if units, ok := v[ListUnits]; ok {
			return v["target"] + " < " + units
		}
	case Reinforce:
		return "+ " + v["units"] + " " + v["hex"]
	case Overrun:
		return v["units"] + " x " + v["target"]
	}
	if first.Verb != Move {
		text := "/" + string(first.Verb)
		for _, option := range slices.Sorted(maps.Keys(v)) {
			text += " " + option + ":" + v[option]
		}
		return text
	}
	way, separator := strings.Split(v["path"], ","), " " // no commas between numbers
	if slices.ContainsFunc(way, func(s string) bool { _, err := hex.Parse(s); return err != nil }) {
		separator = ", "
	}
	text := v["units"] + " > " + v["to"] + strings.Join(way, separator) // one of to and path is ""
	if len(l.Said) > 1 {
		text += " x " + l.Said[1].Values["target"]
	}
	return text
}

// WriteList writes lines as ReadList reads them.
func WriteList(lines []Line) string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l.String()
	}
	return strings.Join(out, "\n")
}

// NoPhase returns the problem of a list for a phase that its side does not have.
func NoPhase(typed string) *Problem { return &Problem{ID: "order.list-when", Value: typed} }
