package airstrikes

import (
	"maps"
	"slices"

	"grognard/rules/casefile"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

// numbers is a number for regular air strikes and one for breakdowns. Each is nil if the case does not say it.
type numbers struct{ regular, breakdown *int }

// caseKeys is what a case says of air strikes: `air: {blue: {regular: 3, breakdown: 2}}` gives ratings
// that replace the module's, and `strikes` how many are at hand.
type caseKeys struct{ ratings, atHand map[order.Side]numbers }

func readCase() data.Case {
	s := &caseKeys{map[order.Side]numbers{}, map[order.Side]numbers{}}
	return data.Case{
		Keys: casefile.Keys{
			"air":     casefile.IntoMap(&s.ratings, casefile.Pair.SideName, readNumbers),
			"strikes": casefile.IntoMap(&s.atHand, casefile.Pair.SideName, readNumbers),
		},
		Edit:   s.change,
		Counts: s.counts,
	}
}

func readNumbers(n casefile.Node) (r numbers, err error) {
	err = n.Fields(casefile.Keys{"regular": casefile.IntoNew(&r.regular, casefile.Node.Whole),
		"breakdown": casefile.IntoNew(&r.breakdown, casefile.Node.Whole)})
	return r, err
}

// change replaces the module's ratings by the case's.
func (s *caseKeys) change(ed *modules.Editor) {
	forces := maps.Clone(Of(ed.Def))
	for _, side := range slices.Sorted(maps.Keys(s.ratings)) {
		f, flies := forces[side]
		ed.Expect(flies, "side %s has no air strikes", side)
		if !flies {
			continue
		}
		n := s.ratings[side]
		f.Estimate = f.Estimate && (n.regular == nil || n.breakdown == nil)
		if n.regular != nil {
			f.Regular = *n.regular
		}
		if n.breakdown != nil {
			f.Breakdown = *n.breakdown
		}
		forces[side] = f
	}
	if forces != nil {
		data.Of(ed.Def).Own[name] = forces
	}
}

// counts returns how many air strikes and breakdowns the sides have in the case. If it has no numbers for the side
// whose phase it is, the ratings that it gives that side count as numbers, too, from the phase in which the side rolls
// for air strikes on. A roll as that phase begins replaces the numbers.
func (s *caseKeys) counts(d *modules.Definition, phase view.Phase) (out []data.Count) {
	printed, side := data.Of(d), phase.Side
	phases := printed.Phases[side]
	atHand := maps.Clone(s.atHand)
	arrival := slices.Index(phases, printed.ArrivalPhase(side))
	if _, ok := atHand[side]; !ok && slices.Index(phases, phase.Name) >= arrival {
		atHand[side] = s.ratings[side]
	}
	for _, by := range slices.Sorted(maps.Keys(atHand)) {
		if n := atHand[by].regular; n != nil {
			out = append(out, data.Count{Side: by, What: strikes, N: *n})
		}
		if n := atHand[by].breakdown; n != nil {
			out = append(out, data.Count{Side: by, What: breakdowns, N: *n})
		}
	}
	return out
}
