// Package standing has the answers that a player leaves behind, which decide for his side while he is away: a
// ready-made set of them, and exceptions for hexes and units.
//
//	answers := standing.Answers{Set: "flexible", Hours: 6}
//	err := answers.Put(standing.Exception{Hex: hex.Hex{Col: 12, Row: 13}, Answer: "hold"})
//	text, err := answers.Write() // to be kept; Read reads it
//
// Which sets and answers there are, and what they order, is the affair of the series (Choice, Asked). Choose finds
// the answer that is about a pending decision: those for units come before those for hexes, and both before the set.
//
// Limits: MostExceptions exceptions; a hex and a unit have one each.
package standing

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The greatest number of exceptions, and the longest time in hours for which their owner can be asked first.
const (
	MostExceptions = 25
	MostHours      = 72
)

// Ask is the answer that leaves a decision to the owner.
const Ask = "ask"

// ErrMany: there are MostExceptions exceptions already.
var ErrMany = errors.New("there is no room for another exception")

// Answers are what a player leaves behind. The zero Answers leave every decision to him.
type Answers struct {
	Set        string      `json:"set,omitempty"` // ID of a Choice; "" for none
	Exceptions []Exception `json:"exceptions,omitempty"`
	Hours      int         `json:"hours,omitempty"` // in which he may answer himself first
	Here       bool        `json:"here,omitempty"`  // they also answer what his own orders lead to
}

// Exception is the answer for one hex or for one unit. The one for neither is the set.
type Exception struct {
	Hex    hex.Hex      `json:"hex,omitzero"`
	Unit   order.UnitID `json:"unit,omitempty"`
	Answer string       `json:"answer"`      // ID of a Choice, or Ask
	To     hex.Hex      `json:"to,omitzero"` // the hex to retreat to, hex.None for any
}

// Choice is an answer that the series offers.
type Choice struct {
	ID          string
	Name, About view.Text
	IsSet       bool // it answers all that the enemy forces on a side
	TakesHex    bool // Exception.To can say where to
}

// Find returns the choice with an identifier; ok is false if there is none.
func Find(choices []Choice, id string) (c Choice, ok bool) {
	return first.In(choices, func(c Choice) bool { return c.ID == id })
}

// IsFor reports whether the exception is for this hex, with unit "", or for this unit, with at hex.None.
func (e Exception) IsFor(at hex.Hex, unit order.UnitID) bool { return e.Hex == at && e.Unit == unit }

// Put adds an exception in place of the one for the same hex or unit. The error is ErrMany.
func (a *Answers) Put(e Exception) error {
	kept := slices.DeleteFunc(slices.Clone(a.Exceptions), func(o Exception) bool { return o.IsFor(e.Hex, e.Unit) })
	if len(kept) == MostExceptions {
		return ErrMany
	}
	a.Exceptions = append(kept, e)
	return nil
}

// Drop removes the exception for a hex or a unit, and reports whether there was one.
func (a *Answers) Drop(at hex.Hex, unit order.UnitID) bool {
	n := len(a.Exceptions)
	a.Exceptions = slices.DeleteFunc(slices.Clone(a.Exceptions), func(o Exception) bool { return o.IsFor(at, unit) })
	return len(a.Exceptions) < n
}

// IsEmpty reports whether nothing is left behind.
func (a Answers) IsEmpty() bool {
	return a.Set == "" && len(a.Exceptions) == 0 && a.Hours == 0 && !a.Here
}

const version = 1

// written is the written form of Answers.
type written struct {
	Version int `json:"version"`
	Answers
}

// Write returns the answers as Read reads them.
func (a Answers) Write() (string, error) {
	text, err := json.Marshal(written{version, a})
	return string(text), err
}

// Read reads what Write writes, and nothing else. Whether a game has the sets, answers, hexes and units is not checked.
func Read(text string) (Answers, error) {
	var w written
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	switch err := d.Decode(&w); {
	case err != nil:
		return Answers{}, err
	case w.Version != version:
		return Answers{}, fmt.Errorf("version %d of standing answers, not %d", w.Version, version)
	case d.More():
		return Answers{}, errors.New("something follows the standing answers")
	}
	return w.Answers, nil
}
