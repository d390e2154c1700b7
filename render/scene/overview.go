package scene

import (
	"slices"

	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Spot is a place that an overview names: one that is worth points, or in which something happened.
type Spot struct {
	geography.Place
	Side  order.Side // the side that holds it; "" if nobody does or it is worth nothing
	Taken bool       // it changed hands lately
}

// Spots returns the places that an overview names: those that changed hands, then those of the close-ups in list, then
// others that are worth points, the most valuable ones first. A place of several hexes is named once.
func (s *Scene) Spots(list []Cluster) (out []Spot) {
	add := func(p Spot) {
		if !slices.ContainsFunc(out, func(k Spot) bool { return k.Hex == p.Hex || k.Name == p.Name }) {
			out = append(out, p)
		}
	}
	flags := slices.Clone(s.Flags)
	slices.SortStableFunc(flags, func(a, b Flag) int { return b.VP - a.VP })
	for _, f := range flags {
		if slices.ContainsFunc(s.Captures, func(c Capture) bool { return c.At == f.Hex && c.Changed() }) {
			add(Spot{Place: f.Place, Side: f.Side, Taken: true})
		}
	}
	for _, c := range list {
		if p, ok := placeIn(s.Board.Map, c.At); ok && p.VP == 0 {
			add(Spot{Place: p})
		}
	}
	for _, f := range flags {
		add(Spot{Place: f.Place, Side: f.Side})
	}
	return out
}

// Came returns how many units of each side arrived in each hex.
func (s *Scene) Came() []Tally {
	all := slices.Clone(s.Arrivals)
	for _, m := range s.Moves {
		if m.Kind == view.Came {
			addTally(&all, Tally{m.Path[len(m.Path)-1], m.Side, m.Count, m.Told})
		}
	}
	return all
}

// placeIn returns the named place in a hex; of several the last one, which the map shows.
func placeIn(m *view.Map, at hex.Hex) (geography.Place, bool) {
	for _, p := range slices.Backward(m.Places) {
		if p.Hex == at && p.Name != "" {
			return p, true
		}
	}
	return geography.Place{}, false
}

// Near returns the named place in the hex At, or the nearest one in the close-up; of several as near the map's first.
func (c Cluster) Near(m *view.Map) (p geography.Place, ok bool) {
	if p, ok := placeIn(m, c.At); ok {
		return p, true
	}
	far := c.Radius + 1
	for _, k := range m.Places {
		if d := m.Grid.Distance(k.Hex, c.At); k.Name != "" && d < far && c.Needs(m.Grid, k.Hex) {
			p, far, ok = k, d, true
		}
	}
	return p, ok
}

// Title returns the title of a close-up on its picture: the hex in which most happened, and the place there or near it.
func (c Cluster) Title(l Labels, m *view.Map) string {
	p, ok := c.Near(m)
	switch {
	case !ok:
		return c.At.String()
	case p.Hex == c.At:
		return Say(l, view.T("picture.at", "number", c.At.String(), "place", p.Name))
	}
	return Say(l, view.T("picture.near", "number", c.At.String(), "place", p.Name))
}

// Key has the words for the marks of an overview.
type Key struct{ Heights, Fight, Loss, CloseUp, Came, Taken string }

// KeyOf returns the words for the marks of an overview in a language.
func KeyOf(l Labels) Key {
	return Key{
		Heights: Say(l, view.T("picture.key-heights")),
		Fight:   Say(l, view.T("picture.key-fight")),
		Loss:    Say(l, view.T("picture.key-loss")),
		CloseUp: Say(l, view.T("picture.key-close-up")),
		Came:    Say(l, view.T("picture.key-came")),
		Taken:   Say(l, view.T("picture.key-taken")),
	}
}

// Within returns the scene limited to a part of the map, as a close-up shows it.
func (s Scene) Within(part hex.Part) Scene {
	s.part = part
	return s
}

// Covers reports whether the middle of a hex lies in the part of the map that the scene shows.
func (s *Scene) Covers(h hex.Hex) bool { return s.part.Covers(s.Board.Map.Grid, h) }
