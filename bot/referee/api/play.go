package api

import (
	"grognard/rules/order"
	"grognard/rules/view"
)

// Caution is the error for an order that was not carried out because its giver must accept its consequences
// first.
type Caution struct {
	Order    order.Order
	Picks    []view.Pick // that make up the order
	Warnings []view.Warning
}

func (c *Caution) Error() string { return "the order waits for its giver to accept what it costs" }
