package referee

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"grognard/rules/order"
	"grognard/rules/view"
)

// A side has a seat, whose player commands it, and may have other players beside him: a deputy, who
// acts for him while he is away, and a team, whose players have units of the side each. All of them
// see what the side sees. Who may do what, and who is called, is decided here alone.

// seat is a seat and those who play beside its player.
type seat struct {
	Side order.Side `json:"side"`
	User string     `json:"user"`
	Word string     `json:"word"`

	Heard time.Time `json:"heard"` // when he last did what everybody heard of at once

	Members []member       `json:"members,omitempty"`
	Units   []order.UnitID `json:"units,omitempty"` // that he has kept of formations that are others'
	Slots   int            `json:"slots,omitempty"` // of members, given so far: none is given twice
}

// member is a user who plays a side beside the one who has its seat.
type member struct {
	Slot   int       `json:"slot"` // names him in the audience of what he alone is sent
	User   string    `json:"user"`
	Deputy bool      `json:"deputy,omitempty"` // he acts for the player of the seat
	force            // what is his to command
	Heard  time.Time `json:"heard,omitzero"` // as of player
}

// former is who has played a side, and knows what only it may know.
type former struct {
	Side order.Side `json:"side"`
	User string     `json:"user"`
}

// What a player cannot do, because it is another player's of his side.
var (
	ErrNotCommander = errors.New("that is for the player who has the seat")
	ErrNotUndoer    = errors.New("the order was another player's of that side")
)

// NotYours refuses an order because it is another player's of the same side to give.
type NotYours struct {
	Unit view.Name // that is not his; zero for what the commander alone can do
	User string    // whose it is
}

func (n *NotYours) Error() string {
	return fmt.Sprintf("unit %q is for %q to command", n.Unit.ID, n.User)
}

// at is the member of a user, nil for none.
func (p seat) at(user string) *member {
	i := slices.IndexFunc(p.Members, func(m member) bool { return m.User == user && user != "" })
	if i < 0 {
		return nil
	}
	return &p.Members[i]
}

// slot is that of a user of the side, 0 for who has the seat.
func (p seat) slot(user string) int {
	if m := p.at(user); m != nil && p.User != user {
		return m.Slot
	}
	return 0
}

// commands says whether a user gives all orders of the side.
func (p seat) commands(user string) bool {
	m := p.at(user)
	return user != "" && (p.User == user || m != nil && m.Deputy)
}

// side is the side that a user plays, in its seat or beside it.
func (g *game) side(user string) (order.Side, error) {
	for _, s := range g.Seats {
		if user != "" && (s.User == user || s.at(user) != nil) {
			return s.Side, nil
		}
	}
	return "", ErrNotSeated
}

// seatOf is the seat of a side, the zero player for none.
func (g *game) seatOf(side order.Side) seat {
	i := slices.IndexFunc(g.Seats, func(s seat) bool { return s.Side == side })
	if i < 0 {
		return seat{}
	}
	return g.Seats[i]
}

// playerOf is who has the seat of a side, "" for nobody.
func (g *game) playerOf(side order.Side) string { return g.seatOf(side).User }

// sideOfCommander is the side of which a user gives all orders.
func (g *game) sideOfCommander(user string) (order.Side, error) {
	side, err := g.side(user)
	if err == nil && !g.seatOf(side).commands(user) {
		err = ErrNotCommander
	}
	return side, err
}

// owner is whose a unit of a side is: one that is assigned by itself is no longer its formation's.
func (g *game) owner(p seat, id order.UnitID) string {
	if slices.Contains(p.Units, id) {
		return p.User
	}
	for _, m := range p.Members {
		if slices.Contains(m.Units, id) {
			return m.User
		}
	}
	formation := g.def.Units[id].Formation
	for _, m := range p.Members {
		if formation != "" && slices.Contains(m.Formations, formation) {
			return m.User
		}
	}
	return p.User
}

// heardOf is when a user of a side last did what everybody heard of at once.
func (p seat) heardOf(user string) time.Time {
	if m := p.at(user); m != nil {
		return m.Heard
	}
	return p.Heard
}

// noteHeard notes that a user did what everybody heard of at once.
func (g *game) noteHeard(user string, at time.Time) {
	for i := range g.Seats {
		if g.Seats[i].User == user {
			g.Seats[i].Heard = at
		}
		if m := g.Seats[i].at(user); m != nil {
			g.Seats[i].Members = slices.Clone(g.Seats[i].Members)
			g.Seats[i].at(user).Heard = at
		}
	}
}

// checkOtherSide says whether a user plays another side, or has played one.
func (g *game) checkOtherSide(user string, side order.Side) error {
	if plays, err := g.side(user); err == nil && plays != side {
		return ErrPlays
	}
	if slices.ContainsFunc(g.Former, func(f former) bool { return f.User == user && f.Side != side }) {
		return ErrKnows
	}
	return nil
}

// change a seat on a copy of the seats, which others may still hold.
func (g *game) reseat(side order.Side, change func(*seat)) {
	g.Seats = slices.Clone(g.Seats)
	for i := range g.Seats {
		if p := &g.Seats[i]; p.Side == side {
			p.Members = slices.Clone(p.Members)
			change(p)
		}
	}
}

// noteFormer notes that a user plays a side no longer, and knows it.
func (g *game) noteFormer(side order.Side, user string) {
	g.Former = append(slices.Clone(g.Former), former{side, user})
}

// deputy is the deputy of the player, nil for none.
func (p seat) deputy() *member {
	if i := slices.IndexFunc(p.Members, func(m member) bool { return m.Deputy }); i >= 0 {
		return &p.Members[i]
	}
	return nil
}

// takeSeat gives the seat of a side to a user. The team stays; the deputy was the other player's, and
// goes unless he has units of his own. Whom the other player has invited is invited no longer.
func (g *game) takeSeat(side order.Side, user string) {
	g.noteFormer(side, g.playerOf(side))
	g.reseat(side, func(p *seat) {
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

// enlist has a user play a side beside the player of its seat, as a row says. Whoever else is invited to be
// the deputy is so no longer when there is one.
func (g *game) enlist(c *reseating, user string) {
	g.reseat(c.Side, func(p *seat) {
		if c.Force != nil {
			g.assign(p, user, *c.Force)
		}
		if c.Does == Deputised {
			p.enlist(user).Deputy = true
		}
	})
	g.uninvite(func(v invitation) bool {
		return v.User == user || c.Does == Deputised && v.Side == c.Side && v.Deputy
	})
}

// enlist has a user play beside the player of a seat.
func (p *seat) enlist(user string) *member {
	if m := p.at(user); m != nil {
		return m
	}
	p.Slots++
	p.Members = append(p.Members, member{Slot: p.Slots, User: user})
	return &p.Members[len(p.Members)-1]
}

// force is what is assigned to a player of a team.
type force struct {
	Formations []string       `json:"formations,omitempty"` // all their units, also those that arrive later
	Units      []order.UnitID `json:"units,omitempty"`      // beside those
}

// with is a force with another one.
func (f force) with(more force) force {
	return force{append(slices.Clip(f.Formations), more.Formations...), append(slices.Clip(f.Units), more.Units...)}
}

// less is what is left of a force when another one is given to somebody.
func (g *game) less(f, given force) force {
	return force{
		slices.DeleteFunc(slices.Clone(f.Formations),
			func(s string) bool { return slices.Contains(given.Formations, s) }),
		slices.DeleteFunc(slices.Clone(f.Units), func(id order.UnitID) bool {
			return slices.Contains(given.Units, id) || slices.Contains(given.Formations, g.def.Units[id].Formation)
		}),
	}
}

// assign gives a force of a side to a user, who may be its commander, and takes it from all others.
func (g *game) assign(p *seat, user string, f force) {
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

// NoForce refuses words that name nothing of a side.
type NoForce struct{ Words string }

func (n *NoForce) Error() string {
	return fmt.Sprintf("the side has no formation, unit or hex %q", n.Words)
}

// forceOf reads what words name of a side: formations, units by name or identifier, and hexes for the
// side's units that stand there now, separated by commas.
func (g *game) forceOf(side order.Side, words string) (f force, err error) {
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
			return force{}, &NoForce{word}
		}
	}
	slices.Sort(f.Formations)
	slices.Sort(f.Units)
	f.Formations, f.Units = slices.Compact(f.Formations), slices.Compact(f.Units)
	if len(f.Formations)+len(f.Units) == 0 {
		err = &NoForce{words}
	}
	return f, err
}

// namedForce is the formation of a side that a word names, or else the units.
func (g *game) namedForce(side order.Side, word string) (formation string, units []order.UnitID) {
	word = order.Fold(word)
	for id, u := range g.def.Units {
		switch {
		case u.Side != side:
		case u.Formation != "" && order.Fold(u.Formation) == word:
			return u.Formation, nil
		case order.Fold(u.Name) == word || order.Fold(string(id)) == word:
			units = append(units, id)
		}
	}
	for _, st := range g.match.View(side).Board().Stacks {
		if st.Side == side && order.Fold(st.Hex.String()) == word {
			for _, c := range st.Known {
				units = append(units, c.ID)
			}
		}
	}
	return "", units
}

// sidePlayer is a user and the side that he plays, and the audience of what he alone is told.
type sidePlayer struct {
	side           order.Side
	user, audience string
}

// players are all who play, in the order of play.
func (g *game) players() (all []sidePlayer) {
	for _, p := range g.Seats {
		if p.User != "" {
			all = append(all, sidePlayer{p.Side, p.User, audienceOf(p.Side)})
		}
		for _, m := range p.Members {
			all = append(all, sidePlayer{p.Side, m.User, p.audienceOf(m)})
		}
	}
	return all
}

// sidePlayerOf is what a user plays.
func (g *game) sidePlayerOf(user string) (sidePlayer, error) {
	all := g.players()
	i := slices.IndexFunc(all, func(m sidePlayer) bool { return m.user == user })
	if i < 0 {
		return sidePlayer{}, ErrNotSeated
	}
	return all[i], nil
}

// sideInPlay is the side of a user in a game that has begun and is not over.
func (g *game) sideInPlay(user string) (order.Side, error) {
	side, err := g.side(user)
	switch {
	case err != nil:
		return "", err
	case g.over:
		return "", ErrOver
	case !g.Started:
		return "", ErrNotStarted
	}
	return side, nil
}

// sideOfSeatHolder is playing for the one who has the seat.
func (g *game) sideOfSeatHolder(user string) (order.Side, error) {
	side, err := g.sideInPlay(user)
	if err == nil && g.playerOf(side) != user {
		err = ErrNotCommander
	}
	return side, err
}
