package scs

import (
	"cmp"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Threats: SCS 7.0, 3.0: who of the sight's side could attack a hex in its next combat
// phase, after a movement phase of its own with all points, as things stand: each unit by
// itself, wherever else it is needed, markers and enemies where they are now, and without
// reinforcements. In its combat phase it is who stands beside the hex and has not attacked.
//
// seen is the position as the reader sees it. A unit that he does not see can be any of
// those that he sees nowhere, on its full side and without a marker: a stack in which the
// fastest of them could be a threat is named, however little its top could do. Nothing in
// the answer depends on what only the sight's side knows.
func (e *Engine) Threats(s *state.Sight, target hex.Hex, seen *view.Board) view.Threats {
	c := e.begin(s, "move")
	now := s.Phase().Name == combat && s.Phase().Side == s.Side && !s.Over
	if !now {
		c = c.inMovement()
	}
	c.Sight = occupied(c.Sight, target)
	out := view.Threats{Hex: target, Side: s.Side, Now: now}
	fastest := e.fastestUnseen(s, seen)
	for _, st := range seen.Stacks {
		if st.Side != s.Side {
			continue
		}
		t := view.Threat{Hex: st.Hex, Height: st.Height, Distance: s.Def.Grid.Distance(st.Hex, target)}
		for _, u := range st.Known {
			p := *s.Piece(u.ID)
			if c.couldAttack(p, target, now) {
				t.Units = append(t.Units, u)
				out.Attack += max(u.Rating(attackRating).N, 0)
			}
		}
		if fastest != nil && st.Height > len(st.Known) {
			p := *fastest
			p.At.Hex, p.Used, p.Flags = st.Hex, 0, nil
			if c.couldAttack(p, target, now) {
				t.Unseen = st.Height - len(st.Known)
			}
		}
		if len(t.Units) > 0 || t.Unseen > 0 {
			out.Stacks = append(out.Stacks, t)
		}
	}
	slices.SortStableFunc(out.Stacks, func(a, b view.Threat) int { // else by hex, as the board is
		return cmp.Compare(a.Distance, b.Distance)
	})
	return out
}

// occupied is a sight in which a hex is the enemy's.
func occupied(s *state.Sight, h hex.Hex) *state.Sight {
	seen := *s
	seen.Enemies = slices.Clone(s.Enemies)
	if at := s.Def.Grid.Index(h); seen.Enemies[at] == 0 {
		seen.Enemies[at] = 1
	}
	return &seen
}

// fastestUnseen is the unit with the most movement points of those that can attack and
// that the reader of a board sees nowhere, as it is when nothing has happened to it; nil
// when there is none.
func (e *Engine) fastestUnseen(s *state.Sight, seen *view.Board) *state.Piece {
	var best *state.Piece
	for _, id := range e.def.Roster {
		p := s.Piece(id)
		if p == nil || len(e.Bars(Attacking, e.unitOf(p))) > 0 || e.Unit(id).Full.Attack <= 0 || seesUnit(seen, id) {
			continue
		}
		if best == nil || e.Unit(id).Full.Move > e.Unit(best.ID).Full.Move {
			q := *p
			q.Steps, q.Marks = e.def.Units[id].Steps, nil
			best = &q
		}
	}
	return best
}

// seesUnit says whether the reader of a board sees where a unit is. What will be drawn at
// random and is known to be so is not seen anywhere else.
func seesUnit(b *view.Board, id order.UnitID) bool {
	_, _, ok := b.Find(id)
	return ok
}

// couldAttack says whether a unit could attack a hex from where it stands, or, unless it is
// now, from where it can go.
func (c *Attempt) couldAttack(p state.Piece, target hex.Hex, now bool) bool {
	if !now {
		p.Used, p.Flags = 0, nil
	}
	if c.e.printed(&p).Attack <= 0 || now && knownTo(c.Sight).spent[c.Sight.Def.Grid.Index(target)] {
		return false
	}
	at, moves := p.At.Hex, *c
	moves.units, moves.reached = []*state.Piece{&p}, 0
	still := now || len(c.barred(&p)) > 0
	for from := range c.Sight.Def.Grid.Neighbours(target) {
		there := p
		there.At.Hex = from
		if from != at && (still || !moves.reach().Reached(from)) {
			continue
		}
		if len(c.mayAttackHex(&there, target)) == 0 {
			return true
		}
	}
	return false
}
