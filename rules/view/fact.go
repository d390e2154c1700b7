package view

import (
	"grognard/rules/geography"
	"grognard/rules/order"
)

// Fact is a number that is open to everybody and that the game goes by: points, and what
// they mean.
type Fact struct {
	Kind string     // as the catalogue has words for it
	Side order.Side // whose it is
	N    int

	ID, Name string     // what it means as things stand: its identifier and its printed name, "" for nothing
	Rule     Rule       // by which it means that
	Claim    order.Side // who may still add to it now that the game is over

	Parts []Part // what each side has of it on the map, in the order of play
}

// Part is the places that a side holds and that count.
type Part struct {
	Side   order.Side // "" for those that nobody holds
	N      int
	Places []geography.Place
	Rule   Rule // by which they count
}

// Text is who holds them, place by place.
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
