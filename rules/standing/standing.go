// Package standing is the language of standing orders: what a side does when a decision is owed
// and its player is away. The first line that matches answers.
//
//	at:12.13 hold if steps>1 else retreat to:14.13
//	type:armour ask me within 6 hours
//	lose first:infantry last:armour
//
// A line says where and whom it is about, what is to be done, and perhaps on what condition, what
// else, and for how many hours its owner has the first word. Beside these words the language has
// none of its own: what can be asked about a position and what can be done are handed in as Words.
//
//	words, err := match.StandingWords("red") // what can be said in a game of its series
//	set, err := standing.Read(text, words)
//	plain := set.Lines[1].Say(words) // for the catalogue to put in words
//
// An error is a *Problem with line, column and near words. When a decision is owed, Choose is what the
// set says to it.
//
// A Set is data. What it says is checked when it is read: a line that can never match, that says
// again what a line before it says, or that such a line contradicts is a Problem too.
//
// Limits: MaxLines lines of at most maxRow characters.
package standing

import (
	"strconv"
	"strings"

	"grognard/rules/hex"
	"grognard/rules/order"
)

// MaxLines is how many lines a set can have.
const MaxLines = 60

// maxRow is how many characters a line can have.
const maxRow = 400

// Set is standing orders: the first line that matches answers.
type Set struct{ Lines []Line }

// Line is one standing order.
type Line struct {
	Number   int // in its set, from 1
	Where    []Arg
	Branches []Branch // the first one that holds and can be carried out
	Within   int      // hours in which the owner has the first word, 0 for none

	hexes []hex.Hex      // all that Where names, sorted; nil for anywhere
	units []order.UnitID // likewise; nil for anybody
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

// AskMe is the act of leaving a decision to the owner, and Default that of answering it as the
// game does for one who never answers.
const (
	AskMe   = "ask"
	Default = "default"
)

// Arg is what is said behind a name and a colon, or a flag alone.
type Arg struct {
	Name string
	Said string   // as it was typed, with one blank between words
	N    int      // of a number
	Of   []Choice // the entries of a list, in their order
}

// Choice is one entry of a list: hexes, units, or a word.
type Choice struct {
	Hexes []hex.Hex
	Units []order.UnitID
	Word  string
	N     int // of hexes: those so many hexes around count too
}

// Arg is an argument of an act by its name; ok is false where it has none of it.
func (a Act) Arg(name string) (arg Arg, ok bool) {
	for _, x := range a.Args {
		if x.Name == name {
			return x, true
		}
	}
	return Arg{}, false
}

// Cond is a condition: a tree of ands, ors and nots over situations and comparisons. The zero
// Cond always holds.
type Cond struct {
	Op   string // and or not; is for a situation; > >= < <= = != for a quantity
	Of   []Cond
	Word string // the situation or the quantity
	Than string // the quantity that it is compared with, "" for N
	N    int
}

// String is the set as it can be read again, a line a row.
func (s Set) String() string {
	rows := make([]string, len(s.Lines))
	for i, l := range s.Lines {
		rows[i] = l.String()
	}
	return strings.Join(rows, "\n")
}

// String is the line as it can be read again.
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

// String is the condition as it can be read again.
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

// within is the condition as a part of another one.
func (c Cond) within(op string) string {
	if c.Op == opOr || c.Op == opAnd && op == opNot {
		return "(" + c.String() + ")"
	}
	return c.String()
}
