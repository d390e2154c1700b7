package withdrawal

import (
	"slices"

	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/scs/play"
	"grognard/rules/view"
)

// verbs: afb 2.1a: the owner chooses the units that come back and their hexes.
func (w withdrawal) verbs() []game.Verb {
	if w.terms.Side == "" {
		return nil
	}
	options := []order.Option{{Name: "units", Kind: order.Units, Required: true},
		{Name: "hex", Kind: order.Hex, Required: true}}
	return []game.Verb{{
		Form: choice.Form{Spec: order.Spec{Verb: withdraw, Rule: w.rule, Options: options},
			Near: "hex", From: withdrawn},
		When: law.WhenOwed(withdraw), Next: w.next, Check: w.check, Done: w.done, Resolve: w.comeBack,
	}}
}

// next offers units that can come back, then hexes for them, first those that one more unit puts least over the limit.
func (w withdrawal) next(c *game.Attempt) []view.Pick {
	if len(c.Hexes) > 0 {
		return nil
	}
	var out []view.Pick
	for _, id := range c.Sight.Owed.Units {
		out = append(out, view.Pick{Unit: id})
	}
	if len(c.Units) == 0 {
		return out
	}
	hexes, room := w.returnHexes(c.Sight), w.game.Data.Room()
	slices.SortStableFunc(hexes, func(a, b hex.Hex) int {
		return max(c.Sight.Height(a)-room+1, 0) - max(c.Sight.Height(b)-room+1, 0)
	})
	for _, h := range hexes {
		out = append(out, view.Pick{Hex: h})
	}
	return out
}

// returnHexes lists the hexes in which units can come back. afb 2.1a: beside a unit of the side that
// stayed on the map; enemy zones and the lack of supply do not matter.
//
// RULING: afb 2.1a: Units that come back stand beside one that stayed on the map, among no enemies and in no prohibited
// terrain; they may overstack. For: afb 2.1a has them return beside a unit still on the map; 3.3a and 3.2d hold, and
// they are placed as reinforcements are. Against: it says that any such hex can be chosen, and nothing of stacking.
func (w withdrawal) returnHexes(s *state.Sight) []hex.Hex {
	var out []hex.Hex
	for i := range s.Own {
		if p := &s.Own[i]; p.OnMap() {
			out = slices.AppendSeq(out, s.Def.Grid.Neighbours(p.At.Hex))
		}
	}
	slices.SortFunc(out, hex.Compare)
	return slices.DeleteFunc(slices.Compact(out), func(h hex.Hex) bool { return len(w.checkReturn(s, h)) > 0 })
}

// checkReturn lists what keeps units from coming back in a hex.
func (w withdrawal) checkReturn(s *state.Sight, h hex.Hex) []choice.Violation {
	var out []choice.Violation
	stayed := func(p *state.Piece) bool { return !slices.Contains(s.Owed.Units, p.ID) }
	beside := func(n hex.Hex) bool { return slices.ContainsFunc(s.Stack(n), stayed) }
	if !slices.ContainsFunc(slices.Collect(s.Def.Grid.Neighbours(h)), beside) {
		out = choice.Breaks(w.keepers, view.T("deny.not-beside", "hex", h))
	}
	if s.EnemyAt(h) {
		out = append(out, choice.Breaks(w.keepers, view.T("deny.enemy-there", "hex", h), "3.3a")...)
	}
	if s.Def.Impassable(s.Side, h) {
		out = append(out, choice.Breaks(w.keepers, view.T("deny.no-ground", "hex", h), "3.2d")...)
	}
	return out
}

// check: afb 2.1a: only as many units of each kind come back as the rule returns.
func (w withdrawal) check(c *game.Attempt, p view.Pick) []choice.Violation {
	if p.Unit == "" {
		if len(c.Units) == 0 {
			return choice.Breaks(w.keepers, view.T("deny.no-units"))
		}
		return w.checkReturn(c.Sight, p.Hex)
	}
	kind := w.keeperIndex(p.Unit)
	if !slices.Contains(c.Sight.Owed.Units, p.Unit) || c.Sight.Piece(p.Unit).OnMap() {
		return choice.Breaks(w.keepers, view.T("deny.does-not-return", "unit", w.game.Name(p.Unit)))
	}
	named := 0
	for _, u := range c.Units {
		if w.keeperIndex(u.ID) == kind {
			named++
		}
	}
	if left := w.stillToReturn(c.Sight.Piece, c.Sight.Owed.Units, kind); named >= left {
		return choice.Breaks(w.keepers, view.T("deny.keepers-enough", "unit", w.game.Name(p.Unit), "n", left))
	}
	return nil
}

func (w withdrawal) done(c *game.Attempt) []choice.Violation {
	if len(c.Hexes) == 0 {
		return choice.Breaks(w.keepers, view.T("deny.no-hex"))
	}
	return nil
}

// comeBack: afb 2.1a: units come back at full strength and without markers.
func (w withdrawal) comeBack(sc *state.Scratch, o order.Order, _ dice.Roller) error {
	units := o.Units("units")
	q := *sc.Owed()
	for _, id := range units {
		play.Restore(w.game, sc, id, q.Rule)
	}
	play.Travel(w.game, sc, state.Moved{Units: law.CombatOnTop(w.game, sc.State, units), Path: []hex.Hex{o.Hex("hex")},
		How: "return", Rule: q.Rule})
	q.N -= len(units)
	sc.AskRest(q, q.N > 0)
	return sc.Err()
}

// firstReturn returns the answer if the player gives none: one unit comes back where there is room; false if none can.
func (w withdrawal) firstReturn(s *state.Sight) (order.Order, bool) {
	var picks []view.Pick
	for _, wantsUnit := range []bool{true, false} { // first the unit, then its hex
		offer, d := w.game.Machine.Offer(s, withdraw, picks)
		if d != nil {
			return order.Order{}, false
		}
		i := slices.IndexFunc(offer.Next, func(p view.Pick) bool { return (p.Unit != "") == wantsUnit })
		if i < 0 {
			return order.Order{}, false
		}
		picks = append(picks, offer.Next[i])
	}
	return w.game.Machine.Order(withdraw, picks), true
}

// dropStranded drops the question if there is no hex to come back in, and reports whether it did.
//
// RULING: afb 2.1a: Who finds no hex to come back in does not come back. For: afb 2.1a names
// the hexes, and gives no others. Against: it says that these units return.
func (w withdrawal) dropStranded(sc *state.Scratch, q state.Question) bool {
	if len(w.returnHexes(play.SightOf(w.game, sc, q.Side))) > 0 {
		return false
	}
	sc.Do(state.Noted{What: stranded, Side: q.Side, N: q.N, Rule: q.Rule}, state.Answered{ID: q.ID})
	return true
}
