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

// UndoRequest is what a side asks the other one to consent to: that its last order is taken
// back, with all that came after it.
type UndoRequest struct {
	Number int // in its game, from 1
	By     order.Side
	Answer Answer // "" while it stands; Lapsed once others heard of anything else
}

// Consented is the answer to a request that was granted.
const Consented Answer = "consented"

// undoRequest is a request as the frame keeps it. One that is overtaken by what nobody was
// told of, such as another order for a stack, cannot be consented to any more. But only the
// one who did it may know: for all others it stands until they hear of something.
type undoRequest struct {
	undoAsked
	Answer    Answer       `json:"answer,omitempty"`
	Overtaken []order.Side `json:"overtaken,omitempty"`
}

// Undoing is the answer to one who takes an order back, or to his opponent, who consents. The
// view tells what was taken back.
type Undoing struct {
	Outcome
	Asked bool        // nothing is taken back yet: the opponent is asked
	Why   view.Text   // why he has to be
	Shown []view.Line // what he is shown of the asker's orders
}

// Undo takes the last order of a user's side back, or asks his opponent to consent. With the
// name of an order, which an Outcome gave, it is ErrStale unless that is the last one. Errors:
// ErrNoGame, ErrOtherGame, ErrNotSeated, ErrNotStarted, ErrOver, ErrUndoAsked, ErrStale, and a
// *view.Denial where it can never be taken back.
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

// AnswerUndo answers the request of this number, 0 for the one that stands: the other side
// consents or declines, the one who asked withdraws. Errors: those of Resign, ErrNoUndo,
// ErrOwnUndo.
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

// undo carries out a command about an undo, for a player of a game under way.
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
		// A request that the log has taken can be told: the game is as it was when it was made.
		if u, err := g.match.Undo(side); err == nil {
			out.Why = u.Why
		}
		if taken, err := g.match.Taken(g.Request.undo()); err == nil {
			out.Shown = taken.Public()
		}
	})
	return out, cmp.Or(err, unread)
}

// Requested is what the request of this number would take back, as the side that has to
// consent may know it: what it would be told of the orders, and its own. Errors: those of
// Secret, ErrNoUndo, ErrOwnUndo.
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

// followUndo keeps of a row what an undo has to know, and forgets what it takes back.
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

// heardAfter says whether others have heard of any of the rows after one.
func (g *game) heardAfter(to uint64) bool {
	return slices.ContainsFunc(g.Heard, func(seq uint64) bool { return seq > to })
}

// followRequest brings the request for an undo up to a row. It lapses when anything else happens
// in the game: for those who are not told of that, when they are told of something.
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

// asksUndo says whether a side's request stands, as far as the side may know.
func (g *game) asksUndo(side order.Side) bool {
	q := g.Request
	return q != nil && q.Answer == "" && q.Side == side && !slices.Contains(q.Overtaken, side)
}

// lastRequest is the request that was made last, nil when there was none.
func (g *game) lastRequest() *UndoRequest {
	if g.Request == nil {
		return nil
	}
	return &UndoRequest{Number: g.Requests, By: g.Request.Side, Answer: g.Request.Answer}
}

// undoable names a side's last order where a user can take it back at once, "" where it cannot.
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

// undoName names the order that an undo takes back: as a notification is named, so that its sequence
// does not show, by which orders of the other side could be counted.
func (g *game) undoName(u rules.Undo) string { return g.keyed(fmt.Sprintf("undo %d", u.To)) }
