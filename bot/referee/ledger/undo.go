package ledger

import (
	"fmt"
	"slices"

	"grognard/bot/referee/api"
	"grognard/rules"
	"grognard/rules/order"
)

// undoRequest is a request for an undo, in the frame. A request that was overtaken by a row which was not
// announced, such as another order for a stack, can no longer be granted. But only the sides of Overtaken,
// which gave such rows, may know: for the others it is open until something is announced.
type undoRequest struct {
	undoAsked
	Answer    api.Answer   `json:"answer,omitempty"`
	Overtaken []order.Side `json:"overtaken,omitempty"`
}

func (g *Game) TakeBack(user string, side order.Side, name string) (Body, error) {
	if err := g.checkNotPaused(); err != nil {
		return Body{}, err
	}
	u, err := g.Match.Undo(side)
	switch {
	case g.Waiting != nil:
		return Body{}, g.awaiting()
	case err != nil:
		return Body{}, err
	case name != "" && name != g.UndoName(u):
		return Body{}, api.ErrStale
	case u.To < g.Handed:
		return Body{}, api.ErrHanded
	case !g.mayUndoAfter(user, side, u.To):
		return Body{}, api.ErrNotUndoer
	case !u.Consent:
		return Body{Version: BodyVersion, Undone: &UndoneOf{Side: side, To: u.To, Told: g.heardAfter(u.To)}}, nil
	case g.AsksUndo(side):
		return Body{}, api.ErrUndoAsked
	}
	return Body{Version: BodyVersion, UndoAsked: &undoAsked{side, u.To}}, nil
}

func (g *Game) AnswerUndo(user string, number int, consent bool) (Body, error) {
	q := g.Request
	side, err := g.sideOfCommander(user)
	if err != nil {
		return Body{}, err
	}
	if err := g.checkNotPaused(); err != nil {
		return Body{}, err
	}
	if g.Waiting != nil {
		return Body{}, g.awaiting()
	}
	if q == nil || q.Answer != "" || number != 0 && number != g.Requests {
		return Body{}, api.ErrNoUndo
	}
	switch {
	case consent && q.Side == side:
		return Body{}, api.ErrOwnUndo
	case consent && len(q.Overtaken) > 0:
		return Body{}, api.ErrNoUndo
	case consent:
		return Body{Version: BodyVersion, Undone: &UndoneOf{Side: q.Side, To: q.To, Consent: true, Told: true}}, nil
	case q.Side == side:
		return Body{Version: BodyVersion, UndoDenied: &UndoDeniedOf{api.TakenBack}}, nil
	}
	return Body{Version: BodyVersion, UndoDenied: &UndoDeniedOf{api.Declined}}, nil
}

func (q undoAsked) Undo() rules.Undo { return rules.Undo{Side: q.Side, To: q.To, Consent: true} }

// followUndo updates what the frame keeps for undos.
func (g *Game) followUndo(s Step) {
	b := s.Body
	if p := b.Play(); p != nil && (p.Record.Final() || b.Started != nil) {
		g.Heard, g.Closed = nil, g.Closed[max(len(g.Closed)-1, 0):]
	}
	switch p := b.Play(); {
	case b.Reports():
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
func (g *Game) heardAfter(to uint64) bool {
	return slices.ContainsFunc(g.Heard, func(seq uint64) bool { return seq > to })
}

// followRequest updates the request for an undo by a row. It lapses when anything else happens in the game; for
// those who are not told of that, when something is announced.
func (g *Game) followRequest(s Step) {
	b, answer, overtaken := s.Body, api.Answer(""), []order.Side(nil)
	switch {
	case b.UndoAsked != nil:
		g.Request = &undoRequest{undoAsked: *b.UndoAsked}
		g.Requests++
	case b.UndoDenied != nil:
		answer = b.UndoDenied.Answer
	case b.Undone != nil && b.Undone.Consent:
		answer = api.Consented
	case b.SeatTaken():
		answer = api.Lapsed
	case b.Play() != nil || b.Undone != nil || b.Ended != nil:
		if b.Heard() {
			answer = api.Lapsed
		} else if side, err := g.Side(s.By); err == nil {
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
func (g *Game) AsksUndo(side order.Side) bool {
	q := g.Request
	return q != nil && q.Answer == "" && q.Side == side && !slices.Contains(q.Overtaken, side)
}

// lastRequest is the last request for an undo, nil for none.
func (g *Game) lastRequest() *api.UndoRequest {
	if g.Request == nil {
		return nil
	}
	return &api.UndoRequest{Number: g.Requests, By: g.Request.Side, Answer: g.Request.Answer}
}

// undoable is the undoName of a side's last order if a user can take it back at once, otherwise "".
func (g *Game) Undoable(user string, side order.Side) string {
	if g.Over || g.Waiting != nil || g.Paused != nil {
		return ""
	}
	u, err := g.Match.Undo(side)
	if err != nil || u.Consent || u.To < g.Handed || !g.mayUndoAfter(user, side, u.To) {
		return ""
	}
	return g.UndoName(u)
}

// undoName names the order that an undo takes back. It is keyed because a sequence would tell how many orders
// the other side has given.
func (g *Game) UndoName(u rules.Undo) string { return g.keyed(fmt.Sprintf("undo %d", u.To)) }
