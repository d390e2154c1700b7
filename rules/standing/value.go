package standing

import (
	"slices"
	"strconv"
	"strings"

	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The names with which a line says which hexes and units it is about.
const (
	scopeAt        = "at"
	scopeNear      = "near"
	scopeArea      = "area"
	scopeUnit      = "unit"
	scopeFormation = "formation"
	scopeType      = "type"
)

var scopes = []string{scopeAt, scopeNear, scopeArea, scopeUnit, scopeFormation, scopeType}

// Near is the default radius of near, and farthest the greatest.
const (
	nearby   = 2
	farthest = 20
)

// entry is one of a list of values.
type entry struct {
	text  string
	first token
}

// entries reads a name with its colon and the list after it, which ends at the next keyword.
func (r *reader) entries() (name token, out []entry, err error) {
	name = r.take()
	var words []string
	var first token
	end := func(at token) error {
		if len(words) == 0 {
			return r.wrong(at, view.T("standing.no-value", "word", name.text))
		}
		out = append(out, entry{strings.Join(words, " "), first})
		words = nil
		return nil
	}
	for ; ; r.take() {
		t := r.now()
		switch {
		case t.sign(","):
			if err := end(t); err != nil {
				return name, nil, err
			}
		case r.closes(t, len(words) > 0):
			return name, out, end(t)
		default:
			if len(words) == 0 {
				first = t
			}
			words = append(words, t.text)
		}
	}
}

// closes says whether a token ends a value. A keyword can be the first word of one.
func (r *reader) closes(t token, begun bool) bool {
	switch t.kind {
	case aQuoted:
		return false
	case aWord:
		word := strings.ToLower(t.text)
		_, action := r.words.action(word)
		return action && begun || slices.Contains([]string{wordIf, wordElse, wordWithin, AskMe, Default}, word)
	}
	return true
}

// where reads which hexes or units the line is about.
func (r *reader) where() error {
	t := r.now()
	name := strings.ToLower(t.text)
	if !slices.Contains(scopes, name) {
		return r.wrong(t, view.T("standing.no-operand", "word", view.Typed(t.text)), meant(name, scopes)...)
	}
	if slices.ContainsFunc(r.line.Where, func(a Arg) bool { return a.Name == name }) {
		return r.wrong(t, view.T("standing.twice", "word", view.Typed(name)))
	}
	arg, err := r.list(name, func(e entry) (Choice, error) {
		switch name {
		case scopeAt:
			return r.hexes(e)
		case scopeNear:
			return r.near(e)
		case scopeArea:
			return r.area(e)
		case scopeUnit:
			return r.units(e)
		case scopeFormation:
			return r.among(e, func(u Unit) string { return u.Formation })
		}
		return r.among(e, func(u Unit) string { return u.Type })
	})
	r.line.Where = append(r.line.Where, arg)
	return err
}

// list reads a name and its entries.
func (r *reader) list(name string, read func(entry) (Choice, error)) (Arg, error) {
	_, entries, err := r.entries()
	if err != nil {
		return Arg{}, err
	}
	arg := Arg{Name: name}
	var said []string
	for _, e := range entries {
		c, err := read(e)
		if err != nil {
			return arg, err
		}
		arg.Of, said = append(arg.Of, c), append(said, r.quoted(e.text))
	}
	arg.Said = strings.Join(said, ",")
	return arg, nil
}

// quoted is an entry in the form that Read reads.
func (r *reader) quoted(text string) string {
	tokens := scan(text, 1)
	for i, t := range tokens[:len(tokens)-1] {
		if t.kind != aWord || r.closes(t, i > 0) {
			return `"` + text + `"`
		}
	}
	return text
}

// operand reads an operand of an action.
func (r *reader) operand(o Operand) (Arg, error) {
	if o.Word == wordAbout {
		return r.list(o.Word, r.decision)
	}
	switch o.Kind {
	case Hexes:
		return r.list(o.Word, r.hexes)
	case Way:
		return r.list(o.Word, r.way)
	case Units:
		return r.list(o.Word, r.preferred)
	}
	arg, err := r.list(o.Word, func(e entry) (Choice, error) {
		n, err := strconv.Atoi(e.text)
		if err != nil || n < 0 || n > mostNumber {
			return Choice{}, r.wrong(e.first, view.T("standing.no-number", "most", mostNumber))
		}
		return Choice{N: n}, nil
	})
	if err == nil {
		arg.N = arg.Of[0].N
		arg.Of, arg.Said = nil, strconv.Itoa(arg.N)
	}
	return arg, err
}

// decision reads a kind of decision.
func (r *reader) decision(e entry) (Choice, error) {
	var all []string
	for _, d := range r.words.Decisions {
		if strings.EqualFold(d.Word, e.text) {
			return Choice{Word: d.Word}, nil
		}
		all = append(all, d.Word)
	}
	return Choice{}, r.wrong(e.first, view.T("standing.unknown-decision", "word", view.Typed(e.text)),
		meant(e.text, all)...)
}

// hexes reads a hex, a place, or an entry area.
func (r *reader) hexes(e entry) (Choice, error) {
	number, place, _ := strings.Cut(e.text, " ")
	if h, err := hex.Parse(number); err == nil {
		switch {
		case !r.words.Grid.Contains(h):
			return Choice{}, r.wrong(e.first, view.T("standing.off-map", "hex", h))
		case place == "" || slices.Contains(r.words.Find.Full(place).Hexes, h):
			return Choice{Hexes: []hex.Hex{h}}, nil
		}
	}
	for _, find := range []func(string) order.Means{r.words.Find.Full, r.words.Find.Short} {
		if found := find(e.text).Hexes; len(found) > 0 {
			return Choice{Hexes: found}, nil
		}
	}
	if c, err := r.area(e); err == nil {
		return c, nil
	}
	return Choice{}, r.wrong(e.first, view.T("standing.unknown-hex", "word", view.Typed(e.text)),
		meant(e.text, r.places())...)
}

// places are the names of places and areas.
func (r *reader) places() []string {
	var out []string
	for _, p := range r.words.Places {
		out = append(out, p.Name)
	}
	return append(out, r.areas()...)
}

func (r *reader) areas() (out []string) {
	for _, a := range r.words.Areas {
		out = append(out, a.Name)
	}
	return out
}

// near reads a hex with a radius: 12.13/3.
func (r *reader) near(e entry) (Choice, error) {
	n := nearby
	if i := strings.LastIndex(e.text, "/"); i >= 0 {
		var err error
		if n, err = strconv.Atoi(strings.TrimSpace(e.text[i+1:])); err != nil || n < 1 || n > farthest {
			return Choice{}, r.wrong(e.first, view.T("standing.near", "most", farthest))
		}
		e.text = strings.TrimSpace(e.text[:i])
	}
	c, err := r.hexes(e)
	c.N = n
	return c, err
}

// area reads an entry area by its name.
func (r *reader) area(e entry) (Choice, error) {
	i := slices.IndexFunc(r.words.Areas,
		func(a geography.Area) bool { return order.Fold(a.Name) == order.Fold(e.text) })
	if i < 0 {
		return Choice{}, r.wrong(e.first, view.T("standing.unknown-area", "word", view.Typed(e.text)),
			meant(e.text, r.areas())...)
	}
	return Choice{Hexes: r.words.Areas[i].Hexes}, nil
}

// way reads hexes, or a word for a destination.
func (r *reader) way(e entry) (Choice, error) {
	var words []string
	for _, w := range r.words.Ways {
		if strings.EqualFold(w.Word, e.text) {
			return Choice{Word: w.Word}, nil
		}
		words = append(words, w.Word)
	}
	c, err := r.hexes(e)
	if err != nil && e.first.kind == aWord {
		return c, r.wrong(e.first, view.T("standing.unknown-hex", "word", view.Typed(e.text)),
			meant(e.text, append(words, r.places()...))...)
	}
	return c, err
}

// preferred reads units, or a word for some of them.
func (r *reader) preferred(e entry) (Choice, error) {
	for _, k := range r.words.Kinds {
		if strings.EqualFold(k.Word, e.text) {
			return Choice{Word: k.Word}, nil
		}
	}
	return r.units(e)
}

// units reads a unit, a formation or a type by its name or identifier.
func (r *reader) units(e entry) (Choice, error) {
	if found := r.words.Find.Full(e.text).Units; len(found) > 0 {
		return Choice{Units: found}, nil
	}
	for _, of := range []func(Unit) string{func(u Unit) string { return u.Formation },
		func(u Unit) string { return u.Type }} {
		if c, err := r.among(e, of); err == nil {
			return c, nil
		}
	}
	found := r.words.Find.Short(e.text).Units
	if len(found) == 1 {
		return Choice{Units: found}, nil
	}
	var names, all []string
	for _, u := range r.words.Units {
		if slices.Contains(found, u.ID) {
			names = append(names, u.Name)
		}
		all = append(all, u.Name, u.Formation, u.Type)
	}
	if len(names) > 0 {
		return Choice{}, r.wrong(e.first, view.T("standing.which-unit", "word", view.Typed(e.text)),
			meant(e.text, names)...)
	}
	for _, k := range r.words.Kinds {
		all = append(all, k.Word)
	}
	all = slices.DeleteFunc(all, func(name string) bool { return name == "" })
	return Choice{}, r.wrong(e.first, view.T("standing.unknown-unit", "word", view.Typed(e.text)),
		meant(e.text, all)...)
}

// among reads units by their formation or type.
func (r *reader) among(e entry, of func(Unit) string) (Choice, error) {
	var c Choice
	var all []string
	for _, u := range r.words.Units {
		name := of(u)
		if name == "" {
			continue
		}
		if all = append(all, name); order.Fold(name) == order.Fold(e.text) {
			c.Units = append(c.Units, u.ID)
		}
	}
	if len(c.Units) == 0 {
		return c, r.wrong(e.first, view.T("standing.unknown-unit", "word", view.Typed(e.text)), meant(e.text, all)...)
	}
	return c, nil
}
