package api

import (
	"grognard/rules/order"
	"grognard/rules/view"
)

// Team lists those who play a side, as the side alone may know it.
type Team struct {
	Table     Table
	View      view.Secret
	Commander string
	Members   []Teammate
	Invited   []Teammate // those who have not answered
}

// Teammate is a member of a side, and what he commands.
type Teammate struct {
	Member
	Formations []string
	Units      []order.UnitID // single units beside the formations
}
