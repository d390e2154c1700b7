package view

import (
	"slices"

	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// Layers is what a view can show beside the position.
type Layers struct {
	Reach  order.UnitID // how far this unit can go, when the viewer sees it on the map
	Supply bool

	Threats hex.Hex // who could attack this hex; hex.None for none
}

// After is the view with what everybody was told lately.
func (p Public) After(told ...Account) Public {
	b := *p.board
	b.Told = slices.Clip(b.Told) // two views after one do not share what follows
	for _, a := range told {
		b.Told = append(b.Told, a.public...)
	}
	return Public{&b}
}

// After is the view with what its side was told lately.
func (s Secret) After(told ...Account) Secret {
	b := *s.board
	b.Told = slices.Clip(b.Told)
	for _, a := range told {
		b.Told = append(b.Told, a.side[s.side]...)
	}
	return Secret{s.side, &b}
}

// Deed is what a line tells of the map, as far as its reader may know it.
type Deed struct {
	Kind  DeedKind
	Side  order.Side
	Path  []hex.Hex // from where it began to where it ended; for what has no way, the hexes where it happened
	Units []Counter // those that the reader may identify, top first
	Count int       // of all the units
	Hit   bool      // of an air strike
}

// DeedKind is a kind of deed.
type DeedKind string

// The kinds of deeds.
const (
	Marched   DeedKind = "march"   // movement and exploitation
	Came      DeedKind = "enter"   // reinforcements
	Placed    DeedKind = "place"   // set up, made or brought back where they stand
	Retreated DeedKind = "retreat" // after combat
	Advanced  DeedKind = "advance" // after combat, or into a hex that was overrun
	Died      DeedKind = "lost"
	Removed   DeedKind = "withdrawn" // off the map for good
	Reduced   DeedKind = "step"      // a step was lost
	Struck    DeedKind = "strike"    // by air
)

// Reach is how far a unit can go: SCS 3.0.
type Reach struct {
	Unit  Counter
	From  hex.Hex
	Now   bool           // in this phase, with what is left of its allowance; else in a movement phase of its own, as things stand
	Left  chart.Fraction // movement points
	Hexes []Reached      // by hex
	Zones []hex.Hex      // every hex in an enemy zone of control, by hex
}

// Reached is a hex that a unit can go to.
type Reached struct {
	Hex   hex.Hex
	Cost  chart.Fraction // movement points, by the cheapest way
	Whole bool           // it takes the whole allowance and more: SCS 3.1e, or terrain that takes all
}

// Threats is who could attack a hex, as far as the viewer can know: SCS 7.0.
type Threats struct {
	Hex    hex.Hex
	Side   order.Side // who would attack
	Now    bool       // in the combat phase that is being played; else in the next one, after moving
	Stacks []Threat   // nearest first
	Attack int        // the printed strength of those that are seen, together
}

// Threat is a stack in which somebody could attack a hex.
type Threat struct {
	Hex      hex.Hex
	Height   int
	Distance int       // in hexes
	Units    []Counter // those that are seen and could, top first
	Unseen   int       // units that are not seen, among whom there may be others; 0 when none of them could
}

// Supply is how a side is supplied at this moment: SCS 12.1a.
type Supply struct {
	Side  order.Side
	Lines [][]hex.Hex // each from a stack to its source, or to where it joins a line before it; nothing for a stack in a source
	Cut   []hex.Hex   // hexes that the side holds, free of enemy zones or with its units in them, which no line reaches; by hex
}
