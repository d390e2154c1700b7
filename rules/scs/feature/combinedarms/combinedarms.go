// Package combinedarms implements two rules that modify fights of the Standard Combat Series, as many of its games have
// them: an attack in which armour and infantry take part together is read a column further to the right, and a unit
// with a shock value attacks with a multiple of its strength.
//
// A module switches the rules on by naming their paragraphs. The miniature game at scs.Series would add:
//
//	# game.yaml
//	rules: {combined-arms: "7.1", shock: "7.2"}
//	# units.yaml
//	types:
//	  blue-infantry: {arm: infantry, shock: 2} # arm: armour for others
package combinedarms

import (
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

// name is the feature's name, of its folder and of its data.
const name = "combinedarms"

// The keys of the paragraphs, which are also the labels of the terms.
const (
	arms  = "combined-arms"
	shock = "shock"
)

// Feature describes the rules for the list of features.
func Feature() scs.Feature {
	return scs.Feature{
		Wording: data.Wording{
			Name: name, Help: "combined-arms, under rules: armour and infantry attack better together",
			Rules: []string{arms, shock}, Begin: begin, Case: readCase,
		},
		New: func(e *game.Game) game.Hooks {
			return game.Hooks{
				Modify:  rules{e, e.Data.Paragraphs[arms], e.Data.Paragraphs[shock]}.modify,
				Reasons: map[string]view.Text{arms: view.T("why.combined-arms"), shock: view.T("why.shock")},
			}
		},
	}
}

// kit is what a type of units has of the rules.
type kit struct {
	arm   string // armour or infantry, "" for neither
	shock int    // what its attack strength is multiplied by, 0 for nothing
}

// typeFile is the keys of a type of units.
type typeFile struct {
	Arm   document.Word `yaml:"arm"`
	Shock document.Word `yaml:"shock"`
}

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

// readCase reads the same keys of a unit in a case.
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

// rules are the two rules in one game.
type rules struct {
	e           *game.Game
	arms, shock string // their paragraphs
}

// modify lists the terms of a fight.
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

func (r rules) kit(u game.Fighter) kit {
	k, _ := r.e.Unit(u.ID).Printed.Own[name].(kit)
	return k
}

// has says whether a unit of this arm takes part.
func (r rules) has(units []game.Fighter, arm string) bool {
	return slices.ContainsFunc(units, func(u game.Fighter) bool { return r.kit(u).arm == arm })
}
