package ledger

import (
	"encoding/hex"

	"grognard/bot/referee/api"
	"grognard/rules"
	"grognard/rules/order"
)

func (g *Game) Table() api.Table {
	t := api.Table{Game: g.Kept.ID, Channel: g.Kept.Channel, Title: g.Def.Title, Scenario: g.Scenario,
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
func (g *Game) TheSeats() (all []api.Seat) {
	for i, s := range g.Seats {
		seat := api.Seat{Side: g.Def.Sides[i], User: s.User, Worded: s.Word != ""}
		if g.Over {
			seat.Word = s.Word
		}
		for _, m := range s.Members {
			seat.Members = append(seat.Members, api.Member{User: m.User, Deputy: m.Deputy})
			if len(m.Formations)+len(m.Units) > 0 {
				seat.Commanded = append(seat.Commanded, api.CommandedUnits{User: m.User, Units: g.force(s, m.User)})
			}
		}
		all = append(all, seat)
	}
	return all
}

// seatOffers are a table's Handing.
func (g *Game) seatOffers() (all []api.SeatOffer) {
	for _, h := range g.Handing {
		if !g.Over && (h.Open || h.To != "") {
			all = append(all, api.SeatOffer{Number: h.Number, Side: h.Side, To: h.To, At: h.At})
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
