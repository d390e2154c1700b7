// Package standing is the language of standing orders, which answer for an absent player when his side owes a
// decision. The first line that matches answers.
//
//	at:12.13 hold if steps>1 else retreat to:14.13
//	type:armour ask me within 6 hours
//	lose first:infantry last:armour
//
// A line says which hexes and units it is about and what to do. It may add a condition, an alternative, and for
// how many hours its owner may answer first. All other words, for what can be done and what can be asked about
// a position, come from the series and are passed in as Words.
//
//	words, err := match.StandingWords("red") // the vocabulary of a game of the series
//	set, err := standing.Read(text, words)
//	plain := set.Lines[1].Say(words) // for the catalogue to put in words
//
// An error is a *Problem with line, column and similar words. Choose is the answer of a set to a pending decision.
//
// Read also checks what a Set says: a line that can never match, or that an earlier line repeats or
// contradicts, is a Problem too.
//
// Limits: MaxLines lines of at most maxRow characters.
package standing

import (
	"strconv"
	"strings"

	"grognard/rules/hex"
	"grognard/rules/order"
)

// MaxLines is the greatest number of lines in a set.
const MaxLines = 60

// maxRow is the greatest number of characters in a line.
const maxRow = 400

// Set is standing orders: the first line that matches answers.
type Set struct{ Lines []Line }

// Line is one standing order.
type Line struct {
	Number   int // in its set, from 1
	Where    []Arg
	Branches []Branch // the first one that holds and can be carried out
	Within   int      // hours in which the owner may answer first, 0 for none

	hexes []hex.Hex      // all hexes that Where names, sorted; nil for any
	units []order.UnitID // all units that Where names, sorted; nil for any
	about []string       // the decisions that it answers; nil for all
	hexed bool           // Where names hexes
	bound bool           // Where names units
}

// Branch is something to do, on a condition or without one.
type Branch struct {
	If Cond // the zero Cond always holds
	Do Act
}

// Act is something to do, by its word.
type Act struct {
	Word string
	Args []Arg
}

// AskMe is the act of leaving a decision to the owner. Default is the act of giving the answer that the game
// gives for a player who never answers.
const (
	AskMe   = "ask"
	Default = "default"
)

// Arg is a name with a colon and its values, or a flag alone.
type Arg struct {
	Name string
	Said string   // the values as typed, with one blank between words
	N    int      // of a number
	Of   []Choice // the entries of a list, in their order
}

// Choice is one entry of a list: hexes, units, or a word.
type Choice struct {
	Hexes []hex.Hex
	Units []order.UnitID
	Word  string
	N     int // of hexes: the radius within which others count too
}

// Arg finds an argument of an act by its name; ok is false where there is none.
func (a Act) Arg(name string) (arg Arg, ok bool) {
	return find(a.Args, func(x Arg) bool { return x.Name == name })
}

// Cond is a condition: a tree of ands, ors and nots over situations and comparisons. The zero Cond always holds.
type Cond struct {
	Op   string // and, or, not; is for a situation; > >= < <= = != for a quantity
	Of   []Cond
	Word string // the situation or the quantity
	Than string // the quantity that it is compared with, "" for N
	N    int
}

// String is the set in the form that Read reads, one line per row.
func (s Set) String() string {
	rows := make([]string, len(s.Lines))
	for i, l := range s.Lines {
		rows[i] = l.String()
	}
	return strings.Join(rows, "\n")
}

// String is the line in the form that Read reads.
func (l Line) String() string {
	var parts []string
	for _, a := range l.Where {
		parts = append(parts, a.String())
	}
	for i, b := range l.Branches {
		if i > 0 {
			parts = append(parts, wordElse)
		}
		parts = append(parts, b.Do.String())
		if b.If.Op != "" {
			parts = append(parts, wordIf, b.If.String())
		}
	}
	if l.Within > 0 {
		parts = append(parts, wordWithin, strconv.Itoa(l.Within), wordHours)
	}
	return strings.Join(parts, " ")
}

func (a Act) String() string {
	parts := []string{a.Word}
	if a.Word == AskMe {
		parts = append(parts, wordMe)
	}
	for _, x := range a.Args {
		parts = append(parts, x.String())
	}
	return strings.Join(parts, " ")
}

func (a Arg) String() string {
	if a.Said == "" {
		return a.Name
	}
	return a.Name + ":" + a.Said
}

// String is the condition in the form that Read reads.
func (c Cond) String() string {
	switch c.Op {
	case opIs:
		return c.Word
	case opNot:
		return opNot + " " + c.Of[0].within(opNot)
	case opAnd, opOr:
		parts := make([]string, len(c.Of))
		for i, of := range c.Of {
			parts[i] = of.within(c.Op)
		}
		return strings.Join(parts, " "+c.Op+" ")
	}
	if c.Than != "" {
		return c.Word + c.Op + c.Than
	}
	return c.Word + c.Op + strconv.Itoa(c.N)
}

// within is the condition as a part of another one, with parentheses where they are needed.
func (c Cond) within(op string) string {
	if c.Op == opOr || c.Op == opAnd && op == opNot {
		return "(" + c.String() + ")"
	}
	return c.String()
}
