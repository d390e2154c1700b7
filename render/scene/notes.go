package scene

import (
	"cmp"
	"slices"
	"strings"

	"grognard/rules/hex"
	"grognard/rules/view"
)

// Note explains a sign: a small board on which it is drawn as on the map, and what it means.
type Note struct {
	Sample *view.Board
	Text   string
}

// Explain returns the notes to what a scene shows beside the position, and the headings above them, "" for none.
func Explain(l Labels, s *Scene) (head string, out []Note) {
	v := s.Board
	for _, o := range v.Overlays {
		head = strings.TrimSpace(head + "\n" + Say(l, o.Head))
		for _, n := range o.Notes {
			if s.shows(o, n) {
				out = append(out, sampled(l, v, n))
			}
		}
	}
	out = append(append(out, markNotes(s)...), toldNotes(l, s)...)
	for _, line := range v.Told {
		for _, n := range line.Notes {
			if !slices.ContainsFunc(out, func(k Note) bool { return k.Text == Say(l, n.Text) }) {
				out = append(out, sampled(l, v, n))
			}
		}
	}
	return head, out
}

// shows reports whether the sign that a note of an overlay explains is in the part of the map that is drawn, if only in
// hexes cut off by its edge. A note with several signs, or one that the overlay does not have, is shown anyway.
func (s *Scene) shows(o view.Overlay, n view.Note) bool {
	i := slices.IndexFunc(o.Forms, func(f view.Form) bool {
		return len(n.Sample) == 1 && f.Shape == n.Sample[0].Shape && f.Side == n.Sample[0].Side
	})
	wide := s.part // with the columns at its sides, of whose hexes it shows the nearer corners
	wide.Rows, wide.Radius = cmp.Or(wide.Rows, wide.Radius), wide.Radius+1
	return i < 0 || slices.ContainsFunc(o.Forms[i].Hexes, func(h hex.Hex) bool {
		return wide.Covers(s.Board.Map.Grid, h)
	})
}

// emptyBoard returns an empty map for a sample, and the three hexes of a path across it. Most signs go in the second.
func emptyBoard(v *view.Board) (*view.Board, []hex.Hex) {
	g, way := view.Stage()
	return &view.Board{Map: &view.Map{Grid: g, Sides: v.Map.Sides}}, way
}

// sampled returns a note of the rules with its sample on an empty map.
func sampled(l Labels, v *view.Board, n view.Note) Note {
	b, way := emptyBoard(v)
	b.Overlays = []view.Overlay{{Forms: n.Sample}}
	if n.Stack != "" {
		b.Stacks = []view.Stack{{Hex: way[1], Side: n.Stack, Height: 1}}
	}
	return Note{b, Say(l, n.Text)}
}

// markNotes returns notes that explain the markers of stacks in a part of the map. The whole map has a legend.
func markNotes(s *Scene) (out []Note) {
	for _, m := range s.Board.Marks {
		for _, st := range s.Board.Stacks {
			if top, seen := st.At(0); seen {
				st.Marks = top.Marks
			}
			if s.part.Around != hex.None && s.Covers(st.Hex) && slices.Contains(st.Marks, m.ID) {
				b, way := emptyBoard(s.Board)
				b.Stacks = []view.Stack{{Hex: way[1], Side: st.Side, Height: 1, Marks: []string{m.ID}}}
				out = append(out, Note{b, m.Name})
				break
			}
		}
	}
	return out
}

// printed has the kinds of events in the order in which they are explained, with their usual words.
var printed = []struct {
	kind view.MapEventKind
	text view.Text
}{
	{view.Came, view.T("sign.arrived")}, {view.Placed, view.T("sign.placed")}, {view.Marched, view.T("sign.moved")},
	{view.Advanced, view.T("sign.advanced")}, {view.Retreated, view.T("sign.retreated")},
	{view.Struck, view.T("sign.struck")}, {view.Reduced, view.T("sign.step-lost")},
	{view.Died, view.T("sign.eliminated")}, {view.Gone, view.T("sign.gone")}, {view.Taken, view.T("sign.taken")},
}

// toldNotes returns notes that explain the signs in the picture of what happened, one for each kind and words.
func toldNotes(l Labels, s *Scene) (out []Note) {
	v := s.Board
	var events []*view.MapEvent
	var fights []*view.Reckoning
	for _, line := range v.Told {
		if d := line.MapEvent; d != nil && slices.ContainsFunc(d.Path, s.Covers) {
			events = latest(events, d,
				func(k *view.MapEvent) bool { return k.Kind == d.Kind && Say(l, k.Note) == Say(l, d.Note) })
		}
		if f := line.Reckoned; f != nil && f.OnMap() && s.Covers(f.Target) {
			fights = latest(fights, f,
				func(k *view.Reckoning) bool { return k.Sign == f.Sign && Say(l, k.Note) == Say(l, f.Note) })
		}
	}
	for _, p := range printed {
		for _, d := range events {
			if d.Kind == p.kind {
				out = append(out, eventNote(l, s, d, cmp.Or(Say(l, d.Note), Say(l, p.text))))
			}
		}
	}
	for _, sign := range []view.Sign{view.Swords, view.Chevrons, view.Aeroplane, view.Burst} {
		for _, f := range fights {
			if f.Sign == sign {
				b, way := emptyBoard(v)
				like := &view.Reckoning{Side: f.Side, Target: way[1], Sign: sign, Column: "3:1", Result: "D1"}
				if f.Alone || f.ByNet { // such a fight has no odds
					like.Column, like.Alone, like.ByNet, like.Net = f.Column, f.Alone, f.ByNet, f.Net
					like.Result, _, _ = strings.Cut(f.Outcome(), " ") // the sample has room for one word
				}
				b.Told = []view.Line{{Reckoned: like}}
				out = append(out, Note{b, Say(l, f.Note)})
			}
		}
	}
	return out
}

// latest puts v in the place of the first value that is the same, or at the end of the list.
func latest[T any](list []T, v T, same func(T) bool) []T {
	if i := slices.IndexFunc(list, same); i >= 0 {
		list[i] = v
		return list
	}
	return append(list, v)
}

// eventNote explains an event by one of the same kind on an empty map. For arrivals it shows the highest number of
// units that arrived in a hex of the picture, and says it in words; if there is no such sign, it shows an arrow.
func eventNote(l Labels, s *Scene, like *view.MapEvent, text string) Note {
	b, way := emptyBoard(s.Board)
	d := &view.MapEvent{Kind: like.Kind, Side: like.Side, Sign: like.Sign, Path: way[1:2], Count: 1, From: like.From}
	switch d.Kind {
	case view.Came, view.Placed:
		most := Tally{}
		for _, k := range s.Arrivals {
			if s.Covers(k.At) && k.N > most.N && k.Told[0].MapEvent.Kind == d.Kind {
				most = k
			}
		}
		if most.N > 0 {
			d.Side, d.Count = most.Side, most.N
			b.Stacks = []view.Stack{{Hex: way[1], Side: d.Side, Height: most.N}}
			text = Say(l, view.T("sign.came-here", "n", most.N))
			if d.Kind == view.Placed {
				text = Say(l, view.T("sign.placed-here", "n", most.N))
			}
			break
		}
		d.Kind, d.Count = view.Marched, 0
		fallthrough
	case view.Marched, view.Advanced, view.Retreated:
		d.Path = way[:2]
	case view.Reduced:
		b.Stacks = []view.Stack{{Hex: way[1], Side: d.Side, Height: 1}}
	case view.Struck: // as on the map: another result would be read as this one's
		for _, line := range s.Board.Told {
			if e := line.MapEvent; e != nil && e.Kind == d.Kind && e.Sign == d.Sign && slices.Equal(e.Path, like.Path) {
				b.Told = append(b.Told, view.Line{MapEvent: &view.MapEvent{Kind: d.Kind, Side: d.Side, Sign: d.Sign,
					Path: d.Path, Hit: e.Hit}})
			}
		}
		return Note{b, text}
	}
	b.Told = []view.Line{{MapEvent: d}}
	return Note{b, text}
}
