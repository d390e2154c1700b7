package play

import (
	"slices"

	"grognard/rules/bcs/combat"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/dice"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// retreatAll has the combat units in a hex lose a step each and stay, or retreat, by the box Retreat Execution. kind is
// data.Situational or data.Automatic; from is the hex that they were attacked from. It asks one question about all that
// retreat; the fight goes on when it is answered in full. BCS 7.5-9: each unit goes by the first line that fits it,
// judged before anybody has gone.
func retreatAll(t *turn, h, from hex.Hex, kind string) {
	var stay []*state.Piece
	q := state.Question{Kind: "retreat", Hex: h}
	lines := map[order.UnitID]string{}
	for _, u := range t.Stack(h) {
		if !t.g.IsCombat(u) {
			continue
		}
		line := law.RetreatLine(t.p, u, kind, from)
		lines[u.ID], q.Side = line, u.Side
		if law.Stays(line) {
			stay = append(stay, u)
			continue
		}
		q.Units = append(q.Units, u.ID)
	}
	for _, u := range stay {
		ids := []order.UnitID{u.ID}
		t.do(state.Noted{What: "holds", Side: u.Side, Hex: h, Units: ids, Rule: lines[u.ID]})
		lose(t, ids, lines[u.ID])
	}
	for _, id := range q.Units {
		t.do(state.Flagged{Units: []order.UnitID{id}, Flag: game.GoesBy(lines[id]), Depth: 3})
	}
	if len(q.Units) > 0 {
		t.Ask(withClause(t, q))
		t.do()
	}
}

// withClause returns a question of a retreat with its clause: the line of the box by which its units go, or, if the
// lines differ, BCS 7.5-9, which says that each unit goes by the first line that fits it.
func withClause(t *turn, q state.Question) state.Question {
	q.Rule = combat.LineOf(t.Piece(q.Units[0]), &q)
	if slices.ContainsFunc(q.Units, func(id order.UnitID) bool { return combat.LineOf(t.Piece(id), &q) != q.Rule }) {
		q.Rule = combat.EachByItsLine
	}
	return q
}

// Retreat answers a question of a retreat, for all units that it asks about or some of them.
func Retreat(g *game.Game, sc *state.Scratch, o order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	q := *sc.Owed()
	t.do(state.Answered{ID: q.ID})
	ids := o.Units("units")
	for _, id := range ids {
		retreatTo(t, id, o.Hex("to"), combat.LineOf(t.Piece(id), &q))
	}
	q.Units = slices.DeleteFunc(slices.Clone(q.Units), func(id order.UnitID) bool { return slices.Contains(ids, id) })
	if len(q.Units) > 0 {
		t.Ask(withClause(t, q))
	}
	return settle(t)
}

// hasChoice reports whether a question of a retreat leaves a choice. If not, it answers the question and has the units
// retreat. BCS 7.5-18, 7.5-19: a unit without a hex leaves the map, and an HQ without one does not come back yet.
func hasChoice(t *turn, q state.Question) bool {
	var going []order.UnitID // the units that have a hex to go to
	var firsts []hex.Hex     // of each of them the first such hex, its only one where there is no choice
	choice := false
	for _, id := range q.Units {
		u := t.Piece(id)
		if u.At.Hex != q.Hex && u.At.Box != game.Returning {
			continue // it has died, or left the game
		}
		line := combat.LineOf(u, &q)
		hexes := combat.PlacesFor(t.p, u, line, q.Hex)
		if len(hexes) == 0 {
			retreatOffMap(t, u, line)
			continue
		}
		choice = choice || len(hexes) > 1
		going, firsts = append(going, id), append(firsts, hexes[0])
	}
	if len(going) > 0 && (choice || !fit(t, going, firsts)) {
		if len(going) < len(q.Units) {
			q.Units = going
			t.AskAgain(withClause(t, q))
		}
		return true
	}
	t.do(state.Answered{ID: q.ID})
	for i, id := range going {
		retreatTo(t, id, firsts[i], combat.LineOf(t.Piece(id), &q))
	}
	return false
}

// fit reports whether all units have room in the hexes to which they go (BCS 5.5-1). ids and to run in parallel.
func fit(t *turn, ids []order.UnitID, to []hex.Hex) bool {
	for i, h := range to {
		n := t.p.Crowd(t.g.Def.Grid.Index(h)) + first.Count(to, func(other hex.Hex) bool { return other == h })
		if t.g.IsCombat(t.Piece(ids[i])) && n > t.g.Data.Limit {
			return false
		}
	}
	return true
}

// retreatTo has a unit, or an HQ, retreat to a hex. BCS 7.5-2: in a zone that affects it there it loses a step. BCS
// 9.2-4: in a hex closed to tactical movement it drops its Support.
func retreatTo(t *turn, id order.UnitID, to hex.Hex, rule string) {
	u := t.Piece(id)
	from := u.At.Hex
	t.do(state.Moved{Units: []order.UnitID{id}, Path: []hex.Hex{to}, How: "retreat", Rule: rule})
	if t.g.IsCombat(u) {
		turnOver(t, u, rule)
		if law.IsClosed(t.p, u, data.Tac) && !u.Marks.Has(game.Dropped) {
			t.do(state.Marked{Units: []order.UnitID{id}, Mark: game.Dropped, On: true, Rule: "9.2-4"})
		}
	}
	if from != hex.None {
		pile(t, from)
	}
	pile(t, to)
	if t.g.IsCombat(u) && law.Pursued(t.p, u, to) {
		lose(t, []order.UnitID{id}, "7.5-2")
	}
}

// turnOver turns a unit to its Move side, where it has one.
func turnOver(t *turn, u *state.Piece, rule string) {
	if t.g.Of(u).Two && u.Face != data.Moving {
		t.do(state.Flipped{Units: []order.UnitID{u.ID}, Face: data.Moving, Rule: rule})
	}
}

// retreatOffMap takes a unit off the map that has no hex to retreat to. An HQ has left it already.
func retreatOffMap(t *turn, u *state.Piece, line string) {
	rule := law.LeavesBy(t.p, u, line)
	if !t.g.IsCombat(u) {
		t.do(state.Noted{What: "no-retreat", Side: u.Side, Units: []order.UnitID{u.ID}, Rule: rule})
		return
	}
	from := u.At.Hex
	turnOver(t, u, line)
	t.do(state.Moved{Units: []order.UnitID{u.ID}, Box: game.Returning, How: "retreat", Rule: rule})
	pile(t, from)
}

// FallBack makes a voluntary retreat. BCS 7.5-5: it costs each unit but an HQ a step. BCS 7.5-6: all are Finished.
func FallBack(g *game.Game, sc *state.Scratch, o order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	f, to := g.Active(sc.State), o.Hex("to")
	units := inPile(t, o.Units("units"))
	ids, path := idsOf(units), []hex.Hex{to}
	if t.g.Of(units[0]).Role == data.HQ {
		hqFallsBack(t, f, to)
		return settle(t)
	}
	strays := law.Strays(t.p, f, units[0].At.Hex, path)
	for _, id := range ids {
		lose(t, []order.UnitID{id}, "7.5-5")
	}
	for _, id := range ids {
		if t.Piece(id).OnMap() {
			retreatTo(t, id, to, "7.5-4")
		}
	}
	ids = slices.DeleteFunc(ids, func(id order.UnitID) bool { return !t.Piece(id).OnMap() })
	if len(ids) > 0 {
		flagTogether(t, f, ids, strays)
		t.flag(game.Finished("7.5-6"), ids...)
		if law.EntersBlob(t.p, f, path) { // BCS 10.1e-1
			coordinate(t, f, "4.4-1")
		}
	}
	return settle(t)
}
