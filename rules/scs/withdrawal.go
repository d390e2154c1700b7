package scs

import (
	"slices"

	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// withdrew is the tally of a side's withdrawal: it happens once.
const withdrew = "withdrew"

// withdrawn is the box of units that are gone for good.
const withdrawn = "withdrawn"

// withdrawalVerbs: afb 2.1a: the owner says where the units go that come back.
func (e *Engine) withdrawalVerbs() []verb {
	if e.data.Withdrawal.Side == "" {
		return nil
	}
	return []verb{{Form: choice.Form{Spec: order.Spec{Verb: "withdraw", Rule: e.data.Rules.Withdrawal, Options: []order.Option{
		{Name: "units", Kind: order.Units, Required: true}, {Name: "hex", Kind: order.Hex, Required: true}}}, Near: "hex", From: withdrawn},
		When: whenOwed("withdraw"),
		Next: nextWithdraw, Check: checkWithdraw, Done: doneWithdraw, Resolve: e.comeBack}}
}

// rollWithdrawal: afb 2.1: as the reinforcement phase begins on a turn whose order of
// arrival names faces, a die decides whether the side withdraws; where all faces do,
// it does without a roll. What happened on an earlier turn does not happen again.
func (e *Engine) rollWithdrawal(sc *state.Scratch, f state.Frame, r dice.Roller) error {
	faces := SuppliesOf(e.def.Arrives(f.Side, sc.Turn)).Withdrawal
	done := state.Of(withdrew, f.Side)
	if f.Side != e.data.Withdrawal.Side || len(faces) == 0 || f.Name != e.data.ArrivalPhase(f.Side) || sc.Tally(done) > 0 {
		return sc.Err()
	}
	rule, occurs := e.data.Rules.Withdrawal, len(faces) == 6
	if !occurs {
		roll, err := sc.Roll(r, 1, withdrew, rule)
		if err != nil {
			return err
		}
		occurs = slices.Contains(faces, roll[0])
	}
	if !occurs {
		sc.Do(state.Noted{What: "stay", Side: f.Side, Rule: rule})
		return sc.Err()
	}
	sc.Do(state.Noted{What: withdrew, Side: f.Side, Rule: rule}, state.Counted{Tally: done, N: 1})
	e.withdraw(sc, f.Side)
	return sc.Err()
}

// withdraw: afb 2.1a: every exploit-capable unit of the side leaves the map, wherever
// it is and whatever has befallen it. afb 2.1b: those in the dead pile stay there, to
// be drawn later. What is asked is about those that may come back.
//
// RULING: afb 2.1a: Units that are printed as exploit-capable withdraw, markers or not. For:
// afb 2.1a removes them regardless of their situation. Against: the paragraphs on markers take
// the capability away.
// RULING: afb 2.1a: Everybody sees which units withdraw. For: the counters go off the map
// openly, as those that die. Against: some of them lay under a top.
// RULING: afb 2.1a: Units still to arrive do not withdraw, and arrive later. For: afb 2.1a
// removes units from the map. Against: it speaks of all exploit-capable units, which may mean
// those to come as well.
// RULING: afb 2.1a: Where fewer units of a type leave than the rule returns, as many come back
// as have left. For: afb 2.1a returns units of those removed; afb 2.1b leaves the dead where
// they are. Against: the list of those that return gives fixed numbers.
func (e *Engine) withdraw(sc *state.Scratch, side order.Side) {
	var gone, eligible []order.UnitID
	for i := range sc.Pieces {
		if p := &sc.Pieces[i]; p.Side == side && p.OnMap() && e.Unit(p.ID).Exploit {
			gone = append(gone, p.ID)
			if e.keeper(p.ID) >= 0 {
				eligible = append(eligible, p.ID)
			}
		}
	}
	if len(gone) == 0 {
		return
	}
	rule := e.data.Rules.Keepers
	sc.Do(state.Moved{Units: gone, Box: withdrawn, How: "withdrawn", Rule: rule})
	n := 0
	for k := range e.data.Withdrawal.Keep {
		n += e.keeps(sc.State.Piece, eligible, k)
	}
	if n > 0 {
		sc.Ask(state.Question{Side: side, Kind: "withdraw", Rule: rule, N: n, Units: eligible})
	}
}

// keeper is the place of the kind of units among those that come back to which a unit
// belongs, -1 for none: by its type, or, where it has none, by its printed strength.
func (e *Engine) keeper(id order.UnitID) int {
	u := e.Unit(id)
	return slices.IndexFunc(e.data.Withdrawal.Keep, func(k Keeper) bool {
		return u.Type == k.Type || u.Type == "" && u.Full == k.Full
	})
}

// keeps is how many units of a kind are still to come back, of those that have left.
func (e *Engine) keeps(piece func(order.UnitID) *state.Piece, eligible []order.UnitID, kind int) int {
	left, back := 0, 0
	for _, id := range eligible {
		if e.keeper(id) != kind {
			continue
		}
		if left++; piece(id).OnMap() {
			back++
		}
	}
	return min(e.data.Withdrawal.Keep[kind].Count, left) - back
}

// nextWithdraw offers units that may come back, then the hexes, those with room first.
func nextWithdraw(c *Attempt) []view.Pick {
	if len(c.hexes) > 0 {
		return nil
	}
	var out []view.Pick
	for _, id := range c.Sight.Owed.Units {
		out = append(out, view.Pick{Unit: id})
	}
	if len(c.units) == 0 {
		return out
	}
	hexes := c.e.returns(c.Sight)
	slices.SortStableFunc(hexes, func(a, b hex.Hex) int {
		return max(c.Sight.Height(a)-c.e.limit()+1, 0) - max(c.Sight.Height(b)-c.e.limit()+1, 0)
	})
	for _, h := range hexes {
		out = append(out, view.Pick{Hex: h})
	}
	return out
}

// returns are the hexes where units can come back. afb 2.1a: beside one of the side
// that stayed on the map; enemy zones and the lack of supply do not matter.
//
// RULING: afb 2.1a: Units that come back stand beside one that stayed on the map, among no
// enemies and in no prohibited terrain; they may overstack. For: afb 2.1a has them return
// beside a unit still on the map; 3.3a and 3.2d hold, and they are placed as reinforcements
// are. Against: it says that any such hex can be chosen, and nothing of stacking.
func (e *Engine) returns(s *state.Sight) []hex.Hex {
	var out []hex.Hex
	for i := range s.Own {
		if p := &s.Own[i]; p.OnMap() {
			out = slices.AppendSeq(out, e.def.Grid.Neighbours(p.At.Hex))
		}
	}
	slices.SortFunc(out, hex.Compare)
	return slices.DeleteFunc(slices.Compact(out), func(h hex.Hex) bool { return len(e.mayReturn(s, h)) > 0 })
}

// mayReturn is what keeps units from coming back in a hex.
func (e *Engine) mayReturn(s *state.Sight, h hex.Hex) []choice.Breach {
	var out []choice.Breach
	rule := view.Rule(e.data.Rules.Keepers)
	stayed := func(p *state.Piece) bool { return !slices.Contains(s.Owed.Units, p.ID) }
	beside := func(n hex.Hex) bool { return slices.ContainsFunc(s.Stack(n), stayed) }
	if !slices.ContainsFunc(slices.Collect(e.def.Grid.Neighbours(h)), beside) {
		out = append(out, breach(rule, view.T("deny.not-beside", "hex", h)))
	}
	if s.EnemyAt(h) {
		why := view.T("deny.enemy-there", "hex", h)
		out = append(out, breach(rule, why), breach("3.3a", why))
	}
	if e.def.Barren(s.Side, h) {
		why := view.T("deny.no-ground", "hex", h)
		out = append(out, breach(rule, why), breach("3.2d", why))
	}
	return out
}

// checkWithdraw: afb 2.1a: of each kind as many as come back, and no others.
func checkWithdraw(c *Attempt, p view.Pick) []choice.Breach {
	rule := view.Rule(c.e.data.Rules.Keepers)
	if p.Unit == "" {
		if len(c.units) == 0 {
			return breaks(rule, view.T("deny.no-units"))
		}
		return c.e.mayReturn(c.Sight, p.Hex)
	}
	kind := c.e.keeper(p.Unit)
	if !slices.Contains(c.Sight.Owed.Units, p.Unit) || c.Sight.Piece(p.Unit).OnMap() {
		return breaks(rule, view.T("deny.does-not-return", "unit", c.e.Name(p.Unit)))
	}
	named := 0
	for _, u := range c.units {
		if c.e.keeper(u.ID) == kind {
			named++
		}
	}
	if left := c.e.keeps(c.Sight.Piece, c.Sight.Owed.Units, kind); named >= left {
		return breaks(rule, view.T("deny.keepers-enough", "unit", c.e.Name(p.Unit), "n", left))
	}
	return nil
}

func doneWithdraw(c *Attempt) []choice.Breach {
	if len(c.hexes) == 0 {
		return breaks(view.Rule(c.e.data.Rules.Keepers), view.T("deny.no-hex"))
	}
	return nil
}

// comeBack: afb 2.1a: at full strength, without a marker.
func (e *Engine) comeBack(sc *state.Scratch, o order.Order, _ dice.Roller) error {
	units := o.Units("units")
	q := *sc.Owed()
	for _, id := range units {
		e.Restore(sc, id, q.Rule)
	}
	e.Travel(sc, state.Moved{Units: e.combatOnTop(sc.State, units), Path: []hex.Hex{o.Hex("hex")}, How: "return", Rule: q.Rule})
	if q.N -= len(units); q.N > 0 {
		sc.AskAgain(q)
	} else {
		sc.Do(state.Answered{ID: q.ID})
	}
	return sc.Err()
}

// firstReturn brings one unit back for one who never answers, where there is room.
func (e *Engine) firstReturn(s *state.Sight) (order.Order, bool) {
	var picks []view.Pick
	for _, unit := range []bool{true, false} {
		offer, d := e.Offer(s, "withdraw", picks)
		if d != nil {
			return order.Order{}, false
		}
		i := slices.IndexFunc(offer.Next, func(p view.Pick) bool { return (p.Unit != "") == unit })
		if i < 0 {
			return order.Order{}, false
		}
		picks = append(picks, offer.Next[i])
	}
	return e.Order("withdraw", picks), true
}

// stranded drops the question where to come back when there is nowhere, and says
// whether it did.
//
// RULING: afb 2.1a: Who finds no hex to come back in does not come back. For: afb 2.1a names
// the hexes, and gives no others. Against: it says that these units return.
func (e *Engine) stranded(sc *state.Scratch, q state.Question) bool {
	if len(e.returns(e.Sees(sc, q.Side))) > 0 {
		return false
	}
	sc.Do(state.Noted{What: "stranded", Side: q.Side, N: q.N, Rule: q.Rule}, state.Answered{ID: q.ID})
	return true
}
