package referee

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"grognard/rules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// UndoRequest is a side's request that the other side consents to taking back its last order, with all that
// came after it.
type UndoRequest struct {
	Number int // in its game, from 1
	By     order.Side
	Answer Answer // "" while it is open; Lapsed when something else was announced
}

// Consented is the answer to a request for an undo that was granted.
const Consented Answer = "consented"

// undoRequest is a request for an undo, in the frame. A request that was overtaken by a row which was not
// announced, such as another order for a stack, can no longer be granted. But only the sides of Overtaken,
// which gave such rows, may know: for the others it is open until something is announced.
type undoRequest struct {
	undoAsked
	Answer    Answer       `json:"answer,omitempty"`
	Overtaken []order.Side `json:"overtaken,omitempty"`
}

// Undoing is the answer to a user who takes back an order, or who consents to that. Its View tells what was
// taken back.
type Undoing struct {
	Outcome
	Asked bool        // nothing is taken back yet: the other side is asked
	Why   view.Text   // why it must be asked
	Shown []view.Line // what it is shown of the orders
}

// Undo takes back the last order of a user's side, or asks the other side to consent. Name is Outcome.Undo:
// ErrStale if that is no longer the last order; "" takes back whichever is. Errors: ErrNoGame, ErrOtherGame,
// ErrNotSeated, ErrNotStarted, ErrOver, ErrUndoAsked, ErrStale, and a *view.Denial where it can never be taken
// back.
func (r *Referee) Undo(ctx context.Context, c Command, name string) (Undoing, error) {
	return r.undo(ctx, c, func(g *game, side order.Side) (body, error) { return g.takeBack(c.User, side, name) })
}

func (g *game) takeBack(user string, side order.Side, name string) (body, error) {
	if err := g.checkNotPaused(); err != nil {
		return body{}, err
	}
	u, err := g.match.Undo(side)
	switch {
	case g.Waiting != nil:
		return body{}, g.awaiting()
	case err != nil:
		return body{}, err
	case name != "" && name != g.undoName(u):
		return body{}, ErrStale
	case u.To < g.Handed:
		return body{}, ErrHanded
	case !g.mayUndoAfter(user, side, u.To):
		return body{}, ErrNotUndoer
	case !u.Consent:
		return body{Version: bodyVersion, Undone: &undone{Side: side, To: u.To, Told: g.heardAfter(u.To)}}, nil
	case g.asksUndo(side):
		return body{}, ErrUndoAsked
	}
	return body{Version: bodyVersion, UndoAsked: &undoAsked{side, u.To}}, nil
}

// AnswerUndo answers the request of this number, 0 for the open one: the other side consents or declines, the
// asking side withdraws it. Errors: those of Resign, ErrNoUndo, ErrOwnUndo.
func (r *Referee) AnswerUndo(ctx context.Context, c Command, number int, consent bool) (Undoing, error) {
	return r.undo(ctx, c, func(g *game, _ order.Side) (body, error) { return g.answerUndo(c.User, number, consent) })
}

func (g *game) answerUndo(user string, number int, consent bool) (body, error) {
	q := g.Request
	side, err := g.sideOfCommander(user)
	if err != nil {
		return body{}, err
	}
	if err := g.checkNotPaused(); err != nil {
		return body{}, err
	}
	if g.Waiting != nil {
		return body{}, g.awaiting()
	}
	if q == nil || q.Answer != "" || number != 0 && number != g.Requests {
		return body{}, ErrNoUndo
	}
	switch {
	case consent && q.Side == side:
		return body{}, ErrOwnUndo
	case consent && len(q.Overtaken) > 0:
		return body{}, ErrNoUndo
	case consent:
		return body{Version: bodyVersion, Undone: &undone{Side: q.Side, To: q.To, Consent: true, Told: true}}, nil
	case q.Side == side:
		return body{Version: bodyVersion, UndoDenied: &undoDenied{TakenBack}}, nil
	}
	return body{Version: bodyVersion, UndoDenied: &undoDenied{Declined}}, nil
}

// undo carries out a command about an undo.
func (r *Referee) undo(ctx context.Context, c Command, decide func(*game, order.Side) (body, error)) (Undoing, error) {
	var out Undoing
	var unread error
	_, err := r.execute(ctx, c, func(g *game) (body, error) {
		side, err := g.sideInPlay(c.User)
		if err != nil {
			return body{}, err
		}
		return decide(g, side)
	}, func(g *game, told []view.Account) {
		side, _ := g.side(c.User)
		out.Outcome = Outcome{View: g.match.View(side).After(told...), Table: g.table(), Undo: g.undoable(c.User, side)}
		if out.View.Board().Due == nil {
			out.Rest, unread = r.begun(ctx, g, c.User)
		}
		if out.Asked = g.asksUndo(side); !out.Asked {
			return
		}
		// The game has not changed since the request was made, so that these can be found again.
		if u, err := g.match.Undo(side); err == nil {
			out.Why = u.Why
		}
		if taken, err := g.match.Taken(g.Request.undo()); err == nil {
			out.Shown = taken.Public()
		}
	})
	return out, cmp.Or(err, unread)
}

// Requested shows what the request of this number would take back, as far as the side that must consent may
// know it. Errors: those of Secret, ErrNoUndo, ErrOwnUndo.
func (r *Referee) Requested(ctx context.Context, channel, user string, number int) (v view.Secret, t Table, err error) {
	err = r.look(ctx, channel, func(g *game) error {
		side, err := g.side(user)
		if err != nil {
			return err
		}
		q := g.Request
		if q == nil || q.Answer != "" || number != g.Requests {
			return ErrNoUndo
		}
		if q.Side == side {
			return ErrOwnUndo
		}
		if len(q.Overtaken) > 0 {
			return ErrNoUndo
		}
		taken, err := g.match.Taken(q.undo())
		v, t = g.match.View(side).After(taken), g.table()
		return err
	})
	return v, t, err
}

func (q undoAsked) undo() rules.Undo { return rules.Undo{Side: q.Side, To: q.To, Consent: true} }

// followUndo updates what the frame keeps for undos.
func (g *game) followUndo(s step) {
	b := s.body
	if p := b.play(); p != nil && (p.Record.Final() || b.Started != nil) {
		g.Heard, g.Closed = nil, g.Closed[max(len(g.Closed)-1, 0):]
	}
	switch p := b.play(); {
	case b.reports():
		g.Closed, g.Heard = append(slices.Clip(g.Closed), s.Seq), append(slices.Clip(g.Heard), s.Seq)
	case p != nil && p.Told:
		g.Heard = append(slices.Clip(g.Heard), s.Seq)
	case b.Undone != nil:
		after := func(seq uint64) bool { return seq > b.Undone.To }
		if slices.ContainsFunc(g.Closed, after) {
			g.lapseOffer()
		}
		g.Closed, g.Heard = slices.DeleteFunc(slices.Clone(g.Closed), after),
			slices.DeleteFunc(slices.Clone(g.Heard), after)
	}
	g.followRequest(s)
	g.followTeamOrders(s)
}

// heardAfter says whether any row after a sequence was announced.
func (g *game) heardAfter(to uint64) bool {
	return slices.ContainsFunc(g.Heard, func(seq uint64) bool { return seq > to })
}

// followRequest updates the request for an undo by a row. It lapses when anything else happens in the game; for
// those who are not told of that, when something is announced.
func (g *game) followRequest(s step) {
	b, answer, overtaken := s.body, Answer(""), []order.Side(nil)
	switch {
	case b.UndoAsked != nil:
		g.Request = &undoRequest{undoAsked: *b.UndoAsked}
		g.Requests++
	case b.UndoDenied != nil:
		answer = b.UndoDenied.Answer
	case b.Undone != nil && b.Undone.Consent:
		answer = Consented
	case b.seatTaken():
		answer = Lapsed
	case b.play() != nil || b.Undone != nil || b.Ended != nil:
		if b.heard() {
			answer = Lapsed
		} else if side, err := g.side(s.By); err == nil {
			overtaken = []order.Side{side}
		}
	}
	if q := g.Request; q != nil && q.Answer == "" && (answer != "" || overtaken != nil) {
		after := *q
		after.Answer, after.Overtaken = answer, append(slices.Clip(q.Overtaken), overtaken...)
		g.Request = &after
	}
}

// asksUndo says whether a side has an open request, as far as the side may know.
func (g *game) asksUndo(side order.Side) bool {
	q := g.Request
	return q != nil && q.Answer == "" && q.Side == side && !slices.Contains(q.Overtaken, side)
}

// lastRequest is the last request for an undo, nil for none.
func (g *game) lastRequest() *UndoRequest {
	if g.Request == nil {
		return nil
	}
	return &UndoRequest{Number: g.Requests, By: g.Request.Side, Answer: g.Request.Answer}
}

// undoable is the undoName of a side's last order if a user can take it back at once, otherwise "".
func (g *game) undoable(user string, side order.Side) string {
	if g.over || g.Waiting != nil || g.Paused != nil {
		return ""
	}
	u, err := g.match.Undo(side)
	if err != nil || u.Consent || u.To < g.Handed || !g.mayUndoAfter(user, side, u.To) {
		return ""
	}
	return g.undoName(u)
}

// undoName names the order that an undo takes back. It is keyed because a sequence would tell how many orders
// the other side has given.
func (g *game) undoName(u rules.Undo) string { return g.keyed(fmt.Sprintf("undo %d", u.To)) }
