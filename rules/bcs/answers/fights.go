package answers

import (
	"grognard/rules/bcs/chances"
	"grognard/rules/bcs/combat"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/law"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Fights lists the results of an enemy attack on hex h, where units of side stand. The attacker is the best enemy that
// the side sees beside h with an Assault Arrow (BCS 7.2-2). Only results that give the side something to decide are
// listed; if the game lacks the table, there is one fight without a result.
func Fights(side order.Side, seen *view.Board, sight func(order.Side) *state.Sight, h hex.Hex) (out []series.Fight) {
	pos := law.Of(sight(side))
	x := combat.Fight{Unit: attacker(pos, side, seen, h), Hex: h, Defender: combat.Defending(pos, h)}
	if x.Unit == nil || x.Defender == nil || x.Defender.Side != side {
		return nil
	}
	f := series.Fight{Hex: h, By: x.Unit.Side, Units: []order.UnitID{x.Unit.ID}}
	for _, u := range combat.UnitsAt(pos, h) {
		f.Against = append(f.Against, u.ID)
	}
	table, is := pos.G.Data.Tables[data.CombatT], combat.ConditionsOfFight(pos, &x)
	if len(law.CheckTable(pos, data.CombatT, is)) > 0 {
		return []series.Fight{f}
	}
	net := combat.ReckonedFight(pos, &x).Net
	for roll, throws := range chances.Of(table.Dice) {
		result, _ := table.Read(roll+net, is)
		if _, against := result.Losses(is); throws == 0 || against == 0 && result.Retreat == "" {
			continue
		}
		f.Result = result.Text
		first.OrAdd(&out, func(o series.Fight) bool { return o.Result == f.Result }, f).Throws += throws
	}
	return out
}

// attacker returns the enemy unit with an Assault Arrow and the best Action Rating that side sees beside h; nil: none.
func attacker(pos *law.Position, side order.Side, seen *view.Board, h hex.Hex) (best *state.Piece) {
	for _, st := range seen.Stacks {
		if st.Side == side || !pos.G.Def.Grid.Touch(st.Hex, h) {
			continue
		}
		for _, c := range st.Known {
			u := pos.St.Piece(c.ID)
			if u != nil && pos.G.IsCombat(u) && pos.G.FormationOf(u) != nil && pos.G.Face(u).Arrow &&
				(best == nil || pos.G.Face(u).AR > pos.G.Face(best).AR) {
				best = u
			}
		}
	}
	return best
}
