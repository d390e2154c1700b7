package bcs

import (
	"grognard/rules/bcs/answers"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/guide"
	"grognard/rules/bcs/law"
	"grognard/rules/bcs/play"
	"grognard/rules/bcs/show"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/stages"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// Engine applies the rules of the series to one game: it forwards to the packages below this one.
type Engine struct {
	*choice.Machine[*game.Attempt]
	game   *game.Game
	tables series.Tables // what Reference and Reckon read, compiled once
}

var _ series.Engine = (*Engine)(nil)

func (e *Engine) Print(m *view.Map)                            { show.Print(e.game, m) }
func (e *Engine) Reference() view.Reference                    { return show.Reference(e.game, e.tables) }
func (e *Engine) Reckon(q view.Inquiry) (view.Estimate, error) { return e.tables.Reckon(q) }

func (e *Engine) Look(s *state.Sight, st *state.State, side order.Side) {
	law.Look(e.game, s, st, side)
}

func (e *Engine) Odds(s *state.Sight, b *view.Board, o order.Order) (view.Odds, *view.Denial) {
	return show.Odds(e.game, s, b, o)
}

func (e *Engine) Progress(s *state.Sight) []view.Progress  { return show.Progress(s) }
func (e *Engine) Tasks(s *state.Sight) []view.Task         { return show.Tasks(e.game, s) }
func (e *Engine) Stages(side order.Side) []stages.Stage    { return play.Stages(side) }
func (e *Engine) Waits(order.UnitID) string                { return state.Coming }
func (e *Engine) Beside() []state.Piece                    { return play.Beside(e.game) }
func (e *Engine) Open(st *state.State) view.Board          { return show.Open(e.game, st) }
func (e *Engine) Layers() []view.LayerKind                 { return show.Layers() }
func (e *Engine) Prepare(sc *state.Scratch, own any) error { return play.Prepare(e.game, sc, own) }

func (e *Engine) Coming(st *state.State, side order.Side, phase string) (turn int, ok bool) {
	return play.Coming(e.game, st, side, phase)
}

func (e *Engine) Ahead(sc *state.Scratch, side order.Side, phase string, turn int) {
	play.Ahead(e.game, sc, side, phase, turn)
}

// Idle returns false: phases of the series in which there is nothing to decide end by themselves, so that no player is
// ever asked to end one.
func (e *Engine) Idle(*view.Board, any) bool { return false }

// Default returns the answer of a player who never answers; ok is false if he owes none.
func (e *Engine) Default(s *state.Sight) (order.Order, bool) { return answers.Default(e.game, s) }

func (e *Engine) Begin(sc *state.Scratch, r dice.Roller) error {
	if err := play.Begin(e.game, sc, r); err != nil {
		return err
	}
	return e.playUnplayed(sc, r)
}

func (e *Engine) Resolve(sc *state.Scratch, _ order.Side, o order.Order, r dice.Roller) error {
	if err := e.Verb(o.Verb).Resolve(sc, o.Sorted(), r); err != nil {
		return err
	}
	return e.playUnplayed(sc, r)
}

// playUnplayed gives the orders of the side that nobody plays in a tutorial: it answers pending decisions as Default
// does, and ends each of the side's phases.
func (e *Engine) playUnplayed(sc *state.Scratch, r dice.Roller) error {
	pupil := e.game.Pupil(sc.State)
	if pupil == "" {
		return nil
	}
	side := e.game.Enemy(pupil)
	for sc.Err() == nil && !sc.Over {
		s := &state.Sight{}
		e.Look(s, sc.State, side)
		o, owes := e.Default(s)
		switch {
		case owes: // o answers it
		case s.Waiting == "" && s.Phase().Side == side:
			o = order.Order{Verb: "end"}
		default:
			return nil
		}
		if err := e.Verb(o.Verb).Resolve(sc, o.Sorted(), r); err != nil {
			return err
		}
	}
	return sc.Err()
}

func (e *Engine) Board(st *state.State, viewer order.Side, same series.Unchanged) view.Board {
	b := show.Board(e.game, st, viewer, same)
	if pupil := e.game.Pupil(st); pupil != "" && pupil == viewer {
		s := &state.Sight{}
		e.Look(s, st, viewer)
		b.Guide = guide.Step(e.game, s)
	}
	return b
}

func (e *Engine) Known(st *state.State, viewer order.Side, p *state.Piece) bool {
	return law.IsKnown(e.game, st, viewer, p)
}

func (e *Engine) Overlay(a series.OverlayRequest) (view.Overlay, bool) {
	return show.Overlay(law.NewPosition(e.game, a.State), a)
}

func (e *Engine) Tell(st *state.State, events state.Events) ([]view.Line, map[order.Side][]view.Line, error) {
	return show.Tell(e.game, st, events)
}

func (e *Engine) StandingChoices() []standing.Choice          { return answers.Choices() }
func (e *Engine) Asked(s *state.Sight) (standing.Asked, bool) { return answers.Asked(e.game, s) }
func (e *Engine) Payments(s *state.Sight) []series.Payment    { return answers.Payments(e.game, s) }

func (e *Engine) Fights(side order.Side, seen *view.Board, sight func(order.Side) *state.Sight,
	at hex.Hex) []series.Fight {
	return answers.Fights(side, seen, sight, at)
}

func (e *Engine) Suppose(sc *state.Scratch, by order.Side, f series.Fight) error {
	return play.Suppose(e.game, sc, f)
}
