package show

import (
	"fmt"
	"slices"

	"grognard/rules/bcs/chances"
	"grognard/rules/bcs/combat"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// combatOf returns the contest of an Attack or a Shock Attack.
func combatOf(pos *law.Position, x *combat.Fight) contest {
	name := game.Attack
	if x.Shock {
		name = game.Shock
	}
	var helpers []view.Name
	for _, u := range x.Assists {
		helpers = append(helpers, pos.Name(u.ID))
	}
	c := contest{pos: pos, ev: combat.ReckonedFight(pos, x), is: combat.ConditionsOfFight(pos, x), acting: x.Unit.Steps,
		duel: fightOf(name, helpers, x.Unit, counter(pos, x.Unit), counter(pos, x.Defender))}
	c.retreating = combat.UnitsAt(pos, x.Hex)
	c.unseen = pos.Crowd(pos.G.Def.Grid.Index(x.Hex)) - len(c.retreating)
	c.losers = c.retreating
	c.against = stepsOfAll(c.retreating) + c.unseen
	unit := pos.Name(x.Unit.ID)
	if m := x.Mission; m.Kind == combat.Destruction {
		each := chances.OfDestruction(pos, x.Hex)
		c.before = []view.Text{view.T("bcs.odds-destruction", "n", m.Arty+m.Air, "percent", each)}
		if !slices.ContainsFunc(pos.St.Pieces, func(u state.Piece) bool { return u.At.Box == game.Unseen }) {
			c.joint = chances.WithDestruction(pos, x, func(p *law.Position, y *combat.Fight) view.Gist {
				after := combatOf(p, y)
				t := after.tally(p.G.Data.Tables[data.CombatT])
				return t.throws(&after)
			})
			c.before[0] = view.T("bcs.odds-joint", "n", m.Arty+m.Air, "percent", each, "against", c.joint.Against,
				"dies", c.joint.Dies, "retreat", c.joint.Retreat, "acting", c.joint.Acting)
		}
	}
	if x.Mission.Kind != "" {
		c.besides = append(c.besides, spots(pos, x.Unit))
	} else if x.Shock {
		c.besides = append(c.besides, lastFire(pos, x.Unit)...)
	}
	if !slices.ContainsFunc(c.ev.Terms, func(t state.Term) bool { return t.Label != law.RatingTerm }) {
		c.besides = append(c.besides, view.T("bcs.odds-no-modifier", "list", named(pos.G.Data.Tables[data.CombatT])))
	}
	c.besides = append(c.besides, view.T("bcs.odds-advance", "unit", unit, "hex", x.Hex, "shock", x.Shock))
	return c
}

// spots tells that a unit stops by spotting for a mission (BCS 8.0-14), or has stopped already.
func spots(pos *law.Position, u *state.Piece) view.Text {
	if len(game.Stops(u)) > 0 {
		return view.T("bcs.odds-spots-stopped", "unit", pos.Name(u.ID))
	}
	return view.T("bcs.odds-spots", "unit", pos.Name(u.ID))
}

// lastFire tells that a unit stops by its next Fire Event (BCS 7.0d-1), if nothing has stopped it yet.
func lastFire(pos *law.Position, u *state.Piece) []view.Text {
	if game.Fires(u)+1 < law.MostFires || len(game.Stops(u)) > 0 {
		return nil
	}
	return []view.Text{view.T("bcs.odds-last-fire", "unit", pos.Name(u.ID))}
}

// retreatLines says by which line of the box Retreat Execution each unit goes or stays, those of a line together.
func retreatLines(pos *law.Position, retreating []*state.Piece, lineOf func(*state.Piece) string) (out []view.Text) {
	units := map[string][]view.Name{}
	var lines []string
	for _, u := range retreating {
		line := lineOf(u)
		if pos.G.IsCombat(u) && !law.Stays(line) && len(law.RetreatTo(pos, u, line)) == 0 { // BCS 7.5-18, 7.5-19
			line = law.LeavesBy(pos, u, line)
		}
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
		units[line] = append(units[line], pos.Name(u.ID))
	}
	for _, line := range lines {
		out = append(out, view.T("bcs.goes-by", "units", units[line], "what", view.T("bcs.line-"+line)))
	}
	return out
}

// line is the line of the box Retreat Execution for a unit in the hex.
func (c *contest) line(u *state.Piece, kind string) string {
	from := c.duel.by.At.Hex
	if !c.pos.G.Def.Grid.Touch(from, c.ev.Hex) {
		from = hex.None
	}
	return law.RetreatLine(c.pos, u, kind, from)
}

// stayers returns the units in the hex that would stay and lose a step each if a result says to retreat; none for the
// kind "", a result without a retreat.
func (c *contest) stayers(kind string) (units []*state.Piece) {
	if kind == "" {
		return nil
	}
	for _, u := range c.retreating {
		if law.Stays(c.line(u, kind)) {
			units = append(units, u)
		}
	}
	return units
}

// staying returns how many units would still stay and lose a step each once some steps are lost: the fewest and the
// most, by how their owner spreads the loss. BCS 7.2-4: the first step is taken from the defender of c.duel.
func (c *contest) staying(lost int, kind string) (least, most int) {
	stay, left := c.stayers(kind), map[*state.Piece]int{}
	for _, u := range c.losers {
		left[u] = u.Steps
	}
	least = len(stay)
	var spread func(n int) // takes n more steps from losers, in every way that the owner can
	spread = func(n int) {
		able := false
		for _, u := range c.losers {
			if n > 0 && left[u] > 0 && (n < lost || u.ID == c.duel.against.ID) {
				able, left[u] = true, left[u]-1
				spread(n - 1)
				left[u]++
			}
		}
		if able {
			return
		}
		n = first.Count(stay, func(u *state.Piece) bool { steps, isLoser := left[u]; return steps > 0 || !isLoser })
		least, most = min(least, n), max(most, n)
	}
	spread(lost)
	if c.unseen > 0 && lost > 1 { // units that are not seen can lose all steps but the first
		_, more := c.staying(1, kind)
		most = max(most, more)
	}
	return least, most
}

// inReach says which other units of the active Formation could give the same order, with an AV or by Support that has
// Engagements left (BCS 6.1-2, 7.1-4), and of which ones the line to the target is cut (BCS 6.1-3).
func inReach(s *state.Sight, o order.Order) (out []view.Text) {
	pos, h := law.Of(s), o.Hex("target")
	left := law.StandOffLeft(pos, pos.G.Active(pos.St))
	if o.Word("with") == law.WithSupport {
		left--
	}
	var able, standOff []view.Name
	var cut []view.Text
	for i := range pos.St.Pieces {
		u := &pos.St.Pieces[i]
		if !u.OnMap() || !pos.G.IsCombat(u) || len(law.CheckOrdered(pos, u)) > 0 || u.ID == o.Units("unit")[0] {
			continue
		}
		same := order.Order{Verb: o.Verb}.WithUnits("unit", u.ID).WithHexes("target", h)
		distance, av := pos.G.Def.Grid.Distance(u.At.Hex, h), pos.G.Face(u).AV
		switch {
		case pos.G.Machine.Legal(s, same) == nil:
			able = append(able, pos.Name(u.ID))
		case o.Verb == "engage" && pos.G.Machine.Legal(s, same.WithWord("with", law.WithSupport)) == nil:
			standOff = append(standOff, pos.Name(u.ID))
		case av.Value > 0 && distance <= av.Range && pos.Sees(distance):
			if hexes := law.Blocks(pos, u.At.Hex, h); len(hexes) > 0 {
				cut = append(cut, view.T("bcs.odds-cut", "unit", pos.Name(u.ID), "blocks", hexes))
			}
		}
	}
	if len(able) > 0 {
		out = append(out, view.T("bcs.odds-reach", "units", able))
	}
	if len(standOff) > 0 && left > 0 {
		out = append(out, view.T("bcs.odds-reach-support", "units", standOff, "n", left))
	}
	return append(out, cut...)
}

// canAdd says what can still be added to an Attack or a Shock Attack: who could assist and does not (BCS 7.2-3), and
// which points there are, with the missions that they can fire (BCS 8.0).
func canAdd(g *game.Game, s *state.Sight, o order.Order) (out []view.Text) {
	pos := law.Of(s)
	x := combat.FightOf(pos, o)
	alone := combatOf(pos, &x)
	var idle []view.Name
	for _, p := range g.Machine.Complete(s, o, "assist") {
		if p.Unit != "" && !slices.Contains(o.Units("assist"), p.Unit) {
			idle = append(idle, pos.Name(p.Unit))
		}
	}
	if len(idle) > 0 {
		table, y := g.Data.Tables[data.CombatT], x
		y.Assists = append(y.Assists, s.Piece(idle[0].ID))
		helped := combatOf(pos, &y)
		text := view.T("bcs.odds-assist", "units", idle, "n", fmt.Sprintf("%+d", helped.ev.Net-alone.ev.Net))
		if slices.Equal(alone.tally(table).results, helped.tally(table).results) {
			text = view.T("bcs.odds-assist-idle", "units", idle)
		}
		out = append(out, text)
	} else if len(x.Assists) == 0 && !x.Shock {
		out = append(out, view.T("bcs.odds-no-assist"))
	}
	if o.Word(combat.MissionOption) != "" {
		return out
	}
	f := g.Active(pos.St)
	arty, most, in := g.Arty(pos.St, f), 3, combat.InAttack // BCS 8.0-5: at most three points
	if o.Verb == game.Shock {
		arty, most, in = 0, 1, combat.InShock // BCS 7.3-11, 8.0-9: at most one, an Air Point
	}
	points := combat.Mission{Arty: min(arty, 1)}
	air := pos.St.Tally(game.AirOf(f.Side))
	if points.Arty == 0 {
		points.Air = min(air, 1)
	}
	if points == (combat.Mission{}) {
		return out
	}
	points.Kind = combat.Suppression
	x.Mission = points
	text := view.T("bcs.odds-guns", "arty", arty, "air", air, "most", min(most, max(arty, air)),
		"adds", fmt.Sprintf("%+d", combat.ReckonedFight(pos, &x).Net-alone.ev.Net),
		"unit", pos.Name(x.Unit.ID), "stops", len(game.Stops(x.Unit)) == 0) // BCS 8.0-14: the attacking unit spots
	if wrong := combat.CheckMission(pos, o.Hex("target"), points, in); len(wrong) > 0 {
		text = view.T("bcs.odds-no-mission", "why", wrong[0].Why)
	}
	return append(out, text)
}
