package data

import (
	"grognard/rules/casefile"
	"grognard/rules/chart"
	"grognard/rules/modules"
)

// Effects is a row of the terrain chart as a case writes it: its costs are in points, whatever the scale.
type Effects struct {
	Costs [3]*chart.Fraction // by the index in Classes; nil for Closed, and for a cost that the case leaves as it is
	Row                      // its Cost is only used for Closed
}

// ReadEffects reads a row of the terrain chart in a case: {tac: 3, truck: P, leg: 2, terrain: true, key: true}.
func ReadEffects(n casefile.Node) (Effects, error) {
	var e Effects
	keys := casefile.Keys{
		"terrain":  casefile.Into(&e.Terrain, casefile.Node.Yes),
		"blocking": casefile.Into(&e.Blocking, casefile.Node.Yes),
		"key":      casefile.Into(&e.Key, casefile.Node.Yes),
		"stop":     casefile.Into(&e.Stop, casefile.Node.Yes),
	}
	for i, class := range Classes {
		keys[string(class)] = func(n casefile.Node) error {
			if s, isText := n.Word(); isText == nil && s == "P" {
				e.Cost[i] = Closed
				return nil
			}
			cost, err := n.Fraction()
			if err == nil && cost.Compare(chart.Whole(maxCost)) > 0 {
				err = n.Mistake("a cost of %s is more than any unit has", cost)
			}
			e.Costs[i] = &cost
			return err
		}
	}
	return e, n.Fields(keys)
}

// SetTerrain replaces the row of a kind of terrain, hexside or road; the data must be the editor's copy. Costs that a
// case does not write stay, because a hex without a cost would be free to enter. What cases cannot write stays too: the
// use of the kind, which MSRs a road carries, and whether terrain is a city. Flags that it does not write are cleared.
func (d *Data) SetTerrain(ed *modules.Editor, kind string, e Effects) {
	ed.Known([]string{kind})
	was, ok := d.Terrain[kind]
	if !ok {
		return
	}
	ed.Expect(was.Use == useTerrain || !e.Terrain && !e.Blocking && !e.Stop, "%s is a %s: only a hex can be terrain, "+
		"blocking or a stop", kind, was.Use)
	ed.Expect(was.Use != useRoad || !e.Key, "%s is a road, which cannot be key terrain", kind)
	for i, cost := range e.Costs {
		if e.Cost[i] != Closed && cost != nil {
			d.rescale(ed, lcm(d.Scale, cost.Denominator()))
			ed.Expect(was.Use == useHexside || !cost.Zero(), "%s costs something: only what a hexside adds can be 0",
				kind)
		}
	}
	out := e.Row
	out.Use, out.MSR, out.City, out.Cost = was.Use, was.MSR, was.City, d.Terrain[kind].Cost
	for i, cost := range e.Costs {
		switch {
		case e.Cost[i] == Closed:
			out.Cost[i] = Closed
		case cost != nil:
			out.Cost[i] = cost.Times(chart.Whole(d.Scale)).Round()
		}
	}
	d.Terrain[kind] = out
}

// rescale divides movement points into finer parts: scale is a multiple of d.Scale.
func (d *Data) rescale(ed *modules.Editor, scale int) {
	fits := scale <= maxScale
	ed.Expect(fits, "movement costs divide a point into more than %d parts", maxScale)
	if !fits {
		return
	}
	for kind, row := range d.Terrain { // each row on its own, so the order does not matter
		for i, cost := range row.Cost {
			if cost > 0 {
				row.Cost[i] = cost * (scale / d.Scale)
			}
		}
		d.Terrain[kind] = row
	}
	d.Scale = scale
}
