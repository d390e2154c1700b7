package rangedfire

import (
	"strconv"
	"strings"

	"grognard/rules/chart"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/law"
	"grognard/rules/scs/play"
	"grognard/rules/view"
)

// The purposes of dice rolls.
const (
	fireRoll = "ranged fire"
	killRoll = "ranged kill"
)

// table is the name of the table in the record of a roll.
const table = ruleKey

// none is the column of fire that is shifted off the left of the table.
const none = "none"

// losses is the series' kind of question about steps of the owner's choice.
const losses = "losses"

// resolve: gunnery 2.3: the column by strength and terrain, the roll, the result.
func (f fire) resolve(sc *state.Scratch, o order.Order, r dice.Roller) error {
	at, units := o.Hex("target"), o.Units("units")
	sc.Do(state.Flagged{Units: units, Flag: fired}, state.Flagged{Hex: at, Flag: shelled})
	rec, column := f.reckon(sc.State, sc.Phase().Side, at, units)
	rec.Result = "-"
	if column >= 0 {
		n := diceOf[f.Table.Dice]
		faces, err := sc.Roll(r, n, fireRoll, string(f.rule))
		if err != nil {
			return err
		}
		rec.Roll = view.Sum(faces)
		rec.Result = f.Table.Rows[rec.Roll-n][column]
	}
	sc.Do(rec)
	return f.applyResult(sc, at, rec.Result, r)
}

// reckon adds up the strengths of guns and finds the index of their column, -1 for left of the table.
func (f fire) reckon(st *state.State, side order.Side, at hex.Hex,
	units []order.UnitID) (rec state.Reckoned, column int) {
	rec = state.Reckoned{By: state.BySum, Table: table, Hex: at}
	for _, id := range units {
		p := st.Piece(id)
		rec.Attack = rec.Attack.Plus(f.strengthOf(p))
		rec.Terms = append(rec.Terms, state.Term{Unit: id, N: f.battery(p).Strength, Rule: string(f.rule),
			Label: strengthRating})
		for _, m := range f.game.Marks(p) {
			if m.Attack != chart.Whole(1) {
				rec.Terms = append(rec.Terms, state.Term{Unit: id, Times: m.Attack, Rule: string(f.game.MarkRule(m.ID)),
					Label: m.Name})
			}
		}
	}
	shift, kind := f.shift(side, at)
	rec.Shift = shift
	if shift != 0 {
		rec.Terms = append(rec.Terms, state.Term{Shift: shift, Rule: string(f.rule), Label: kind})
	}
	column = min(f.column(rec.Attack)+shift, len(f.Table.Columns)-1)
	rec.Column = f.heading(column)
	return rec, column
}

// heading returns the strength that heads a column.
func (f fire) heading(column int) string {
	if column < 0 {
		return none
	}
	return strconv.Itoa(f.Table.Columns[column])
}

// shift: gunnery 2.4: the terrain of the target shifts the column; of several kinds the best one for the target counts.
//
// RULING: gunnery 2.4: Terrain counts by the chart of the side that fires. For: a chart is for
// what its side does. Against: the terrain lies under the other side's units.
func (f fire) shift(side order.Side, h hex.Hex) (n int, kind string) {
	for i, k := range f.game.Def.Kinds(h) {
		if s := f.game.Data.Charts[side][k].Number(name); i == 0 || s < n {
			n, kind = s, k
		}
	}
	return n, kind
}

// applyResult: gunnery 2.5: D disorganizes every unit in the hex, a number is the steps that their
// owner loses, K rolls a die for each unit; gunnery 2.6: on a 5 or 6 it loses a step.
//
// RULING: gunnery 2.6: The kill rolls are thrown together and read from the top of the stack down. For: gunnery 2.6 has
// a roll for each unit, and some order is needed to read them by. Against: it names no order.
func (f fire) applyResult(sc *state.Scratch, at hex.Hex, result string, r dice.Roller) error {
	stack := law.IdsOf(sc.Stack(at))
	rest, disorganized := strings.CutPrefix(result, "D")
	if disorganized {
		play.Mark(sc, stack, f.Mark, string(f.rule))
	}
	if rest == "K" {
		return play.RollKills(f.game, sc, r, killRoll, string(f.rule), at, stack)
	}
	if n, err := strconv.Atoi(rest); err == nil && len(stack) > 0 {
		sc.Ask(state.Question{Side: sc.Piece(stack[0]).Side, Kind: losses, Rule: string(f.rule), N: n, Hex: at,
			Units: stack})
	}
	return sc.Err()
}
