// Package play carries out what is legal, section by section: it alone rolls, and changes a position by events. What
// follows without a decision is carried out with the order that leads to it.
//
// It may import data, game, law and combat.
package play

import (
	"cmp"
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/chart"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// turn is a command while it is carried out: the game, the scratch, what the law knows of it, and the dice.
type turn struct {
	*state.Scratch
	g    *game.Game
	p    *law.Position
	seen bool // p is what the giver of the order knows; it must not be changed
	dice dice.Roller
}

// begin starts a command. It uses the position that the giver of the order knows, if nothing is hidden and no event has
// changed it, and else makes a new one.
func begin(g *game.Game, sc *state.Scratch, r dice.Roller) *turn {
	t := &turn{Scratch: sc, g: g, dice: r}
	s, fresh := sc.Sight(sc.Phase().Side)
	if fresh && g.Data.Hidden { // the effects of an order also depend on what its giver does not see
		s, fresh = &state.Sight{}, false
	}
	t.seen = fresh
	if fresh {
		t.p = law.Of(s)
	} else {
		t.p = law.In(s, g, sc.State)
	}
	return t
}

// do applies events. The position p is worked out anew after events that can change zones, paths or MSRs. After Ask and
// Roll, which change the scratch themselves, do is called without events: then p is no longer what the giver knows.
func (t *turn) do(events ...state.Event) {
	t.Do(events...)
	for _, e := range events {
		if moved, ok := e.(state.Moved); ok && t.Err() == nil {
			takePlaces(t, moved)
		}
	}
	if t.seen {
		s, _ := t.Sight(t.Phase().Side)
		t.p, t.seen = law.In(s, t.g, t.State), false
		return
	}
	if slices.ContainsFunc(events, matters) {
		t.p.Reset(t.g, t.State)
	}
}

// matters reports whether an event can change zones, paths or MSRs.
func matters(e state.Event) bool {
	switch e := e.(type) {
	case state.Flagged:
		return e.Flag == game.Drops || e.Hex != hex.None
	case state.Counted:
		return game.IsSupport(e.Tally)
	case state.Entered: // the flags of an activation end with it
		return e.Depth < 2
	case state.Rolled, state.Reckoned, state.Noted, state.Spent, state.Asked, state.Answered:
		return false
	}
	return true
}

// count sets a tally of a Formation.
func (t *turn) count(what string, f *data.Formation, n int) {
	if t.Tally(game.Of(what, f.ID)) != n {
		t.do(state.Counted{Tally: game.Of(what, f.ID), N: n})
	}
}

// flag gives units a flag for the activation.
func (t *turn) flag(flag string, units ...order.UnitID) {
	t.do(state.Flagged{Units: units, Flag: flag, Depth: t.depth()})
}

// depth is the depth of the frame of the activation, 0 outside of activations.
func (t *turn) depth() int { return min(len(t.Frames)-1, 1) }

// roll rolls for a table and reads it, with the conditions that is reports. base has the net of the two sides, for
// tables that have one; holds returns the part of an entry that applies here, and may be nil if all of it does. The
// caller has checked that the table has all that is needed.
func (t *turn) roll(name, rule string, base state.Reckoned, is func(string) bool,
	holds func(data.Result) data.Result) (data.Result, error) {
	table := t.g.Data.Tables[name]
	mods := table.Applies(is)
	faces, err := t.Roll(t.dice, table.Dice, name, rule)
	if err != nil {
		return data.Result{}, err
	}
	t.do()
	total := base.Net + view.Sum(faces)
	for _, m := range mods {
		total += m.N
		base.Net += m.N
		base.Terms = append(base.Terms, state.Term{N: m.N, Rule: cmp.Or(m.Clause(), rule), Label: m.Name})
	}
	result, _ := table.Read(total, is)
	if holds != nil {
		result = holds(result)
	}
	if base.By == "" { // no net of two sides: the sum of the dice and modifiers decides
		base.By, base.Net = state.BySum, 0
		base.Attack = chart.Whole(total)
	}
	base.Table, base.Roll, base.Result = name, total, result.Text
	t.do(base)
	return result, t.Err()
}
