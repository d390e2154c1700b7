package order

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/hex"
	"grognard/rules/letters"
)

// Problem says what is malformed in a command. It is an error of form and not a ruling, so it cites no rule.
type Problem struct {
	ID     string // a key of the catalogue: "order.unknown-command", …
	Verb   Verb
	Option string
	Value  string
	Means  []Candidate // what Value may mean, where that is ambiguous
	Parts  []string    // what could be typed: the command's options with a colon, or the words that Option takes
	Line   int         // the line's number in a list, 0 elsewhere
	Text   string      // the text of that line
}

// Candidate is one of several things that words may mean.
type Candidate struct {
	Unit      UnitID
	Hex       hex.Hex
	Formation string
	Value     string // the whole option with the ambiguous words replaced by the candidate
}

// String returns the unit's identifier, the formation's name, or the hex.
func (c Candidate) String() string {
	if name := cmp.Or(string(c.Unit), c.Formation); name != "" {
		return name
	}
	return c.Hex.String()
}

// Error is the problem in a form for logs and case files.
func (p *Problem) Error() string {
	text := strings.TrimSpace(fmt.Sprintf("%s /%s %s %q", p.ID, p.Verb, p.Option, p.Value))
	if len(p.Parts) > 0 {
		text += ", it has " + strings.Join(p.Parts, ", ")
	}
	return text
}

// Parse reads a command as text: /name [subcommand] option:value …, where a value extends to the next option, and lists
// are separated by commas or spaces. Units and hexes may also have names that names knows; it may be nil.
func Parse(specs []Spec, text string, names Names) (Words, error) {
	words := strings.Fields(text)
	if len(words) == 0 || !strings.HasPrefix(words[0], "/") {
		return Words{}, &Problem{ID: "order.no-command", Value: text}
	}
	words[0] = strings.TrimPrefix(words[0], "/")
	spec, rest, ok := match(specs, words)
	if !ok {
		return Words{}, &Problem{ID: "order.unknown-command", Value: words[0]}
	}
	values, err := split(spec, rest)
	if err != nil {
		return Words{}, err
	}
	return Read(spec, values, names)
}

// match returns the spec whose verb begins the command, of two words if there is one, and the words after the verb.
func match(specs []Spec, words []string) (spec Spec, rest []string, ok bool) {
	for n := min(2, len(words)); n > 0; n-- {
		if s, ok := Find(specs, Verb(strings.ToLower(strings.Join(words[:n], " ")))); ok {
			return s, words[n:], true
		}
	}
	return Spec{}, nil, false
}

// split sorts the words of a command by option.
func split(spec Spec, words []string) (map[string]string, error) {
	values := map[string]string{}
	name := ""
	for _, w := range words {
		if before, after, ok := strings.Cut(w, ":"); ok && !strings.Contains(before, ".") {
			name = strings.ToLower(before)
			if _, twice := values[name]; twice {
				return nil, spec.misnamed("order.option-twice", name)
			}
			if opt, _, ok := spec.Option(name); !ok || opt.Silent {
				return nil, spec.misnamed("order.unknown-option", name)
			}
			values[name] = after
			continue
		}
		if name == "" {
			return nil, &Problem{ID: "order.stray-word", Verb: spec.Verb, Value: w, Parts: spec.misnamed("", "").Parts}
		}
		values[name] += " " + w
	}
	return values, nil
}

// Named checks that the command has all of these options. The error is a *Problem for one that it does not have.
func (s Spec) Named(values map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if opt, _, ok := s.Option(name); !ok || opt.Silent {
			return s.misnamed("order.unknown-option", name)
		}
	}
	return nil
}

// misnamed returns the problem of an option that the command lacks or that is named twice. It lists the options.
func (s Spec) misnamed(id, option string) *Problem {
	p := &Problem{ID: id, Verb: s.Verb, Option: option}
	for _, o := range s.Said() {
		p.Parts = append(p.Parts, o.Name+":")
	}
	return p
}

// Words is an order as it was typed: unambiguous, or with terms that only the position can decide.
type Words struct {
	Order Order
	Open  []Open // the ambiguous options; their arguments in Order are empty
}

// Open is an option with an ambiguous term.
type Open struct {
	Name  string
	Kind  Kind   // Units, Hex or Path
	Terms []Term // all terms of the option, ambiguous or not
}

// Read makes an order from the values of its options, as Parse does.
func Read(spec Spec, values map[string]string, names Names) (Words, error) {
	w := Words{Order: Order{Verb: spec.Verb}}
	optional := 0
	for _, opt := range spec.Options {
		v, given := values[opt.Name]
		if opt.Silent {
			continue
		}
		if !given {
			if opt.Required {
				return Words{}, &Problem{ID: "order.missing-option", Verb: spec.Verb, Option: opt.Name}
			}
			continue
		}
		if !opt.Required {
			optional++
		}
		if err := w.fill(newList(names, opt, v)); err != nil {
			return Words{}, err
		}
	}
	if spec.Either && optional != 1 {
		var choice []string // the options of which exactly one must be given
		for _, o := range spec.Options {
			if !o.Required {
				choice = append(choice, o.Name)
			}
		}
		return Words{}, &Problem{ID: "order.either-option", Verb: spec.Verb, Option: strings.Join(choice, ", ")}
	}
	return w, nil
}

// fill puts the value of an option into the order, or into Open if only the position can decide what it means.
func (w *Words) fill(l list) error {
	opt := l.option
	bad := &Problem{ID: "order.bad-value", Verb: w.Order.Verb, Option: opt.Name, Value: strings.TrimSpace(l.text)}
	if len(l.words) > 0 && (opt.Kind == Hex || opt.Kind == Path) {
		bad.ID = "order.bad-hex"
	}
	words := slices.DeleteFunc(slices.Clone(l.words), word.isComma)
	single := opt.Kind == Count || opt.Kind == Word
	bad.Parts = opt.choices()
	if opt.Kind == Count {
		bad.ID = "order.bad-number"
	} else if len(bad.Parts) > 0 {
		bad.ID = "order.bad-choice"
	}
	if len(words) == 0 || single && len(words) > 1 {
		return bad
	}
	arg, ok := Arg{Name: opt.Name}, true
	switch opt.Kind {
	case Units:
		arg.Units = w.fillUnits(opt, l.units())
	case Hex:
		to, hexes := l.hexes(0) // from the first word
		switch {
		case to == 0 || to < len(l.words):
			return bad
		case len(hexes) > 1:
			w.Open = append(w.Open, Open{opt.Name, opt.Kind, []Term{l.term(0, to, Means{Hexes: hexes})}})
		default:
			arg.Hexes = hexes
		}
	case Path:
		var problem *Problem
		if arg.Hexes, problem = w.fillPath(l, bad); problem != nil {
			return problem
		}
	case Count:
		arg.N, ok = opt.number(words[0].text)
	case Word, Group:
		arg.Word, ok = opt.word(l.said(0, len(l.words)))
	}
	if !ok {
		return bad
	}
	w.Order.Args = append(w.Order.Args, arg)
	return nil
}

// fillUnits takes a list of units, some of which may be ambiguous.
func (w *Words) fillUnits(opt Option, terms []Term) (units []UnitID) {
	if slices.ContainsFunc(terms, func(t Term) bool { return !t.Plain() }) {
		w.Open = append(w.Open, Open{opt.Name, opt.Kind, terms})
		return nil
	}
	for _, t := range terms {
		units = append(units, t.Units...)
	}
	return units
}

// fillPath reads hexes in order, some of which may be ambiguous.
func (w *Words) fillPath(l list, bad *Problem) ([]hex.Hex, *Problem) {
	var terms []Term
	for at := 0; at < len(l.words); at++ {
		if l.words[at].isComma() {
			continue
		}
		to, hexes := l.hexes(at)
		if to == at {
			bad.Value = l.words[at].text
			return nil, bad
		}
		terms = append(terms, l.term(at, to, Means{Hexes: hexes}))
		at = to - 1
	}
	if slices.ContainsFunc(terms, func(t Term) bool { return len(t.Hexes) > 1 }) {
		w.Open = append(w.Open, Open{l.option.Name, Path, terms})
		return nil, nil
	}
	path := make([]hex.Hex, len(terms))
	for i, t := range terms {
		path[i] = t.Hexes[0]
	}
	return path, nil
}

// MaxCount is the highest number that can be typed.
const MaxCount = 999

// number reads a number, or the word for one.
func (o Option) number(said string) (n int, ok bool) {
	for _, known := range o.Numbers {
		if strings.EqualFold(known.Word, said) {
			return known.N, true
		}
	}
	n, err := strconv.Atoi(letters.Plain(said))
	return n, err == nil && n >= 1 && n <= MaxCount
}

// word reads one of the option's words, or a name that only one of them has.
func (o Option) word(said string) (word string, ok bool) {
	matches := func(known string) bool { return strings.EqualFold(known, said) || Fold(known) == Fold(said) }
	if i := slices.IndexFunc(o.Words, matches); i >= 0 {
		return o.Words[i], true
	}
	i := slices.IndexFunc(o.Names, matches)
	if i < 0 || slices.ContainsFunc(o.Names[i+1:], matches) {
		return "", false
	}
	return o.Words[i], true
}

// Named returns the name by which an option's word is read again; the word itself where it has none of its own.
func (o Option) Named(word string) string {
	if i := slices.Index(o.Words, word); i >= 0 && i < len(o.Names) {
		if read, ok := o.word(o.Names[i]); ok && read == word {
			return o.Names[i]
		}
	}
	return word
}

// choices returns the words that the option takes, those with a name by it; of a number its words.
func (o Option) choices() (words []string) {
	for _, w := range o.Words {
		words = append(words, o.Named(w))
	}
	for _, n := range o.Numbers {
		words = append(words, n.Word)
	}
	return words
}

// Format writes an order as text: the inverse of Parse.
func Format(spec Spec, o Order) string {
	var b strings.Builder
	b.WriteString("/" + string(o.Verb))
	for _, opt := range spec.Said() {
		if v := opt.Text(o.Arg(opt.Name)); v != "" {
			b.WriteString(" " + opt.Name + ":" + v)
		}
	}
	return b.String()
}

// Text writes the option's value as Parse reads it, "" for none.
func (o Option) Text(a Arg) string {
	var parts []string
	switch o.Kind {
	case Units:
		for _, u := range a.Units {
			parts = append(parts, string(u))
		}
	case Hex, Path:
		for _, h := range a.Hexes {
			parts = append(parts, h.String())
		}
	case Count:
		return o.numberText(a.N)
	case Word, Group:
		return a.Word
	}
	return strings.Join(parts, ",")
}

// numberText returns the word for a number, else the number; "" for 0 without a word.
func (o Option) numberText(n int) string {
	i := slices.IndexFunc(o.Numbers, func(known Number) bool { return known.N == n })
	switch {
	case i >= 0:
		return o.Numbers[i].Word
	case n == 0:
		return ""
	}
	return strconv.Itoa(n)
}
