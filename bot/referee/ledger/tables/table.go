package tables

import (
	"encoding/hex"
	"strings"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/endings"
	"grognard/bot/referee/ledger/undo"
	"grognard/rules"
)

// Of returns what everybody may know of a game beside the position on its map.
func Of(g *ledger.Game) api.Table {
	t := api.Table{Game: g.Stored.ID, Channel: g.Stored.Channel, Title: g.Def.Title, Scenario: g.Scenario,
		Errata: g.Def.Errata, Rulings: rules.Revision,
		Module: hex.EncodeToString(g.Stored.Module[:]), Origin: g.Def.Origin, Started: g.Started, Over: g.Over,
		Commitment: g.Commitment, Since: g.Since,
		First: g.First, Head: g.Head, SetUp: g.Start.Choosers(g.Def), Opener: g.Opener, Opened: g.Stored.Opened,
		Offer:  endings.Last(g),
		Ending: g.Ending, EndedBy: g.EndedBy,
		Undo: undo.LastRequest(g), Beacon: g.Beacon.Name(), Patience: g.Beacon.PatienceTime(), Awaits: g.Awaits(),
		Paused: g.CurrentPause(), Master: g.Master,
		Clocks: Clocks(g)}
	addClocks(g, &t)
	if sc, ok := g.Def.Scenario(g.Scenario); ok && sc.Name != "" {
		t.Scenario = sc.Name
	}
	if g.Def.TakesErrata() {
		t.Edition = strings.ToUpper(g.Def.Series) + " " + g.Def.Edition
	}
	t.Seats, t.Handing, t.Invited, t.Reseated = g.PublicSeats(), seatOffers(g), invitations(g), g.Reseated
	if g.Over {
		t.Secret = hex.EncodeToString(g.Stored.Secret)
	}
	return t
}

// seatOffers returns a table's Handing.
func seatOffers(g *ledger.Game) (all []api.SeatOffer) {
	for _, h := range g.SeatOffers {
		if !g.Over && (h.Open || h.To != "") {
			all = append(all, api.SeatOffer{Number: h.Number, Side: h.Side, To: h.To, At: h.At})
		}
	}
	return all
}

// invitations returns a table's Invited.
func invitations(g *ledger.Game) (all []api.Invitation) {
	for _, v := range g.Invited {
		if !g.Over {
			all = append(all, api.Invitation{Number: v.Number, Side: v.Side, User: v.User, Deputy: v.Deputy, At: v.At})
		}
	}
	return all
}

// Team returns those who play the side of a user, as the side alone may know it.
func Team(g *ledger.Game, user string) api.Team {
	side, _ := g.Side(user)
	p := g.Seat(side)
	t := api.Team{Table: Of(g), View: g.Match.View(side), Commander: p.User}
	for _, m := range p.Members {
		t.Members = append(t.Members, api.Teammate{Member: api.Member{User: m.User, Deputy: m.Deputy},
			Formations: m.Formations, Units: m.Units})
	}
	for _, v := range g.Invited {
		if v.Side == side && !g.Over {
			t.Invited = append(t.Invited, api.Teammate{Member: api.Member{User: v.User, Deputy: v.Deputy},
				Formations: v.Formations, Units: v.Units})
		}
	}
	return t
}
