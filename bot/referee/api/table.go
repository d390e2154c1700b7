package api

import (
	"cmp"
	"slices"
	"time"

	"grognard/bot/clock"
	"grognard/rules/first"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Origin is what everybody may know of where a module comes from. What an owner has changed is no secret, except where
// units are set up: see ComponentSetup.
type Origin = modules.Origin

// ComponentSetup is the component of a module whose differences are shown only when the game is over.
const ComponentSetup = modules.ComponentSetup

// Table is what everybody may know of a game beside the position on its map.
type Table struct {
	Game       GameID
	Channel    string
	Lost       Loss // why Channel cannot be reached; "" if it can, or if this was not looked up
	Title      string
	Scenario   string
	Module     string // the hash of its module's files, in hex digits
	Origin     Origin // where these files come from, and how they differ from those that ship
	Edition    string // of the series rules, such as SCS 1.7; "" where it has no errata to choose
	Errata     bool   // it is played with the publisher's errata
	Rulings    int    // the revision of the rulings by which it is played
	Seats      []Seat // in the order of play
	Started    bool
	Over       bool
	Commitment string // SHA-256 of the secret of the dice, in hex digits
	Secret     string // of the dice, in hex digits; "" until the game is over
	First      string // the hash of the log's first row, in hex digits
	Head       string // the hash of the log's row that was the last to be posted, in hex digits; "" before the first
	// when the last command was given that others were told of: what is pending now has been pending since then
	Since time.Time

	SetUp    []order.Side // the sides that choose hexes for units before the first turn
	Leads    order.Side   // who begins in phases in which both sides act by turns; "" where there are none
	Handicap view.Text    // the handicap that a side begins with; the zero Text for none
	Opener   string       // who opened the game
	Together bool         // both players must say that they are there before it begins; otherwise one begins it
	Opened   time.Time
	Offer    *Proposal // the last one that was made; nil when there was none
	// how the players or a game master ended the game; "" while it lasts, and where its rules ended it
	Ending  Ending
	EndedBy order.Side // the side that resigned, or whose clock had run out; "" for none

	Beacon   string        // the hash of the chain that the dice are bound to; "" for none
	Patience time.Duration // after which players can do without a silent beacon
	Awaits   *Awaits       // the order whose dice wait for a round; nil for none

	Undo *UndoRequest // the last one that was made; nil when there was none

	Terms      clock.Terms // of its clocks; the zero Terms for none
	Clocks     []Clock     // in the order of play; none before it begins and when it is over
	ClockPause time.Time   // when a pause of the clocks ends on which the players have agreed; the zero time for none
	ClockOut   *ClockOut   // a clock that has run out; nil for none
	ClockDid   *ClockDid   // what was done about the clocks last; nil for nothing
	ClockOffer *ClockOffer // the last offer about the clocks; nil when there was none

	Paused *Intervened // by a game master: no order is taken; nil while the game goes on
	Master *Intervened // what a game master did last; nil for nothing

	Grants   []Grant   // what is offered to users, and what they have accepted that has not begun
	Reseated *Reseated // what became last of a grant; nil for nothing
}

// Seat is a side and who plays it, "" for nobody yet.
type Seat struct {
	Side order.Nation
	User string
	Word string // for the dice; "" for none, and until the game is over

	Worded bool // User has given a word for the dice

	Members   []Member // the others who play the side
	Commanded []CommandedUnits
}

// Member is a user who plays a side beside the player of its seat, as everybody may know it. Which units he
// commands only the side may know.
type Member struct {
	User   string
	Deputy bool // he acts for the player of the seat
}

// CommandedUnits are the units that a user commands.
type CommandedUnits struct {
	User  string
	Units []order.UnitID
}

// MayCancel reports whether a user may cancel a game that has not begun.
func (t Table) MayCancel(user string, now time.Time) bool {
	alone := !slices.ContainsFunc(t.Seats, func(s Seat) bool { return s.User != "" && s.User != user })
	_, seated := t.Seat(user)
	return user == t.Opener || seated && alone || !now.Before(t.Free())
}

// Free returns when anybody may cancel a game that has not begun.
func (t Table) Free() time.Time { return t.Opened.Add(abandonedAfter) }

// Seat returns the side that a user plays, as the player of its seat or as a member; ok is false if he plays none.
func (t Table) Seat(user string) (side order.Nation, ok bool) {
	seat, ok := first.In(t.Seats, func(s Seat) bool { return s.plays(user) })
	return seat.Side, ok
}

// Plays reports whether a user plays a side, as the player of its seat or as a member.
func (t Table) Plays(user string, side order.Side) bool { return t.seatOf(side).plays(user) }

// Player returns the player of a side's seat, "" for nobody.
func (t Table) Player(side order.Side) string { return t.seatOf(side).User }

// Commands reports whether a user may give all orders of a side: its player, or his deputy.
func (t Table) Commands(user string, side order.Side) bool {
	s := t.seatOf(side)
	return user != "" && (s.User == user || slices.Contains(s.Members, Member{user, true}))
}

// MayOrder reports whether a user may order a unit of a side: he commands the side, or that unit. Only those who play
// the side may know it.
func (t Table) MayOrder(user string, side order.Side, id order.UnitID) bool {
	return t.Commands(user, side) || user != "" && t.Plays(user, side) && t.seatOf(side).owner(id) == user
}

// Answers reports whether a user can take a decision, at least for some of its units.
func (t Table) Answers(user string, due view.Prompt) bool {
	return t.Commands(user, due.Side) || slices.Contains(t.Called(due.Side, &due), user)
}

// Called returns the users who are called for what is pending of a side: for a decision the players of its units,
// otherwise the player of the seat. With him his deputy is called.
func (t Table) Called(side order.Side, due *view.Prompt) []string { return t.seatOf(side).called(due) }

// seatOf returns the seat of a side, the zero Seat for none.
func (t Table) seatOf(side order.Side) Seat {
	seat, _ := first.In(t.Seats, func(s Seat) bool { return s.Side.ID == side })
	return seat
}

func (s Seat) plays(user string) bool {
	return user != "" && (s.User == user || slices.ContainsFunc(s.Members,
		func(m Member) bool { return m.User == user }))
}

// called returns the users of the seat who are called: see Table.Called.
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

// owner returns the user who commands a unit of the side.
func (s Seat) owner(id order.UnitID) string {
	h, _ := first.In(s.Commanded, func(h CommandedUnits) bool { return slices.Contains(h.Units, id) })
	return cmp.Or(h.User, s.User)
}

// OfferedTo returns what a user can accept: the offer of a seat to him, or else another offer to him, or else what
// begins with his consent, or else a seat that anybody can take; nil for nothing.
func (t Table) OfferedTo(user string) *Grant {
	for _, suits := range []func(Grant) bool{
		func(o Grant) bool { return !o.Accepted && o.To == user && o.ForGood },
		func(o Grant) bool { return !o.Accepted && o.To == user },
		func(o Grant) bool { return o.AwaitsConsent() && t.Player(o.Consent) == user },
		func(o Grant) bool { return !o.Accepted && o.To == "" && t.Player(o.Side) != user },
	} {
		if g := first.At(t.Grants, suits); g != nil && user != "" {
			return g
		}
	}
	return nil
}

// Offered returns the offer of a side's seat, nil for none.
func (t Table) Offered(side order.Side) *Grant {
	return first.At(t.Grants, func(o Grant) bool { return o.Side == side && o.ForGood && !o.Accepted })
}

// Command says who gives a command, and in which channel. ID must never be used for another command: the ID of
// Discord's interaction serves. With a Game the command is for that game alone, and refused with ErrOtherGame
// where the channel has another one by now; "" means the channel's game.
type Command struct {
	ID, User, Channel string
	Game              GameID
}
