package ledger

import (
	"slices"

	"grognard/rules/order"
)

// followGivers notes who has given an order himself since the phase began. What a game master takes back may
// have been anybody's: then no plan begins in the phase.
func (g *Game) followGivers(s Step) {
	b := s.Body
	switch {
	case b.Reports():
		g.Acted = nil
	case b.Master != nil && b.Undone != nil:
		for _, m := range g.Players() {
			g.noteOrder(givenOrder{s.Seq, m.Side, m.User})
		}
	case s.By != "" && !IsPlanned(s.CommandID) && (b.Play() != nil || b.Accepted != nil || b.Undone != nil ||
		b.UndoAsked != nil):
		if side, err := g.Side(s.By); err == nil {
			g.noteOrder(givenOrder{s.Seq, side, s.By})
		}
	}
}

func (g *Game) noteOrder(o givenOrder) {
	g.Acted = append(slices.DeleteFunc(slices.Clone(g.Acted), func(a givenOrder) bool { return a.User == o.User }), o)
}

// lastOwnOrder is the row of the last order that a user, or a commander of his side, gave himself since the
// phase began, 0 for none.
func (g *Game) LastOwnOrder(side order.Side, user string) (seq uint64) {
	for _, a := range g.Acted {
		if a.Side == side && (a.User == user || g.SeatOf(side).commands(a.User)) {
			seq = max(seq, a.Seq)
		}
	}
	return seq
}

// givenOrder is the row of an order, and who gave it.
type givenOrder struct {
	Seq  uint64     `json:"seq"`
	Side order.Side `json:"side"`
	User string     `json:"user"`
}

// followTeamOrders notes who gave the orders of a team, as far back as an undo can reach.
func (g *Game) followTeamOrders(s Step) {
	b := s.Body
	switch p := b.Play(); {
	case p != nil && p.Record.Final():
		g.Given = nil
	case p != nil:
		if side, err := g.Side(s.By); err == nil && len(g.SeatOf(side).Members) > 0 {
			g.Given = append(slices.Clip(g.Given), givenOrder{s.Seq, side, s.By})
		}
	case b.Undone != nil:
		g.Given = slices.DeleteFunc(slices.Clone(g.Given), func(o givenOrder) bool { return o.Seq > b.Undone.To })
	}
}

// mayUndoAfter says whether a user may take back what his side did after a row: he gave all of it, or he
// commands the side.
func (g *Game) mayUndoAfter(user string, side order.Side, to uint64) bool {
	if g.SeatOf(side).commands(user) {
		return true
	}
	theirs := 0
	for _, o := range g.Given {
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
