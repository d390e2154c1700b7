package game

import (
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/scs/data"
)

// The names of fights. A fight is a frame inside a phase.
const (
	AttackFight  = "attack"
	OverrunFight = "overrun"
)

// Fight is a fight as its odds are computed.
type Fight struct {
	Name                 string
	Side                 order.Side
	Target               hex.Hex
	Attackers, Defenders []Fighter
}

// Fighter is a unit in a fight. One without an id stands for all units that are not seen.
type Fighter struct {
	ID     order.UnitID
	At     hex.Hex
	Factor chart.Fraction // the attack or defence strength as printed
	Marks  []data.Mark
	Idle   bool // it adds nothing to the defence: SCS 7.2d
}
