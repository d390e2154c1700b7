package view

import (
	"fmt"
	"hash/crc32"

	"grognard/rules/chart"
	"grognard/rules/order"
)

// Warning is what a legal order costs the side that gives it, and that its player may not
// have thought of. With Ask the order is worth a question before it is carried out.
type Warning struct {
	Text Text
	Rule Rule
	Ask  bool
}

// Digest is a number from 1 that tells warnings apart: whoever has read these has read no
// others.
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
	Text Text            // what it has done or has left to do, behind its name; the zero Text for nothing
	Left *chart.Fraction // movement points with which it can go on, nil where it cannot
	Idle bool            // it could act and has not
}
