package play

import (
	"grognard/rules/bcs/combat"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// advance: BCS 7.4-1: the attacking unit enters the hex that the defender has left or died in. BCS 7.4-3, 7.4-4: those
// that assisted from its own hex may come along; who goes is asked before anybody does. BCS 7.3-13: after a Shock
// Attack it may go on moving.
func advance(t *turn, f state.Frame) {
	if f.Name == game.Shock {
		occupy(t, f.Units[:1], f.Hex, "7.3-13")
		return
	}
	ids := combat.Companions(t.p, f)
	if len(ids) == 0 {
		occupy(t, f.Units[:1], f.Hex, "7.4-1")
		return
	}
	room := t.g.Data.Limit - t.p.Crowd(t.g.Def.Grid.Index(f.Hex))
	t.Ask(state.Question{Side: f.Side, Kind: "advance", Rule: "7.4-1", N: min(room, 1+len(ids)), Hex: f.Hex,
		Units: append([]order.UnitID{f.Units[0]}, ids...)})
	t.do()
}

// Advance has the attacking unit of a fight advance, with those that come along.
func Advance(g *game.Game, sc *state.Scratch, o order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	q := *sc.Owed()
	t.do(state.Answered{ID: q.ID})
	occupy(t, o.Units("units"), q.Hex, "7.4-1")
	return settle(t)
}

// occupy has units advance into a hex, with all that follows; rule is 7.4-1, or 7.3-13 after a Shock Attack. BCS 7.4-5,
// 7.4-6: zones do not stop those of a Regular Attack, which are Finished. BCS 7.3-14: every stop counts after a Shock.
func occupy(t *turn, ids []order.UnitID, to hex.Hex, rule string) {
	f, path := t.g.Active(t.State), []hex.Hex{to}
	from := t.Piece(ids[0]).At.Hex
	strays := law.Strays(t.p, f, from, path)
	isMarshy := marshy(t, from, path)
	jumped := jumpAll(t, f.Side, path)
	t.do(state.Moved{Units: ids, Path: path, How: "advance", Rule: rule})
	flagTogether(t, f, ids, strays)
	if rule == "7.3-13" {
		halt(t, ids, to)
	} else {
		t.flag(game.Finished("7.4-6"), ids...)
	}
	afterMove(t, f, ids, path, isMarshy)
	pile(t, from)
	pile(t, to)
	askAll(t, jumped)
}

// flagTogether flags units that have moved in one order, with a number of that order in place of an earlier one's.
func flagTogether(t *turn, f *data.Formation, ids []order.UnitID, strays bool) {
	n := t.Tally(game.Of(game.MovesOf, f.ID)) + 1
	t.count(game.MovesOf, f, n)
	for _, id := range ids {
		if was := game.MovedIn(t.Piece(id)); was != "" {
			t.do(state.Flagged{Units: []order.UnitID{id}, Flag: was, Off: true})
		}
	}
	for _, flag := range []string{game.Acted, game.Left, game.Together(n)} {
		t.flag(flag, ids...)
	}
	if strays {
		t.flag(game.Strayed, ids...)
	}
}

// halt stops units by what stops them in the hex that they have entered.
func halt(t *turn, ids []order.UnitID, at hex.Hex) {
	for _, id := range ids {
		for _, clause := range t.p.StopsAt(t.Piece(id), at) {
			t.flag(game.Stopped(clause), id)
		}
	}
}
