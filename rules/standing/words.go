package standing

import (
	"slices"

	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Words is the vocabulary of standing orders in a game: the words of its series and the game's names. Each word
// is a single one in lower case, which may contain dashes.
type Words struct {
	Decisions  []Decision
	Situations []Situation
	Quantities []Quantity
	Actions    []Action
	Kinds      []Word // for preferring units otherwise than by name, such as weakest
	Ways       []Word // for destinations other than hexes, such as supply
	Names
}

// Word is a word and what it means.
type Word struct {
	Word string
	Text view.Text
}

// Decision is a kind of decision that a side can owe.
type Decision Word

// Situation is something that is true or false when a decision is pending. None of those in Beside can be true
// at the same time.
type Situation struct {
	Word   string
	Text   view.Text
	Beside []string
}

// Quantity is a number that is known when a decision is pending, with its bounds.
type Quantity struct {
	Word     string
	Text     view.Text
	Min, Max int
}

// Action is an answer to some kinds of decisions. One that can fail may be impossible in a position; then the
// next line is tried.
type Action struct {
	Word     string
	Text     view.Text
	Answers  []string
	Operands []Operand
	Fails    bool
}

// Operand is a parameter of an action. With an operand that can fail, the action can fail too.
type Operand struct {
	Word  string
	Kind  Kind
	Say   func(Said) view.Text
	Fails bool
}

// Said is an operand as texts: the hexes, units and words of its entries, and its number.
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

// Names is the units and places that a side can name in a game.
type Names struct {
	Grid   hex.Grid
	Find   order.Names // units and places by the names that orders use
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
	return find(w.Actions, func(a Action) bool { return a.Word == word })
}

func (a Action) operand(word string) (Operand, bool) {
	return find(a.Operands, func(o Operand) bool { return o.Word == word })
}

func (w Words) quantity(word string) (Quantity, bool) {
	return find(w.Quantities, func(q Quantity) bool { return q.Word == word })
}

func (w Words) situation(word string) (Situation, bool) {
	return find(w.Situations, func(s Situation) bool { return s.Word == word })
}

// find returns the first of a list that is meant, and whether there is one.
func find[T any](list []T, is func(T) bool) (found T, ok bool) {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return list[i], true
	}
	return found, false
}
