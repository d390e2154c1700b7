package scs

import (
	"slices"

	"grognard/rules/dice"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// CombatOnTop: SCS 4.0c: the top unit of a stack has an attack strength of 1 or more, if any unit in
// the stack has. Otherwise units keep their order.
func (e *Engine) CombatOnTop(st *state.State, pile []order.UnitID) []order.UnitID {
	out := slices.Clone(pile)
	i := slices.IndexFunc(out, func(id order.UnitID) bool { return e.printed(st.Piece(id)).Attack >= 1 })
	if i > 0 {
		top := out[i]
		out = slices.Insert(slices.Delete(out, i, i+1), 0, top)
	}
	return out
}

// TidyStacks puts a unit with an attack strength on top of each stack that has one and whose top unit
// has none.
func (e *Engine) TidyStacks(sc *state.Scratch) {
	for i := range sc.Pieces {
		top := &sc.Pieces[i]
		h := top.At.Hex
		if !top.OnMap() || e.printed(top).Attack >= 1 || sc.Top(h) != top || sc.Height(h) < 2 {
			continue
		}
		pile := idsOf(sc.Stack(h))
		if tidy := e.CombatOnTop(sc.State, pile); !slices.Equal(tidy, pile) {
			sc.Do(state.Grouped{Hex: h, Units: tidy})
		}
	}
}

func idsOf(stack []*state.Piece) []order.UnitID {
	out := make([]order.UnitID, len(stack))
	for i, p := range stack {
		out[i] = p.ID
	}
	return out
}

// counting returns the units of a stack that count toward the limit at the end of a phase. SCS 4.0a:
// the limit is enforced at the end of each phase. In 1.8 an overstack by retreat waits for the end of
// its owner's next movement phase. In the movement phase itself, units that were thrown back by their
// own overrun do not count yet. In later phases of the player-turn a hex counts only if a unit has
// entered it without retreating. A game may name its own phases (afb 1.5).
//
// RULING: 4.0a: In 1.8 a hex that a retreat has overstacked is first judged at the end of its
// owner's next movement phase, unless somebody moves or advances into it before. For: 4.0a
// puts off the elimination until then for overstacks by retreat. Against: it does not say what
// becomes of who joins them.
func (e *Engine) counting(f state.Frame, stack []*state.Piece) []*state.Piece {
	if named := e.data.Stacking.Phases; len(named) > 0 {
		if !slices.Contains(named, f.Name) {
			return nil
		}
		return stack
	}
	switch {
	case f.Name == reinforcements:
		return nil
	case e.mayOverstack(f):
		return without(stack, cameIn)
	case !e.ed.lateOverstack:
		return stack
	case f.Name == Movement:
		return without(stack, retired)
	case !slices.ContainsFunc(without(stack, retired), func(p *state.Piece) bool { return p.Flags.Has(arrived) }):
		return nil
	}
	return stack
}

// without returns the units of a stack that do not have a flag.
func without(stack []*state.Piece, flag string) []*state.Piece {
	return slices.DeleteFunc(slices.Clone(stack), func(p *state.Piece) bool { return p.Flags.Has(flag) })
}

// cameIn flags a reinforcement that does not count toward the stacking limit yet.
const cameIn = "came-in"

// mayOverstack says whether reinforcements of this turn may be overstacked at the end of a phase. SCS
// 4.0a, 5.0a (1.6): as they arrive, but no longer at the end of the turn.
//
// RULING: 5.0a: In 1.6 reinforcements do not count toward the stacking limit before the end of
// their side's exploitation phase. For: the French summary lets them be overstacked when they
// arrive, but no longer at the end of the turn. Against: 4.0a of 1.7 wants them split up by
// the end of the movement phase; and the summary does not say whether they may be overstacked
// where they have moved to.
func (e *Engine) mayOverstack(f state.Frame) bool {
	phases := e.data.Phases[e.moving(f)]
	return e.ed.longArrivals && slices.Index(phases, f.Name) < slices.Index(phases, exploitation)
}

// tolerated returns the reinforcements that came in earlier in the player-turn and may still be
// overstacked at the end of its next phase.
func (e *Engine) tolerated(st *state.State, next state.Frame) []order.UnitID {
	if e.moving(st.Phase()) != e.moving(next) || !e.mayOverstack(next) {
		return nil
	}
	var out []order.UnitID
	for i := range st.Pieces {
		if p := &st.Pieces[i]; p.OnMap() && p.Flags.Has(cameIn) {
			out = append(out, p.ID)
		}
	}
	return out
}

// askExcess: SCS 4.0a: the owner chooses which units over the limit are lost. In 1.7 the end of a
// phase enforces the limit for both sides, so that an overstack by retreat does not wait. It reports
// whether it found a stack over the limit.
//
// RULING: 4.0a: In 1.7 units over the limit are lost as in 1.8, and the owner chooses. For:
// 4.0a enforces the limit at each phase's end, and 1.8 says how. Against: 1.7 names no
// penalty.
func (e *Engine) askExcess(sc *state.Scratch, f state.Frame) bool {
	for top := range sc.Tops() {
		h := top.At.Hex
		stack := e.counting(f, sc.Stack(h))
		over := len(stack) - e.limit()
		if over <= 0 {
			continue
		}
		if stack[0].Side != f.Side && (e.ed.lateOverstack || len(e.data.Stacking.Phases) > 0) {
			continue
		}
		rule := string(cite(e.data.Rules.Stacking, "4.0a"))
		sc.Ask(state.Question{Side: stack[0].Side, Kind: "remove", Rule: rule, N: over, Hex: h, Units: idsOf(stack)})
		return true
	}
	return false
}

// tooHigh lists what a stack over the limit breaks: SCS 4.0a, the paragraph that applies it here, and
// the game's own on stacking (afb 1.5).
func (e *Engine) tooHigh(by view.Rule, why view.Text) []choice.Violation {
	out := []choice.Violation{violation("4.0a", why), violation(by, why)}
	if own := e.data.Rules.Stacking; own != "" {
		out = append(out, violation(view.Rule(own), why))
	}
	return out
}

func nextRemove(c *Attempt) []view.Pick {
	if len(c.units) >= c.Sight.Owed.N {
		return nil
	}
	return c.involved()
}

func checkRemove(c *Attempt, p view.Pick) []choice.Violation {
	q := c.Sight.Owed
	rule := view.Rule(q.Rule)
	switch {
	case !slices.Contains(q.Units, p.Unit):
		why := view.T("deny.not-in-stack", "unit", c.e.Name(p.Unit), "hex", q.Hex)
		if c.Sight.Piece(p.Unit).At.Hex == q.Hex {
			why = view.T("deny.not-counted", "unit", c.e.Name(p.Unit))
		}
		return []choice.Violation{violation(rule, why), violation("4.0a", why)}
	case len(c.units) >= q.N:
		return removeCount(q)
	}
	// Units are picked in the order of their identifiers: enough must be left to pick after this one.
	after := 0
	for _, id := range q.Units {
		if id > p.Unit {
			after++
		}
	}
	if len(c.units)+1+after < q.N {
		return removeCount(q)
	}
	return nil
}

func doneRemove(c *Attempt) []choice.Violation {
	if q := c.Sight.Owed; len(c.units) != q.N {
		return removeCount(q)
	}
	return nil
}

func removeCount(q *state.Question) []choice.Violation {
	why := view.T("deny.remove-count", "n", q.N)
	return []choice.Violation{violation(view.Rule(q.Rule), why), violation("4.0a", why)}
}

func (e *Engine) remove(sc *state.Scratch, o order.Order, _ dice.Roller) error {
	q := *sc.Owed()
	sc.Do(state.Answered{ID: q.ID})
	e.Destroy(sc, q.Rule, o.Units("units")...)
	return sc.Err()
}

// nextPile offers hexes with several units, then the units of the chosen hex from the top down.
func nextPile(c *Attempt) []view.Pick {
	var out []view.Pick
	if len(c.hexes) == 0 {
		for h := range c.Sight.Def.Grid.All() {
			if c.Sight.Height(h) > 1 {
				out = append(out, view.Pick{Hex: h})
			}
		}
		return out
	}
	for _, p := range c.Sight.Stack(c.hexes[0].Hex) {
		out = append(out, view.Pick{Unit: p.ID})
	}
	return out
}

func checkPile(c *Attempt, p view.Pick) []choice.Violation {
	if p.Unit == "" {
		if c.Sight.Height(p.Hex) < 2 {
			return violations("4.0", view.T("deny.no-stack", "hex", p.Hex))
		}
		return nil
	}
	if len(c.hexes) == 0 {
		return violations("4.0c", view.T("deny.no-hex"))
	}
	h := c.hexes[0].Hex
	u := c.Sight.Piece(p.Unit)
	if u.At.Hex != h {
		return violations("4.0c", view.T("deny.not-in-stack", "unit", c.e.Name(p.Unit), "hex", h))
	}
	fights := func(p *state.Piece) bool { return c.e.printed(p).Attack >= 1 }
	if len(c.units) == 0 && !fights(u) && slices.ContainsFunc(c.Sight.Stack(h), fights) {
		return violations("4.0c", view.T("deny.top-must-fight", "unit", c.e.Name(p.Unit)))
	}
	return nil
}

func donePile(c *Attempt) []choice.Violation {
	if len(c.hexes) == 0 || len(c.units) != c.Sight.Height(c.hexes[0].Hex) {
		return violations("4.0c", view.T("deny.whole-stack"))
	}
	return nil
}

// pile: SCS 4.0c: the owner arranges his stacks as he likes.
func (e *Engine) pile(sc *state.Scratch, o order.Order, _ dice.Roller) error {
	sc.Do(state.Grouped{Hex: o.Hex("hex"), Units: o.Units("units")})
	return sc.Err()
}
