package play

import (
	"grognard/rules/chart"
	"grognard/rules/dice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
)

// Attack flags the attackers and fights.
func Attack(g *game.Game, sc *state.Scratch, o order.Order, r dice.Roller) error {
	sc.Do(state.Flagged{Units: o.Units("units"), Flag: game.Attacked})
	return fight(g, sc, game.AttackFight, o, r)
}

// fight: SCS 7.0, 7.1, 6.1f: an overrun is fought like an attack. An announced fight cannot be taken
// back, and both sides are open until it is over. First come the odds and the roll, then the decisions
// in this order: the defender's losses, his retreat, the attacker's losses, his retreat, the advance.
func fight(g *game.Game, sc *state.Scratch, name string, o order.Order, r dice.Roller) error {
	units, target := o.Units("units"), o.Hex("target")
	f := state.Frame{Name: name, Side: sc.Piece(units[0]).Side, Hex: target, Units: units,
		Against: law.IdsOf(sc.Stack(target))}
	sc.Do(state.Entered{Depth: 1, Frame: f})
	rec := law.Reckon(g, law.FightOf(g, sc.State, f))
	if name == game.AttackFight {
		sc.Do(state.Flagged{Units: f.Against, Flag: game.Defended})
		if g.Ed.ByHex {
			sc.Do(state.Flagged{Hex: target, Flag: game.Defended})
		}
	}
	result := chart.Result{AttackerSteps: 1} // SCS 7.4: odds left of the first column
	if rec.Column != "none" {
		faces, err := sc.Roll(r, 2, data.Combat, "7.0")
		if err != nil {
			return err
		}
		rec.Roll = g.Data.Combat.Roll(faces)
		column, _ := g.Data.Combat.Find(rec.Column)
		result = g.Data.Combat.Result(column, rec.Roll)
	}
	rec.Result = result.String()
	sc.Do(rec)
	// Questions are a stack, so the one to be answered first is asked last: SCS 7.1, 6.2b: the defender carries out his
	// part first, then the attacker, also after an overrun.
	OfferAdvance(g, sc, f, max(result.DefenderRetreat, 1))
	AskSide(sc, f.Side, f, result)
	AskSide(sc, g.Def.Enemy(f.Side), f, result)
	return sc.Err()
}

// AskSide asks one side for the losses and then for the retreat that a result demands.
func AskSide(sc *state.Scratch, side order.Side, f state.Frame, res chart.Result) {
	steps, hexes, units := res.DefenderSteps, res.DefenderRetreat, f.Against
	if side == f.Side {
		steps, hexes, units = res.AttackerSteps, res.AttackerRetreat, f.Units
	}
	if hexes > 0 {
		sc.Ask(state.Question{Side: side, Kind: "retreat", Rule: "9.0", N: hexes, Hex: f.Hex, Units: units})
	}
	if steps > 0 {
		sc.Ask(state.Question{Side: side, Kind: "losses", Rule: "8.0a", Word: law.LossResult, N: steps, Hex: f.Hex,
			Units: units})
	}
}
