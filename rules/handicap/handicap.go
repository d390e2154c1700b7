// Package handicap is what a module names under `handicap` in its game.yaml: what a side can begin a game with beyond
// its set-up, in steps, because its opponent has bid that much for the other side. Each side has an entry of its own,
// or none:
//
//	handicap:
//	  blue: {name: Air Point, gives: air, most: 4}
//	  red: {name: two Replacement Points, gives: points-other, step: 2, most: 3}
//
// A step adds `step` (1 without the key) to a stock of the side, and `most` is the highest bid. The stocks are those of
// the series: air, points-av and points-other of the Battalion Combat Series; replacements of the Standard Combat
// Series, where the game has the rule.
//
//	given := handicap.Given{Side: "red", Steps: 2}
//	h, ok := named.Of(given.Side)
//	fmt.Println(named.Allows(given), ok, h.Name, given.Steps*h.Step, h.Gives)
//
// Limits: a stock as the game begins. What a side gets later, its units and the map stay as they are printed.
package handicap

import (
	"slices"

	"grognard/rules/document"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Note is the note in the log that a side begins with a handicap.
const Note = "handicap"

// The bounds of what a module can name.
const (
	mostSteps = 20
	mostStep  = 20
)

// Handicap is what a side can be given.
type Handicap struct {
	Side  order.Side
	Name  string // of a step, for players
	Gives string // the stock that a step adds to: the first argument of state.Of, which names the side's tally
	Step  int    // how much it adds
	Most  int    // the most steps that can be bid
}

// Given is what a game begins with: some steps of the handicap of one side. The zero value is no handicap.
type Given struct {
	Side  order.Side `json:"side"`
	Steps int        `json:"steps"`
}

// List is the handicaps of a module, at most one for each side.
type List []Handicap

// Of returns the handicap of a side; ok is false where the module names none for it.
func (l List) Of(side order.Side) (h Handicap, ok bool) {
	i := slices.IndexFunc(l, func(h Handicap) bool { return h.Side == side })
	if i < 0 {
		return Handicap{}, false
	}
	return l[i], true
}

// Allows reports whether a game of the module can begin with what is given. None is always allowed.
func (l List) Allows(g Given) bool {
	h, ok := l.Of(g.Side)
	return g == Given{} || ok && g.Steps >= 1 && g.Steps <= h.Most
}

// Told returns the line of the log that a side begins with so many steps.
func (l List) Told(side order.Side, steps int) view.Text {
	h, _ := l.Of(side)
	return view.T("told.handicap", "side", side, "n", steps, "name", h.Name)
}

// InWords returns what Told does for g, the zero Text for no handicap.
func (l List) InWords(g Given) view.Text {
	if g == (Given{}) {
		return view.Text{}
	}
	return l.Told(g.Side, g.Steps)
}

// File is an entry as it is written; its key is the side.
type File struct{ Name, Gives, Step, Most document.Word }

// Compiler interprets words of a module and reports mistakes: modules.Compiler.
type Compiler interface {
	Side(w document.Word, at document.Spot, key string) order.Side
	Text(w document.Word, at document.Spot, key string) string
	OneOf(w document.Word, at document.Spot, key string, known ...string) string
	Count(w document.Word, least, most int) int
	Needed(w document.Word, at document.Spot, key string, least, most int) int
	Report(at document.Spot, format string, args ...any)
}

// Compile returns the handicaps of a module whose sides can have these stocks, and reports mistakes.
func Compile(c Compiler, written document.Dict[File], stocks []string) (list List) {
	for _, e := range written {
		at, f := e.Key.Spot, e.Value
		if len(stocks) == 0 {
			c.Report(at, "this game has no stock that a handicap could add to, such as replacements")
			return nil
		}
		h := Handicap{Side: c.Side(e.Key, at, "side"), Name: c.Text(f.Name, at, "name"), Step: 1,
			Gives: c.OneOf(f.Gives, at, "stock", stocks...), Most: c.Needed(f.Most, at, "most", 1, mostSteps)}
		if f.Step.Given() {
			h.Step = c.Count(f.Step, 1, mostStep)
		}
		list = append(list, h)
	}
	return list
}
