package rules

import (
	"fmt"

	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/modules"
	"grognard/rules/view"
)

// printedMap returns what is printed on a module's map and counters.
func printedMap(d *modules.Definition, engine series.Engine) *view.Map {
	m := &view.Map{Key: fmt.Sprintf("%x", d.Hash), Title: d.Title, Grid: d.Grid, Terrain: map[hex.Hex][]string{},
		Across: d.Across, Water: d.Water, Ways: d.Ways, Places: d.Places, Entry: d.Entry, FirstDay: d.FirstDay,
		TurnDays: d.TurnDays}
	for h := range d.Grid.All() {
		if k := d.Kinds(h); len(k) != 1 || k[0] != d.Ground {
			m.Terrain[h] = k
		}
	}
	for _, s := range d.Sides {
		m.Sides = append(m.Sides, s)
		for _, src := range d.Sources[s.ID] {
			m.Sources = append(m.Sources, view.Source{Hex: src.Hex, Side: s.ID})
		}
	}
	for _, id := range d.Roster {
		u := d.Units[id]
		m.Cards = append(m.Cards, view.Card{ID: id, Name: u.Name, Short: u.Short, Formation: u.Formation,
			Side: u.Side, Symbol: u.Symbol, Size: u.Size, Steps: u.Steps})
	}
	engine.Print(m)
	return m
}
