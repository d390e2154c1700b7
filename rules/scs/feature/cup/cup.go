// Package cup implements a rule that Autumn for Barbarossa adds to the Standard Combat Series
// (afb 5.0): units of some types are drawn at random to take each other's places. For places in the
// set-up units are drawn before the sides set up, for places in the orders of arrival when these come due.
// Only the owner knows which unit was drawn, until the unit is on top of a stack.
//
// A module switches the rule on by naming its paragraph, a scenario by naming the types, which must
// belong to one side and have the same number of steps. The miniature game at scs.Series would add:
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
//	    cup: [red-militia, red-guards] # units of these types are drawn
//	    setup:
//	      blue: [{at: "2.03", units: [b-1]}]
//	      red: [{at: "2.01", units: [r-1]}]
//	    arrivals:
//	      - {turn: 2, side: red, groups: [{at: "2.01", units: [r-2]}]}
//
// Limits: one cup. Other rules that draw at random also use Draw, so that players can check the dice.
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
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/scs/play"
	"grognard/rules/view"
)

// name is the feature's name, the key of its paragraph, and the key by which a scenario says that it has a cup.
const name = "cup"

// undrawn is the box of units that are still to be drawn. The place that such a unit has in the order of
// arrival is for the unit that is drawn when the place comes due.
const undrawn = "undrawn"

// filling is the purpose of the dice that draw units for the set-up and for arrivals. Nobody is told
// their faces until the secret of the dice is published, because they would identify hidden units.
const filling = "fill"

// Feature describes the rule for the list of features.
func Feature() scs.Feature {
	return scs.Feature{
		Wording: data.Wording{
			Name: name, Help: "cup, under rules: units are drawn at random for the set-up and as they arrive",
			Rules: []string{name}, Begin: begin,
		},
		New: func(g *game.Game) game.Hooks {
			c := cup{g, g.Data.Paragraphs[name]}
			// SCS 5.0: a unit that has not been drawn has not arrived.
			absent := func(p *state.Piece) []choice.Violation {
				return choice.Breaks("5.0", view.T("deny.unit-undrawn", "unit", g.Name(p.ID)))
			}
			return game.Hooks{
				Lot:  &game.Lot{Box: undrawn, Rule: view.Rule(c.rule)},
				Law:  game.LawHooks{Absent: game.Absences{undrawn: absent}},
				Play: game.PlayHooks{Starts: game.List(c.setUp), Begins: game.List(c.arrivals)},
				Tell: game.TellHooks{Event: game.List(c.tells), Entry: game.List(tellsEntry)},
			}
		},
	}
}

type cup struct {
	game *game.Game
	rule string // the paragraph
}

// setUp: afb 5.0: before the sides set up, units are drawn for the places in the set-up that name one of their types.
//
// RULING: afb 5.0: In the cup lies every unit of the scenario whose type is drawn at random, and a unit drawn for the
// place of a reduced one begins reduced. For: afb 5.0 has the Soviet infantry drawn because its values vary, and the
// set-up says which places are reduced. Against: it does not say whether those that arrive later lie in the same cup.
// RULING: afb 5.0: A unit of any other type takes the place for which its designation is printed. For: afb 5.0 lets the
// player choose among units of a type because their values are identical. Against: the player could then swap two units
// of one type; it would change nothing.
func (c cup) setUp(sc *state.Scratch, r dice.Roller) error {
	if len(c.game.Data.Drawn) == 0 {
		return nil
	}
	for _, side := range c.game.Def.Sides {
		var places, all []order.UnitID
		for i := range sc.Pieces {
			p := &sc.Pieces[i]
			if p.Side != side.ID || !c.game.Random(p.ID) || !p.OnMap() && p.At.Box != undrawn {
				continue
			}
			all = append(all, p.ID)
			if p.OnMap() {
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

// arrivals: afb 5.0: units are drawn for the places in the order of arrival when these come due, as
// the reinforcement phase begins, so that nobody knows earlier which units will arrive.
func (c cup) arrivals(sc *state.Scratch, f state.Frame, r dice.Roller) error {
	if f.Name != c.game.Data.ArrivalPhase(f.Side) {
		return nil
	}
	s := play.SightOf(c.game, sc, f.Side)
	var places, all []order.UnitID
	for i := range s.Own {
		p := &s.Own[i]
		if p.At.Box != undrawn {
			continue
		}
		all = append(all, p.ID)
		if law.IsExpected(c.game, s, p) {
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

// fill draws a unit from all for each place and exchanges it with the unit that has the place. A place is named by that
// unit. Places and units are in the order of identifiers. It returns the units drawn.
func (c cup) fill(sc *state.Scratch, places, all []order.UnitID, r dice.Roller) (drawn []order.UnitID, err error) {
	for i, holder := range places {
		at, err := Draw(sc, r, len(all), filling, c.rule)
		if err != nil {
			return nil, err
		}
		unit := all[at]
		all = slices.Delete(all, at, at+1)
		if unit != holder {
			sc.Do(state.Exchanged{Units: [2]order.UnitID{holder, unit}})
			if j := slices.Index(places[i:], unit); j >= 0 {
				places[i+j] = holder // it now has the place that the drawn unit had
			}
		}
		drawn = append(drawn, unit)
	}
	return drawn, sc.Err()
}

// Draw picks a number below n at random. It rolls the fewest dice that have at least n outcomes, and
// rolls again when the number is n or more. For n = 1 it rolls no die.
//
// RULING: afb 1.11, afb 5.0: A unit is drawn by the fewest dice that have as many outcomes as there are units, read as
// digits to the base of six, and thrown again when the number is too high. For: each unit is as likely as any other,
// and everybody can check it. Against: the book has counters drawn from a cup.
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

// Number reads dice as the digits of a number to base six, most significant first; a face of 1 is the digit 0.
func Number(faces []int) (n int) {
	for _, f := range faces {
		n = n*6 + f - 1
	}
	return n
}

// tells tells how many units were drawn for the set-up, and the rolls for them by serial number, but not the faces.
func (c cup) tells(t game.Teller, happened state.Event) bool {
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

// tellsEntry tells everybody how many units were drawn to arrive, and only their owner which ones.
func tellsEntry(t game.Teller, ev state.Moved, side order.Side, args []any) (own, others view.Text, ok bool) {
	if ev.How != "drawn" {
		return view.Text{}, view.Text{}, false
	}
	rolls := t.Withheld()
	return view.T("told.arrivals", append(args, "rolls", rolls)...),
		view.T("told.arrivals-unseen", "side", side, "n", len(ev.Units), "rolls", rolls), true
}

// scenarioFile is the rule's key in a scenario.
type scenarioFile struct{ Cup document.List[document.Word] }

// begin starts to read the keys of the rule in one module.
func begin(m *data.Module) data.Part {
	return data.Part{Shapes: map[string]any{modules.OfScenario: scenarioFile{}},
		Scenario: func(c *modules.Compiler, shape any, _ data.Own) []string {
			return compileTypes(m, c, shape.(*scenarioFile).Cup)
		}}
}

// compileTypes compiles the types that are drawn at random. They must belong to one side and have the same
// number of steps, so that each unit can take any of the places.
func compileTypes(m *data.Module, c *modules.Compiler, l document.List[document.Word]) (out []string) {
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
		// A game that began before the paragraph was needed goes on without it (Dialects.Reopen), with the feature.
		m.Data().Own[name] = true
	}
	return out
}
