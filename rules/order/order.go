// Package order is what a player can say: the orders of a game, the one table that describes them (Spec), and
// the parser that reads them.
//
// The same table defines the commands that Discord registers and how typed text, buttons and adjudication cases
// are read:
//
//	words, err := order.Parse(specs, "/move units:b1,b2 to:10.11", nil)
//	units, to := words.Order.Units("units"), words.Order.Hex("to")
//
// An order is a verb and its named arguments, so that it can tell the units that attack from those that assist.
// A verb that several games share is registered once, with the options of all of them (Union); each game reads
// it by its own Spec. Dice depend on the hash of an order's canonical form (Spec.Spell).
//
// Units and hexes can be named in words too, which Names looks up. What only the position can decide, such as
// which unit is meant by its hex, stays open in Words. A list of orders is read line by line (ReadList).
//
// Limits: the package knows the form of orders, not whether they are legal.
package order

import (
	"slices"
	"strings"

	"grognard/rules/first"
	"grognard/rules/hex"
)

// Side identifies one of a game's sides, as its module does: german.
type Side string

// UnitID identifies a unit, as its module does: g-6-pz.
type UnitID string

// GroupID identifies a group of units that act together, where a series has such groups.
type GroupID string

// Verb is the name of a command, including its subcommand: "move", "stack order".
type Verb string

// PlannedAttack is the verb of a hypothetical attack, whose odds can be asked before the phase in which it
// could be made. It is never given as an order.
const PlannedAttack Verb = "odds"

// Idle is the Silent option, and its only word, of an /end that the program gives for a player who can do nothing else.
const Idle = "idle"

// Order is a verb and its arguments by name, in the order of the Spec's options. Copies share them; With copies them.
type Order struct {
	Verb Verb
	Args []Arg
}

// Arg is what one option holds. The option's kind tells which field counts.
type Arg struct {
	Name  string
	Units []UnitID
	Hexes []hex.Hex // one hex, or the hexes entered, in order
	N     int
	Word  string // of a word or a group, as the option's Words spell it
}

// Arg returns the argument of a name, an empty one if the order has none.
func (o Order) Arg(name string) Arg {
	for i := range o.Args {
		if o.Args[i].Name == name {
			return o.Args[i]
		}
	}
	return Arg{}
}

func (o Order) Units(name string) []UnitID { return o.Arg(name).Units }

// UnitsOnce returns the units of an argument, each only once, even if it is named for several steps that it loses.
func (o Order) UnitsOnce(name string) []UnitID { return slices.Compact(slices.Clone(o.Units(name))) }

// Path returns the hexes of an argument, in order.
func (o Order) Path(name string) []hex.Hex { return o.Arg(name).Hexes }

// Hex returns the one hex of an argument, hex.None if it has none.
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

// With returns a copy of the order with one argument added or replaced.
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

// Sorted returns the order with the units of each argument sorted by identifier, so that a set of units is always
// written alike. Duplicates stay.
func (o Order) Sorted() Order {
	o.Args = slices.Clone(o.Args)
	for i := range o.Args {
		if !slices.IsSorted(o.Args[i].Units) {
			o.Args[i].Units = slices.Sorted(slices.Values(o.Args[i].Units))
		}
	}
	return o
}

// Kind is what an option holds, which decides the field of Arg that it fills.
type Kind int8

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
	Words    []string // of a word or a group: its possible values; case does not matter when read
	Names    []string // of a group: the names of the values, which are read too
	Numbers  []Number // of a number: the numbers that have a word
	Silent   bool     // only the program sets it: it is neither registered with Discord nor read from text
	Key      string   // its name in the canonical form, where that differs from Name
}

// Number is a number with a word for it. It may lie outside the numbers that can be typed.
type Number struct {
	Word string
	N    int
}

// Spec describes one command.
type Spec struct {
	Verb    Verb
	Label   string   // the key of its name on buttons, if a series has its own name for a shared verb; "": the verb's
	Rule    string   // the paragraph about it
	Options []Option // required ones first, as Discord wants them
	Either  bool     // exactly one of the optional options must be given
	Arrives bool     // its units come from off the map, so a hex names those that can come in there
	Stacks  bool     // its units come to lie in the order in which it names them, the first on top
	// it starts a fight: it has odds, and a unit that may not take part still counts when other units are judged
	Fight bool
}

// Option finds an option by its name, and its index among the options.
func (s Spec) Option(name string) (opt Option, at int, ok bool) {
	at = slices.IndexFunc(s.Options, func(o Option) bool { return o.Name == name })
	if at < 0 {
		return Option{}, at, false
	}
	return s.Options[at], at, true
}

// Said returns the options that players can use: all but the silent ones.
func (s Spec) Said() []Option {
	return slices.DeleteFunc(slices.Clone(s.Options), func(o Option) bool { return o.Silent })
}

// Find returns the spec of a verb, false if there is none.
func Find(specs []Spec, v Verb) (Spec, bool) {
	return first.In(specs, func(s Spec) bool { return s.Verb == v })
}

// SideCalled returns the side with an identifier or a name, in any case of letters; typed itself if there is none.
func SideCalled(sides []Nation, typed Side) Side {
	for _, n := range sides {
		if strings.EqualFold(string(n.ID), string(typed)) || strings.EqualFold(n.Name, string(typed)) {
			return n.ID
		}
	}
	return typed
}

// Nation is a side with its name and the colour of its counters as #rrggbb.
type Nation struct {
	ID          Side
	Name, Color string
}
