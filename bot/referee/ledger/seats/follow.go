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

// Follow updates the frame by what becomes of a grant.
func Follow(g *ledger.Game, s ledger.Step) {
	c := s.Body.Reseated
	if c == nil {
		return
	}
	did := api.Reseated{Does: c.Does, By: s.By, Did: s.At}
	if c.Does == api.GrantOffered || c.Does == api.GrantGiven {
		did.Grant = makeGrant(g, s).Grant
	} else {
		r, err := g.Grant(c.Number)
		if err != nil || r.Side != c.Side { // the row is forged, or the program that wrote it was wrong
			return
		}
		if c.Does != api.GrantEnded {
			r.To, r.Accepted = s.To, true
		}
		switch {
		case c.Does == api.GrantBegun, c.Does == api.GrantAccepted && s.By != s.To: // it has the consent that it needs
			r.Consent = ""
		case c.Does == api.GrantAccepted && r.AwaitsConsent():
			r.Row = s.Seq
		}
		did.Grant = r.Grant
		switch c.Does {
		case api.GrantAccepted:
			putGrant(g, r)
		case api.GrantBegun:
			if r.ForGood {
				did.Had = g.Player(r.Side)
			}
			begin(g, r, s.Seq)
		case api.GrantEnded:
			end(g, r, s.By)
		}
	}
	if c.Announced {
		g.Reseated = &did
	}
}

// makeGrant adds a grant to the frame, in place of the one of its kind that its user has. One that is not announced
// keeps the number and the message of the one before.
func makeGrant(g *ledger.Game, s ledger.Step) ledger.Grant {
	c := s.Body.Reseated
	r := ledger.Grant{Grant: api.Grant{Side: c.Side, To: s.To, Giver: s.By, All: c.Force == nil, ForGood: c.ForGood,
		From: ledger.TimeOf(c.From), Until: ledger.TimeOf(c.Until), Reason: c.Reason, At: s.At,
		Accepted: c.Does == api.GrantGiven, Consent: c.Consent}, Seeks: c.Seeks, Open: s.To == ""}
	r.Begun = r.Accepted && !s.At.Before(r.From)
	before := g.Seat(c.Side).Replaced(s.To, *c)
	if c.Seeks {
		r.Sought = s.At
	}
	if before != nil && s.By == "" { // the search goes on
		r.Giver, r.Sought = before.Giver, before.Since()
	}
	if before != nil && !c.Announced {
		r.Number, r.Row, r.At, r.Accepted = before.Number, before.Row, before.At, r.Accepted || before.Accepted
	} else {
		g.GrantsMade++
		r.Number = g.GrantsMade
	}
	if c.Announced {
		r.Row = s.Seq
	}
	if c.Force != nil {
		r.Force = *c.Force
	}
	changeSeat(g, c.Side, func(p *ledger.Seat) {
		if before != nil {
			r.Passed = before.Passed
			if before.To != "" && before.Seeks && !before.Open { // that user was asked and has not accepted
				r.Passed = append(slices.Clip(r.Passed), before.To)
			}
			p.Grants = without(p.Grants, before.Number)
		}
		takeUnits(g, p, r.Force, r.Begun)
		p.Grants = append(p.Grants, r)
	})
	return r
}

// takeUnits takes the units that somebody gets out of the grants that have not begun. If his grant begins, it takes
// them out of those that have begun, too.
func takeUnits(g *ledger.Game, p *ledger.Seat, f ledger.Force, begins bool) {
	for i, r := range p.Grants {
		if begins || !r.Begun {
			p.Grants[i].Force = lessForce(g, r.Force, f)
		}
	}
}

func putGrant(g *ledger.Game, r ledger.Grant) {
	changeSeat(g, r.Side, func(p *ledger.Seat) {
		i := slices.IndexFunc(p.Grants, func(old ledger.Grant) bool { return old.Number == r.Number })
		p.Grants[i] = r
	})
}

// begin lets a grant begin by a row. Offers of other sides to its user end; a seat among them that is offered to one
// user after the other will be offered to the next.
func begin(g *ledger.Game, r ledger.Grant, row uint64) {
	for _, o := range g.AllGrants() {
		if o.Side != r.Side && o.To == r.To {
			end(g, o, r.To)
		}
	}
	if r.ForGood { // those who command units of the side go on; all else that the old player granted ends
		noteFormer(g, r.Side, g.Player(r.Side))
		changeSeat(g, r.Side, func(p *ledger.Seat) {
			p.Grants = slices.DeleteFunc(p.Grants,
				func(other ledger.Grant) bool { return other.All || !other.Begun || other.To == r.To })
			p.User, p.LastAnnounced = r.To, time.Time{}
		})
		g.HandedOver = row
		endings.Lapse(g)
		return
	}
	r.Begun = true
	changeSeat(g, r.Side, func(p *ledger.Seat) {
		p.Grants = without(p.Grants, r.Number)
		takeUnits(g, p, r.Force, r.Begun)
		p.Grants = append(p.Grants, r)
	})
}

// end removes a grant. If its user declines a seat that is offered to one after the other, the next will be asked, and
// he will not be asked again, unless the seat was open to anybody: then he was not asked.
func end(g *ledger.Game, r ledger.Grant, by string) {
	if r.Seeks && by == r.To && by != "" {
		if !r.Open {
			r.Passed = append(slices.Clip(r.Passed), by)
		}
		r.To, r.Row, r.Open, r.Accepted = "", 0, false, false
		putGrant(g, r)
		return
	}
	changeSeat(g, r.Side, func(p *ledger.Seat) { p.Grants = without(p.Grants, r.Number) })
}

func without(all []ledger.Grant, number int) []ledger.Grant {
	return slices.DeleteFunc(all, func(r ledger.Grant) bool { return r.Number == number })
}

// changeSeat changes a side's seat in a copy of the seats, because others may still hold the old ones. Its members are
// the users of the grants that have begun then.
func changeSeat(g *ledger.Game, side order.Side, change func(*ledger.Seat)) {
	g.Seats = slices.Clone(g.Seats)
	for i := range g.Seats {
		p := &g.Seats[i]
		if p.Side != side {
			continue
		}
		p.Grants, p.Members = slices.Clone(p.Grants), slices.Clone(p.Members)
		change(p)
		p.Members = slices.DeleteFunc(p.Members, func(m ledger.Member) bool {
			goes := !slices.ContainsFunc(p.Grants, func(r ledger.Grant) bool { return r.Begun && r.To == m.User })
			if goes && m.User != p.User {
				noteFormer(g, side, m.User)
			}
			return goes
		})
		for _, r := range p.Grants {
			if r.Begun && p.Member(r.To) == nil {
				p.Slots++
				p.Members = append(p.Members, ledger.Member{Slot: p.Slots, User: r.To})
			}
		}
	}
}

// noteFormer stores that a user no longer plays a side but knows its secrets.
func noteFormer(g *ledger.Game, side order.Side, user string) {
	g.FormerPlayers = append(slices.Clone(g.FormerPlayers), ledger.FormerPlayer{Side: side, User: user})
}

// LogLine returns the game log's line about what becomes of a grant, given the game before it; ok is false for none.
func LogLine(g *ledger.Game, c ledger.Reseated) (line view.Text, ok bool) {
	r, err := g.Grant(c.Number)
	switch {
	case !c.Announced:
	case c.TakesSeat():
		return view.T("told.seat-taken", "side", c.Side), true
	case c.Does == api.GrantBegun, c.Does == api.GrantGiven:
		return view.T("told.seat-acts", "side", c.Side), true
	case c.Does == api.GrantEnded && err == nil && r.Begun:
		return view.T("told.seat-goes", "side", c.Side), true
	}
	return view.Text{}, false
}
