package scene

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/view"
)

// Event is something that happened and that the picture shows. Several lines may share one sign, and one line
// may have several signs: either is one event.
type Event struct {
	Hexes []hex.Hex    // the hexes of its signs, paths and forms, sorted
	Path  []hex.Hex    // for a move the whole path; else nil
	Count int          // of units, strikes or lost steps; 0 for a fight, a capture and what only forms show
	Told  []*view.Line // the lines that tell of it
}

// Happened returns what happened in the part of the map that the scene shows, in this order: places that were taken,
// fights with their attacks, units that left the map, strikes, lost steps, retreats and advances, other moves,
// arrivals, and what only forms show.
func (s *Scene) Happened() (out []Event) {
	add := func(e Event) {
		for _, l := range e.Told {
			for _, f := range l.Forms {
				e.Hexes = append(e.Hexes, f.Hexes...)
			}
		}
		out = joined(out, e)
	}
	for _, c := range s.Captures {
		add(Event{Hexes: []hex.Hex{c.At}, Told: c.Told})
	}
	for _, c := range s.Fights {
		e := Event{Hexes: []hex.Hex{c.At}, Told: c.Told}
		for _, l := range c.Told {
			e.Hexes = append(e.Hexes, l.Reckoned.From...)
		}
		add(e)
	}
	for _, l := range s.Losses {
		add(Event{Hexes: []hex.Hex{l.At}, Count: l.Count, Told: l.Told})
	}
	for _, r := range s.Strikes {
		add(Event{Hexes: []hex.Hex{r.At}, Count: r.All, Told: r.Told})
	}
	lost := slices.Clip(s.Steps)
	for _, c := range s.Fights {
		lost = append(lost, c.Lost...)
	}
	for _, n := range lost {
		add(Event{Hexes: []hex.Hex{n.At}, Count: n.N, Told: n.Told})
	}
	for _, afterCombat := range []bool{true, false} {
		for _, m := range s.Moves { // without attacks: they are part of their fights
			if m.Kind != Attack && afterCombat == (m.Kind == view.Retreated || m.Kind == view.Advanced) {
				add(Event{Hexes: slices.Clone(m.Path), Path: m.Path, Count: m.Count, Told: m.Told})
			}
		}
	}
	for _, n := range s.Arrivals {
		add(Event{Hexes: []hex.Hex{n.At}, Count: n.N, Told: n.Told})
	}
	for _, l := range s.Drawn {
		add(Event{Told: []*view.Line{l}})
	}
	for i := range out {
		slices.SortFunc(out[i].Hexes, hex.Compare)
		out[i].Hexes = slices.Compact(out[i].Hexes)
	}
	return slices.DeleteFunc(out, func(e Event) bool { return !slices.ContainsFunc(e.Hexes, s.Covers) })
}

// joined adds an event to a list. It becomes one with the first event that shares a line with it.
func joined(list []Event, e Event) []Event {
	i := slices.IndexFunc(list, func(k Event) bool {
		return slices.ContainsFunc(k.Told, func(l *view.Line) bool { return slices.Contains(e.Told, l) })
	})
	if i < 0 {
		return append(list, e)
	}
	k := &list[i]
	k.Hexes, k.Count = append(k.Hexes, e.Hexes...), k.Count+e.Count
	for _, l := range e.Told {
		if !slices.Contains(k.Told, l) {
			k.Told = append(k.Told, l)
		}
	}
	return list
}
