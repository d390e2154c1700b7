package undo

import (
	"fmt"
	"slices"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/endings"
	"grognard/rules"
	"grognard/rules/order"
)

// TakeBack returns the row that takes back a side's last order, or that asks the other side to consent to it. name is
// what Name returns for the order that the user wants to take back, "" for the last.
func TakeBack(g *ledger.Game, user string, side order.Side, name string) (ledger.Body, error) {
	if err := g.CheckNotPaused(); err != nil {
		return ledger.Body{}, err
	}
	u, err := Last(g, side)
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
			Announced: slices.ContainsFunc(g.Announced, func(seq uint64) bool { return seq > u.To })}}, nil
	case IsAsked(g, side):
		return ledger.Body{}, api.ErrUndoAsked
	}
	return ledger.Body{Version: ledger.BodyVersion, UndoAsked: &ledger.UndoAsked{Side: side, To: u.To}}, nil
}

// Answer returns the row that consents to the open request for an undo, declines it, or withdraws the user's own.
// number is that of the request, 0 for the open one.
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
	u, err := Last(g, side)
	if err != nil || u.Consent || u.To < g.HandedOver || !mayUndoAfter(g, user, side, u.To) {
		return ""
	}
	return Name(g, u)
}

// Last returns the undo of a side's last order. If the order ended the choice that the other side had since a clock ran
// out, the undo needs consent: otherwise an order and its undo could take that choice away.
func Last(g *ledger.Game, side order.Side) (rules.Undo, error) {
	u, err := g.Match.Undo(side)
	if err == nil && !u.Consent && g.Clock != nil && u.To < g.Clock.Closed {
		u.Consent = true
	}
	return u, err
}

// Name returns a name for the order that an undo takes back. It is keyed because a sequence would tell how many
// orders the other side has given.
func Name(g *ledger.Game, u rules.Undo) string { return g.Keyed(fmt.Sprintf("undo %d", u.To)) }

// mayUndoAfter reports whether a user may take back what his side did after a row: he commands it, or gave all of that.
func mayUndoAfter(g *ledger.Game, user string, side order.Side, to uint64) bool {
	if g.Seat(side).Commands(user) {
		return true
	}
	count := 0
	for _, o := range g.TeamOrders {
		if o.Side != side || o.Seq <= to {
			continue
		}
		if o.User != user {
			return false
		}
		count++
	}
	return count > 0
}

// Follow updates what the frame stores for undos.
func Follow(g *ledger.Game, s ledger.Step) {
	b := s.Body
	if p := b.Result(); p != nil && (p.Record.Final() || b.Started != nil) { // no row before it can be taken back
		g.Announced, g.PhaseEnds = nil, g.PhaseEnds[max(len(g.PhaseEnds)-1, 0):]
	}
	switch p := b.Result(); {
	case b.IsReported():
		g.PhaseEnds, g.Announced = append(slices.Clip(g.PhaseEnds), s.Seq), append(slices.Clip(g.Announced), s.Seq)
	case p != nil && p.Announced:
		g.Announced = append(slices.Clip(g.Announced), s.Seq)
	case b.Undone != nil:
		after := func(seq uint64) bool { return seq > b.Undone.To }
		if slices.ContainsFunc(g.PhaseEnds, after) {
			endings.Lapse(g)
		}
		g.PhaseEnds, g.Announced = slices.DeleteFunc(slices.Clone(g.PhaseEnds), after),
			slices.DeleteFunc(slices.Clone(g.Announced), after)
	}
	followRequest(g, s)
	followTeamOrders(g, s)
}

// followRequest updates the request for an undo by a row. The request lapses when anything else happens in the game;
// for those who are not told of that, when something is announced.
func followRequest(g *ledger.Game, s ledger.Step) {
	b, answer, overtaken := s.Body, api.Answer(""), []order.Side(nil)
	switch {
	case b.UndoAsked != nil:
		g.UndoRequest = &ledger.UndoRequest{UndoAsked: *b.UndoAsked}
		g.UndoRequests++
	case b.UndoDenied != nil:
		answer = b.UndoDenied.Answer
	case b.Undone != nil && b.Undone.Consent:
		answer = api.Consented
	case b.TakesSeat():
		answer = api.Lapsed
	case b.Result() != nil || b.Undone != nil || b.Ended != nil:
		if b.IsAnnouncedChange() {
			answer = api.Lapsed
		} else if side, err := g.Side(s.By); err == nil {
			overtaken = []order.Side{side}
		}
	}
	if q := g.UndoRequest; q != nil && q.Answer == "" && (answer != "" || overtaken != nil) {
		after := *q
		after.Answer, after.Overtaken = answer, append(slices.Clip(q.Overtaken), overtaken...)
		g.UndoRequest = &after
	}
}

// followTeamOrders stores who gave the orders of a team, as far back as an undo can reach.
func followTeamOrders(g *ledger.Game, s ledger.Step) {
	b := s.Body
	switch p := b.Result(); {
	case p != nil && p.Record.Final():
		g.TeamOrders = nil
	case p != nil:
		if side, err := g.Side(s.By); err == nil && len(g.Seat(side).Members) > 0 {
			g.TeamOrders = append(slices.Clip(g.TeamOrders), ledger.GivenOrder{Seq: s.Seq, Side: side, User: s.By})
		}
	case b.Undone != nil:
		g.TeamOrders = slices.DeleteFunc(slices.Clone(g.TeamOrders),
			func(o ledger.GivenOrder) bool { return o.Seq > b.Undone.To })
	}
}
