package scs

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// takeControl: SCS 13.0: a hex belongs to the side whose unit stands in it or
// last passed through; zones take nothing. afb 1.8a: a supply source of a side
// whose sources die ceases for good when an enemy enters it.
func (e *Engine) takeControl(sc *state.Scratch, side order.Side, path []hex.Hex) {
	enemy := e.def.Enemy(side)
	for _, h := range path {
		if sc.Controls(h) != side {
			sc.Do(state.Controlled{Hex: h, Side: side})
		}
		source := func(s modules.SupplySource) bool { return s.Hex == h }
		if slices.Contains(e.data.ExpiringSources, enemy) && slices.ContainsFunc(e.def.Sources[enemy], source) &&
			!sc.Marked(h, deadSource) {
			sc.Do(state.Flagged{Hex: h, Flag: deadSource, Keep: true})
		}
	}
}
