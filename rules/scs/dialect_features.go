package scs

import (
	"slices"

	"grognard/rules/document"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// Part is a feature's part of one module. What is nil it does not do. Its keys stand beside those
// of the series, in the same mappings, and what they come to goes into the Own of what they are
// about: it is handed to the functions, under the feature's name they fill it.
type Part struct {
	// Shape is a new shape for its keys in such a mapping, as modules.Part has it, nil where it
	// has none: in a file, OfRow, modules.OfType, modules.OfScenario or modules.OfArrival.
	Shape func(of string) any
	// Game compiles the keys in game.yaml; phases and paragraphs are known.
	Game func(*modules.Compiler)
	// Row compiles those in a row of a side's chart.
	Row func(c *modules.Compiler, shape any, own Own)
	// Charts compiles the keys of charts.yaml beside the charts.
	Charts func(*modules.Compiler)
	// Type compiles what is printed on the counters of a type.
	Type func(c *modules.Compiler, u *modules.Unit, at document.Spot, shape any, own Own)
	// Units compiles the keys of units.yaml; all units are known.
	Units func(*modules.Compiler)
	// Scenario compiles what a scenario is beside its set-up. It returns types of units that are
	// drawn at random for each other's places.
	Scenario func(c *modules.Compiler, shape any, own Own) (drawn []string)
	// Arrival compiles what an order of arrival brings beside units.
	Arrival func(c *modules.Compiler, a *modules.Arrival, at document.Spot, shape any, own Own)
}

// The mappings within the series' keys that can have keys of features: the paragraphs, which
// Feature names, and the rows of charts.
const (
	ofRules = "rules"
	OfRow   = "row"
)

// shapes is the shape of a mapping of the series with those of the features, in their order.
func (p *Module) shapes(of string, series any) document.Several {
	out := document.Several{series}
	for _, f := range p.parts {
		if f.Shape == nil {
			out = append(out, nil)
			continue
		}
		out = append(out, f.Shape(of))
	}
	return out
}

// own is what the features say in a mapping that was read into these shapes; nil for nothing.
func (p *Module) own(shape any, of func(of Part, shape any, own Own)) Own {
	own := Own{}
	for i, shape := range shape.(document.Several)[1:] {
		if shape != nil {
			of(p.parts[i], shape, own)
		}
	}
	if len(own) == 0 {
		return nil
	}
	return own
}

// paragraphKeys is the shape of the keys under which features have their paragraphs.
func (p *Module) paragraphKeys() any {
	keys := document.Keys{}
	for name, w := range p.paragraphs {
		keys[name] = w
	}
	return keys
}

// Data is what the module says, as far as it is compiled.
func (p *Module) Data() *Data { return p.data }

// Ruled checks that the game names its paragraphs on something: the series has none on it.
func (p *Module) Ruled(c *modules.Compiler, at document.Spot, what string, rules ...string) {
	if slices.ContainsFunc(rules, func(key string) bool { return !p.paragraphs[key].Given() }) {
		c.Report(at, "%s needs the game's own paragraphs under rules", what)
	}
}

// Listed is where a sequence of play names a phase first; ok is false where none does.
func (p *Module) Listed(phase string) (at document.Spot, ok bool) {
	for _, of := range p.game.Phases {
		for _, e := range of.Value {
			if e.Value.Text == phase {
				return e.Value.Spot, true
			}
		}
	}
	return document.Spot{}, false
}

// Within checks that phases are a side's own.
func (p *Module) Within(c *modules.Compiler, phases document.List[document.Word], s order.Side) {
	for _, e := range phases {
		if !slices.Contains(p.data.Phases[s], e.Value.Text) {
			c.Report(e.Value.Spot, "side %s has no phase %s", s, e.Value.Text)
		}
	}
}

// symbols are those of features' own units.
func symbols(features []Feature) (out []string) {
	for _, f := range features {
		if f.Symbol != "" {
			out = append(out, f.Symbol)
		}
	}
	return out
}

// madeBy is the feature whose units have a symbol; ok is false where it is none's.
func (p *Module) madeBy(u *modules.Unit) (f Feature, ok bool) {
	i := slices.IndexFunc(p.known, func(f Feature) bool { return f.Symbol != "" && f.Symbol == u.Symbol })
	if i < 0 {
		return Feature{}, false
	}
	return p.known[i], true
}

// needsParagraph checks that a game with units of a feature says by which paragraph they are made.
func (p *Module) needsParagraph(c *modules.Compiler, u *modules.Unit, at document.Spot) {
	if f, ok := p.madeBy(u); ok && p.data.Paragraphs[f.Rules[0]] == "" {
		c.Report(at, "%s needs the game's own paragraphs under rules", f.Name)
	}
}
