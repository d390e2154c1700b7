package data

import (
	"slices"

	"grognard/rules/chart"
	"grognard/rules/document"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// phaseNames lists the phases of the series and its features, by the names that cases and players use.
func (p *Module) phaseNames() []string {
	out := []string{Reinforcements, Movement, Combat, Exploitation, Supply}
	for _, f := range p.features {
		for _, phase := range f.Phases {
			out = append(out, phase.Name)
		}
	}
	return out
}

// Game compiles game.yaml.
func (p *Module) Game(c *modules.Compiler) {
	d, f, head := p.data, &p.game, document.Spot{}
	d.Phases = modules.BySide(c, f.Phases, func(_ order.Side, l document.List[document.Word]) []string {
		for _, e := range l { // phases that put markers on units or remove them
			mark := p.markOf(e.Value.Text)
			if _, known := c.Def.Mark(mark); mark != "" && !known {
				w := document.Word{Spot: e.Value.Spot, Text: mark}
				c.Unknown(w, c.Def.MarkIDs(), "phase %s needs a mark %s", e.Value.Text, mark)
			}
		}
		return p.Phases(c, l)
	})
	for _, s := range c.Def.Sides {
		if len(d.Phases[s.ID]) == 0 {
			c.Report(head, "the phases of side %s are missing", s.ID)
		}
	}
	d.Stacking = Stacking{
		Limit:   c.Needed(f.Stacking.Limit, head, "stacking limit", 1, 100),
		Phases:  p.Phases(c, f.Stacking.Phases),
		Retreat: c.Mark(f.Stacking.Retreat),
	}
	d.Overrun = c.OneOf(f.Overrun, head, "overrun", "any", "exploit")
	d.Rules = Rules{
		Sequence: c.Cite(f.Rules.Sequence),
		Terrain:  c.Cite(f.Rules.Terrain),
		Stacking: c.Cite(f.Rules.Stacking),
		Overrun:  c.Cite(f.Rules.Overrun),
		Supply:   c.Cite(f.Rules.Supply),
	}
	for _, known := range p.features {
		for _, key := range known.Rules {
			if w := p.paragraphs[key]; w.Given() {
				d.Paragraphs[key] = c.Cite(*w)
			}
		}
	}
	for _, part := range p.parts {
		if part.Game != nil {
			part.Game(c)
		}
	}
	for _, e := range f.Supply.Dies {
		d.ExpiringSources = append(d.ExpiringSources, c.Side(e.Value, e.Key.Spot, "side"))
	}
}

// Phases compiles a list of phases, each at most once.
func (p *Module) Phases(c *modules.Compiler, l document.List[document.Word]) []string {
	var out []string
	for _, e := range l {
		name := c.OneOf(e.Value, e.Key.Spot, "phase", p.phaseNames()...)
		if slices.Contains(out, name) {
			c.Report(e.Value.Spot, "phase %s stands twice", name)
		}
		out = append(out, name)
	}
	return out
}

// markOf returns the marker that a phase puts on units or removes, "" for none.
func (p *Module) markOf(phase string) string {
	if phase == Supply {
		return Oos
	}
	for _, f := range p.features {
		for _, its := range f.Phases {
			if its.Name == phase {
				return its.Mark
			}
		}
	}
	return ""
}

// Mark compiles what a marker does.
func (p *Module) Mark(c *modules.Compiler, m *modules.Mark, own any) {
	f := own.(*markFile)
	m.Own = Impact{
		Attack:    multiplier(c, f.Attack),
		Defence:   multiplier(c, f.Defence),
		Movement:  multiplier(c, f.Movement),
		NoZone:    takesAway(c, f.Zone),
		NoExploit: takesAway(c, f.Exploit),
	}
}

// takesAway reports whether a key whose only value is none is given.
func takesAway(c *modules.Compiler, w document.Word) bool {
	if w.Given() && w.Text != "none" {
		c.Report(w.Spot, "%q is not none, the one thing that a mark does here", w.Text)
	}
	return w.Given()
}

// multiplier reads a multiplier such as "1/2"; "none" is 0, and an absent one is 1. Its denominator is
// small so that products of strengths stay exact.
func multiplier(c *modules.Compiler, w document.Word) chart.Fraction {
	switch w.Text {
	case "":
		return chart.Whole(1)
	case "none":
		return chart.Whole(0)
	}
	f, ok := modules.Parsed(c, w, chart.ParseFraction)
	switch {
	case !ok:
	case f.Denominator() > 12 || f.Compare(chart.Whole(100)) > 0:
		c.Report(w.Spot, "%s is not a multiplier of at most 100, in twelfths or coarser", w.Text)
	default:
		return f
	}
	return chart.Whole(1)
}
