package play

import (
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/dice"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

func Activate(g *game.Game, sc *state.Scratch, o order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	activate(t, g.Formation(order.GroupID(o.Word("formation"))), game.Initial)
	return settle(t)
}

// activate begins an activation, initial or second, with its declarations.
func activate(t *turn, f *data.Formation, as string) {
	t.count(game.UsedOf, f, t.Tally(game.Of(game.UsedOf, f.ID))+1)
	t.do(state.Counted{Tally: game.LastOf(f.Side), N: t.g.Number(f)})
	for _, what := range []string{game.SnafuOf, game.ArtyOf, game.TiredOf, game.MovesOf} {
		t.count(what, f, 0)
	}
	for i := range t.g.Data.Formations {
		for _, s := range t.g.Supports(t.State, &t.g.Data.Formations[i]) {
			if t.Tally(game.Shots(s.Name)) > 0 {
				t.do(state.Counted{Tally: game.Shots(s.Name)})
			}
		}
	}
	frame := state.Frame{Name: as, Side: f.Side, Group: f.ID}
	t.do(state.Entered{Depth: 1, Frame: frame, Fresh: true})
	frame.Name = game.Declare
	t.do(state.Entered{Depth: 2, Frame: frame})
	declare(t, f)
}

// declare determines what an activation begins with. BCS 10.3-1: while Trains are off the map their Formation is marked
// MSR Blocked; Trains in a Legal Hex take the mark away. BCS 4.5-6: a Formation with the mark has no Prepared Defense.
// BCS 10.1e-1: it may be mixed.
//
// RULING: 10.3-1: The mark is 1 as the Trains go off the map, and 2 from the Formation's next activation, a second one
// in the same turn included. For: a public project has it so. Against: the notes do not say when level 1 becomes 2.
func declare(t *turn, f *data.Formation) {
	switch level, _ := law.Beginning(t.p, f); {
	case law.IsOff(t.p, f):
		block(t, f, level)
	case level < t.p.BlockedLevel(f):
		t.count(game.BlockedOf, f, level)
	}
	if law.IsMixed(t.p, f) {
		coordinate(t, f, "4.4-1")
	}
}

// block marks a Formation MSR Blocked.
func block(t *turn, f *data.Formation, level int) {
	t.count(game.BlockedOf, f, level)
	unmark(t, f, game.Prepared, "4.5-6")
}

// coordinate: BCS 4.4-1: mixing two Formations brings Coordination. BCS 4.4-2: so does the retreat of an HQ.
//
// RULING: 4.4-1: The active Formation alone is marked, or the one whose HQ retreats, and loses the mark with its next
// SNAFU roll. For: the roll has a modifier for it. Against: the notes do not say for how long, nor who is marked.
func coordinate(t *turn, f *data.Formation, rule string) {
	if hq := t.g.HQ(t.State, f); hq != nil && !hq.Marks.Has(game.Coordinated) {
		t.do(state.Marked{Units: []order.UnitID{hq.ID}, Mark: game.Coordinated, On: true, Rule: rule})
	}
}

// unmark takes a mark off the HQ of a Formation.
func unmark(t *turn, f *data.Formation, mark, rule string) {
	if hq := t.g.HQ(t.State, f); hq != nil && hq.Marks.Has(mark) {
		t.do(state.Marked{Units: []order.UnitID{hq.ID}, Mark: mark, Rule: rule})
	}
}

// Snafu makes the SNAFU roll of the active Formation.
func Snafu(g *game.Game, sc *state.Scratch, _ order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	f := g.Active(sc.State)
	is := law.ConditionsOfCommand(t.p, f)
	capped := false
	// The clause is what stored games have: they must be decided again as they were.
	result, err := t.roll(data.Snafu, "10.2d-1", state.Reckoned{}, is, func(r data.Result) data.Result {
		capped = r.Word == data.Full && g.IsPrepared(sc.State, f)
		if capped { // BCS 4.5-3
			return data.Result{Text: data.Partial, Word: data.Partial}
		}
		return r
	})
	if err != nil {
		return err
	}
	if capped {
		t.do(state.Noted{What: "partial-at-best", Side: f.Side, Rule: "4.5-3"})
	}
	t.count(game.SnafuOf, f, game.SnafuNumber(result.Word))
	unmark(t, f, game.Coordinated, "4.4-1")
	if result.Word == data.Fail {
		goTo(t, game.Rolled)
	} else {
		goTo(t, game.Objectives)
	}
	return settle(t)
}

// offerSecond asks whether a Formation rolls for a second activation after its first one, or ends the activation.
func offerSecond(t *turn, f *data.Formation) {
	if game.IsSecond(t.Frames) || !law.MaySecond(t.p, f) {
		leave(t)
		return
	}
	t.Ask(state.Question{Side: f.Side, Kind: "second", Rule: "10.4-13"})
	t.do()
}

// Second rolls for a second activation.
func Second(g *game.Game, sc *state.Scratch, _ order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	f := g.Active(sc.State)
	t.do(state.Answered{ID: sc.Owed().ID})
	result, err := t.roll(data.Second, "10.4-13", state.Reckoned{}, law.ConditionsOfCommand(t.p, f), nil)
	if err != nil {
		return err
	}
	if result.Word == data.Granted {
		activate(t, f, game.Another)
	} else {
		leave(t)
	}
	return settle(t)
}

// Pass declines a second activation.
func Pass(g *game.Game, sc *state.Scratch, _ order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	t.do(state.Answered{ID: sc.Owed().ID})
	t.do(state.Noted{What: series.Passed, Side: sc.Phase().Side, Rule: "10.4-13"})
	leave(t)
	return settle(t)
}
