package seats

import (
	"slices"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/rules/order"
)

// Grant returns the row by which a user grants another one what w says; by is "" only where a search for a player goes
// on by itself. A user who plays the side already has the grant at once, another one is asked.
//
// Everybody is told of an offer and of who acts for a side, but only the side knows for which units. So a change of the
// units alone is not announced.
func Grant(g *ledger.Game, by, to string, w ledger.Reseated) (ledger.Body, error) {
	if err := mayGrant(g, by, w); err != nil {
		return ledger.Body{}, err
	}
	if err := checkTerms(to, w); err != nil {
		return ledger.Body{}, err
	}
	if w.Reason != "" && to == by && by != "" { // a game master grants nothing to himself
		return ledger.Body{}, api.ErrJudge
	}
	if err := CheckGrantee(g, to, w); err != nil {
		return ledger.Body{}, err
	}
	if w.Consent != "" { // "" is kept: of an earlier version, or the player who had to consent was forgotten
		w.Consent = Consenter(g, by, to, w)
	}
	p := g.Seat(w.Side)
	before := p.Replaced(to, w)
	same := before != nil && before.From.Equal(ledger.TimeOf(w.From)) && before.Until.Equal(ledger.TimeOf(w.Until))
	w.Does, w.Announced = api.GrantOffered, w.Force == nil || !same
	switch {
	case w.Seeks && by != "" && before != nil && before.Seeks:
		return ledger.Body{}, api.ErrSought
	case same && w.Force == nil && !w.ForGood:
		return ledger.Body{}, api.ErrGranted
	case !w.ForGood && p.Member(to) != nil:
		w.Does, w.Announced = api.GrantGiven, w.Force == nil || before != nil && !before.Accepted
	}
	return ledger.Body{Version: ledger.BodyVersion, Reseated: &w}, nil
}

// Consenter returns the side whose player must consent before the user by can hand a seat over to the user to; by is ""
// for a search that goes on by itself, and to is "" for anybody. It is "" if nobody must consent: a game master offers
// the seat, the list of those who wait has found its player, or nobody plays another side. Nobody brings an ally alone:
// the other side's player must consent or, if he is the one who offers the seat, the player who has it.
func Consenter(g *ledger.Game, by, to string, w ledger.Reseated) order.Side {
	giver := by
	if h := g.SeatOffer(w.Side); by == "" && h != nil {
		giver = h.Giver
	}
	switch {
	case !w.ForGood, w.Reason != "", w.Seeks && to != "", giver == "":
		return ""
	case giver != g.Player(w.Side):
		return w.Side
	}
	i := slices.IndexFunc(g.Seats,
		func(p ledger.Seat) bool { return p.Side != w.Side && p.User != "" && p.User != giver })
	if i < 0 {
		return ""
	}
	return g.Seats[i].Side
}

// mayGrant refuses a user who cannot grant for a side.
func mayGrant(g *ledger.Game, by string, w ledger.Reseated) error {
	side, err := g.SideInPlay(by)
	out := g.Clock != nil && g.Clock.Out != nil && g.Clock.Out.Side == w.Side
	switch h := g.SeatOffer(w.Side); {
	case by != "" && w.Reason == "" && err != nil:
		return err
	case g.Over:
		return api.ErrOver
	case !g.Started:
		return api.ErrNotStarted
	case g.Player(w.Side) == "":
		return api.ErrNoSide
	case by == "" && (h == nil || !h.Seeks || !w.Seeks || w.Reason != "" && w.Reason != h.Reason):
		return api.ErrNoGrant // only a search that stands goes on by itself
	case by == "":
		return nil
	case err == nil && w.Reason != "", w.Reason != "" && w.Force != nil: // a game master cannot know the units
		return api.ErrJudge
	case w.Reason != "" && !ledger.Sayable(w.Reason):
		return api.ErrReason
	case w.Reason != "":
		return nil
	case g.Player(side) != by:
		return api.ErrNotCommander
	case side != w.Side && !(out && w.Seeks):
		return api.ErrGrantOther
	}
	return nil
}

// checkTerms refuses terms that no grant can have.
func checkTerms(to string, w ledger.Reseated) error {
	switch {
	case to == "" && !w.Seeks:
		return api.ErrNoMember
	case w.ForGood && (w.Force != nil || w.Until != 0), w.Seeks && (!w.ForGood || w.From != 0),
		w.Until != 0 && w.Until <= w.From:
		return api.ErrGrantTerms
	}
	return nil
}

// CheckGrantee refuses a user who cannot have a grant; "" stands for anybody.
func CheckGrantee(g *ledger.Game, to string, w ledger.Reseated) error {
	p := g.Seat(w.Side)
	switch {
	case to == "":
		return nil
	case to == p.User:
		return api.ErrOwnSeat
	case !w.ForGood && p.Member(to) == nil && users(p, to) >= ledger.MostMembers:
		return api.ErrTeamFull
	}
	return checkOtherSide(g, to, w.Side)
}

// users returns how many users beside one act for a side or are asked to.
func users(p ledger.Seat, beside string) int {
	all := []string{beside}
	for _, r := range p.Grants {
		if !r.ForGood && !slices.Contains(all, r.To) {
			all = append(all, r.To)
		}
	}
	return len(all) - 1
}

// checkOtherSide refuses a user who plays another side, or has played one.
func checkOtherSide(g *ledger.Game, user string, side order.Side) error {
	if plays, err := g.Side(user); err == nil && plays != side {
		return api.ErrPlays
	}
	knows := func(f ledger.FormerPlayer) bool { return f.User == user && f.Side != side }
	if slices.ContainsFunc(g.FormerPlayers, knows) {
		return api.ErrKnows
	}
	return nil
}

// Accept returns the row by which a user accepts the grant of a number, or consents to one that was accepted. begins
// says that its time has come: the grant begins with the row, unless another player must still consent.
func Accept(g *ledger.Game, user string, number int, begins bool) (ledger.Body, error) {
	r, err := g.Grant(number)
	switch {
	case g.Over:
		return ledger.Body{}, api.ErrOver
	case err == nil && r.AwaitsConsent():
		if player := g.Player(r.Consent); user != player {
			return ledger.Body{}, &api.NotGrantee{User: player}
		}
		if !begins {
			return rowOf(api.GrantAccepted, r, true), nil
		}
		return beginRow(g, r), nil
	case err != nil, r.Accepted, user == "", !r.Open && r.To == "":
		return ledger.Body{}, api.ErrNoGrant
	case !r.Open && r.To != user:
		return ledger.Body{}, &api.NotGrantee{User: r.To}
	case user == g.Player(r.Side):
		return ledger.Body{}, api.ErrOwnSeat
	}
	if err := checkOtherSide(g, user, r.Side); err != nil {
		return ledger.Body{}, err
	}
	found := r.Open && slices.Contains(r.Passed, user) // the list found him before anybody could take the seat
	if !begins || r.Consent != "" && !found {
		return rowOf(api.GrantAccepted, r, true), nil
	}
	return beginRow(g, r), nil
}

// Begin returns the row by which a grant begins that its user has accepted before.
func Begin(g *ledger.Game, number int) (ledger.Body, error) {
	r, err := g.Grant(number)
	if err != nil || !r.Accepted || r.Begun || r.AwaitsConsent() || g.Over {
		return ledger.Body{}, api.ErrNoGrant
	}
	return beginRow(g, r), nil
}

// beginRow returns the row by which a grant begins. Everybody is told of it where it changes what everybody may know.
func beginRow(g *ledger.Game, r ledger.Grant) ledger.Body {
	return rowOf(api.GrantBegun, r, r.ForGood || r.All || g.Seat(r.Side).Member(r.To) == nil)
}

// End returns the row by which a user declines a grant, withdraws it or ends it; by is "" for a grant whose time is
// over. A grant is ended by its user, by whoever made it until it begins, by whoever is asked to consent to it, or by
// the player of the seat, who cannot end the offer of a game master.
func End(g *ledger.Game, by string, number int) (ledger.Body, error) {
	r, err := g.Grant(number)
	p := g.Seat(r.Side)
	switch {
	case g.Over:
		return ledger.Body{}, api.ErrOver
	case err != nil, by == "" && r.Until.IsZero():
		return ledger.Body{}, api.ErrNoGrant
	case by == "", by == r.To, by == r.Giver && !r.Begun, r.AwaitsConsent() && by == g.Player(r.Consent): // may end it
	case by != p.User && r.Begun:
		return ledger.Body{}, api.ErrNotCommander
	case by != p.User:
		return ledger.Body{}, &api.NotGrantee{User: r.To}
	case r.Reason != "" && !r.Begun:
		return ledger.Body{}, api.ErrMastersGrant
	}
	another := func(o ledger.Grant) bool { return o.Begun && o.To == r.To && o.Number != r.Number }
	showsInPublic := !r.Begun && r.Row != 0 || r.Begun && (r.All || !slices.ContainsFunc(p.Grants, another))
	return rowOf(api.GrantEnded, r, showsInPublic), nil
}

// rowOf returns the row of what becomes of a grant that was made before.
func rowOf(does api.Reseating, r ledger.Grant, announced bool) ledger.Body {
	return ledger.Body{Version: ledger.BodyVersion, Reseated: &ledger.Reseated{Does: does, Side: r.Side,
		Number: r.Number, ForGood: r.ForGood, Announced: announced}}
}

// IsDue reports whether a row by which a grant begins or ends at its time can have been written at a time.
func IsDue(g *ledger.Game, c ledger.Reseated, at time.Time) bool {
	r, err := g.Grant(c.Number)
	if c.Does == api.GrantEnded {
		return err == nil && !at.Before(r.Until)
	}
	return err == nil && !at.Before(r.From)
}
