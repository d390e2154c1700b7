package referee

import (
	"slices"

	"grognard/rules/order"
)

// Who gives an order himself is there: no plan of his begins in the phase without him.

// act notes who has given an order of his own since the phase began. What a game master takes back may
// have been anybody's: then no plan begins by itself in the phase.
func (g *game) act(s step) {
	b := s.body
	switch {
	case b.reports():
		g.Acted = nil
	case b.Master != nil && b.Undone != nil:
		for _, m := range g.manned() {
			g.note(given{s.Seq, m.side, m.user})
		}
	case s.By != "" && !isPlanned(s.CommandID) && (b.play() != nil || b.Accepted != nil || b.Undone != nil ||
		b.UndoAsked != nil):
		if side, err := g.side(s.By); err == nil {
			g.note(given{s.Seq, side, s.By})
		}
	}
}

func (g *game) note(o given) {
	g.Acted = append(slices.DeleteFunc(slices.Clone(g.Acted), func(a given) bool { return a.User == o.User }), o)
}

// acted is the row of the last order that a user, or one who commands his side, gave himself since the
// phase began, 0 for none.
func (g *game) acted(side order.Side, user string) (seq uint64) {
	for _, a := range g.Acted {
		if a.Side == side && (a.User == user || g.of(side).commands(a.User)) {
			seq = max(seq, a.Seq)
		}
	}
	return seq
}

// given is an order of a side that has a team, and who gave it.
type given struct {
	Seq  uint64     `json:"seq"`
	Side order.Side `json:"side"`
	User string     `json:"user"`
}

// gave notes who gives the orders of a team, as far back as an undo can go.
func (g *game) gave(s step) {
	b := s.body
	switch p := b.play(); {
	case p != nil && p.Record.Final():
		g.Given = nil
	case p != nil:
		if side, err := g.side(s.By); err == nil && len(g.of(side).Members) > 0 {
			g.Given = append(slices.Clip(g.Given), given{s.Seq, side, s.By})
		}
	case b.Undone != nil:
		g.Given = slices.DeleteFunc(slices.Clone(g.Given), func(o given) bool { return o.Seq > b.Undone.To })
	}
}

// gaveAfter says whether a user may take back what his side did after a row: all of it was his, or he
// commands the side.
func (g *game) gaveAfter(user string, side order.Side, to uint64) bool {
	if g.of(side).commands(user) {
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
