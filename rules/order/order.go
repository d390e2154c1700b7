// Package order is what a player can say: the words of the command surface, the
// one table that describes them (Spec), and the parser that reads them.
//
// The same table makes the commands that Discord registers, reads what a player
// types, reads a button's meaning and reads adjudication cases:
//
//	words, err := order.Parse(specs, "/move units:b1,b2 to:10.11", nil)
//	units, to := words.Order.Units("units"), words.Order.Hex("to")
//
// An order is a verb and its arguments by name, so that it can name those who attack and those
// who assist. Games that share a verb have it registered once, with the options of all of them
// (Union); each reads what is said by its own Spec. Dice are thrown by an order's one spelling
// (Spec.Spell).
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

// Idle is the option of an /end that is given for a player who can do nothing else, and its
// word. It is silent.
const Idle = "idle"

// Order is a parsed command: a verb and its arguments by name, in the order of the Spec's
// options. A copy shares its arguments: With makes an order of its own.
type Order struct {
	Verb Verb
	Args []Arg
}

// Arg is what one option holds. Which field counts is told by the option's kind.
type Arg struct {
	Name  string
	Units []UnitID
	Hexes []hex.Hex // one hex, or the hexes entered, in order
	N     int
	Word  string // of a word or a group, as the option's Words spell it
}

// Arg is the argument of a name; one that holds nothing where the order has none of it.
func (o Order) Arg(name string) Arg {
	for i := range o.Args {
		if o.Args[i].Name == name {
			return o.Args[i]
		}
	}
	return Arg{}
}

// Units are the units of an argument.
func (o Order) Units(name string) []UnitID { return o.Arg(name).Units }

// Path is the hexes of an argument, in order.
func (o Order) Path(name string) []hex.Hex { return o.Arg(name).Hexes }

// Hex is the one hex of an argument, hex.None where it has none.
func (o Order) Hex(name string) hex.Hex {
	if hexes := o.Arg(name).Hexes; len(hexes) > 0 {
		return hexes[0]
	}
	return hex.None
}

// N is the number of an argument.
func (o Order) N(name string) int { return o.Arg(name).N }

// Word is the word, or the group, of an argument.
func (o Order) Word(name string) string { return o.Arg(name).Word }

// With is the order with an argument in the place of the one of its name.
func (o Order) With(a Arg) Order {
	args := make([]Arg, len(o.Args), len(o.Args)+1)
	copy(args, o.Args)
	o.Args = args
	for i := range args {
		if args[i].Name == a.Name {
			args[i] = a
			return o
		}
	}
	o.Args = append(args, a)
	return o
}

// WithUnits is the order with an argument of units.
func (o Order) WithUnits(name string, units ...UnitID) Order {
	return o.With(Arg{Name: name, Units: units})
}

// WithHexes is the order with an argument of one hex, or of a path.
func (o Order) WithHexes(name string, hexes ...hex.Hex) Order {
	return o.With(Arg{Name: name, Hexes: hexes})
}

// WithN is the order with an argument of a number.
func (o Order) WithN(name string, n int) Order { return o.With(Arg{Name: name, N: n}) }

// WithWord is the order with an argument of a word or a group.
func (o Order) WithWord(name, word string) Order { return o.With(Arg{Name: name, Word: word}) }

// Sorted is the order with the units of each argument by identifier: a set of units has one
// spelling. A unit named twice stays so.
func (o Order) Sorted() Order {
	o.Args = slices.Clone(o.Args)
	for i := range o.Args {
		if !slices.IsSorted(o.Args[i].Units) {
			o.Args[i].Units = slices.Sorted(slices.Values(o.Args[i].Units))
		}
	}
	return o
}

// Kind is what an option holds, and which field of an Arg it fills.
type Kind int8

// The kinds of options.
const (
	Units Kind = iota // one unit or several: Arg.Units
	Hex               // one hex: Arg.Hexes
	Path              // hexes in order: Arg.Hexes
	Count             // a number from 1, or the word for one: Arg.N
	Word              // one of few words: Arg.Word
	Group             // a group of units, by its name: Arg.Word
)

// Option is one option of a command.
type Option struct {
	Name     string
	Kind     Kind
	Required bool
	Words    []string // of a word or a group: what it can be, in whatever case it is said
	Numbers  []Number // of a number: those that have a word
	Silent   bool     // the program gives it: it is neither registered nor read
	Key      string   // its name in the spelling that dice hash, where that is another
}

// Number is a number that is said by a word. It need not be one that can be said otherwise.
type Number struct {
	Word string
	N    int
}

// Spec describes one command.
type Spec struct {
	Verb    Verb
	Rule    string   // the paragraph that it belongs to
	Options []Option // required ones first, as Discord wants them
	Either  bool     // exactly one of the options that are not required must be given
	Arrives bool     // its units come from off the map: a hex means who can come in there
	Fight   bool     // it starts a fight: its odds can be asked, and who may not take part counts in judging the others
}

// Option is an option by its name, and its place among the options.
func (s Spec) Option(name string) (opt Option, at int, ok bool) {
	at = slices.IndexFunc(s.Options, func(o Option) bool { return o.Name == name })
	if at < 0 {
		return Option{}, at, false
	}
	return s.Options[at], at, true
}

// Said are the options that can be said.
func (s Spec) Said() []Option {
	return slices.DeleteFunc(slices.Clone(s.Options), func(o Option) bool { return o.Silent })
}

// Find is the spec of a verb.
func Find(specs []Spec, v Verb) (Spec, bool) {
	i := slices.IndexFunc(specs, func(s Spec) bool { return s.Verb == v })
	if i < 0 {
		return Spec{}, false
	}
	return specs[i], true
}
