package view

import (
	"fmt"
	"hash/crc32"
	"slices"
	"sort"
	"strings"

	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// Warning is a cost of a legal order that its player may have overlooked. With Ask the player should confirm
// the order before it is carried out. Fatal says that the order destroys units of the player's own, however its
// decisions go; such a warning asks. Risk says that the offer of the order named the cost: see Offer.Risks.
type Warning struct {
	Text             Text
	Rule             Rule
	Ask, Fatal, Risk bool
}

// DestroyedText is the identifier of the text of Destroyed. Its units are in the argument of that name.
const DestroyedText = "warn.destroyed"

// Destroyed returns the warning of an order that destroys these units of its player's own, nil if there are none.
func Destroyed(units []Name, rule Rule) []Warning {
	if len(units) == 0 {
		return nil
	}
	return FatalWarning(T(DestroyedText, "n", len(units), "units", units), rule)
}

// FatalWarning returns the warning of an order that destroys units of its player's own.
func FatalWarning(why Text, rule Rule) []Warning {
	return []Warning{{Text: why, Rule: rule, Ask: true, Fatal: true}}
}

// Digest returns a hash of warnings, never 0: whoever confirms it has read exactly these warnings.
func Digest(warnings []Warning) uint16 {
	sum := crc32.NewIEEE()
	for _, w := range warnings {
		fmt.Fprintln(sum, w.Rule, w.Text)
	}
	return uint16(sum.Sum32()) | 1
}

// Progress is what a unit of the viewer's own has done in the present phase.
type Progress struct {
	Unit order.UnitID
	Text Text            // what it has done or can still do, shown after its name; the zero Text for nothing
	Left *chart.Fraction // movement points that it can still use, nil where it can use none
	Idle bool            // it could act and has not acted
}

// ProgressOf returns what a unit of the viewer's own has done in the present phase; false where nothing is told of it.
func (b *Board) ProgressOf(id order.UnitID) (Progress, bool) {
	i, found := sort.Find(len(b.Progress), func(i int) int {
		return strings.Compare(string(id), string(b.Progress[i].Unit))
	})
	if !found {
		return Progress{}, false
	}
	return b.Progress[i], true
}

// Task is something that the viewer's side has to do before a phase of its own ends, or can still do in it. Only
// that side is told, because tasks count units under the tops of stacks.
type Task struct {
	Verb  order.Verb // the order that does it, "" where no order of the phase does
	Must  bool       // the phase cannot end before it is done, or leaving it undone costs units
	N     int        // how often it can be done, or how many units or hexes it is about
	Text  Text       // with N: 12 stacks unmoved
	Hexes []hex.Hex  // where, by hex: the targets if the order begins with a target; nil if it is not about hexes
	Each  []Counted  // what N counts, one by one; nil where single units do not matter, as for air strikes
	Later bool       // it is no task but what comes afterwards, for the page of the group that acts alone
}

// Counted is one of the things that a task counts.
type Counted struct {
	Units []order.UnitID // that can do it, or that it is about
	Hexes []hex.Hex      // where
}

// CountTask returns the task that counts these things. Text is the identifier of its text, whose only argument is n.
func CountTask(v order.Verb, text string, each []Counted) Task {
	t := Task{Verb: v, N: len(each), Text: T(text, "n", len(each)), Each: each}
	for _, one := range each {
		t.Hexes = append(t.Hexes, one.Hexes...)
	}
	slices.SortFunc(t.Hexes, hex.Compare)
	t.Hexes = slices.Compact(t.Hexes)
	return t
}

// Of returns the task for the units for which ours is true: it counts what any of them can do, or what is about any of
// them. A task without Each stays as it is.
func (t Task) Of(ours func(order.UnitID) bool) Task {
	if t.Each == nil {
		return t
	}
	part := CountTask(t.Verb, t.Text.ID, slices.DeleteFunc(slices.Clone(t.Each), func(c Counted) bool {
		return !slices.ContainsFunc(c.Units, ours)
	}))
	part.Must = t.Must
	return part
}
