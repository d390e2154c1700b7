package choice_test

import (
	"fmt"
	"log"
	"strings"

	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// attempt is the choice of a series, which remembers what it needs.
type attempt struct {
	choice.Choice
	units []*state.Piece
}

func (a *attempt) Add(p view.Pick) {
	if p.Unit != "" {
		a.units = append(a.units, a.Sight.Piece(p.Unit))
	}
}

// A game in which units go to hexes beside them.
func Example() {
	wrong := []choice.Violation{{Rule: "1", Why: view.T("too-far")}}
	m, err := choice.New([]choice.Verb[*attempt]{{
		Form: choice.Form{Spec: order.Spec{Verb: "move", Rule: "1", Options: []order.Option{
			{Name: "units", Kind: order.Units, Required: true}, {Name: "to", Kind: order.Hex, Required: true}}}},
		When: func(*attempt) []choice.Violation { return nil }, // what forbids to say it at all
		Next: func(a *attempt) (picks []view.Pick) { // picks worth considering
			for i := range a.Sight.Own {
				picks = append(picks, view.Pick{Unit: a.Sight.Own[i].ID})
			}
			for h := range a.Sight.Def.Grid.All() {
				picks = append(picks, view.Pick{Hex: h})
			}
			return picks
		},
		Check: func(a *attempt, p view.Pick) []choice.Violation { // what one of them breaks
			if p.Unit == "" && (len(a.units) == 0 || !a.Sight.Def.Grid.Touch(a.units[0].At.Hex, p.Hex)) {
				return wrong
			}
			return nil
		},
		Done: func(a *attempt) []choice.Violation { // what is missing to make an order
			if len(a.Picks) < 2 {
				return wrong
			}
			return nil
		},
		Resolve: func(*state.Scratch, order.Order, dice.Roller) error { return nil },
	}}, choice.Hooks[*attempt]{
		New:         func(c choice.Choice) *attempt { return &attempt{Choice: c} },
		NotOwnUnit:  func(*attempt, order.UnitID) []choice.Violation { return wrong },
		NotOnMap:    func(*attempt, *state.Piece) []choice.Violation { return wrong },
		OffMap:      func(*attempt, hex.Hex) []choice.Violation { return wrong },
		EnemyOnPath: func(*attempt, []view.Pick) []choice.Violation { return nil },
		Compare:     func(a, b view.Rule) int { return strings.Compare(string(a), string(b)) },
	})
	if err != nil {
		log.Fatal(err)
	}
	sight := toySight("") // what blue knows on a map of nine hexes
	offer, denial := m.Offer(sight, "move", []view.Pick{{Unit: "b1"}})
	for _, p := range offer.Next {
		fmt.Println(p.Hex)
	}
	fmt.Println(denial == nil)
	// Output:
	// 1.01
	// 1.03
	// 2.01
	// 2.02
	// true
}
