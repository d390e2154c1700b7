package show

import (
	"fmt"
	"hash/crc32"
	"math/big"
	"slices"

	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// Odds: SCS 7.3, 7.4: the odds and chances of a legal attack or overrun, computed as the fight itself is. Of the enemy
// it uses only what the board shows. An attack may be planned before the combat phase begins.
func Odds(g *game.Game, s *state.Sight, b *view.Board, o order.Order) (view.Odds, *view.Denial) {
	o = o.Sorted()
	if o.Verb != game.AttackFight && o.Verb != game.OverrunFight && o.Verb != order.PlannedAttack {
		return view.Odds{}, choice.NoSuchOrder(o.Verb)
	}
	if d := g.Machine.Legal(s, o); d != nil {
		return view.Odds{}, d
	}
	planned := o.Verb == order.PlannedAttack && b.Phase.Name != data.Combat
	if o.Verb == order.PlannedAttack {
		o.Verb = game.AttackFight
	}
	f := forecastOf(g, s, b, o)
	out := f.odds()
	out.Order, out.Planned, out.Turn, out.Phase = o, planned, b.Turn, b.Phase
	addAttackers(g, &out.Best, f.battle.Name, f.attackers)
	addAttackers(g, &out.Worst, f.battle.Name, f.attackers)
	return out, nil
}

// forecast is a fight that has not been fought yet.
type forecast struct {
	game      *game.Game
	battle    game.Fight
	seen      []view.Counter // the defenders that are seen
	unseen    unseen         // the defenders that are not seen
	plain     unseen         // the same, taken to have no markers
	mine      int            // steps of the attackers
	attackers []*state.Piece
	first     []order.UnitID // the strongest of the attackers, which lose the first step
	theirs    int            // steps of the defenders that are seen
	canLeave  bool           // the defenders have a hex to retreat to
}

func forecastOf(g *game.Game, s *state.Sight, b *view.Board, o order.Order) forecast {
	target := o.Hex("target")
	f := forecast{game: g, battle: game.Fight{Name: string(o.Verb), Side: s.Side, Target: target}}
	for _, id := range o.Units("units") {
		p := s.Piece(id)
		f.attackers = append(f.attackers, p)
		f.battle.Attackers = append(f.battle.Attackers, law.Attacker(g, p))
		f.mine += p.Steps
	}
	f.first = slices.DeleteFunc(slices.Clone(o.Units("units")), func(id order.UnitID) bool { // SCS 8.0a
		return slices.ContainsFunc(o.Units("units"), func(other order.UnitID) bool {
			return g.Printed(s.Piece(other)).Attack > g.Printed(s.Piece(id)).Attack
		})
	})
	at := g.Def.Grid.Index(target)
	st := b.Stacks[slices.IndexFunc(b.Stacks, func(one view.Stack) bool { return one.Hex == target })]
	for i, c := range st.Known {
		f.battle.Defenders = append(f.battle.Defenders,
			game.Fighter{ID: c.ID, Factor: chart.Whole(max(c.Rating(data.DefenceRating).N, 0)),
				Marks: g.MarksOf(c.Marks), Idle: i == 0 && law.OpenFactsOf(s).RetreatedTop[at]})
		f.theirs += c.Steps
	}
	f.seen, f.canLeave = st.Known, canLeave(g, s, target)
	f.unseen, f.plain = unseenIn(g, s, b, st, string(o.Verb), false), unseenIn(g, s, b, st, string(o.Verb), true)
	return f
}

// canLeave reports whether the defenders of a hex would have a hex to retreat to, even over a lake: SCS
// 9.0b, afb 1.3a. It depends only on the map and the attacking side's units.
func canLeave(g *game.Game, s *state.Sight, at hex.Hex) bool {
	theirs := &state.Sight{Def: s.Def, Side: g.Def.Enemy(s.Side), Enemies: make([]int8, g.Def.Grid.Size())}
	for i := range s.Own {
		if p := &s.Own[i]; p.OnMap() {
			theirs.Enemies[g.Def.Grid.Index(p.At.Hex)]++
		}
	}
	f := law.StackRetreat{Attempt: g.Try(theirs, "retreat"), Origin: at, N: 1}
	return len(f.NextHexes(at)) > 0 || len(f.HexesOverLake(at)) > 0
}

// against computes the odds if the units that are not seen have a defence of n parts; see unseen.parts.
func (f forecast) against(n int) state.Reckoned {
	b := f.battle
	if f.unseen.units > 0 {
		b.Defenders = append(slices.Clip(b.Defenders), game.Fighter{Factor: f.inParts(n)})
	}
	return law.Reckon(f.game, b)
}

// inParts returns a defence of n parts as a strength.
func (f forecast) inParts(n int) chart.Fraction { return chart.Frac(int64(n), int64(f.unseen.parts)) }

// outcome is a column, -1 left of the first, and the number of steps that the defenders have.
type outcome struct{ column, steps int }

// outcomes lists what the fight can be before the dice are rolled, for each possible defence of the units that are not
// seen, and the least and the most of it, in parts.
func (f forecast) outcomes() (each []outcome, least, most int) {
	columns, least, most := f.columns()
	for steps, sums := range f.unseen.sums {
		for n := least; n <= most; n++ {
			if sums.Bit(n) == 1 {
				each = append(each, outcome{columns[n-least], f.theirs + steps})
			}
		}
	}
	return each, least, most
}

// columns returns the column for each defence of the units that are not seen, from the least to the most, in parts. A
// stronger defence never gives a better column, so where both ends have the same column, all between them have it.
func (f forecast) columns() (columns []int, least, most int) {
	all := new(big.Int)
	for _, sums := range f.unseen.sums {
		all.Or(all, sums)
	}
	least, most = int(all.TrailingZeroBits()), max(all.BitLen()-1, 0)
	columns = make([]int, most-least+1)
	var fill func(from, to int)
	fill = func(from, to int) {
		if middle := (from + to) / 2; columns[from] == columns[to] {
			for i := from + 1; i < to; i++ {
				columns[i] = columns[from]
			}
		} else if to-from > 1 {
			columns[middle] = law.ColumnOf(f.game, f.against(least+middle))
			fill(from, middle)
			fill(middle, to)
		}
	}
	columns[0], columns[most-least] = law.ColumnOf(f.game, f.against(least)), law.ColumnOf(f.game, f.against(most))
	fill(0, most-least)
	return columns, least, most
}

// odds returns the chances over all outcomes.
func (f forecast) odds() view.Odds {
	each, least, most := f.outcomes()
	all := slices.Compact(slices.Clone(each))
	t := tally{f.game.Data.Combat, all, map[int][]chart.Share{}}
	best, worst := f.against(least), f.against(most)
	out := view.Odds{Unseen: f.unseen.units, AttackSteps: f.mine,
		DefenceSteps: span(all, func(o outcome) int { return o.steps }),
		Best:         reckoning(f.game, f.battle.Name, f.battle.Side, f.battle.Target, best),
		Worst:        reckoning(f.game, f.battle.Name, f.battle.Side, f.battle.Target, worst)}
	if f.unseen.idle > 0 { // SCS 7.2d
		out.Besides, out.BesidesRule = view.T("odds.idle", "n", f.unseen.idle), "7.2d"
	}
	out.Best.Defender, out.Worst.Defender = f.seen, f.seen
	out.Least, out.Most = f.inParts(least), f.inParts(most)
	out.Results = t.results()
	if b, w := f.results(best), f.results(worst); !slices.Equal(b, w) {
		out.BestResults, out.WorstResults = b, w
	}
	out.Aside = append(f.unmarked(best.Odds), view.T("odds.steps", "attack", f.mine, "least", out.DefenceSteps.Least,
		"most", out.DefenceSteps.Most))
	out.Outlook, out.ByDefence = f.outlook(t, out.DefenceSteps.Most), f.hash(t, each)
	return out
}

// unmarked says what the odds are if the units that are not seen have no markers, where the best are worse then.
func (f forecast) unmarked(best chart.Odds) []view.Text {
	f.unseen = f.plain // in this copy of f
	if f.unseen.units == 0 || len(f.unseen.sums) == 0 {
		return nil
	}
	_, least, most := f.columns()
	weak, strong := f.against(least), f.against(most)
	if weak.Odds == best {
		return nil
	}
	return []view.Text{view.T("odds.unmarked", "least", weak.Defence.String(), "most", strong.Defence.String(),
		"best", weak.Odds.String(), "worst", strong.Odds.String())}
}

// hash returns a hash of the results, and of what they cost the attackers, for each possible defence in turn.
func (f forecast) hash(t tally, each []outcome) uint32 {
	all, words := crc32.NewIEEE(), map[int][]byte{} // words: what is hashed, by column
	for _, o := range each {
		if words[o.column] == nil {
			for _, s := range t.share(o.column) {
				lost := s.Result.AttackerSteps
				words[o.column] = fmt.Appendln(words[o.column], s, min(lost, f.mine), lost < f.mine)
			}
		}
		all.Write(words[o.column])
	}
	return all.Sum32()
}

// results returns the chances of all results if the fight had these odds.
func (f forecast) results(r state.Reckoned) []view.ResultChance {
	return tally{f.game.Data.Combat, []outcome{{law.ColumnOf(f.game, r), f.theirs}}, map[int][]chart.Share{}}.results()
}

// outlook returns what a fight can mean for both sides. It counts only the losses of the result, up to the steps that a
// side has; steps lost for hexes that are held (9.2) or cannot be retreated (9.0b) are not among them. A side retreats
// only if any of its units survive the losses. most is the greatest number of steps that the defenders can have.
//
// The hex is empty when no defender is left in it. A defender who holds turns every hex of his retreat into a step
// loss: SCS 9.2. A defender who retreats goes as far as he must and can; units that cannot go one hex lose a step for
// each hex instead (9.0b), and units that can only go over a lake are destroyed there, where the game says so.
func (f forecast) outlook(t tally, most int) []view.Text {
	ifHeld := func(r chart.Result, steps int) bool { return r.DefenderSteps+r.DefenderRetreat >= steps }
	ifLeft := func(r chart.Result, steps int) bool { return ifHeld(r, steps) || r.DefenderRetreat > 0 && f.canLeave }
	losses := t.atLeast(f.mine, func(r chart.Result, _ int) int { return r.AttackerSteps })
	var first []view.Name
	if len(losses) > 0 && len(f.first) < len(f.battle.Attackers) {
		first = f.game.Names(f.first)
	}
	return []view.Text{
		view.T("odds.letters"),
		view.T("odds.attacker", "losses", losses, "first", first, "retreat", t.chance(func(r chart.Result, _ int) bool {
			return r.AttackerRetreat > 0 && r.AttackerSteps < f.mine
		})),
		view.T("odds.defender", "losses", t.atLeast(most,
			func(r chart.Result, steps int) int { return min(r.DefenderSteps, steps) }),
			"retreat", t.chance(func(r chart.Result, steps int) bool {
				return r.DefenderRetreat > 0 && r.DefenderSteps < steps
			})),
		view.T("odds.empty", "held", t.chance(ifHeld), "left", t.chance(ifLeft)),
	}
}

// tally counts the throws of the dice over all outcomes.
type tally struct {
	table    chart.Table
	outcomes []outcome
	shares   map[int][]chart.Share // by column; see share
}

// share returns the results in a column with their throws. SCS 7.4: left of the first column no die is
// rolled, and the attacker loses a step.
func (t tally) share(column int) []chart.Share {
	if column < 0 {
		return []chart.Share{{Result: chart.Result{AttackerSteps: 1}, Throws: view.Throws}}
	}
	if _, ok := t.shares[column]; !ok {
		t.shares[column] = t.table.Shares(column)
	}
	return t.shares[column]
}

// chance returns the number of throws in which something happens, at least and at most.
func (t tally) chance(happens func(r chart.Result, steps int) bool) view.Chance {
	return span(t.outcomes, func(o outcome) (n int) {
		for _, s := range t.share(o.column) {
			if happens(s.Result, o.steps) {
				n += s.Throws
			}
		}
		return n
	})
}

// atLeast returns the chances of losing at least one step, at least two, and so on, up to most.
func (t tally) atLeast(most int, lost func(r chart.Result, steps int) int) (out view.AtLeast) {
	for n := 1; n <= most; n++ {
		if c := t.chance(func(r chart.Result, steps int) bool { return lost(r, steps) >= n }); c.Most > 0 {
			out = append(out, c)
		}
	}
	return out
}

// results returns the chances of all results.
func (t tally) results() (out []view.ResultChance) {
	for _, o := range t.outcomes {
		for _, s := range t.share(o.column) {
			name := s.Result.String()
			if !slices.ContainsFunc(out, func(r view.ResultChance) bool { return r.Result == name }) {
				out = append(out, view.ResultChance{Result: name,
					Chance: t.chance(func(r chart.Result, _ int) bool { return r == s.Result })})
			}
		}
	}
	return out
}

// span returns the least and the greatest of a number over all outcomes.
func span(all []outcome, number func(outcome) int) view.Span {
	var out view.Span
	for i, o := range all {
		n := number(o)
		if i == 0 {
			out = view.Span{Least: n, Most: n}
		}
		out.Least, out.Most = min(out.Least, n), max(out.Most, n)
	}
	return out
}
