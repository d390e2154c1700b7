package undo

import (
	"slices"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/endings"
	"grognard/rules/order"
)

// Follow updates what the frame stores for undos.
func Follow(g *ledger.Game, s ledger.Step) {
	b := s.Body
	if p := b.Result(); p != nil && (p.Record.Final() || b.Started != nil) {
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

// announcedAfter reports whether any row after a sequence was announced.
func announcedAfter(g *ledger.Game, to uint64) bool {
	return slices.ContainsFunc(g.Announced, func(seq uint64) bool { return seq > to })
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
