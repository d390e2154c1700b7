package view

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
)

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
	Sign  Sign      // of a strike: what is drawn
	Hit   bool      // of a strike
	Odds  Text      // of a strike: what stands in a table for its odds
	Note  Text      // what the deed is, in print; the zero Text for the words of its kind
}

// Sign is what is drawn for a fight or a strike.
type Sign string

// The signs.
const (
	Swords    Sign = "swords"
	Chevrons  Sign = "chevrons"
	Aeroplane Sign = "aeroplane"
	Burst     Sign = "burst"
)

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
	Gone      DeedKind = "gone"   // the map for good, without loss
	Reduced   DeedKind = "step"   // a step was lost
	Struck    DeedKind = "strike" // hit or missed from afar
)
