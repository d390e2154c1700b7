package order

import "slices"

// Union merges the orders of several games into one list of commands, in which a verb occurs once with the options of
// every game that has it. Each game reads an order by its own Spec. So an option is required only where every game
// requires it, and one whose kind differs between games takes free text: the kind Units, which has no fixed values.
func Union(games ...[]Spec) []Spec {
	var all []Spec
	for _, specs := range games {
		for _, s := range specs {
			i := slices.IndexFunc(all, func(a Spec) bool { return a.Verb == s.Verb })
			if i < 0 {
				s.Options = s.Said()
				all = append(all, s)
				continue
			}
			all[i] = all[i].and(s)
		}
	}
	return all
}

// and merges a spec with another one of the same verb, required options first.
func (s Spec) and(other Spec) Spec {
	var out []Option
	for _, o := range s.Options {
		theirs, _, both := other.Option(o.Name)
		o.Required = o.Required && both && theirs.Required
		if both {
			o = o.and(theirs)
		}
		out = append(out, o)
	}
	for _, o := range other.Said() {
		if _, _, known := s.Option(o.Name); !known {
			o.Required = false
			out = append(out, o)
		}
	}
	slices.SortStableFunc(out, func(a, b Option) int {
		switch {
		case a.Required == b.Required:
			return 0
		case a.Required:
			return -1
		}
		return 1
	})
	s.Options, s.Either, s.Fight = out, s.Either && other.Either, s.Fight || other.Fight
	return s
}

// and returns an option that takes the values of both.
func (o Option) and(other Option) Option {
	if o.Kind != other.Kind {
		return Option{Name: o.Name, Kind: Units, Required: o.Required}
	}
	for _, w := range other.Words {
		if !slices.Contains(o.Words, w) {
			o.Words = append(slices.Clip(o.Words), w)
		}
	}
	for _, n := range other.Numbers {
		if !slices.Contains(o.Numbers, n) {
			o.Numbers = append(slices.Clip(o.Numbers), n)
		}
	}
	return o
}
