package ordering

import (
	"cmp"
	"context"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/tables"
	"grognard/bot/referee/ledger/undo"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Undoing is the answer to a user who takes back an order, or who consents to that. Its View tells what was taken back.
type Undoing struct {
	Outcome
	Asked bool        // nothing is taken back yet: the other side is asked
	Why   view.Text   // why the other side must be asked
	Shown []view.Line // what the other side is shown of the orders
}

// Undo takes back the last order of a user's side, or asks the other side to consent. name is Outcome.Undo: ErrStale if
// that is no longer the last order; "" takes back whichever is. Errors: ErrNoGame, ErrOtherGame, ErrNotSeated,
// ErrNotStarted, ErrOver, ErrUndoAsked, ErrStale, and a *view.Denial where it can never be taken back.
func (od *Orders) Undo(ctx context.Context, c api.Command, name string) (Undoing, error) {
	return od.undo(ctx, c, func(g *games.Held, side order.Side) (ledger.Body, error) {
		return undo.TakeBack(g.Game, c.User, side, name)
	})
}

// Undoable returns the name of a user's last order, as in Outcome.Undo; "" where he cannot take it back at once. ended
// says what it ended, or what ended since: "phase", "activation" or, with a pass on a second one, "pass"; or "".
func (od *Orders) Undoable(ctx context.Context, channel, user string) (name, ended string, err error) {
	err = od.games.Look(ctx, channel, func(g *games.Held) error {
		side, err := g.Side(user)
		name = undo.Available(g.Game, user, side)
		if name == "" || err != nil {
			return err
		}
		u, err := undo.Last(g.Game, side)
		if err != nil || u.To >= g.Reported() { // no phase has ended since the row before the order
			return err
		}
		end, _, phase, _ := g.Match.UndoEnd() // phase is the one that ended; the error is that no player ended it
		ended = "phase"
		switch {
		case end.Passed && end.To == u.To:
			ended = "pass"
		case phase.Group != "":
			ended = "activation"
		}
		return nil
	})
	return name, ended, err
}

// AnswerUndo answers the request of this number, 0 for the open one: the other side consents or declines, the
// asking side withdraws it. Errors: those of arrange.Endings.Resign, ErrNoUndo, ErrOwnUndo.
func (od *Orders) AnswerUndo(ctx context.Context, c api.Command, number int, consent bool) (Undoing, error) {
	return od.undo(ctx, c, func(g *games.Held, _ order.Side) (ledger.Body, error) {
		return undo.Answer(g.Game, c.User, number, consent)
	})
}

// undo carries out a command about an undo.
func (od *Orders) undo(ctx context.Context, c api.Command, decide func(*games.Held,
	order.Side) (ledger.Body, error)) (Undoing, error) {
	var out Undoing
	var unread error
	_, err := od.games.Execute(ctx, c, func(g *games.Held) (ledger.Body, error) {
		side, err := g.SideInPlay(c.User)
		if err != nil {
			return ledger.Body{}, err
		}
		return decide(g, side)
	}, func(g *games.Held, told []view.Account) {
		side, _ := g.Side(c.User)
		out.Outcome = Outcome{View: g.Match.View(side).After(told...), Table: tables.Of(g.Game),
			Undo: undo.Available(g.Game, c.User, side)}
		if out.View.Board().Due == nil {
			out.Rest, unread = od.lists.Begun(ctx, g, c.User)
		}
		out.Asked = undo.IsAsked(g.Game, side)
		if !out.Asked {
			return
		}
		// The game has not changed since the request was made, so that these can be found again.
		if u, err := undo.Last(g.Game, side); err == nil {
			out.Why = u.Why
			if out.Why.ID == "" { // the rules ask for no consent, but a clock has run out: see undo.Last
				out.Why = view.T("deny.undo-clock")
			}
		}
		if taken, err := g.Match.Taken(g.UndoRequest.Undo()); err == nil {
			out.Shown = taken.Public()
		}
	})
	return out, cmp.Or(err, unread)
}

// Requested shows what the request of this number would take back, as far as the side that must consent may
// know it. Errors: those of views.Looks.Secret, ErrNoUndo, ErrOwnUndo.
func (od *Orders) Requested(ctx context.Context, channel, user string,
	number int) (v view.Secret, t api.Table, err error) {
	err = od.games.Look(ctx, channel, func(g *games.Held) error {
		side, err := g.Side(user)
		if err != nil {
			return err
		}
		q := g.UndoRequest
		if q == nil || q.Answer != "" || number != g.UndoRequests {
			return api.ErrNoUndo
		}
		if q.Side == side {
			return api.ErrOwnUndo
		}
		if len(q.Overtaken) > 0 {
			return api.ErrNoUndo
		}
		taken, err := g.Match.Taken(q.Undo())
		v, t = g.Match.View(side).After(taken), tables.Of(g.Game)
		return err
	})
	return v, t, err
}
