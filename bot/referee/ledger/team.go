package ledger

import (
	"slices"

	"grognard/bot/referee/api"
	"grognard/rules/order"
)

// team is Team for a user who plays a side.
func (g *Game) Team(user string) api.Team {
	side, _ := g.Side(user)
	p := g.SeatOf(side)
	t := api.Team{Table: g.Table(), View: g.Match.View(side), Commander: p.User}
	for _, m := range p.Members {
		t.Members = append(t.Members, api.Teammate{Member: api.Member{User: m.User, Deputy: m.Deputy}, Formations: m.Formations, Units: m.Units})
	}
	for _, v := range g.Invited {
		if v.Side == side && !g.Over {
			t.Invited = append(t.Invited, api.Teammate{Member: api.Member{User: v.User, Deputy: v.Deputy}, Formations: v.Formations, Units: v.Units})
		}
	}
	return t
}

func (g *Game) Deputise(by, user string) (Body, error) {
	side, err := g.SideRecruiting(by, user)
	if err != nil {
		return Body{}, err
	}
	if user == by {
		return Body{}, api.ErrOwnSeat
	}
	if g.SeatOf(side).deputy() != nil {
		return Body{}, api.ErrDeputy
	}
	return reseat(api.Deputised, side), nil
}

// sideRecruiting is the side of a player who makes a user a member, if that user can be one.
func (g *Game) SideRecruiting(by, user string) (order.Side, error) {
	side, err := g.SideOfSeatHolder(by)
	switch {
	case err != nil:
		return "", err
	case user == "":
		return "", api.ErrNoMember
	case user == by:
		return side, nil
	}
	return side, g.checkRoom(side, user)
}

// assignment is the row that assigns units. Everybody is told of a new member, but only the side knows which
// units he commands.
func (g *Game) Assignment(by, user string, f force) (Body, error) {
	side, err := g.SideRecruiting(by, user)
	if err != nil {
		return Body{}, err
	}
	b := reseat(api.Assigned, side)
	b.Reseated.Force, b.Reseated.Told = &f, user != by && g.SeatOf(side).At(user) == nil
	return b, nil
}

func (g *Game) Dismiss(by string, slot int) (Body, error) {
	side, err := g.SideInPlay(by)
	if err != nil {
		return Body{}, err
	}
	p := g.SeatOf(side)
	i := slices.IndexFunc(p.Members, func(m member) bool { return m.Slot == slot })
	switch {
	case i < 0:
		return Body{}, api.ErrNoMember
	case p.User != by && p.Members[i].User != by:
		return Body{}, api.ErrNotCommander
	}
	b := reseat(api.Dismissed, side)
	b.Reseated.Slot = slot
	return b, nil
}
