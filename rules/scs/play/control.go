package play

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs/game"
)

// takeControl: SCS 13.0: a hex belongs to the side whose unit is in it or last passed through it; zones take no
// control. afb 1.8a: the supply source of a side whose sources can expire ceases for good when an enemy enters it.
func takeControl(g *game.Game, sc *state.Scratch, side order.Side, path []hex.Hex) {
	enemy := g.Def.Enemy(side)
	for _, h := range path {
		if sc.Controls(h) != side {
			sc.Do(state.Controlled{Hex: h, Side: side})
		}
		source := func(s modules.SupplySource) bool { return s.Hex == h }
		if slices.Contains(g.Data.ExpiringSources, enemy) && slices.ContainsFunc(g.Def.Sources[enemy], source) &&
			!sc.Marked(h, game.DeadSource) {
			sc.Do(state.Flagged{Hex: h, Flag: game.DeadSource, Keep: true})
		}
	}
}
