package undo

import (
	"fmt"
	"slices"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/rules"
	"grognard/rules/order"
)

// TakeBack returns the row that takes back a side's last order, or that asks the other side to consent to it. Name is
// what Name returns for the order that the user wants to take back, "" for the last.
func TakeBack(g *ledger.Game, user string, side order.Side, name string) (ledger.Body, error) {
	if err := g.CheckNotPaused(); err != nil {
		return ledger.Body{}, err
	}
	u, err := g.Match.Undo(side)
	switch {
	case g.Waiting != nil:
		return ledger.Body{}, g.AwaitingError()
	case err != nil:
		return ledger.Body{}, err
	case name != "" && name != Name(g, u):
		return ledger.Body{}, api.ErrStale
	case u.To < g.HandedOver:
		return ledger.Body{}, api.ErrHanded
	case !mayUndoAfter(g, user, side, u.To):
		return ledger.Body{}, api.ErrNotUndoer
	case !u.Consent:
		return ledger.Body{Version: ledger.BodyVersion, Undone: &ledger.Undone{Side: side, To: u.To,
			Announced: announcedAfter(g, u.To)}}, nil
	case IsAsked(g, side):
		return ledger.Body{}, api.ErrUndoAsked
	}
	return ledger.Body{Version: ledger.BodyVersion, UndoAsked: &ledger.UndoAsked{Side: side, To: u.To}}, nil
}

// Answer returns the row that consents to the open request for an undo, declines it, or withdraws the user's own.
// Number is that of the request, 0 for the open one.
func Answer(g *ledger.Game, user string, number int, consent bool) (ledger.Body, error) {
	q := g.UndoRequest
	side, err := g.SideOfCommander(user)
	if err != nil {
		return ledger.Body{}, err
	}
	if err := g.CheckNotPaused(); err != nil {
		return ledger.Body{}, err
	}
	if g.Waiting != nil {
		return ledger.Body{}, g.AwaitingError()
	}
	if q == nil || q.Answer != "" || number != 0 && number != g.UndoRequests {
		return ledger.Body{}, api.ErrNoUndo
	}
	switch {
	case consent && q.Side == side:
		return ledger.Body{}, api.ErrOwnUndo
	case consent && len(q.Overtaken) > 0:
		return ledger.Body{}, api.ErrNoUndo
	case consent:
		return ledger.Body{Version: ledger.BodyVersion, Undone: &ledger.Undone{Side: q.Side, To: q.To, Consent: true,
			Announced: true}}, nil
	case q.Side == side:
		return ledger.Body{Version: ledger.BodyVersion, UndoDenied: &ledger.UndoDenied{Answer: api.TakenBack}}, nil
	}
	return ledger.Body{Version: ledger.BodyVersion, UndoDenied: &ledger.UndoDenied{Answer: api.Declined}}, nil
}

// IsAsked reports whether a side has an open request, as far as the side may know.
func IsAsked(g *ledger.Game, side order.Side) bool {
	q := g.UndoRequest
	return q != nil && q.Answer == "" && q.Side == side && !slices.Contains(q.Overtaken, side)
}

// LastRequest returns the last request for an undo, nil for none.
func LastRequest(g *ledger.Game) *api.UndoRequest {
	if g.UndoRequest == nil {
		return nil
	}
	return &api.UndoRequest{Number: g.UndoRequests, By: g.UndoRequest.Side, Answer: g.UndoRequest.Answer}
}

// Available returns the Name of a side's last order if a user can take it back at once, otherwise "".
func Available(g *ledger.Game, user string, side order.Side) string {
	if g.Over || g.Waiting != nil || g.Paused != nil {
		return ""
	}
	u, err := g.Match.Undo(side)
	if err != nil || u.Consent || u.To < g.HandedOver || !mayUndoAfter(g, user, side, u.To) {
		return ""
	}
	return Name(g, u)
}

// Name returns a name for the order that an undo takes back. It is keyed because a sequence would tell how many
// orders the other side has given.
func Name(g *ledger.Game, u rules.Undo) string { return g.Keyed(fmt.Sprintf("undo %d", u.To)) }

// mayUndoAfter reports whether a user may take back what his side did after a row: he gave all of it, or he commands
// the side.
func mayUndoAfter(g *ledger.Game, user string, side order.Side, to uint64) bool {
	if g.Seat(side).Commands(user) {
		return true
	}
	theirs := 0
	for _, o := range g.TeamOrders {
		if o.Side != side || o.Seq <= to {
			continue
		}
		if o.User != user {
			return false
		}
		theirs++
	}
	return theirs > 0
}
