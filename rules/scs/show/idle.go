package show

import (
	"slices"

	"grognard/rules/internal/state"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// Idle reports whether everybody can see that the player of the phase can only rearrange stacks. It gets
// the public board and the public part of the sight, so that the answer cannot reveal what lies under
// the tops of stacks: it assumes the most capable units that could lie there.
func Idle(g *game.Game, b *view.Board, open any) bool {
	side, saysYes := b.Phase.Side, func(ask func(*view.Board) bool) bool { return ask(b) }
	if b.Over || b.Due != nil || len(b.MustUse()) > 0 || slices.ContainsFunc(g.Added.Show.Busy, saysYes) {
		return false
	}
	switch b.Phase.Name {
	case data.Reinforcements:
		return !expectsArrivals(b)
	case data.Combat:
		return !slices.ContainsFunc(b.Stacks,
			func(st view.Stack) bool { return st.Side == side && mightAttack(g, b, st) })
	case data.Exploitation:
		return !slices.ContainsFunc(b.Stacks, func(st view.Stack) bool {
			return st.Side == side && !open.(*law.OpenFacts).Zone[g.Def.Grid.Index(st.Hex)] && mightExploit(g, b, st)
		})
	}
	return slices.ContainsFunc(g.Added.Show.Idle, saysYes)
}

// expectsArrivals reports whether the player of the phase may bring units on (5.0).
func expectsArrivals(b *view.Board) bool {
	return slices.ContainsFunc(b.OffMap, func(p view.Pile) bool {
		return p.Side == b.Phase.Side && p.Box == state.Coming && p.Turn <= b.Turn &&
			(!p.Waits || slices.ContainsFunc(b.Control, func(held view.Held) bool { // SCS 13.0
				return held.Hex == p.Letter && held.Side == p.Side
			}))
	})
}

// mightAttack reports whether a unit in a stack could attack a hex beside it (7.0).
func mightAttack(g *game.Game, b *view.Board, st view.Stack) bool {
	if st.Height == len(st.Known) && !slices.ContainsFunc(st.Known,
		func(c view.Counter) bool { return c.Rating(data.AttackRating).N > 0 && isFreeToAttack(g, c) }) {
		return false
	}
	return slices.ContainsFunc(b.Stacks, func(other view.Stack) bool {
		return other.Side != st.Side && law.MayAttackAcross(g, st.Side, st.Hex, other.Hex)
	})
}

// isFreeToAttack reports whether nothing forbids a unit to attack: no marker on it and no rule of its game.
func isFreeToAttack(g *game.Game, c view.Counter) bool {
	return len(g.Bars(game.Attacking, g.Unit(c.ID))) == 0 && !slices.ContainsFunc(c.Marks, func(id string) bool {
		m, ok := g.Marker(id)
		return ok && m.Attack.Zero()
	})
}

// mightExploit reports whether a unit in a stack could be exploit-capable (11.0a).
func mightExploit(g *game.Game, b *view.Board, st view.Stack) bool {
	if slices.ContainsFunc(st.Known, func(c view.Counter) bool { return isExploitCapable(g, c) }) {
		return true
	}
	return st.Height > len(st.Known) && slices.ContainsFunc(g.Units, func(u data.Unit) bool {
		return u.Side == st.Side && u.Exploit && !seesUnit(b, u.ID)
	})
}

// isExploitCapable reports whether a unit is printed exploit-capable and no marker takes the capability away.
func isExploitCapable(g *game.Game, c view.Counter) bool {
	return slices.Contains(c.Traits, data.ExploitTrait) && !slices.ContainsFunc(c.Marks, func(id string) bool {
		m, ok := g.Marker(id)
		return ok && m.NoExploit
	})
}
