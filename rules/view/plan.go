package view

import "grognard/rules/order"

// Plan is what orders for a side's next turn, or for the rest of its present one, would lead to from the
// present position. No die is rolled for it and no fight is carried out.
type Plan struct {
	Turn  int // the turn that it is for
	Lines []Planned
	After Secret // the position after the lines that are legal now
}

// Planned is one line of a plan, tried after those before it at the beginning of its phase.
type Planned struct {
	Tried
	Plan    order.Planned
	Skipped bool // its condition is false now
	Never   bool // Err is permanent: the line is refused
}
