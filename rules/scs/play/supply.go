package play

import (
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
)

// supplyPhase: SCS 12.0: each unit of the side that no line reaches is marked; a marked unit that a
// line reaches again loses the marker. 12.1b, 12.2: nothing changes that until the next supply phase. 5.0 (1.6):
// reinforcements are in supply in the turn of their arrival, so that no line is asked of them.
func supplyPhase(g *game.Game, sc *state.Scratch, side order.Side) {
	lines := law.LineLengths(g, sc.State, side)
	var cut, back []order.UnitID
	for i := range sc.Pieces {
		p := &sc.Pieces[i]
		if p.Side != side || !p.OnMap() {
			continue
		}
		switch isReached := lines[g.Def.Grid.Index(p.At.Hex)] > 0; {
		case !isReached && !p.Marks.Has(data.Oos) && !p.Flags.Has(law.CameIn):
			cut = append(cut, p.ID)
		case isReached && p.Marks.Has(data.Oos):
			back = append(back, p.ID)
		}
	}
	if len(cut) > 0 {
		sc.Do(state.Marked{Units: cut, Mark: data.Oos, On: true, Rule: string(game.Cite(g.Data.Rules.Supply, "12.0"))})
	}
	if len(back) > 0 {
		sc.Do(state.Marked{Units: back, Mark: data.Oos, Rule: string(game.Cite(g.Data.Rules.Supply, "12.0"))})
	}
}
