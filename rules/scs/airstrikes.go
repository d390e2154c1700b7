package scs

import (
	"fmt"
	"slices"

	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Flags of a hex that was hit from the air.
const (
	struck      = "struck"
	struckAlone = "struck-alone" // by a breakdown
)

// Tallies of a side that flies.
const (
	strikes    = "strikes"    // air strikes that it can still fly
	breakdowns = "breakdowns" // and those split off them
	split      = "split"      // breakdowns made in this turn
)

// What a side's stock shows of them.
const (
	strikeItem    = "air-strike"
	breakdownItem = "breakdown"
)

// What dice are thrown for, and what is noted of them.
const (
	airRoll       = "air strikes" // how many there are
	strikeRoll    = "air strike"
	breakdownRoll = "breakdown"
	killRoll      = "kill"
	airSplit      = "air split"
	airUnused     = "air unused"
)

// kills is the least face of a kill roll that costs a step (afb 1.9a).
const kills = 5

// breakdown is the number in an order that stands for a breakdown instead of strikes.
const breakdown = -1

// airVerbs are the orders of a game with air strikes.
func (e *Engine) airVerbs() []verb {
	if len(e.data.Air) == 0 {
		return nil
	}
	strikes := order.Option{Name: "strikes", Kind: order.Count, Required: true, Key: "n",
		Numbers: []order.Number{{Word: "regular", N: 1}, {Word: "breakdown", N: breakdown}}}
	return []verb{
		{Form: choice.Form{Spec: order.Spec{Verb: "airbreak", Rule: e.data.Rules.Breakdowns,
			Options: []order.Option{{Name: "count", Kind: order.Count, Required: true, Key: "n"}}}},
			When: whenAirBreak, Next: nextAirBreak, Check: checkAirBreak, Done: needNumber, Resolve: e.airBreak},
		{Form: choice.Form{Spec: order.Spec{Verb: "airstrike", Rule: e.data.Rules.Strikes,
			Options: []order.Option{{Name: "hex", Kind: order.Hex, Required: true}, strikes}}},
			When: whenAirStrike, Next: nextAirStrike, Check: checkAirStrike, Done: doneAirStrike, Resolve: e.airStrike},
	}
}

// rollStrikes: afb 1.9: the dice that the order of arrival names are rolled as the
// phase of reinforcements begins; their sum is the air strikes of the turn.
func (e *Engine) rollStrikes(sc *state.Scratch, f state.Frame, r dice.Roller) error {
	if _, flies := e.data.Air[f.Side]; !flies || f.Name != e.data.ArrivalPhase(f.Side) {
		return nil
	}
	e.stock(sc, split, f.Side, 0)
	n := SuppliesOf(e.def.Arrives(f.Side, sc.Turn)).Air
	if n == 0 {
		return nil
	}
	faces, err := sc.Roll(r, n, airRoll, e.data.Rules.Air)
	if err != nil {
		return err
	}
	sum := 0
	for _, face := range faces {
		sum += face
	}
	e.stock(sc, strikes, f.Side, sum)
	e.stock(sc, breakdowns, f.Side, 0)
	sc.Do(state.Noted{What: airRoll, Side: f.Side, N: sum, Rule: e.data.Rules.Air})
	return sc.Err()
}

// stock sets a count of a side, if it is another one.
func (e *Engine) stock(sc *state.Scratch, what string, s order.Side, n int) {
	if name := state.Of(what, s); sc.Tally(name) != n {
		sc.Do(state.Counted{Tally: name, N: n})
	}
}

// dropStrikes: afb 1.9: what has not flown by the end of the last phase in which the
// side can strike is lost.
func (e *Engine) dropStrikes(sc *state.Scratch, f state.Frame) {
	n := sc.Tally(state.Of(strikes, f.Side)) + sc.Tally(state.Of(breakdowns, f.Side))
	if !e.lastStrikes(f) || n == 0 {
		return
	}
	e.stock(sc, strikes, f.Side, 0)
	e.stock(sc, breakdowns, f.Side, 0)
	sc.Do(state.Noted{What: airUnused, Side: f.Side, N: n, Rule: e.data.Rules.Air})
}

// lastStrikes says whether a phase is the last in which its side can strike.
func (e *Engine) lastStrikes(f state.Frame) bool {
	last := ""
	for _, name := range e.data.Phases[f.Side] {
		if slices.Contains(e.data.Air[f.Side].Phases, name) {
			last = name
		}
	}
	return f.Name == last
}

// has is a count of the side that chooses.
func (c *Attempt) has(what string) int { return c.Sight.Tally(state.Of(what, c.Sight.Side)) }

// whenAirBreak: afb 1.9b: air strikes are split as they are rolled for.
//
// RULING: afb 1.9b: Air strikes may be split as long as the reinforcement phase lasts in which
// they were rolled. For: nothing that happens in this phase can depend on how they are split.
// Against: afb 1.9b has it done at the moment of the roll.
func whenAirBreak(c *Attempt) []choice.Breach {
	return c.InPhase(c.Rule(), c.e.data.ArrivalPhase(c.Sight.Side))
}

func nextAirBreak(c *Attempt) []view.Pick {
	if c.n > 0 {
		return nil
	}
	var out []view.Pick
	for n := 1; n <= min(c.has(strikes), choice.Most); n++ {
		out = append(out, view.Pick{N: int8(n)})
	}
	return out
}

// checkAirBreak: afb 1.9b: each air strike makes two breakdowns, and a side makes no
// more of them in a turn than its limit.
func checkAirBreak(c *Attempt, p view.Pick) []choice.Breach {
	n, rule := int(p.N), c.Rule()
	if n < 1 {
		return breaks(rule, view.T("deny.no-number"))
	}
	var out []choice.Breach
	if at := c.has(strikes); n > at {
		out = append(out, breach(rule, view.T("deny.strikes-left", "n", at)))
	}
	if limit := c.e.data.Air[c.Sight.Side].Limit; c.has(split)+2*n > limit {
		out = append(out, breach(rule, view.T("deny.breakdowns-limit", "limit", limit, "made", c.has(split), "breakdowns", 2*n)))
	}
	return out
}

func needNumber(c *Attempt) []choice.Breach {
	if c.n == 0 {
		return breaks(c.Rule(), view.T("deny.no-number"))
	}
	return nil
}

func (e *Engine) airBreak(sc *state.Scratch, o order.Order, _ dice.Roller) error {
	side, count := sc.Phase().Side, o.N("count")
	add := func(what string, n int) { e.stock(sc, what, side, sc.Tally(state.Of(what, side))+n) }
	add(strikes, -count)
	add(breakdowns, 2*count)
	add(split, 2*count)
	sc.Do(state.Noted{What: airSplit, Side: side, N: count, Rule: e.data.Rules.Breakdowns})
	return sc.Err()
}

// whenAirStrike: afb 1.9: each side strikes in phases of its own, with what it has.
//
// RULING: afb 1.9: An air strike ends nobody's movement. For: no unit moves in it, and 3.0
// speaks of moving units. Against: 3.0 has each unit finish before the next, and a strike may
// come between.
func whenAirStrike(c *Attempt) []choice.Breach {
	rule := view.Rule(c.e.data.Rules.Air)
	out := c.InPhase(rule, c.e.data.Air[c.Sight.Side].Phases...)
	if len(out) == 0 && c.has(strikes)+c.has(breakdowns) == 0 {
		out = breaks(rule, view.T("deny.no-strikes"))
	}
	return out
}

func nextAirStrike(c *Attempt) []view.Pick {
	var out []view.Pick
	switch {
	case len(c.hexes) == 0:
		for h := range c.Sight.Def.Grid.All() {
			if c.Sight.EnemyAt(h) {
				out = append(out, view.Pick{Hex: h})
			}
		}
	case c.n == 0:
		for n := 1; n <= min(c.has(strikes), choice.Most); n++ {
			out = append(out, view.Pick{N: int8(n)})
		}
		out = append(out, view.Pick{N: breakdown})
	}
	return out
}

func checkAirStrike(c *Attempt, p view.Pick) []choice.Breach {
	switch {
	case p.Hex == hex.None && len(c.hexes) == 0:
		return breaks(c.Rule(), view.T("deny.no-hex"))
	case p.Hex == hex.None:
		return append(c.struckAlone(c.hexes[0].Hex, p), c.armed(p)...)
	}
	var out []choice.Breach
	if !c.Sight.EnemyAt(p.Hex) {
		out = append(out, breach(c.Rule(), view.T("deny.no-enemy", "hex", p.Hex)))
	}
	if c.Sight.Flagged(p.Hex, struck) { // afb 1.9: all strikes on a hex are named before the first is resolved, once in a phase
		out = append(out, breach(view.Rule(c.e.data.Rules.Air), view.T("deny.struck", "hex", p.Hex)))
	}
	for _, more := range c.Rest {
		if more.Hex == hex.None && len(out) > 0 {
			out = append(out, append(c.struckAlone(p.Hex, more), c.armed(more)...)...)
		}
	}
	return out
}

// struckAlone: afb 1.9b: a breakdown strikes alone.
func (c *Attempt) struckAlone(h hex.Hex, p view.Pick) []choice.Breach {
	if p.N == breakdown && c.Sight.Flagged(h, struck) || c.Sight.Flagged(h, struckAlone) {
		return breaks(view.Rule(c.e.data.Rules.Breakdowns), view.T("deny.struck-alone", "hex", h))
	}
	return nil
}

// armed: afb 1.9: each air strike is used once; afb 1.9b: and so is each breakdown.
func (c *Attempt) armed(p view.Pick) []choice.Breach {
	rules := c.e.data.Rules
	switch n := c.has(strikes); {
	case p.N < 1 && p.N != breakdown:
		return breaks(c.Rule(), view.T("deny.no-number"))
	case p.N == breakdown && c.has(breakdowns) == 0:
		return breaks(view.Rule(rules.Breakdowns), view.T("deny.no-breakdowns"))
	case int(p.N) > n:
		return breaks(view.Rule(rules.Air), view.T("deny.strikes-left", "n", n))
	}
	return nil
}

func doneAirStrike(c *Attempt) []choice.Breach {
	if len(c.hexes) == 0 {
		return breaks(c.Rule(), view.T("deny.no-hex"))
	}
	return needNumber(c)
}

// airStrike: afb 1.9: what is named is used up, whatever comes of it.
//
// RULING: afb 1.9a: Strikes named against a hex that the first of them has emptied are used up
// without a die. For: afb 1.9 has all strikes on a hex named before the first is resolved, and
// each used once. Against: nothing says that a strike without a target is spent.
func (e *Engine) airStrike(sc *state.Scratch, o order.Order, r dice.Roller) error {
	at := o.Hex("hex")
	side, what, n := sc.Phase().Side, strikes, o.N("strikes")
	sc.Do(state.Flagged{Hex: at, Flag: struck})
	if n == breakdown {
		what, n = breakdowns, 1
		sc.Do(state.Flagged{Hex: at, Flag: struckAlone})
	}
	e.stock(sc, what, side, sc.Tally(state.Of(what, side))-n)
	for range n {
		if sc.Height(at) == 0 {
			break
		}
		if err := e.strike(sc, side, o, r); err != nil {
			return err
		}
		e.TidyStacks(sc) // SCS 4.0c holds before the next one's kill rolls
	}
	return sc.Err()
}

// strike: afb 1.9a: a die at or under the rating, modified by terrain, disorganises
// every unit in the hex.
func (e *Engine) strike(sc *state.Scratch, side order.Side, o order.Order, r dice.Roller) error {
	at := o.Hex("hex")
	rule, what, rating := e.data.Rules.Strikes, strikeRoll, e.data.Air[side].Regular
	if o.N("strikes") == breakdown {
		what, rating = breakdownRoll, e.data.Air[side].Breakdown
	}
	faces, err := sc.Roll(r, 1, what, rule)
	if err != nil {
		return err
	}
	barrage, _ := e.barrage(side, at)
	sc.Do(state.Noted{What: what, Side: side, Hex: at, N: rating - barrage, Rule: rule})
	if faces[0]+barrage > rating {
		return sc.Err()
	}
	stack := idsOf(sc.Stack(at))
	fresh := slices.DeleteFunc(slices.Clone(stack), func(id order.UnitID) bool { return sc.Piece(id).Marks.Has(dg) })
	if len(fresh) > 0 {
		sc.Do(state.Marked{Units: fresh, Mark: dg, On: true, Rule: rule})
	}
	return e.rollKills(sc, at, stack, r)
}

// rollKills: afb 1.9a: each success, also one against units that are disorganised
// already, rolls a die for each unit; on a 5 or 6 it loses a step.
//
// RULING: afb 1.9a: The kill rolls of a strike are thrown together and read from the top of
// the stack down. For: afb 1.9a has a roll for each unit, and some order is needed to read
// them by. Against: it says that the rolls are separate and names no order.
func (e *Engine) rollKills(sc *state.Scratch, h hex.Hex, stack []order.UnitID, r dice.Roller) error {
	rule := e.data.Rules.Strikes
	faces, err := sc.Roll(r, len(stack), killRoll, rule)
	if err != nil {
		return err
	}
	sc.Do(state.Noted{What: killRoll, Hex: h, N: len(stack), Rule: rule})
	var dying []order.UnitID // last, so that no step is told of a unit which they cover
	for i, id := range stack {
		switch {
		case faces[i] < kills:
		case sc.Piece(id).Steps == 1:
			dying = append(dying, id)
		default:
			e.reduce(sc, rule, id, 1)
		}
	}
	for _, id := range dying {
		e.reduce(sc, rule, id, 1)
	}
	return sc.Err()
}

// barrage: afb 1.3b: what terrain adds to the die of an air strike; of several kinds
// the one best for the target.
//
// RULING: afb 1.3a: Terrain counts against an air strike by the chart of the side that
// strikes. For: afb 1.3a gives each side a chart for what it does. Against: the terrain lies
// under the other side's units. The two charts agree on it.
// RULING: afb 1.9a: Hexsides do not modify an air strike. For: a strike crosses none; afb 1.9a
// modifies the roll for the target's terrain. Against: afb 1.3b says that the effects of hex
// and hexside add up, though of combat.
func (e *Engine) barrage(side order.Side, h hex.Hex) (n int, kind string) {
	for i, k := range e.def.Kinds(h) {
		if b := e.data.Charts[side][k].Barrage; i == 0 || b > n {
			n, kind = b, k
		}
	}
	return n, kind
}

// flown tells what is noted of air strikes. What lies under the top of a stack shows
// in nothing but the dice.
//
// RULING: fog of war: Everybody sees how many kill rolls hit, and only the owner which unit
// under a top lost a step. For: dice are thrown openly, and of an enemy stack only the top may
// be looked at. Against: at a table the counter would be seen to be turned over.
func (t *teller) flown(ev state.Noted) {
	force := t.e.data.Air[ev.Side]
	l := view.Line{Rule: view.Rule(ev.Rule)}
	t.diced(&l, ev.What)
	switch ev.What {
	case airRoll:
		l.Text = view.T("told.air", "side", ev.Side, "n", ev.N, "rating", rating(force.Regular, force.Estimate))
	case airSplit:
		l.Text = view.T("told.air-split", "side", ev.Side, "n", ev.N, "breakdowns", 2*ev.N, "rating", rating(force.Breakdown, force.Estimate))
	case airUnused:
		l.Text = view.T("told.air-unused", "side", ev.Side, "n", ev.N)
	case killRoll:
		hit := 0
		for _, face := range l.Dice {
			if face >= kills {
				hit++
			}
		}
		l.Apart = true
		l.Text = view.T("told.kill", "hex", ev.Hex, "n", ev.N, "hit", hit)
	case strikeRoll, breakdownRoll:
		what, points := view.T("air.strike"), force.Regular
		if ev.What == breakdownRoll {
			what, points = view.T("air.breakdown"), force.Breakdown
		}
		args := []any{"side", ev.Side, "what", what, "hex", ev.Hex, "rating", rating(points, force.Estimate), "terrain", ""}
		if n, kind := t.e.barrage(ev.Side, ev.Hex); n != 0 {
			args[len(args)-1] = view.T("air.terrain", "kind", kind, "add", fmt.Sprintf("%+d", n))
		}
		l.Text = view.T("told.strike-misses", args...)
		l.Deed = &view.Deed{Kind: view.Struck, Side: ev.Side, Path: []hex.Hex{ev.Hex},
			Sign: view.Aeroplane, Note: "Air strike", Odds: view.T("table-of-fights.air")}
		if len(l.Dice) > 0 && l.Dice[0] <= ev.N {
			l.Text = view.T("told.strike-hits", args...)
			l.Deed.Hit = true
		}
	default:
		return
	}
	t.all(l)
}

// rating is an air strike's rating, said to be an estimate where it is one.
func rating(n int, estimate bool) view.Text {
	if estimate {
		return view.T("air.estimate", "rating", n)
	}
	return view.T("air.rating", "rating", n)
}
