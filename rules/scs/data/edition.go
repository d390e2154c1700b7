package data

import (
	"grognard/rules/modules"
	"grognard/rules/view"
)

// Edition holds the policies in which the editions of the series rules differ.
type Edition struct {
	OneAtATime    bool      // 3.0: a unit or stack finishes before the next one starts
	OneHexStays   bool      // 3.1e: it says explicitly that a unit that begins exploitation in an enemy zone stays
	NoDelay       bool      // 5.0: reinforcements cannot be delayed; 5.0c: they are lost when nothing is free
	AlongEdge     bool      // 5.0c: the ten hexes are counted along the map's edge, not from the entry hex
	ZoneOverrun   view.Rule // 2.1b, 6.0: the paragraph that forbids an overrun to a unit that begins in an enemy zone
	SideCounts    bool      // 6.0c: the hexside counts toward the two points
	AvoidFirst    bool      // 9.1d: avoiding enemy zones may break 9.1c; otherwise 9.1c comes first
	AdvanceLimits bool      // 10.0: stacking limits where an advance ends, not only in the emptied hex
	LateOverstack bool      // 4.0a: overstacks by retreat wait for the owner's next movement phase
	MarksCover    bool      // fog of war: a marker on the top unit hides it
	ByHex         bool      // 7.2d: each hex is attacked once, instead of each unit
	LongArrivals  bool      // 4.0a, 5.0, 5.0a: reinforcements overstack longer, and are in supply in their own turn
}

// Editions holds the policies of each edition, by its number.
//
// RULING: 1.0: Edition 1.6 plays as 1.7, but for reinforcements, which may stay overstacked longer and are in supply in
// the turn of their arrival. For: 1.7 says of itself that it is 1.6 with its errata put right, and the French summary
// of 1.6 contradicts it in this alone. Against: the summary leaves out much that 1.6 may have had otherwise.
var Editions = map[string]Edition{
	"1.8": {OneAtATime: true, OneHexStays: true, NoDelay: true, ZoneOverrun: "2.1b", SideCounts: true,
		AvoidFirst: true, AdvanceLimits: true, LateOverstack: true},
	"1.7": {AlongEdge: true, ZoneOverrun: "6.0", MarksCover: true},
	"1.6": {AlongEdge: true, ZoneOverrun: "6.0", MarksCover: true, LongArrivals: true},
}

// withErrata lists the editions for which the publisher's errata are an option.
var withErrata = []string{"1.6", "1.7"}

// EditionOf returns the policies by which a module is played. With the publisher's errata a hex is attacked once: a
// unit that has retreated into another hex may be attacked again there and defends as usual (list for 1.6, 27 September
// 2005). A marker hides no unit (list for 1.7, 13 February 2009).
//
// RULING: 7.2d, fog of war: Where the publisher's errata are chosen, both lists hold in 1.6 and in 1.7. For: each mends
// words that stand in both editions. Against: each list names one edition, and 1.7 was printed after the older of them.
func EditionOf(d *modules.Definition) (ed Edition, known bool) {
	ed, known = Editions[d.Edition]
	if d.Errata {
		ed.ByHex, ed.MarksCover = true, false
	}
	return ed, known
}
