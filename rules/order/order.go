// Package order is what a player can say: the words of the command surface, the
// one table that describes them (Spec), and the parser that reads them.
//
// The same table makes the commands that Discord registers, reads what a player
// types, reads a button's meaning and reads adjudication cases:
//
//	words, err := order.Parse(specs, "/move units:b1,b2 to:10.11", nil)
//
// Units and hexes go by their names too, where Names knows them. What only the position can
// decide, such as who is meant by the hex in which he stands, stays open in Words. A list of
// many orders is read line by line (ReadList).
//
// The package knows the form of orders and nothing of what is legal.
package order

import (
	"slices"

	"grognard/rules/hex"
)

// Side is one of a game's sides, by the identifier of its module: german.
type Side string

// UnitID names a unit, by the identifier of its module: g-6-pz.
type UnitID string

// GroupID names units that act together, where a series has such groups.
type GroupID string

// Verb is the name of a command, with its subcommand: "move", "stack order".
type Verb string

// PlannedAttack is the verb of an attack that is only thought of, in the phases of a
// player-turn until it could be made. Nobody gives it.
const PlannedAttack Verb = "odds"

// Order is a parsed command. Which fields count is told by the verb's Spec.
type Order struct {
	Verb  Verb      `json:"verb"`
	Units []UnitID  `json:"units,omitempty"`
	Hex   hex.Hex   `json:"hex,omitzero"`
	Path  []hex.Hex `json:"path,omitempty"` // the hexes entered, in order
	N     int       `json:"n,omitempty"`
	Word  string    `json:"word,omitempty"`
}

// Sorted is the order with its units by identifier: a set of units has one
// spelling. A unit named twice stays so.
func (o Order) Sorted() Order {
	o.Units = slices.Clone(o.Units)
	slices.Sort(o.Units)
	return o
}

// Kind is what an option holds, and which field of an Order it fills.
type Kind int8

// The kinds of options.
const (
	Units   Kind = iota // one unit or several: Order.Units
	Hex                 // one hex: Order.Hex
	Path                // hexes in order: Order.Path
	Count               // a number from 1: Order.N
	Word                // a word: Order.Word
	Strikes             // how many air strikes, or the word breakdown: Order.N
)

// Idle is the Order.Word of an /end that is given for a player who can do nothing else.
const Idle = "idle"

// Breakdown is the Order.N of an air strike by a breakdown, in place of a number.
const Breakdown = -1

// Option is one option of a command.
type Option struct {
	Name     string
	Kind     Kind
	Required bool
}

// Spec describes one command.
type Spec struct {
	Verb    Verb
	Rule    string   // the paragraph that it belongs to
	Options []Option // required ones first, as Discord wants them
	Either  bool     // exactly one of the options that are not required must be given
	Arrives bool     // its units come from off the map: a hex means who can come in there
}

// Find is the spec of a verb.
func Find(specs []Spec, v Verb) (Spec, bool) {
	i := slices.IndexFunc(specs, func(s Spec) bool { return s.Verb == v })
	if i < 0 {
		return Spec{}, false
	}
	return specs[i], true
}
