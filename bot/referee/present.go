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

// playerSeat is a user and the side that he plays, and the audience of what he alone is told.
type playerSeat struct {
	side           order.Side
	user, audience string
}

// manned are all who play, in the order of play.
func (g *game) manned() (all []playerSeat) {
	for _, p := range g.Seats {
		if p.User != "" {
			all = append(all, playerSeat{p.Side, p.User, audienceOf(p.Side)})
		}
		for _, m := range p.Members {
			all = append(all, playerSeat{p.Side, m.User, p.audienceOf(m)})
		}
	}
	return all
}

// manningOf is what a user plays.
func (g *game) manningOf(user string) (playerSeat, error) {
	all := g.manned()
	i := slices.IndexFunc(all, func(m playerSeat) bool { return m.user == user })
	if i < 0 {
		return playerSeat{}, ErrNotSeated
	}
	return all[i], nil
}
