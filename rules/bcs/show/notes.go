package show

import (
	"cmp"
	"maps"
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Notes returns what an order does and what it costs, for its player to read before he decides anything of it. Of a
// roll of command they have the chances as things stand.
func Notes(c *game.Attempt) []view.Text {
	pos := law.Of(c.Sight)
	f := pos.G.Active(pos.St)
	switch c.Verb() {
	case "activate":
		if len(c.Words) > 0 {
			f := pos.G.Formation(order.GroupID(c.Words[0]))
			return append(chancesAhead(pos, f), commandAhead(pos, f).atBest()...)
		}
	case "refit":
		return refitNotes(pos, c)
	case "assign":
		return append(assetNotes(pos, c), view.T("bcs.note.assign"))
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
		return slices.Concat(rollNotes(pos, f, data.Snafu), []view.Text{failed, view.T("bcs.note.snafu")},
			commandNow(pos, f).atBest())
	case "second":
		return slices.Concat(rollNotes(pos, f, data.Second), actsAgain(pos, f), []view.Text{view.T("bcs.note.second")})
	case "objective":
		hexes := view.Numbers(pos.G.Data.Victory)
		out := []view.Text{objectiveNote(pos, f), view.T("bcs.note.objective-for", "hexes", hexes)}
		if pos.G.IsPrepared(pos.St, f) {
			out = append(out, view.T("bcs.note.objective-near", "most", law.Defended))
		}
		return out
	case "flip":
		if len(c.Units) > 0 {
			return []view.Text{otherSide(pos, c.Units[0]), view.T("bcs.note.flip")}
		}
		return []view.Text{view.T("bcs.note.flip")}
	case "recon":
		return append(reconNotes(pos, c), view.T("bcs.note.recon"))
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
		return append(whyIllegal(pos, f), view.T("bcs.note.trains"))
	}
	return nil
}

// atBest says what keeps a Formation in Prepared Defense from the best result, and what to do about it (4.5-3).
func (c command) atBest() []view.Text {
	if !c.capped {
		return nil
	}
	return []view.Text{view.T("bcs.note.partial-at-best")}
}

// whyIllegal says by what the hex of the Trains of the active Formation is none for them (BCS 10.3-3 to 10.3-8).
func whyIllegal(pos *law.Position, f *data.Formation) (why []view.Text) {
	if f == nil {
		return nil
	}
	if t := pos.G.Trains(pos.St, f); t != nil && t.OnMap() {
		for _, clause := range law.LegalTrains(pos, f, pos.G.Def.Grid.Index(t.At.Hex)) {
			why = append(why, view.T("bcs.trains-"+clause, "hex", t.At.Hex))
		}
	}
	return why
}

// rollNotes returns the chances of a roll of command of the active Formation, what is added to its dice, and the table.
func rollNotes(pos *law.Position, f *data.Formation, table string) []view.Text {
	c := commandNow(pos, f)
	chances := c.chances(pos, table)
	if chances == nil {
		return nil
	}
	var rows []data.Break // of the dice alone
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
	return []view.Text{view.T("bcs.note.roll", "chances", chances, "terms", c.terms(pos, table), "rows", lines)}
}

// terms returns what is added to the dice of a roll on a table, each with its clause.
func (c command) terms(pos *law.Position, table string) (terms []view.Text) {
	for _, m := range pos.G.Data.Tables[table].Applies(c.is) {
		terms = append(terms, view.T("bcs.note.term", "name", m.Name, "n", signed(m.N),
			"rule", cmp.Or(m.Clause(), string(tableRule(table)))))
	}
	return terms
}

// chancesAhead returns what the SNAFU roll of a Formation that is to be activated would bring, nil where that is not
// known.
func chancesAhead(pos *law.Position, f *data.Formation) []view.Text {
	chances := commandAhead(pos, f).chances(pos, data.Snafu)
	if chances == nil {
		return nil
	}
	return []view.Text{view.T("bcs.cost.activate", "chances", chances)}
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
	return []view.Text{view.T("bcs.note.acts-again", "n", (200*n+all)/(2*all))}
}

// refitNotes returns what the Replacement Point of a unit that is picked does, and how many of its kind are left.
func refitNotes(pos *law.Position, c *game.Attempt) []view.Text {
	if len(c.Units) == 0 {
		return append([]view.Text{view.T("bcs.note.refit")}, notRefitted(pos, c)...)
	}
	u, kind := c.Units[0], law.KindOfPoint(pos, c.Units[0])
	text := view.T("bcs.note.refit-step", "unit", nameOf(pos, u), "steps", u.Steps, "n", u.Steps+1,
		"most", pos.G.Def.Units[u.ID].Steps)
	if at := law.Reborn(pos, u); !u.OnMap() && len(at) > 0 {
		text = view.T("bcs.note.refit-dead", "unit", nameOf(pos, u), "hex", at[0])
	}
	return []view.Text{text, view.T("bcs.note.refit-left", "kind", view.T("word."+kind),
		"n", pos.St.Tally(game.PointsOf(kind, u.Side))-1), view.T("bcs.note.refit")}
}

// notRefitted says of each unit that has lost steps and can have none back why that is.
func notRefitted(pos *law.Position, c *game.Attempt) (out []view.Text) {
	for i := range c.Sight.Own {
		u := &c.Sight.Own[i]
		if !u.OnMap() || u.Steps == pos.G.Def.Units[u.ID].Steps {
			continue
		}
		if _, why := pos.G.Machine.Offer(c.Sight, "refit", []view.Pick{{Unit: u.ID}}); why != nil {
			out = append(out, view.T("bcs.note.refit-not", "unit", nameOf(pos, u), "why", why.Why, "rule", why.Rule))
		}
	}
	return out
}

// assetNotes returns what an asset or an Independent that is picked brings to its Formation, and which has it now.
func assetNotes(pos *law.Position, c *game.Attempt) []view.Text {
	if len(c.Words) == 0 {
		return nil
	}
	var arty, steps int
	name := c.Words[0]
	for _, a := range pos.G.Data.Assets {
		if a.ID == c.Words[0] {
			name, arty, steps = cmp.Or(a.Name, a.ID), a.Arty, a.Steps
		}
	}
	if u := pos.St.Piece(order.UnitID(c.Words[0])); u != nil {
		name = pos.G.Def.Units[u.ID].Name
	}
	holder := ""
	if f := pos.G.Formation(law.Borrower(pos, c.Words[0])); f != nil {
		holder = f.Name
	}
	return []view.Text{view.T("bcs.note.asset", "asset", name, "arty", arty, "steps", steps, "holder", holder)}
}

// reconNotes returns the chance of the reconnaissance of a unit that is picked (BCS 4.3-6).
func reconNotes(pos *law.Position, c *game.Attempt) []view.Text {
	if len(c.Units) == 0 {
		return nil
	}
	rating := min(pos.G.Face(c.Units[0]).AR, 6)
	return []view.Text{view.T("bcs.note.recon-chance", "unit", nameOf(pos, c.Units[0]), "n", rating,
		"percent", (200*rating+6)/12)}
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
		for _, text := range chancesAhead(pos, &pos.G.Data.Formations[p.N-1]) {
			out = append(out, view.Cost{Picks: []view.Pick{p}, Text: text})
		}
	}
	return out
}

// OtherSides returns which side of each unit would be up after it turned over.
func OtherSides(c *game.Attempt, picks []view.Pick) (out []view.Cost) {
	for _, p := range picks {
		out = append(out, view.Cost{Picks: []view.Pick{p}, Text: otherSide(law.Of(c.Sight), c.Sight.Piece(p.Unit))})
	}
	return out
}

// otherSide describes a unit as it would be after it turned over.
func otherSide(pos *law.Position, u *state.Piece) view.Text {
	turned := *u
	turned.Face = 1 - turned.Face&1
	return view.T("bcs.cost.flip", "unit", view.Described{Counter: pos.G.Counter(&turned)})
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
// and one where it ends in an enemy zone (BCS 7.5-2). Of an HQ it returns how far each hex is.
func RetreatCosts(c *game.Attempt, picks []view.Pick) (out []view.Cost) {
	pos, byPrice := law.Of(c.Sight), map[int][]view.Pick{}
	hq := false
	for _, p := range picks {
		n := 0
		for _, u := range c.Units {
			if p.Unit != "" {
				continue
			}
			if !pos.G.IsCombat(u) {
				from := u.At.Hex
				if c.Sight.Owed != nil {
					from = c.Sight.Owed.Hex
				}
				hq, n = true, pos.G.Def.Grid.Distance(from, p.Hex)
				continue
			}
			steps := flag(c.Verb() == "fallback") + flag(law.Pursued(pos, u, p.Hex))
			n += min(steps, u.Steps) // who dies of the first loses no other
		}
		if n > 0 {
			byPrice[n] = append(byPrice[n], p)
		}
	}
	for _, n := range slices.Sorted(maps.Keys(byPrice)) {
		price := view.T("bcs.cost.steps", "n", n)
		if hq {
			price = view.T("bcs.cost.hexes", "n", n)
		}
		out = append(out, view.Cost{Picks: byPrice[n], Text: price, Price: price})
	}
	return out
}

// RadiusRisks returns the hexes offered in which a unit would be out of Command Radius, and those in which an HQ that
// goes there too would leave some out or have no MSR.
func RadiusRisks(c *game.Attempt, picks []view.Pick) (out []view.Risk) {
	pos := law.Of(c.Sight)
	goes := func(u *state.Piece) bool {
		return slices.ContainsFunc(c.Units, func(v *state.Piece) bool { return v.ID == u.ID })
	}
	outside := view.Risk{Text: view.T("bcs.risk.outside"), Brief: view.T("bcs.risk.outside-brief"), Rule: "4.2d-3"}
	cuts := view.Risk{Text: view.T("bcs.risk.cuts-msr"), Brief: view.T("bcs.risk.cuts-msr-brief"), Rule: "10.3-5"}
	leaves := view.Risk{Text: view.T("bcs.risk.leaves"), Brief: view.T("bcs.risk.leaves-brief"), Rule: "4.2d-3"}
	for _, p := range picks {
		if p.Unit != "" {
			continue
		}
		var strands, left bool
		for _, u := range c.Units {
			f := pos.G.FormationOf(u)
			if f == nil || pos.G.Of(u).Role == data.Trains {
				continue
			}
			far := func(from, to hex.Hex) bool { return pos.G.Def.Grid.Distance(from, to) > f.Radius }
			switch hq := pos.G.HQ(pos.St, f); {
			case hq != nil && u.ID == hq.ID: // also where it was jumped, and retreats
				if t, at := pos.G.Trains(pos.St, f), pos.G.Def.Grid.Index; pos.MSROf(f).Whole() &&
					!pos.MSRBetween(f, at(p.Hex), at(t.At.Hex)).Whole() {
					cuts.Picks = append(cuts.Picks, p)
				}
				left = slices.ContainsFunc(pos.St.Pieces, func(v state.Piece) bool {
					return v.Group == f.ID && v.OnMap() && pos.G.IsCombat(&v) && !goes(&v) && far(p.Hex, v.At.Hex)
				})
			case hq == nil || !hq.OnMap():
				strands = true
			case !goes(hq):
				strands = strands || far(p.Hex, hq.At.Hex)
			}
		}
		if strands {
			outside.Picks = append(outside.Picks, p)
		}
		if left {
			leaves.Picks = append(leaves.Picks, p)
		}
	}
	return slices.DeleteFunc([]view.Risk{cuts, outside, leaves}, func(r view.Risk) bool { return r.Picks == nil })
}

// SpotterCosts returns which of the units offered to spot would stop by it, and which have stopped already.
func SpotterCosts(c *game.Attempt, picks []view.Pick) []view.Cost {
	stops, stopped := view.Cost{Text: view.T("bcs.cost.spots")}, view.Cost{Text: view.T("bcs.cost.spots-stopped")}
	for _, p := range picks {
		switch {
		case p.Unit == "":
		case len(game.Stops(c.Sight.Piece(p.Unit))) > 0:
			stopped.Picks = append(stopped.Picks, p)
		default:
			stops.Picks = append(stops.Picks, p)
		}
	}
	return slices.DeleteFunc([]view.Cost{stopped, stops}, func(o view.Cost) bool { return len(o.Picks) == 0 })
}
