package data

import (
	"reflect"
	"slices"

	"grognard/rules/document"
	"grognard/rules/first"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// Part is a feature's part of one module. A nil field adds nothing. The feature's keys stand beside
// those of the series, in the same mappings. The functions get the Own of what the keys are about, and
// put what they compile into it under the feature's name.
type Part struct {
	// Shapes has what the feature's keys are read into, by the mapping in which they stand: a file, OfRow,
	// modules.OfType, modules.OfScenario or modules.OfArrival. If it is a struct, each mapping gets a new one.
	Shapes map[string]any
	// Game compiles the keys in game.yaml. Phases and paragraphs are already compiled.
	Game func(*modules.Compiler)
	// Row compiles the keys in a row of a side's chart.
	Row func(c *modules.Compiler, shape any, own Own)
	// TerrainKey returns a key in a row that does nothing for hexsides and roads, with its value.
	TerrainKey func(shape any) (key string, w document.Word)
	// Charts compiles the keys in charts.yaml outside the charts.
	Charts func(*modules.Compiler)
	// Type compiles what is printed on the counters of a type.
	Type func(c *modules.Compiler, u *modules.Unit, at document.Spot, shape any, own Own)
	// Units compiles the keys in units.yaml. All units are already compiled.
	Units func(*modules.Compiler)
	// Scenario compiles the keys of a scenario. It returns the types of units drawn at random for each other's places.
	Scenario func(c *modules.Compiler, shape any, own Own) (drawn []string)
	// Arrival compiles what an order of arrival brings beside units.
	Arrival func(c *modules.Compiler, a *modules.Arrival, at document.Spot, shape any, own Own)
}

// The mappings among the series' keys that can contain keys of features: the paragraphs, whose keys
// Feature lists, and the rows of charts.
const (
	ofRules = "rules"
	OfRow   = "row"
)

// shapes returns the shape of a mapping of the series and those of the features, in their order.
func (p *Module) shapes(mapping string, series any) document.Several {
	out := document.Several{series}
	for _, f := range p.parts {
		shape := f.Shapes[mapping]
		if v := reflect.ValueOf(shape); v.Kind() == reflect.Struct {
			shape = reflect.New(v.Type()).Interface()
		}
		out = append(out, shape)
	}
	return out
}

// own collects what the features compile from a mapping that was read into these shapes, nil if nothing.
func (p *Module) own(shape any, compile func(part Part, shape any, own Own)) Own {
	own := Own{}
	for i, one := range shape.(document.Several)[1:] { // after that of the series
		if one != nil {
			compile(p.parts[i], one, own)
		}
	}
	if len(own) == 0 {
		return nil
	}
	return own
}

// Data returns the module's data as far as it is compiled.
func (p *Module) Data() *Data { return p.data }

// Stocks lists the stocks of features to which a handicap can add.
func (p *Module) Stocks() (names []string) {
	for _, f := range p.features {
		if f.Stock && f.IsUsedBy(p.data) {
			names = append(names, f.Name)
		}
	}
	return names
}

// NeedParagraphs reports an error at a place in a file unless the game names all of these paragraphs. what names the
// part of the module that needs them.
func (p *Module) NeedParagraphs(c *modules.Compiler, at document.Spot, what string, rules ...string) {
	if slices.ContainsFunc(rules, func(key string) bool { return !p.paragraphs[key].Given() }) {
		c.Report(at, "%s needs the game's own paragraphs under rules", what)
	}
}

// PhaseSpot returns the first place at which a sequence of play lists a phase; ok is false if none does.
func (p *Module) PhaseSpot(phase string) (at document.Spot, ok bool) {
	for _, side := range p.game.Phases {
		for _, e := range side.Value {
			if e.Value.Text == phase {
				return e.Value.Spot, true
			}
		}
	}
	return document.Spot{}, false
}

// CheckPhases reports phases that are not in a side's part of the turn.
func (p *Module) CheckPhases(c *modules.Compiler, phases document.List[document.Word], s order.Side) {
	for _, e := range phases {
		if !slices.Contains(p.data.Phases[s], e.Value.Text) {
			c.Report(e.Value.Spot, "side %s has no phase %s", s, e.Value.Text)
		}
	}
}

// madeBy returns the feature whose units have the symbol of this one; ok is false if there is none.
func (p *Module) madeBy(u *modules.Unit) (f Wording, ok bool) {
	return first.In(p.features, func(f Wording) bool { return f.Symbol != "" && f.Symbol == u.Symbol })
}
