package seats

import (
	"slices"
	"strings"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/rules/order"
)

// ReadForce returns the force that a comma-separated list names: a side's formations, units by name or identifier,
// and hexes, which stand for the side's units that are there now.
func ReadForce(g *ledger.Game, side order.Side, words string) (f ledger.Force, err error) {
	for word := range strings.SplitSeq(words, ",") {
		if word = strings.TrimSpace(word); word == "" {
			continue
		}
		formation, units := namedForce(g, side, word)
		switch {
		case formation != "":
			f.Formations = append(f.Formations, formation)
		case len(units) > 0:
			f.Units = append(f.Units, units...)
		default:
			return ledger.Force{}, &api.NoForce{Words: word}
		}
	}
	slices.Sort(f.Formations)
	slices.Sort(f.Units)
	f.Formations, f.Units = slices.Compact(f.Formations), slices.Compact(f.Units)
	if len(f.Formations)+len(f.Units) == 0 {
		err = &api.NoForce{Words: words}
	}
	return f, err
}

// namedForce returns the formation of a side that a word names, or else its units.
func namedForce(g *ledger.Game, side order.Side, word string) (formation string, units []order.UnitID) {
	word = order.Fold(word)
	board := g.Match.View(side).Board()
	for id, u := range g.Def.Units {
		switch {
		case u.Side != side:
		case u.Formation != "" && (order.Fold(u.Formation) == word ||
			order.Fold(board.Map.GroupName(order.GroupID(u.Formation))) == word):
			return u.Formation, nil
		case order.Fold(u.Name) == word || order.Fold(string(id)) == word:
			units = append(units, id)
		}
	}
	for _, st := range board.Stacks {
		if st.Side == side && order.Fold(st.Hex.String()) == word {
			for _, c := range st.Known {
				units = append(units, c.ID)
			}
		}
	}
	return "", units
}

// lessForce returns what is left of a force without what is given to somebody else.
func lessForce(g *ledger.Game, f, given ledger.Force) ledger.Force {
	return ledger.Force{
		Formations: slices.DeleteFunc(slices.Clone(f.Formations),
			func(s string) bool { return slices.Contains(given.Formations, s) }),
		Units: slices.DeleteFunc(slices.Clone(f.Units), func(id order.UnitID) bool {
			return slices.Contains(given.Units, id) || slices.Contains(given.Formations, g.Def.Units[id].Formation)
		}),
	}
}
