package ledger

import (
	"slices"
	"strings"
	"time"

	"grognard/bot/referee/api"
	"grognard/rules/order"
)

// seat is the seat of a side: its player and the members beside him.
type SeatOf struct {
	Side order.Side `json:"side"`
	User string     `json:"user"`
	Word string     `json:"word"`

	Heard time.Time `json:"heard"` // when he last did something that was announced at once

	Members []member `json:"members,omitempty"`
	// units that the player has kept of formations that are assigned to others
	Units []order.UnitID `json:"units,omitempty"`
	Slots int            `json:"slots,omitempty"` // how many members there were so far: each gets a new slot
}

// member is a user who plays a side beside the player of its seat.
type member struct {
	Slot   int       `json:"slot"` // identifies him in the audience of messages for him alone
	User   string    `json:"user"`
	Deputy bool      `json:"deputy,omitempty"` // he acts for the player of the seat
	force            // what he commands
	Heard  time.Time `json:"heard,omitzero"` // as in seat
}

// former is a user who no longer plays a side but knows its secrets.
type former struct {
	Side order.Side `json:"side"`
	User string     `json:"user"`
}

// at is a user's entry among the members, nil for none.
func (p SeatOf) At(user string) *member {
	i := slices.IndexFunc(p.Members, func(m member) bool { return m.User == user && user != "" })
	if i < 0 {
		return nil
	}
	return &p.Members[i]
}

// slot is the slot of a user of the side, 0 for the player of the seat.
func (p SeatOf) slot(user string) int {
	if m := p.At(user); m != nil && p.User != user {
		return m.Slot
	}
	return 0
}

// commands says whether a user may give all orders of the side.
func (p SeatOf) commands(user string) bool {
	m := p.At(user)
	return user != "" && (p.User == user || m != nil && m.Deputy)
}

// side is the side that a user plays, as the player of its seat or as a member.
func (g *Game) Side(user string) (order.Side, error) {
	for _, s := range g.Seats {
		if user != "" && (s.User == user || s.At(user) != nil) {
			return s.Side, nil
		}
	}
	return "", api.ErrNotSeated
}

// seatOf is the seat of a side, the zero seat for none.
func (g *Game) SeatOf(side order.Side) SeatOf {
	i := slices.IndexFunc(g.Seats, func(s SeatOf) bool { return s.Side == side })
	if i < 0 {
		return SeatOf{}
	}
	return g.Seats[i]
}

// playerOf is the player of a side's seat, "" for nobody.
func (g *Game) PlayerOf(side order.Side) string { return g.SeatOf(side).User }

// sideOfCommander is the side of a user who may give all its orders.
func (g *Game) sideOfCommander(user string) (order.Side, error) {
	side, err := g.Side(user)
	if err == nil && !g.SeatOf(side).commands(user) {
		err = api.ErrNotCommander
	}
	return side, err
}

// owner is the player who commands a unit of a side. An assignment of the unit itself comes before one of its
// formation.
func (g *Game) owner(p SeatOf, id order.UnitID) string {
	if slices.Contains(p.Units, id) {
		return p.User
	}
	for _, m := range p.Members {
		if slices.Contains(m.Units, id) {
			return m.User
		}
	}
	formation := g.Def.Units[id].Formation
	for _, m := range p.Members {
		if formation != "" && slices.Contains(m.Formations, formation) {
			return m.User
		}
	}
	return p.User
}

// heardOf is when a user of the side last did something that was announced at once.
func (p SeatOf) heardOf(user string) time.Time {
	if m := p.At(user); m != nil {
		return m.Heard
	}
	return p.Heard
}

// noteHeard notes that a user did something that was announced at once.
func (g *Game) noteHeard(user string, at time.Time) {
	for i := range g.Seats {
		if g.Seats[i].User == user {
			g.Seats[i].Heard = at
		}
		if m := g.Seats[i].At(user); m != nil {
			g.Seats[i].Members = slices.Clone(g.Seats[i].Members)
			g.Seats[i].At(user).Heard = at
		}
	}
}

// checkOtherSide refuses a user who plays another side, or has played one.
func (g *Game) checkOtherSide(user string, side order.Side) error {
	if plays, err := g.Side(user); err == nil && plays != side {
		return api.ErrPlays
	}
	if slices.ContainsFunc(g.Former, func(f former) bool { return f.User == user && f.Side != side }) {
		return api.ErrKnows
	}
	return nil
}

// reseat changes a side's seat in a copy of the seats, because others may still hold the old ones.
func (g *Game) reseat(side order.Side, change func(*SeatOf)) {
	g.Seats = slices.Clone(g.Seats)
	for i := range g.Seats {
		if p := &g.Seats[i]; p.Side == side {
			p.Members = slices.Clone(p.Members)
			change(p)
		}
	}
}

// noteFormer notes that a user no longer plays a side but knows its secrets.
func (g *Game) noteFormer(side order.Side, user string) {
	g.Former = append(slices.Clone(g.Former), former{side, user})
}

// deputy is the deputy of the seat's player, nil for none.
func (p SeatOf) deputy() *member {
	if i := slices.IndexFunc(p.Members, func(m member) bool { return m.Deputy }); i >= 0 {
		return &p.Members[i]
	}
	return nil
}

// takeSeat gives the seat of a side to a user. The team stays. The old player's deputy leaves unless he
// commands units, and the old player's invitations end.
func (g *Game) takeSeat(side order.Side, user string) {
	g.noteFormer(side, g.PlayerOf(side))
	g.reseat(side, func(p *SeatOf) {
		p.Members = slices.DeleteFunc(p.Members, func(m member) bool {
			goes := m.Deputy && len(m.Formations)+len(m.Units) == 0
			if goes && m.User != user {
				g.noteFormer(side, m.User)
			}
			return goes || m.User == user
		})
		for i := range p.Members {
			p.Members[i].Deputy = false
		}
		p.User, p.Heard = user, time.Time{}
	})
	g.uninvite(func(v invitation) bool { return v.Side == side || v.User == user })
}

// enlist makes a user a member of a side, as a row says. When he becomes the deputy, an invitation of another
// deputy ends.
func (g *Game) enlist(c *reseating, user string) {
	g.reseat(c.Side, func(p *SeatOf) {
		if c.Force != nil {
			g.assign(p, user, *c.Force)
		}
		if c.Does == api.Deputised {
			p.enlist(user).Deputy = true
		}
	})
	g.uninvite(func(v invitation) bool {
		return v.User == user || c.Does == api.Deputised && v.Side == c.Side && v.Deputy
	})
}

// enlist returns the member of a user, who becomes one if he is not yet.
func (p *SeatOf) enlist(user string) *member {
	if m := p.At(user); m != nil {
		return m
	}
	p.Slots++
	p.Members = append(p.Members, member{Slot: p.Slots, User: user})
	return &p.Members[len(p.Members)-1]
}

// force is what is assigned to a player of a team.
type force struct {
	Formations []string       `json:"formations,omitempty"` // with all their units, also those that arrive later
	Units      []order.UnitID `json:"units,omitempty"`      // single units beside those
}

// with is the sum of two forces.
func (f force) with(more force) force {
	return force{append(slices.Clip(f.Formations), more.Formations...), append(slices.Clip(f.Units), more.Units...)}
}

// less is what is left of a force without what is given to somebody else.
func (g *Game) less(f, given force) force {
	return force{
		slices.DeleteFunc(slices.Clone(f.Formations),
			func(s string) bool { return slices.Contains(given.Formations, s) }),
		slices.DeleteFunc(slices.Clone(f.Units), func(id order.UnitID) bool {
			return slices.Contains(given.Units, id) || slices.Contains(given.Formations, g.Def.Units[id].Formation)
		}),
	}
}

// assign gives a force to a user, who may be the player of the seat, and takes it from all others.
func (g *Game) assign(p *SeatOf, user string, f force) {
	for i, m := range p.Members {
		p.Members[i].force = g.less(m.force, f)
	}
	p.Units = g.less(force{Units: p.Units}, f).Units
	g.unpromise(p.Side, f)
	if user == p.User {
		p.Units = append(p.Units, f.Units...)
		return
	}
	m := p.enlist(user)
	m.force = m.with(f)
}

// forceOf reads a comma-separated list of a side's formations, units by name or identifier, and hexes, which
// stand for the side's units that are there now.
func (g *Game) ForceOf(side order.Side, words string) (f force, err error) {
	for word := range strings.SplitSeq(words, ",") {
		if word = strings.TrimSpace(word); word == "" {
			continue
		}
		formation, units := g.namedForce(side, word)
		switch {
		case formation != "":
			f.Formations = append(f.Formations, formation)
		case len(units) > 0:
			f.Units = append(f.Units, units...)
		default:
			return force{}, &api.NoForce{Words: word}
		}
	}
	slices.Sort(f.Formations)
	slices.Sort(f.Units)
	f.Formations, f.Units = slices.Compact(f.Formations), slices.Compact(f.Units)
	if len(f.Formations)+len(f.Units) == 0 {
		err = &api.NoForce{Words: words}
	}
	return f, err
}

// namedForce is the formation of a side that a word names, or else its units.
func (g *Game) namedForce(side order.Side, word string) (formation string, units []order.UnitID) {
	word = order.Fold(word)
	for id, u := range g.Def.Units {
		switch {
		case u.Side != side:
		case u.Formation != "" && order.Fold(u.Formation) == word:
			return u.Formation, nil
		case order.Fold(u.Name) == word || order.Fold(string(id)) == word:
			units = append(units, id)
		}
	}
	for _, st := range g.Match.View(side).Board().Stacks {
		if st.Side == side && order.Fold(st.Hex.String()) == word {
			for _, c := range st.Known {
				units = append(units, c.ID)
			}
		}
	}
	return "", units
}

// sidePlayer is a user, the side that he plays, and the audience of messages for him alone.
type SidePlayer struct {
	Side           order.Side
	User, Audience string
}

// players lists all who play, in the order of play.
func (g *Game) Players() (all []SidePlayer) {
	for _, p := range g.Seats {
		if p.User != "" {
			all = append(all, SidePlayer{p.Side, p.User, AudienceOf(p.Side)})
		}
		for _, m := range p.Members {
			all = append(all, SidePlayer{p.Side, m.User, p.audienceOf(m)})
		}
	}
	return all
}

// sidePlayerOf is the sidePlayer of a user.
func (g *Game) SidePlayerOf(user string) (SidePlayer, error) {
	all := g.Players()
	i := slices.IndexFunc(all, func(m SidePlayer) bool { return m.User == user })
	if i < 0 {
		return SidePlayer{}, api.ErrNotSeated
	}
	return all[i], nil
}

// sideInPlay is the side of a user in a game that has begun and is not over.
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

// sideOfSeatHolder is sideInPlay for the player of a seat, without members.
func (g *Game) SideOfSeatHolder(user string) (order.Side, error) {
	side, err := g.SideInPlay(user)
	if err == nil && g.PlayerOf(side) != user {
		err = api.ErrNotCommander
	}
	return side, err
}
