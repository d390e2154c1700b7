package play

import (
	"grognard/rules/bcs/combat"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/dice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// Fire makes an Attack by Fire. BCS 8.3-2, 7.0d-2: it is a Fire Event. BCS 8.3-3: it is read on the Barrage Table.
func Fire(g *game.Game, sc *state.Scratch, o order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	u, h := sc.Piece(o.Units("unit")[0]), o.Hex("target")
	frame := t.Frames[2]
	frame.Name, frame.Hex, frame.Units = data.Barrage, h, []order.UnitID{u.ID}
	frame.Against = idsOf(combat.UnitsAt(t.p, h))
	t.do(state.Entered{Depth: 3, Frame: frame})
	useFireEvent(t, u)
	exert(t, "fire", g.Active(sc.State))
	if err := rollBarrage(t, h, 1, "8.3-3"); err != nil {
		return err
	}
	t.do(state.Left{})
	return settle(t)
}
