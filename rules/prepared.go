package rules

import (
	"fmt"
	"iter"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Prepared is what matches of the same scenario of a module have in common: the rules, the printed map and the
// names on it. Making it is most of the work of opening a match, and it takes half of the memory. It never
// changes, so matches share it, concurrently too.
//
//	p, err := rules.Prepare(d, position)
//	…
//	m, err := p.Open(position, snapshot, log)
type Prepared struct {
	def     *modules.Definition
	engine  series.Engine
	printed *view.Map
	named   []order.Names // what each side can name
}

// Prepare makes a Prepared for matches with this position's scenario, last turn and random units, wherever units stand.
func Prepare(d *modules.Definition, p Position) (*Prepared, error) {
	d, engine, err := p.played(d)
	if err != nil {
		return nil, err
	}
	printed := printedMap(d, engine)
	printed.Orders, printed.Layers = engine.Specs(), engine.Layers()
	for _, s := range d.Sides {
		for _, stage := range engine.Stages(s.ID) {
			for _, v := range stage.Verbs {
				if v != order.End && !slices.Contains(printed.Listed, v) {
					printed.Listed = append(printed.Listed, v)
				}
			}
		}
	}
	c := &Prepared{def: d, engine: engine, printed: printed}
	for _, s := range d.Sides {
		c.named = append(c.named, printed.Names(s.ID))
	}
	return c, nil
}

// Open replays a log into a match. It starts from a position for which p was prepared, or from a snapshot when
// there is one; the log then begins after the snapshot.
func (c *Prepared) Open(p Position, snapshot []byte, log iter.Seq2[Entry, error]) (*Match, error) {
	m, err := resume(c, p, snapshot)
	if err != nil {
		return nil, err
	}
	m.handicap = p.Handicap
	for e, err := range log {
		if err != nil {
			return nil, err
		}
		if err := m.run(e); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// resume makes a match at a position, or at a snapshot when there is one.
func resume(c *Prepared, p Position, snapshot []byte) (*Match, error) {
	if snapshot == nil {
		st, err := p.state(c.def, c.engine)
		if err != nil {
			return nil, err
		}
		return newMatch(c, st), nil
	}
	pieces, err := p.pieces(c.def, c.engine)
	if err != nil {
		return nil, err
	}
	return fromSnapshot(c, pieces, snapshot)
}

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
		m.Sides, m.Phases = append(m.Sides, s), append(m.Phases, d.Own.PhasesOf(s.ID))
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
