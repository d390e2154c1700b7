package scs

import (
	"slices"

	"grognard/rules/dice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// undrawn is the box of a unit that will be drawn at random: the place that it has in the order
// of arrival is for whoever is drawn then.
const undrawn = "undrawn"

// filling is what the dice are for by which units are drawn for the set-up and as they
// arrive. Nobody is told their faces before the secret of the dice is out: they would
// name units that lie hidden.
const filling = "fill"

// fromCup says whether a unit is of a type that is drawn at random.
func (e *Engine) fromCup(id order.UnitID) bool {
	return slices.Contains(e.data.Cup, e.def.Units[id].Type)
}

// drawSetUp: afb 5.0: before anybody sets up, units are drawn for the places in the
// set-up that name one of their types.
//
// RULING: afb 5.0: In the cup lies every unit of the drawn types that the scenario names, and
// whoever is drawn for the place of a reduced unit begins reduced. For: afb 5.0 has the Soviet
// infantry drawn because its values vary, and the set-up says which places are reduced.
// Against: it does not say whether those that arrive later lie in the same cup.
// RULING: afb 5.0: All other units stand by the designations that are printed. For: afb 5.0
// lets the player choose among units of a type because their values are identical. Against: so
// he could have another of the type stand there; it would change nothing.
func (e *Engine) drawSetUp(sc *state.Scratch, r dice.Roller) error {
	if len(e.data.Cup) == 0 {
		return nil
	}
	for _, side := range e.def.Sides {
		var places, cup []order.UnitID
		for i := range sc.Pieces {
			p := &sc.Pieces[i]
			if p.Side != side.ID || !e.fromCup(p.ID) || !p.OnMap() && p.At.Box != undrawn {
				continue
			}
			if cup = append(cup, p.ID); p.OnMap() {
				places = append(places, p.ID)
			}
		}
		if _, err := e.fill(sc, places, cup, r); err != nil {
			return err
		}
		if len(places) > 0 {
			sc.Do(state.Noted{What: filling, Side: side.ID, N: len(places), Rule: e.data.Rules.Cup})
		}
	}
	return sc.Err()
}

// drawArrivals: afb 5.0: units are drawn for the places in the order of arrival when
// these come due, as the reinforcement phase begins, so that nobody knows before who
// will arrive.
func (e *Engine) drawArrivals(sc *state.Scratch, f state.Frame, r dice.Roller) error {
	if f.Name != e.data.ArrivalPhase(f.Side) {
		return nil
	}
	s := e.look(sc, f.Side)
	var places, cup []order.UnitID
	for i := range s.Own {
		p := &s.Own[i]
		if p.At.Box != undrawn {
			continue
		}
		if cup = append(cup, p.ID); e.expected(s, p) {
			places = append(places, p.ID)
		}
	}
	drawn, err := e.fill(sc, places, cup, r)
	if err != nil || len(drawn) == 0 {
		return err
	}
	sc.Do(state.Moved{Units: drawn, Box: state.Coming, How: "drawn", Rule: e.data.Rules.Cup})
	return sc.Err()
}

// fill draws a unit of the cup for each place, which go by who stands in them, both by
// identifier. It returns who has been drawn.
func (e *Engine) fill(sc *state.Scratch, places, cup []order.UnitID, r dice.Roller) (drawn []order.UnitID, err error) {
	for i, place := range places {
		at, err := drawOne(sc, r, len(cup), filling, e.data.Rules.Cup)
		if err != nil {
			return nil, err
		}
		unit := cup[at]
		if cup = slices.Delete(cup, at, at+1); unit != place {
			sc.Do(state.Exchanged{Units: [2]order.UnitID{place, unit}})
			if j := slices.Index(places[i:], unit); j >= 0 {
				places[i+j] = place // where the drawn one stood
			}
		}
		drawn = append(drawn, unit)
	}
	return drawn, sc.Err()
}

// drawOne picks one of n at random: the fewest dice that have n outcomes are thrown,
// and again when their number is too high. One of one needs no die.
//
// RULING: afb 1.11, afb 5.0: A unit is drawn by the fewest dice that have as many outcomes as
// there are units, read as digits to the base of six, and thrown again when the number is too
// high. For: each unit is as likely as any other, and everybody can check it. Against: the
// book has counters drawn from a cup.
func drawOne(sc *state.Scratch, r dice.Roller, n int, purpose, rule string) (int, error) {
	thrown, outcomes := 0, 1
	for outcomes < n {
		thrown, outcomes = thrown+1, outcomes*6
	}
	for thrown > 0 {
		faces, err := sc.Roll(r, thrown, purpose, rule)
		if err != nil {
			return 0, err
		}
		if at := digits(faces); at < n {
			return at, nil
		}
	}
	return 0, nil
}

// digits reads dice as the digits of a number to the base of six, the first die first,
// from 0.
func digits(faces []int) int {
	n := 0
	for _, f := range faces {
		n = n*6 + f - 1
	}
	return n
}
