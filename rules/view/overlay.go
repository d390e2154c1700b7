package view

import (
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// Layer is a request for an overlay of a kind that the game has, for a unit or a hex where the kind needs one.
type Layer struct {
	Kind    string
	Unit    order.UnitID
	Units   []order.UnitID // of a kind about a unit: units of one hex that move together, in place of Unit
	Hex     hex.Hex
	Letters []hex.Hex // of a kind about a unit: hexes that are lettered in this order, above what they cost
	Labels  []string  // in place of the letters, in their order; nil for the letters
}

// ChoiceLayer is the kind of overlay that shows a player the hexes of which he chooses one, in every game: Letters are
// these hexes, Units those that he chooses for, wherever they stand, and Hex is what he acts on.
const ChoiceLayer = "choice"

// MostLetters is how many hexes of a layer can be lettered: from A to X.
const MostLetters = 24

// Letter returns what stands for a place in Letters: its label, or its letter; "" for places beyond MostLetters.
func (l Layer) Letter(place int) string {
	switch {
	case place < 0 || place >= MostLetters:
		return ""
	case place < len(l.Labels):
		return l.Labels[place]
	}
	return string(rune('A' + place))
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

// Overlay is information that is drawn over a position, such as a unit's movement range, and the same in words.
// The rules make it from what its viewer may know; whoever draws it needs no knowledge of its meaning.
type Overlay struct {
	Kind   string
	Forms  []Form // in the order in which they are drawn
	Head   Text   // printed under the picture, above its notes; the zero Text for nothing
	Notes  []Note
	Around []hex.Hex // the hexes that a close-up of it shows; none where it is about the whole map
	Texts  []Text    // its content in words, line by line
	Items  []Text    // what the picture shows, item by item, for those who cannot see it
}

// Form is one figure drawn on the map.
type Form struct {
	Shape Shape
	Side  order.Side // the side whose colour, pattern and dashes it has
	Tone  Tone       // a colour in place of the side's
	Hexes []hex.Hex  // of a line: its hexes in order; other shapes are drawn in each hex, or once round them all
	Over  bool       // drawn over the counters instead of under them; labels are always over them

	Joins       hex.Hex // of a line that branches off another: the hex where it does, before its first
	Heads       bool    // of a line: with arrowheads towards its last hex
	Level, Most int     // of a tint: Level says how faint it is, from 0 for the strongest to Most-1
	Text        string  // of a label: digits, or a letter
	Words       Text    // of a label: words instead of Text
	Large       bool    // of a label: readable on a phone, and beside a stack instead of over it
	Under       bool    // of a label: at the lower edge of its hex, below a large one
}

// Shape is what a form looks like.
type Shape string

// The shapes of forms.
const (
	SolidLine   Shape = "solid line"
	DashedLine  Shape = "dashed line" // with the dashes of its side
	DottedLine  Shape = "dotted line"
	Tint        Shape = "tint"
	FineHatch   Shape = "fine hatch"
	BroadHatch  Shape = "broad hatch" // in the direction of its side
	CrossHatch  Shape = "cross hatch"
	Border      Shape = "border" // round all its hexes
	Veil        Shape = "veil"   // dims everything except its hexes
	Ring        Shape = "ring"
	Label       Shape = "label" // a text on the map
	LabelPlated Shape = "plate" // a text on a plate
)

// Tone is the colour of a form.
type Tone int8

// The tones of forms.
const (
	SideTone Tone = iota
	RingTone      // of the hex that the overlay is about
	MarkTone      // of what is blocked or fails
)

// Note is an entry of a picture's legend: a sample of some forms, drawn on the map of Stage, and what they mean.
type Note struct {
	Text   Text
	Sample []Form
	Stack  order.Side // the side whose stack stands in the middle of the sample; "" for none
}

// Stage returns the map of a Note's sample, and a path of three hexes across its middle.
func Stage() (grid hex.Grid, path []hex.Hex) {
	r := hex.Rows{First: 0, Last: 4}
	g := hex.Grid{Cols: 4, Odd: r, Even: r}
	mid := hex.Hex{Col: 2, Row: 2}
	around := g.Around(mid)
	return g, []hex.Hex{around[4], mid, around[1]}
}

// Overlay finds the overlay of a kind; false where the view was made without it.
func (b *Board) Overlay(kind string) (Overlay, bool) {
	return first.In(b.Overlays, func(o Overlay) bool { return o.Kind == kind })
}
