package scs

import (
	"cmp"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// threats is who could attack a hex, as far as the reader can know: SCS 7.0.
type threats struct {
	hex    hex.Hex
	side   order.Side // who would attack
	now    bool       // in the combat phase that is being played; else in the next one, after moving
	stacks []threat   // nearest first
	attack int        // the printed strength of those that are seen, together
}

// threat is a stack in which somebody could attack a hex.
type threat struct {
	hex      hex.Hex
	height   int
	distance int              // in hexes
	units    []view.Described // those that are seen and could, top first
	unseen   int              // units that are not seen, among whom there may be others; 0 when none of them could
}

// threatsOverlay says who could attack a hex. It is words alone.
func (e *Engine) threatsOverlay(a series.Asked) (view.Overlay, bool) {
	by := e.attackerOf(a)
	if by == "" {
		return view.Overlay{}, false
	}
	return view.Overlay{Texts: e.threats(a.Sight(by), a.Hex, a.Board).texts()}, true
}

// attackerOf is who would attack a hex: the enemy of the side that stands there, else of the
// viewer's, else of the side that controls it; "" for a hex of nobody's.
func (e *Engine) attackerOf(a series.Asked) order.Side {
	if a.Hex == hex.None {
		return ""
	}
	defender := a.Viewer
	if defender == "" {
		defender = a.State.Controls(a.Hex)
	}
	if i := slices.IndexFunc(a.Board.Stacks, func(st view.Stack) bool { return st.Hex == a.Hex }); i >= 0 {
		defender = a.Board.Stacks[i].Side
	}
	if defender == "" {
		return ""
	}
	return e.def.Enemy(defender)
}

// threats: SCS 7.0, 3.0: who of the sight's side could attack a hex in its next combat
// phase, after a movement phase of its own with all points, as things stand: each unit by
// itself, wherever else it is needed, markers and enemies where they are now, and without
// reinforcements. In its combat phase it is who stands beside the hex and has not attacked.
//
// seen is the position as the reader sees it. A unit that he does not see can be any of
// those that he sees nowhere, on its full side and without a marker: a stack in which the
// fastest of them could be a threat is named, however little its top could do. Nothing in
// the answer depends on what only the sight's side knows.
func (e *Engine) threats(s *state.Sight, target hex.Hex, seen *view.Board) threats {
	c := e.begin(s, "move")
	now := s.Phase().Name == combat && s.Phase().Side == s.Side && !s.Over
	if !now {
		c = c.inMovement()
	}
	c.Sight = occupied(c.Sight, target)
	out := threats{hex: target, side: s.Side, now: now}
	fastest := e.fastestUnseen(s, seen)
	for _, st := range seen.Stacks {
		if st.Side != s.Side {
			continue
		}
		t := threat{hex: st.Hex, height: st.Height, distance: s.Def.Grid.Distance(st.Hex, target)}
		for _, u := range st.Known {
			p := *s.Piece(u.ID)
			if c.couldAttack(p, target, now) {
				t.units = append(t.units, view.Described{Counter: u, Legend: seen.Marks})
				out.attack += max(u.Rating(attackRating).N, 0)
			}
		}
		if fastest != nil && st.Height > len(st.Known) {
			p := *fastest
			p.At.Hex, p.Used, p.Flags = st.Hex, 0, nil
			if c.couldAttack(p, target, now) {
				t.unseen = st.Height - len(st.Known)
			}
		}
		if len(t.units) > 0 || t.unseen > 0 {
			out.stacks = append(out.stacks, t)
		}
	}
	slices.SortStableFunc(out.stacks, func(a, b threat) int { // else by hex, as the board is
		return cmp.Compare(a.distance, b.distance)
	})
	return out
}

// texts name those that are seen, stack by stack, and where others may lie hidden.
func (t threats) texts() []view.Text {
	head := view.T("threats.later", "side", t.side, "hex", t.hex)
	if t.now {
		head = view.T("threats.now", "side", t.side, "hex", t.hex)
	}
	lines := []view.Text{head}
	var hidden []view.Text
	units := 0
	for _, st := range t.stacks {
		if units += len(st.units); len(st.units) == 0 {
			hidden = append(hidden, view.T("threats.hidden", "hex", st.hex, "unseen", st.unseen))
			continue
		}
		more := any("")
		if st.unseen > 0 {
			more = view.T("threats.more", "n", st.unseen)
		}
		lines = append(lines, view.T("threats.stack", "hex", st.hex, "n", st.distance, "height", st.height,
			"units", st.units, "more", more))
	}
	if units > 0 {
		lines = append(lines, view.T("threats.sum", "n", units, "attack", t.attack))
	} else {
		lines = append(lines, view.T("threats.none"))
	}
	if len(hidden) > 0 {
		lines = append(lines, view.T("threats.unseen", "stacks", hidden))
	}
	return lines
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
	if c.e.printed(&p).Attack <= 0 || now && knownTo(c.Sight).allAttacked[c.Sight.Def.Grid.Index(target)] {
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
