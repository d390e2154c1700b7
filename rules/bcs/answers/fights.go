package answers

import (
	"slices"

	"grognard/rules/bcs/combat"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/bcs/show"
	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// mostFights is how many threatened hexes are considered.
const mostFights = 24

// Fights lists the attacks on a hex of the side that it sees coming, one for each result that gives it something to
// decide; without a table one without a result. For hex.None it lists those on all its hexes, by the points that they
// are worth.
func Fights(g *game.Game, by order.Side, seen *view.Board, sight func(order.Side) *state.Sight,
	at hex.Hex) (out []series.Fight) {
	pos, hexes := law.Of(sight(by)), []hex.Hex{at}
	if at == hex.None {
		hexes = nil
		for _, st := range seen.Stacks {
			if st.Side == by {
				hexes = append(hexes, st.Hex)
			}
		}
		points := func(h hex.Hex) int {
			place, _ := g.Def.PlaceAt(h)
			return place.VP
		}
		slices.SortStableFunc(hexes, func(a, b hex.Hex) int { return points(b) - points(a) })
	}
	threatened := 0
	for _, h := range hexes {
		fights := fightsAt(pos, by, seen, h)
		if len(fights) == 0 || at == hex.None && fights[0].Throws == 0 {
			continue
		}
		if threatened++; threatened > mostFights {
			break
		}
		out = append(out, fights...)
	}
	return out
}

// fightsAt lists the results of the attack on a hex of a side by the best unit that is seen beside it and shows an
// Assault Arrow (BCS 7.2-2).
func fightsAt(pos *law.Position, by order.Side, seen *view.Board, h hex.Hex) (out []series.Fight) {
	x := combat.Fight{Unit: attacker(pos, by, seen, h), Hex: h, Defender: combat.Defending(pos, h)}
	if x.Unit == nil || x.Defender == nil || x.Defender.Side != by {
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
	for roll, throws := range show.Chances(table.Dice) {
		result, _ := table.Read(roll+net, is)
		if _, against := result.Losses(is); throws == 0 || against == 0 && result.Retreat == "" {
			continue
		}
		i := slices.IndexFunc(out, func(o series.Fight) bool { return o.Result == result.Text })
		if i < 0 {
			f.Result, f.Throws = result.Text, throws
			out = append(out, f)
		} else {
			out[i].Throws += throws
		}
	}
	return out
}

// attacker is the enemy of the highest Action Rating, with an Assault Arrow, that a side sees beside a hex; nil for
// none.
func attacker(pos *law.Position, by order.Side, seen *view.Board, h hex.Hex) (best *state.Piece) {
	for _, st := range seen.Stacks {
		if st.Side == by || !pos.G.Def.Grid.Touch(st.Hex, h) {
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
