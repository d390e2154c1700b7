package law

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// conditions is what a supply source depends on beside the units on the map. Both the state and a sight provide it.
type conditions interface {
	Marked(hex.Hex, string) bool
	Controls(hex.Hex) order.Side
}

// SuppliesNow reports whether a supply source of a side supplies it now. afb 1.8a: it has not ceased for good;
// afb 5.0: an entry area may supply only the side that controls it.
//
// RULING: afb 1.8a, afb 5.0: Area L supplies the Germans only while they control it. For: units arrive there only while
// they do, and supply comes the same way. Against: afb 1.8a has them trace to any hex that is marked as their source.
func SuppliesNow(g conditions, side order.Side, src modules.SupplySource) bool {
	return !g.Marked(src.Hex, game.DeadSource) && (src.While == hex.None || g.Controls(src.While) == side)
}

// CanUseSource reports whether the sight's side can draw supply from a source of its own now.
func CanUseSource(s *state.Sight, src modules.SupplySource) bool {
	return SuppliesNow(s, s.Side, src) && !s.EnemyAt(src.Hex)
}

// LineLengths: SCS 12.1a, 2.1f: a supply line is a path of any length from a source, free of enemy units, of enemy
// zones and of impassable terrain; 2.1h: a friendly unit in a hex cancels the zones on it. The result has, by
// Grid.Index, the number of hexes of a shortest line, 1 in a source, 0 where none reaches. One flood serves all units.
//
// RULING: 12.1a: The supply source's own hex is part of the line: an enemy in it, or an enemy
// zone on it without a friendly unit, closes it. For: 12.1a wants a path free of both between
// unit and source. Against: between the two might leave out the source itself.
func LineLengths(g *game.Game, st *state.State, side order.Side) []int16 {
	return lineLengths(g, side, ShutHexes(g, st, side), st)
}

// ShutHexes tells, by Grid.Index, which hexes no supply line of a side can pass.
func ShutHexes(g *game.Game, st *state.State, side order.Side) []bool {
	shut := Zone(g, st, g.Def.Enemy(side))
	for i := range st.Pieces {
		if p := &st.Pieces[i]; p.OnMap() {
			shut[g.Def.Grid.Index(p.At.Hex)] = p.Side != side
		}
	}
	return shut
}

// InSupply: SCS 12.1b: a unit is in supply until a supply phase marks it, and again once one removes the marker.
func InSupply(p *state.Piece) bool { return !p.Marks.Has(data.Oos) }

// IsSupplied reports whether a supply line of the side reaches a hex now.
func IsSupplied(c *game.Attempt, h hex.Hex) bool {
	k := OpenFactsOf(c.Sight)
	if k.lines == nil {
		k.lines = LengthsInSight(c.Game, c.Sight)
	}
	return k.lines[c.Sight.Def.Grid.Index(h)] > 0
}

// LengthsInSight returns what LineLengths does, from what the side may know, which is enough for it.
func LengthsInSight(g *game.Game, s *state.Sight) []int16 {
	return lineLengths(g, s.Side, shutInSight(s), s)
}

// shutInSight returns what ShutHexes does, from what the side may know.
func shutInSight(s *state.Sight) []bool {
	zones := OpenFactsOf(s).Zone
	shut := make([]bool, len(zones))
	for at, zone := range zones {
		shut[at] = s.Enemies[at] > 0 || zone && s.Stacks.Top[at] == 0
	}
	return shut
}

// isAhead reports whether the present phase is the side's own and the given one comes later in its part of the turn.
func isAhead(c *game.Attempt, phase string) bool {
	f := c.Sight.Phase()
	phases := c.Game.Data.Phases[f.Side]
	now := slices.Index(phases, f.Name)
	return f.Side == c.Sight.Side && now >= 0 && now < slices.Index(phases, phase)
}

// noSupply returns the risk that units are found out of supply.
func noSupply(g *game.Game) view.Risk {
	return view.Risk{Text: view.T("risk.no-supply"), Brief: view.T("risk.no-supply-brief"),
		Rule: game.Cite(g.Data.Rules.Supply, "12.0")}
}

// warnCutOff warns of the stacks that the next supply phase marks if all stays as it is: SCS 12.0; not of this turn's
// reinforcements by 5.0 (1.6). It asks for a confirmation if one of the units can move now and in no later phase.
func warnCutOff(c *game.Attempt) []view.Warning {
	var stacks []view.Text
	n, lastChance, alone := 0, false, NewSingleMove(c)
	exploitsLater := c.Sight.Phase().Name == data.Movement // exploitation comes before supply, too
	for top := range c.Sight.Tops() {
		var units []order.UnitID
		for p := range c.Sight.Pile(top.At.Hex) {
			if InSupply(p) && !p.Flags.Has(CameIn) && isAhead(c, data.Supply) && !IsSupplied(c, p.At.Hex) {
				units = append(units, p.ID)
				lastChance = lastChance || IsMovePhase(c) && alone.CanGo(p) && !(exploitsLater && c.Game.CanExploit(p))
			}
		}
		n += len(units)
		if len(units) > 0 {
			stacks = append(stacks, view.T("warn.at", "units", c.Game.Names(units), "hex", top.At.Hex))
		}
	}
	if n == 0 {
		return nil
	}
	return []view.Warning{{Text: view.T("warn.cut-off", "n", n, "stacks", stacks), Rule: noSupply(c.Game).Rule,
		Ask: lastChance}}
}

// suppliedIn returns a function that reports whether the units picked would be in supply in a hex to which they go,
// with all else as it is now: SCS 12.1a; 2.1h: they cancel enemy zones on the hex that they enter, no longer on the one
// that they leave.
func suppliedIn(c *game.Attempt) func(hex.Hex) bool {
	g, s, shut := c.Game, c.Sight, shutInSight(c.Sight)
	for _, u := range c.Units {
		left := func(p *state.Piece) bool { return !slices.Contains(c.Units, p) }
		at := g.Def.Grid.Index(u.At.Hex)
		shut[at] = OpenFactsOf(s).Zone[at] && !slices.ContainsFunc(s.Stack(u.At.Hex), left)
	}
	lengths := lineLengths(g, s.Side, shut, s)
	return func(h hex.Hex) bool {
		return lengths[g.Def.Grid.Index(h)] > 0 ||
			slices.ContainsFunc(g.Def.Sources[s.Side], func(src modules.SupplySource) bool {
				return src.While == h || src.Hex == h && SuppliesNow(s, s.Side, src) // they would control While
			}) ||
			g.Def.Grid.AnyNeighbour(h, func(n hex.Hex) bool {
				x, ok := g.Edge(s.Side, n, h)
				return ok && !x.Closed && lengths[g.Def.Grid.Index(n)] > 0
			})
	}
}

// SupplyRisks returns the risk of the hexes offered in which the units picked would be out of supply; nil for none.
func SupplyRisks(c *game.Attempt, picks []view.Pick) []view.Risk {
	if len(unflagged(c.Units, CameIn)) == 0 || !isAhead(c, data.Supply) {
		return nil
	}
	supplied := suppliedIn(c)
	return riskAt(noSupply(c.Game), picks, func(h hex.Hex) bool { return !supplied(h) })
}

// WarnNoSupply warns of units that go to a hex in which they would be out of supply.
func WarnNoSupply(c *game.Attempt) []view.Warning {
	if len(c.Hexes) == 0 || c.Form.Verb == order.Overrun {
		return nil
	}
	last := c.Hexes[len(c.Hexes)-1]
	for _, risk := range SupplyRisks(c, []view.Pick{last}) { // at most one
		return []view.Warning{{Rule: risk.Rule, Risk: true, Text: view.T("warn.no-supply",
			"units", c.Game.Names(IdsOf(c.Units)), "hex", last.Hex)}}
	}
	return nil
}

// lineLengths returns what LineLengths does, for these shut hexes. It overwrites shut.
func lineLengths(g *game.Game, side order.Side, shut []bool, now conditions) []int16 {
	grid, lengths, todo := g.Def.Grid, make([]int16, len(shut)), make([]int16, 0, len(shut))
	for _, src := range g.Def.Sources[side] {
		if at := grid.Index(src.Hex); !shut[at] && SuppliesNow(now, side, src) {
			shut[at], lengths[at] = true, 1
			todo = append(todo, int16(at))
		}
	}
	for ; len(todo) > 0; todo = todo[1:] {
		for _, x := range g.Ways[side].Around(int(todo[0])) {
			if !x.Closed && !shut[x.At] {
				shut[x.At], lengths[x.At] = true, lengths[todo[0]]+1
				todo = append(todo, x.At)
			}
		}
	}
	return lengths
}
