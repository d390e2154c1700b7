package rangedfire

import (
	"slices"
	"strconv"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// tells tells of fire. Nothing but the dice shows what lies under the top of a stack.
//
// RULING: gunnery 2.1: Everybody sees which guns fire, also those that lie under a top. For: their strength and their
// range are told with the column, and would give them away. Against: of an enemy stack only the top may be looked at.
// RULING: gunnery 2.6: Everybody sees how many kill rolls hit, and only the owner which unit under a
// top lost a step. For: dice are thrown openly, and of an enemy stack only the top may be looked at.
// Against: at a table the counter would be seen to be turned over.
func (f fire) tells(t game.Teller, happened state.Event) bool {
	switch ev := happened.(type) {
	case state.Reckoned:
		if ev.Table != table {
			return false
		}
		t.All(f.line(t, ev))
		return true
	case state.Noted:
		if ev.What != killRoll {
			return false
		}
		game.TellKills(t, ev, func(hit int) view.Text {
			return view.T("told.ranged-kill", "hex", ev.Hex, "n", ev.N, "hit", hit)
		})
		return true
	}
	return false
}

// line tells of fire with its reckoning, and draws the lines of fire.
func (f fire) line(t game.Teller, ev state.Reckoned) view.Line {
	v := view.Reckoning{Rule: f.rule, Sign: view.Burst, Note: view.T("sign.ranged-fire"), Target: ev.Hex,
		Strength: strengthRating, Alone: true,
		Attack: ev.Attack, Shift: ev.Shift, Column: ev.Column, Roll: ev.Roll, Result: ev.Result}
	if v.Column == none {
		v.Least = strconv.Itoa(f.Table.Columns[0])
	}
	var from []hex.Hex
	for _, m := range ev.Terms {
		switch {
		case m.Shift != 0:
			v.Terms = append(v.Terms, view.Term{Shift: m.Shift, Rule: view.Rule(m.Rule),
				Reason: view.T("why.terrain", "kind", m.Label)})
			if column := f.heading(f.column(ev.Attack)); column != ev.Attack.String() {
				v.Unshifted = column
			}
		case m.N == 0: // a marker on a gun
			v.Terms = append(v.Terms, view.Term{Unit: f.game.Name(m.Unit), Times: m.Times, Rule: view.Rule(m.Rule),
				Reason: view.T("why.mark", "mark", m.Label)})
		default: // a gun
			p := t.State().Piece(m.Unit)
			v.Side, v.Attackers = p.Side, append(v.Attackers, f.game.Counter(p))
			if !slices.Contains(from, p.At.Hex) {
				from = append(from, p.At.Hex)
			}
		}
	}
	v.Text = view.T("told.ranged-fire", "side", v.Side, "hex", ev.Hex)
	l := view.Line{Text: v.Text, Rule: v.Rule, Reckoned: &v, Stake: f.game.Tables.Stake(table, &v)}
	if ev.Roll > 0 {
		t.AddDice(&l, fireRoll)
	}
	lineOf := func(hexes ...hex.Hex) []view.Form {
		return []view.Form{{Shape: view.DottedLine, Side: v.Side, Hexes: hexes, Heads: true, Over: true}}
	}
	for _, h := range from {
		l.Forms = append(l.Forms, lineOf(h, ev.Hex)...)
	}
	_, way := view.Stage()
	l.Notes = []view.Note{{Text: view.T("sign.line-of-fire"), Sample: lineOf(way...)}}
	return l
}
