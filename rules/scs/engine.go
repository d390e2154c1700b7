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
func (e *Engine) Print(m *view.Map) { game.Print(e.g, m) }

// Reference is the tables and terrain charts that the game prints. It is shared and must not be changed.
func (e *Engine) Reference() view.Reference { return show.Reference(e.g) }

// Reckon works out a fight from bare strengths. The error is a *view.Mistake when the tables have no such
// fight, a *view.Denial when it is against the rules.
func (e *Engine) Reckon(q view.Inquiry) (view.Estimate, error) { return show.Reckon(e.g, q) }

// Look fills a sight with what a side may know. Legality is decided by the sight alone.
func (e *Engine) Look(s *state.Sight, st *state.State, side order.Side) { law.Look(e.g, s, st, side) }

// Odds forecasts an attack or overrun from the sight and the board of its side; a denial when it could not
// be made.
func (e *Engine) Odds(s *state.Sight, b *view.Board, o order.Order) (view.Odds, *view.Denial) {
	return show.Odds(e.g, s, b, o)
}

// Tasks is what the side of the sight has to do before its own phase ends, and can still do in it; none in a
// phase of another side.
func (e *Engine) Tasks(s *state.Sight) []view.Task { return show.Tasks(e.g, s) }

// Stages are the phases of a side's turn in which it gives orders of lists, in the order of play.
func (e *Engine) Stages(side order.Side) (out []order.Stage) { return play.Stages(e.g, side) }

// Coming is the turn in which one of these phases begins next: the present turn where it is the phase being
// played. It is false where the game ends before.
func (e *Engine) Coming(st *state.State, side order.Side, phase string) (turn int, ok bool) {
	return play.Coming(e.g, st, side, phase)
}

// Ahead moves a scratch to the beginning of one of these phases, as far as the side can know it beforehand:
// no decision is pending and no fight is going on, and what dice decide as the phase begins is left open.
func (e *Engine) Ahead(sc *state.Scratch, side order.Side, phase string) {
	play.Ahead(e.g, sc, side, phase)
}

// Idle says whether everybody can see that the phase's player can do nothing but end the phase or reorder
// stacks. It depends on the public board and on the Known field of that player's sight.
func (e *Engine) Idle(b *view.Board, open any) bool { return show.Idle(e.g, b, open) }

// Default is the answer to a pending question when its side never answers.
func (e *Engine) Default(s *state.Sight) (order.Order, bool) { return play.Default(e.g, s) }

// Waits is the box in which a unit lies until it arrives.
func (e *Engine) Waits(id order.UnitID) string { return play.Waits(e.g, id) }

// Beside is the pieces that only an order brings into play: a position need not list them.
func (e *Engine) Beside() []state.Piece { return e.g.Beside() }

// Give has a side begin with n of something that the series names; the scratch's phase has already begun.
// It is an error where the game has no such thing.
func (e *Engine) Give(sc *state.Scratch, side order.Side, what string, n int) error {
	return play.Give(e.g, sc, side, what, n)
}

// Begin enters the first phase, or continues in the phase that a position names.
func (e *Engine) Begin(sc *state.Scratch, r dice.Roller) error { return play.Begin(e.g, sc, r) }

// Resolve carries out a legal order and all that follows from it without a decision. Of these methods only
// Resolve may judge by the full state.
func (e *Engine) Resolve(sc *state.Scratch, by order.Side, o order.Order, r dice.Roller) error {
	return play.Resolve(e.g, sc, by, o, r)
}

// Board is the position as a side may see it; "" is the public. Unchanged parts are shared with the
// viewer's earlier board.
func (e *Engine) Board(st *state.State, viewer order.Side, same series.Unchanged) view.Board {
	return show.Board(e.g, st, viewer, same)
}

// Open is the position with nothing hidden.
func (e *Engine) Open(st *state.State) view.Board { return show.Open(e.g, st) }

// Known says whether a side can identify a unit, on the map or off it.
func (e *Engine) Known(st *state.State, viewer order.Side, p *state.Piece) bool {
	return law.Known(e.g, st, viewer, p)
}

// Layers are the kinds of overlays that the game has.
func (e *Engine) Layers() (kinds []view.LayerKind) { return show.Layers(e.g) }

// Overlay makes an overlay; false where there is nothing to show for the request.
func (e *Engine) Overlay(a series.OverlayRequest) (view.Overlay, bool) { return show.Overlay(e.g, a) }

// Tell applies events to a state and says what the public and each side are told of them. An event that it
// has no words for is told to nobody.
func (e *Engine) Tell(st *state.State, events state.Events) ([]view.Line, map[order.Side][]view.Line, error) {
	return show.Tell(e.g, st, events)
}

// StandingWords is the vocabulary of standing orders in the game, for a side that can use these names.
func (e *Engine) StandingWords(names standing.Names) standing.Words {
	return answers.StandingWords(e.g, names)
}

// StandingSets are ready-made standing orders.
func (e *Engine) StandingSets() []series.ReadySet { return answers.StandingSets(e.g) }

// Asked is the decision that the sight's side owes, as far as it may know; false where it owes none. board
// is the position as that side sees it.
func (e *Engine) Asked(s *state.Sight, board func() *view.Board) (standing.Asked, bool) {
	return answers.Asked(e.g, s, board)
}

// Fights are the hypothetical fights about a hex: one for each result by which the side would have
// something to decide, or one without a result. For hex.None they are the fights that its enemies could
// begin next. seen is the position as the side sees it. The sights may only be used for what both sides
// know.
func (e *Engine) Fights(by order.Side, seen *view.Board, sight func(order.Side) *state.Sight,
	at hex.Hex) (out []series.Fight) {
	return answers.Fights(e.g, by, seen, sight, at)
}

// Suppose begins such a fight in a temporary scratch, up to the first decision of the side. The outcome
// must not depend on anything that the side does not know. A result that no table has is a *view.Mistake.
func (e *Engine) Suppose(sc *state.Scratch, by order.Side, f series.Fight) error {
	return answers.Suppose(e.g, sc, by, f)
}
