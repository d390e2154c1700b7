// Package airstrikes implements a rule that Autumn for Barbarossa adds to the Standard Combat Series
// (afb 1.9). As its reinforcement phase begins, a side rolls for its number of air strikes. It may
// split an air strike into two breakdowns. In certain phases it strikes enemy hexes. A die at or
// under the rating, modified by terrain, disorganizes all units in the hex. Then a die is rolled for
// each of them, and some of these cost a step. Air strikes that are not used in the last of these
// phases are lost. Disorganized units recover in a phase in which nothing is decided (afb 1.7).
//
// A module switches the rule on by naming its paragraphs, the phases and limits of each side with
// air strikes, a mark dg, and ratings. The miniature game at scs.Series would add:
//
//	# game.yaml
//	rules: {air: "1.1", strikes: "1.2", breakdowns: "1.3"}
//	marks:                   # what air strikes put on units, and the phase dg-removal takes away
//	  dg: {name: Disorganized, attack: "1/2"}
//	air:                     # when air strikes fly, into how many breakdowns they split in a turn
//	  blue: {phases: [movement], breakdowns: 2}
//
//	# charts.yaml: barrage is added to the die against units in such terrain
//	terrain:
//	  blue: {woods: {barrage: 1}}
//	  red: {woods: {barrage: 1}}
//
//	# units.yaml
//	air:                     # ratings: the greatest die that disorganizes
//	  blue: {regular: 3, breakdown: 2, estimate: yes}
//
//	# setup.yaml
//	scenarios:
//	  - id: crossing
//	    name: The Crossing
//	    setup:
//	      blue: [{at: "2.03", units: [b-1]}]
//	      red: [{at: "2.01", units: [r-1]}]
//	    arrivals:            # air in dice
//	      - {turn: 2, side: blue, air: 1}
//	      - {turn: 3, side: blue, air: 2}
//
// A game in which units are disorganized by other means can list only the phase.
//
// Limits: a hex is struck once in a phase; hexsides do not matter.
package airstrikes

import (
	"fmt"
	"slices"
	"strconv"

	"grognard/rules/dice"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// name is the feature's name, and the key of its data in a module.
const name = "airstrikes"

// The tallies of a side with air strikes.
const (
	strikes    = "strikes"    // air strikes that it can still use
	breakdowns = "breakdowns" // breakdowns that it can still use
	splitTally = "split"      // breakdowns made in this turn
)

// The names of air strikes and breakdowns in a side's stock.
const (
	strikeItem    = "air-strike"
	strikeDie     = "air-strike-die"
	breakdownItem = "breakdown"
)

// dg is the marker of a disorganized unit, removal the phase in which it is removed.
const (
	dg      = "dg"
	removal = "dg-removal"
)

// Feature describes the rule for the list of features.
func Feature() scs.Feature {
	return scs.Feature{
		Wording: data.Wording{
			Name:   name,
			Help:   "air: when air strikes fly, and how many breakdowns a turn allows",
			Rules:  []string{"air", "strikes", "breakdowns"},
			Marks:  []string{dg},
			Phases: []data.Phase{{Name: removal, Mark: dg}},
			Begin:  begin,
			Case:   readCase,
		},
		New: func(g *game.Game) game.Hooks {
			rules := g.Data.Paragraphs
			a := air{g, Of(g.Def), rules["air"], rules["strikes"], rules["breakdowns"]}
			declined := func(sc *state.Scratch, q state.Question) { sc.Do(state.Answered{ID: q.ID}) }
			return game.Hooks{
				Verbs:     a.verbs(),
				Questions: []game.Question{{Kind: string(airbreak), Declined: declined}},
				Tallies: []game.Tally{
					{Name: strikes, Item: strikeItem, Has: a.hasStrikes, Brings: a.dice, Dice: strikeDie},
					{Name: breakdowns, Item: breakdownItem, Has: a.hasStrikes}},
				Law: game.LawHooks{Warns: game.List(a.warns)},
				Play: game.PlayHooks{Opens: game.List(a.roll), Ends: game.List(a.dropUnused),
					Passes: game.List(a.recover), Listed: game.List(a.listed)},
				Show: game.ShowHooks{Busy: game.List(a.busy), Tasks: game.List(a.tasks), Prints: game.List(a.prints),
					Tables: a.printed(), TerrainColumns: a.terrainColumns()},
				Tell: game.TellHooks{Event: game.List(a.tells)},
			}
		},
	}
}

// air is the rule in one game.
type air struct {
	game                      *game.Game
	forces                    Forces
	rule, strikes, breakdowns string // the paragraphs
}

func (a air) hasStrikes(s order.Side) bool {
	_, ok := a.forces[s]
	return ok
}

// roll: afb 1.9: the dice in the order of arrival are rolled as the phase of reinforcements begins. Their sum is the
// number of air strikes in the turn. afb 1.9b: they are split at the moment of that roll.
func (a air) roll(sc *state.Scratch, f state.Frame, r dice.Roller) (*state.Question, error) {
	if !a.hasStrikes(f.Side) || f.Name != a.game.Data.ArrivalPhase(f.Side) {
		return nil, nil
	}
	setTally(sc, splitTally, f.Side, 0)
	n := a.dice(f, sc.Turn)
	if n == 0 {
		return nil, nil
	}
	faces, err := sc.Roll(r, n, airRoll, a.rule)
	if err != nil {
		return nil, err
	}
	sum := view.Sum(faces)
	setTally(sc, strikes, f.Side, sum)
	setTally(sc, breakdowns, f.Side, 0)
	sc.Do(state.Noted{What: airRoll, Side: f.Side, N: sum, Rule: a.rule})
	return a.splitting(sc, f.Side), sc.Err()
}

// dice returns how many dice are rolled as a side's phase of reinforcements begins.
func (a air) dice(f state.Frame, turn int) int {
	n, _ := data.SuppliesOf(a.game.Def.Arrives(f.Side, turn)).Own[name].(int)
	return n
}

// splitting returns the question of how many air strikes a side splits, nil if it can split none.
func (a air) splitting(sc *state.Scratch, s order.Side) *state.Question {
	if n := a.canSplit(sc, s); n > 0 {
		return &state.Question{Side: s, Kind: string(airbreak), Rule: a.breakdowns, N: n}
	}
	return nil
}

// tallies is a position whose tallies can be read: a state or a sight.
type tallies interface{ Tally(name string) int }

// canSplit returns how many air strikes a side can still split: as many as it has, within its limit.
func (a air) canSplit(c tallies, s order.Side) int {
	return min(c.Tally(state.Of(strikes, s)), (a.forces[s].Limit-c.Tally(state.Of(splitTally, s)))/2)
}

// setTally changes a tally of a side, unless it has the value already.
func setTally(sc *state.Scratch, what string, s order.Side, n int) {
	if tally := state.Of(what, s); sc.Tally(tally) != n {
		sc.Do(state.Counted{Tally: tally, N: n})
	}
}

// dropUnused: afb 1.9: air strikes that are unused by the end of the side's last phase with strikes are lost.
func (a air) dropUnused(sc *state.Scratch, f state.Frame) {
	n := sc.Tally(state.Of(strikes, f.Side)) + sc.Tally(state.Of(breakdowns, f.Side))
	if !slices.Contains(a.forces[f.Side].Phases, f.Name) || a.nextPhase(f) != "" || n == 0 {
		return
	}
	setTally(sc, strikes, f.Side, 0)
	setTally(sc, breakdowns, f.Side, 0)
	sc.Do(state.Noted{What: airUnused, Side: f.Side, N: n, Rule: a.rule})
}

// nextPhase returns the next phase of the turn with air strikes, "" for none.
func (a air) nextPhase(f state.Frame) string {
	all := a.game.Data.Phases[f.Side]
	for _, later := range all[slices.Index(all, f.Name)+1:] {
		if slices.Contains(a.forces[f.Side].Phases, later) {
			return later
		}
	}
	return ""
}

// listed: afb 1.9: lists of orders can contain air strikes in the phases for them.
func (a air) listed(s order.Side, phase string) []order.Verb {
	if !slices.Contains(a.forces[s].Phases, phase) {
		return nil
	}
	return []order.Verb{airstrike}
}

// recover: afb 1.7: disorganized units recover in their side's own phase.
func (a air) recover(sc *state.Scratch, f state.Frame) bool {
	if f.Name != removal {
		return false
	}
	ids := state.Where(sc.Pieces, func(p *state.Piece) bool { return p.Side == f.Side && p.Marks.Has(dg) })
	if len(ids) > 0 {
		sc.Do(state.Marked{Units: ids, Mark: dg, Rule: string(a.game.MarkRule(dg))})
	}
	return true
}

// busy: afb 1.9: a side with air strikes can use them in its phases for that, or split them before.
func (a air) busy(b *view.Board) bool {
	phases := append([]string{a.game.Data.ArrivalPhase(b.Phase.Side)}, a.forces[b.Phase.Side].Phases...)
	own := b.StockOf(b.Phase.Side)
	return slices.Contains(phases, b.Phase.Name) && own.Of(strikeItem)+own.Of(breakdownItem) > 0
}

// warns: afb 1.9: unused air strikes are lost with the last phase for them, and kept after an earlier one.
// afb 1.9b: They are not split after the phase of their roll.
func (a air) warns(c *game.Attempt) []view.Warning {
	for _, t := range a.tasks(c) {
		if t.Verb == airbreak {
			return []view.Warning{{Text: view.T("warn.split", "n", t.N), Rule: view.Rule(a.breakdowns), Ask: true}}
		}
	}
	n := tallyOf(c, strikes) + tallyOf(c, breakdowns)
	switch f := c.Sight.Phase(); {
	case n == 0 || !slices.Contains(a.forces[c.Sight.Side].Phases, f.Name):
		return nil
	case a.nextPhase(f) != "":
		kept := view.T("warn.strikes-kept", "n", n, "breakdowns", tallyOf(c, breakdowns), "phase", a.nextPhase(f))
		return []view.Warning{{Text: kept, Rule: view.Rule(a.rule)}}
	}
	return []view.Warning{{Text: view.T("warn.strikes", "n", n, "breakdowns", tallyOf(c, breakdowns)),
		Rule: view.Rule(a.rule), Ask: true}}
}

// chances: afb 1.9a: warns how likely at least one of the strikes hits, and asks, because nothing takes the dice back.
// A breakdown, whose number is negative, counts as one strike; 18 and more are reckoned as 18, to avoid an overflow.
func (a air) chances(c *game.Attempt) []view.Warning {
	if len(c.Hexes) == 0 || c.N == 0 {
		return nil
	}
	most := a.highest(c, c.Hexes[0].Hex, c.N == breakdown)
	misses, all := 1, 1 // throws of a die for each strike: those in which all miss, and all throws
	for range min(max(c.N, 1), 18) {
		misses, all = misses*(6-most), all*6
	}
	percent := min((200*(all-misses)+all)/(2*all), 100-min(misses, 1)) // rounded, but 100 only if no throw misses
	return []view.Warning{{Rule: view.Rule(a.strikes), Ask: true, Text: view.T("warn.strike-chance", "n", max(c.N, 1),
		"most", most, "any", percent, "terrain", a.harder(c.Sight.Side, c.Hexes[0].Hex))}}
}

// harder returns the terrain that makes a hex harder to hit for a side, with what it adds to the die; "" for none.
func (a air) harder(s order.Side, h hex.Hex) any {
	if n, kind := a.barrage(s, h); n != 0 {
		return view.T("air.terrain", "kind", kind, "add", fmt.Sprintf("%+d", n))
	}
	return ""
}

// highest returns the highest roll with which an air strike of the acting side, or a breakdown, hits a hex; 0 for none.
func (a air) highest(c *game.Attempt, h hex.Hex, isBreakdown bool) int {
	rating := a.forces[c.Sight.Side].Regular
	if isBreakdown {
		rating = a.forces[c.Sight.Side].Breakdown
	}
	harder, _ := a.barrage(c.Sight.Side, h)
	return min(max(rating-harder, 0), 6)
}

// chancesAt returns how likely an air strike (or a breakdown, if the side has no air strike left) hits in each hex that
// is offered, the likeliest first.
func (a air) chancesAt(c *game.Attempt, picks []view.Pick) (out []view.Risk) {
	for i := 0; i < len(picks) && len(c.Hexes) == 0; i++ {
		p := picks[i]
		most := a.highest(c, p.Hex, tallyOf(c, strikes) == 0)
		percent := (200*most + 6) / 12 // most of 6, rounded
		r := view.Risk{Text: view.T("warn.strike-hits", "most", most, "any", percent, "whole", tallyOf(c, strikes),
			"terrain", a.harder(c.Sight.Side, p.Hex)),
			Brief: view.T("warn.strike-brief", "any", percent), Rule: view.Rule(a.strikes)}
		same := first.OrAdd(&out, func(o view.Risk) bool { return o.Text.String() == r.Text.String() }, r)
		same.Picks = append(same.Picks, p)
	}
	slices.SortStableFunc(out, func(a, b view.Risk) int { return b.Text.Arg("most").(int) - a.Text.Arg("most").(int) })
	return out
}

// tasks: afb 1.9: the air strikes and breakdowns that the side can use in the phase, as long as there is a hex to
// strike; and the air strikes that it can split.
func (a air) tasks(c *game.Attempt) []view.Task {
	var out []view.Task
	f := a.forces[c.Sight.Side]
	add := func(v order.Verb, n int, id string) {
		if n > 0 {
			out = append(out, view.Task{Verb: v, N: n, Text: view.T(id, "n", n, "all", tallyOf(c, strikes),
				"regular", f.Regular, "breakdown", f.Breakdown)})
		}
	}
	if n := tallyOf(c, strikes) + tallyOf(c, breakdowns); n > 0 && slices.Contains(f.Phases, c.Sight.Phase().Name) &&
		slices.ContainsFunc(law.EnemyHexes(c), func(p view.Pick) bool { return !c.Sight.Flagged(p.Hex, struck) }) {
		add(airstrike, tallyOf(c, strikes), "task.air-strikes")
		add(airstrike, tallyOf(c, breakdowns), "task.breakdowns")
	}
	if c.Sight.Phase().Name == a.game.Data.ArrivalPhase(c.Sight.Side) && justRolled(c) {
		add(airbreak, a.canSplit(c.Sight, c.Sight.Side), "task.split")
	}
	return out
}

// prints adds the counters of air strikes with their ratings.
func (a air) prints(m *view.Map) {
	for _, s := range a.game.Def.Sides {
		if f, ok := a.forces[s.ID]; ok {
			ratings := []view.Rating{{Kind: airRoll, N: f.Regular, Text: strconv.Itoa(f.Regular) + " / " +
				strconv.Itoa(f.Breakdown)}}
			m.Chits = append(m.Chits, view.Chit{Side: s.ID, Name: view.T("legend.air-strikes"),
				Symbol: "air", Ratings: ratings, Estimate: f.Estimate})
		}
	}
}
