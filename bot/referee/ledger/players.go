package ledger

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"grognard/bot/referee/api"
	"grognard/rules/first"
	"grognard/rules/order"
)

// Side returns the side that a user plays, as the player of its seat or as a member. Its error is ErrNotSeated.
func (g *Game) Side(user string) (order.Side, error) {
	for _, s := range g.Seats {
		if user != "" && (s.User == user || s.Member(user) != nil) {
			return s.Side, nil
		}
	}
	return "", api.ErrNotSeated
}

// SideMayOrder returns the side of a user, or the reason why the side cannot give orders in the game.
func (g *Game) SideMayOrder(user string) (order.Side, error) {
	side, err := g.Side(user)
	switch {
	case err != nil:
		return "", err
	// a side may still owe a decision when the game is over
	case g.Ending != "", g.Over && len(g.Match.Verbs(side)) == 0:
		return "", api.ErrOver
	case !g.Started:
		return "", api.ErrNotStarted
	}
	return side, nil
}

// SideBeforeStart returns the side of a user in a game that has not begun. It refuses while the start waits for its
// dice, because the words of the seats go into them.
func (g *Game) SideBeforeStart(user string) (order.Side, error) {
	side, err := g.Side(user)
	switch {
	case err != nil:
		return "", err
	case g.Over:
		return "", api.ErrOver
	case g.Started:
		return "", api.ErrStarted
	case g.Waiting != nil:
		return "", g.AwaitingError()
	}
	return side, nil
}

// SideInPlay returns the side of a user in a game that has begun and is not over.
func (g *Game) SideInPlay(user string) (order.Side, error) {
	side, err := g.Side(user)
	switch {
	case err != nil:
		return "", err
	case g.Over:
		return "", api.ErrOver
	case !g.Started:
		return "", api.ErrNotStarted
	}
	return side, nil
}

// SideOfSeatHolder returns the side of a seat's player in a game that has begun and is not over. It refuses members.
func (g *Game) SideOfSeatHolder(user string) (order.Side, error) {
	side, err := g.SideInPlay(user)
	if err == nil && g.Player(side) != user {
		err = api.ErrNotCommander
	}
	return side, err
}

// SideOfCommander returns the side of a user who may give all its orders, ErrNotCommander if he may not.
func (g *Game) SideOfCommander(user string) (order.Side, error) {
	side, err := g.Side(user)
	if err == nil && !g.Seat(side).Commands(user) {
		err = api.ErrNotCommander
	}
	return side, err
}

// Seat returns the seat of a side, the zero Seat for none.
func (g *Game) Seat(side order.Side) Seat {
	seat, _ := first.In(g.Seats, func(s Seat) bool { return s.Side == side })
	return seat
}

// Player returns the player of a side's seat, "" for nobody.
func (g *Game) Player(side order.Side) string { return g.Seat(side).User }

// SidePlayer is a user, the side that he plays, and the audience of messages for him alone.
type SidePlayer struct {
	Side           order.Side
	User, Audience string
}

// Players returns all who play, in the order of play.
func (g *Game) Players() (all []SidePlayer) {
	for _, p := range g.Seats {
		if p.User != "" {
			all = append(all, SidePlayer{p.Side, p.User, AudienceOf(p.Side)})
		}
		for _, m := range p.Members {
			all = append(all, SidePlayer{p.Side, m.User, p.MemberAudience(m)})
		}
	}
	return all
}

// Owner returns the player who commands a unit of a side. A grant of the unit itself comes before one of its formation.
func (g *Game) Owner(p Seat, id order.UnitID) string {
	formation, owner := g.Def.Units[id].Formation, p.User
	for _, r := range p.Grants {
		switch {
		case !r.Begun:
		case slices.Contains(r.Units, id):
			return r.To
		case formation != "" && slices.Contains(r.Formations, formation):
			owner = r.To
		}
	}
	return owner
}

// unitsOf returns the units of a seat's side that a user commands.
func (g *Game) unitsOf(p Seat, user string) (units []order.UnitID) {
	for _, id := range g.Def.Roster {
		if g.Def.Units[id].Side == p.Side && g.Owner(p, id) == user {
			units = append(units, id)
		}
	}
	return units
}

// PublicSeats returns the seats as everybody may know them.
func (g *Game) PublicSeats() (all []api.Seat) {
	for i, s := range g.Seats {
		seat := api.Seat{Side: g.Def.Sides[i], User: s.User, Worded: s.Word != ""}
		if g.Over {
			seat.Word = s.Word
		}
		for _, m := range s.Members {
			seat.Members = append(seat.Members, api.Member{User: m.User, Deputy: s.Commands(m.User)})
			if units := g.unitsOf(s, m.User); len(units) > 0 {
				seat.Commanded = append(seat.Commanded, api.CommandedUnits{User: m.User, Units: units})
			}
		}
		all = append(all, seat)
	}
	return all
}

// Sayable reports whether a game master's reason is printable and not too long.
func Sayable(reason string) bool {
	return utf8.RuneCountInString(reason) <= api.ReasonLimit &&
		!strings.ContainsFunc(reason, func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) })
}
