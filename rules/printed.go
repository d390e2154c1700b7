package rules

import (
	"fmt"

	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/modules"
	"grognard/rules/scs"
	"grognard/rules/view"
)

// engineFor is the rules that a module is played by.
func engineFor(d *modules.Definition) (series.Engine, error) {
	switch d.Series {
	case "scs":
		return scs.New(d)
	}
	return nil, fmt.Errorf("%s is of the series %q, which this program does not know", d.Title, d.Series)
}

// printedMap is what is printed on a module's map.
func printedMap(d *modules.Definition) *view.Map {
	m := &view.Map{Key: fmt.Sprintf("%x", d.Hash), Title: d.Title, Grid: d.Grid, Terrain: map[hex.Hex][]string{},
		Across: d.Across, Water: d.Water, Ways: d.Ways, Places: d.Places, Entry: d.Entry, FirstDay: d.FirstDay, TurnDays: d.TurnDays}
	for h := range d.Grid.All() {
		if k := d.Kinds(h); len(k) != 1 || k[0] != d.Ground {
			m.Terrain[h] = k
		}
	}
	for _, s := range d.Sides {
		m.Sides = append(m.Sides, view.Nation(s))
		for _, src := range d.Sources[s.ID] {
			m.Sources = append(m.Sources, view.Source{Hex: src.Hex, Side: s.ID})
		}
		if a, ok := d.Air[s.ID]; ok {
			m.Air = append(m.Air, view.Air{Side: s.ID, Regular: a.Regular, Breakdown: a.Breakdown, Estimate: a.Estimate})
		}
	}
	for _, id := range d.Roster {
		u := d.Units[id]
		m.Cards = append(m.Cards, view.Card{ID: id, Name: u.Name, Formation: u.Formation, Side: u.Side, Symbol: u.Symbol, Size: u.Size,
			Full: view.Values(u.Full), Reduced: view.Values(u.Reduced), Steps: u.Steps, Exploit: u.Exploit,
			Estimate: u.Estimate, EstimateBack: u.EstimateBack})
	}
	return m
}
