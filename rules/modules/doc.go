// Package modules makes games of files. A module is a game's printed parts as
// five YAML files: game.yaml (sides, turns, phases, markers, victory), map.yaml,
// charts.yaml (terrain effects, the combat table), units.yaml and setup.yaml. The
// package reads them, holds them against one another and compiles them into a
// Definition, which the rules play by.
//
// A whole game in miniature:
//
//	# game.yaml
//	id: ford
//	title: The Ford
//	series: scs
//	edition: "1.8"
//	turns: 4
//	first-day: "1941-06-22"  # of the first turn, where the game has a calendar
//	turn-days: 3
//	sides:
//	  - {id: blue, name: Blue, color: "#0072b2"}
//	  - {id: red, name: Red, color: "#d55e00"}
//	phases:
//	  blue: [movement, combat, exploitation, supply]
//	  red: [movement, combat, exploitation, supply]
//	stacking: {limit: 2}
//	overrun: any
//	marks:
//	  oos: {name: Out of Supply, attack: none, defence: "1/2"}
//
//	# map.yaml: hexes are column.row, always in quotes
//	columns: 3
//	rows: {odd: [1, 3], even: [1, 3]}
//	high: even               # these columns stand half a hex higher
//	across: 7.5 miles        # a hex from side to side, or so many km: for the scale bar
//	ground: open             # the terrain of every hex not named
//	land:                    # named regions of one kind of terrain
//	  - {name: Great Wood, kind: woods, hexes: ["1.01", "3.01"]}
//	hexes: {"2.01": [woods]} # single hexes, in place of what land says of them
//	water:
//	  - {name: Brook, kind: river, sides: ["2.01/2.02", "1.02/2.01"]}
//	ways:
//	  - {name: Ford road, kind: road, path: ["2.03", "2.02", "2.01"]}
//	supply: {blue: ["2.03"], red: ["2.01"]}
//
//	# charts.yaml: a chart per side; costs and multipliers are exact
//	terrain:
//	  blue: {open: {move: 1}, woods: {move: 2, shift: -1}, river: {move: 1, attack: "1/2"}, road: {move: "1/2"}}
//	  red: {open: {move: 1}, woods: {move: 2, shift: -1}, river: {move: 1, attack: "1/2"}, road: {move: "1/2"}}
//	combat:
//	  dice: 2d6
//	  columns: ["1:1", "2:1+"] # as printed; the last may have a plus
//	  rows: {
//	    2: [A2, A1], 3: [A1, A1], 4: [A1, A1], 5: [A1, "-"], 6: [A1D1, D1], 7: ["-", D1],
//	    8: [D1, D1r1], 9: [D1, D1r1], 10: [D1, D1r1], 11: [D1r1, D2r1], 12: [D1r1, D2r2],
//	  }
//
//	# units.yaml: factors are attack-defence-movement; no reduced side, one step
//	types:
//	  blue-infantry: {side: blue, symbol: infantry, size: division, full: 4-4-5, reduced: 2-2-5}
//	  red-militia: {side: red, symbol: militia, size: brigade, full: 1-3-4}
//	units:
//	  b-1: {type: blue-infantry, name: 1 Inf Div}
//	  r-1: {type: red-militia, name: 1 Mil Bde}
//
//	# setup.yaml
//	scenarios:
//	  - id: crossing
//	    name: The Crossing
//	    setup:
//	      blue: [{at: "2.03", units: [b-1]}]
//	      red: [{at: "2.01", units: [r-1]}]
//
// and how it is used:
//
//	blob := modules.Pack(files)          // what a store keeps, by its SHA-256
//	d, err := modules.Unpack(blob)       // err joins every Finding
//	d.Charts["blue"]["road"].Move        // 1, with d.Scale 2: half a point
//
// A scenario that is `like: crossing` has the turns, the set-up and the orders of
// arrival of that one, which stands before it. With `cup: [red-infantry, red-guards]`
// units of these types are drawn at random for all places that name one, those of the
// orders of arrival when they come due; the game names its paragraph on it, `rules:
// {cup: "5.0"}`. The types are of one side and have as many steps.
//
// A set-up leaves a choice with `within: 2` (hexes from at) or with a list of
// `hexes` beside at; their owner places such units before the first turn.
//
// A hexside that is `prohibited: yes` cannot be crossed, and who cannot retreat pays with
// steps; with `retreat: destroyed` beside it units that are forced to retreat over it are
// lost.
//
// An entry area is `entry: {L: {side: blue, hexes: ["1.02", "1.01"]}}`. Its letter stands at
// the first hex, and who controls that hex controls the area: units with `if-controlled:
// yes` wait for it, and with `supply: while-held` the area's hexes are supply sources of
// its side while the side controls it.
//
// A game whose booklet has a paragraph of its own on a matter names it, so that
// refusals cite it in place of the series', or beside it: `rules: {sequence: "1.1",
// terrain: "1.3a", stacking: "1.5", overrun: "1.6a", supply: "1.8a"}` and `rule: "1.7"`
// of a mark.
//
// What the series does not have at all is switched on by a game's data, under the
// paragraphs that it names for it: air strikes, garrisons, replacements, a withdrawal,
// a point for an accent, victory by points. To the miniature they would be added like
// this:
//
//	# game.yaml
//	rules:
//	  {air: "1.1", strikes: "1.2", breakdowns: "1.3", garrisons: "1.4", replacements: "1.5",
//	  withdrawal: "2.1", keepers: "2.2", accent: "3.1", victory: "4.0", places: "4.1"}
//	marks:                   # what air strikes put on units
//	  dg: {name: Disorganised, attack: "1/2"}
//	air:                     # when air strikes fly, into how many breakdowns they split in a turn
//	  blue: {phases: [movement], breakdowns: 2}
//	withdrawal:              # who leaves, and who comes back at full strength
//	  side: blue
//	  keep: [{count: 1, type: blue-guards}]
//	accent: red              # who can earn the point
//	control: {red: ["2.02"]} # at the start
//	victory:                 # the points of the places that this side holds at the end
//	  count: red
//	  levels: [{at-least: 2, id: red-win, name: Red Victory}, {at-least: 0, id: blue-win, name: Blue Victory}]
//
//	# map.yaml
//	places: [{hex: "2.02", name: Fordham, kind: woods, vp: 2}]
//
//	# units.yaml
//	types:
//	  blue-guards: {side: blue, symbol: armour, size: division, full: 5-5-6, exploit: yes}
//	  red-garrison: {side: red, symbol: garrison, size: regiment, full: 0-2-0, reduced: 0-1-0}
//	units:
//	  b-2: {type: blue-guards, name: 2 Gds Div}
//	  garrison-red-1: {type: red-garrison, name: Garrison 1} # in no set-up: made in play
//	air:                     # ratings: the greatest die that disorganises
//	  blue: {regular: 3, breakdown: 2, estimate: yes}
//
//	# setup.yaml
//	scenarios:
//	  - id: crossing
//	    name: The Crossing
//	    setup:
//	      blue: [{at: "2.03", units: [b-1]}]
//	      red: [{at: "2.01", units: [r-1]}]
//	    arrivals:            # air in dice; withdrawal in faces of one die that bring it
//	      - {turn: 2, side: blue, air: 1, replacements: 1, groups: [{at: "2.03", units: [b-2]}]}
//	      - {turn: 3, side: blue, air: 2, withdrawal: [1, 2]}
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
// file, line and column; only when a file is no YAML at all, or has keys or lists
// where they do not belong, is what the files say not looked at. What is wrong in
// an overlay is found there; where one takes away what the module needs, the finding
// is where that is needed.
//
// What a printed map may have, and a slip of the pen more often, is a warning: a way
// that stops in the country, a river that is torn, ends at nothing or runs on both
// sides of a town, ground that no way leads to, an entry hex that is closed, a set-up
// that only swamps lead out of. Such a module is played all the same.
//
// Limits: two sides; one map of at most 126 columns and rows 0 to 99; files of a
// quarter of a megabyte, without anchors, aliases and tags; movement costs in at most 240 parts
// of a point. What a module does that data cannot say is code of its own.
package modules
