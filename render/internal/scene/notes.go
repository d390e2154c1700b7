package scene

import (
	"cmp"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/view"
)

// Note explains what a view was made for: a small scene, drawn as on the map, and what
// it means.
type Note struct {
	Sample *view.Board
	Text   string
}

// emptyBoard is an empty map for a scene, and the hexes of a way across it.
func emptyBoard(v *view.Board) (*view.Board, []hex.Hex) {
	g, way := view.Stage()
	return &view.Board{Map: &view.Map{Grid: g, Sides: v.Map.Sides}}, way
}

// Explain is what the forms of a board mean and what else is told on it, as far as it is
// there, and what is to be said above.
func Explain(l Labels, v *view.Board) (head string, out []Note) {
	for _, o := range v.Overlays {
		head = cmp.Or(head, Say(l, o.Head))
		for _, n := range o.Notes {
			out = append(out, sampled(l, v, n))
		}
	}
	out = append(out, toldNotes(l, v)...)
	for _, line := range v.Told {
		for _, n := range line.Notes {
			if !slices.ContainsFunc(out, func(k Note) bool { return k.Text == Say(l, n.Text) }) {
				out = append(out, sampled(l, v, n))
			}
		}
	}
	return head, out
}

// sampled is a note with its sample on an empty map.
func sampled(l Labels, v *view.Board, n view.Note) Note {
	b, way := emptyBoard(v)
	b.Overlays = []view.Overlay{{Forms: n.Sample}}
	if n.Stack != "" {
		b.Stacks = []view.Stack{{Hex: way[1], Side: n.Stack, Height: 1}}
	}
	return Note{b, Say(l, n.Text)}
}

// printed are the kinds of deeds in the order in which they are explained, each with its words.
func printed() []struct {
	kind view.DeedKind
	text view.Text
} {
	return []struct {
		kind view.DeedKind
		text view.Text
	}{
		{view.Came, view.T("sign.arrived")}, {view.Placed, view.T("sign.placed")}, {view.Marched, view.T("sign.moved")},
		{view.Advanced, view.T("sign.advanced")}, {view.Retreated, view.T("sign.retreated")}, {view.Struck, view.T("sign.struck")},
		{view.Reduced, view.T("sign.step-lost")}, {view.Died, view.T("sign.eliminated")}, {view.Gone, view.T("sign.gone")},
	}
}

// toldNotes explain the signs of what happened, each that the picture has once.
func toldNotes(l Labels, v *view.Board) (out []Note) {
	var deeds []*view.Deed
	var fights []*view.Reckoning
	for _, line := range v.Told {
		if d := line.Deed; d != nil && len(d.Path) > 0 {
			deeds = latest(deeds, d, func(k *view.Deed) bool { return k.Kind == d.Kind && Say(l, k.Note) == Say(l, d.Note) })
		}
		if f := line.Reckoned; f != nil {
			fights = latest(fights, f, func(k *view.Reckoning) bool { return k.Sign == f.Sign && Say(l, k.Note) == Say(l, f.Note) })
		}
	}
	for _, p := range printed() {
		for _, d := range deeds {
			if d.Kind == p.kind {
				out = append(out, deedNote(v, d, cmp.Or(Say(l, d.Note), Say(l, p.text))))
			}
		}
	}
	for _, sign := range []view.Sign{view.Swords, view.Chevrons, view.Aeroplane, view.Burst} {
		for _, f := range fights {
			if f.Sign == sign {
				b, way := emptyBoard(v)
				like := &view.Reckoning{Side: f.Side, Target: way[1], Sign: sign, Column: "3:1", Result: "D1"}
				if f.Alone { // it has no odds
					like.Column, like.Alone, like.Result = f.Column, true, f.Result
				}
				b.Told = []view.Line{{Reckoned: like}}
				out = append(out, Note{b, Say(l, f.Note)})
			}
		}
	}
	return out
}

// latest puts something in the place of the one that is the same, or at the end.
func latest[T any](list []T, v T, same func(T) bool) []T {
	if i := slices.IndexFunc(list, same); i >= 0 {
		list[i] = v
		return list
	}
	return append(list, v)
}

// deedNote is a deed like one that is told of, on an empty map.
func deedNote(v *view.Board, like *view.Deed, text string) Note {
	b, way := emptyBoard(v)
	d := &view.Deed{Kind: like.Kind, Side: like.Side, Sign: like.Sign, Path: way[1:2], Count: 1}
	switch d.Kind {
	case view.Marched, view.Advanced, view.Retreated:
		d.Path = way[:2]
	case view.Came, view.Placed, view.Reduced:
		b.Stacks = []view.Stack{{Hex: way[1], Side: d.Side, Height: 1}}
	}
	b.Told = []view.Line{{Deed: d}}
	return Note{b, text}
}
