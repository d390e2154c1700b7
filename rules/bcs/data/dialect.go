package data

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"grognard/rules/document"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// SeriesName is the name of the series in modules.
const SeriesName = "bcs"

// Dialect describes how modules of the series are written.
type Dialect struct{}

// Editions lists the editions of the series rules that the engine can play.
func (Dialect) Editions() []string { return []string{"1.2"} }

// Errata returns nil: the publisher's errata are no option.
func (Dialect) Errata() []string { return nil }

// Symbols lists the symbols that pictures can draw on a counter of the series.
func (Dialect) Symbols() []string {
	return []string{"infantry", "armour", "motorised", "mechanised", "cavalry", "airborne", "mountain", "marine",
		"engineer", "artillery", "rocket", "anti-tank", "anti-air", "reconnaissance", "headquarters", "supply"}
}

// Help explains how the sides of a counter are written, and the keys of game.yaml.
func (Dialect) Help() modules.Help {
	return modules.Help{
		Ratings: "deployed: and move:, the sides of the counter, as words: ar3 tac8 arrow av4/2",
		Beyond: []string{
			"formations: each with side, name, hq, trains, radius, arty, support, shares and blob",
			"assets: what higher levels assign: side, name, and arty or support",
			"stacking: combat units in a hex; hidden: yes hides those below the top",
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
	arms       []string      // of the types of units
	conditions []conditionAt // that the tables name, to be checked when all is known
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
		Tac, Truck, Leg              document.Word
		Terrain, Blocking, Key, Stop document.Word
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
		Begins, Visibility document.Word
		Air                document.Dict[document.Word]
		Points             document.Dict[pointsFile]
		Formations         document.Dict[standFile]
		Assigned           document.Dict[document.Word]
		States             document.Dict[stateFile]
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

// Shape returns what the series' keys in a mapping are read into, nil where it has none.
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

// Payload returns the compiled data.
func (p *part) Payload() modules.Payload { return p.data }

// Of returns the series' part of a module; nil for a module of another series.
func Of(d *modules.Definition) *Data {
	own, _ := d.Own.(*Data)
	return own
}

// Charted reports whether the charts have a kind of terrain.
func (d *Data) Charted(_ order.Side, kind string) bool { _, ok := d.Terrain[kind]; return ok }

// Free reports whether the charts have a kind of terrain of hexes without a cost. Roads without a cost are no roads for
// movement, and leave the cost of the terrain.
func (d *Data) Free(_ order.Side, kind string) bool {
	row, ok := d.Terrain[kind]
	return ok && row.Use == useTerrain && row.Cost == [3]int{NoCost, NoCost, NoCost}
}

// Closed reports whether no kind of movement can enter or cross a kind of terrain.
func (d *Data) Closed(_ order.Side, kind string) bool {
	row, ok := d.Terrain[kind]
	return ok && row.Cost == [3]int{Closed, Closed, Closed}
}

// Swallows returns false: no terrain takes the whole allowance.
func (d *Data) Swallows(order.Side, string) bool { return false }

// PhasesOf returns the phases in which a side acts.
func (d *Data) PhasesOf(order.Side) []string {
	return []string{Reinforcements, Assignment, Activation, Administration}
}

// The phases of a turn.
const (
	Reinforcements = "reinforcements"
	Assignment     = "assignment"
	Activation     = "activation"
	Administration = "admin"
)

// Room returns how many units can be set up in a hex. HQs and Trains of several Formations can lie with the combat
// units: what overstacks is judged by the rules.
func (d *Data) Room() int { return d.Limit + 2*len(d.Formations) }

// Random returns nil: no units are exchanged at random.
func (d *Data) Random(*modules.Scenario) []string { return nil }

// Start returns what a scenario says of Formations and units, as a Start.
func (d *Data) Start(s *modules.Scenario) any { return s.Own }

// ReadStart reads a Start from its JSON.
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
		panic(err) // only a type that cannot be written at all, which is a fault of the program
	}
	return []any{string(text)}
}

// Formation returns the Formation with an identifier; ok is false where there is none.
func (d *Data) Formation(id order.GroupID) (f Formation, ok bool) {
	i := slices.IndexFunc(d.Formations, func(f Formation) bool { return f.ID == id })
	if i < 0 {
		return Formation{}, false
	}
	return d.Formations[i], true
}

// Asset returns the asset with an identifier; ok is false where there is none.
func (d *Data) Asset(id string) (a Asset, ok bool) {
	i := slices.IndexFunc(d.Assets, func(a Asset) bool { return a.ID == id })
	if i < 0 {
		return Asset{}, false
	}
	return d.Assets[i], true
}

// Counter is what a case says of a unit in the words of the series. It is the Own of a modules.Counter.
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
