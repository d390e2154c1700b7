package airstrikes

import (
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// tells tells of air strikes. Nothing but the dice shows what lies under the top of a stack.
//
// RULING: fog of war: Everybody sees how many kill rolls hit, and only the owner which unit
// under a top lost a step. For: dice are thrown openly, and of an enemy stack only the top may
// be looked at. Against: at a table the counter would be seen to be turned over.
func (a air) tells(t game.Teller, happened state.Event) bool {
	ev, ok := happened.(state.Noted)
	if !ok {
		return false
	}
	if ev.What == killRoll {
		game.TellKills(t, ev, func(hit int) view.Text {
			return view.T("told.kill", "hex", ev.Hex, "n", ev.N, "hit", hit)
		})
		return true
	}
	force := a.forces[ev.Side]
	l := view.Line{Rule: view.Rule(ev.Rule)}
	t.AddDice(&l, ev.What)
	switch ev.What {
	case airRoll:
		l.Text = view.T("told.air", "side", ev.Side, "n", ev.N, "rating", ratingText(force.Regular, force.Estimate))
	case airSplit:
		l.Text = view.T("told.air-split", "side", ev.Side, "n", ev.N, "breakdowns", 2*ev.N,
			"rating", ratingText(force.Breakdown, force.Estimate))
	case airUnused:
		l.Text = view.T("told.air-unused", "side", ev.Side, "n", ev.N)
	case strikeRoll, breakdownRoll:
		what, points := view.T("air.strike"), force.Regular
		if ev.What == breakdownRoll {
			what, points = view.T("air.breakdown"), force.Breakdown
		}
		args := []any{"side", ev.Side, "what", what, "hex", ev.Hex, "most", ev.N, "rating", ratingText(points, false),
			"terrain", a.harder(ev.Side, ev.Hex)}
		l.Text = view.T("told.strike-misses", args...)
		l.MapEvent = &view.MapEvent{Kind: view.Struck, Side: ev.Side, Path: []hex.Hex{ev.Hex},
			Sign: view.Aeroplane, Note: view.T("sign.air-strike")}
		if len(l.Dice) > 0 && l.Dice[0] <= ev.N {
			l.Text = view.T("told.strike-hits", args...)
			l.MapEvent.Hit = true
		}
	default:
		return false
	}
	t.All(l)
	return true
}

// ratingText returns the text for a rating, which says if it is an estimate: once a turn, not with each strike.
func ratingText(n int, estimate bool) view.Text {
	if estimate {
		return view.T("air.estimate", "rating", n)
	}
	return view.T("air.rating", "rating", n)
}
