package seats

import (
	"slices"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/endings"
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
