package order

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/hex"
)

// Problem says what is malformed in a command. It is an error of form, no
// ruling: no rule is cited.
type Problem struct {
	ID     string // for the catalogue of messages: "order.unknown-command", …
	Verb   Verb
	Option string
	Value  string
	Means  []Candidate // what Value may mean, where it means several things
	Line   int         // of a list, 0 elsewhere
	Text   string      // of that line
}

// Candidate is one of several things that words may mean.
type Candidate struct {
	Unit  UnitID
	Hex   hex.Hex
	Value string // the whole option, with the candidate in the place of the words
}

// String is the unit's identifier, or the hex.
func (c Candidate) String() string {
	if c.Unit != "" {
		return string(c.Unit)
	}
	return c.Hex.String()
}

// Error is the problem in a form for logs and case files.
func (p *Problem) Error() string {
	return strings.TrimSpace(fmt.Sprintf("%s /%s %s %q", p.ID, p.Verb, p.Option, p.Value))
}

// Parse reads a command as text: /name [subcommand] option:value …, where a
// value runs to the next option, and lists are parted by commas or spaces. Units and hexes
// go by the names that names knows, too; it may be nil.
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

// match finds the spec whose words begin the command, the longest first.
func match(specs []Spec, words []string) (Spec, []string, bool) {
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
				return nil, &Problem{ID: "order.option-twice", Verb: spec.Verb, Option: name}
			}
			if !slices.ContainsFunc(spec.Options, func(o Option) bool { return o.Name == name }) {
				return nil, &Problem{ID: "order.unknown-option", Verb: spec.Verb, Option: name}
			}
			values[name] = after
			continue
		}
		if name == "" {
			return nil, &Problem{ID: "order.stray-word", Verb: spec.Verb, Value: w}
		}
		values[name] += " " + w
	}
	return values, nil
}

// Words is an order as it was said: beyond doubt, or with terms that can mean several
// things as the game stands.
type Words struct {
	Order Order
	Units []Term // where one of them is in doubt, all of them: Order.Units are none then
	Hex   *Term  // where it is in doubt
	Path  []Term // where one of them is in doubt, all of them: Order.Path is none then
}

// Read makes an order of the values of its options, as Parse does.
func Read(spec Spec, values map[string]string, names Names) (Words, error) {
	w := Words{Order: Order{Verb: spec.Verb}}
	optional := 0
	for _, opt := range spec.Options {
		v, given := values[opt.Name]
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
		return Words{}, &Problem{ID: "order.either-option", Verb: spec.Verb, Option: spec.choice()}
	}
	return w, nil
}

// choice names the options of which exactly one must be given.
func (s Spec) choice() string {
	var names []string
	for _, o := range s.Options {
		if !o.Required {
			names = append(names, o.Name)
		}
	}
	return strings.Join(names, ", ")
}

// fill reads what an option holds.
func (w *Words) fill(l list) error {
	o, opt := &w.Order, l.option
	bad := &Problem{ID: "order.bad-value", Verb: o.Verb, Option: opt.Name, Value: strings.TrimSpace(l.text)}
	words := slices.DeleteFunc(slices.Clone(l.words), word.comma)
	if len(words) == 0 || opt.Kind != Units && opt.Kind != Hex && opt.Kind != Path && len(words) > 1 {
		return bad
	}
	var err error
	switch opt.Kind {
	case Units:
		w.fillUnits(l.units())
	case Hex:
		to, hexes := l.hexes(0)
		switch {
		case to == 0 || to < len(l.words):
			return bad
		case len(hexes) > 1:
			t := l.term(0, to, Means{Hexes: hexes})
			w.Hex = &t
		default:
			o.Hex = hexes[0]
		}
	case Path:
		return w.fillPath(l, bad)
	case Count:
		o.N, err = strconv.Atoi(words[0].text)
		if err == nil && (o.N < 1 || o.N > 999) {
			return bad
		}
	case Word:
		o.Word = strings.ToLower(words[0].text)
	case Strikes:
		o.N, err = strikes(words[0].text)
	}
	if err != nil {
		return bad
	}
	return nil
}

// fillUnits takes a list of units, of which some may be in doubt.
func (w *Words) fillUnits(terms []Term) {
	if slices.ContainsFunc(terms, func(t Term) bool { return !t.Plain() }) {
		w.Units = append(w.Units, terms...)
		return
	}
	for _, t := range terms {
		w.Order.Units = append(w.Order.Units, t.Units...)
	}
}

// fillPath reads hexes in order, of which some may be in doubt.
func (w *Words) fillPath(l list, bad *Problem) error {
	var terms []Term
	for at := 0; at < len(l.words); at++ {
		if l.words[at].comma() {
			continue
		}
		to, hexes := l.hexes(at)
		if to == at {
			bad.Value = l.words[at].text
			return bad
		}
		terms = append(terms, l.term(at, to, Means{Hexes: hexes}))
		at = to - 1
	}
	if slices.ContainsFunc(terms, func(t Term) bool { return len(t.Hexes) > 1 }) {
		w.Path = terms
		return nil
	}
	for _, t := range terms {
		w.Order.Path = append(w.Order.Path, t.Hexes[0])
	}
	return nil
}

// Words for air strikes.
const (
	regular   = "regular" // one of them
	breakdown = "breakdown"
)

// strikes reads how many air strikes are meant, or Breakdown.
func strikes(s string) (int, error) {
	switch strings.ToLower(s) {
	case regular:
		return 1, nil
	case breakdown:
		return Breakdown, nil
	}
	n, err := strconv.Atoi(s)
	if err == nil && (n < 1 || n > 999) {
		err = fmt.Errorf("%d is no number of air strikes", n)
	}
	return n, err
}

// StrikesText writes what an option of air strikes holds.
func StrikesText(n int) string {
	switch n {
	case 1:
		return regular
	case Breakdown:
		return breakdown
	}
	return strconv.Itoa(n)
}

// Format writes an order as the text that Parse reads: the inverse of Parse.
func Format(spec Spec, o Order) string {
	var b strings.Builder
	b.WriteString("/" + string(o.Verb))
	for _, opt := range spec.Options {
		if v := o.value(opt.Kind); v != "" {
			b.WriteString(" " + opt.Name + ":" + v)
		}
	}
	return b.String()
}

func (o Order) value(k Kind) string {
	var parts []string
	switch k {
	case Units:
		for _, u := range o.Units {
			parts = append(parts, string(u))
		}
	case Path:
		for _, h := range o.Path {
			parts = append(parts, h.String())
		}
	case Hex:
		if o.Hex != hex.None {
			parts = []string{o.Hex.String()}
		}
	case Count:
		if o.N != 0 {
			parts = []string{strconv.Itoa(o.N)}
		}
	case Word:
		parts = []string{o.Word}
	case Strikes:
		if o.N != 0 {
			parts = []string{StrikesText(o.N)}
		}
	}
	return strings.Join(parts, ",")
}
