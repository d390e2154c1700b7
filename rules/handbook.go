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

// HandbookOf returns the handbook of a module.
func HandbookOf(d *modules.Definition) (*Handbook, error) {
	engine, err := engineFor(d)
	if err != nil {
		return nil, err
	}
	return &Handbook{d, engine}, nil
}

// Game returns the module of the handbook.
func (h *Handbook) Game() *modules.Definition { return h.def }

// Reference returns the game's tables and terrain charts. It is shared and must not be changed.
func (h *Handbook) Reference() view.Reference { return h.engine.Reference() }

// Reckon works out a fight from bare strengths. The error is a *view.Mistake when the game's tables have no
// such fight, and a *view.Denial when the fight is against the rules.
func (h *Handbook) Reckon(q view.Inquiry) (view.Estimate, error) { return h.engine.Reckon(q) }
