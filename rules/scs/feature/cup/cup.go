// Package cup is a rule that Autumn for Barbarossa has beyond the Standard Combat Series
// (afb 5.0): units of some types are drawn at random for each other's places, for those of the
// set-up before anybody sets up, and for those of the orders of arrival when they come due. Who has
// been drawn is known to his owner alone until he lies on top of a stack.
//
// A module has the rule when it names its paragraph, and a scenario when it names the types, which
// are of one side and have as many steps; the series' miniature with it:
//
//	# game.yaml
//	rules: {cup: "5.0"}
//	# units.yaml
//	types:
//	  red-guards: {side: red, symbol: infantry, size: brigade, full: 3-3-4}
//	units:
//	  r-2: {type: red-guards, name: 2 Gds Bde}
//	# setup.yaml
//	scenarios:
//	  - id: crossing
//	    name: The Crossing
//	    cup: [red-militia, red-guards] # whoever of them is drawn
//	    setup:
//	      blue: [{at: "2.03", units: [b-1]}]
//	      red: [{at: "2.01", units: [r-1]}]
//	    arrivals:
//	      - {turn: 2, side: red, groups: [{at: "2.01", units: [r-2]}]}
//
// Limits: one cup. Other rules that draw at random do it by Draw, so that everybody can check it.
package cup

import (
	"slices"

	"grognard/rules/dice"
	"grognard/rules/document"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs"
	"grognard/rules/view"
)

// name is the feature's, under which a module's data says that a scenario has a cup, and the key
// of its paragraph.
const name = "cup"

// undrawn is the box of a unit that will be drawn at random: the place that it has in the order
// of arrival is for whoever is drawn then.
const undrawn = "undrawn"

// filling is what the dice are for by which units are drawn for the set-up and as they
// arrive. Nobody is told their faces before the secret of the dice is out: they would
// name units that lie hidden.
const filling = "fill"

// Feature is the rule as the list of features has it.
func Feature() scs.Feature {
	return scs.Feature{
		Name: name, Help: "cup, under rules: units are drawn at random for the set-up and as they arrive",
		Rules: []string{name}, Begin: begin,
		New: func(e *scs.Engine) scs.Hooks {
			return cup{e, e.Data().Paragraphs[name]}.hooks()
		},
	}
}

// cup is the rule in one game.
type cup struct {
	e    *scs.Engine
	rule string
}

func (c cup) hooks() scs.Hooks {
	return scs.Hooks{
		Starts: c.setUp,
		Begins: c.arrivals,
		Lot:    &scs.Lot{Box: undrawn, Rule: view.Rule(c.rule)},
		Absent: c.absent,
		Tells:  c.tells,
		Came:   came,
	}
}

// absent: SCS 5.0: who has not been drawn has not arrived.
func (c cup) absent(p *state.Piece) []choice.Violation {
	if p.At.Box != undrawn {
		return nil
	}
	return []choice.Violation{{Rule: "5.0", Why: view.T("deny.unit-undrawn", "unit", c.e.Name(p.ID))}}
}

// holds says whether a unit is of a type that is drawn.
func (c cup) holds(id order.UnitID) bool {
	return slices.Contains(c.e.Data().Drawn, c.e.Def().Units[id].Type)
}

// setUp: afb 5.0: before anybody sets up, units are drawn for the places in the
// set-up that name one of their types.
//
// RULING: afb 5.0: In the cup lies every unit of the drawn types that the scenario names, and
// whoever is drawn for the place of a reduced unit begins reduced. For: afb 5.0 has the Soviet
// infantry drawn because its values vary, and the set-up says which places are reduced.
// Against: it does not say whether those that arrive later lie in the same cup.
// RULING: afb 5.0: All other units stand by the designations that are printed. For: afb 5.0
// lets the player choose among units of a type because their values are identical. Against: so
// he could have another of the type stand there; it would change nothing.
func (c cup) setUp(sc *state.Scratch, r dice.Roller) error {
	if len(c.e.Data().Drawn) == 0 {
		return nil
	}
	for _, side := range c.e.Def().Sides {
		var places, all []order.UnitID
		for i := range sc.Pieces {
			p := &sc.Pieces[i]
			if p.Side != side.ID || !c.holds(p.ID) || !p.OnMap() && p.At.Box != undrawn {
				continue
			}
			if all = append(all, p.ID); p.OnMap() {
				places = append(places, p.ID)
			}
		}
		if _, err := c.fill(sc, places, all, r); err != nil {
			return err
		}
		if len(places) > 0 {
			sc.Do(state.Noted{What: filling, Side: side.ID, N: len(places), Rule: c.rule})
		}
	}
	return sc.Err()
}

// arrivals: afb 5.0: units are drawn for the places in the order of arrival when
// these come due, as the reinforcement phase begins, so that nobody knows before who
// will arrive.
func (c cup) arrivals(sc *state.Scratch, f state.Frame, r dice.Roller) error {
	if f.Name != c.e.Data().ArrivalPhase(f.Side) {
		return nil
	}
	s := c.e.Sees(sc, f.Side)
	var places, all []order.UnitID
	for i := range s.Own {
		p := &s.Own[i]
		if p.At.Box != undrawn {
			continue
		}
		if all = append(all, p.ID); c.e.Expected(s, p) {
			places = append(places, p.ID)
		}
	}
	drawn, err := c.fill(sc, places, all, r)
	if err != nil || len(drawn) == 0 {
		return err
	}
	sc.Do(state.Moved{Units: drawn, Box: state.Coming, How: "drawn", Rule: c.rule})
	return sc.Err()
}

// fill draws a unit of the cup for each place, which go by who stands in them, both by
// identifier. It returns who has been drawn.
func (c cup) fill(sc *state.Scratch, places, all []order.UnitID, r dice.Roller) (drawn []order.UnitID, err error) {
	for i, place := range places {
		at, err := Draw(sc, r, len(all), filling, c.rule)
		if err != nil {
			return nil, err
		}
		unit := all[at]
		if all = slices.Delete(all, at, at+1); unit != place {
			sc.Do(state.Exchanged{Units: [2]order.UnitID{place, unit}})
			if j := slices.Index(places[i:], unit); j >= 0 {
				places[i+j] = place // where the drawn one stood
			}
		}
		drawn = append(drawn, unit)
	}
	return drawn, sc.Err()
}

// Draw picks one of n at random: the fewest dice that have n outcomes are thrown,
// and again when their number is too high. One of one needs no die.
//
// RULING: afb 1.11, afb 5.0: A unit is drawn by the fewest dice that have as many outcomes as
// there are units, read as digits to the base of six, and thrown again when the number is too
// high. For: each unit is as likely as any other, and everybody can check it. Against: the
// book has counters drawn from a cup.
func Draw(sc *state.Scratch, r dice.Roller, n int, purpose, rule string) (int, error) {
	thrown, outcomes := 0, 1
	for outcomes < n {
		thrown, outcomes = thrown+1, outcomes*6
	}
	for thrown > 0 {
		faces, err := sc.Roll(r, thrown, purpose, rule)
		if err != nil {
			return 0, err
		}
		if at := Number(faces); at < n {
			return at, nil
		}
	}
	return 0, nil
}

// Number reads dice as the digits of a number to the base of six, the first die first,
// from 0.
func Number(faces []int) int {
	n := 0
	for _, f := range faces {
		n = n*6 + f - 1
	}
	return n
}

// tells: the dice of the cup are told to nobody, but which they were.
func (c cup) tells(t *scs.Teller, happened state.Event) bool {
	switch ev := happened.(type) {
	case state.Rolled:
		if ev.For == filling {
			t.Withhold(ev)
			return true
		}
	case state.Noted:
		if ev.What == filling {
			t.All(view.Line{Text: view.T("told.filled", "side", ev.Side, "n", ev.N, "rolls", t.Withheld()),
				Rule: view.Rule(ev.Rule)})
			return true
		}
	}
	return false
}

// came: how many have been drawn to arrive is open, and who they are is their owner's to know.
func came(t *scs.Teller, ev state.Moved, side order.Side, args []any) (own, others view.Text, ok bool) {
	if ev.How != "drawn" {
		return view.Text{}, view.Text{}, false
	}
	rolls := t.Withheld()
	return view.T("told.arrivals", append(args, "rolls", rolls)...),
		view.T("told.arrivals-unseen", "side", side, "n", len(ev.Units), "rolls", rolls), true
}

// scenarioFile is the keys of the rule in a scenario.
type scenarioFile struct {
	Cup document.List[document.Word] `yaml:"cup"`
}

func begin(m *scs.Module) scs.Part {
	shape := func(of string) any {
		if of == modules.OfScenario {
			return &scenarioFile{}
		}
		return nil
	}
	return scs.Part{Shape: shape, Scenario: func(c *modules.Compiler, shape any, _ scs.Own) []string {
		return types(m, c, shape.(*scenarioFile).Cup)
	},
	}
}

// types compiles the types of units that are drawn at random for each other's places: of
// one side and as many steps, so that everybody fits in every place.
func types(m *scs.Module, c *modules.Compiler, l document.List[document.Word]) []string {
	var out []string
	var first modules.Unit
	for i, e := range l {
		u, ok := c.Type(e.Value.Text)
		switch {
		case !ok:
			c.Report(e.Value.Spot, "%q is no type of unit", e.Value.Text)
		case m.Data().Paragraphs[name] == "":
			c.Report(e.Value.Spot, "a cup needs the game's own paragraph under rules")
		case slices.Contains(out, u.Type):
			c.Report(e.Value.Spot, "type %s stands twice", u.Type)
		case i > 0 && (u.Side != first.Side || u.Steps != first.Steps):
			c.Report(e.Value.Spot, "%s and %s differ in side or steps, so that one cannot take the other's place",
				u.Type, first.Type)
		}
		if i == 0 {
			first = u
		}
		out = append(out, e.Value.Text)
		m.Data().Own[name] = true // for a game that began before its module named the paragraph
	}
	return out
}
