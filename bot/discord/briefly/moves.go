package briefly

import (
	"slices"
	"strings"

	"grognard/bot/discord/regions"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Up to mostMoves moves of one kind have a line each. More are told by parts of the map, below a line that counts them.
const (
	mostMoves = 10
	mostParts = mostMoves - 1
	leastRoom = 3 // hexes for which a part of the map has room at least
	mostTops  = 3 // units named of a part
)

// isMove reports whether units moved on their own, or came.
func isMove(l view.Line) bool {
	return l.MapEvent != nil && (l.MapEvent.Kind == view.Marched || l.MapEvent.Kind.Arrives())
}

// Groups reports whether Account groups moves among the lines.
func Groups(told []view.Line) bool { return len(manyMoves(told)) > 0 }

// moveKind identifies the moves of one kind that a side made.
type moveKind struct {
	kind view.MapEventKind
	side order.Side
}

func kindOf(l view.Line) moveKind { return moveKind{l.MapEvent.Kind, l.MapEvent.Side} }

// many has the moves that are too many for a line each, by kind; nil for a kind whose moves have been told.
type many map[moveKind][]view.Line

func manyMoves(told []view.Line) many {
	all := many{}
	for _, l := range told {
		if isMove(l) {
			all[kindOf(l)] = append(all[kindOf(l)], l)
		}
	}
	for kind, list := range all {
		if len(list) <= mostMoves {
			delete(all, kind)
		}
	}
	return all
}

func (m many) has(l view.Line) bool { _, ok := m[kindOf(l)]; return ok }

// move is units that moved together, with where they ended.
type move struct {
	top   view.Counter // the first of them; zero where not everybody may know it
	count int
	to    hex.Hex
}

// words returns all moves of the kind of a line, the first time that it is asked for, and then "": how many units
// moved, and to which part of the map, at most ten lines.
func (m many) words(loc wording.Localizer, b *view.Board, l view.Line) string {
	list, count := journeys(m[kindOf(l)]), 0
	m[kindOf(l)] = nil
	if len(list) == 0 {
		return ""
	}
	var ends []hex.Hex
	for _, w := range list {
		count += w.count
		if !slices.Contains(ends, w.to) {
			ends = append(ends, w.to)
		}
	}
	parts := partsOf(b.Map, ends)
	lines := []string{totalLine(loc, kindOf(l), count)}
	for i, part := range parts {
		if i == mostParts-1 && len(parts) > mostParts {
			n, units := arrivalsIn(loc, list, slices.Concat(parts[i:]...))
			lines = append(lines, loc.Say("brief.elsewhere", "n", n, "units", units))
			break
		}
		n, units := arrivalsIn(loc, list, part)
		lines = append(lines, loc.Say("brief.part", "hex", nameOf(b.Map, part), "n", n, "units", units))
	}
	return strings.Join(lines, "\n")
}

// partsOf divides hexes into parts of the map, each with a name of its own.
func partsOf(m *view.Map, ends []hex.Hex) (parts [][]hex.Hex) {
	for _, page := range regions.Pages(m.Grid, ends, max(leastRoom, (len(ends)+mostParts-1)/mostParts)) {
		at := slices.IndexFunc(parts, func(p []hex.Hex) bool { return nameOf(m, p) == nameOf(m, page) })
		if at < 0 {
			parts = append(parts, page)
		} else {
			parts[at] = append(slices.Clip(parts[at]), page...)
		}
	}
	return parts
}

// nameOf returns the hex of the place in the midst of hexes, or the first of hexes if no place is near.
func nameOf(m *view.Map, hexes []hex.Hex) hex.Hex {
	places := make([]hex.Hex, len(m.Places))
	for i, p := range m.Places {
		places[i] = p.Hex
	}
	if i := regions.Nearest(m.Grid, hexes, places); i >= 0 {
		return places[i]
	}
	return hexes[0]
}

// journeys returns units with where they ended; units that moved several times are in it once.
func journeys(told []view.Line) (list []move) {
	for _, l := range told {
		w := move{count: l.MapEvent.Count, to: l.MapEvent.Path[len(l.MapEvent.Path)-1]}
		at := -1
		if len(l.MapEvent.Units) > 0 {
			w.top = l.MapEvent.Units[0]
			at = slices.IndexFunc(list, func(x move) bool { return x.top.ID == w.top.ID && x.top.Name == w.top.Name })
		}
		if at < 0 {
			list = append(list, w)
			continue
		}
		w.count = max(w.count, list[at].count)
		list[at] = w
	}
	return list
}

func totalLine(loc wording.Localizer, of moveKind, n int) string {
	switch of.kind {
	case view.Came:
		return loc.Say("brief.entered", "side", of.side, "n", n)
	case view.Placed:
		return loc.Say("brief.placed", "side", of.side, "n", n)
	}
	return loc.Say("brief.moved", "side", of.side, "n", n)
}

// arrivalsIn returns how many units ended in some hexes, and names of them.
func arrivalsIn(loc wording.Localizer, list []move, ends []hex.Hex) (n int, units wording.InWords) {
	var tops []view.Counter
	for _, w := range list {
		if slices.Contains(ends, w.to) {
			if n += w.count; w.top.Name != "" {
				tops = append(tops, w.top)
			}
		}
	}
	return n, firstNames(loc, tops, n-len(tops), mostTops)
}
