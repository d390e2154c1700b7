package overlay

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Choice shows the hexes of which a player chooses one, lettered as the request says. It rings in his colour the hexes
// in seen, where the units stand that he chooses for, and the Hex of the request, which he acts on. If he sees an enemy
// in that Hex, its ring is red and it is hatched. ok is false if there is no hex to show.
func Choice(a series.OverlayRequest, seen []hex.Hex) (o view.Overlay, ok bool) {
	for place, h := range a.Letters[:min(len(a.Letters), view.MostLetters)] {
		o.Around = append(o.Around, h)
		o.Forms = append(o.Forms, letter(a.Viewer, a.Letter(place), h))
		o.Items = append(o.Items, view.T("choice.letter", "letter", a.Letter(place), "hex", h))
	}
	mark := func(shape view.Shape, tone view.Tone, hexes ...hex.Hex) {
		if len(hexes) > 0 {
			o.Around = append(o.Around, hexes...)
			o.Forms = slices.Insert(o.Forms, 0, view.Form{Shape: shape, Side: a.Viewer, Tone: tone, Hexes: hexes})
		}
	}
	mark(view.Ring, view.SideTone, seen...)
	if a.Hex != hex.None {
		isEnemy := func(st view.Stack) bool { return st.Hex == a.Hex && st.Side != a.Viewer }
		if slices.ContainsFunc(a.Board.Stacks, isEnemy) {
			mark(view.Ring, view.MarkTone, a.Hex)
			mark(view.CrossHatch, view.MarkTone, a.Hex)
			o.Items = append(o.Items, view.T("choice.target", "hex", a.Hex))
		} else {
			mark(view.Ring, view.SideTone, a.Hex)
			o.Items = append(o.Items, view.T("choice.hex", "hex", a.Hex))
		}
	}
	o.Texts = []view.Text{view.T("choice.head")}
	if len(o.Items) == 0 {
		o.Texts = []view.Text{view.T("choice.units", "hexes", seen)}
	}
	return o, len(o.Around) > 0
}

// letter prints a letter on a hex, in the colour of a side.
func letter(side order.Side, l string, h hex.Hex) view.Form {
	return view.Form{Shape: view.LabelPlated, Side: side, Text: l, Large: true, Hexes: []hex.Hex{h}}
}
