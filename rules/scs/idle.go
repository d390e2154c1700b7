package scs

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Idle says whether everybody can see that the player of the phase can only rearrange stacks. It gets
// the public board and the public part of the sight, so that the answer cannot reveal what lies under
// the tops of stacks: it assumes the most capable units that could lie there.
func (e *Engine) Idle(b *view.Board, open any) bool {
	side := b.Phase.Side
	if b.Over || b.Due != nil {
		return false
	}
	for i := range e.features {
		if busy := e.features[i].Busy; busy != nil && busy(b) {
			return false
		}
	}
	switch b.Phase.Name {
	case reinforcements:
		return !e.expectsArrivals(b)
	case combat:
		return !slices.ContainsFunc(b.Stacks,
			func(st view.Stack) bool { return st.Side == side && e.mightAttack(b, st) })
	case exploitation:
		return !slices.ContainsFunc(b.Stacks, func(st view.Stack) bool {
			return st.Side == side && !open.(*known).zone[e.def.Grid.Index(st.Hex)] && e.mightExploit(b, st)
		})
	}
	return e.idles(b)
}

// expectsArrivals says whether the player of the phase may bring units on (5.0).
func (e *Engine) expectsArrivals(b *view.Board) bool {
	return slices.ContainsFunc(b.OffMap, func(p view.Pile) bool {
		return p.Side == b.Phase.Side && p.Box == state.Coming && p.Turn <= b.Turn &&
			(!p.Waits || controls(b, p.Letter, p.Side))
	})
}

// controls says whether a side controls a hex (13.0).
func controls(b *view.Board, h hex.Hex, side order.Side) bool {
	return slices.ContainsFunc(b.Control, func(held view.Held) bool { return held.Hex == h && held.Side == side })
}

// mightAttack says whether a unit in a stack could attack a hex beside it (7.0).
func (e *Engine) mightAttack(b *view.Board, st view.Stack) bool {
	if st.Height == len(st.Known) && !slices.ContainsFunc(st.Known,
		func(c view.Counter) bool { return c.Rating(attackRating).N > 0 && e.attacks(c) }) {
		return false
	}
	return slices.ContainsFunc(b.Stacks, func(other view.Stack) bool {
		x, ok := e.edge(st.Side, st.Hex, other.Hex)
		return other.Side != st.Side && ok && !x.Closed
	})
}

// attacks says whether nothing forbids a unit to attack: no marker on it and no rule of its game.
func (e *Engine) attacks(c view.Counter) bool {
	return len(e.Bars(Attacking, e.Unit(c.ID))) == 0 && !slices.ContainsFunc(c.Marks, func(id string) bool {
		m, ok := e.marker(id)
		return ok && m.Attack.Zero()
	})
}

// mightExploit says whether a unit in a stack could be exploit-capable (11.0a).
func (e *Engine) mightExploit(b *view.Board, st view.Stack) bool {
	if slices.ContainsFunc(st.Known, e.exploits) {
		return true
	}
	return st.Height > len(st.Known) && slices.ContainsFunc(e.units, func(u Unit) bool {
		return u.Side == st.Side && u.Exploit && !seesUnit(b, u.ID)
	})
}

// exploits says whether a unit is printed exploit-capable and no marker takes the capability away.
func (e *Engine) exploits(c view.Counter) bool {
	return slices.Contains(c.Traits, exploitTrait) && !slices.ContainsFunc(c.Marks, func(id string) bool {
		m, ok := e.marker(id)
		return ok && m.NoExploit
	})
}
