package show

import (
	"cmp"
	"slices"

	"grognard/rules/bcs/barriers"
	"grognard/rules/bcs/combat"
	"grognard/rules/bcs/costs"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/bcs/reasons"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Notes returns what an order does and what it costs, for its player to read before he picks anything. For a SNAFU roll
// and one for a second activation they give the chances as things stand.
func Notes(c *game.Attempt) []view.Text {
	pos := law.Of(c.Sight)
	f := pos.G.Active(pos.St)
	switch c.Verb() {
	case "activate":
		if len(c.Words) > 0 {
			f := pos.G.Formation(order.GroupID(c.Words[0]))
			return append(chancesAhead(pos, f), commandAhead(pos, f).atBest()...)
		}
	case "move":
		return barriers.Beside(c)
	case "refit":
		return refitNotes(pos, c)
	case "assign":
		if len(c.Words) == 0 { // what each asset brings stands on its button
			return []view.Text{view.T("bcs.note.assign-which"), view.T("bcs.note.assign")}
		}
		out := []view.Text{costs.AssetNote(pos, c.Words[0], true), view.T("bcs.note.assign")}
		if len(c.Words) > 1 { // it may be the only one, which picks itself
			out = append(out, view.T("bcs.note.assign-to", "formation", pos.G.FormationName(order.GroupID(c.Words[1]))))
		}
		return out
	case "recover":
		rolled := flag(game.Step(pos.St.Frames) == game.Rolled)
		return []view.Text{view.T("bcs.note.recover", "rolled", rolled, "level", pos.FatigueOf(f), "again",
			!game.IsSecond(pos.St.Frames))}
	case "fallback":
		return []view.Text{view.T("bcs.note.fallback", "failed", game.Step(pos.St.Frames) == game.Rolled)}
	case "prepare", "unprepare", "engage", "fire", game.Shock:
		return []view.Text{view.T("bcs.note."+string(c.Verb()), "most", law.Defended)}
	case "snafu":
		failed := view.T("bcs.note.snafu-failed", "second", game.IsSecond(pos.St.Frames), // BCS 10.4-12, 10.4-2
			"legal", law.InLegalHex(pos, f))
		return slices.Concat(rollNotes(pos, f, data.Snafu), costs.EntryNote(pos, f),
			[]view.Text{failed, view.T("bcs.note.snafu")}, commandNow(pos, f).atBest())
	case "second":
		return slices.Concat(rollNotes(pos, f, data.Second), actsAgain(pos, f), []view.Text{view.T("bcs.note.second")})
	case "objective":
		out := []view.Text{objectiveNote(pos, f), view.T("bcs.note.objective-for", "hexes", pos.G.Data.Victory)}
		if pos.G.IsPrepared(pos.St, f) {
			out = append(out, view.T("bcs.note.objective-near", "most", law.Defended))
		}
		return out
	case "flip":
		if len(c.Units) > 0 {
			return []view.Text{costs.OtherSide(pos, c.Units[0]), view.T("bcs.note.flip")}
		}
		return []view.Text{view.T("bcs.note.flip")}
	case "recon":
		return append(reconNotes(pos, c), view.T("bcs.note.recon"))
	case "barrage":
		return append([]view.Text{view.T("bcs.note.barrage")}, noBarrage(pos, c, f)...)
	case game.Attack:
		if len(c.Units) == 0 { // what follows is more than a phone shows
			return []view.Text{view.T("bcs.note.attack")}
		}
	case "trains":
		lie, open := "", true
		if f != nil && f.Side == c.Sight.Side { // jumped ones are moved in an activation of the enemy's
			lie, open = trainsLie(pos, f), law.InLegalHex(pos, f) || law.HasLegalHex(pos, f)
		}
		return append(reasons.Illegal(pos, f), view.T("bcs.note.trains", "lie", lie, "open", open))
	}
	return nil
}

// noBarrage says of each objective with an enemy why a barrage cannot target it; nil once a spotter is picked.
func noBarrage(pos *law.Position, c *game.Attempt, f *data.Formation) (out []view.Text) {
	if f == nil || len(c.Units) > 0 {
		return nil
	}
	objectives := law.Objectives(pos, f)
	for _, p := range law.NextEnemies(pos, c, data.Trains) {
		wrong := combat.CheckBarrage(pos.G.Machine.Start(c.Sight, "barrage"), p)
		if len(wrong) > 0 && slices.Contains(objectives, p.Hex) {
			out = append(out, view.T("bcs.note.no-barrage", "why", wrong[0].Why, "rule", string(wrong[0].Rule)))
		}
	}
	return out
}

// atBest says what keeps a Formation in Prepared Defense from the best result, and what to do about it (4.5-3).
func (c command) atBest() []view.Text {
	if !c.capped {
		return nil
	}
	return []view.Text{view.T("bcs.note.partial-at-best")}
}

// rollNotes returns the chances of a roll of the active Formation on a table, what is added to its dice, and the rows.
func rollNotes(pos *law.Position, f *data.Formation, table string) []view.Text {
	c := commandNow(pos, f)
	chances := c.chances(pos, table)
	if chances == nil {
		return nil
	}
	var rows []data.Break // by the sum of the dice, before modifiers
	for n, dice := pos.G.Data.Tables[table].Dice, pos.G.Data.Tables[table].Dice; dice <= 6*n; dice++ {
		if text := c.read(pos, table, dice); len(rows) == 0 || rows[len(rows)-1].Text != text {
			rows = append(rows, data.Break{From: dice, Result: data.Result{Text: text}})
		}
		rows[len(rows)-1].To = dice
	}
	var lines []view.Text
	for _, b := range rows {
		lines = append(lines, view.T("bcs.note.row", "rolls", b.Rolls(), "result", b.Text))
	}
	return []view.Text{view.T("bcs.note.roll", "chances", chances, "terms", c.terms(pos, table, "bcs.note.term"),
		"rows", lines)}
}

// terms returns what is added to the dice of a roll on a table, each in a text of the given ID, with its clause.
func (c command) terms(pos *law.Position, table, id string) (terms []view.Text) {
	for _, m := range pos.G.Data.Tables[table].Applies(c.is) {
		terms = append(terms, view.T(id, "name", m.Name, "n", signed(m.N),
			"rule", cmp.Or(m.Clause(), string(tableRule(table)))))
	}
	return terms
}

// chancesAhead returns what the SNAFU roll of a Formation would bring if it were activated, nil where that is unknown.
func chancesAhead(pos *law.Position, f *data.Formation) []view.Text {
	ahead := commandAhead(pos, f)
	if chances := ahead.chances(pos, data.Snafu); chances != nil {
		return []view.Text{view.T("bcs.cost.activate", "chances", chances,
			"terms", ahead.terms(pos, data.Snafu, "bcs.task.term"))}
	}
	return nil
}

// actsAgain returns in how many of a hundred cases a second activation is granted and its SNAFU roll does not fail, nil
// where a table is not known.
func actsAgain(pos *law.Position, f *data.Formation) []view.Text {
	granted, acts := commandNow(pos, f).results(pos, data.Second), commandAhead(pos, f).results(pos, data.Snafu)
	if granted == nil || acts == nil {
		return nil
	}
	n, all := 0, view.Throws*view.Throws
	for _, g := range granted {
		for _, a := range acts {
			if g.Result == data.Granted && a.Result != data.Fail {
				n += g.Chance.Least * a.Chance.Least
			}
		}
	}
	terms := commandAhead(pos, f).terms(pos, data.Snafu, "bcs.note.term")
	return []view.Text{view.T("bcs.note.acts-again", "n", (200*n+all)/(2*all), "terms", terms)}
}

// refitNotes returns what the Replacement Point of a unit that is picked does, and how many of its kind are left.
func refitNotes(pos *law.Position, c *game.Attempt) []view.Text {
	if len(c.Units) == 0 {
		return append([]view.Text{view.T("bcs.note.refit")}, notRefitted(pos, c)...)
	}
	u, kind := c.Units[0], law.KindOfPoint(pos, c.Units[0])
	text := view.T("bcs.note.refit-step", "unit", pos.Name(u.ID), "steps", u.Steps, "n", u.Steps+1,
		"most", pos.G.Def.Units[u.ID].Steps)
	if at := law.Reborn(pos, u); !u.OnMap() && len(at) > 0 {
		text = view.T("bcs.note.refit-dead", "unit", pos.Name(u.ID), "returns", at[0],
			"kind", view.T("kind."+kind))
	}
	return []view.Text{text, view.T("bcs.note.refit-left", "kind", view.T("kind."+kind),
		"n", pos.St.Tally(game.PointsOf(kind, u.Side))-1), view.T("bcs.note.refit")}
}

// notRefitted says why each unit on the map that has lost steps can have none back.
func notRefitted(pos *law.Position, c *game.Attempt) (out []view.Text) {
	for i := range c.Sight.Own {
		u := &c.Sight.Own[i]
		_, why := pos.G.Machine.Offer(c.Sight, "refit", []view.Pick{{Unit: u.ID}})
		if why != nil && u.OnMap() && u.Steps < pos.G.Def.Units[u.ID].Steps {
			out = append(out, view.T("bcs.note.refit-not", "unit", pos.Name(u.ID), "why", why.Why, "rule", why.Rule))
		}
	}
	return out
}

// reconNotes returns the chance of the reconnaissance of a unit that is picked (BCS 4.3-6).
func reconNotes(pos *law.Position, c *game.Attempt) []view.Text {
	if len(c.Units) == 0 {
		return nil
	}
	rating := min(pos.G.Face(c.Units[0]).AR, 6)
	return []view.Text{view.T("bcs.note.recon-chance", "unit", pos.Name(c.Units[0].ID), "n", rating,
		"percent", (200*rating+6)/12)}
}

// objectiveNote returns how many objectives the active Formation has set, and how many its SNAFU result allows.
func objectiveNote(pos *law.Position, f *data.Formation) view.Text {
	n, last := len(law.Objectives(pos, f)), len(law.Goals(pos, f)) == 1
	helps := func(m data.Modifier) bool { return slices.Contains(m.When, "double-objective") }
	attack := pos.G.Data.Tables[data.CombatT] // nil in a module without it
	idle := pos.G.Arty(pos.St, f)+pos.St.Tally(game.AirOf(f.Side)) == 0 &&
		(attack == nil || !slices.ContainsFunc(attack.Modifiers, helps))
	if most, limited := law.MostObjectives(pos, f); limited {
		return view.T("bcs.note.objectives", "n", n, "most", most, "last", last || n+1 == most, "idle", idle)
	}
	return view.T("bcs.note.objectives-any", "n", n, "last", last, "idle", idle)
}

// SnafuChances returns what the SNAFU roll of each Formation that can be activated would bring.
func SnafuChances(c *game.Attempt, picks []view.Pick) (out []view.Cost) {
	pos := law.Of(c.Sight)
	for _, p := range picks {
		for _, text := range chancesAhead(pos, &pos.G.Data.Formations[p.N-1]) {
			out = append(out, view.Cost{Picks: []view.Pick{p}, Text: text})
		}
	}
	return out
}
