package referee

import (
	"context"
	"slices"

	"grognard/rules/order"
	"grognard/rules/view"
)

// Team lists those who play a side, as the side alone may know it.
type Team struct {
	Table     Table
	View      view.Secret
	Commander string
	Members   []Teammate
	Invited   []Teammate // those who have not answered
}

// Teammate is a member of a side, and what he commands.
type Teammate struct {
	Member
	Formations []string
	Units      []order.UnitID // single units beside the formations
}

// Team lists those who play the user's side. Errors: those of Secret.
func (r *Referee) Team(ctx context.Context, channel, user string) (team Team, err error) {
	err = r.look(ctx, channel, func(g *game) error {
		if _, err := g.side(user); err != nil {
			return err
		}
		team = g.team(user)
		return nil
	})
	return team, err
}

// team is Team for a user who plays a side.
func (g *game) team(user string) Team {
	side, _ := g.side(user)
	p := g.seatOf(side)
	t := Team{Table: g.table(), View: g.match.View(side), Commander: p.User}
	for _, m := range p.Members {
		t.Members = append(t.Members, Teammate{Member{m.User, m.Deputy}, m.Formations, m.Units})
	}
	for _, v := range g.Invited {
		if v.Side == side && !g.over {
			t.Invited = append(t.Invited, Teammate{Member{v.User, v.Deputy}, v.Formations, v.Units})
		}
	}
	return t
}

// Deputise makes a user the deputy of the player of a seat, until he is dismissed. A deputy can give all orders
// and answers and sees what the side sees; he can neither end the game nor hand over the seat. A user who does
// not play the side yet is invited first. Errors: those of Resign, ErrNotCommander, ErrOwnSeat, ErrPlays,
// ErrKnows, ErrDeputy, ErrTeamFull, ErrInvited.
func (r *Referee) Deputise(ctx context.Context, c Command, user string) (Table, error) {
	return r.executeFrameFor(ctx, c, user, func(g *game) (body, error) {
		b, err := g.deputise(c.User, user)
		if err != nil {
			return body{}, err
		}
		return g.invite(b, user)
	})
}

func (g *game) deputise(by, user string) (body, error) {
	side, err := g.sideRecruiting(by, user)
	if err != nil {
		return body{}, err
	}
	if user == by {
		return body{}, ErrOwnSeat
	}
	if g.seatOf(side).deputy() != nil {
		return body{}, ErrDeputy
	}
	return reseat(Deputised, side), nil
}

// sideRecruiting is the side of a player who makes a user a member, if that user can be one.
func (g *game) sideRecruiting(by, user string) (order.Side, error) {
	side, err := g.sideOfSeatHolder(by)
	switch {
	case err != nil:
		return "", err
	case user == "":
		return "", ErrNoMember
	case user == by:
		return side, nil
	}
	return side, g.checkRoom(side, user)
}

// Assign gives a user units of the giver's side to command, or the giver takes them back for himself. Words
// lists formations, units and hexes, separated by commas. A user who does not play the side yet is invited
// first. Errors: those of Deputise but ErrOwnSeat and ErrInvited, *NoForce.
func (r *Referee) Assign(ctx context.Context, c Command, user, words string) (Team, error) {
	var team Team
	_, err := r.executeFor(ctx, c, user, func(g *game) (body, error) {
		side, err := g.sideRecruiting(c.User, user)
		if err != nil {
			return body{}, err
		}
		f, err := g.forceOf(side, words)
		if err != nil {
			return body{}, err
		}
		b, err := g.assignment(c.User, user, f)
		if err != nil {
			return body{}, err
		}
		return g.invite(b, user)
	}, func(g *game, _ []view.Account) { team = g.team(c.User) })
	return team, err
}

// assignment is the row that assigns units. Everybody is told of a new member, but only the side knows which
// units he commands.
func (g *game) assignment(by, user string, f force) (body, error) {
	side, err := g.sideRecruiting(by, user)
	if err != nil {
		return body{}, err
	}
	b := reseat(Assigned, side)
	b.Reseated.Force, b.Reseated.Told = &f, user != by && g.seatOf(side).at(user) == nil
	return b, nil
}

// Dismiss removes a deputy or a player of the team from the side, or withdraws his invitation. He can also
// leave on his own. Errors: those of Resign, ErrNotCommander, ErrNoMember.
func (r *Referee) Dismiss(ctx context.Context, c Command, user string) (Table, error) {
	return r.executeFrame(ctx, c, func(g *game) (body, error) {
		side, err := g.sideInPlay(c.User)
		if err != nil {
			return body{}, err
		}
		m, v := g.seatOf(side).at(user), g.invitationTo(side, user)
		switch {
		case m != nil:
			return g.dismiss(c.User, m.Slot)
		case v == nil:
			return body{}, ErrNoMember
		case g.playerOf(side) != c.User:
			return body{}, ErrNotCommander
		}
		return g.declineInvitation(c.User, v.Number)
	})
}

func (g *game) dismiss(by string, slot int) (body, error) {
	side, err := g.sideInPlay(by)
	if err != nil {
		return body{}, err
	}
	p := g.seatOf(side)
	i := slices.IndexFunc(p.Members, func(m member) bool { return m.Slot == slot })
	switch {
	case i < 0:
		return body{}, ErrNoMember
	case p.User != by && p.Members[i].User != by:
		return body{}, ErrNotCommander
	}
	b := reseat(Dismissed, side)
	b.Reseated.Slot = slot
	return b, nil
}
