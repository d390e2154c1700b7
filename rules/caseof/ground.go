package caseof

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"grognard/rules/hex"
)

// ground writes what the case has to say of the map: all of it if cases of the module begin on a blank map, and the
// supply sources of a side that has lost one for good.
func (w *writer) ground() {
	sources := w.sources()
	if !w.Game.Blank && len(sources) == 0 {
		return
	}
	w.add("  map:")
	if w.Game.Blank {
		w.terrain()
	}
	w.flow("    supply: {", sources)
}

func (w *writer) terrain() {
	var list []string
	m := w.Board.Map
	for _, h := range sorted(m.Terrain) {
		list = append(list, fmt.Sprintf("%q: [%s]", h, strings.Join(m.Terrain[h], ", ")))
	}
	w.flow("    hexes: {", list)
	list = nil
	kinds := map[hex.Side][]string{}
	for _, c := range m.Water {
		for _, s := range c.Sides {
			if !slices.Contains(kinds[s], c.Kind) {
				kinds[s] = append(kinds[s], c.Kind)
			}
		}
	}
	for _, s := range slices.SortedFunc(maps.Keys(kinds), compareSides) {
		list = append(list, fmt.Sprintf("%q: [%s]", s, strings.Join(kinds[s], ", ")))
	}
	w.flow("    sides: {", list)
	list = nil
	for _, way := range m.Ways {
		list = append(list, fmt.Sprintf("{kind: %s, path: [%s]}", way.Kind, hexList(way.Path)))
	}
	w.flow("    roads: [", list)
}

// hexList writes hexes as the entries of a list.
func hexList(hexes []hex.Hex) string {
	out := make([]string, len(hexes))
	for i, h := range hexes {
		out[i] = fmt.Sprintf("%q", h)
	}
	return strings.Join(out, ", ")
}

// sources returns the supply sources left to each side that has lost one for good. A source that only works while the
// side controls an entry area is not lost while the side does not.
func (w *writer) sources() (list []string) {
	for _, side := range w.Game.Sides {
		var left []hex.Hex
		dead, tied := false, false
		for _, src := range w.Game.Sources[side.ID] {
			idle := slices.Contains(w.Board.IdleSources, src.Hex)
			if idle && (src.While == hex.None || w.controls(src.While) == string(side.ID)) {
				dead = true
				continue
			}
			left, tied = append(left, src.Hex), tied || src.While != hex.None
		}
		if !dead {
			continue
		}
		list = append(list, fmt.Sprintf("%s: [%s]", side.ID, hexList(left)))
		if tied {
			w.note("Not said: some supply sources of the %s player work only while he controls their entry area.",
				side.ID)
		}
	}
	return list
}

// controls returns who controls a hex, "" for nobody.
func (w *writer) controls(h hex.Hex) string {
	for _, c := range w.Board.Control {
		if c.Hex == h {
			return string(c.Side)
		}
	}
	return ""
}
