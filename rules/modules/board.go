package modules

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"

	"grognard/rules/hex"
	"grognard/rules/order"
)

// grid compiles the shape of the map and says whether there is one.
func (c *compiler) grid(f *mapFile) bool {
	told := len(c.findings)
	g := hex.Grid{
		Cols: int8(c.needed(f.Columns, spot{}, "columns", 1, 126)),
		Odd:  c.rows(f.Rows.Odd, "odd"),
		Even: c.rows(f.Rows.Even, "even"),
		High: hex.Even,
	}
	if c.oneOf(f.High, spot{}, "high", "odd", "even") == "odd" {
		g.High = hex.Odd
	}
	c.def.Grid = g
	return len(c.findings) == told
}

func (c *compiler) rows(l list[word], key string) hex.Rows {
	if len(l) != 2 {
		c.report(spot{}, "rows %s must be the first and the last row: [1, 20]", key)
		return hex.Rows{}
	}
	first := c.count(l[0].value, 0, 99)
	return hex.Rows{First: int8(first), Last: int8(c.count(l[1].value, first, 99))}
}

// board compiles map.yaml on the grid.
func (c *compiler) board(f *mapFile) {
	d := c.def
	d.Note = f.Note.text
	d.Across = c.length(f.Across)
	d.Ground = c.ground(f.Ground)
	d.Terrain = make([][]string, d.Grid.Size())
	c.land(f.Land)
	c.terrain(f.Hexes)
	c.water(f.Water)
	c.ways(f.Ways)
	c.places(f.Places)
	d.fill()
	c.entry(f.Entry)
	d.Sources = bySide(c, f.Supply, func(_ order.Side, l list[word]) []SupplySource { return sources(c.hexes(l), hex.None) })
	c.held(f.Entry)
	for _, s := range d.Sides {
		if slices.Contains(d.Phases[s.ID], "supply") && len(d.Sources[s.ID]) == 0 {
			c.report(spot{}, "the supply sources of side %s are missing", s.ID)
		}
	}
}

var lengthForm = regexp.MustCompile(`^([0-9]{1,4})(?:\.([0-9]))? (miles|km)$`)

// length reads a length such as 7.5 miles.
func (c *compiler) length(w word) Length {
	if !w.given() {
		return Length{}
	}
	m := lengthForm.FindStringSubmatch(w.text)
	if m == nil {
		c.report(w.spot, "%q is not a length such as 7.5 miles or 12 km", w.text)
		return Length{}
	}
	tenths, _ := strconv.Atoi(m[1] + cmp.Or(m[2], "0")) // digits, by the form
	if tenths == 0 {
		c.report(w.spot, "a hex is more than %s across", w.text)
	}
	return Length{tenths, m[3]}
}

// land lays named regions of one kind of terrain. A hex lies in one of them at most.
func (c *compiler) land(l list[regionFile]) {
	in := map[hex.Hex]string{}
	for _, e := range l {
		name := c.text(e.value.Name, e.key.spot, "name")
		kind := c.kind(e.value.Kind, e.key.spot, "terrain")
		for _, w := range e.value.Hexes {
			h, ok := c.hex(w.value, w.key.spot)
			if !ok {
				continue
			}
			if other, taken := in[h]; taken {
				c.report(w.value.spot, "hex %s already lies in %s", h, other)
			}
			in[h], c.laid[h] = name, w.value.spot
			c.def.Terrain[c.def.Grid.Index(h)] = []string{kind}
		}
	}
}

// terrain gives single hexes theirs, in place of what land laid there.
func (c *compiler) terrain(hexes dict[list[word]]) {
	seen := map[hex.Hex]bool{}
	for _, e := range hexes {
		h, ok := c.hex(e.key, e.key.spot)
		if !ok {
			continue
		}
		if seen[h] { // 9.10 and 09.10 are two keys to YAML
			c.report(e.key.spot, "hex %s stands twice", h)
		}
		seen[h], c.laid[h] = true, e.key.spot
		var kinds []string
		for _, k := range e.value {
			kind := c.kind(k.value, k.key.spot, "terrain")
			if slices.Contains(kinds, kind) {
				c.report(k.value.spot, "%s stands twice in hex %s", kind, h)
			}
			kinds = append(kinds, kind)
		}
		c.def.Terrain[c.def.Grid.Index(h)] = kinds
	}
}

func (c *compiler) water(l list[courseFile]) {
	c.def.Borders = map[hex.Side][]string{}
	for _, e := range l {
		course := Course{Name: c.text(e.value.Name, e.key.spot, "name"), Kind: c.kind(e.value.Kind, e.key.spot, "hexside")}
		for _, w := range e.value.Sides {
			if s, ok := c.hexside(w.value); ok {
				course.Sides = append(course.Sides, s)
				c.def.Borders[s] = append(c.def.Borders[s], course.Kind)
			}
		}
		c.def.Water = append(c.def.Water, course)
	}
}

func (c *compiler) ways(l list[wayFile]) {
	for _, e := range l {
		way := Way{Name: c.text(e.value.Name, e.key.spot, "name"), Kind: c.kind(e.value.Kind, e.key.spot, "road")}
		c.paid(e.value.Kind)
		if len(e.value.Path) < 2 {
			c.report(e.key.spot, "a way needs two hexes at least")
		}
		for _, w := range e.value.Path {
			h, ok := c.hex(w.value, w.key.spot)
			if !ok {
				continue
			}
			if n := len(way.Path); n > 0 && !c.def.Grid.Touch(way.Path[n-1], h) {
				c.report(w.value.spot, "the way jumps from %s to %s", way.Path[n-1], h)
			}
			way.Path = append(way.Path, h)
		}
		c.def.Ways = append(c.def.Ways, way)
	}
	c.def.Roads = roads(c.def.Ways)
}

// roads are the kinds of ways that cross each hexside, each kind once.
func roads(ways []Way) map[hex.Side][]string {
	out := map[hex.Side][]string{}
	for _, w := range ways {
		for i := 1; i < len(w.Path); i++ {
			s := hex.Between(w.Path[i-1], w.Path[i])
			if !slices.Contains(out[s], w.Kind) {
				out[s] = append(out[s], w.Kind)
			}
		}
	}
	return out
}

func (c *compiler) places(l list[placeFile]) {
	for _, e := range l {
		p := Place{
			Name: c.text(e.value.Name, e.key.spot, "name"),
			Kind: c.kind(e.value.Kind, e.key.spot, "terrain"),
			VP:   c.count(e.value.VP, 0, 1000),
		}
		var ok bool
		if p.Hex, ok = c.hex(e.value.Hex, e.key.spot); !ok {
			continue
		}
		if other, taken := c.def.PlaceAt(p.Hex); taken {
			c.report(e.value.Hex.spot, "%s already stands in hex %s", other.Name, p.Hex)
		}
		c.def.Places = append(c.def.Places, p)
		i := c.def.Grid.Index(p.Hex)
		if !slices.Contains(c.def.Terrain[i], p.Kind) {
			c.def.Terrain[i] = append(c.def.Terrain[i], p.Kind)
		}
	}
}

// fill gives every hex that names no terrain the map's ground.
func (d *Definition) fill() {
	for i, kinds := range d.Terrain {
		if len(kinds) == 0 {
			d.Terrain[i] = []string{d.Ground}
		}
	}
}

func (c *compiler) entry(l dict[areaFile]) {
	for _, e := range l {
		a := Area{
			Name:  c.text(e.key, e.key.spot, "name"),
			Side:  c.side(e.value.Side, e.key.spot, "side"),
			Hexes: c.hexes(e.value.Hexes),
		}
		if len(a.Hexes) == 0 {
			c.report(e.key.spot, "entry area %s has no hexes", a.Name)
		}
		c.edge(e.value.Hexes)
		if len(a.Hexes) > 0 && !slices.ContainsFunc(a.Hexes, func(h hex.Hex) bool { return !c.def.Barren(a.Side, h) }) {
			c.report(e.key.spot, "nobody of side %s can stand in entry area %s", a.Side, a.Name)
		}
		c.def.Entry = append(c.def.Entry, a)
	}
	sortedBy(c.def.Entry, func(a Area) string { return a.Name })
}

// sources are hexes as supply sources.
func sources(hexes []hex.Hex, while hex.Hex) []SupplySource {
	out := make([]SupplySource, len(hexes))
	for i, h := range hexes {
		out[i] = SupplySource{h, while}
	}
	return out
}

// held compiles the entry areas that supply their side while it controls them. A hex that
// is listed as a source is one in any case.
func (c *compiler) held(l dict[areaFile]) {
	for _, e := range l {
		w := e.value.Supply
		if !w.given() {
			continue
		}
		if w.text != "while-held" {
			c.report(w.spot, "%q is not while-held, the one way in which an entry area supplies", w.text)
		}
		a, ok := c.def.Area(e.key.text)
		if !ok || len(a.Hexes) == 0 {
			continue // told where the area is compiled
		}
		for _, src := range sources(a.Hexes, a.Hexes[0]) {
			if !slices.ContainsFunc(c.def.Sources[a.Side], func(s SupplySource) bool { return s.Hex == src.Hex }) {
				c.def.Sources[a.Side] = append(c.def.Sources[a.Side], src)
			}
		}
	}
}

// control compiles who controls hexes at the start, a part of game.yaml.
func (c *compiler) control(l dict[list[word]]) {
	c.def.Control = map[hex.Hex]order.Side{}
	for _, e := range l {
		side := c.side(e.key, e.key.spot, "side")
		for _, w := range e.value {
			h, ok := c.hex(w.value, w.key.spot)
			if other := c.def.Control[h]; ok && other != "" {
				c.report(w.value.spot, "hex %s is already controlled by %s", h, other)
			}
			if ok {
				c.def.Control[h] = side
			}
		}
	}
}
