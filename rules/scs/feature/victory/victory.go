// Package victory implements a rule that Autumn for Barbarossa adds to the Standard Combat Series
// (afb 4.0): one side counts points for the places that it holds, and points that other features
// give it. At the end they determine a level of victory.
//
// A module switches the rule on by naming its paragraphs, the side, the levels, and places worth
// points. The miniature game at scs.Series would add:
//
//	# game.yaml
//	rules: {victory: "4.0", places: "4.1"}
//	control: {red: ["2.02"]} # at the start
//	victory:                 # the points of the places that this side holds at the end
//	  count: red
//	  levels: [{at-least: 2, id: red-win, name: Red Victory}, {at-least: 0, id: blue-win, name: Blue Victory}]
//
//	# map.yaml
//	places: [{hex: "2.02", name: Fordham, kind: woods, vp: 2}]
//
// A case can expect a level and points: `victory: red-win` and `vp: {red: 2}`.
//
// Limits: one side counts points; levels go from the greatest down to 0.
package victory

import (
	"slices"

	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// name is the feature's name, and the key of its data in a module.
const name = "victory"

// points is the kind of the public fact about victory points.
const points = "points"

// Feature describes the rule for the list of features.
func Feature() scs.Feature {
	return scs.Feature{
		Wording: data.Wording{
			Name: name, Help: "victory: who counts points, and what they mean",
			Rules: []string{name, "places"}, Begin: begin, Case: readCase,
		},
		New: func(g *game.Game) game.Hooks {
			said, _ := g.Data.Own[name].(terms)
			rules := g.Data.Paragraphs
			v := victory{g, said, view.Rule(rules[name]), view.Rule(rules["places"])}
			return game.Hooks{
				Show: game.ShowHooks{Facts: game.List(v.facts)},
				Tell: game.TellHooks{Result: game.List(v.result)},
			}
		},
	}
}

// victory is the rule in one game. rule is the paragraph on levels, places the one on points for places.
type victory struct {
	game *game.Game
	terms
	rule, places view.Rule
}

// facts: afb 4.0: the points of the side that counts them, and their level; nil where the game counts
// none. SCS 13.0: a place belongs to the side that controls its hex.
func (v victory) facts(st *state.State) []view.Fact {
	if v.count == "" {
		return nil
	}
	f := view.Fact{Kind: points, Side: v.count, Rule: v.rule}
	for _, side := range v.game.Def.Sides {
		held := view.Part{Side: side.ID, Rule: v.places}
		for _, p := range v.game.Def.Places {
			if p.VP > 0 && st.Controls(p.Hex) == side.ID {
				held.N, held.Places = held.N+p.VP, append(held.Places, p)
			}
		}
		if f.Parts = append(f.Parts, held); side.ID == v.count {
			f.N = held.N
		}
	}
	more, claim := v.otherPoints(st)
	for _, p := range more {
		f.N += p.N
	}
	if st.Tally(series.Stopped) > 0 {
		return []view.Fact{f} // the players ended the game: the points are shown without a level
	}
	if st.Over {
		f.Claim = claim
	}
	if i := v.level(f.N); i >= 0 {
		f.ID, f.Name = v.levels[i].id, v.levels[i].name
	}
	return []view.Fact{f}
}

// otherPoints lists the points that the counting side has by other features, and the side that can still earn some.
func (v victory) otherPoints(st *state.State) (more []game.Points, claim order.Side) {
	for _, p := range v.game.Points(st) {
		if p.Open {
			claim = p.Side
		}
		if p.Side == v.count && p.N > 0 {
			more = append(more, p)
		}
	}
	return more, claim
}

// level returns the index of the level for so many points, -1 for none.
func (v victory) level(points int) int {
	return slices.IndexFunc(v.levels, func(l level) bool { return points >= l.atLeast })
}

// result tells how the game ended: the level of victory, and the places that each side holds.
func (v victory) result(t game.Teller) {
	st := t.State()
	if st.Tally(series.Stopped) > 0 {
		return
	}
	for _, f := range v.facts(st) {
		if f.Name != "" { // a kept module may have no level for so few points
			t.All(view.Line{Text: v.levelText(st, f), Rule: f.Rule})
		}
		for _, held := range f.Parts {
			t.All(view.Line{Text: held.Text(), Rule: held.Rule})
		}
	}
}

// levelText tells the level of victory, the range of points for it, and the points themselves.
func (v victory) levelText(st *state.State, f view.Fact) view.Text {
	i := v.level(f.N)
	from, edges := v.levels[i].atLeast, view.Text{}
	switch {
	case i == 0:
		edges = view.T("score.at-least", "from", from)
	case from == 0:
		edges = view.T("score.at-most", "to", v.levels[i-1].atLeast-1)
	case from == v.levels[i-1].atLeast-1:
		edges = view.T("score.exactly", "to", from)
	default:
		edges = view.T("score.between", "from", from, "to", v.levels[i-1].atLeast-1)
	}
	var others []view.Text
	more, _ := v.otherPoints(st)
	for _, p := range more {
		others = append(others, p.Why)
	}
	return view.T("told.victory", "level", f.Name, "side", f.Side, "points", f.N, "others", others, "edges", edges)
}
