package modules

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"

	"grognard/rules/document"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// grid compiles the shape of the map and reports whether there is one.
func (c *Compiler) grid(f *mapFile) bool {
	before := len(c.Findings)
	g := hex.Grid{
		Cols: int8(c.Needed(f.Columns, document.Spot{}, "columns", 1, 126)),
		Odd:  c.rows(f.Rows.Odd, "odd"),
		Even: c.rows(f.Rows.Even, "even"),
		High: hex.Even,
	}
	if c.OneOf(f.High, document.Spot{}, "high", "odd", "even") == "odd" {
		g.High = hex.Odd
	}
	c.Def.Grid = g
	return len(c.Findings) == before
}

func (c *Compiler) rows(l document.List[document.Word], key string) hex.Rows {
	if len(l) != 2 {
		c.Report(document.Spot{}, "rows %s must be the first and the last row: [1, 20]", key)
		return hex.Rows{}
	}
	first := c.Count(l[0].Value, 0, 99)
	return hex.Rows{First: int8(first), Last: int8(c.Count(l[1].Value, first, 99))}
}

func (c *Compiler) board(f *mapFile) {
	d := c.Def
	d.Note = f.Note.Text
	if f.Cases.Given() {
		c.OneOf(f.Cases, document.Spot{}, "ground for cases", "blank")
		d.Blank = true
	}
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
	d.Sources = BySide(c, f.Supply, func(_ order.Side, l document.List[document.Word]) []SupplySource {
		return sources(c.Hexes(l), hex.None)
	})
	c.heldSources(f.Entry)
}

var lengthForm = regexp.MustCompile(`^([0-9]{1,4})(?:\.([0-9]))? (miles|km)$`)

// length reads a length such as 7.5 miles.
func (c *Compiler) length(w document.Word) geography.Length {
	if !w.Given() {
		return geography.Length{}
	}
	m := lengthForm.FindStringSubmatch(w.Text)
	if m == nil {
		c.Misformed(w, lengthForm.MatchString, "%q is not a length such as 7.5 miles or 12 km", w.Text)
		return geography.Length{}
	}
	tenths, _ := strconv.Atoi(m[1] + cmp.Or(m[2], "0")) // digits, by the form
	if tenths == 0 {
		c.Report(w.Spot, "a hex is more than %s across", w.Text)
	}
	return geography.Length{Tenths: tenths, Unit: m[3]}
}

// land sets the terrain of named regions, each of one kind. A hex belongs to one of them at most.
func (c *Compiler) land(l document.List[regionFile]) {
	regionOf := map[hex.Hex]string{}
	for _, e := range l {
		name := c.Text(e.Value.Name, e.Key.Spot, "name")
		kind := c.kind(e.Value.Kind, e.Key.Spot, "terrain")
		for _, w := range e.Value.Hexes {
			h, ok := c.Hex(w.Value, w.Key.Spot)
			if !ok {
				continue
			}
			if other, taken := regionOf[h]; taken {
				c.Report(w.Value.Spot, "hex %s already lies in %s", h, other)
			}
			regionOf[h], c.laid[h] = name, w.Value.Spot
			c.Def.Terrain[c.Def.Grid.Index(h)] = []string{kind}
		}
	}
}

// terrain sets the terrain of single hexes, which replaces that of their region.
func (c *Compiler) terrain(hexes document.Dict[document.List[document.Word]]) {
	seen := map[hex.Hex]bool{}
	for _, e := range hexes {
		h, ok := c.Hex(e.Key, e.Key.Spot)
		if !ok {
			continue
		}
		if seen[h] { // 9.10 and 09.10 are different keys to YAML
			c.Report(e.Key.Spot, "hex %s stands twice", h)
		}
		seen[h], c.laid[h] = true, e.Key.Spot
		var kinds []string
		for _, k := range e.Value {
			kind := c.kind(k.Value, k.Key.Spot, "terrain")
			if slices.Contains(kinds, kind) {
				c.Report(k.Value.Spot, "%s stands twice in hex %s", kind, h)
			}
			kinds = append(kinds, kind)
		}
		c.Def.Terrain[c.Def.Grid.Index(h)] = kinds
	}
}

func (c *Compiler) water(l document.List[courseFile]) {
	c.Def.Borders = map[hex.Side][]string{}
	for _, e := range l {
		course := geography.Course{Name: c.Text(e.Value.Name, e.Key.Spot, "name"),
			Kind: c.kind(e.Value.Kind, e.Key.Spot, "hexside")}
		for _, w := range e.Value.Sides {
			if s, ok := c.hexside(w.Value); ok {
				course.Sides = append(course.Sides, s)
				c.Def.Borders[s] = append(c.Def.Borders[s], course.Kind)
			}
		}
		c.Def.Water = append(c.Def.Water, course)
	}
}

func (c *Compiler) ways(l document.List[wayFile]) {
	for _, e := range l {
		way := geography.Way{Name: c.Text(e.Value.Name, e.Key.Spot, "name"),
			Kind: c.kind(e.Value.Kind, e.Key.Spot, "road")}
		c.checkRoadCost(e.Value.Kind)
		if len(e.Value.Path) < 2 {
			c.Report(e.Key.Spot, "a way needs two hexes at least")
		}
		for _, w := range e.Value.Path {
			h, ok := c.Hex(w.Value, w.Key.Spot)
			if !ok {
				continue
			}
			if n := len(way.Path); n > 0 && !c.Def.Grid.Touch(way.Path[n-1], h) {
				c.Report(w.Value.Spot, "the way jumps from %s to %s", way.Path[n-1], h)
			}
			way.Path = append(way.Path, h)
		}
		c.Def.Ways = append(c.Def.Ways, way)
	}
	c.Def.Roads = roads(c.Def.Ways)
}

// roads lists the kinds of ways that cross each hexside, each kind once.
func roads(ways []geography.Way) map[hex.Side][]string {
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

func (c *Compiler) places(l document.List[placeFile]) {
	for _, e := range l {
		p := geography.Place{
			Name: c.Text(e.Value.Name, e.Key.Spot, "name"),
			Kind: c.kind(e.Value.Kind, e.Key.Spot, "terrain"),
			VP:   c.Count(e.Value.VP, 0, 1000),
		}
		var ok bool
		if p.Hex, ok = c.Hex(e.Value.Hex, e.Key.Spot); !ok {
			continue
		}
		if other, taken := c.Def.PlaceAt(p.Hex); taken {
			c.Report(e.Value.Hex.Spot, "%s already stands in hex %s", other.Name, p.Hex)
		}
		c.Def.Places = append(c.Def.Places, p)
		i := c.Def.Grid.Index(p.Hex)
		if !slices.Contains(c.Def.Terrain[i], p.Kind) {
			c.Def.Terrain[i] = append(c.Def.Terrain[i], p.Kind)
		}
	}
}

// fill gives the map's ground to every hex without terrain of its own.
func (d *Definition) fill() {
	for i, kinds := range d.Terrain {
		if len(kinds) == 0 {
			d.Terrain[i] = []string{d.Ground}
		}
	}
}

func (c *Compiler) entry(l document.Dict[areaFile]) {
	for _, e := range l {
		a := geography.Area{
			Name:  c.Text(e.Key, e.Key.Spot, "name"),
			Side:  c.Side(e.Value.Side, e.Key.Spot, "side"),
			Hexes: c.Hexes(e.Value.Hexes),
		}
		if len(a.Hexes) == 0 {
			c.Report(e.Key.Spot, "entry area %s has no hexes", a.Name)
		}
		c.checkEdge(e.Value.Hexes)
		if len(a.Hexes) > 0 && !slices.ContainsFunc(a.Hexes,
			func(h hex.Hex) bool { return !c.Def.Impassable(a.Side, h) }) {
			c.Report(e.Key.Spot, "nobody of side %s can stand in entry area %s", a.Side, a.Name)
		}
		c.Def.Entry = append(c.Def.Entry, a)
	}
	sortedBy(c.Def.Entry, func(a geography.Area) string { return a.Name })
}

// sources returns a supply source in each of hexes, which supplies while its side controls while; hex.None for always.
func sources(hexes []hex.Hex, while hex.Hex) []SupplySource {
	out := make([]SupplySource, len(hexes))
	for i, h := range hexes {
		out[i] = SupplySource{h, while}
	}
	return out
}

// heldSources adds the supply sources of entry areas that supply their side only while it controls them. A hex that is
// listed as a source always is one.
func (c *Compiler) heldSources(l document.Dict[areaFile]) {
	for _, e := range l {
		w := e.Value.Supply
		if !w.Given() {
			continue
		}
		if w.Text != "while-held" {
			c.Report(w.Spot, "%q is not while-held, the one way in which an entry area supplies", w.Text)
		}
		a, ok := c.Def.Area(e.Key.Text)
		if !ok || len(a.Hexes) == 0 {
			continue // reported where the area is compiled
		}
		for _, src := range sources(a.Hexes, a.Hexes[0]) { // the letter of the area stands at its first hex
			if !slices.ContainsFunc(c.Def.Sources[a.Side], func(s SupplySource) bool { return s.Hex == src.Hex }) {
				c.Def.Sources[a.Side] = append(c.Def.Sources[a.Side], src)
			}
		}
	}
}

// control compiles who controls hexes at the start, a part of game.yaml.
func (c *Compiler) control(l document.Dict[document.List[document.Word]]) {
	c.Def.Control = map[hex.Hex]order.Side{}
	for _, e := range l {
		side := c.Side(e.Key, e.Key.Spot, "side")
		for _, w := range e.Value {
			h, ok := c.Hex(w.Value, w.Key.Spot)
			if other := c.Def.Control[h]; ok && other != "" {
				c.Report(w.Value.Spot, "hex %s is already controlled by %s", h, other)
			}
			if ok {
				c.Def.Control[h] = side
			}
		}
	}
}
