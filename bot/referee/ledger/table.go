package ledger

import (
	"encoding/hex"
	"grognard/bot/clock"
	"grognard/rules"
	"grognard/rules/order"
	"grognard/rules/view"
	"slices"
	"time"
)

// Seat is a side and who plays it, "" for nobody yet.
type Seat struct {
	Side order.Nation
	User string
	Word string // for the dice; "" for none, and until the game is over

	Worded bool // he has given a word

	Members   []Member // the others who play the side
	commanded []commandedUnits
}

// Table is what everybody may know of a game beside the position on its map.
type Table struct {
	Game       GameID
	Channel    string
	Title      string
	Scenario   string
	Module     string // the hash of its module's files, in hex digits
	Overlaid   bool   // files of an owner of the game change those of the module
	Rulings    int    // the revision of the rulings that the game began with
	RulingsNow int    // the revision by which it is played now
	Seats      []Seat // in the order of play
	Started    bool
	Over       bool
	Commitment string // SHA-256 of the secret of the dice, in hex digits
	Secret     string // of the dice, in hex digits; "" until the game is over
	Head       string // the hash of the log's row that was the last to be posted, in hex digits; "" before the first
	// when the last command was given that others were told of; what is owed now is owed since then
	Since time.Time

	SetUp  []order.Side // the sides that choose hexes for units before the first turn
	Opener string       // who opened the game
	Opened time.Time
	Offer  *Proposal // the last one that was made; nil when there was none
	// how the players or a game master ended the game; "" while it lasts, and where its rules ended it
	Ending  Ending
	EndedBy order.Side // who resigned

	Beacon   string        // the hash of the chain that the dice are bound to; "" for none
	Patience time.Duration // after which players can do without a silent beacon
	Awaits   *Awaits       // the order whose dice wait for a round; nil for none

	Undo *UndoRequest // the last one that was made; nil when there was none

	Terms      clock.Terms // of its clocks; the zero Terms for none
	Clocks     []Clock     // in the order of play; none before it begins and when it is over
	ClockPause time.Time   // when a pause of the clocks ends on which the players have agreed; the zero time for none
	ClockOut   *ClockOut   // a clock that has run out; nil for none
	ClockDid   *ClockDid   // what was done about them last; nil for nothing
	ClockOffer *ClockOffer // the last one that was made about them; nil when there was none

	Paused *Intervened // by a game master: no order is taken; nil while the game goes on
	Master *Intervened // what a game master did last; nil for nothing

	Handing  []SeatOffer  // the seats that are offered, one of a side at most
	Invited  []Invitation // who are invited to play beside the player of a seat and have not answered
	Reseated *Reseated    // what changed last of who plays; nil for nothing
}

// Member is a user who plays a side beside the player of its seat, as everybody may know it. Which units he
// commands only the side may know.
type Member struct {
	User   string
	Deputy bool // he acts for the player of the seat
}

// commandedUnits are the units that a member commands.
type commandedUnits struct {
	user  string
	units []order.UnitID
}

func (g *Game) Table() Table {
	t := Table{Game: g.Kept.ID, Channel: g.Kept.Channel, Title: g.Def.Title, Scenario: g.Scenario,
		Rulings: max(g.Rulings, 1), RulingsNow: rules.Revision,
		Module: hex.EncodeToString(g.Kept.Module[:]), Overlaid: g.Def.Overlaid, Started: g.Started, Over: g.Over,
		Commitment: g.Commitment, Since: g.Since,
		Head: g.Head, SetUp: g.Start.choosers(g.Def), Opener: g.Opener, Opened: g.Kept.Opened, Offer: g.lastOffer(),
		Ending: g.Ending, EndedBy: g.EndedBy,
		Undo: g.lastRequest(), Beacon: g.Beacon.Name(), Patience: g.Beacon.patience(), Awaits: g.awaits(),
		Paused: g.paused(), Master: g.Master,
		Clocks: g.Clocks()}
	g.addClocks(&t)
	if sc, ok := g.Def.Scenario(g.Scenario); ok && sc.Name != "" {
		t.Scenario = sc.Name
	}
	t.Seats, t.Handing, t.Invited, t.Reseated = g.TheSeats(), g.seatOffers(), g.invitations(), g.Reseated
	if g.Over {
		t.Secret = hex.EncodeToString(g.Kept.Secret)
	}
	return t
}

// seats are a table's Seats.
func (g *Game) TheSeats() (all []Seat) {
	for i, s := range g.Seats {
		seat := Seat{Side: g.Def.Sides[i], User: s.User, Worded: s.Word != ""}
		if g.Over {
			seat.Word = s.Word
		}
		for _, m := range s.Members {
			seat.Members = append(seat.Members, Member{m.User, m.Deputy})
			if len(m.Formations)+len(m.Units) > 0 {
				seat.commanded = append(seat.commanded, commandedUnits{m.User, g.force(s, m.User)})
			}
		}
		all = append(all, seat)
	}
	return all
}

// seatOffers are a table's Handing.
func (g *Game) seatOffers() (all []SeatOffer) {
	for _, h := range g.Handing {
		if !g.Over && (h.Open || h.To != "") {
			all = append(all, SeatOffer{Number: h.Number, Side: h.Side, To: h.To, At: h.At})
		}
	}
	return all
}

// force lists the units of a side that a user commands.
func (g *Game) force(p SeatOf, user string) (units []order.UnitID) {
	for _, id := range g.Def.Roster {
		if g.Def.Units[id].Side == p.Side && g.owner(p, id) == user {
			units = append(units, id)
		}
	}
	return units
}

// Offered is the offer of a side's seat, nil for none.
func (t Table) Offered(side order.Side) *SeatOffer {
	return t.offer(func(o SeatOffer) bool { return o.Side == side })
}

// OfferedTo is the offer of a seat that a user can take: one to him, or else one to anybody; nil for none.
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

// Seat finds the side that a user plays, as the player of its seat or as a member.
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

// Plays says whether a user plays a side, as the player of its seat or as a member.
func (t Table) Plays(user string, side order.Side) bool { return t.of(side).plays(user) }

// Player is the player of a side's seat, "" for nobody.
func (t Table) Player(side order.Side) string { return t.of(side).User }

// Commands says whether a user may give all orders of a side: its player, or his deputy.
func (t Table) Commands(user string, side order.Side) bool {
	s := t.of(side)
	return user != "" && (s.User == user || slices.Contains(s.Members, Member{user, true}))
}

// Called lists the users who are called for what a side owes: for a decision the players of its units,
// otherwise the player of the seat. With him his deputy is called.
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

// owner is the user who commands a unit of the side.
func (s Seat) owner(id order.UnitID) string {
	for _, h := range s.commanded {
		if slices.Contains(h.units, id) {
			return h.user
		}
	}
	return s.User
}

// MayOrder says whether a user may order a unit of a side: he commands the side, or that unit. Only those who play the
// side may know it.
func (t Table) MayOrder(user string, side order.Side, id order.UnitID) bool {
	return t.Commands(user, side) || user != "" && t.Plays(user, side) && t.of(side).owner(id) == user
}

// Answers says whether a user can take a decision, at least for some of its units.
func (t Table) Answers(user string, due view.Prompt) bool {
	return t.Commands(user, due.Side) || slices.Contains(t.Called(due.Side, &due), user)
}

// InvitedTo is the first invitation that a user can accept, nil for none.
func (t Table) InvitedTo(user string) *Invitation {
	return t.invited(func(v Invitation) bool { return v.User == user })
}

// InvitedBy is the invitation of a user by a side, nil for none.
func (t Table) InvitedBy(side order.Side, user string) *Invitation {
	return t.invited(func(v Invitation) bool { return v.Side == side && v.User == user })
}

// InvitedDeputy is the invitation of a deputy by a side, nil for none.
func (t Table) InvitedDeputy(side order.Side) *Invitation {
	return t.invited(func(v Invitation) bool { return v.Side == side && v.Deputy })
}

func (t Table) invited(is func(Invitation) bool) *Invitation {
	if i := slices.IndexFunc(t.Invited, is); i >= 0 {
		return &t.Invited[i]
	}
	return nil
}
