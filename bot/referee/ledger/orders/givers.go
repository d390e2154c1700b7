package orders

import (
	"slices"

	"grognard/bot/referee/ledger"
	"grognard/rules/order"
)

// Follow stores who has given an order himself since the phase began. If a game master takes orders back, every player
// counts as having given one, because any of them may have: then no list begins by itself in the phase.
func Follow(g *ledger.Game, s ledger.Step) {
	b := s.Body
	switch {
	case b.IsReported():
		g.OwnOrders = nil
	case b.Master != nil && b.Undone != nil:
		for _, m := range g.Players() {
			noteOrder(g, ledger.GivenOrder{Seq: s.Seq, Side: m.Side, User: m.User})
		}
	case s.By != "" && !ledger.IsFromList(s.CommandID) && (b.Result() != nil || b.Accepted != nil || b.Undone != nil ||
		b.UndoAsked != nil):
		if side, err := g.Side(s.By); err == nil {
			noteOrder(g, ledger.GivenOrder{Seq: s.Seq, Side: side, User: s.By})
		}
	}
}

// noteOrder stores a user's last order.
func noteOrder(g *ledger.Game, o ledger.GivenOrder) {
	g.OwnOrders = append(slices.DeleteFunc(slices.Clone(g.OwnOrders),
		func(a ledger.GivenOrder) bool { return a.User == o.User }), o)
}

// LastOwnOrder returns the row of the last order that a user or a commander of his side gave himself, not by a list, in
// this phase; 0 for none.
func LastOwnOrder(g *ledger.Game, side order.Side, user string) (seq uint64) {
	for _, a := range g.OwnOrders {
		if a.Side == side && (a.User == user || g.Seat(side).Commands(a.User)) {
			seq = max(seq, a.Seq)
		}
	}
	return seq
}

// GiverAfter returns the side whose command led to what is pending after a row, "" for none. A row without a giver
// continues the command before it, unless it is the game's answer for a player whose clock ran out. A row that a list
// gave counts for none, because its giver need not be present: that is what absent says.
func GiverAfter(g *ledger.Game, by string, absent bool, b ledger.Body) order.Side {
	if b.Undone != nil {
		return b.Undone.Side
	}
	if absent {
		return ""
	}
	if side, err := g.Side(by); err == nil {
		return side
	}
	if p := b.Result(); g.Passing || b.Bound != nil || p != nil && p.Standing || b.Accepted != nil &&
		b.Accepted.Standing {
		return g.Giver
	}
	return ""
}
