package rules

import (
	"grognard/rules/internal/series"
	"grognard/rules/modules"
	"grognard/rules/view"
)

// Handbook is what a game prints beside its map, for those who ask outside any match.
type Handbook struct {
	def    *modules.Definition
	engine series.Engine
}

// HandbookOf is the handbook of a module.
func HandbookOf(d *modules.Definition) (*Handbook, error) {
	engine, err := engineFor(d)
	if err != nil {
		return nil, err
	}
	return &Handbook{d, engine}, nil
}

// Game is the game that it is of.
func (h *Handbook) Game() *modules.Definition { return h.def }

// Reference is the game's tables and charts of terrain. Nobody changes it.
func (h *Handbook) Reference() view.Reference { return h.engine.Reference() }

// Reckon is what a fight on paper comes to. An error is a *view.Mistake when the game's tables
// know no such fight, a *view.Denial when it is against the rules.
func (h *Handbook) Reckon(q view.Inquiry) (view.Estimate, error) { return h.engine.Reckon(q) }
