// Package victory implements a rule that Autumn for Barbarossa adds to the Standard Combat Series (afb 4.0): one side
// counts points for the places that it holds, and points that other features give it. At the end they determine a level
// of victory. Points and levels are those of package score, whose keys a module writes beside the paragraphs. The
// miniature game at scs.Series would add:
//
//	# game.yaml
//	rules: {victory: "4.0", places: "4.1"}
//	control: {red: ["2.02"]} # at the start
//	victory: # the points of the places that this side holds at the end; a level without wins is a draw
//	  count: red
//	  levels: [{at-least: 2, id: red-win, name: Red Victory, wins: red},
//	    {at-least: 0, id: blue-win, name: Blue Victory, wins: blue}]
//
//	# map.yaml
//	places: [{hex: "2.02", name: Fordham, kind: woods, vp: 2}]
package victory

import (
	"grognard/rules/internal/score"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/scs"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// name is the feature's name, and the key of its data in a module.
const name = "victory"

// Feature describes the rule for the list of features.
func Feature() scs.Feature {
	return scs.Feature{
		Wording: data.Wording{
			Name: name, Help: "victory: who counts points, and what they mean",
			Rules: []string{name, "places"}, Begin: begin,
			Case: func() data.Case { return data.Case{Expects: score.Expects()} },
		},
		New: func(g *game.Game) game.Hooks {
			terms, _ := g.Data.Own[name].(score.Terms)
			rules := g.Data.Paragraphs
			v := victory{g, terms, score.Rules{Levels: view.Rule(rules[name]), Places: view.Rule(rules["places"])}}
			return game.Hooks{
				// afb 4.0: the points of the side that counts them, and their level; nil where the game counts none.
				// SCS 13.0: a place belongs to the side that controls its hex.
				Show: game.ShowHooks{Facts: game.List(func(st *state.State) []view.Fact {
					return v.terms.Facts(g.Def, st, v.rules, v.others(st))
				}), Prints: game.List(func(m *view.Map) { m.Degrees = v.terms.Degrees() })},
				Tell: game.TellHooks{Result: game.List(func(t game.Teller) {
					for _, l := range v.terms.Result(g.Def, t.State(), v.rules, v.others(t.State())) {
						t.All(l)
					}
				})},
			}
		},
	}
}

// begin starts to read the keys of the rule in one module.
func begin(m *data.Module) data.Part {
	var f struct{ Victory score.File }
	return data.Part{Shapes: map[string]any{modules.InGame: &f}, Game: func(c *modules.Compiler) {
		if t := f.Victory.Compile(c); f.Victory.Count.Given() {
			m.Data().Own[name] = t
		}
	}}
}

// victory is the rule in one game.
type victory struct {
	game  *game.Game
	terms score.Terms
	rules score.Rules
}

// others returns the points that the counting side has by other features, and which side can still claim one.
func (v victory) others(st *state.State) (more score.Other) {
	for _, p := range v.game.Points(st) {
		if p.Open {
			more.Claim = p.Side
		}
		if p.Side == v.terms.Count && p.N > 0 {
			more.N, more.Why = more.N+p.N, append(more.Why, p.Why)
		}
	}
	return more
}
