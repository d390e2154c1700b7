package answers

import (
	"slices"

	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/scs/play"
	"grognard/rules/scs/show"
	"grognard/rules/view"
)

// Fights lists the possible fights about a hex: an attack on the side's stack there by all units that are seen and
// could attack it, or an attack on the enemies there by all of the side's units that could. There is one for each
// result that gives the side something to decide, or one without a result.
func Fights(g *game.Game, by order.Side, seen *view.Board, sight func(order.Side) *state.Sight,
	at hex.Hex) (out []series.Fight) {
	i := slices.IndexFunc(seen.Stacks, func(st view.Stack) bool { return st.Hex == at })
	if i < 0 {
		return nil
	}
	f := series.Fight{Hex: at, By: g.Def.Enemy(seen.Stacks[i].Side)}
	for _, u := range seen.Stacks[i].Known {
		f.Against = append(f.Against, u.ID)
	}
	if f.By == by {
		s := sight(by)
		c := g.Try(s, "attack")
		f.Units = state.Where(s.Own, func(p *state.Piece) bool {
			later := *p
			later.Flags = nil // in a later combat phase it has not attacked yet
			return p.OnMap() && s.Def.Grid.Touch(p.At.Hex, at) && len(law.CheckMayAttack(c, &later, at)) == 0
		})
	} else {
		for _, t := range show.FindThreats(g, sight(f.By), at, seen).Stacks {
			for _, u := range t.Units {
				f.Units = append(f.Units, u.ID)
			}
		}
	}
	for _, share := range resultShares(g, f, seen) {
		own := ownPart(share.Result, f.By == by)
		i := slices.IndexFunc(out, func(o series.Fight) bool { return o.Result == own.String() })
		switch {
		case own == chart.Result{}:
		case i >= 0:
			out[i].Throws += share.Throws
		default:
			f.Result, f.Throws = own.String(), share.Throws
			out = append(out, f)
		}
	}
	if len(out) == 0 { // no result is rolled, but the fight can still be described
		f.Result, f.Throws = "", 0
		out = append(out, f)
	}
	return out
}

// ownPart returns the part of a result that gives a side something to decide.
func ownPart(res chart.Result, attacks bool) chart.Result {
	if !attacks {
		return chart.Result{DefenderSteps: res.DefenderSteps, DefenderRetreat: res.DefenderRetreat}
	}
	return chart.Result{AttackerSteps: res.AttackerSteps, AttackerRetreat: res.AttackerRetreat,
		DefenderRetreat: res.DefenderRetreat}
}

// resultShares lists the possible results of a fight, computed from the units that are seen.
func resultShares(g *game.Game, f series.Fight, seen *view.Board) []chart.Share {
	b := game.Fight{Name: game.AttackFight, Side: f.By, Target: f.Hex}
	for _, id := range f.Units {
		b.Attackers = append(b.Attackers, seenFighter(g, seen, id, data.AttackRating))
	}
	for _, id := range f.Against {
		b.Defenders = append(b.Defenders, seenFighter(g, seen, id, data.DefenceRating))
	}
	column := law.ColumnOf(g, law.Reckon(g, b))
	if column < 0 || len(f.Units) == 0 {
		return nil
	}
	return g.Data.Combat.Shares(column)
}

// seenFighter returns a unit as it is seen, with the printed strength of the rating.
func seenFighter(g *game.Game, seen *view.Board, id order.UnitID, rating string) game.Fighter {
	u, at, _ := seen.Find(id)
	return game.Fighter{ID: id, At: at, Factor: chart.Whole(max(u.Rating(rating).N, 0)), Marks: g.MarksOf(u.Marks)}
}

// Suppose starts a hypothetical fight with its result, in a combat phase of the attacker and in the present position.
// It asks only for the decisions of side by. The outcome depends only on what that side may know: of its enemies only
// their hexes and zones count.
func Suppose(g *game.Game, sc *state.Scratch, by order.Side, f series.Fight) error {
	res, err := chart.ParseResult(f.Result)
	if err != nil {
		return &view.Mistake{Why: view.T("standing.no-result", "result", view.Typed(f.Result))}
	}
	sc.AnswerAll()
	for _, tally := range []string{game.Ending, game.Opening} {
		if sc.Tally(tally) != 0 {
			sc.Do(state.Counted{Tally: tally})
		}
	}
	frame := state.Frame{Name: game.AttackFight, Side: f.By, Hex: f.Hex, Units: f.Units, Against: f.Against}
	sc.Do(state.Entered{Frame: state.Frame{Name: data.Combat, Side: f.By}}, state.Entered{Depth: 1, Frame: frame},
		state.Flagged{Units: f.Units, Flag: game.Attacked}, state.Flagged{Units: f.Against, Flag: game.Defended})
	if f.By == by && res.DefenderRetreat != 0 { // the defenders go, and the advance is offered
		sc.Do(state.Moved{Units: law.IdsOf(sc.Stack(frame.Hex)), Box: state.Dead, How: "lost"})
		play.OfferAdvance(g, sc, frame, res.DefenderRetreat)
	}
	play.AskSide(sc, by, frame, res)
	return play.Settle(g, sc, nil) // no roller: nothing up to a decision or the end of the fight rolls a die
}
