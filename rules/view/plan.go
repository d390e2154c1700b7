package view

import "grognard/rules/order"

// Plan is what would come of orders that are meant for the next turn of a side, or for the rest of the
// one that it is playing, as things stand. No die is rolled for it and no fight carried out.
type Plan struct {
	Turn  int // for which it is meant
	Lines []Planned
	After Secret // where the lines lead that hold as things stand
}

// Planned is one line of a plan, tried after those before it at the beginning of its phase.
type Planned struct {
	Tried
	Plan    order.Planned
	Skipped bool // as things stand its condition is false
	Never   bool // Err cannot change: the line is refused
}
