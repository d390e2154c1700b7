package scs

import (
	"fmt"
	"slices"

	"grognard/rules/dice"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Feature is a rule that single games have beyond the series. It lies in a folder of its own
// that imports this one, and rules lists it: what the series has to know of it stands here. A
// game has the feature when its module names the paragraph for it, has keys of it, has its units,
// or lists a phase of it:
//
//	# game.yaml
//	rules: {garrisons: "1.10"}
type Feature struct {
	Name   string   // of its folder; by it a module's data keeps what is the feature's own
	Rules  []string // the keys of its paragraphs under `rules`, first the one that the game has it by
	Symbol string   // of the units that it brings into play and no set-up does, "" for none
	Marks  []string // that it puts on units, for cases to do so too
	Phases []Phase  // that a sequence of play may have by it

	// Begin is its part of one module, as that is read and compiled; nil where its paragraphs are
	// all that a module says of it.
	Begin func(*Module) Part
	// Case is its part of one adjudication case; nil where cases have no words for it.
	Case func() Case
	// New is what it does in a game. Its functions may ask the engine, New only for what the
	// module says: more is not made yet.
	New func(*Engine) Hooks
}

// Phase is a phase of a feature: it needs a mark, "" for none.
type Phase struct{ Name, Mark string }

// Own is what features say in one place of a module, each under its name: in the whole of it, in
// a row of a chart, on a type of units, in a scenario, in an order of arrival. It holds values
// and no pointers. Copies share them: what changes one puts another in its place.
type Own map[string]any

// Hooks is what a feature does in a game that has it. What is nil it does not do.
type Hooks struct {
	Verbs []choice.Verb[*Attempt]

	// Begins is what happens as a phase begins, before the series judges who arrives in it, and
	// Ends what happens as it ends.
	Begins func(*state.Scratch, state.Frame, dice.Roller) error
	Ends   func(*state.Scratch, state.Frame)
	// Passes carries out a phase in which nobody has anything to decide; false for any other.
	Passes func(*state.Scratch, state.Frame) bool

	// Busy says whether the phase's player may have something to do by it, as far as everybody
	// can see. It is told the board as everybody sees it.
	Busy func(*view.Board) bool
	// Warns is what the end of the phase costs its player.
	Warns func(*Attempt) []view.Warning
	// Tallies are what sides have beside their units.
	Tallies []Tally
	// Prints adds what is printed beside the map.
	Prints func(*view.Map)
	// Tells tells of an event that it has words for.
	Tells func(*Teller, state.Event) bool

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

// Tally is something that sides have beside their units, open to everybody.
type Tally struct {
	Name string                // what it is called in the state and in a position
	Item string                // what a side's stock calls one of it
	Has  func(order.Side) bool // who may have any
}

// Doing is something that a feature may keep units from.
type Doing int8

// What units do.
const (
	Moving     Doing = iota // or overrunning
	Attacking               // in any fight
	Rebuilding              // getting back a step by a replacement
)

// addFeatures makes the hooks of the features that a game has, in the order of the list. One
// whose units have no box, or are not counted, would lose them.
func (e *Engine) addFeatures(features []Feature) error {
	for _, f := range features {
		if !e.has(f) {
			continue
		}
		hooks := f.New(e)
		if units := f.Symbol != ""; units != (hooks.Box != "") || units != (hooks.Stock != "") {
			return fmt.Errorf("%s: units, their box and their count go together", f.Name)
		}
		e.features = append(e.features, feature{f.Symbol, e.cited(f), hooks})
	}
	return nil
}

// has says whether the game has a feature. A game that began before its module named the
// paragraph has the rest.
func (e *Engine) has(f Feature) bool {
	theirs := func(u Unit) bool { return u.Made && u.Symbol == f.Symbol }
	listed := func(p Phase) bool {
		return slices.ContainsFunc(e.def.Sides, func(s order.Nation) bool { return slices.Contains(e.data.Phases[s.ID], p.Name) })
	}
	return e.cited(f) || e.data.Own[f.Name] != nil || slices.ContainsFunc(e.units, theirs) || slices.ContainsFunc(f.Phases, listed)
}

// cited says whether the game names the paragraph by which it has a feature.
func (e *Engine) cited(f Feature) bool {
	return len(f.Rules) > 0 && e.data.Paragraphs[f.Rules[0]] != ""
}

// hasStocks says whether sides have anything beside their units. An older game that has a
// feature without its paragraph shows no count of what that brings.
func (e *Engine) hasStocks() bool {
	return e.data.HasStocks() || slices.ContainsFunc(e.features, func(f feature) bool { return f.cited && (f.Stock != "" || f.Tallies != nil) })
}

// counts says whether a side may have something beside its units.
func (e *Engine) counts(what string, side order.Side) bool {
	if what == replacements {
		return e.data.Rules.Replacements != ""
	}
	return slices.ContainsFunc(e.features, func(f feature) bool {
		return slices.ContainsFunc(f.Tallies, func(t Tally) bool { return t.Name == what && t.Has(side) })
	})
}

// passes carries out a phase of a feature in which nobody has anything to decide, and says
// whether it was one.
func (e *Engine) passes(sc *state.Scratch, f state.Frame) bool {
	for i := range e.features {
		if passes := e.features[i].Passes; passes != nil && passes(sc, f) {
			return true
		}
	}
	return false
}

// Def is the module that is played.
func (e *Engine) Def() *modules.Definition { return e.def }

// Data is what the module says in the words of the series.
func (e *Engine) Data() *Data { return e.data }

// feature is one that the game has.
type feature struct {
	symbol string
	cited  bool // by its paragraph
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
