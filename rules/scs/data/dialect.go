package data

import (
	"maps"
	"slices"

	"grognard/rules/document"
	"grognard/rules/modules"
)

const SeriesName = "scs"

// Dialect describes how modules of the series are written.
type Dialect struct{ Features Wordings }

// Wordings lists how modules are written where features are concerned. It must be the same list for the same features,
// because modules that were read with the same features must compare equal.
type Wordings interface{ Wordings() []Wording }

// Editions lists the editions of the series rules that the engine can play.
func (Dialect) Editions() []string { return slices.Sorted(maps.Keys(Editions)) }

// Errata lists the editions for which the publisher's errata are an option.
func (Dialect) Errata() []string { return withErrata }

// Symbols lists the symbols that pictures can draw on a counter of the series.
func (d Dialect) Symbols() []string {
	var own []string // of the features' own units
	for _, f := range d.Features.Wordings() {
		if f.Symbol != "" {
			own = append(own, f.Symbol)
		}
	}
	return slices.Concat([]string{
		"infantry", "armour", "motorised", "mechanised", "cavalry", "airborne", "mountain", "mountain-cavalry",
		"marine", "security", "militia",
	}, own, []string{
		"engineer", "artillery", "rocket", "anti-tank", "anti-air", "reconnaissance", "headquarters", "supply", "air",
	})
}

const countersHelp = `The estimates that ship stand below, switched off: these lines begin with a # and
two blanks. Where you have the counter before you, take the # away and put in what
is printed: attack-defence-movement, x where nothing is printed.
"estimate: no" ends the estimate's mark in pictures and answers. A counter that in
truth has no other side says "reduced: ~".`

// Help explains how counters are written, and the keys of the features.
func (d Dialect) Help() modules.Help {
	h := modules.Help{Counters: countersHelp}
	for _, f := range d.Features.Wordings() {
		h.Beyond = append(h.Beyond, f.Help)
	}
	return h
}

// Begin starts to compile a module.
func (d Dialect) Begin() modules.Part {
	p := &Module{data: &Data{Paragraphs: map[string]string{}, Own: Own{}}, features: d.Features.Wordings(),
		paragraphs: map[string]*document.Word{}}
	for _, f := range d.Features.Wordings() {
		for _, key := range f.Rules {
			p.paragraphs[key] = &document.Word{}
		}
		for _, phase := range f.Phases {
			if phase.Other {
				p.data.Others = append(p.data.Others, phase.Name)
			}
		}
		var part Part
		if f.Begin != nil {
			part = f.Begin(p)
		}
		p.parts = append(p.parts, part)
	}
	return p
}

// Module compiles the parts of one module that belong to the series.
type Module struct {
	data       *Data
	features   []Wording
	parts      []Part                    // the features' parts of the module, in the order of features
	paragraphs map[string]*document.Word // the paragraphs of features, by key under `rules`
	game       gameFile
	charts     chartsFile
}

// Shape returns what the series' keys in a mapping are read into, nil where it has none.
func (p *Module) Shape(mapping string) any {
	switch mapping {
	case modules.InGame:
		return p.shapes(mapping, &p.game)
	case modules.InCharts:
		return p.shapes(mapping, &p.charts)
	case modules.InUnits, OfRow, modules.OfScenario, modules.OfArrival:
		return p.shapes(mapping, nil) // those of the features alone
	case ofRules:
		keys := document.Keys{}
		for name, w := range p.paragraphs {
			keys[name] = w
		}
		return keys
	case modules.OfMark:
		return &markFile{}
	case modules.OfType:
		return p.shapes(mapping, &typeFile{})
	}
	return nil
}

// Payload returns the compiled data.
func (p *Module) Payload() modules.Payload { return p.data }

// The keys of the series in the files of a module.
type (
	gameFile struct {
		Phases   document.Dict[document.List[document.Word]]
		Stacking stackingFile
		Overrun  document.Word
		Rules    struct {
			Sequence, Terrain, Stacking, Overrun, Supply document.Word

			Features document.Own `yaml:"*rules"`
		}
		Supply struct {
			Dies document.List[document.Word]
		}
	}
	stackingFile struct {
		Limit   document.Word
		Phases  document.List[document.Word]
		Retreat document.Word
	}
	markFile struct {
		Attack, Defence, Movement, Zone, Exploit document.Word
	}

	chartsFile struct {
		Terrain  document.Dict[document.Dict[rowFile]]
		Hexsides document.List[document.Word]
		Combat   struct {
			Dice    document.Word
			Columns document.List[document.Word]
			Rows    document.Dict[document.List[document.Word]]
		}
	}
	rowFile struct {
		Move, Shift, Attack, Defence, Overrun, Prohibited, Retreat document.Word

		Features document.Own `yaml:"*row"`
	}

	typeFile struct {
		Full, Reduced, Exploit, Estimate document.Word
	}
)
