package ledger

import (
	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/order"
	"grognard/rules/view"
	"slices"
)

// Caution is the error for an order that was not carried out because its giver must accept its consequences
// first.
type Caution struct {
	Order    order.Order
	Picks    []view.Pick // that make up the order
	Warnings []view.Warning
}

func (c *Caution) Error() string { return "the order waits for its giver to accept what it costs" }

// checkWarnings refuses an order with warnings that its giver should be asked about.
func (g *Game) CheckWarnings(o order.Order, warnings []view.Warning) error {
	if !slices.ContainsFunc(warnings, func(w view.Warning) bool { return w.Ask }) {
		return nil
	}
	return &Caution{o, g.Match.Picks(o), warnings}
}

func (g *Game) Decide(side order.Side, o order.Order) (Body, error) {
	spelled, err := g.Match.Spell(o)
	if err != nil {
		return Body{}, err
	}
	return g.commandRow(orderPayload{side, spelled}, unsortedUnits(o),
		func(r dice.Roller) (rules.Record, error) { return g.Match.Decide(side, o, r) })
}
