package ledger

import (
	"slices"

	"grognard/bot/referee/api"
	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/order"
	"grognard/rules/view"
)

// checkWarnings refuses an order with warnings that its giver should be asked about.
func (g *Game) CheckWarnings(o order.Order, warnings []view.Warning) error {
	if !slices.ContainsFunc(warnings, func(w view.Warning) bool { return w.Ask }) {
		return nil
	}
	return &api.Caution{Order: o, Picks: g.Match.Picks(o), Warnings: warnings}
}

func (g *Game) Decide(side order.Side, o order.Order) (Body, error) {
	spelled, err := g.Match.Spell(o)
	if err != nil {
		return Body{}, err
	}
	return g.commandRow(orderPayload{side, spelled}, unsortedUnits(o),
		func(r dice.Roller) (rules.Record, error) { return g.Match.Decide(side, o, r) })
}
