package scs

import (
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/answers"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/scs/play"
	"grognard/rules/scs/show"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// Print adds what the series prints on counters and beside the map; the cards are already there, in the
// order of the roster.
func (e *Engine) Print(m *view.Map) { game.Print(e.game, m) }

// Reference returns the tables and terrain charts that the game prints. It is shared and must not be changed.
func (e *Engine) Reference() view.Reference { return show.Reference(e.game) }

// Reckon works out a fight from bare strengths. The error is a *view.Mistake when the tables have no such
// fight, a *view.Denial when it is against the rules.
func (e *Engine) Reckon(q view.Inquiry) (view.Estimate, error) { return show.Reckon(e.game, q) }

// Look fills a sight with what a side may know. Legality is decided by the sight alone.
func (e *Engine) Look(s *state.Sight, st *state.State, side order.Side) {
	law.Look(e.game, s, st, side)
}

// Odds forecasts an attack or overrun from the sight and the board of its side; a denial when it could not be made.
func (e *Engine) Odds(s *state.Sight, b *view.Board, o order.Order) (view.Odds, *view.Denial) {
	return show.Odds(e.game, s, b, o)
}

// Tasks returns what the side of the sight has to do before its own phase ends, and can still do in it; none in a
// phase of another side.
func (e *Engine) Tasks(s *state.Sight) []view.Task { return show.Tasks(e.game, s) }

// Stages returns the phases of a side's turn in which it gives orders of lists, in the order of play.
func (e *Engine) Stages(side order.Side) (out []order.Stage) { return play.Stages(e.game, side) }

// Coming returns the turn in which one of these phases begins next: the present turn where it is the phase being
// played. ok is false where the game ends before.
func (e *Engine) Coming(st *state.State, side order.Side, phase string) (turn int, ok bool) {
	return play.Coming(e.game, st, side, phase)
}

// Ahead moves a scratch to the beginning of one of these phases, as far as the side can know it beforehand:
// no decision is pending and no fight is going on, and what dice decide as the phase begins is left open.
func (e *Engine) Ahead(sc *state.Scratch, side order.Side, phase string) {
	play.Ahead(e.game, sc, side, phase)
}

// Idle reports whether everybody can see that the phase's player can do nothing but end the phase or reorder
// stacks. It depends on the public board and on the Known field of that player's sight.
func (e *Engine) Idle(b *view.Board, open any) bool { return show.Idle(e.game, b, open) }

// Default returns the answer to a pending question when its side never answers.
func (e *Engine) Default(s *state.Sight) (order.Order, bool) { return play.Default(e.game, s) }

// Waits returns the box in which a unit lies until it arrives.
func (e *Engine) Waits(id order.UnitID) string { return play.WaitingBox(e.game, id) }

// Beside returns the pieces that only an order brings into play: a position need not list them.
func (e *Engine) Beside() []state.Piece { return e.game.Beside() }

// Give has a side begin with n of something that the series names; the scratch's phase has already begun.
// It is an error where the game has no such thing.
func (e *Engine) Give(sc *state.Scratch, side order.Side, what string, n int) error {
	return play.Give(e.game, sc, side, what, n)
}

// Begin enters the first phase, or continues in the phase that a position names.
func (e *Engine) Begin(sc *state.Scratch, r dice.Roller) error { return play.Begin(e.game, sc, r) }

// Resolve carries out a legal order and all that follows from it without a decision. Of these methods only
// Resolve may judge by the full state.
func (e *Engine) Resolve(sc *state.Scratch, by order.Side, o order.Order, r dice.Roller) error {
	return play.Resolve(e.game, sc, by, o, r)
}

// Board returns the position as a side may see it; "" is the public. Unchanged parts are shared with the
// viewer's earlier board.
func (e *Engine) Board(st *state.State, viewer order.Side, same series.Unchanged) view.Board {
	return show.Board(e.game, st, viewer, same)
}

// Open returns the position with nothing hidden.
func (e *Engine) Open(st *state.State) view.Board { return show.Open(e.game, st) }

// Known reports whether a side can identify a unit, on the map or off it.
func (e *Engine) Known(st *state.State, viewer order.Side, p *state.Piece) bool {
	return law.IsKnown(e.game, st, viewer, p)
}

// Layers returns the kinds of overlays that the game has.
func (e *Engine) Layers() (kinds []view.LayerKind) { return show.Layers(e.game) }

// Overlay makes an overlay; false where there is nothing to show for the request.
func (e *Engine) Overlay(a series.OverlayRequest) (view.Overlay, bool) {
	return show.Overlay(e.game, a)
}

// Tell applies events to a state and says what the public and each side are told of them. An event that it
// has no words for is told to nobody.
func (e *Engine) Tell(st *state.State, events state.Events) ([]view.Line, map[order.Side][]view.Line, error) {
	return show.Tell(e.game, st, events)
}

// StandingWords returns the vocabulary of standing orders in the game, for a side that can use these names.
func (e *Engine) StandingWords(names standing.Names) standing.Words {
	return answers.StandingWords(e.game, names)
}

// StandingSets returns ready-made standing orders.
func (e *Engine) StandingSets() []series.ReadySet { return answers.StandingSets(e.game) }

// Asked returns the decision that the sight's side owes, as far as it may know; false where it owes none. board
// is the position as that side sees it.
func (e *Engine) Asked(s *state.Sight, board func() *view.Board) (standing.Asked, bool) {
	return answers.Asked(e.game, s, board)
}

// Fights returns the hypothetical fights about a hex: one for each result by which the side would have something to
// decide, or one without a result. For hex.None they are the fights that its enemies could begin next. seen is the
// position as the side sees it. The sights may only be used for what both sides know.
func (e *Engine) Fights(by order.Side, seen *view.Board, sight func(order.Side) *state.Sight,
	at hex.Hex) (out []series.Fight) {
	return answers.Fights(e.game, by, seen, sight, at)
}

// Suppose begins such a fight in a temporary scratch, up to the first decision of the side. The outcome
// must not depend on anything that the side does not know. A result that no table has is a *view.Mistake.
func (e *Engine) Suppose(sc *state.Scratch, by order.Side, f series.Fight) error {
	return answers.Suppose(e.game, sc, by, f)
}
