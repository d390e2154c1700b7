package choice

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Most is the highest number in a pick. No side has as many steps or hexes to lose.
const Most = 127

// Numbers offers the numbers from 1 to n.
func Numbers(n int) (out []view.Pick) {
	for i := range min(n, Most) {
		out = append(out, view.Pick{N: int8(i + 1)})
	}
	return out
}

// Part is the index of the option that a pick fills, -1 where no option takes it.
func (f *Form) Part(p view.Pick) int { return p.Part(f.Options) }

// Picks spells an order as picks, in the order of its options.
func (m *Machine[C]) Picks(o order.Order) (out []view.Pick) {
	v := m.Verb(o.Verb)
	if v == nil {
		return nil
	}
	for i := range v.Options {
		out = append(out, v.picks(i, o)...)
	}
	return out
}

// picks returns the picks that spell what an order says in the option at an index; nil for nothing.
func (f *Form) picks(at int, o order.Order) (out []view.Pick) {
	opt := &f.Options[at]
	if opt.Silent {
		return nil
	}
	a := o.Arg(opt.Name)
	switch opt.Kind {
	case order.Units:
		out = f.unitPicks(a.Units)
	case order.Hex:
		if h := o.Hex(opt.Name); h != hex.None {
			out = []view.Pick{{Hex: h}}
		}
	case order.Path:
		for _, h := range a.Hexes {
			out = append(out, view.Pick{Hex: h, N: 1})
		}
	case order.Count:
		// 0 means that no number is given. A required one becomes a pick even then, and Check says what is wrong; but
		// if the option has words for numbers, Done says that the number is missing.
		if a.N != 0 || opt.Required && len(opt.Numbers) == 0 {
			out = []view.Pick{{N: int8(max(min(a.N, Most), -Most))}}
		}
	case order.Word, order.Group:
		if a.Word != "" {
			out = []view.Pick{{N: int8(slices.Index(opt.Words, a.Word) + 1)}}
		}
	}
	if arg := view.ArgOf(f.Options, at); arg > 0 {
		for i := range out {
			out[i].Arg = arg
		}
	}
	return out
}

func (f *Form) unitPicks(ids []order.UnitID) (out []view.Pick) {
	ids = slices.Clone(ids)
	if !f.AsPiled {
		slices.Sort(ids)
	}
	for i, id := range ids {
		if f.Counted && i > 0 && id == ids[i-1] {
			out[len(out)-1].N = min(out[len(out)-1].N, Most-1) + 1 // at most Most, and no overflow
			continue
		}
		p := view.Pick{Unit: id}
		if f.Counted {
			p.N = 1
		}
		out = append(out, p)
	}
	return out
}

// Order is the inverse of Picks. A pick that no option takes is left out.
func (m *Machine[C]) Order(name order.Verb, picks []view.Pick) order.Order {
	o := order.Order{Verb: name}
	v := m.Verb(name)
	if v == nil {
		return o
	}
	for i := range v.Options {
		if a := v.arg(i, picks); a.Name != "" {
			o.Args = append(o.Args, a)
		}
	}
	return o
}

// arg returns the argument that picks spell for the option at an index; its Name is "" if none of them fills it.
func (f *Form) arg(at int, picks []view.Pick) (a order.Arg) {
	for _, p := range picks {
		if f.Part(p) == at {
			p.Add(&a, f.Options[at])
		}
	}
	return a
}

// Complete returns what could come next in an option of a partial order.
func (m *Machine[C]) Complete(s *state.Sight, partial order.Order, option string) (out []view.Pick) {
	v := m.Verb(partial.Verb)
	if v == nil {
		return nil
	}
	opt, at, ok := v.Option(option)
	if !ok || opt.Silent {
		return nil
	}
	seen := map[view.Pick]bool{}
	for _, start := range m.starts(s, v, partial, at) {
		_, _, offer, d := m.next(s, partial.Verb, start, 0)
		if d != nil {
			continue
		}
		for _, p := range offer.Next {
			if v.Part(p) == at && !seen[p] {
				seen[p] = true
				out = append(out, p)
			}
		}
	}
	return out
}

// starts returns the lists of picks that can come before the next pick of an option: the picks of the options before it
// and, if it is a list, its present entries. A required option that is not given yet is tried with every value.
func (m *Machine[C]) starts(s *state.Sight, v *Verb[C], partial order.Order, at int) [][]view.Pick {
	opt := &v.Options[at]
	starts := [][]view.Pick{nil}
	for i := range at {
		o := &v.Options[i]
		if v.Either && !o.Required && !opt.Required { // they exclude each other
			continue
		}
		given := v.picks(i, partial)
		switch {
		case len(given) > 0:
			for n := range starts {
				starts[n] = append(slices.Clip(starts[n]), given...)
			}
		case o.Required:
			starts = m.withEach(s, v, starts, i)
		}
	}
	if opt.Kind == order.Units || opt.Kind == order.Path { // a list keeps its entries; a single value is being replaced
		for n := range starts {
			starts[n] = append(slices.Clip(starts[n]), v.picks(at, partial)...)
		}
	}
	return starts
}

// withEach extends each of the starts by each pick that can fill an option.
func (m *Machine[C]) withEach(s *state.Sight, v *Verb[C], starts [][]view.Pick, option int) (out [][]view.Pick) {
	for _, start := range starts {
		_, _, offer, _ := m.next(s, v.Spec.Verb, start, 0)
		for _, p := range offer.Next {
			if v.Part(p) == option {
				out = append(out, append(slices.Clip(start), p))
			}
		}
	}
	return out
}
