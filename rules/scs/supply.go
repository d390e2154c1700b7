package scs

import (
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// oos is the marker of a unit that is out of supply.
const oos = "oos"

// conditions is what a supply source depends on beside the units on the map. Both the state and a
// sight provide it.
type conditions interface {
	Marked(hex.Hex, string) bool
	Controls(hex.Hex) order.Side
}

// works says whether a supply source of a side supplies it now. afb 1.8a: it has not ceased for good;
// afb 5.0: an entry area may supply only the side that controls it.
//
// RULING: afb 1.8a, afb 5.0: Area L supplies the Germans only while they control it. For:
// units arrive there only while they do, and supply comes the same way. Against: afb 1.8a has
// them trace to any hex that is marked as their source.
func works(g conditions, side order.Side, src modules.SupplySource) bool {
	return !g.Marked(src.Hex, deadSource) && (src.While == hex.None || g.Controls(src.While) == side)
}

// usable says whether the sight's side can draw supply from a source of its own now.
func usable(s *state.Sight, src modules.SupplySource) bool {
	return works(s, s.Side, src) && !s.EnemyAt(src.Hex)
}

// supplied: SCS 12.1a, 2.1f: a supply line is a path of any length from a source, free of enemy units,
// of enemy zones and of impassable terrain; 2.1h: a friendly unit in a hex cancels the zones on it.
// The result tells, by Grid.Index, which hexes a line can reach; one flood serves every unit.
//
// RULING: 12.1a: The supply source's own hex is part of the line: an enemy in it, or an enemy
// zone on it without a friendly unit, closes it. For: 12.1a wants a path free of both between
// unit and source. Against: between the two might leave out the source itself.
func (e *Engine) supplied(st *state.State, side order.Side) []bool {
	return e.trace(side, e.shut(st, side), st)
}

// shut tells, by Grid.Index, which hexes no supply line of a side can pass.
func (e *Engine) shut(st *state.State, side order.Side) []bool {
	shut := e.zone(st, e.def.Enemy(side))
	for i := range st.Pieces {
		if p := &st.Pieces[i]; p.OnMap() {
			shut[e.def.Grid.Index(p.At.Hex)] = p.Side != side
		}
	}
	return shut
}

// InSupply: SCS 12.1b: a unit is in supply until a supply phase marks it, and out of supply until a
// later one removes the marker.
func InSupply(p *state.Piece) bool { return !p.Marks.Has(oos) }

// Supplied says whether a supply line of the side reaches a hex now.
func (c *Attempt) Supplied(h hex.Hex) bool {
	if c.lines == nil {
		c.lines = c.e.traceable(c.Sight)
	}
	return c.lines[c.Sight.Def.Grid.Index(h)]
}

// traceable is supplied computed from what the side may know, which is enough for it.
func (e *Engine) traceable(s *state.Sight) []bool {
	zones := knownTo(s).zone
	shut := make([]bool, len(zones))
	for at, zone := range zones {
		shut[at] = s.Enemies[at] > 0 || zone && s.Stacks.Top[at] == 0
	}
	return e.trace(s.Side, shut, s)
}

// trace floods from a side's usable sources through the hexes that are not shut. It overwrites shut.
func (e *Engine) trace(side order.Side, shut []bool, now conditions) []bool {
	g, ways := e.def.Grid, e.ways[side]
	reached, todo := make([]bool, len(shut)), make([]int16, 0, len(shut))
	for _, src := range e.def.Sources[side] {
		if at := g.Index(src.Hex); !shut[at] && works(now, side, src) {
			shut[at], reached[at] = true, true
			todo = append(todo, int16(at))
		}
	}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, x := range ways.Around(int(at)) {
			if !x.Closed && !shut[x.At] {
				shut[x.At], reached[x.At] = true, true
				todo = append(todo, x.At)
			}
		}
	}
	return reached
}

// supplyPhase: SCS 12.0: each unit of the side that no line reaches is marked; a marked unit that a
// line reaches again loses the marker. 12.1b, 12.2: nothing changes that until the next supply phase.
func (e *Engine) supplyPhase(sc *state.Scratch, side order.Side) {
	reached := e.supplied(sc.State, side)
	var cut, back []order.UnitID
	for i := range sc.Pieces {
		p := &sc.Pieces[i]
		if p.Side != side || !p.OnMap() {
			continue
		}
		switch in := reached[e.def.Grid.Index(p.At.Hex)]; {
		case !in && !p.Marks.Has(oos):
			cut = append(cut, p.ID)
		case in && p.Marks.Has(oos):
			back = append(back, p.ID)
		}
	}
	if len(cut) > 0 {
		sc.Do(state.Marked{Units: cut, Mark: oos, On: true, Rule: string(cite(e.data.Rules.Supply, "12.0"))})
	}
	if len(back) > 0 {
		sc.Do(state.Marked{Units: back, Mark: oos, Rule: string(cite(e.data.Rules.Supply, "12.0"))})
	}
}
