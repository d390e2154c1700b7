package proofread

import (
	"slices"

	"grognard/rules/document"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// ground warns of what is doubtful on the map and in the set-ups on it.
func ground(p *modules.Proof) {
	for i, w := range p.Ways {
		for _, end := range [...]int{0, len(w.Path) - 1} {
			warnStub(p, i, end)
		}
	}
	courses := corners(p.Definition)
	for i, w := range p.Water {
		warnCourse(p, i, courses)
		for j, town := range p.Places {
			if banks(p.Definition, w, town.Hex) > 1 {
				p.Warn(p.At(modules.InMap, "places", j, "hex"), "%s runs on two sides of %s in hex %s", w.Name,
					town.Name, town.Hex)
			}
		}
	}
	for _, a := range p.Entry {
		for i, h := range a.Hexes {
			if p.Impassable(a.Side, h) {
				p.Warn(p.At(modules.InMap, "entry", a.Name, "hexes", i), "nobody of side %s can enter hex %s", a.Side,
					h)
			}
		}
	}
	for _, s := range p.Sides {
		warnUnconditional(p, s.ID)
		warnPockets(p, s.ID)
	}
	for i := range p.Scenarios {
		warnMired(p, i)
	}
}

// warnUnconditional warns of unconditional supply sources in entry areas that should supply only while controlled.
func warnUnconditional(p *modules.Proof, s order.Side) {
	for i, src := range p.Sources[s] {
		for _, a := range p.Entry {
			_, conditional := p.Find(modules.InMap, "entry", a.Name, "supply")
			if at, listed := p.Find(modules.InMap, "supply", s, i); listed && conditional && a.Side == s &&
				slices.Contains(a.Hexes, src.Hex) {
				p.Warn(at, "hex %s is listed, and so supplies side %s whoever controls entry area %s", src.Hex, s,
					a.Name)
			}
		}
	}
}

// warnStub warns of a road that ends in open country: at no place, no other road and not at the map's edge. way is its
// index in p.Ways, and end the index in its Path of the first hex or the last.
func warnStub(p *modules.Proof, way, end int) {
	h := p.Ways[way].Path[end]
	_, hasPlace := p.PlaceAt(h)
	meets := func() bool {
		for i, o := range p.Ways {
			if i != way && slices.Contains(o.Path, h) {
				return true
			}
		}
		return false
	}
	if !hasPlace && !p.Grid.Edge(h) && !meets() {
		p.Warn(p.At(modules.InMap, "ways", way, "path", end), "%s stops in hex %s, at no place and no other way",
			p.Ways[way].Name, h)
	}
}

// corners returns, for each corner of a hexside with water, the indexes in d.Water of the courses that touch it.
func corners(d *modules.Definition) map[hex.Corner][]int {
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

// warnCourse warns of a gap in a river, and of a river whose mouth is not at the map's edge, at a lake or at
// another river. Its source may lie anywhere. courses is what corners returns.
func warnCourse(p *modules.Proof, i int, courses map[hex.Corner][]int) {
	w := p.Water[i]
	lake := slices.ContainsFunc(p.Sides, func(s order.Nation) bool { return p.Own.Closed(s.ID, w.Kind) })
	if lake || len(w.Sides) == 0 { // a lake has shores and no direction
		return
	}
	var mouth [2]hex.Corner // the corners where the last hexside may end: both, or the one downstream
	meets := func(end hex.Corner) bool { return end == mouth[0] || end == mouth[1] }
	for j, s := range w.Sides {
		ends := p.Grid.Ends(s)
		switch {
		case j == 0, !meets(ends[0]) && !meets(ends[1]): // a beginning, of the course or after a gap
			if j > 0 {
				p.Warn(p.At(modules.InMap, "water", i, "sides", j), "%s is torn between %s and %s", w.Name,
					w.Sides[j-1], s)
			}
			mouth = ends
		case meets(ends[0]):
			mouth = [2]hex.Corner{ends[1], ends[1]}
		default:
			mouth = [2]hex.Corner{ends[0], ends[0]}
		}
	}
	for _, corner := range mouth {
		open := slices.ContainsFunc(corner[:], func(h hex.Hex) bool { return !p.Grid.Contains(h) })
		if open || slices.ContainsFunc(courses[corner], func(o int) bool { return o != i }) {
			return
		}
	}
	last := len(w.Sides) - 1
	p.Warn(p.At(modules.InMap, "water", i, "sides", last),
		"%s ends at %s, at no other water and not at the map's edge", w.Name, w.Sides[last])
}

// banks returns the number of separate stretches of a hex's outline along which a course runs. On one stretch it
// passes by; on more it runs on both sides of the hex.
func banks(d *modules.Definition, w geography.Course, h hex.Hex) int {
	around, stretches := d.Grid.Around(h), 0
	along := func(i int) bool { return slices.Contains(w.Sides, hex.Between(h, around[i%6])) }
	for i := range around {
		if !along(i) && along(i+1) {
			stretches++
		}
	}
	return stretches
}

// warnPockets divides the ground into parts within which a side's units can go to and fro, and warns of each part but
// the largest: a pocket. The warning stands where the file has what closes the pocket in.
func warnPockets(p *modules.Proof, s order.Side) {
	d := p.Definition
	seen := make([]bool, d.Grid.Size())
	var parts [][]hex.Hex
	for h := range d.Grid.All() {
		if !seen[d.Grid.Index(h)] && !d.Impassable(s, h) {
			parts = append(parts, connected(d, s, h, seen))
		}
	}
	slices.SortStableFunc(parts, func(a, b []hex.Hex) int { return len(b) - len(a) })
	for i, pocket := range parts {
		if i > 0 {
			slices.SortFunc(pocket, hex.Compare)
			names := make([]string, len(pocket))
			for i, h := range pocket {
				names[i] = h.String()
			}
			p.Warn(closing(p, s, pocket), "no way leads to %s for side %s", some(names), s)
		}
	}
}

// connected returns the hexes that a side's units can reach from a hex and come back from, and marks them as seen.
func connected(d *modules.Definition, s order.Side, from hex.Hex, seen []bool) []hex.Hex {
	out := []hex.Hex{from}
	seen[d.Grid.Index(from)] = true
	for i := 0; i < len(out); i++ {
		for n := range d.Grid.Neighbours(out[i]) {
			if !seen[d.Grid.Index(n)] && crossable(d, s, out[i], n) && crossable(d, s, n, out[i]) {
				seen[d.Grid.Index(n)] = true
				out = append(out, n)
			}
		}
	}
	return out
}

// closing returns the place in the file of the first thing that closes a pocket in, the map's place if it finds none.
func closing(p *modules.Proof, s order.Side, pocket []hex.Hex) document.Spot {
	for _, h := range pocket {
		for n := range p.Grid.Neighbours(h) {
			if at, ok := p.Drawn[hex.Between(h, n)]; ok && !crossable(p.Definition, s, h, n) {
				return at
			}
			if at, ok := p.Laid[n]; ok && !crossable(p.Definition, s, h, n) {
				return at
			}
		}
	}
	return p.At(modules.InMap)
}

// warnMired warns of each group of a scenario's set-up that can begin only where every step takes a unit's whole
// allowance: its units would never get to fight.
func warnMired(p *modules.Proof, scenario int) {
	file := []any{modules.InSetup, "scenarios", scenario}
	if _, like := p.Find(append(file, "like")...); like {
		return // the other scenario reports it
	}
	groups := map[order.Side]int{} // so many were looked at, which numbers them in the file
	for _, g := range p.Scenarios[scenario].Setup {
		i := groups[g.Side]
		groups[g.Side]++
		starts := g.Choice
		if starts == nil {
			starts = []hex.Hex{g.At}
		}
		out := slices.ContainsFunc(starts, func(h hex.Hex) bool {
			return p.Grid.AnyNeighbour(h, func(n hex.Hex) bool {
				return crossable(p.Definition, g.Side, h, n) && !swallows(p.Definition, g.Side, h, n)
			})
		})
		if !out {
			p.Warn(p.At(append(file, "setup", g.Side, i, "at")...),
				"every way out of hex %s takes all that a unit of side %s has", g.At, g.Side)
		}
	}
}

// crossable reports whether a side's units can go from a hex to a neighbour, whatever that costs.
func crossable(d *modules.Definition, s order.Side, from, to hex.Hex) bool {
	across := hex.Between(from, to)
	if len(d.Roads[across]) > 0 {
		return true
	}
	closed := func(k string) bool { return d.Own.Closed(s, k) }
	return !slices.ContainsFunc(d.Borders[across], closed) && !slices.ContainsFunc(d.Kinds(to), closed)
}

// swallows reports whether the step from a hex to a neighbour takes a unit's whole allowance.
func swallows(d *modules.Definition, s order.Side, from, to hex.Hex) bool {
	across, takes := hex.Between(from, to), func(k string) bool { return d.Own.Swallows(s, k) }
	return len(d.Roads[across]) == 0 &&
		(slices.ContainsFunc(d.Kinds(to), takes) || slices.ContainsFunc(d.Borders[across], takes))
}
