package tables

import (
	"cmp"
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
		Errata: g.Def.Errata, Rulings: rules.Revision, Module: hex.EncodeToString(g.Stored.Module[:]),
		Origin: g.Def.Origin, Started: g.Started, Over: g.Over, Commitment: g.Commitment, Since: g.Since,
		First: g.First, Head: g.Head, SetUp: g.Start.Choosers(g.Def), Opener: g.Opener, Together: g.Together,
		Opened: g.Stored.Opened, Offer: endings.Last(g), Handicap: g.Def.Handicaps.InWords(g.Start.Handicap),
		Ending: g.Ending, EndedBy: g.EndedBy, Undo: undo.LastRequest(g), Beacon: g.Beacon.Name(),
		Patience: g.Beacon.PatienceTime(), Awaits: g.Awaits(), Paused: g.CurrentPause(), Master: g.Master,
		Clocks: Clocks(g)}
	addClocks(g, &t)
	if sc, ok := g.Def.Scenario(g.Scenario); ok {
		t.Scenario, t.Leads = cmp.Or(sc.Name, t.Scenario), sc.Leads()
	}
	if g.Def.TakesErrata() {
		t.Edition = strings.ToUpper(g.Def.Series) + " " + g.Def.Edition
	}
	t.Seats, t.Reseated = g.PublicSeats(), g.Reseated
	for _, r := range g.AllGrants() {
		if !g.Over && !r.Begun && r.Row != 0 {
			t.Grants = append(t.Grants, r.Grant)
		}
	}
	if g.Over {
		t.Secret = hex.EncodeToString(g.Stored.Secret)
	}
	return t
}

// Team returns those who play the side of a user, as the side alone may know it.
func Team(g *ledger.Game, user string) api.Team {
	side, _ := g.Side(user)
	p := g.Seat(side)
	t := api.Team{Table: Of(g), View: g.Match.View(side), Commander: p.User}
	for _, r := range p.Grants {
		if !g.Over || r.Begun {
			t.Grants = append(t.Grants, api.TeamGrant{Grant: r.Grant, Formations: r.Formations, Units: r.Units})
		}
	}
	return t
}
