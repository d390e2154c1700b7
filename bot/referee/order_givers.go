package referee

import (
	"slices"

	"grognard/rules/order"
)

// A player who gives an order himself is present: his plan does not begin in that phase without him.

// followGivers notes who has given an order himself since the phase began. What a game master takes back may
// have been anybody's: then no plan begins in the phase.
func (g *game) followGivers(s step) {
	b := s.body
	switch {
	case b.reports():
		g.Acted = nil
	case b.Master != nil && b.Undone != nil:
		for _, m := range g.players() {
			g.noteOrder(givenOrder{s.Seq, m.side, m.user})
		}
	case s.By != "" && !isPlanned(s.CommandID) && (b.play() != nil || b.Accepted != nil || b.Undone != nil ||
		b.UndoAsked != nil):
		if side, err := g.side(s.By); err == nil {
			g.noteOrder(givenOrder{s.Seq, side, s.By})
		}
	}
}

func (g *game) noteOrder(o givenOrder) {
	g.Acted = append(slices.DeleteFunc(slices.Clone(g.Acted), func(a givenOrder) bool { return a.User == o.User }), o)
}

// lastOwnOrder is the row of the last order that a user, or a commander of his side, gave himself since the
// phase began, 0 for none.
func (g *game) lastOwnOrder(side order.Side, user string) (seq uint64) {
	for _, a := range g.Acted {
		if a.Side == side && (a.User == user || g.seatOf(side).commands(a.User)) {
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
func (g *game) followTeamOrders(s step) {
	b := s.body
	switch p := b.play(); {
	case p != nil && p.Record.Final():
		g.Given = nil
	case p != nil:
		if side, err := g.side(s.By); err == nil && len(g.seatOf(side).Members) > 0 {
			g.Given = append(slices.Clip(g.Given), givenOrder{s.Seq, side, s.By})
		}
	case b.Undone != nil:
		g.Given = slices.DeleteFunc(slices.Clone(g.Given), func(o givenOrder) bool { return o.Seq > b.Undone.To })
	}
}

// mayUndoAfter says whether a user may take back what his side did after a row: he gave all of it, or he
// commands the side.
func (g *game) mayUndoAfter(user string, side order.Side, to uint64) bool {
	if g.seatOf(side).commands(user) {
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
