package airstrikes

import (
	"fmt"

	"grognard/rules/document"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs/data"
)

// Forces are the air strikes of each side that has any.
type Forces map[order.Side]Force

// Force is the air strikes of a side: the phases in which it can strike, their ratings, and the number
// of breakdowns that it can make in a turn.
type Force struct {
	Phases             []string
	Limit              int // breakdowns in a turn
	Regular, Breakdown int // ratings: the greatest die that disorganizes
	Estimate           bool
}

// Of returns what a module says of air strikes, nil where no side has any.
func Of(d *modules.Definition) Forces {
	forces, _ := data.Of(d).Own[name].(Forces)
	return forces
}

// Guesses lists the ratings of air strikes that are estimates.
func (f Forces) Guesses(d *modules.Definition) (out []modules.Guess) {
	for _, s := range d.Sides {
		if a := f[s.ID]; a.Estimate {
			out = append(out, modules.Guess{Under: "air", Key: string(s.ID),
				What: fmt.Sprintf("the ratings of %s air strikes", s.Name), Help: ratingsHelp,
				Text: fmt.Sprintf("regular: %d, breakdown: %d, estimate: no", a.Regular, a.Breakdown)})
		}
	}
	return out
}

const ratingsHelp = `The ratings on the counters of air strikes, and of the breakdowns that they split
into: the greatest die that disorganizes, 1 to 6.`

// The rule's keys in the files of a module.
type (
	gameFile struct {
		Air document.Dict[forceFile]
	}
	forceFile struct {
		Phases     document.List[document.Word]
		Breakdowns document.Word
	}
	rowFile struct {
		Barrage document.Word
	}
	unitsFile struct {
		Air document.Dict[ratingFile]
	}
	ratingFile struct {
		Regular, Breakdown, Estimate document.Word
	}
	arrivalFile struct {
		Air document.Word
	}
)

// part compiles the rule's keys in one module.
type part struct {
	m      *data.Module
	game   gameFile
	units  unitsFile
	forces Forces
}

// begin starts to read the keys of the rule in one module.
func begin(m *data.Module) data.Part {
	p := &part{m: m}
	shapes := map[string]any{modules.InGame: &p.game, data.OfRow: rowFile{}, modules.InUnits: &p.units,
		modules.OfArrival: arrivalFile{}}
	return data.Part{Shapes: shapes, Game: p.compile, Row: p.row, Units: p.ratings, Arrival: p.arrival,
		TerrainKey: func(shape any) (string, document.Word) { return "barrage", shape.(*rowFile).Barrage }}
}

// compile compiles the phases and limits in game.yaml.
func (p *part) compile(c *modules.Compiler) {
	sides := p.game.Air
	if len(sides) == 0 {
		return
	}
	p.forces = modules.BySide(c, sides, func(s order.Side, f forceFile) Force {
		p.m.CheckPhases(c, f.Phases, s)
		return Force{Phases: p.m.Phases(c, f.Phases), Limit: c.Count(f.Breakdowns, 0, 100)}
	})
	p.m.Data().Own[name] = p.forces
	for _, e := range sides {
		if len(e.Value.Phases) == 0 {
			c.Report(e.Key.Spot, "the phases in which air strikes of side %s fly are missing", e.Key.Text)
		}
	}
	if _, ok := c.Def.Mark(dg); !ok {
		c.Report(sides[0].Key.Spot, "air strikes need a mark dg")
	}
	p.m.NeedParagraphs(c, sides[0].Key.Spot, "air", "air", "strikes", "breakdowns")
}

// row compiles the effect of terrain on air strikes, which cross no hexside.
func (p *part) row(c *modules.Compiler, shape any, own data.Own) {
	w := shape.(*rowFile).Barrage
	if !w.Given() {
		return
	}
	if len(p.forces) == 0 {
		c.Report(w.Spot, "barrage is for air strikes, and nobody has any")
	}
	if n := c.Count(w, -6, 6); n != 0 {
		own[name] = n
	}
}

// ratings compiles the ratings in units.yaml, for each side that has air strikes.
func (p *part) ratings(c *modules.Compiler) {
	rated := map[order.Side]bool{}
	for _, e := range p.units.Air {
		s := c.Side(e.Key, e.Key.Spot, "side")
		f, ok := p.forces[s]
		if !ok {
			c.Report(e.Key.Spot, "side %s has no air strikes", s)
			continue
		}
		f.Regular = c.Needed(e.Value.Regular, e.Key.Spot, "regular", 1, 6)
		f.Breakdown = c.Needed(e.Value.Breakdown, e.Key.Spot, "breakdown", 1, 6)
		f.Estimate = c.Flag(e.Value.Estimate)
		p.forces[s], rated[s] = f, true
	}
	for _, s := range c.Def.Sides {
		if _, ok := p.forces[s.ID]; ok && !rated[s.ID] {
			c.Report(document.Spot{}, "the ratings of side %s's air strikes are missing", s.ID)
		}
	}
}

// arrival compiles the dice for air strikes in an order of arrival.
func (p *part) arrival(c *modules.Compiler, a *modules.Arrival, at document.Spot, shape any, own data.Own) {
	n := c.Count(shape.(*arrivalFile).Air, 0, 10)
	if n == 0 {
		return
	}
	if _, ok := p.forces[a.Side]; !ok {
		c.Report(at, "side %s has no air strikes", a.Side)
	}
	own[name] = n
}
