package view

import (
	"grognard/rules/geography"
	"grognard/rules/order"
)

// Fact is a public number that the game is decided by, such as points, and what it means.
type Fact struct {
	Kind string     // a key of the catalogue
	Side order.Side // whose it is
	N    int

	// what the number means now, such as a level of victory: identifier and printed name, "" for nothing
	ID, Name string
	Rule     Rule       // the paragraph that gives it this meaning
	Claim    order.Side // the side that may still add to it although the game is over

	Parts []Part // what each side has of it on the map, in the order of play
}

// Part is the places of a side that count towards a Fact.
type Part struct {
	Side   order.Side // "" for those that nobody holds
	N      int
	Places []geography.Place
	Rule   Rule // the paragraph by which they count
}

// Text says who holds the places, place by place.
func (p Part) Text() Text {
	if len(p.Places) == 0 {
		return T("score.holds-none", "side", p.Side)
	}
	places := make([]Text, len(p.Places))
	for i, at := range p.Places {
		places[i] = T("score.place", "place", at.Name, "points", at.VP)
	}
	if p.Side == "" {
		return T("score.held-by-none", "places", places)
	}
	return T("score.holds", "side", p.Side, "points", p.N, "places", places)
}

// Fact is the fact of a kind, nil where the game has none.
func (b *Board) Fact(kind string) *Fact {
	for i := range b.Facts {
		if b.Facts[i].Kind == kind {
			return &b.Facts[i]
		}
	}
	return nil
}
