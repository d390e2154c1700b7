package view

import (
	"iter"
	"slices"

	"grognard/rules/first"
	"grognard/rules/geography"
	"grognard/rules/order"
)

// Fact is a public number, and what it means: one that the game is decided by, such as points, or one about a group.
type Fact struct {
	Kind  string        // a key of the catalogue
	Side  order.Side    // whose it is
	Group order.GroupID // the group that it is about, "" for the side as a whole
	N     int

	// what the number means now, such as a level of victory: identifier and printed name, "" for nothing
	ID, Name string
	Victory  *Victory   // who wins by it; nil where no level says so, and in a game that its players have ended
	Levels   []Text     // all that it can mean, each with its numbers
	Scale    []Level    // the Levels for computing, from the highest down to 0
	Rule     Rule       // the paragraph that gives it this meaning
	Claim    order.Side // the side that may still add to it although the game is over

	Detail bool // shown only where nothing but its group is shown
	Text   Text // what is told of it; the zero Text for what the catalogue has for its Kind

	Parts []Part // what each side has of it on the map, in the order of play
}

// Victory is who wins by a level of victory, and how clearly. While the game runs it is who would win if it ended now.
type Victory struct {
	Side   order.Side // "" for a draw
	Degree int        // levels from the draw: 1 for the side's level next to it, 0 for a draw
	Most   int        // the highest degree that a side can reach, as Map.Degrees
}

// Level is what a number of at least AtLeast means. Victory is nil where no level says who wins.
type Level struct {
	AtLeast int
	Victory *Victory
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
		name := any(at.Name)
		if slices.ContainsFunc(p.Places, func(o geography.Place) bool { return o.Name == at.Name && o.Hex != at.Hex }) {
			name = at.Hex // two of one name are told apart by their hexes
		}
		places[i] = T("score.place", "place", name, "points", at.VP)
	}
	if p.Side == "" {
		return T("score.held-by-none", "places", places)
	}
	return T("score.holds", "side", p.Side, "points", p.N, "places", places)
}

// Fact returns the fact of a kind about a side, nil where the game has none.
func (b *Board) Fact(kind string) *Fact {
	return first.At(b.Facts, func(f Fact) bool { return f.Kind == kind && f.Group == "" })
}

// GroupFact returns the fact of a kind about a group, nil if the board has none.
func (b *Board) GroupFact(kind string, g order.GroupID) *Fact {
	return first.At(b.Facts, func(f Fact) bool { return f.Kind == kind && f.Group == g })
}

// Score returns the first fact about a side, which stands in the banner; nil if the board has none.
func (b *Board) Score() *Fact { return first.At(b.Facts, func(f Fact) bool { return f.Group == "" }) }

// Grouped yields the facts about groups, those of each group together, in the order of the board.
func (b *Board) Grouped() iter.Seq2[order.GroupID, []Fact] {
	return func(yield func(order.GroupID, []Fact) bool) {
		for from := 0; from < len(b.Facts); {
			g, to := b.Facts[from].Group, from+1
			for to < len(b.Facts) && b.Facts[to].Group == g {
				to++
			}
			if g != "" && !yield(g, b.Facts[from:to]) {
				return
			}
			from = to
		}
	}
}
