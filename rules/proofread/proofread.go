// Package proofread warns of what a game's files may say, but more often say by mistake: a road that ends in open
// country, a river with a gap, without a mouth or on both sides of a town, unreachable ground, a closed entry hex, a
// set-up from which only swamps lead out, a mark that nothing puts on a unit, points that nobody counts, a row of a
// table that no roll reaches. A module with such things can be played. The package idle of each series calls Module and
// adds what else does nothing in its games. A Table reports each mistake in the shape of a table of results once.
package proofread

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/document"
	"grognard/rules/modules"
)

// Module warns of what is doubtful in any game.
func Module(p *modules.Proof) {
	ground(p)
	switch at, first := p.Find(modules.InGame, "first-day"); {
	case first && p.TurnDays == 0:
		p.Warn(at, "first-day without turn-days, the days that a turn lasts: turns have no dates")
	case !first && p.TurnDays > 0:
		p.Warn(p.At(modules.InGame, "turn-days"),
			"turn-days without first-day, the date of turn 1: turns have no dates")
	}
}

// Points warns of places that are worth victory points, unless counted says that a rule of the game counts them.
func Points(p *modules.Proof, counted bool) {
	var first document.Spot
	var worth []string
	for i, place := range p.Places {
		if place.VP > 0 {
			if len(worth) == 0 {
				first = p.At(modules.InMap, "places", i, "vp")
			}
			worth = append(worth, place.Name)
		}
	}
	if len(worth) > 0 && !counted {
		p.Warn(first, "vp without victory in game.yaml: nobody counts the points of %s", some(worth))
	}
}

// Marks warns of each mark of the module that nothing puts on a unit; puts reports whether something does.
func Marks(p *modules.Proof, puts func(mark string) bool) {
	for _, m := range p.Marks {
		if !puts(m.ID) {
			p.Warn(p.At(modules.InGame, "marks", m.ID), "nothing puts the mark %s on a unit", m.ID)
		}
	}
}

// Unreached warns of the named parts of a table, such as rows, that nothing reads; first is the place of the first.
func Unreached(p *modules.Proof, first document.Spot, names []string, reason string) {
	if len(names) > 0 {
		p.Warn(first, "nothing reaches %s: %s", some(names), reason)
	}
}

// Beyond warns of the ascending columns at path that are headed by more than most, for a reason that formats most.
func Beyond(p *modules.Proof, columns []int, most int, reason string, path ...any) {
	at, _ := slices.BinarySearch(columns, most+1) // the first column beyond most
	var names []string
	for _, n := range columns[at:] {
		names = append(names, strconv.Itoa(n))
	}
	Unreached(p, p.At(append(path, at)...), names, fmt.Sprintf(reason, most))
}

// some lists up to six names; of more it lists the first six and says how many there are besides.
func some(names []string) string {
	const most = 6
	if more := len(names) - most; more > 0 {
		return fmt.Sprintf("%s, %d more", strings.Join(names[:most], ", "), more)
	}
	return strings.Join(names, ", ")
}
