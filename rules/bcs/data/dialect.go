package data

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"grognard/rules/document"
	"grognard/rules/first"
	"grognard/rules/internal/score"
	"grognard/rules/modules"
	"grognard/rules/order"
)

const SeriesName = "bcs"

// Dialect describes how modules of the series are written. These are the keys that their files have beside those of
// every module, in a game in miniature:
//
//	# game.yaml
//	id: crossing
//	title: The Crossing
//	series: bcs
//	edition: "1.2"
//	turns: 3
//	sides:
//	  - {id: blue, name: Blue, color: "#0072b2"}
//	  - {id: red, name: Red, color: "#d55e00"}
//	formations:
//	  lancers: {side: blue, name: Lancers, hq: hq-blue, trains: trains-blue, radius: 6, arty: 1, support: [av4/2 2]}
//	  rifles: {side: red, name: Rifles, hq: hq-red, radius: 6, support: [av3/1 2, av5/3 1 stand-off]}
//	assets: # what higher levels assign: Artillery Points or Support
//	  guns: {side: blue, name: Corps Artillery, arty: 2}
//	stacking: 2                      # combat units in a hex, which is 2 where nothing is said
//	hidden: no                       # yes: others see of a stack its top, its HQ and Trains, and its height
//	objectives: {partial: 1}         # how many a SNAFU result allows; without an entry as many as there are
//	tires: [attack, shock]           # the orders after which Fatigue is rolled for
//	control: {red: ["2.02"]}         # who holds places at the start
//	handicap: {red: {name: Air Point, gives: air, most: 2}} # what can be bid: see package handicap
//	victory: {count: blue, levels: [{at-least: 2, id: won, name: Blue Victory, wins: blue},
//	  {at-least: 0, id: lost, name: Loss, wins: red}]} # a level without wins is a draw
//
//	# charts.yaml
//	terrain: # points, or P; terrain, blocking, key, stop and city are flags
//	  open: {tac: 1, truck: 1, leg: 1}
//	  woods: {tac: 3, truck: P, leg: 2, terrain: yes, blocking: yes}
//	hexsides: # what crossing adds
//	  river: {tac: 2, truck: P, leg: 1}
//	roads: # instead of hex and hexside; msr: main carries one to its source, any from HQ to Trains
//	  primary: {tac: 1/2, truck: 1/2, leg: 1, msr: main}
//	support: {rating: 3}             # the Action Rating of Support
//	tables: # snafu, second, fatigue, engagement, combat and barrage; one that is left out is missing
//	  engagement:
//	    dice: 2
//	    modifiers: # by name; each counts when its condition holds, of one group only the greatest
//	      breakthrough: {n: +2, when: acting:breakthrough, group: armour}
//	      hard: {n: +1, when: "acting:hard, not support", group: armour}
//	      two-units: {n: unknown}
//	    breaks: # rows for some circumstances, the last for all others; their ends hold for what lies beyond
//	      - {when: support, 3-: f1 traffic, 4-10: "-", 11+: t1 / support drop}
//	      - {2-5: f1(against:hard), 6-8: "-", 9-12: t1}
//	  barrage: {faces: {hard: 6, city: 6, other: 5-6}}
//
//	# map.yaml
//	columns: 3
//	rows: {odd: [1, 3], even: [1, 3]}
//	high: even
//	ground: open
//	ways: [{name: High Road, kind: primary, path: ["2.03", "2.02", "2.01"]}]
//	water: [{name: Brook, kind: river, sides: ["2.01/2.02", "1.02/2.01", "1.01/1.02"]}]
//	supply: {blue: ["2.03"], red: ["2.01"]}
//	victory: ["2.02"]                # where an objective may lie without an enemy
//	places: [{hex: "2.02", name: Ford, kind: open, vp: 2}]
//
//	# units.yaml
//	types: # the sides of a counter are words; HQs and Trains have a role
//	  blue-hq: {side: blue, symbol: headquarters, size: brigade, role: hq, deployed: truck8}
//	  blue-trains: {side: blue, symbol: supply, size: battalion, role: trains}
//	  blue-tanks: {side: blue, symbol: armour, size: battalion, deployed: ar4 tac8 av5/2, move: ar3 tac12, steps: 3}
//	  red-hq: {side: red, symbol: headquarters, size: brigade, role: hq, deployed: truck8}
//	  red-foot: {side: red, symbol: infantry, size: battalion, arm: infantry, deployed: ar3 leg4 arrow, steps: 3}
//	units: # one without a formation is an Independent
//	  hq-blue: {type: blue-hq, name: HQ, formation: lancers}
//	  trains-blue: {type: blue-trains, name: Trains, formation: lancers}
//	  b-1: {type: blue-tanks, name: 1 Lcr, formation: lancers}
//	  hq-red: {type: red-hq, name: HQ, formation: rifles}
//	  r-1: {type: red-foot, name: 1 Rif, formation: rifles}
//	  r-2: {type: red-foot, name: 2 Ind}
//
//	# setup.yaml
//	scenarios:
//	  - id: dawn
//	    name: Dawn
//	    begins: blue                 # whose activation is the first
//	    visibility: 4                # in hexes; without it nothing limits sight
//	    teaches: blue                # a tutorial for this side; the game gives the orders of the other
//	    formations: {lancers: {fatigue: fresh}, rifles: {fatigue: 1, coordinated: yes}}
//	    states: {r-1: {steps: 2, dropped: yes}}
//	    assigned: {guns: lancers, r-2: rifles}
//	    air: {blue: 1}
//	    points: {red: {av: 1, other: 1}}
//	    setup:
//	      blue: [{at: "2.03", units: [hq-blue, trains-blue, b-1]}]
//	      red: [{at: "2.01", units: [hq-red, r-1]}, {at: "1.01", units: [r-2]}]
//	    arrivals: [{turn: 2, side: blue, air: 1, points: {av: 1}}]
//
// Conditions lists the words on which modifiers, rows of breaks and losses depend; ParseResult describes results.
type Dialect struct{}

// Editions lists the editions of the series rules that the engine can play.
func (Dialect) Editions() []string { return []string{"1.2"} }

// Errata returns nil: modules of the series have no choice between rules with and without the publisher's errata.
func (Dialect) Errata() []string { return nil }

// Symbols lists the symbols that pictures can draw on a counter of the series.
func (Dialect) Symbols() []string {
	return []string{"infantry", "armour", "motorised", "mechanised", "cavalry", "airborne", "mountain", "marine",
		"engineer", "artillery", "rocket", "anti-tank", "anti-air", "reconnaissance", "headquarters", "supply"}
}

const countersHelp = `Where you have the counter before you, write its type here and put in what is printed
on its sides, as words, such as "deployed: ar3 tac8 arrow av4/2" and "move: ar3 tac12".
A counter that in truth has no other side says "move: ~".`

// Help explains how the faces of a counter are written, and the keys of game.yaml.
func (Dialect) Help() modules.Help {
	return modules.Help{
		Counters: countersHelp,
		Beyond: []string{
			"formations: each with side, name, hq, trains, radius, arty, support, shares and blob",
			"assets: what higher levels assign: side, name, and arty or support",
			"stacking: combat units in a hex; hidden: yes hides those under the top from others",
			"objectives: how many a SNAFU result allows; tires: the orders after which Fatigue is rolled for",
		},
	}
}

// Begin starts to compile a module.
func (Dialect) Begin() modules.Part {
	return &part{data: &Data{Scale: 1, Support: Support{Rating: unprinted}}}
}

// part reads the keys of the series in one module.
type part struct {
	data       *Data
	game       gameFile
	charts     chartsFile
	board      mapFile
	arms       []string       // of the types of units
	seconds    []secondLeader // HQs and Trains other than those that their Formations name
	conditions []conditionAt  // the conditions that the tables name, to be checked when all units are known
}

// The keys of the series in the files of a module.
type (
	gameFile struct {
		Formations document.Dict[formationFile]
		Assets     document.Dict[assetFile]
		Stacking   document.Word
		Hidden     document.Word
		Objectives document.Dict[document.Word]
		Tires      document.List[document.Word]
		Victory    score.File
	}
	formationFile struct {
		Side, Name, HQ, Trains, Radius, Arty document.Word
		Support, Shares, Blob                document.List[document.Word]
	}
	assetFile struct {
		Side, Name, Arty, Support document.Word
	}

	chartsFile struct {
		Origin   document.Word
		Terrain  document.Dict[terrainFile]
		Hexsides document.Dict[hexsideFile]
		Roads    document.Dict[roadFile]
		Support  supportFile
		Tables   tablesFile
	}
	costFile struct{ Tac, Truck, Leg document.Word }

	terrainFile struct {
		Tac, Truck, Leg                    document.Word
		Terrain, Blocking, Key, Stop, City document.Word
	}
	hexsideFile struct {
		Tac, Truck, Leg, Key document.Word
	}
	roadFile struct {
		Tac, Truck, Leg document.Word
		MSR             document.Word `yaml:"msr"`
	}
	supportFile struct{ Rating document.Word }
	tablesFile  struct {
		Snafu, Second, Fatigue, Engagement, Combat tableFile
		Barrage                                    barrageFile
	}
	tableFile struct {
		Dice      document.Word
		Modifiers document.Dict[modifierFile]
		Breaks    document.List[document.Dict[document.Word]]
	}
	barrageFile struct {
		Dice      document.Word
		Modifiers document.Dict[modifierFile]
		Faces     document.Dict[document.Word]
	}
	modifierFile struct{ Name, N, When, Group document.Word }

	mapFile struct {
		Victory document.List[document.Word]
	}

	typeFile struct {
		Deployed, Move, Steps, Role, Arm document.Word
	}

	scenarioFile struct {
		Begins, Visibility, Teaches document.Word

		Air        document.Dict[document.Word]
		Points     document.Dict[pointsFile]
		Formations document.Dict[standFile]
		Assigned   document.Dict[document.Word]
		States     document.Dict[stateFile]
	}
	pointsFile struct {
		AV    document.Word `yaml:"av"`
		Other document.Word
	}
	standFile struct {
		Fatigue, Blocked, OffMap, Ghost, Prepared, Coordinated document.Word
	}
	stateFile struct {
		Up, Steps, Dropped document.Word
	}
	arrivalFile struct {
		Air    document.Word
		Points pointsFile
	}
)

// Shape returns the value into which the series' keys of a kind of mapping are read, nil if it has no keys there.
func (p *part) Shape(of string) any {
	switch of {
	case modules.InGame:
		return &p.game
	case modules.InCharts:
		return &p.charts
	case modules.InMap:
		return &p.board
	case modules.OfType:
		return &typeFile{}
	case modules.OfScenario:
		return &scenarioFile{}
	case modules.OfArrival:
		return &arrivalFile{}
	}
	return nil
}

func (p *part) Payload() modules.Payload { return p.data }

// Of returns the series' part of a module; nil for a module of another series.
func Of(d *modules.Definition) *Data {
	own, _ := d.Own.(*Data)
	return own
}

func (d *Data) Terrains() []string { return d.Kinds }

// Charted reports whether the charts have a kind of terrain.
func (d *Data) Charted(_ order.Side, kind string) bool { _, ok := d.Terrain[kind]; return ok }

// Free returns false: all terrain has a cost, and a road without one leaves that of the terrain.
func (d *Data) Free(order.Side, string) bool { return false }

// Closed reports whether no kind of movement can enter or cross a kind of terrain.
func (d *Data) Closed(_ order.Side, kind string) bool {
	row, ok := d.Terrain[kind]
	return ok && row.Cost == [3]int{Closed, Closed, Closed}
}

// Swallows returns false: no terrain takes the whole allowance.
func (d *Data) Swallows(order.Side, string) bool { return false }

// PhasesOf returns the phases in which a side acts.
func (d *Data) PhasesOf(order.Side) []string {
	return []string{"reinforcements", "assignment", "activation", "admin"}
}

// Room returns how many combat units can be set up in a hex (BCS 5.5-1).
func (d *Data) Room() int { return d.Limit }

// Stacks reports whether a unit counts for stacking: combat units do, HQs and Trains do not.
func (d *Data) Stacks(u modules.Unit) bool { return UnitOf(u).Role == Combat }

// Random returns nil: no units are exchanged at random.
func (d *Data) Random(*modules.Scenario) []string { return nil }

// Start returns what a scenario says of Formations and units, as a Start.
func (d *Data) Start(s *modules.Scenario) any { return s.Own }

func (d *Data) ReadStart(raw []byte) (any, error) {
	var s Start
	err := json.Unmarshal(raw, &s)
	return s, err
}

// Playing returns the data as it is: no units are drawn at random.
func (d *Data) Playing([]string) modules.Payload { return d }

// Clone returns a copy whose charts, tables and Formations can be changed.
func (d *Data) Clone() modules.Payload {
	c := *d
	c.Formations, c.Assets, c.Kinds = slices.Clone(d.Formations), slices.Clone(d.Assets), slices.Clone(d.Kinds)
	c.Terrain, c.Tables = maps.Clone(d.Terrain), maps.Clone(d.Tables)
	c.Objectives, c.Victory = maps.Clone(d.Objectives), slices.Clone(d.Victory)
	return &c
}

// Digest returns the whole data as text, in which maps are in the order of their keys.
func (d *Data) Digest() []any {
	text, err := json.Marshal(d)
	if err != nil {
		panic(err) // only for a type that JSON cannot write, which would be a fault of the program
	}
	return []any{string(text)}
}

// Formation returns the Formation with an identifier; ok is false if there is none.
func (d *Data) Formation(id order.GroupID) (f Formation, ok bool) {
	return first.In(d.Formations, func(f Formation) bool { return f.ID == id })
}

// Asset returns the asset with an identifier; ok is false if there is none.
func (d *Data) Asset(id string) (a Asset, ok bool) {
	return first.In(d.Assets, func(a Asset) bool { return a.ID == id })
}

// Counter is the series' part of a unit in a case. It is the Own of a modules.Counter.
type Counter struct {
	Printed
	Steps int // as printed, at least 1
}

// Counter gives a unit of a case what is printed on it, and a symbol that fits its role.
func (d *Data) Counter(own any, u *modules.Unit) error {
	c, ok := own.(Counter)
	if !ok {
		return fmt.Errorf("%T, which is no counter of the series", own)
	}
	u.Symbol, u.Size = "infantry", "battalion"
	switch c.Role {
	case HQ:
		u.Symbol, u.Size = "headquarters", "brigade"
	case Trains:
		u.Symbol = "supply"
	}
	u.Formation, u.Steps, u.Own = string(c.Formation), max(c.Steps, 1), c.Printed
	if f, known := d.Formation(c.Formation); c.Formation != "" && (!known || f.Side != u.Side) {
		return fmt.Errorf("%s, which is no Formation of its side", c.Formation)
	}
	return nil
}
