// Package play carries out legal orders, and everything that follows from them without a decision: the only package
// of the series, beside features, that rolls dice and changes a position. A file is a section of the rulebook; what is
// legal is in the file of that name in package law.
//
// Resolve is the way in: an order's own function (Attack, Move, …) puts events into a state.Scratch, and Settle carries
// on until a player has to decide. It may import data, game and law. It must not know what anybody is told or shown.
package play

import (
	"errors"
	"slices"

	"grognard/rules/dice"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// End: SCS 1.0: the player has done what he wants to do in the phase. SCS 3.1a, 7.2a: that may be
// nothing: nobody must move, and nobody must attack.
func End(g *game.Game, sc *state.Scratch, o order.Order, _ dice.Roller) error {
	if o.Word(order.Idle) == order.Idle {
		sc.Do(state.Noted{What: series.Idle, Side: sc.Phase().Side, Rule: "1.0"})
	}
	holdBack(g, sc, sc.Phase())
	sc.Do(state.Counted{Tally: game.Ending, N: 1})
	return sc.Err()
}

// Begin enters the first phase. If the position already names a phase, it begins that one.
func Begin(g *game.Game, sc *state.Scratch, r dice.Roller) error {
	f := sc.Phase()
	if f.Name == "" {
		for _, starts := range g.Added.Play.Starts {
			if err := starts(sc, r); err != nil {
				return err
			}
		}
		f = opening(g, sc, g.Def.Sides[1].ID, g.Def.Sides[0].ID)
	}
	if err := enter(g, sc, f, sc.Turn, r); err != nil {
		return err
	}
	return Settle(g, sc, r)
}

// enter begins a phase, first with the roll that comes before all else; turn is 0 unless a new turn begins with it. If
// that roll leads to a decision and another die follows, which a trial on a copy without dice finds out, enter asks for
// the decision; Settle goes on after it.
func enter(g *game.Game, sc *state.Scratch, f state.Frame, turn int, r dice.Roller) error {
	changePhase(g, sc, f, turn)
	var first *state.Question
	for _, opens := range g.Added.Play.Opens {
		q, err := opens(sc, f, r)
		if err != nil {
			return err
		}
		if q != nil {
			first = q
		}
	}
	if first == nil || // no decision, or no die follows
		!errors.Is(resolveArrivals(g, state.NewScratch(sc.State), f, &dice.Script{}), dice.ErrNoDice) {
		return goOn(g, sc, f, r)
	}
	sc.Ask(*first)
	sc.Do(state.Counted{Tally: game.Opening, N: 1})
	return sc.Err()
}

// goOn does the rest of what a phase begins with. It remembers which units stand in an enemy zone as movement or
// exploitation begins (2.1b, 6.0).
func goOn(g *game.Game, sc *state.Scratch, f state.Frame, r dice.Roller) error {
	if err := resolveArrivals(g, sc, f, r); err != nil {
		return err
	}
	rememberZones(g, sc, f)
	return sc.Err()
}

// changePhase makes a phase the current one. It clears the tally by which the last phase was ended. In 1.6
// reinforcements stay flagged to the end of their player-turn.
func changePhase(g *game.Game, sc *state.Scratch, f state.Frame, turn int) {
	newcomers := law.Newcomers(g, sc.State, f)
	sc.Do(state.Entered{Frame: f, Turn: turn})
	if len(newcomers) > 0 {
		sc.Do(state.Flagged{Units: newcomers, Flag: law.CameIn})
	}
	if sc.Tally(game.Ending) != 0 {
		sc.Do(state.Counted{Tally: game.Ending})
	}
}

// resolveArrivals: afb 1.1: it resolves what the order of arrival brings as a side's phase of reinforcements
// begins: the features' rolls and draws, then the arrivals, then what features do after them.
func resolveArrivals(g *game.Game, sc *state.Scratch, f state.Frame, r dice.Roller) error {
	for _, begins := range g.Added.Play.Begins {
		if err := begins(sc, f, r); err != nil {
			return err
		}
	}
	judgeArrivals(g, sc, f)
	loseBlocked(g, sc, f)
	for _, after := range g.Added.Play.AfterArrivals {
		if err := after(sc, f, r); err != nil {
			return err
		}
	}
	return nil
}

// rememberZones flags the units that begin movement or exploitation in an enemy zone.
func rememberZones(g *game.Game, sc *state.Scratch, f state.Frame) {
	if f.Name != data.Movement && f.Name != data.Exploitation {
		return
	}
	zone := law.Zone(g, sc.State, g.Def.Enemy(f.Side))
	flagWhere(sc, game.InZone, sc.Pieces,
		func(p *state.Piece) bool { return p.Side == f.Side && p.OnMap() && zone[g.Def.Grid.Index(p.At.Hex)] })
}

// flagWhere flags those of the pieces for which holds is true, if there are any.
func flagWhere(sc *state.Scratch, flag string, pieces []state.Piece, holds func(*state.Piece) bool) {
	if units := state.Where(pieces, holds); len(units) > 0 {
		sc.Do(state.Flagged{Units: units, Flag: flag})
	}
}

// Settle carries on with everything that needs no decision: forced answers, the end of a fight, phases
// without decisions, the next phase.
func Settle(g *game.Game, sc *state.Scratch, r dice.Roller) error {
	for sc.Err() == nil && !sc.Over {
		TidyStacks(g, sc)
		if sc.Owed() != nil {
			if !carryOutForced(g, sc) {
				return sc.Err()
			}
			continue
		}
		if sc.Tally(game.Opening) != 0 {
			sc.Do(state.Counted{Tally: game.Opening})
			if err := goOn(g, sc, sc.Phase(), r); err != nil {
				return err
			}
			continue
		}
		if law.FightIn(sc.Frames) != nil {
			sc.Do(state.Left{})
			continue
		}
		p := sc.Phase()
		passes := func(pass func(*state.Scratch, state.Frame) bool) bool { return pass(sc, p) }
		switch {
		case p.Name == data.Supply:
			supplyPhase(g, sc, p.Side)
		case slices.ContainsFunc(g.Added.Play.Passes, passes): // a phase of a feature without decisions
		case sc.Tally(game.Ending) == 0:
			return sc.Err()
		case askExcess(g, sc, p):
			continue
		}
		if err := nextPhase(g, sc, r); err != nil {
			return err
		}
	}
	return sc.Err()
}

// nextPhase: SCS 1.0, 1.1: the phases of the first player, then those of the second, as the game lists
// them. SCS map D: then the next turn; after the last turn the game is over.
func nextPhase(g *game.Game, sc *state.Scratch, r dice.Roller) error {
	p := sc.Phase()
	for _, ends := range g.Added.Play.Ends {
		ends(sc, p)
	}
	switch {
	case p.Name == view.SetUp && p.Side == g.Def.Sides[1].ID:
		return enter(g, sc, opening(g, sc, g.Def.Sides[0].ID), 0, r)
	case p.Name == view.SetUp:
		return enter(g, sc, opening(g, sc), 0, r)
	}
	moving := g.Moving(p)
	phases := g.Data.Phases[moving]
	if i := slices.Index(phases, p.Name); i+1 < len(phases) {
		return enter(g, sc, g.Phase(moving, i+1), 0, r)
	}
	if moving == g.Def.Sides[0].ID {
		return enter(g, sc, g.Phase(g.Def.Sides[1].ID, 0), 0, r)
	}
	if sc.Turn >= g.Def.Turns {
		sc.Do(state.Ended{Rule: "1.0"})
		return sc.Err()
	}
	return enter(g, sc, g.Phase(g.Def.Sides[0].ID, 0), sc.Turn+1, r)
}

// Resolve carries out a legal order and what follows from it.
func Resolve(g *game.Game, sc *state.Scratch, _ order.Side, o order.Order, r dice.Roller) error {
	v := g.Machine.Verb(o.Verb)
	if !v.AsPiled && !v.Stacks {
		o = o.Sorted()
	}
	if err := v.Resolve(sc, o, r); err != nil {
		return err
	}
	return Settle(g, sc, r)
}
