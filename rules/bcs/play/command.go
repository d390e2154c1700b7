package play

import (
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/dice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// PrepareDefense establishes Prepared Defense.
func PrepareDefense(g *game.Game, sc *state.Scratch, _ order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	t.do(state.Marked{Units: []order.UnitID{g.Active(sc.State).HQ}, Mark: game.Prepared, On: true, Rule: "4.5-7"})
	return settle(t)
}

// GiveUpDefense gives Prepared Defense up.
func GiveUpDefense(g *game.Game, sc *state.Scratch, _ order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	unmark(t, g.Active(sc.State), game.Prepared, "4.5")
	return settle(t)
}

// Objective places an objective (BCS 4.3-1).
func Objective(g *game.Game, sc *state.Scratch, o order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	placeObjective(t, g.Active(sc.State), o, "hex")
	return settle(t)
}

func placeObjective(t *turn, f *data.Formation, o order.Order, option string) {
	h := o.Hex(option)
	t.do(state.Flagged{Hex: h, Flag: game.Objective(f.ID), Depth: 1},
		state.Noted{What: "objective", Side: f.Side, Hex: h, Rule: "4.3-1"})
}

// Recon: BCS 4.3-5: each try costs one Fire Event. BCS 4.3-6: a die not above the unit's Action Rating succeeds.
func Recon(g *game.Game, sc *state.Scratch, o order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	u := sc.Piece(o.Units("unit")[0])
	f := g.Active(sc.State)
	faces, err := sc.Roll(r, 1, "recon", "4.3-6")
	if err != nil {
		return err
	}
	useFireEvent(t, u)
	exert(t, "recon", f)
	if faces[0] <= g.Face(u).AR {
		placeObjective(t, f, o, "target")
	} else {
		t.do(state.Noted{What: "no-recon", Side: f.Side, Hex: o.Hex("target"), Units: []order.UnitID{u.ID},
			Rule: "4.3-6"})
	}
	return settle(t)
}

// useFireEvent uses a Fire Event of a unit. BCS 7.0d-1: it stops after its second one.
func useFireEvent(t *turn, u *state.Piece) {
	t.flag(game.Acted, u.ID)
	if game.Fires(u) == 0 {
		t.flag(game.Fired, u.ID)
		return
	}
	t.flag(game.Fired2, u.ID)
	t.flag(game.Stopped("7.0d-1"), u.ID)
}

// Flip turns a unit over (BCS 5.6).
func Flip(g *game.Game, sc *state.Scratch, o order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	u := sc.Piece(o.Units("unit")[0])
	t.do(state.Flipped{Units: []order.UnitID{u.ID}, Face: 1 - u.Face&1, Rule: "5.6-1"})
	pile(t, u.At.Hex)
	return settle(t)
}

// Restore takes Dropped Support markers away (BCS 9.2-5).
func Restore(g *game.Game, sc *state.Scratch, o order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	t.do(state.Marked{Units: o.Units("units"), Mark: game.Dropped, Rule: "9.2-5"})
	return settle(t)
}
