package rules

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// entry is what a term of a list of units means: units that must take part, or all units of a hex that can.
type entry struct {
	term  order.Term
	units []order.UnitID
	whole bool // all units of a hex or a formation that can take part
}

// same reports whether both name the same stack, which counts once.
func (e entry) same(o entry) bool { return o.whole && slices.Equal(e.units, o.units) }

// naming resolves one option of units.
type naming struct {
	reader
	name string
}

// units finds the units of an order whose other options are known, option by option.
func (r reader) units(o order.Order) (Reading, error) {
	read := Reading{Order: o}
	for _, open := range r.words.Open {
		if open.Kind != order.Units {
			continue
		}
		one, err := naming{r, open.Name}.meant(read.Order, open.Terms)
		if err != nil {
			return Reading{}, err
		}
		read = Reading{one.Order, append(read.Behind, one.Behind...), append(read.Why, one.Why...)}
	}
	return read, nil
}

// meant finds the units of the option. A hex means the largest set of its units with which the order is legal as given;
// without one, the largest set with which it can be given at all; else all units, so that the refusal says why.
func (r naming) meant(o order.Order, terms []order.Term) (Reading, error) {
	var list []entry
	for _, t := range terms {
		units, whole, err := r.unitsMeantBy(o, t)
		if err != nil {
			return Reading{}, err
		}
		if e := (entry{t, units, whole}); !whole || !slices.ContainsFunc(list, e.same) {
			list = append(list, e)
		}
	}
	for i, e := range list {
		if e.whole || len(e.units) == 1 {
			continue
		}
		var err error
		if list[i].units, err = r.onlyUnit(o, list, e); err != nil {
			return Reading{}, err
		}
	}
	return r.choose(o, list)
}

// unitsMeantBy returns the units that a term can mean. whole reports whether it means all of these that can take part.
func (r naming) unitsMeantBy(o order.Order, t order.Term) (units []order.UnitID, whole bool, err error) {
	if len(t.Formations) > 0 {
		units, err = r.formation(o, t)
		return units, true, err
	}
	if len(t.Hexes) == 0 {
		return t.Units, false, nil
	}
	var stands []order.UnitID
	var hexes []hex.Hex // where somebody stands
	for _, h := range t.Hexes {
		if there := r.unitsNamedBy(o.Verb, h); len(there) > 0 {
			stands, hexes = append(stands, there...), append(hexes, h)
		}
	}
	if len(t.Units) > 0 {
		stands = slices.DeleteFunc(slices.Clone(t.Units),
			func(id order.UnitID) bool { return !slices.Contains(stands, id) })
	}
	switch {
	case len(stands) == 0:
		return nil, false, t.Nobody(o.Verb)
	case len(t.Units) == 0 && len(hexes) > 1:
		return nil, false, t.Which(o.Verb, order.Means{Hexes: hexes})
	}
	return stands, len(t.Units) == 0, nil
}

// formation returns the units of the term's formation in the hexes where one of them can take part, in the term's hex
// alone if it has one. If none can, it returns all that the order can be about. If the order is for units of one hex
// and units in several hexes can take part, it asks which hex.
func (r naming) formation(o order.Order, t order.Term) ([]order.UnitID, error) {
	if len(t.Formations) > 1 {
		return nil, t.Which(o.Verb, order.Means{Formations: t.Formations})
	}
	var members []order.UnitID
	for i := range r.seen.Own {
		id := r.seen.Own[i].ID
		if r.formationOf(id) == t.Formations[0] && (len(t.Hexes) == 0 || slices.Contains(t.Hexes, r.stands(id))) {
			members = append(members, id)
		}
	}
	if len(members) == 0 {
		return nil, t.Nobody(o.Verb)
	}
	takes := func(ids ...order.UnitID) bool { return r.canTakePart(o.WithUnits(r.name, ids...), r.name) }
	able, _ := partition(members, func(id order.UnitID) bool { return takes(id) })
	if len(able) == 0 {
		return r.unitsConcerned(o, members), nil
	}
	var hexes []hex.Hex
	together, beyond := false, false // whether two of a hex, and of different ones, can act together
	for i, id := range able {
		if at := r.stands(id); !slices.Contains(hexes, at) {
			hexes = append(hexes, at)
		}
		for _, other := range able[:i] {
			if pair := takes(id, other); r.stands(id) == r.stands(other) {
				together = together || pair
			} else {
				beyond = beyond || pair
			}
		}
	}
	if len(hexes) > 1 && !beyond && (together || len(hexes) == len(able)) {
		return nil, t.Apart(o.Verb, hexes)
	}
	there, _ := partition(members, func(id order.UnitID) bool { return slices.Contains(hexes, r.stands(id)) })
	return there, nil
}

// formationOf returns the name of a unit's formation, "" for none. Units join and leave groups.
func (r reader) formationOf(id order.UnitID) string {
	if p := r.seen.Piece(id); p != nil && len(r.m.printed.Groups) > 0 {
		return r.m.printed.GroupName(p.Group)
	}
	return r.m.def.Units[id].Formation
}

// unitsNamedBy returns the units of the side that a hex names in an order: those in it, top first, or to come in there.
func (r reader) unitsNamedBy(v order.Verb, h hex.Hex) (ids []order.UnitID) {
	if !r.m.def.Grid.Contains(h) {
		return nil
	}
	if spec, _ := r.m.Spec(v); spec.Arrives {
		ids = r.unitsArrivingAt(v, h)
		if len(ids) > 0 {
			return ids
		}
	}
	for _, u := range r.seen.Stack(h) {
		ids = append(ids, u.ID)
	}
	return ids
}

// unitsArrivingAt returns the units that can come in at a hex.
func (r reader) unitsArrivingAt(v order.Verb, h hex.Hex) (ids []order.UnitID) {
	first, _ := r.m.engine.Offer(r.seen, v, nil) // before any pick
	for _, p := range first.Next {
		after, d := r.m.engine.Offer(r.seen, v, []view.Pick{p})
		if d == nil && slices.Contains(after.Next, view.Pick{Hex: h}) {
			ids = append(ids, p.Unit)
		}
	}
	return ids
}

// onlyUnit returns the only unit that a name of several can mean, whatever is legal: an order must never go to a unit
// that nobody meant because another of its name cannot carry it out. Otherwise the error asks which, able units first.
func (r naming) onlyUnit(o order.Order, list []entry, e entry) ([]order.UnitID, error) {
	units := r.unitsConcerned(o, e.units)
	if len(units) == 1 {
		return units, nil
	}
	single := slices.DeleteFunc(slices.Clone(list), func(e entry) bool { return e.whole || len(e.units) != 1 })
	able, rest := partition(units, func(id order.UnitID) bool {
		return r.breaks(r.with(o, append(slices.Clip(single), entry{units: []order.UnitID{id}}), nil)) == nil
	})
	return nil, e.term.Which(o.Verb, order.Means{Units: append(able, rest...)})
}

// unitsConcerned returns those of the units that the order can be about. In the answer to a decision these are the
// units that the decision lists, whichever of them may do it; otherwise those on the map. If there are none, or the
// order brings units on, they are those that it takes; if it takes none, all.
func (r naming) unitsConcerned(o order.Order, units []order.UnitID) []order.UnitID {
	spec, _ := r.m.Spec(o.Verb)
	for _, about := range []func(order.UnitID) bool{
		func(id order.UnitID) bool {
			q := r.seen.Owed
			return q != nil && q.Kind == string(o.Verb) && slices.Contains(q.Units, id)
		},
		func(id order.UnitID) bool { u := r.seen.Piece(id); return !spec.Arrives && u != nil && u.OnMap() },
		func(id order.UnitID) bool { return r.canTakePart(o.WithUnits(r.name, id), r.name) },
	} {
		if found, _ := partition(units, about); len(found) > 0 {
			return found
		}
	}
	return units
}

// partition returns the units for which holds is true, and the others.
func partition(all []order.UnitID, holds func(order.UnitID) bool) (some, rest []order.UnitID) {
	for _, id := range all {
		if holds(id) {
			some = append(some, id)
		} else {
			rest = append(rest, id)
		}
	}
	return some, rest
}

// with returns an order with the units of a list: all that are named, and those chosen of the units in named hexes.
func (r naming) with(o order.Order, list []entry, chosen []order.UnitID) order.Order {
	var units []order.UnitID
	for _, e := range list {
		for _, id := range e.units {
			if !e.whole || slices.Contains(chosen, id) && !slices.Contains(units, id) && !namesUnit(list, id) {
				units = append(units, id)
			}
		}
	}
	return o.WithUnits(r.name, units...)
}

// namesUnit reports whether a list names the unit itself and not only its hex.
func namesUnit(list []entry, id order.UnitID) bool {
	return slices.ContainsFunc(list, func(e entry) bool { return !e.whole && slices.Contains(e.units, id) })
}

// choose decides which of the units that need not take part do so.
func (r naming) choose(o order.Order, list []entry) (Reading, error) {
	var free []order.UnitID
	var stacks []entry
	for _, e := range list {
		if e.whole {
			stacks = append(stacks, e)
			for _, id := range e.units {
				if !namesUnit(list, id) && !slices.Contains(free, id) {
					free = append(free, id)
				}
			}
		}
	}
	if len(free) == 0 {
		return Reading{Order: r.with(o, list, nil)}, nil
	}
	legal := func(some []order.UnitID) bool { return r.breaks(r.with(o, list, some)) == nil }
	found := most(free, legal)
	if len(found) > 1 && len(found[0]) == 1 && len(stacks) == 1 { // one of several units: it asks which
		return Reading{}, stacks[0].term.Which(o.Verb, order.Means{Units: slices.Concat(found...)})
	}
	if len(found) == 0 {
		found = most(free, func(some []order.UnitID) bool { return r.canTakePart(r.with(o, list, some), r.name) })
	}
	if len(found) != 1 { // with all units it is refused, and the refusal says what stops them
		return Reading{Order: r.with(o, list, free)}, nil
	}
	read := Reading{Order: r.with(o, list, found[0])}
	for _, id := range free {
		hasOtherPart := slices.ContainsFunc(o.Args, func(a order.Arg) bool { return slices.Contains(a.Units, id) })
		if !slices.Contains(found[0], id) && !hasOtherPart {
			read.Behind = append(read.Behind, view.Name{ID: id, Name: r.m.def.Units[id].Name})
			read.Why = append(read.Why, r.whyBehind(o, list, found[0], id))
		}
	}
	return read, nil
}

// whyBehind returns why a unit cannot take part in an order, alone or with those that do.
func (r naming) whyBehind(o order.Order, list []entry, some []order.UnitID, id order.UnitID) view.Text {
	for _, set := range [][]order.UnitID{{id}, append(slices.Clone(some), id)} {
		if d := r.breaks(r.with(o, list, set)); d != nil {
			return d.Why
		}
	}
	return view.Text{}
}

// mostTried is how many units are tried in every combination.
const mostTried = 6

// most returns the largest sets of units for which holds is true, all of the same size. For more than mostTried
// units it adds one unit after the other instead of trying all sets.
func most(all []order.UnitID, holds func([]order.UnitID) bool) [][]order.UnitID {
	if holds(all) {
		return [][]order.UnitID{all}
	}
	if some := ableInPairs(all, holds); len(some) > 0 && len(some) < len(all) {
		all = some
		if holds(all) {
			return [][]order.UnitID{all}
		}
	}
	if len(all) > mostTried {
		var sum []order.UnitID
		for _, id := range all {
			if more := append(slices.Clip(sum), id); holds(more) {
				sum = more
			}
		}
		if len(sum) == 0 {
			return nil
		}
		return [][]order.UnitID{sum}
	}
	for n := len(all) - 1; n > 0; n-- {
		if found := slices.DeleteFunc(subsets(all, n),
			func(some []order.UnitID) bool { return !holds(some) }); len(found) > 0 {
			return found
		}
	}
	return nil
}

// ableInPairs returns the units for which holds is true alone, or together with one such unit: a unit without attack
// strength attacks only with others.
func ableInPairs(all []order.UnitID, holds func([]order.UnitID) bool) (out []order.UnitID) {
	alone := slices.DeleteFunc(slices.Clone(all), func(id order.UnitID) bool { return !holds([]order.UnitID{id}) })
	for _, id := range all {
		if slices.Contains(alone, id) || slices.ContainsFunc(alone,
			func(o order.UnitID) bool { return holds([]order.UnitID{id, o}) }) {
			out = append(out, id)
		}
	}
	return out
}

// subsets returns every choice of n units, in their order.
func subsets(all []order.UnitID, n int) (out [][]order.UnitID) {
	if n == 0 {
		return [][]order.UnitID{nil}
	}
	for i := 0; i+n <= len(all); i++ {
		for _, rest := range subsets(all[i+1:], n-1) {
			out = append(out, append([]order.UnitID{all[i]}, rest...))
		}
	}
	return out
}
