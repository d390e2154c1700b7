package referee

import (
	"context"
	"slices"

	"grognard/rules/order"
	"grognard/rules/view"
)

// Member is a user who plays a side beside the one who has its seat, as everybody may know it: which
// units are his is for his side to know.
type Member struct {
	User   string
	Deputy bool // he acts for the player of the seat
}

// hold is units that are a player's to command.
type hold struct {
	user  string
	units []order.UnitID
}

// seats are those of the game, as a table has them.
func (g *game) seats() (all []Seat) {
	for i, s := range g.Seats {
		seat := Seat{Side: g.def.Sides[i], User: s.User, Worded: s.Word != ""}
		if g.over {
			seat.Word = s.Word
		}
		for _, m := range s.Members {
			seat.Members = append(seat.Members, Member{m.User, m.Deputy})
			if len(m.Formations)+len(m.Units) > 0 {
				seat.holds = append(seat.holds, hold{m.User, g.force(s, m.User)})
			}
		}
		all = append(all, seat)
	}
	return all
}

// seatOffers are the seats that somebody can take.
func (g *game) seatOffers() (all []SeatOffer) {
	for _, h := range g.Handing {
		if !g.over && (h.Open || h.To != "") {
			all = append(all, SeatOffer{Number: h.Number, Side: h.Side, To: h.To, At: h.At})
		}
	}
	return all
}

// Offered is how the seat of a side is offered, nil where it is not.
func (t Table) Offered(side order.Side) *SeatOffer {
	return t.offer(func(o SeatOffer) bool { return o.Side == side })
}

// OfferedTo is the seat that a user can take: the one that is offered to him, or else to everybody. It
// is nil where there is none.
func (t Table) OfferedTo(user string) *SeatOffer {
	if his := t.offer(func(o SeatOffer) bool { return o.To == user && user != "" }); his != nil {
		return his
	}
	return t.offer(func(o SeatOffer) bool { return o.To == "" && t.Player(o.Side) != user })
}

func (t Table) offer(is func(SeatOffer) bool) *SeatOffer {
	if i := slices.IndexFunc(t.Handing, is); i >= 0 {
		return &t.Handing[i]
	}
	return nil
}

// force is the units of a side that are a player's, by identifier.
func (g *game) force(p player, user string) (units []order.UnitID) {
	for _, id := range g.def.Roster {
		if g.def.Units[id].Side == p.Side && g.owner(p, id) == user {
			units = append(units, id)
		}
	}
	return units
}

// Seat finds the side that a user plays, in its seat or beside it.
func (t Table) Seat(user string) (order.Nation, bool) {
	for _, s := range t.Seats {
		if s.plays(user) {
			return s.Side, true
		}
	}
	return order.Nation{}, false
}

func (s Seat) plays(user string) bool {
	return user != "" && (s.User == user || slices.ContainsFunc(s.Members,
		func(m Member) bool { return m.User == user }))
}

// of is the seat of a side, the zero Seat for none.
func (t Table) of(side order.Side) Seat {
	i := slices.IndexFunc(t.Seats, func(s Seat) bool { return s.Side.ID == side })
	if i < 0 {
		return Seat{}
	}
	return t.Seats[i]
}

// Plays says whether a user plays a side, in its seat or beside it.
func (t Table) Plays(user string, side order.Side) bool { return t.of(side).plays(user) }

// Player is who has the seat of a side, "" for nobody.
func (t Table) Player(side order.Side) string { return t.of(side).User }

// Commands says whether a user gives all orders of a side.
func (t Table) Commands(user string, side order.Side) bool {
	s := t.of(side)
	return user != "" && (s.User == user || slices.Contains(s.Members, Member{user, true}))
}

// Called are those who are called for what a side owes: for a decision the players of the units that it
// is about, else its commander. With the commander his deputy is called.
func (t Table) Called(side order.Side, due *view.Prompt) []string {
	return t.of(side).called(due)
}

func (s Seat) called(due *view.Prompt) (users []string) {
	add := func(user string) {
		if user != "" && !slices.Contains(users, user) {
			users = append(users, user)
		}
	}
	if due != nil {
		for _, c := range due.Units {
			add(s.owner(c.ID))
		}
	}
	if len(users) == 0 {
		add(s.User)
	}
	for _, m := range s.Members {
		if m.Deputy && slices.Contains(users, s.User) {
			add(m.User)
		}
	}
	return users
}

// owner is whose a unit of the side is.
func (s Seat) owner(id order.UnitID) string {
	for _, h := range s.holds {
		if slices.Contains(h.units, id) {
			return h.user
		}
	}
	return s.User
}

// Answers says whether a user can take a decision, at least for some of the units that it is about.
func (t Table) Answers(user string, due view.Prompt) bool {
	return t.Commands(user, due.Side) || slices.Contains(t.Called(due.Side, &due), user)
}

// Team is those who play a side, as the side alone may know it.
type Team struct {
	Table     Table
	View      view.Secret
	Commander string
	Members   []Teammate
	Invited   []Teammate // who have not answered
}

// Teammate is a player beside the commander, and what is his to command.
type Teammate struct {
	Member
	Formations []string
	Units      []order.UnitID // beside those of the formations
}

// Team is those who play the user's side. Errors: those of Secret.
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

// team is Team of a user who plays.
func (g *game) team(user string) Team {
	side, _ := g.side(user)
	p := g.of(side)
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

// Deputise has a user act for the player of a seat, until he is dismissed: he gives orders, answers,
// and sees what the side sees; he ends no game and hands no seat over. One who does not play the side yet is
// invited to, and does when he accepts. Errors: those of Resign, ErrNotCommander, ErrOwnSeat, ErrPlays,
// ErrKnows, ErrDeputy, ErrTeamFull, ErrInvited.
func (r *Referee) Deputise(ctx context.Context, c Command, user string) (Table, error) {
	return r.frameTo(ctx, c, user, func(g *game) (body, error) {
		b, err := g.deputise(c.User, user)
		if err != nil {
			return body{}, err
		}
		return g.invite(b, user)
	})
}

func (g *game) deputise(by, user string) (body, error) {
	side, err := g.recruits(by, user)
	if err != nil {
		return body{}, err
	}
	if user == by {
		return body{}, ErrOwnSeat
	}
	if g.of(side).deputy() != nil {
		return body{}, ErrDeputy
	}
	return reseat(Deputised, side), nil
}

// recruits is the side of a player who has another user play beside him.
func (g *game) recruits(by, user string) (order.Side, error) {
	side, err := g.heading(by)
	switch {
	case err != nil:
		return "", err
	case user == "":
		return "", ErrNoMember
	case user == by:
		return side, nil
	}
	return side, g.room(side, user)
}

// Assign gives units of his side to a user to command, or takes them back for himself: what words name, see
// forceOf. One who does not play the side yet is invited to, and has them when he accepts. Errors: those of
// Deputise but ErrOwnSeat and ErrInvited, *NoForce.
func (r *Referee) Assign(ctx context.Context, c Command, user, words string) (Team, error) {
	var team Team
	_, err := r.executeFor(ctx, c, user, func(g *game) (body, error) {
		side, err := g.recruits(c.User, user)
		if err != nil {
			return body{}, err
		}
		f, err := g.forceOf(side, words)
		if err != nil {
			return body{}, err
		}
		b, err := g.assigns(c.User, user, f)
		if err != nil {
			return body{}, err
		}
		return g.invite(b, user)
	}, func(g *game, _ []view.Account) { team = g.team(c.User) })
	return team, err
}

// assigns is the row of an assignment. Everybody is told who comes to play, and what is his to command
// is his side's affair.
func (g *game) assigns(by, user string, f force) (body, error) {
	side, err := g.recruits(by, user)
	if err != nil {
		return body{}, err
	}
	b := reseat(Assigned, side)
	b.Reseated.Force, b.Reseated.Told = &f, user != by && g.of(side).at(user) == nil
	return b, nil
}

// Dismiss has a deputy, or a player of a team, play the side no longer, or withdraws his invitation. He may
// go by himself. Errors: those of Resign, ErrNotCommander, ErrNoMember.
func (r *Referee) Dismiss(ctx context.Context, c Command, user string) (Table, error) {
	return r.frame(ctx, c, func(g *game) (body, error) {
		side, err := g.playing(c.User)
		if err != nil {
			return body{}, err
		}
		m, v := g.of(side).at(user), g.invitationTo(side, user)
		switch {
		case m != nil:
			return g.dismiss(c.User, m.Slot)
		case v == nil:
			return body{}, ErrNoMember
		case g.player(side) != c.User:
			return body{}, ErrNotCommander
		}
		return g.declineInvitation(c.User, v.Number)
	})
}

func (g *game) dismiss(by string, slot int) (body, error) {
	side, err := g.playing(by)
	if err != nil {
		return body{}, err
	}
	p := g.of(side)
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
