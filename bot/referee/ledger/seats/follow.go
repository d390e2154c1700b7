package seats

import (
	"slices"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/endings"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Follow updates the frame by a row that changes who plays a side.
func Follow(g *ledger.Game, s ledger.Step) {
	c := s.Body.Reseated
	if c == nil || !canFollow(g, s) {
		return
	}
	did := api.Reseated{Does: c.Does, Side: c.Side, By: s.By, User: s.To, At: s.At}
	switch c.Does {
	case api.Deputised, api.Assigned:
		did.By = g.Player(c.Side) // not s.By: that is the user where he accepted an invitation
		enlistMember(g, c, s.To)
	case api.Invited:
		followInvitation(g, s)
		did.Deputy, did.Number = c.Force == nil, g.Invitations
	case api.InvitationDeclined, api.InvitationRetracted:
		v := Invitation(g, c.Number)
		did.User, did.Deputy = v.User, v.Deputy
		uninvite(g, func(v ledger.Invitation) bool { return v.Number == c.Number })
	case api.Dismissed:
		changeSeat(g, c.Side, func(p *ledger.Seat) {
			p.Members = slices.DeleteFunc(p.Members, func(m ledger.Member) bool {
				if m.Slot != c.Slot {
					return false
				}
				did.User, did.Deputy = m.User, m.Deputy
				return true
			})
		})
		noteFormer(g, c.Side, did.User)
	case api.SeatOpen:
		passOnSeat(g, c.Side)
		g.SeatOffersMade++
		h := ledger.SeatOffer{Side: c.Side, Number: g.SeatOffersMade, Row: s.Seq, To: s.To, Open: s.To == "",
			Seeks: c.Seeks, At: s.At}
		if before := g.SeatOffer(c.Side); before != nil {
			h.Passed = before.Passed
		}
		SetOffer(g, c.Side, &h)
	case api.SeatTaken:
		did.From = g.Player(c.Side)
		Give(g, c.Side, s.To)
		SetOffer(g, c.Side, nil)
		g.HandedOver = s.Seq
		endings.Lapse(g)
	case api.SeatDeclined:
		did.User = g.SeatOffer(c.Side).To
		passOnSeat(g, c.Side)
	case api.SeatRetracted:
		did.User = g.SeatOffer(c.Side).To
		SetOffer(g, c.Side, nil)
	}
	if c.Announced {
		g.Reseated = &did
	}
}

// canFollow reports whether Follow can follow the row. If not, the row is forged, or the program that wrote it was
// wrong.
func canFollow(g *ledger.Game, s ledger.Step) bool {
	switch c := s.Body.Reseated; c.Does {
	case api.Assigned:
		return c.Force != nil
	case api.Invited:
		return c.Announced || InvitationTo(g, c.Side, s.To) != nil
	case api.InvitationDeclined, api.InvitationRetracted:
		return Invitation(g, c.Number) != nil
	case api.SeatDeclined, api.SeatRetracted:
		return g.SeatOffer(c.Side) != nil
	}
	return true
}

// followInvitation updates the frame by an invitation. A user who is invited again keeps what he was invited
// for before, and his message where that still says the same. A deputy who is invited replaces another one who
// was.
func followInvitation(g *ledger.Game, s ledger.Step) {
	c := s.Body.Reseated
	next := ledger.Invitation{Side: c.Side, Number: g.Invitations + 1, Row: s.Seq, User: s.To, Deputy: c.Force == nil,
		At: s.At}
	if before := InvitationTo(g, c.Side, s.To); before != nil {
		next.Force, next.Deputy = before.Force, next.Deputy || before.Deputy
		if !c.Announced {
			next.Number, next.Row, next.At = before.Number, before.Row, before.At
		}
	}
	g.Invitations = max(g.Invitations, next.Number)
	uninvite(g, func(v ledger.Invitation) bool {
		return v.Side == c.Side && (v.User == s.To || c.Force == nil && v.Deputy)
	})
	if c.Force != nil {
		unpromise(g, c.Side, *c.Force)
		next.Force = lessForce(g, next.Force, *c.Force).With(*c.Force)
	}
	g.Invited = append(slices.Clip(g.Invited), next)
}

// LogLine returns the game log's line about a change of who plays, and whether there is one.
func LogLine(c ledger.Reseated) (view.Text, bool) {
	switch {
	case !c.Announced:
	case c.Does == api.SeatTaken:
		return view.T("told.seat-taken", "side", c.Side), true
	case c.Does == api.Deputised:
		return view.T("told.seat-deputised", "side", c.Side), true
	case c.Does == api.Assigned:
		return view.T("told.seat-joined", "side", c.Side), true
	case c.Does == api.Dismissed:
		return view.T("told.seat-dismissed", "side", c.Side), true
	}
	return view.Text{}, false
}

// reseat returns the row of a change of who plays, announced to everybody.
func reseat(does api.Reseating, side order.Side) ledger.Body {
	return ledger.Body{Version: ledger.BodyVersion, Reseated: &ledger.Reseated{Does: does, Side: side, Announced: true}}
}

// CheckOtherSide refuses a user who plays another side, or has played one.
func CheckOtherSide(g *ledger.Game, user string, side order.Side) error {
	if plays, err := g.Side(user); err == nil && plays != side {
		return api.ErrPlays
	}
	knows := func(f ledger.FormerPlayer) bool { return f.User == user && f.Side != side }
	if slices.ContainsFunc(g.FormerPlayers, knows) {
		return api.ErrKnows
	}
	return nil
}

// Give gives the seat of a side to a user. The team stays. The old player's deputy leaves unless he commands units,
// and the old player's invitations end.
func Give(g *ledger.Game, side order.Side, user string) {
	noteFormer(g, side, g.Player(side))
	changeSeat(g, side, func(p *ledger.Seat) {
		p.Members = slices.DeleteFunc(p.Members, func(m ledger.Member) bool {
			goes := m.Deputy && len(m.Formations)+len(m.Units) == 0
			if goes && m.User != user {
				noteFormer(g, side, m.User)
			}
			return goes || m.User == user
		})
		for i := range p.Members {
			p.Members[i].Deputy = false
		}
		p.User, p.LastAnnounced = user, time.Time{}
	})
	uninvite(g, func(v ledger.Invitation) bool { return v.Side == side || v.User == user })
}

// changeSeat changes a side's seat in a copy of the seats, because others may still hold the old ones.
func changeSeat(g *ledger.Game, side order.Side, change func(*ledger.Seat)) {
	g.Seats = slices.Clone(g.Seats)
	for i := range g.Seats {
		if p := &g.Seats[i]; p.Side == side {
			p.Members = slices.Clone(p.Members)
			change(p)
		}
	}
}

// noteFormer stores that a user no longer plays a side but knows its secrets.
func noteFormer(g *ledger.Game, side order.Side, user string) {
	g.FormerPlayers = append(slices.Clone(g.FormerPlayers), ledger.FormerPlayer{Side: side, User: user})
}

// enlistMember makes a user a member of a side, as a row says. When he becomes the deputy, an invitation of another
// deputy ends.
func enlistMember(g *ledger.Game, c *ledger.Reseated, user string) {
	changeSeat(g, c.Side, func(p *ledger.Seat) {
		if c.Force != nil {
			assign(g, p, user, *c.Force)
		}
		if c.Does == api.Deputised {
			memberFor(p, user).Deputy = true
		}
	})
	uninvite(g, func(v ledger.Invitation) bool {
		return v.User == user || c.Does == api.Deputised && v.Side == c.Side && v.Deputy
	})
}

// memberFor returns the member of a user, who becomes one if he is not yet.
func memberFor(p *ledger.Seat, user string) *ledger.Member {
	if m := p.Member(user); m != nil {
		return m
	}
	p.Slots++
	p.Members = append(p.Members, ledger.Member{Slot: p.Slots, User: user})
	return &p.Members[len(p.Members)-1]
}

// assign gives a force to a user, who may be the player of the seat, and takes it from all others.
func assign(g *ledger.Game, p *ledger.Seat, user string, f ledger.Force) {
	for i, m := range p.Members {
		p.Members[i].Force = lessForce(g, m.Force, f)
	}
	p.Units = lessForce(g, ledger.Force{Units: p.Units}, f).Units
	unpromise(g, p.Side, f)
	if user == p.User {
		p.Units = append(p.Units, f.Units...)
		return
	}
	m := memberFor(p, user)
	m.Force = m.With(f)
}

// lessForce returns what is left of a force without what is given to somebody else.
func lessForce(g *ledger.Game, f, given ledger.Force) ledger.Force {
	return ledger.Force{
		Formations: slices.DeleteFunc(slices.Clone(f.Formations),
			func(s string) bool { return slices.Contains(given.Formations, s) }),
		Units: slices.DeleteFunc(slices.Clone(f.Units), func(id order.UnitID) bool {
			return slices.Contains(given.Units, id) || slices.Contains(given.Formations, g.Def.Units[id].Formation)
		}),
	}
}
