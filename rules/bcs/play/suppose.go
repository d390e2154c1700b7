package play

import (
	"grognard/rules/bcs/combat"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/first"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// Suppose begins an attack that has not been made, with its result, among the activities of the attacker's Formation
// and in the present position. An unknown result is a *view.Mistake. Attackers that the defender cannot see are taken
// off the map, so that an advance does not show what lay under the unit that advances.
func Suppose(g *game.Game, sc *state.Scratch, f series.Fight) error {
	t := begin(g, sc, nil)
	for q := t.Owed(); q != nil; q = t.Owed() {
		t.do(state.Answered{ID: q.ID})
	}
	hidden := func(u *state.Piece) bool { return !law.IsKnown(g, sc.State, g.Enemy(f.By), u) }
	t.do(state.Moved{Units: state.Where(sc.Pieces, hidden), Box: game.Unseen})
	frame := state.Frame{Name: game.Initial, Side: f.By, Group: g.FormationOf(t.Piece(f.Units[0])).ID}
	t.do(state.Entered{Frame: state.Frame{Name: game.Activations, Side: f.By}}, state.Entered{Depth: 1, Frame: frame})
	frame.Name = game.Activities
	t.do(state.Entered{Depth: 2, Frame: frame})
	x := combat.Fight{Unit: t.Piece(f.Units[0]), Hex: f.Hex, Defender: combat.Defending(t.p, f.Hex)}
	result, ok := resultOf(t.p, &x, f.Result)
	if !ok {
		return &view.Mistake{Why: view.T("bcs.standing-no-result", "result", view.Typed(f.Result))}
	}
	is := combat.ConditionsOfFight(t.p, &x)
	enterFight(t, &x, game.Attack)
	flagResult(t, x.Hex, result)
	_, against := result.Losses(is)
	defenderLoses(t, &x, against)
	return settle(t)
}

// resultOf returns the result of the Combat Table that the table writes as text; ok is false for none.
func resultOf(p *law.Position, x *combat.Fight, text string) (data.Result, bool) {
	table := p.G.Data.Tables[data.CombatT]
	if table == nil {
		return data.Result{}, false
	}
	row, ok := first.In(table.Rows(combat.ConditionsOfFight(p, x)),
		func(b data.Break) bool { return b.Result.Text == text })
	return row.Result, ok
}
