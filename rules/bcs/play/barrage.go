package play

import (
	"strings"

	"grognard/rules/bcs/combat"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/chart"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// Barrage fires a mission outside an attack (BCS 8.0-4).
func Barrage(g *game.Game, sc *state.Scratch, o order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	spot(t, o.Units("spotter")[0])
	m := combat.Mission{Kind: o.Word(combat.MissionOption), Arty: o.N(game.ArtyOption), Air: o.N(game.AirOption)}
	if err := bombard(t, g.Active(sc.State), o.Hex("target"), m, "8.0-4"); err != nil {
		return err
	}
	return settle(t)
}

// bombard fires a mission against a hex: its points are used, and Destruction rolls a die for each of them, under the
// clause rule. The zero Mission does nothing. The caller stops the spotter.
func bombard(t *turn, f *data.Formation, h hex.Hex, m combat.Mission, rule string) error {
	if m == (combat.Mission{}) {
		return nil
	}
	t.do(state.Flagged{Hex: h, Flag: game.Barraged, Depth: t.depth()}) // BCS 8.0-1
	t.count(game.ArtyOf, f, t.Tally(game.Of(game.ArtyOf, f.ID))+m.Arty)
	if air := game.AirOf(f.Side); m.Air > 0 {
		t.do(state.Counted{Tally: air, N: t.Tally(air) - m.Air})
	}
	exert(t, "barrage", f)
	if m.Kind == combat.Suppression { // BCS 8.0-8: no roll for loss
		t.do(state.Noted{What: combat.Suppression, Side: f.Side, Hex: h, Rule: "8.0-8"})
		return t.Err()
	}
	return rollBarrage(t, h, m.Arty+m.Air, rule)
}

// spot: BCS 8.0-14: a unit that spots stops.
func spot(t *turn, id order.UnitID) {
	t.flag(game.Acted, id)
	t.flag(game.Stopped("8.0-14"), id)
}

// rollBarrage rolls n dice on the Barrage Table against a hex. Each that hits costs the uppermost combat unit a step.
func rollBarrage(t *turn, h hex.Hex, n int, rule string) error {
	faces, err := t.Roll(t.dice, n, data.Barrage, rule)
	if err != nil {
		return err
	}
	t.do()
	shells := combat.Shells(t.p, h, faces)
	r := fallOf(h, shells, rule)
	for _, m := range combat.BarrageModifiers(t.p, h) {
		r.Terms = append(r.Terms, state.Term{N: m.N, Rule: rule, Label: m.Name})
	}
	t.do(r)
	for _, s := range shells {
		if s.Hit {
			lose(t, []order.UnitID{s.Unit}, rule)
		}
	}
	return t.Err()
}

// fallOf tells how dice were read: for each a term with the unit it was rolled against, its row, and 1 for a step lost.
func fallOf(h hex.Hex, shells []combat.Shell, rule string) state.Reckoned {
	r := state.Reckoned{By: state.BySum, Table: data.Barrage, Hex: h}
	var results []string
	for _, s := range shells {
		term, result := state.Term{Unit: s.Unit, Rule: rule, Label: s.Row}, data.NoEffect
		if s.Hit {
			term.N, result = 1, data.StepLost
		}
		r.Roll += s.Roll
		r.Terms, results = append(r.Terms, term), append(results, result)
	}
	r.Attack, r.Result = chart.Whole(max(r.Roll, 0)), strings.Join(results, " ")
	return r
}
