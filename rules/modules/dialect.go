package modules

import (
	"maps"
	"slices"

	"grognard/rules/document"
	"grognard/rules/order"
)

// Dialects maps the name that a module gives under `series:` to the dialect of that series. Callers pass the
// dialects that they know, because this package knows no series.
type Dialects map[string]Dialect

func (d Dialects) names() []string { return slices.Sorted(maps.Keys(d)) }

// Dialect reads the part of a module that depends on its series: keys of its files that not every module has.
type Dialect interface {
	Editions() []string // the editions of the series' rules
	Errata() []string   // the editions of which the publisher's errata are an option
	Symbols() []string  // the symbols that counters of its games can show
	Begin() Part        // starts reading one module
	Proofread(*Proof)   // adds the warnings about a module without mistakes
	Help() Help         // for owners who enter what is printed on their counters
}

// Help explains to the author of a module how counters are written, in lines of at most 85 characters, and the keys of
// game.yaml for optional rules, one line for each key.
type Help struct {
	Counters string
	Beyond   []string
}

// The mappings that can have keys of the series in addition to those of every module: game.yaml, charts.yaml, map.yaml
// and units.yaml, and each mark, type of units, scenario and order of arrival.
const (
	InGame     = "game.yaml"
	InCharts   = "charts.yaml"
	InMap      = "map.yaml"
	InUnits    = "units.yaml"
	InSetup    = "setup.yaml"
	OfMark     = "mark"
	OfType     = "type"
	OfScenario = "scenario"
	OfArrival  = "arrival"
)

// Part reads and compiles what belongs to the series in one module. Its methods are called in the order in
// which they stand here: first Shape for the shapes of its keys, then the others as the module is compiled file
// by file. An argument own is the value of Shape for that mapping, filled from the file.
type Part interface {
	// Shape returns a new shape for the series' keys in a mapping such as InGame: a pointer to a struct that
	// document.Reader fills, or nil if the series has no keys there. Each file is read once.
	Shape(of string) any
	// Payload is the result. It is called before the methods below, which fill it.
	Payload() Payload

	// Mark compiles the effects of a mark.
	Mark(c *Compiler, m *Mark, own any)
	// Game compiles the keys in game.yaml; sides and marks are known.
	Game(c *Compiler)
	// Stocks are the tallies to which a handicap can add, without the side that ends the name of each.
	Stocks() []string
	// Charts compiles charts.yaml, all of which belongs to the series.
	Charts(c *Compiler)
	// Map compiles the keys in map.yaml and what the series makes of the map; its other keys are known.
	Map(c *Compiler)
	// Type compiles a type of units and sets its steps.
	Type(c *Compiler, u *Unit, at document.Spot, own any)
	// Unit compiles what the series makes of a unit.
	Unit(c *Compiler, u *Unit, at document.Spot)
	// Units compiles the keys in units.yaml; all units are known.
	Units(c *Compiler)
	// Scenario compiles the keys of a scenario; its set-up is compiled next.
	Scenario(c *Compiler, s *Scenario, own any)
	// Arrival compiles the keys of an order of arrival; its units are compiled next.
	Arrival(c *Compiler, a *Arrival, at document.Spot, own any)
}

// Payload is the series' part of a module, kept as Definition.Own. Like the rest of the definition it never
// changes once a game is played with it.
type Payload interface {
	Terrain
	// PhasesOf are the names of a side's phases.
	PhasesOf(order.Side) []string
	// Room is the number of units that may be set up in a hex; those that do not stack are not counted.
	Room() int
	// Stacks reports whether a unit counts for stacking.
	Stacks(Unit) bool
	// Random is the types of units whose places are exchanged at random when a scenario is played.
	Random(*Scenario) []string
	// Start is how a scenario begins beside its units, a value that can be written as JSON; nil says nothing.
	Start(*Scenario) any
	// ReadStart reads a Start from its JSON.
	ReadStart([]byte) (any, error)
	// Playing is the payload of a game that is played with these types drawn at random.
	Playing(random []string) Payload
	// Counter gives a unit of an adjudication case what the series' keys say of it: steps, symbol, size and ratings.
	Counter(own any, u *Unit) error
	// Guesses lists what is only estimated in the game.
	Guesses(*Definition) []Guess
	// Clone is a copy that a Change can change.
	Clone() Payload
	// Digest is the values that tell changed copies apart.
	Digest() []any
}

// Terrain is what the charts of a series say of kinds of terrain, hexsides and roads, as a check of the map needs it.
type Terrain interface {
	Terrains() []string                      // the kinds in the charts
	Charted(s order.Side, kind string) bool  // the side's chart has it
	Free(s order.Side, kind string) bool     // it is charted, but without a cost
	Closed(s order.Side, kind string) bool   // nobody can enter or cross it
	Swallows(s order.Side, kind string) bool // it takes the whole movement allowance of a unit
}

// Guess is something that a module estimates, has made up or lacks, and what an owner who knows it has to write.
type Guess struct {
	In         string // the file that it belongs to, "" for units.yaml
	Missing    bool   // the module does not have it: what needs it cannot be played
	Own        bool   // the module has values of its own for it, which estimate none that are printed
	Under, Key string // its place in the file: Types and the type's name, or a key of the series and a key in it
	Text       string // the keys and values to write there, with the one that marks it as no longer estimated
	What, Help string // what it is and what the values mean, for the owner; "" for a type of units
}

// Types is the key of the types of units in units.yaml.
const Types = "types"
