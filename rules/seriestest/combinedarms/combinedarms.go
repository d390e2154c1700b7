// Package combinedarms is a feature of the Standard Combat Series for tests only. They use it to check that a feature
// can modify fights, and that odds and reports show its terms alike; Arms is a game that has it.
//
//	d, _, err := rules.Modules(combinedarms.Series()).Folder(combinedarms.Arms())
//
// An attack in which armour and infantry take part together is read a column further to the right, and a unit with a
// shock value attacks with a multiple of its strength. The two messages for that are in seriestest.Words, because the
// program's catalogue has none for it. It may import what a feature of the series imports; no program imports it.
package combinedarms

import (
	"embed"
	"io/fs"
	"slices"

	"grognard/rules/casefile"
	"grognard/rules/chart"
	"grognard/rules/document"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/scs"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// name is the feature's name, and that of its data.
const name = "combinedarms"

// The keys of the paragraphs, which are also the labels of the terms.
const (
	arms  = "combined-arms"
	shock = "shock"
)

//go:embed arms
var files embed.FS

// Arms returns a game with the feature, in the form of an operator's folder.
func Arms() modules.Folder {
	inside, err := fs.Sub(files, "arms")
	if err != nil { // embedded files can always be read
		panic(err)
	}
	return modules.Folder{ID: "arms", Where: "arms", Files: inside}
}

// Series returns the series with this feature and no other.
func Series() scs.Series { return scs.Series{Features: []scs.Feature{Feature()}} }

// Feature describes the feature for the list of a series.
func Feature() scs.Feature {
	return scs.Feature{
		Wording: data.Wording{
			Name: name, Help: "combined-arms, under rules: armour and infantry attack better together",
			Rules: []string{arms, shock}, Begin: begin, Case: readCase,
		},
		New: func(g *game.Game) game.Hooks {
			modify := rules{g, g.Data.Paragraphs[arms], g.Data.Paragraphs[shock]}.modify
			return game.Hooks{
				Law: game.LawHooks{Modify: game.List(modify)},
				Show: game.ShowHooks{Reasons: map[string]view.Text{arms: view.T("why.combined-arms"),
					shock: view.T("why.shock")}},
			}
		},
	}
}

// kit is what the counters of a type of units have of the rules.
type kit struct {
	arm   string // armour or infantry, "" for neither
	shock int    // what its attack strength is multiplied by, 0 for nothing
}

// typeFile holds the keys of a type of units in units.yaml.
type typeFile struct {
	Arm, Shock document.Word
}

// begin reads the keys of types of units.
func begin(*data.Module) data.Part {
	return data.Part{
		Shape: func(of string) any {
			if of == modules.OfType {
				return &typeFile{}
			}
			return nil
		},
		Type: func(c *modules.Compiler, _ *modules.Unit, _ document.Spot, shape any, own data.Own) {
			f, k := shape.(*typeFile), kit{}
			if f.Arm.Given() {
				k.arm = f.Arm.Text
			}
			if f.Shock.Given() {
				k.shock = c.Count(f.Shock, 2, 9)
			}
			if k != (kit{}) {
				own[name] = k
			}
		},
	}
}

// readCase reads arm and shock of a unit in a case.
func readCase() data.Case {
	return data.Case{Unit: func(own data.Own) casefile.Keys {
		return casefile.Keys{
			"arm": func(n casefile.Node) error {
				k, _ := own[name].(kit)
				arm, err := n.Word()
				k.arm = arm
				own[name] = k
				return err
			},
			"shock": func(n casefile.Node) error {
				k, _ := own[name].(kit)
				shock, err := n.Whole()
				k.shock = shock
				own[name] = k
				return err
			},
		}
	}}
}

// rules is the feature in one game.
type rules struct {
	game        *game.Game
	arms, shock string // their paragraphs
}

// modify returns the terms that the feature adds to a fight.
func (r rules) modify(f game.Fight) (terms []state.Term) {
	if r.has(f.Attackers, "armour") && r.has(f.Attackers, "infantry") {
		terms = append(terms, state.Term{Shift: 1, Rule: r.arms, Label: arms})
	}
	for _, u := range f.Attackers {
		if k := r.kit(u); k.shock > 0 {
			terms = append(terms, state.Term{Unit: u.ID, Times: chart.Whole(k.shock), Rule: r.shock, Label: shock})
		}
	}
	return terms
}

// kit returns what a unit in a fight has of the rules, the zero kit for a unit that is not seen.
func (r rules) kit(u game.Fighter) kit {
	k, _ := r.game.Unit(u.ID).Printed.Own[name].(kit)
	return k
}

// has reports whether a unit of the arm is among these.
func (r rules) has(units []game.Fighter, arm string) bool {
	return slices.ContainsFunc(units, func(u game.Fighter) bool { return r.kit(u).arm == arm })
}
