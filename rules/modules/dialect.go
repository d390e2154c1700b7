package modules

import (
	"maps"
	"slices"

	"grognard/rules/document"
	"grognard/rules/order"
)

// Dialects are the series of which modules can be, by the name that a module gives under
// `series:`. Whoever loads a module passes those that he knows: this package knows none.
type Dialects map[string]Dialect

func (d Dialects) names() []string { return slices.Sorted(maps.Keys(d)) }

// Dialect is how the games of a series are written: the keys that their files have beside
// those of every module, and what they mean.
type Dialect interface {
	Editions() []string // of the rules of the series
	Symbols() []string  // what the counters of its games can show
	Begin() Part        // the part of one module
	Help() Help         // for an owner who puts in what is printed on his counters
}

// Help says how what a series has is written: the ratings on a counter, and what single games
// have beyond the series, a line for each key of game.yaml.
type Help struct {
	Ratings string
	Beyond  []string
}

// The mappings that can have keys of the series beside those of every module: the whole of
// each file, and what stands in them for each mark, type of units, unit, scenario and order
// of arrival.
const (
	InGame     = "game.yaml"
	InCharts   = "charts.yaml"
	InMap      = "map.yaml"
	InUnits    = "units.yaml"
	InSetup    = "setup.yaml"
	OfMark     = "mark"
	OfType     = "type"
	OfUnit     = "unit"
	OfScenario = "scenario"
	OfArrival  = "arrival"
)

// Part is what belongs to the series in one module, while it is read and compiled. First it
// gives the shapes of its keys; then the module is compiled from file to file, and the part is
// called wherever it may have something to say, in the order in which its methods stand here.
// What a method is handed as own is what Shape gave for such a mapping, as it was read.
type Part interface {
	// Shape is a new shape for the series' keys in such a mapping, nil where it has none: a
	// pointer to a struct as document.Reader fills it. Each file is read once.
	Shape(of string) any
	// Payload is what comes of it all. It is asked for first, and filled by what follows.
	Payload() Payload

	// Mark says what a mark does.
	Mark(c *Compiler, m *Mark, own any)
	// Game compiles the keys in game.yaml; sides and marks are known.
	Game(c *Compiler)
	// Charts compiles charts.yaml, all of which belongs to the series.
	Charts(c *Compiler)
	// Map compiles the keys in map.yaml; all of the map is known.
	Map(c *Compiler)
	// Type says what the units of a type are: it gives the type its steps.
	Type(c *Compiler, u *Unit, at document.Spot, own any)
	// Unit says what is the unit's own.
	Unit(c *Compiler, u *Unit, at document.Spot, own any)
	// Units compiles the keys in units.yaml; all units are known.
	Units(c *Compiler)
	// Scenario says what a scenario is beside its set-up, which comes next.
	Scenario(c *Compiler, s *Scenario, own any)
	// Arrival says what an order of arrival brings beside units, which come next.
	Arrival(c *Compiler, a *Arrival, at document.Spot, own any)
}

// Payload is what a module says in the words of its series: Definition.Own. Like the rest of
// the definition it is never changed once a game is played with it.
type Payload interface {
	Terrain
	// PhasesOf are a side's phases, by name.
	PhasesOf(order.Side) []string
	// Room is how many units may be set up in a hex.
	Room() int
	// Random is the types of units that are drawn at random for each other's places when a
	// scenario is played.
	Random(*Scenario) []string
	// Playing is the payload of a game that is played with these types drawn at random.
	Playing(random []string) Payload
	// Counter gives a unit what a case says of it in the words of the series: its steps, its
	// symbol and size, and what is printed on it.
	Counter(own any, u *Unit) error
	// Guesses is what of the game is not known and estimated.
	Guesses(*Definition) []Guess
	// Clone is a copy that a Change can change.
	Clone() Payload
	// Digest is what changed copies differ by.
	Digest() []any
}

// Terrain is what the charts of a series say of kinds of terrain, hexsides and roads, as far
// as a map is held against it.
type Terrain interface {
	Charted(s order.Side, kind string) bool  // the side's chart has it
	Free(s order.Side, kind string) bool     // it is charted, and no cost stands there
	Closed(s order.Side, kind string) bool   // nobody can enter or cross it
	Swallows(s order.Side, kind string) bool // it takes all that a unit has
}

// Guess is something that a module only estimates, and what to write where it is known.
type Guess struct {
	Under, Key string // of units.yaml: Types and the type's name, or a key of the series and one in it
	Text       string // the keys and values behind it, which say that it is no estimate any more
	What, Help string // what it is, and what the values mean, for a reader; "" for a type of units
}

// Types is the key under which the types of units stand.
const Types = "types"
