package rules

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// claim is what a line of a list is about. It shows which lines build on one that is illegal.
type claim struct {
	number int
	ends   bool           // it ends a phase, or a part of one
	units  []order.UnitID // that give its orders
	named  []hex.Hex      // hexes by which it names units
	goals  []hex.Hex      // where it would bring units, or what they would fight
	from   []hex.Hex      // where its units stand
}

// claim returns what a tried line is about; for an illegal line, as far as it can be read.
func (c trial) claim(t view.Tried) claim {
	out := claim{number: t.Line.Number, ends: t.Line.Ends()}
	orders := t.Orders
	for _, s := range t.Line.Said {
		spec, _ := c.m.Spec(s.Verb)
		w, err := order.Read(spec, s.Values, c.m.names(c.by))
		if err != nil {
			continue
		}
		orders = append(slices.Clip(orders), w.Order)
		for _, open := range w.Open {
			for _, term := range open.Terms {
				out.units = append(out.units, term.Units...)
				if open.Kind == order.Units {
					out.named = append(out.named, term.Hexes...)
				}
			}
		}
	}
	for _, o := range orders {
		for _, a := range o.Args {
			out.units = append(out.units, a.Units...)
			if len(a.Hexes) > 0 {
				out.goals = append(out.goals, a.Hexes[len(a.Hexes)-1])
			}
		}
	}
	for _, id := range out.units {
		if p := c.m.st.Piece(id); p != nil && p.Side == c.by && p.OnMap() {
			out.from = append(out.from, p.At.Hex)
		}
	}
	return out
}

// needs returns the numbers of the bad lines on which a line builds: it is about their units, or names units by a hex
// where they would be, unless it fails with units there. It may then need the room they would leave, or a phase's end.
func (own claim) needs(bad []claim, fails bool) (numbers []int) {
	for _, b := range bad {
		adds := func(h hex.Hex) bool { return slices.Contains(b.goals, h) && !(fails && slices.Contains(own.from, h)) }
		if share(own.units, b.units) || slices.ContainsFunc(own.named, adds) ||
			fails && (b.ends || share(own.goals, b.from)) {
			numbers = append(numbers, b.number)
		}
	}
	return numbers
}

// farthest is how many hexes from a fight its dice can matter: units retreat and advance by up to six, and count in the
// hexes beside them.
const farthest = 8

// isSettled reports whether no outcome of fights can mend a line that was refused: its units and hexes are far from all
// the fights, and it is refused alike without the units in them. Units that come from there could only be in its way.
func (c trial) isSettled(t view.Tried, own claim, fights []claim) bool {
	without := trial{Freeze(c.m), c.by, c.may}
	about := slices.Concat(own.from, own.named, own.goals)
	for _, f := range fights {
		for _, at := range slices.Concat(f.from, f.goals) {
			near := func(h hex.Hex) bool { return c.m.def.Grid.Distance(at, h) <= farthest }
			gone := state.Moved{Box: "gone"}
			for p := range without.m.st.Pile(at) {
				gone.Units = append(gone.Units, p.ID)
			}
			if slices.ContainsFunc(about, near) || without.m.st.Apply(gone) != nil {
				return false
			}
		}
	}
	without.m.forget(without.m.st)
	again := without.try(t.Line).Err
	return len(about) > 0 && again != nil && again.Error() == t.Err.Error() // without a hex it may answer a fight
}

func share[T comparable](a, b []T) bool {
	return slices.ContainsFunc(a, func(x T) bool { return slices.Contains(b, x) })
}
