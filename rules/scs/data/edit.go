package data

import (
	"errors"
	"maps"
	"slices"

	"grognard/rules/chart"
	"grognard/rules/modules"
)

// Edit is what an adjudication case changes of a module in the words of the series, for that case
// alone. It is the Own of a modules.Edit.
type Edit struct {
	Results map[string]map[int]chart.Result // by the heading of the column and roll
	Terrain map[string]Effects              // rows of the charts, for every side
	Own     []func(*modules.Editor)         // the changes of features
}

// Effects is a row of a chart with its cost in movement points, independent of the scale.
type Effects struct {
	Cost chart.Fraction
	Row  // its Move is computed from Cost
}

// Counter is what a case says of a unit in the words of the series. It is the Own of a modules.Counter.
type Counter struct {
	Full        Values
	Reduced     *Values // nil for a one-step unit
	LossMarkers int     // further steps on the reduced side
	Exploit     bool
	Own         Own // of features
}

// Counter gives a case's unit what is printed on it, and the symbol of an infantry division; no factors without own.
func (d *Data) Counter(own any, u *modules.Unit) error {
	c, _ := own.(Counter)
	p := Printed{Full: c.Full, Exploit: c.Exploit, Own: c.Own}
	u.Symbol, u.Size, u.Steps = "infantry", "division", 1
	if c.Reduced != nil {
		p.Reduced, u.Steps = *c.Reduced, 2+c.LossMarkers
	}
	u.Own = p
	if c.LossMarkers < 0 || c.LossMarkers > 0 && c.Reduced == nil {
		return errors.New("loss markers and no reduced side")
	}
	return nil
}

// Make changes a module's data.
func (e Edit) Make(ed *modules.Editor) {
	d, ok := ed.Def.Own.(*Data)
	ed.Expect(ok, "%s is no game of this series", ed.Def.Title)
	if !ok {
		return
	}
	e.applyResults(ed, &d.Combat)
	e.applyTerrain(ed, d)
	for _, change := range e.Own {
		change(ed)
	}
}

func (e Edit) applyResults(ed *modules.Editor, t *chart.Table) {
	for _, heading := range slices.Sorted(maps.Keys(e.Results)) {
		column, found := t.Find(heading)
		ed.Expect(found, "the combat table has no column %s", heading)
		for _, roll := range slices.Sorted(maps.Keys(e.Results[heading])) {
			row, ok := t.Rows[roll]
			ed.Expect(ok, "the combat table has no row %d", roll)
			if ok && found {
				row = slices.Clone(row)
				row[column] = e.Results[heading][roll]
				t.Rows[roll] = row
			}
		}
	}
}

// applyTerrain replaces rows of the terrain charts. What a case leaves out of a row has no effect, and
// without a cost the other terrain of the hex decides.
func (e Edit) applyTerrain(ed *modules.Editor, d *Data) {
	for _, kind := range slices.Sorted(maps.Keys(e.Terrain)) {
		ed.Known([]string{kind})
		in := e.Terrain[kind]
		for _, w := range ed.Def.Ways {
			ed.Expect(w.Kind != kind || !in.Prohibited && in.Overrun == nil,
				"%s is a road: it cannot be prohibited, nor say whether it can be overrun", kind)
		}
		d.rescale(ed, Lcm(d.Scale, in.Cost.Denominator()))
		in.Move = in.Cost.Times(chart.Whole(d.Scale)).Round()
		ed.Expect(in.Cost.Compare(chart.Whole(maxCost)) <= 0, "a cost of %s is more than %d movement points", in.Cost,
			maxCost)
		for _, c := range d.Charts {
			row := in.Row
			// Cases cannot write that a hexside destroys or bars combat: one that stays prohibited keeps both.
			row.Destroys = row.Destroys || c[kind].Destroys && row.Prohibited
			row.NoCombat = c[kind].NoCombat && row.Prohibited && row.Attack.Zero()
			c[kind] = row
		}
	}
}

// rescale divides movement points into finer parts.
func (d *Data) rescale(ed *modules.Editor, scale int) {
	ed.Expect(scale <= maxScale, "movement costs divide a point into more than %d parts", maxScale)
	if scale > maxScale {
		return
	}
	for _, c := range d.Charts {
		for kind, row := range c {
			row.Move *= scale / d.Scale
			c[kind] = row
		}
	}
	d.Scale = scale
}

// Lcm returns the least common multiple: the denominator of b/a in lowest terms is a without the factors shared with b.
func Lcm(a, b int) int { return b * chart.Frac(int64(b), int64(a)).Denominator() }
