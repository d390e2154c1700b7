package view

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
)

// Layer asks for an overlay: one of a kind that the game has, of the unit or the hex that the
// kind is about.
type Layer struct {
	Kind string
	Unit order.UnitID
	Hex  hex.Hex
}

// LayerKind is a kind of overlay that a game has.
type LayerKind struct {
	Name string
	Of   Subject
}

// Subject is what a kind of overlay is about.
type Subject int8

// The subjects of overlays.
const (
	OfMap Subject = iota
	OfUnit
	OfHex
)

// Overlay is an answer that is laid over a position: what is drawn, and the same in words.
// The rules make it of what its viewer may know, and nobody else knows what it means.
type Overlay struct {
	Kind   string
	Forms  []Form // in the order in which they are drawn
	Head   Text   // printed under the picture, over its notes; the zero Text for nothing
	Notes  []Note
	Around []hex.Hex // what a close-up of it shows; nothing where it is of the whole map
	Texts  []Text    // what it says, line by line
	Items  []Text    // what the picture shows, one by one, for those who cannot see it
}

// Form is a figure that is drawn on the map.
type Form struct {
	Shape Shape
	Side  order.Side // in whose colour, pattern and dashes it is drawn
	Tone  Tone       // a colour in place of the side's
	Hexes []hex.Hex  // in order, of a line; others have one figure in each, or one round them all
	Over  bool       // over the counters; else under them. Labels are over them always

	Joins       hex.Hex // of a line that begins where it leaves another: the hex before its first
	Heads       bool    // of a line: arrowheads on the way to its last hex
	Level, Most int     // of a tint: how faint it is, from 0 to less than Most
	Text        string  // of a label: figures
	Words       Text    // of a label in words, in place of figures
}

// Shape is what a form looks like.
type Shape string

// The shapes of forms.
const (
	SolidLine   Shape = "solid line"
	DashedLine  Shape = "dashed line" // as the lines of its side are
	DottedLine  Shape = "dotted line"
	Tint        Shape = "tint"
	FineHatch   Shape = "fine hatch"
	BroadHatch  Shape = "broad hatch" // the way of its side
	CrossHatch  Shape = "cross hatch"
	Border      Shape = "border" // round all its hexes
	Veil        Shape = "veil"   // over all but its hexes
	Ring        Shape = "ring"
	Label       Shape = "label" // a text on the map
	LabelPlated Shape = "plate" // a text on a plate
)

// Tone is the colour of a form.
type Tone int8

// The tones of forms.
const (
	SideTone Tone = iota
	RingTone      // of the hex that all is about
	MarkTone      // of what is barred or goes wrong
)

// Note explains forms under the picture that has them: a sample of them, on the map of Stage,
// and what they mean.
type Note struct {
	Text   Text
	Sample []Form
	Stack  order.Side // whose stack stands in the middle of the sample; "" for none
}

// Stage is the map of a note's sample, and a way of three hexes across the middle of it.
func Stage() (hex.Grid, []hex.Hex) {
	r := hex.Rows{First: 0, Last: 4}
	g := hex.Grid{Cols: 4, Odd: r, Even: r}
	mid := hex.Hex{Col: 2, Row: 2}
	around := g.Around(mid)
	return g, []hex.Hex{around[4], mid, around[1]}
}

// Overlay is the overlay of a kind, where the view was made with it.
func (b *Board) Overlay(kind string) (Overlay, bool) {
	i := slices.IndexFunc(b.Overlays, func(o Overlay) bool { return o.Kind == kind })
	if i < 0 {
		return Overlay{}, false
	}
	return b.Overlays[i], true
}
