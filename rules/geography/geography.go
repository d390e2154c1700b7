// Package geography describes what a game's map shows: places, roads, waters and entry areas. Modules name their kinds.
//
//	orsha := geography.Place{Hex: hex.Hex{Col: 13, Row: 14}, Name: "Orsha", Kind: "village"}
//
// All of it is public, so modules and views use the same values. What a kind costs or does is in the module's charts.
package geography

import (
	"grognard/rules/hex"
	"grognard/rules/order"
)

// Place is a named place; VP is 0 where it is worth nothing.
type Place struct {
	Hex        hex.Hex
	Name, Kind string // kind: village city
	VP         int
}

// Way is a named road, track or railroad, given by the hexes along it.
type Way struct {
	Name, Kind string
	Path       []hex.Hex
}

// Course is a water, given by the hexsides along it: a river from its source to its mouth, or the shores of a lake.
type Course struct {
	Name, Kind string // kind: minor-river major-river lake
	Sides      []hex.Side
}

// Area is an entry area at the map's edge. Its letter is printed in the first of its hexes, and the side that
// controls that hex controls the area (afb 5.0).
type Area struct {
	Name  string
	Side  order.Side
	Hexes []hex.Hex
}

// Length is a length in miles or kilometres, in tenths.
type Length struct {
	Tenths int
	Unit   string // "miles" or "km"
}
