package tables

import (
	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
)

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
