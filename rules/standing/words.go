package standing

import (
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Words is what standing orders can be about in a game: the words of its series, and its names.
// A word is one word in lower case; dashes may be in it.
type Words struct {
	Decisions  []Decision
	Situations []Situation
	Quantities []Quantity
	Actions    []Action
	Kinds      []Word // that units can be preferred by, beside who they are: the weakest
	Ways       []Word // that something can lead to, beside hexes: supply
	Names
}

// Word is a word and what it means.
type Word struct {
	Word string
	Text view.Text
}

// Decision is something that a side can owe.
type Decision Word

// Situation is something that is so or is not so when a decision is owed. None of those in
// Beside can be so at once with it.
type Situation struct {
	Word   string
	Text   view.Text
	Beside []string
}

// Quantity is a number that is known when a decision is owed, with its least and its greatest.
type Quantity struct {
	Word     string
	Text     view.Text
	Min, Max int
}

// Action is something that can be done about some decisions. One that can fail may be
// impossible as the game stands; then the next line is looked at.
type Action struct {
	Word     string
	Text     view.Text
	Answers  []string
	Operands []Operand
	Fails    bool
}

// Operand is something that an action can be said with. One that can fail makes its action so.
type Operand struct {
	Word  string
	Kind  Kind
	Say   func(Said) view.Text
	Fails bool
}

// Said is an operand in words: the hexes, units and words of its entries, and its number.
type Said struct {
	N    int
	Each []view.Text
}

// Kind is what an operand holds.
type Kind int8

// The kinds of operands.
const (
	Number Kind = iota
	Hexes       // hexes or places
	Way         // hexes, places or one of Words.Ways
	Units       // units, formations, types or some of Words.Kinds
)

// Names is whom and what a side can name in a game.
type Names struct {
	Grid   hex.Grid
	Find   order.Names // units and places as they are named everywhere
	Units  []Unit
	Places []geography.Place
	Areas  []geography.Area
}

// Unit is a unit that can be named: by its own name, its formation or its type.
type Unit struct {
	ID                    order.UnitID
	Name, Formation, Type string
}

func (w Words) action(word string) (Action, bool) {
	for _, a := range w.Actions {
		if a.Word == word {
			return a, true
		}
	}
	return Action{}, false
}

func (a Action) operand(word string) (Operand, bool) {
	for _, o := range a.Operands {
		if o.Word == word {
			return o, true
		}
	}
	return Operand{}, false
}

func (w Words) quantity(word string) (Quantity, bool) {
	for _, q := range w.Quantities {
		if q.Word == word {
			return q, true
		}
	}
	return Quantity{}, false
}

func (w Words) situation(word string) (Situation, bool) {
	for _, s := range w.Situations {
		if s.Word == word {
			return s, true
		}
	}
	return Situation{}, false
}
