package modules

import (
	"fmt"
	"slices"
	"strings"

	"grognard/rules/document"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// warnings looks for things that are possible on a printed map but more often typing mistakes; they do not
// prevent play. It skips a module with mistakes, because one mistake would cause many warnings.
func (c *Compiler) warnings(board *mapFile, units *unitsFile, setup *setupFile) {
	if len(c.Findings) > 0 {
		return
	}
	for i, w := range c.Def.Ways {
		path := board.Ways[i].Value.Path
		warnStub(c, i, w.Path[0], path[0].Value)
		warnStub(c, i, w.Path[len(w.Path)-1], path[len(path)-1].Value)
	}
	at := c.Def.corners()
	for i, w := range c.Def.Water {
		warnCourse(c, i, board.Water[i].Value, at)
		for j, p := range c.Def.Places {
			if c.Def.banks(w, p.Hex) > 1 {
				c.warn(board.Places[j].Value.Hex.Spot, "%s runs on two sides of %s in hex %s", w.Name, p.Name, p.Hex)
			}
		}
	}
	for _, e := range board.Entry {
		for _, w := range e.Value.Hexes {
			h, _ := c.Hex(w.Value, w.Key.Spot)
			if s := order.Side(e.Value.Side.Text); c.Def.Impassable(s, h) {
				c.warn(w.Value.Spot, "nobody of side %s can enter hex %s", s, h)
			}
		}
	}
	for _, e := range board.Supply {
		warnUnconditional(c, board.Entry, e)
	}
	for _, s := range c.Def.Sides {
		warnPockets(c, s.ID)
	}
	c.namesakes(units)
	for i, e := range setup.Scenarios {
		warnMired(c, c.Def.Scenarios[i], e.Value)
	}
}

// warn adds a warning, at a place in the files.
func (c *Compiler) warn(at document.Spot, format string, args ...any) {
	if len(c.Def.Warnings) < document.MaxFindings {
		c.Def.Warnings = append(c.Def.Warnings, at.Finding("warning: "+format, args...))
	}
}

// warnUnconditional warns of unconditional supply sources in entry areas that should supply only while controlled.
func warnUnconditional(c *Compiler, areas document.Dict[areaFile],
	sources document.Entry[document.List[document.Word]]) {
	for _, w := range sources.Value {
		h, ok := c.Hex(w.Value, w.Key.Spot)
		for _, e := range areas {
			a, known := c.Def.Area(e.Key.Text)
			if ok && known && e.Value.Supply.Given() && string(a.Side) == sources.Key.Text &&
				slices.Contains(a.Hexes, h) {
				c.warn(w.Value.Spot, "hex %s is listed, and so supplies side %s whoever controls entry area %s", h,
					a.Side, a.Name)
			}
		}
	}
}

// warnStub warns of a road that ends in open country: at no place, no other road and not at the map's edge.
func warnStub(c *Compiler, way int, h hex.Hex, w document.Word) {
	_, town := c.Def.PlaceAt(h)
	meets := func() bool {
		for i, o := range c.Def.Ways {
			if i != way && slices.Contains(o.Path, h) {
				return true
			}
		}
		return false
	}
	if !town && !c.Def.Grid.Edge(h) && !meets() {
		c.warn(w.Spot, "%s stops in hex %s, at no place and no other way", c.Def.Ways[way].Name, h)
	}
}

// corners returns the courses at each corner of the map's hexes.
func (d *Definition) corners() map[hex.Corner][]int {
	out := map[hex.Corner][]int{}
	for i, w := range d.Water {
		for _, s := range w.Sides {
			for _, corner := range d.Grid.Ends(s) {
				out[corner] = append(out[corner], i)
			}
		}
	}
	return out
}

// warnCourse warns of a gap in a course, and of a river whose mouth is not at the map's edge, at a lake or at
// another course. Its source may lie anywhere.
func warnCourse(c *Compiler, i int, f courseFile, at map[hex.Corner][]int) {
	w := c.Def.Water[i]
	lake := slices.ContainsFunc(c.Def.Sides, func(s order.Nation) bool { return c.Def.Own.Closed(s.ID, w.Kind) })
	if lake || len(w.Sides) == 0 { // a lake has shores and no direction
		return
	}
	var mouth [2]hex.Corner // the corners where the last hexside may end: both, or the one downstream
	for j, s := range w.Sides {
		ends := c.Def.Grid.Ends(s)
		switch {
		case j == 0, ends[0] != mouth[0] && ends[0] != mouth[1] && ends[1] != mouth[0] && ends[1] != mouth[1]:
			if j > 0 {
				c.warn(f.Sides[j].Value.Spot, "%s is torn between %s and %s", w.Name, w.Sides[j-1], s)
			}
			mouth = ends
		case ends[0] == mouth[0] || ends[0] == mouth[1]:
			mouth = [2]hex.Corner{ends[1], ends[1]}
		default:
			mouth = [2]hex.Corner{ends[0], ends[0]}
		}
	}
	for _, corner := range mouth {
		open := slices.ContainsFunc(corner[:], func(h hex.Hex) bool { return !c.Def.Grid.Contains(h) })
		if open || slices.ContainsFunc(at[corner], func(o int) bool { return o != i }) {
			return
		}
	}
	last := len(w.Sides) - 1
	c.warn(f.Sides[last].Value.Spot, "%s ends at %s, at no other water and not at the map's edge", w.Name,
		w.Sides[last])
}

// banks returns the number of separate stretches of a hex's outline along which a course runs. On one stretch it
// passes by; on more it runs on both sides of the hex.
func (d *Definition) banks(w geography.Course, h hex.Hex) int {
	around, stretches := d.Grid.Around(h), 0
	along := func(i int) bool { return slices.Contains(w.Sides, hex.Between(h, around[i%6])) }
	for i := range around {
		if !along(i) && along(i+1) {
			stretches++
		}
	}
	return stretches
}

// warnPockets warns of ground that a side's units cannot leave or cannot reach, at the place in the file that
// closes it in.
func warnPockets(c *Compiler, s order.Side) {
	d := c.Def
	seen := make([]bool, d.Grid.Size())
	var parts [][]hex.Hex
	for h := range d.Grid.All() {
		if !seen[d.Grid.Index(h)] && !d.Impassable(s, h) {
			parts = append(parts, d.together(s, h, seen))
		}
	}
	slices.SortStableFunc(parts, func(a, b []hex.Hex) int { return len(b) - len(a) })
	for i, p := range parts {
		if i > 0 {
			slices.SortFunc(p, hex.Compare)
			c.warn(closing(c, s, p), "no way leads to %s for side %s", some(p), s)
		}
	}
}

// together returns the hexes that a side's units can reach from a hex and return from.
func (d *Definition) together(s order.Side, from hex.Hex, seen []bool) []hex.Hex {
	out := []hex.Hex{from}
	seen[d.Grid.Index(from)] = true
	for i := 0; i < len(out); i++ {
		for n := range d.Grid.Neighbours(out[i]) {
			if !seen[d.Grid.Index(n)] && d.crossable(s, out[i], n) && d.crossable(s, n, out[i]) {
				seen[d.Grid.Index(n)] = true
				out = append(out, n)
			}
		}
	}
	return out
}

func some(hexes []hex.Hex) string {
	const most = 6
	var names []string
	for _, h := range hexes[:min(most, len(hexes))] {
		names = append(names, h.String())
	}
	if more := len(hexes) - most; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// closing returns the place in the file of the first thing that closes a pocket in.
func closing(c *Compiler, s order.Side, pocket []hex.Hex) document.Spot {
	for _, h := range pocket {
		for n := range c.Def.Grid.Neighbours(h) {
			if at, ok := c.drawn[hex.Between(h, n)]; ok && !c.Def.crossable(s, h, n) {
				return at
			}
			if at, ok := c.laid[n]; ok && !c.Def.crossable(s, h, n) {
				return at
			}
		}
	}
	return document.Spot{File: c.In("map.yaml").file}
}

// warnMired warns of a hex of a set-up from which every step takes a unit's whole allowance: units there would
// never get to fight.
func warnMired(c *Compiler, s Scenario, f scenarioFile) {
	if f.Like.Given() {
		return // the other scenario reports it
	}
	var words []document.Word
	for _, side := range f.Setup {
		for _, g := range side.Value {
			words = append(words, g.Value.At)
		}
	}
	for i, g := range s.Setup {
		starts := g.Choice
		if starts == nil {
			starts = []hex.Hex{g.At}
		}
		out := slices.ContainsFunc(starts, func(h hex.Hex) bool {
			return c.Def.Grid.AnyNeighbour(h, func(n hex.Hex) bool {
				return c.Def.crossable(g.Side, h, n) && !c.Def.swallows(g.Side, h, n)
			})
		})
		if !out {
			c.warn(words[i].Spot, "every way out of hex %s takes all that a unit of side %s has", g.At, g.Side)
		}
	}
}

// crossable reports whether a side's units can go from a hex to a neighbour at all.
func (d *Definition) crossable(s order.Side, from, to hex.Hex) bool {
	across := hex.Between(from, to)
	if len(d.Roads[across]) > 0 {
		return true
	}
	closed := d.closed(s)
	return !slices.ContainsFunc(d.Borders[across], closed) && !slices.ContainsFunc(d.Kinds(to), closed)
}

// swallows reports whether the step takes a unit's whole allowance.
func (d *Definition) swallows(s order.Side, from, to hex.Hex) bool {
	across, takes := hex.Between(from, to), func(k string) bool { return d.Own.Swallows(s, k) }
	return len(d.Roads[across]) == 0 &&
		(slices.ContainsFunc(d.Kinds(to), takes) || slices.ContainsFunc(d.Borders[across], takes))
}
