package scs

import (
	"maps"
	"slices"

	"grognard/rules/document"
	"grognard/rules/internal/series"
	"grognard/rules/modules"
)

// Series is the Standard Combat Series in the form in which package rules lists its series. Its
// modules have the keys that package modules describes, and keys of their own: phases, stacking,
// overrun, rules, the effects of marks, the charts, the factors on counters, and the rules that
// only some games have.
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
//	d, err := modules.Dialects{"scs": scs.Series{}.Dialect()}.Unpack(modules.Pack(files))
//	scs.Of(d).Charts["blue"]["road"].Move // 1, with Scale 2: half a point
//
// A hexside with `prohibited: yes` cannot be crossed, and units that cannot retreat lose steps
// instead. If it also has `retreat: destroyed`, units that are forced to retreat over it are lost.
//
// A game whose booklet has its own paragraph on a matter names it, so that refusals cite it in
// place of the series' paragraph or beside it: `rules: {sequence: "1.1", terrain: "1.3a",
// stacking: "1.5", overrun: "1.6a", supply: "1.8a"}`, and `rule: "1.7"` of a mark.
//
// A rule that the series does not have at all is switched on by a game's data, under the
// paragraphs that the game names for it. Each such rule is a Feature, and the comment on its
// package (feature/airstrikes and its neighbours) shows what the game above would add for it.
//
// Movement costs divide a point into at most 240 parts.
type Series struct {
	Features []Feature // the rules that only some games have, in the order of their verbs
}

var _ series.Series = Series{}

// Name is the name of the series in modules.
func (Series) Name() string { return "scs" }

// Dialect describes how modules of the series are written.
func (s Series) Dialect() modules.Dialect { return dialect{s.Features} }

// Rulebook returns the list of the series' paragraphs.
func (Series) Rulebook() string { return paragraphs }

// New returns the engine for a module of the series.
func (s Series) New(d *modules.Definition) (series.Engine, error) { return New(d, s.Features...) }

// dialect describes how modules of the series are written.
type dialect struct{ features []Feature }

// Editions lists the editions of the series rules that the engine can play.
func (dialect) Editions() []string { return slices.Sorted(maps.Keys(editions)) }

// Symbols lists the symbols that pictures can draw on a counter of the series.
func (d dialect) Symbols() []string {
	return slices.Concat([]string{
		"infantry", "armour", "motorised", "mechanised", "cavalry", "airborne", "mountain", "mountain-cavalry",
		"marine", "security", "militia",
	}, symbols(d.features), []string{
		"engineer", "artillery", "rocket", "anti-tank", "anti-air", "reconnaissance", "headquarters", "supply", "air",
	})
}

// Help explains how factors are written, and the keys of the features.
func (d dialect) Help() modules.Help {
	h := modules.Help{Ratings: "attack-defence-movement, x where nothing is printed"}
	for _, f := range d.features {
		h.Beyond = append(h.Beyond, f.Help)
	}
	return h
}

// Begin starts to compile a module.
func (d dialect) Begin() modules.Part {
	p := &Module{data: &Data{Paragraphs: map[string]string{}, Own: Own{}}, features: d.features,
		paragraphs: map[string]*document.Word{}}
	for _, f := range d.features {
		for _, key := range f.Rules {
			p.paragraphs[key] = &document.Word{}
		}
		for _, phase := range f.Phases {
			if phase.Other {
				p.data.Others = append(p.data.Others, phase.Name)
			}
		}
		var of Part
		if f.Begin != nil {
			of = f.Begin(p)
		}
		p.parts = append(p.parts, of)
	}
	return p
}

// Module compiles the parts of one module that belong to the series.
type Module struct {
	data       *Data
	features   []Feature
	parts      []Part                    // the features' parts of the module, in the order of features
	paragraphs map[string]*document.Word // the paragraphs of features, by key under `rules`
	game       gameFile
	charts     chartsFile
}

// Shape returns what the series' keys in a mapping are read into, nil where it has none.
func (p *Module) Shape(of string) any {
	switch of {
	case modules.InGame:
		return p.shapes(of, &p.game)
	case modules.InCharts:
		return p.shapes(of, &p.charts)
	case modules.InUnits:
		return p.shapes(of, nil)
	case ofRules:
		return p.paragraphKeys()
	case OfRow:
		return p.shapes(of, nil)
	case modules.OfMark:
		return &markFile{}
	case modules.OfType:
		return p.shapes(of, &typeFile{})
	case modules.OfScenario:
		return p.shapes(of, nil)
	case modules.OfArrival:
		return p.shapes(of, nil)
	}
	return nil
}

// Payload returns the compiled data.
func (p *Module) Payload() modules.Payload { return p.data }

// The keys of the series in the files of a module.
type (
	gameFile struct {
		Phases   document.Dict[document.List[document.Word]] `yaml:"phases"`
		Stacking stackingFile                                `yaml:"stacking"`
		Overrun  document.Word                               `yaml:"overrun"`
		Rules    struct {
			Sequence document.Word `yaml:"sequence"`
			Terrain  document.Word `yaml:"terrain"`
			Stacking document.Word `yaml:"stacking"`
			Overrun  document.Word `yaml:"overrun"`
			Supply   document.Word `yaml:"supply"`

			Features document.Own `yaml:"*rules"`
		} `yaml:"rules"`
		Supply struct {
			Dies document.List[document.Word] `yaml:"dies"`
		} `yaml:"supply"`
	}
	stackingFile struct {
		Limit   document.Word                `yaml:"limit"`
		Phases  document.List[document.Word] `yaml:"phases"`
		Retreat document.Word                `yaml:"retreat"`
	}
	markFile struct {
		Attack   document.Word `yaml:"attack"`
		Defence  document.Word `yaml:"defence"`
		Movement document.Word `yaml:"movement"`
		Zone     document.Word `yaml:"zone"`
		Exploit  document.Word `yaml:"exploit"`
	}

	chartsFile struct {
		Terrain document.Dict[document.Dict[rowFile]] `yaml:"terrain"`
		Combat  struct {
			Dice    document.Word                               `yaml:"dice"`
			Columns document.List[document.Word]                `yaml:"columns"`
			Rows    document.Dict[document.List[document.Word]] `yaml:"rows"`
		} `yaml:"combat"`
	}
	rowFile struct {
		Move       document.Word `yaml:"move"`
		Shift      document.Word `yaml:"shift"`
		Attack     document.Word `yaml:"attack"`
		Defence    document.Word `yaml:"defence"`
		Overrun    document.Word `yaml:"overrun"`
		Prohibited document.Word `yaml:"prohibited"`
		Retreat    document.Word `yaml:"retreat"`

		Features document.Own `yaml:"*row"`
	}

	typeFile struct {
		Full     document.Word `yaml:"full"`
		Reduced  document.Word `yaml:"reduced"`
		Exploit  document.Word `yaml:"exploit"`
		Estimate document.Word `yaml:"estimate"`
	}
)
