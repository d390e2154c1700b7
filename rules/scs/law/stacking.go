package law

import (
	"slices"

	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// CombatOnTop: SCS 4.0c: the top unit of a stack has an attack strength of 1 or more, if any unit in
// the stack has. Otherwise units keep their order.
func CombatOnTop(g *game.Game, st *state.State, pile []order.UnitID) []order.UnitID {
	out := slices.Clone(pile)
	i := slices.IndexFunc(out, func(id order.UnitID) bool { return g.Printed(st.Piece(id)).Attack >= 1 })
	if i > 0 {
		top := out[i]
		out = slices.Insert(slices.Delete(out, i, i+1), 0, top)
	}
	return out
}

// IdsOf returns the identifiers of the units of a stack, in its order.
func IdsOf(stack []*state.Piece) []order.UnitID {
	out := make([]order.UnitID, len(stack))
	for i, p := range stack {
		out[i] = p.ID
	}
	return out
}

// CountingUnits returns the units of a stack that count toward the limit at the end of a phase. SCS 4.0a: the limit is
// enforced at the end of each phase. In 1.8 an overstack by retreat waits for the end of its owner's next movement
// phase. In that phase, units that were thrown back by their own overrun do not count yet. In later phases of the
// player-turn a hex counts only if a unit has entered it without retreating. Games may name their own phases (afb 1.5).
//
// RULING: 4.0a: In 1.8 a hex that a retreat has overstacked is first judged at the end of its owner's next movement
// phase, unless somebody moves or advances into it before. For: 4.0a puts off the elimination until then for overstacks
// by retreat. Against: it does not say what becomes of who joins them.
func CountingUnits(g *game.Game, f state.Frame, stack []*state.Piece) []*state.Piece {
	if named := g.Data.Stacking.Phases; len(named) > 0 {
		if !slices.Contains(named, f.Name) {
			return nil
		}
		return stack
	}
	switch {
	case f.Name == data.Reinforcements:
		return nil
	case MayOverstack(g, f):
		return unflagged(stack, CameIn)
	case !g.Ed.LateOverstack:
		return stack
	case f.Name == data.Movement:
		return unflagged(stack, game.Retired)
	case !slices.ContainsFunc(unflagged(stack, game.Retired),
		func(p *state.Piece) bool { return p.Flags.Has(game.Arrived) }):
		return nil
	}
	return stack
}

// unflagged returns the units of a stack that do not have a flag.
func unflagged(stack []*state.Piece, flag string) []*state.Piece {
	return slices.DeleteFunc(slices.Clone(stack), func(p *state.Piece) bool { return p.Flags.Has(flag) })
}

// CameIn flags a reinforcement in the player-turn of its arrival, in an edition that has rules of its own for it (1.6).
const CameIn = "came-in"

// MayOverstack reports whether reinforcements of this turn may be overstacked at the end of a phase. SCS
// 4.0a, 5.0a (1.6): as they arrive, but no longer at the end of the turn.
//
// RULING: 5.0a: In 1.6 reinforcements do not count toward the stacking limit before the end of their side's
// exploitation phase. For: the French summary lets them be overstacked when they arrive, but no longer at the end of
// the turn. Against: 4.0a of 1.7 wants them split up by the end of the movement phase; and the summary does not say
// whether they may be overstacked where they have moved to.
func MayOverstack(g *game.Game, f state.Frame) bool {
	phases := g.Data.Phases[g.Moving(f)]
	return g.Ed.LongArrivals && slices.Index(phases, f.Name) < slices.Index(phases, data.Exploitation)
}

// Newcomers returns the reinforcements that came in earlier in the player-turn to which the next phase belongs; none in
// an edition without rules of its own for them (all but 1.6).
func Newcomers(g *game.Game, st *state.State, next state.Frame) []order.UnitID {
	if g.Moving(st.Phase()) != g.Moving(next) || !g.Ed.LongArrivals {
		return nil
	}
	return state.Where(st.Pieces, func(p *state.Piece) bool { return p.OnMap() && p.Flags.Has(CameIn) })
}

// overLimit lists what a stack over the limit breaks: SCS 4.0a, the paragraph that applies it here, and
// the game's own on stacking (afb 1.5).
func overLimit(g *game.Game, by view.Rule, why view.Text) []choice.Violation {
	return violations("4.0a", why, by, view.Rule(g.Data.Rules.Stacking))
}

// WarnOverLimit warns, by 4.0a, if the units that go to a hex and those that stand there would be over the limit at the
// end of a phase of the player-turn.
func WarnOverLimit(c *game.Attempt) []view.Warning {
	if len(c.Units) == 0 || len(c.Hexes) == 0 || c.Form.Verb == order.Overrun {
		return nil
	}
	h := c.Hexes[len(c.Hexes)-1].Hex
	if n, phase, stack := tooMany(c, h); n > 0 {
		return []view.Warning{{Rule: game.Cite(c.Game.Data.Rules.Stacking, "4.0a"), Text: view.T("warn.over-limit",
			"n", n, "hex", h, "units", c.Game.Names(IdsOf(stack)), "phase", phase)}}
	}
	return nil
}

// MoveRisks returns the risks of the hexes offered: an overstack, 4.0a, and being out of supply there.
func MoveRisks(c *game.Attempt, picks []view.Pick) []view.Risk {
	return append(overstackRisks(c, picks), SupplyRisks(c, picks)...)
}

// overstackRisks returns the risk of the hexes offered that the units picked would overstack, nil for none.
func overstackRisks(c *game.Attempt, picks []view.Pick) []view.Risk {
	return riskAt(view.Risk{Text: view.T("risk.overstack"), Brief: view.T("risk.overstack-brief"),
		Rule: game.Cite(c.Game.Data.Rules.Stacking, "4.0a"), Grave: true}, picks, func(h hex.Hex) bool {
		n, _, _ := tooMany(c, h)
		return n > 0
	})
}

// riskAt returns the risk r for the picks with a hex for which holds is true, nil if there are none.
func riskAt(r view.Risk, picks []view.Pick, holds func(hex.Hex) bool) []view.Risk {
	for _, p := range picks {
		if p.Hex != hex.None && holds(p.Hex) {
			r.Picks = append(r.Picks, p)
		}
	}
	if len(r.Picks) == 0 {
		return nil
	}
	return []view.Risk{r}
}

// tooMany returns by how many units a hex would be over the limit if the units picked went there, 0 for none. stack is
// all that would then stand in it, phase the first of the player-turn at whose end it would be so.
func tooMany(c *game.Attempt, h hex.Hex) (n int, phase string, stack []*state.Piece) {
	for _, p := range c.Units {
		u := *p
		u.Flags = state.Flags{{Word: game.Arrived}} // as after its move, which lets no earlier flag excuse it
		if c.Form.Verb == order.Reinforce && c.Game.Ed.LongArrivals {
			u.Flags = append(u.Flags, state.Flag{Word: CameIn})
		}
		stack = append(stack, &u)
	}
	isPicked := func(p *state.Piece) bool { return slices.Contains(c.Units, p) }
	stack = append(stack, slices.DeleteFunc(c.Sight.Stack(h), isPicked)...)
	limit, f := c.Game.Limit(), c.Sight.Phase()
	phases := c.Game.Data.Phases[f.Side]
	for _, name := range phases[max(slices.Index(phases, f.Name), 0):] { // from the first, in a phase not of the list
		f.Name = name
		n = len(CountingUnits(c.Game, f, stack)) - limit
		if n > 0 {
			return n, name, stack
		}
	}
	return 0, "", nil
}

// warnLocked warns, by 3.0 and 4.0a, of each stack over the limit with units that have begun to move and could still
// leave it: this move of other units ends theirs.
func warnLocked(c *game.Attempt) (out []view.Warning) {
	alone := NewSingleMove(c)
	for _, high := range Overstacks(c, c.Sight.Phase()) {
		going, able := 0, 0 // those that this move stops, and those that can still leave after it
		for p := range c.Sight.Pile(high.Hex) {
			switch {
			case slices.Contains(c.Units, p):
				able++
			case !alone.CanGo(p):
			case p.Used > 0:
				going++
			default:
				able++
			}
		}
		if n := high.over - able; n > 0 && going > 0 {
			out = append(out, view.Warning{Ask: true, Rule: game.Cite(c.Game.Data.Rules.Stacking, "4.0a"),
				Text: view.T("warn.locked", "n", n, "hex", high.Hex)})
		}
	}
	return out
}

func NextRemove(c *game.Attempt) []view.Pick {
	if len(c.Units) >= c.Sight.Owed.N {
		return nil
	}
	return pickInvolved(c)
}

func CheckRemove(c *game.Attempt, p view.Pick) []choice.Violation {
	q := c.Sight.Owed
	rule := view.Rule(q.Rule)
	switch {
	case !slices.Contains(q.Units, p.Unit):
		why := view.T("deny.not-in-stack", "unit", c.Game.Name(p.Unit), "hex", q.Hex)
		if c.Sight.Piece(p.Unit).At.Hex == q.Hex {
			why = view.T("deny.not-counted", "unit", c.Game.Name(p.Unit))
		}
		return violations(rule, why, "4.0a")
	case len(c.Units) >= q.N:
		return checkRemoveCount(q)
	}
	// Units are picked in the order of their identifiers: enough must be left to pick after this one.
	after := first.Count(q.Units, func(id order.UnitID) bool { return id > p.Unit })
	if len(c.Units)+1+after < q.N {
		return checkRemoveCount(q)
	}
	return nil
}

func DoneRemove(c *game.Attempt) []choice.Violation {
	if q := c.Sight.Owed; len(c.Units) != q.N {
		return checkRemoveCount(q)
	}
	return nil
}

// WarnRemove warns of the units picked to be removed: 4.0a: they are eliminated.
func WarnRemove(c *game.Attempt) []view.Warning {
	return view.Destroyed(c.Game.Names(IdsOf(c.Units)), view.Rule(c.Sight.Owed.Rule))
}

// checkRemoveCount refuses to remove another number of units than are over the limit.
func checkRemoveCount(q *state.Question) []choice.Violation {
	return violations(view.Rule(q.Rule), view.T("deny.remove-count", "n", q.N), "4.0a")
}

// NextPile offers hexes with several units, then the units of the chosen hex from the top down.
func NextPile(c *game.Attempt) []view.Pick {
	var out []view.Pick
	if len(c.Hexes) == 0 {
		for h := range c.Sight.Def.Grid.All() {
			if c.Sight.Height(h) > 1 {
				out = append(out, view.Pick{Hex: h})
			}
		}
		return out
	}
	for _, p := range c.Sight.Stack(c.Hexes[0].Hex) {
		out = append(out, view.Pick{Unit: p.ID})
	}
	return out
}

func CheckPile(c *game.Attempt, p view.Pick) []choice.Violation {
	if p.Unit == "" {
		if c.Sight.Height(p.Hex) < 2 {
			return violations("4.0", view.T("deny.no-stack", "hex", p.Hex))
		}
		return nil
	}
	if len(c.Hexes) == 0 {
		return violations("4.0c", view.T("deny.no-hex"))
	}
	h := c.Hexes[0].Hex
	u := c.Sight.Piece(p.Unit)
	if u.At.Hex != h {
		return violations("4.0c", view.T("deny.not-in-stack", "unit", c.Game.Name(p.Unit), "hex", h))
	}
	fights := func(one *state.Piece) bool { return c.Game.Printed(one).Attack >= 1 }
	if len(c.Units) == 0 && !fights(u) && slices.ContainsFunc(c.Sight.Stack(h), fights) {
		return violations("4.0c", view.T("deny.top-must-fight", "unit", c.Game.Name(p.Unit)))
	}
	return nil
}

func DonePile(c *game.Attempt) []choice.Violation {
	if len(c.Hexes) == 0 || len(c.Units) != c.Sight.Height(c.Hexes[0].Hex) {
		return violations("4.0c", view.T("deny.whole-stack"))
	}
	return nil
}
