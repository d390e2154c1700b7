package rules

import (
	"maps"
	"slices"
	"strings"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Completion returns what could come next in an option of an order, after what is typed into it so far. The other
// options may be filled in part. An option that the order lacks has no completions.
func (m *Match) Completion(by order.Side, v order.Verb, values map[string]string, option string) view.Completion {
	spec, _ := m.Spec(v)
	opt, _, ok := spec.Option(option)
	if !ok || opt.Silent {
		return view.Completion{}
	}
	p := completer{m, by, v, opt, values}
	head, typed := p.splitTyped()
	c := p.after(head)
	c.Typed = typed
	if entry, ok := c.Entry(typed); isList(opt) && ok {
		c.More = new(p.after(append(slices.Clone(head), entry)))
	}
	return c
}

// completer completes one option of an order that a side types.
type completer struct {
	m      *Match
	by     order.Side
	verb   order.Verb
	opt    order.Option
	values map[string]string // what is typed into the options, by name
}

// isList reports whether an option takes entries one after the other.
func isList(opt order.Option) bool { return opt.Kind == order.Units || opt.Kind == order.Path }

// splitTyped splits what is typed into the complete entries of a list and the one that is still being typed. After the
// last comma blanks end an entry too, if it is an identifier or hex number. A name of one unit becomes its identifier.
func (p completer) splitTyped() (head []string, last string) {
	typed := p.values[p.opt.Name]
	if !isList(p.opt) {
		return nil, strings.TrimSpace(typed)
	}
	end := strings.LastIndexByte(typed, ',') + 1
	for _, entry := range strings.Split(typed[:end], ",") {
		entry = strings.TrimSpace(entry)
		if entry != "" {
			head = append(head, shortest(p.m.names(p.by), p.opt, entry))
		}
	}
	i := end + strings.LastIndexByte(typed[end:], ' ') + 1
	more := strings.FieldsFunc(strings.ToLower(typed[end:i]), func(r rune) bool { return r == ' ' })
	last = typed[i:]
	for n, word := range more {
		entry, ok := p.entry(word)
		if !ok {
			return head, strings.TrimSpace(strings.Join(more[n:], " ") + " " + last)
		}
		head = append(head, entry)
	}
	return head, last
}

// entry returns a word as it is written in a list. ok reports whether it is an entry alone: the identifier of a unit
// that the side sees, or the number of a hex.
func (p completer) entry(word string) (entry string, ok bool) {
	if p.opt.Kind == order.Units {
		id := order.UnitID(word)
		if m := p.m.names(p.by).Full(word); len(m.Units) == 1 && strings.EqualFold(string(m.Units[0]), word) {
			id = m.Units[0]
		}
		_, _, seen := p.m.board(p.by, nil).Find(id)
		return string(id), seen
	}
	_, err := hex.Parse(word)
	return word, err == nil
}

// shortest returns the identifier or the hex number for an entry of a list, or what is typed if it can mean several.
func shortest(names order.Names, opt order.Option, typed string) string {
	alone := order.Spec{Options: []order.Option{opt}}
	w, err := order.Read(alone, map[string]string{opt.Name: typed}, names)
	if arg := w.Order.Arg(opt.Name); err == nil && len(arg.Units)+len(arg.Hexes) == 1 {
		return opt.Text(arg)
	}
	return typed
}

// after returns what could follow these entries of the option, given the other options as far as they can be read.
func (p completer) after(head []string) view.Completion {
	m, opt, values := p.m, p.opt, maps.Clone(p.values)
	if len(head) == 0 {
		delete(values, opt.Name)
	} else {
		values[opt.Name] = strings.Join(head, ",")
	}
	partial := m.Partial(p.by, p.verb, values)
	spec, _ := m.Spec(p.verb)
	c, namesHex := view.Completion{Option: opt, Head: head}, false
	for _, o := range spec.Options {
		a := partial.Arg(o.Name)
		if o.Kind == order.Units && o.Name != opt.Name && values[o.Name] != "" && len(a.Units) == 0 {
			return c // none of the side's units can be meant, so nothing can follow
		}
		namesHex = namesHex || len(a.Hexes) > 0
	}
	c.Picks = m.Complete(p.by, partial, opt.Name)
	if opt.Kind != order.Units {
		return c
	}
	r := naming{newReader(m, p.by, order.Words{Order: partial}), opt.Name}
	c.Stacks = r.stacks(c.Picks)
	if !namesHex {
		return c
	}
	var able, rest []view.Pick
	for _, pick := range c.Picks {
		o := partial.WithUnits(opt.Name, append(slices.Clip(partial.Units(opt.Name)), pick.Unit)...)
		if r.breaks(o) == nil {
			able = append(able, pick)
		} else {
			rest = append(rest, pick)
		}
	}
	c.Picks, c.Able = append(able, rest...), len(able)
	return c
}

// stacks returns what can be typed for several of the picks at once: the hexes where they stand or come in, then their
// formations. Each has the units that it would add to the order, at least two.
func (r naming) stacks(picks []view.Pick) (out []view.HexUnits) {
	var hexes []hex.Hex
	var formations []string
	count := map[any]int{} // of picks: by their hex, and by the name of their formation
	for _, p := range picks {
		h := r.stands(p.Unit)
		count[h]++
		if count[h] == 2 && h != hex.None {
			hexes = append(hexes, h)
		}
		f := r.formationOf(p.Unit)
		count[f]++
		if count[f] == 2 && f != "" {
			formations = append(formations, f)
		}
	}
	slices.SortFunc(hexes, hex.Compare)
	before := r.words.Order.Units(r.name)
	offer := func(s view.HexUnits, t order.Term) {
		read, err := r.meaning(t)
		if err != nil || !r.isLegalSoFar(read.Order) {
			return
		}
		s.Units = slices.DeleteFunc(slices.Clone(read.Order.Units(r.name)),
			func(id order.UnitID) bool { return slices.Contains(before, id) })
		if len(s.Units) > 1 {
			out = append(out, s)
		}
	}
	for _, h := range hexes {
		offer(view.HexUnits{Hex: h}, order.Term{Hexes: []hex.Hex{h}})
	}
	for _, f := range formations {
		offer(view.HexUnits{Formation: f}, order.Term{Formations: []string{f}})
	}
	return out
}

// meaning returns the order with what terms mean added to its units.
func (r naming) meaning(more ...order.Term) (Reading, error) {
	o := r.words.Order
	var terms []order.Term
	for _, id := range o.Units(r.name) {
		terms = append(terms, order.Term{Units: []order.UnitID{id}})
	}
	return r.meant(o.WithUnits(r.name), append(terms, more...))
}

// stands returns the hex by which an order can name a unit: where it stands or can come in first, None for neither.
func (r reader) stands(id order.UnitID) hex.Hex {
	u := r.seen.Piece(id)
	switch {
	case u == nil:
		return hex.None
	case u.OnMap():
		return u.At.Hex
	case u.At.Box == state.Coming && u.Arrival != nil && len(u.Arrival.Entry) > 0:
		return u.Arrival.Entry[0]
	}
	return hex.None
}

// isLegalSoFar reports whether an order is legal, or its picks can still become one that is.
func (r reader) isLegalSoFar(o order.Order) bool {
	if r.breaks(o) == nil { // a complete order, for which an offer need not be made
		return true
	}
	picks := r.m.engine.Picks(o)
	_, d := r.m.engine.Offer(r.seen, o.Verb, picks)
	return d == nil
}
