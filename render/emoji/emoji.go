// Package emoji paints the small pictures that stand beside words on Discord: the arms of units in the colours of their
// sides, marks, states, and the faces of dice. They are painted by the sprites of the maps, as large as an emoji can
// be, so that players recognize the signs.
//
//	signs := emoji.Signs(board)      // all that can stand beside the words of a game
//	p, err := emoji.NewPainter()
//	picture, err := p.Paint(signs[0])
//	name := picture.Name // changes with the pixels, and with nothing else
//
// A Sign is chosen by what a view shows of a unit: UnitSign returns the zero Sign, which has no picture, for a unit
// whose arm the viewer does not know. A Sign says all that its picture depends on, so two games whose sides look alike
// share it.
//
// It may import the sprites, the styles and views. It knows nothing of Discord but the size of a picture and the
// letters of a name.
package emoji

import (
	"slices"

	"grognard/render/internal/style"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Kind is what a sign stands for.
type Kind int8

// The kinds of signs.
const (
	None  Kind = iota
	Unit       // of an arm and a side
	Mark       // a lasting marker of a game
	State      // what a unit's counter or its phase says: one of States
	Die        // the face of a die with six sides
)

// Sign is all that the picture of an emoji depends on. It can be compared; the zero Sign has no picture.
type Sign struct {
	Kind  Kind
	What  string // the arm, the marker's identifier, the state or the face
	Color string // the side's, as its game names it; "" if Kind is not Unit
	Place int    // the index of the side or marker in its game, modulo the number of outlines that it chooses from
}

// The states of units that have a sign.
const (
	Reduced  = "reduced"
	HasMoved = "moved"
	MayAgain = "again" // it may act once more in its turn
)

// dieFaces is how many faces of dice have a sign.
const dieFaces = 6

// UnitSign returns the sign of a unit's arm in the colours of its side, the zero Sign if the map lacks the side or the
// viewer does not know the arm.
func UnitSign(m *view.Map, side order.Side, arm string) Sign {
	if m == nil || arm == "" {
		return Sign{}
	}
	i := slices.IndexFunc(m.Sides, func(n order.Nation) bool { return n.ID == side })
	if i < 0 {
		return Sign{}
	}
	return Sign{Unit, arm, m.Sides[i].Color, i % int(style.Shapes)}
}

// MarkSign returns the sign of a marker, the zero Sign if the legend lacks it.
func MarkSign(legend []view.MarkLegend, id string) Sign {
	i := slices.IndexFunc(legend, func(m view.MarkLegend) bool { return m.ID == id })
	if i < 0 {
		return Sign{}
	}
	return Sign{Kind: Mark, What: id, Place: i % style.MarkOutlines}
}

// StateSign returns the sign of a state of units.
func StateSign(state string) Sign { return Sign{Kind: State, What: state} }

// DieSign returns the sign of a face, the zero Sign for one that no die with six sides has.
func DieSign(face int) Sign {
	if face < 1 || face > dieFaces {
		return Sign{}
	}
	return Sign{Kind: Die, What: string(rune('0' + face))}
}

// Signs returns all signs that can stand beside the words of the games with these boards, each once.
func Signs(boards ...*view.Board) (list []Sign) {
	add := func(s Sign) {
		if s != (Sign{}) && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	for _, b := range boards {
		for _, c := range b.Map.Cards {
			add(UnitSign(b.Map, c.Side, c.Symbol))
		}
		for _, m := range b.Marks {
			add(MarkSign(b.Marks, m.ID))
		}
	}
	for _, s := range []string{Reduced, HasMoved, MayAgain} {
		add(StateSign(s))
	}
	for face := range dieFaces {
		add(DieSign(face + 1))
	}
	return list
}
