package scs

import (
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/answers"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/scs/play"
	"grognard/rules/scs/show"
	"grognard/rules/stages"
	"grognard/rules/standing"
	"grognard/rules/view"
)

func (e *Engine) Print(m *view.Map)                            { game.Print(e.game, m) }
func (e *Engine) Reference() view.Reference                    { return e.game.Reference }
func (e *Engine) Reckon(q view.Inquiry) (view.Estimate, error) { return e.game.Tables.Reckon(q) }

func (e *Engine) Look(s *state.Sight, st *state.State, side order.Side) {
	law.Look(e.game, s, st, side)
}

func (e *Engine) Odds(s *state.Sight, b *view.Board, o order.Order) (view.Odds, *view.Denial) {
	return show.Odds(e.game, s, b, o)
}

func (e *Engine) Progress(s *state.Sight) []view.Progress     { return show.Progress(e.game, s) }
func (e *Engine) Tasks(s *state.Sight) []view.Task            { return show.Tasks(e.game, s) }
func (e *Engine) Stages(side order.Side) (out []stages.Stage) { return play.Stages(e.game, side) }

func (e *Engine) Coming(st *state.State, side order.Side, phase string) (turn int, ok bool) {
	return play.Coming(e.game, st, side, phase)
}

func (e *Engine) Ahead(sc *state.Scratch, side order.Side, phase string, turn int) {
	play.Ahead(e.game, sc, side, phase, turn)
}

func (e *Engine) Idle(b *view.Board, open any) bool          { return show.Idle(e.game, b, open) }
func (e *Engine) Default(s *state.Sight) (order.Order, bool) { return answers.Default(e.game, s) }
func (e *Engine) Waits(id order.UnitID) string               { return play.WaitingBox(e.game, id) }
func (e *Engine) Beside() []state.Piece                      { return e.game.Beside() }

func (e *Engine) Prepare(sc *state.Scratch, own any) error { return play.Prepare(e.game, sc, own) }

func (e *Engine) Begin(sc *state.Scratch, r dice.Roller) error { return play.Begin(e.game, sc, r) }

func (e *Engine) Resolve(sc *state.Scratch, by order.Side, o order.Order, r dice.Roller) error {
	return play.Resolve(e.game, sc, by, o, r)
}

func (e *Engine) Board(st *state.State, viewer order.Side, same series.Unchanged) view.Board {
	return show.Board(e.game, st, viewer, same)
}

func (e *Engine) Open(st *state.State) view.Board { return e.Board(st, law.Umpire, series.Unchanged{}) }

func (e *Engine) Known(st *state.State, viewer order.Side, p *state.Piece) bool {
	return law.IsKnown(e.game, st, viewer, p)
}

func (e *Engine) Layers() []view.LayerKind { return show.Layers() }

func (e *Engine) Overlay(a series.OverlayRequest) (view.Overlay, bool) {
	return show.Overlay(e.game, a)
}

func (e *Engine) Tell(st *state.State, events state.Events) ([]view.Line, map[order.Side][]view.Line, error) {
	return show.Tell(e.game, st, events)
}

func (e *Engine) Payments(s *state.Sight) []series.Payment { return answers.Payments(e.game, s) }

func (e *Engine) StandingChoices() []standing.Choice { return answers.Choices() }

func (e *Engine) Asked(s *state.Sight) (standing.Asked, bool) { return answers.Asked(e.game, s) }

func (e *Engine) Fights(by order.Side, seen *view.Board, sight func(order.Side) *state.Sight,
	at hex.Hex) (out []series.Fight) {
	return answers.Fights(e.game, by, seen, sight, at)
}

func (e *Engine) Suppose(sc *state.Scratch, by order.Side, f series.Fight) error {
	return answers.Suppose(e.game, sc, by, f)
}

// Feature is a rule that only some games of the series have: a package of its own that imports this one and that
// package rules lists. This struct has everything that the series needs to know of it.
type Feature struct {
	data.Wording
	// New returns what the feature does in a game. The functions in the result may use the whole
	// game. New itself may only use Def and Data, because the game is not complete yet.
	New func(*game.Game) game.Hooks
}
