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

// MapEvent is what a line tells of the map, as far as its reader may know it.
type MapEvent struct {
	Kind  MapEventKind
	Side  order.Side
	Path  []hex.Hex // from where it began to where it ended; for what has no way, the hexes where it happened
	Units []Counter // those that the reader may identify, top first
	Count int       // of all the units
	Sign  Sign      // of a strike: what is drawn
	Hit   bool      // of a strike
	Odds  Text      // of a strike: what stands in a table for its odds
	Note  Text      // what it is, in print; the zero Text for the words of its kind
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

// MapEventKind is a kind of map event.
type MapEventKind string

// The kinds of map events.
const (
	Marched   MapEventKind = "march"   // movement and exploitation
	Came      MapEventKind = "enter"   // reinforcements
	Placed    MapEventKind = "place"   // set up, made or brought back where they stand
	Retreated MapEventKind = "retreat" // after combat
	Advanced  MapEventKind = "advance" // after combat, or into a hex that was overrun
	Died      MapEventKind = "lost"
	Gone      MapEventKind = "gone"   // the map for good, without loss
	Reduced   MapEventKind = "step"   // a step was lost
	Struck    MapEventKind = "strike" // hit or missed from afar
)
