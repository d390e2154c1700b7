package scs

import (
	"fmt"
	"slices"

	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Feature is a rule that single games have beyond the series. It lies in a folder of its own
// that imports this one, and rules lists it: what the series has to know of it stands here. A
// module has the feature when its game.yaml names the paragraph for it:
//
//	# game.yaml
//	rules: {garrisons: "1.10"}
type Feature struct {
	Name   string // the key of that paragraph
	Symbol string // of the units that it brings into play and no set-up does, "" for none

	// New is what it does in a game. Its functions may ask the engine, New may not: that is not
	// made yet. rule is "" in an older game, which has the units alone.
	New func(e *Engine, rule view.Rule) Hooks
}

// Hooks is what a feature does in a game that has it. What is nil it does not do.
type Hooks struct {
	Verbs []choice.Verb[*Attempt]

	// Bars is what keeps a unit from doing something, as paragraphs that it would break. It is
	// asked by what is printed alone: what both sides may be told, as whether a player can do
	// anything at all, is made of it.
	Bars func(Doing, *Unit) []choice.Breach

	// Box is where its own units lie when they are not on the map: all in it are alike, and only
	// how many there are shows. A destroyed one goes back into it.
	Box string
	// Absent is what an order breaks by naming a unit in the box.
	Absent func(*Unit) []choice.Breach
	// Stock is what a side's stock calls one that lies in the box.
	Stock string

	// Came and Went tell of counters that come under a top and that leave for good, with what
	// every text of a move has; ok is false for those that the feature has not brought about.
	Came func(ev state.Moved, side order.Side, args []any) (own, others view.Text, ok bool)
	Went func(ev state.Moved, args []any) (text view.Text, ok bool)
}

// Doing is something that a feature may keep units from.
type Doing int8

// What units do.
const (
	Moving     Doing = iota // or overrunning
	Attacking               // in any fight
	Rebuilding              // getting back a step by a replacement
)

// addFeatures makes the hooks of the features that a game has, in the order of the list: it
// names their paragraph, or has units of theirs, as games have that began before it was named.
// One whose units have no box, or are not counted, would lose them.
func (e *Engine) addFeatures(features []Feature) error {
	for _, f := range features {
		rule := view.Rule(e.data.Features[f.Name])
		theirs := func(u Unit) bool { return u.Made && u.Symbol == f.Symbol }
		if rule == "" && !slices.ContainsFunc(e.units, theirs) {
			continue
		}
		hooks := f.New(e, rule)
		if units := f.Symbol != ""; units != (hooks.Box != "") || units != (hooks.Stock != "") {
			return fmt.Errorf("%s: units, their box and their count go together", f.Name)
		}
		e.features = append(e.features, feature{f.Symbol, rule, hooks})
	}
	return nil
}

// hasStocks says whether sides have anything beside their units. An older game that has a
// feature's units without its paragraph shows no count of them.
func (e *Engine) hasStocks() bool {
	return e.data.HasStocks() || slices.ContainsFunc(e.features, func(f feature) bool { return f.rule != "" && f.Stock != "" })
}

// feature is one that the game has.
type feature struct {
	symbol string
	rule   view.Rule
	Hooks
}

// featureVerbs are the orders of the features.
func (e *Engine) featureVerbs() (out []verb) {
	for _, f := range e.features {
		out = append(out, f.Verbs...)
	}
	return out
}

// bars is what keeps a unit from doing something beside the rules of the series.
func (e *Engine) bars(does Doing, u *Unit) (out []choice.Breach) {
	for i := range e.features {
		if bars := e.features[i].Bars; bars != nil {
			out = append(out, bars(does, u)...)
		}
	}
	return out
}

// ownerOf is the feature that a unit is of, nil for one of the series.
func (e *Engine) ownerOf(u *Unit) *feature {
	if !u.Made {
		return nil
	}
	i := slices.IndexFunc(e.features, func(f feature) bool { return f.symbol == u.Symbol })
	if i < 0 {
		return nil
	}
	return &e.features[i]
}

// boxed is the feature in whose box a piece lies, nil for others.
func (e *Engine) boxed(p *state.Piece) *feature {
	if p.OnMap() {
		return nil
	}
	if f := e.ownerOf(e.unitOf(p)); f != nil && p.At.Box == f.Box {
		return f
	}
	return nil
}

// graveOf is the box of a unit that is destroyed.
func (e *Engine) graveOf(id order.UnitID) string {
	if f := e.ownerOf(e.Unit(id)); f != nil {
		return f.Box
	}
	return state.Dead
}

// stillBeside is how many of a side's units that features bring into play are not on the map,
// as everybody sees it.
func (e *Engine) stillBeside(b *view.Board, side order.Side) (n int) {
	for _, stock := range b.Stocks {
		for i := range e.features {
			if what := e.features[i].Stock; what != "" && stock.Side == side {
				n += stock.Of(what)
			}
		}
	}
	return n
}

// Beside is the units that no set-up names: those that features bring into play.
func (e *Engine) Beside() []state.Piece {
	var out []state.Piece
	for i := range e.units {
		u := &e.units[i]
		if f := e.ownerOf(u); f != nil {
			out = append(out, state.Piece{ID: u.ID, Side: u.Side, Steps: u.Steps, At: state.Place{Box: f.Box}, Arrival: &state.Arrival{}})
		}
	}
	return out
}

// symbols are those of features' own units.
func symbols(features []Feature) (out []string) {
	for _, f := range features {
		if f.Symbol != "" {
			out = append(out, f.Symbol)
		}
	}
	return out
}

// madeBy is the feature whose units have a symbol, "" for none.
func (p *part) madeBy(u *modules.Unit) string {
	for _, f := range p.known {
		if f.Symbol != "" && f.Symbol == u.Symbol {
			return f.Name
		}
	}
	return ""
}
