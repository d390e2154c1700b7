package view

import (
	"cmp"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
)

// After returns the view together with what everybody was told most recently.
func (p Public) After(told ...Account) Public {
	b := *p.board
	b.Told = slices.Clip(b.Told) // two views made from one must not share what is appended
	for _, a := range told {
		b.Told = append(b.Told, a.public...)
	}
	b.Closed = cmp.Or(closedBy(told), b.Closed)
	return Public{&b}
}

// After returns the view together with what its side was told most recently.
func (s Secret) After(told ...Account) Secret {
	b := *s.board
	b.Told = slices.Clip(b.Told)
	for _, a := range told {
		b.Told = append(b.Told, a.side[s.side]...)
	}
	b.Closed = cmp.Or(closedBy(told), b.Closed)
	return Secret{s.side, &b}
}

// Now returns the view with the phase being played in the title of its pictures, even if it tells of an ended one.
func (p Public) Now() Public {
	b := *p.board
	b.Closed = nil
	return Public{&b}
}

// Now returns the view with the phase being played in the title of its pictures, even if it tells of an ended one.
func (s Secret) Now() Secret {
	b := *s.board
	b.Closed = nil
	return Secret{s.side, &b}
}

// closedBy returns the last phase that ended in some accounts, nil if none did. A phase in which nobody played counts
// only if no other phase ended: the report of the other phase tells of it too.
func closedBy(told []Account) (closed *Moment) {
	played := false
	for _, a := range told {
		if a.closed != nil && (!a.idle || !played) {
			closed, played = a.closed, played || !a.idle
		}
	}
	return closed
}

// MapEvent is the place on the map of what a line tells, as far as its reader may know it.
type MapEvent struct {
	Kind  MapEventKind
	Side  order.Side
	Path  []hex.Hex  // from where it began to where it ended; for events without a path, the hexes where they happened
	Units []Counter  // those that the reader may identify, top first
	Where []hex.Hex  // of units that died in several hexes: the hex of each of Units; else nil
	Count int        // how many units took part, known or not
	Sign  Sign       // of a strike: the symbol to draw
	Hit   bool       // of a strike: it succeeded
	From  order.Side // of a place that was taken: who held it before, "" for nobody
	Note  Text       // what the legend says of it; the zero Text for the words of its kind
}

// Sign is the symbol drawn for a fight or a strike.
type Sign string

const (
	Swords    Sign = "swords"
	Chevrons  Sign = "chevrons"
	Aeroplane Sign = "aeroplane"
	Burst     Sign = "burst"
)

type MapEventKind string

const (
	Marched   MapEventKind = "march"   // movement and exploitation
	Came      MapEventKind = "enter"   // reinforcements
	Placed    MapEventKind = "place"   // set up, created or returned where they stand
	Retreated MapEventKind = "retreat" // after combat
	Advanced  MapEventKind = "advance" // after combat, or into a hex that was overrun
	Died      MapEventKind = "lost"
	Gone      MapEventKind = "gone"   // left the map for good, without loss
	Reduced   MapEventKind = "step"   // a step was lost
	Struck    MapEventKind = "strike" // hit or missed from a distance
	Taken     MapEventKind = "taken"  // a place that is worth points changed hands
)

// Arrives reports whether units appear on the map by an event of the kind.
func (k MapEventKind) Arrives() bool { return k == Came || k == Placed }
