// Package modules makes games of files. A module is a game's printed parts as five YAML files:
// game.yaml (sides, turns, markers), map.yaml, charts.yaml (what terrain and combat do),
// units.yaml and setup.yaml. The package reads them, holds them against one another and
// compiles them into a Definition, which the rules play by.
//
// It knows what every game has: sides and the calendar, the grid, terrain by name, water, ways,
// places, entry areas, supply sources, who controls hexes, the roster of units, scenarios with
// their set-ups and orders of arrival. What else stands in the files belongs to the series that
// game.yaml names, and is read and compiled by the Dialect of that series: the phases, what
// markers do, the charts, what is printed on counters. A Dialect gives shapes for its keys,
// wherever they stand, and finds what is wrong with line and column as this package does. Whoever
// loads a module passes the dialects that he knows:
//
//	games := rules.Modules() // every series that the program plays
//	d, blob, err := games.Folder(overlay)
//	again, err := games.Unpack(blob)
//
// rules/scs has a whole game in miniature, with all the keys of its series, at its Series.
//
// A scenario that is `like: crossing` has the turns, the set-up and the orders of
// arrival of that one, which stands before it.
//
// A set-up leaves a choice with `within: 2` (hexes from at) or with a list of
// `hexes` beside at; their owner places such units before the first turn.
//
// An entry area is `entry: {L: {side: blue, hexes: ["1.02", "1.01"]}}`. Its letter stands at
// the first hex, and who controls that hex controls the area: units with `if-controlled:
// yes` wait for it, and with `supply: while-held` the area's hexes are supply sources of
// its side while the side controls it.
//
// A Folder holds a module that does not ship: a new game, or, under the name of one
// that ships, an overlay over it, file by file and key by key. Where both have a
// mapping it merges: a key of the overlay stands in place of the same key below it,
// and the others stay. Anything else that stands in an overlay replaces the whole of
// what it covers, a list too: the land, water, ways and places of a map and the scenarios
// of a set-up are each taken whole. A key with ~ is taken away; one with nothing
// behind it stays as it ships:
//
//	# afb/units.yaml, the whole of it
//	types:
//	  german-inf-div: {full: 9-9-6, estimate: no}   # reduced stays as it ships
//	  soviet-mil-div:                               # stays as it ships
//	  soviet-tk-div: {reduced: ~, estimate: no}     # has no other side
//
// A packed overlay holds both, the files that ship and the files over them: a game
// that is played with it depends on nothing else.
//
// Unknown keys are errors. Everything wrong is told at once, as a Finding with
// file, line and column; only when a file is no YAML at all, has keys or lists
// where they do not belong, or the series is none that is known, is what the files say not
// looked at. What is wrong in
// an overlay is found there; where one takes away what the module needs, the finding
// is where that is needed.
//
// What a printed map may have, and a slip of the pen more often, is a warning: a way
// that stops in the country, a river that is torn, ends at nothing or runs on both
// sides of a town, ground that no way leads to, an entry hex that is closed, a set-up
// that only swamps lead out of. Such a module is played all the same.
//
// Limits: two sides; one map of at most 126 columns and rows 0 to 99; files of a
// quarter of a megabyte, without anchors, aliases and tags. What a module does that data cannot say is code of its own.
package modules
