// Package modules reads games from files. A module is the printed components of a game as five YAML files: game.yaml
// (sides, turns, markers), map.yaml, charts.yaml (the effects of terrain and combat), units.yaml and setup.yaml. The
// package reads them, checks them against one another and compiles them into a Definition, by which the game is played.
//
// It knows what every game has: sides and the calendar, the grid, terrain by name, water, roads, places, entry areas,
// supply sources, control of hexes, the roster of units, scenarios with their set-ups and orders of arrival. Everything
// else in the files belongs to the series that game.yaml names, and the Dialect of that series reads it: phases,
// effects of markers, charts, ratings on counters. A Dialect supplies shapes for its keys in each mapping and reports
// mistakes with line and column as this package does. The caller passes the dialects that he knows:
//
//	games := rules.Modules() // every series that the program plays
//	d, blob, err := games.Folder(overlay)
//	again, err := games.Unpack(blob)
//
// The comments on rules/scs.Series and rules/bcs/data.Dialect hold complete small games with the keys of their series.
//
// A scenario with `like: crossing` has the turns, the set-up and the orders of arrival of the scenario
// crossing, which must stand before it. It may have `turns` of its own instead.
//
// A set-up with `within: 2` (hexes from at), or with a list of `hexes` in addition to at, leaves a choice: the
// owner places such units before the first turn.
//
// The adjudication cases of a map with `cases: blank` begin on its ground alone, without terrain, water and ways.
//
// An entry area is `entry: {L: {side: blue, hexes: ["1.02", "1.01"]}}`. Its letter stands at the first hex, and
// the side that controls that hex controls the area. Units with `if-controlled: yes` arrive only while their
// side controls it, and with `supply: while-held` the area's hexes are supply sources of its side only then.
//
// The name on a unit's counter is its `short`, or made of its name by rule, with the abbreviations of the module and
// those of abbreviations.yaml: README.md has an example.
//
// A Folder holds a module that does not ship with the program: a new game, or, under the name of a module that
// ships, an overlay over it, file by file and key by key. Mappings are merged: a key of the overlay replaces
// the same key below it, and the others stay. Anything else replaces the whole value, lists too: so the land,
// water, ways and places of a map and the scenarios of a set-up are each replaced as a whole. A key with ~ is
// removed; a key without a value stays as it ships:
//
//	# afb/units.yaml, the whole of it
//	types:
//	  german-inf-div: {full: 9-9-6, estimate: no}   # reduced stays as it ships
//	  soviet-mil-div:                               # stays as it ships
//	  soviet-tk-div: {reduced: ~, estimate: no}     # has no other side
//
// A packed overlay holds the files that ship and those over them, so a game that is played with it needs nothing else.
//
// Unknown keys are errors. All mistakes are reported together, each as a Finding with file, line and column and, where
// package slips can tell, what was probably meant. An unknown word is reported once; most are read as what was meant.
// If a file is missing or not YAML, has keys or lists where they do not belong, or names an unknown series, no
// values are checked. A mistake in an overlay is reported there; where an overlay removes what the module
// needs, the finding is where it is needed.
//
// A warning marks what is possible but more often a mistake: a road that ends in open country, counters that look the
// same, a mark that nothing puts, a name that no picture can draw or no order can name. Dialect.Proofread finds most of
// them. A module with warnings can be played.
//
// Limits: two sides; one map of at most 126 columns and rows 0 to 99; files of a quarter of a megabyte, without
// anchors, aliases and tags. Rules that data cannot express are code of the series.
package modules
