package show

import (
	"cmp"
	"maps"
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Notes returns what an order does and what it costs, for its player to read before he decides anything of it. Of a
// roll of command they have the chances as things stand.
func Notes(c *game.Attempt) []view.Text {
	pos := law.Of(c.Sight)
	f := pos.G.Active(pos.St)
	switch c.Verb() {
	case "recover":
		if game.Step(pos.St.Frames) == game.Rolled {
			return []view.Text{view.T("bcs.note.recover"), view.T("bcs.note.recover-failed")}
		}
		return []view.Text{view.T("bcs.note.recover")}
	case "prepare":
		return []view.Text{view.T("bcs.note.prepare")}
	case "unprepare":
		return []view.Text{view.T("bcs.note.unprepare")}
	case "snafu":
		failed := view.T("bcs.note.snafu-failed")
		if game.IsSecond(pos.St.Frames) || !law.InLegalHex(pos, f) { // BCS 10.4-12, 10.4-2
			failed = view.T("bcs.note.snafu-lost")
		}
		out := append(rollNotes(pos, f, data.Snafu), failed, view.T("bcs.note.snafu"))
		if pos.G.IsPrepared(pos.St, f) {
			out = append(out, view.T("bcs.told.partial-at-best"))
		}
		return out
	case "second":
		return append(rollNotes(pos, f, data.Second), view.T("bcs.note.second"))
	case "objective":
		return []view.Text{objectiveNote(pos, f), view.T("bcs.note.objective-for")}
	case "flip":
		return []view.Text{view.T("bcs.note.flip")}
	case "recon":
		return []view.Text{view.T("bcs.note.recon")}
	case "engage":
		return []view.Text{view.T("bcs.note.engage")}
	case "fire":
		return []view.Text{view.T("bcs.note.fire")}
	case "barrage":
		return []view.Text{view.T("bcs.note.barrage")}
	case game.Attack:
		return []view.Text{view.T("bcs.note.attack")}
	case game.Shock:
		return []view.Text{view.T("bcs.note.shock")}
	case "fallback":
		return []view.Text{view.T("bcs.note.fallback")}
	case "trains":
		return []view.Text{view.T("bcs.note.trains")}
	}
	return nil
}

// rollNotes returns the chances of a roll of command of the active Formation, and what is added to its dice.
func rollNotes(pos *law.Position, f *data.Formation, table string) []view.Text {
	c := commandNow(pos, f)
	chances := c.chances(pos, table)
	if chances == nil {
		return nil
	}
	return []view.Text{view.T("bcs.note.roll", "chances", chances, "terms", c.terms(pos, table))}
}

// terms returns what is added to the dice of a roll on a table, each with its clause.
func (c command) terms(pos *law.Position, table string) (terms []view.Text) {
	for _, m := range pos.G.Data.Tables[table].Applies(c.is) {
		terms = append(terms, view.T("bcs.note.term", "name", m.Name, "n", signed(m.N),
			"rule", cmp.Or(m.Clause(), string(tableRule(table)))))
	}
	return terms
}

// objectiveNote returns how many objectives the active Formation has set, and how many its SNAFU result allows.
func objectiveNote(pos *law.Position, f *data.Formation) view.Text {
	n := len(law.Objectives(pos, f))
	if most, limited := law.MostObjectives(pos, f); limited {
		return view.T("bcs.note.objectives", "n", n, "most", most)
	}
	return view.T("bcs.note.objectives-any", "n", n)
}

// SnafuChances returns what the SNAFU roll of each Formation that can be activated would bring.
func SnafuChances(c *game.Attempt, picks []view.Pick) (out []view.Cost) {
	pos := law.Of(c.Sight)
	for _, p := range picks {
		if chances := commandAhead(pos, &pos.G.Data.Formations[p.N-1]).chances(pos, data.Snafu); chances != nil {
			out = append(out, view.Cost{Picks: []view.Pick{p}, Text: view.T("bcs.cost.activate", "chances", chances)})
		}
	}
	return out
}

// OtherSides returns which side of each unit would be up after it turned over.
func OtherSides(c *game.Attempt, picks []view.Pick) (out []view.Cost) {
	for _, p := range picks {
		turned := *c.Sight.Piece(p.Unit)
		turned.Face = 1 - turned.Face&1
		out = append(out, view.Cost{Picks: []view.Pick{p}, Text: view.T("bcs.cost.flip",
			"unit", view.Described{Counter: law.Of(c.Sight).G.Counter(&turned)})})
	}
	return out
}

// TrainsCosts returns which of the hexes to which Trains can move are at Optimal Distance (BCS 10.3-17).
func TrainsCosts(c *game.Attempt, picks []view.Pick) []view.Cost {
	if len(c.Words) == 0 {
		return nil
	}
	pos, optimal := law.Of(c.Sight), view.Cost{Text: view.T("bcs.cost.optimal")}
	f := pos.G.Formation(order.GroupID(c.Words[0]))
	for _, p := range picks {
		if at := pos.G.Def.Grid.Index(p.Hex); law.IsOptimalAt(pos, f, p.Hex, pos.MSRFrom(f, at)) {
			optimal.Picks = append(optimal.Picks, p)
		}
	}
	return slices.DeleteFunc([]view.Cost{optimal}, func(o view.Cost) bool { return len(o.Picks) == 0 })
}

// RetreatCosts returns how many steps a retreat to each hex costs: one for making it where it is voluntary (BCS 7.5-5),
// and one where it ends in an enemy zone (BCS 7.5-2).
func RetreatCosts(c *game.Attempt, picks []view.Pick) (out []view.Cost) {
	pos, byPrice := law.Of(c.Sight), map[int][]view.Pick{}
	for _, p := range picks {
		n := 0
		for _, u := range c.Units {
			if p.Unit != "" || !pos.G.IsCombat(u) {
				continue
			}
			steps := 0
			if c.Verb() == "fallback" {
				steps++
			}
			if law.Pursued(pos, u, p.Hex) {
				steps++
			}
			n += min(steps, u.Steps) // who dies of the first loses no other
		}
		if n > 0 {
			byPrice[n] = append(byPrice[n], p)
		}
	}
	for _, n := range slices.Sorted(maps.Keys(byPrice)) {
		price := view.T("bcs.cost.steps", "n", n)
		out = append(out, view.Cost{Picks: byPrice[n], Text: price, Price: price})
	}
	return out
}
