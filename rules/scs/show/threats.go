package show

import (
	"cmp"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// threats lists the units that could attack a hex, as far as the reader can know: SCS 7.0.
type threats struct {
	hex    hex.Hex
	side   order.Side // the attacking side
	now    bool       // true: in the present combat phase; false: in the next one, after moving
	Stacks []threat   // nearest first
	attack int        // the sum of the printed strengths of the units that are seen
}

// threat is a stack with units that could attack a hex.
type threat struct {
	hex      hex.Hex
	height   int
	distance int              // in hexes
	Units    []view.Described // the units that are seen and could attack, top first
	unseen   int              // number of units that are not seen, if any of them could attack; otherwise 0
}

// attackerOf returns the side that would attack a hex: the enemy of the side with a stack there, else of
// the viewer's side, else of the side that controls it; "" for a hex that nobody controls.
func attackerOf(g *game.Game, a series.OverlayRequest) order.Side {
	if a.Hex == hex.None {
		return ""
	}
	defender := cmp.Or(a.Viewer, a.State.Controls(a.Hex))
	if i := slices.IndexFunc(a.Board.Stacks, func(st view.Stack) bool { return st.Hex == a.Hex }); i >= 0 {
		defender = a.Board.Stacks[i].Side
	}
	if defender == "" {
		return ""
	}
	return g.Def.Enemy(defender)
}

// FindThreats: SCS 7.0, 3.0: the units of the sight's side that could attack a hex in its next combat phase, after a
// movement phase of its own with all points, from the present position. Each unit is considered alone, even if it is
// needed elsewhere; markers and enemies stay where they are, and reinforcements are left out. In the side's combat
// phase it is the units that are beside the hex and have not attacked.
//
// seen is the position as the reader sees it. A unit that he does not see can be any of those that he sees nowhere,
// with all steps and without a marker. So a stack is listed when the fastest of these could attack from it, even if its
// top unit could not. Nothing in the result depends on what only the sight's side knows.
func FindThreats(g *game.Game, s *state.Sight, target hex.Hex, seen *view.Board) threats {
	c := g.Try(s, "move")
	now := s.Phase().Name == data.Combat && s.Phase().Side == s.Side && !s.Over
	if !now {
		c = inMovement(c)
	}
	c.Sight = occupied(c.Sight, target)
	out := threats{hex: target, side: s.Side, now: now}
	fastest := fastestUnseen(g, s, seen)
	for _, st := range seen.Stacks {
		if st.Side != s.Side {
			continue
		}
		t := threat{hex: st.Hex, height: st.Height, distance: s.Def.Grid.Distance(st.Hex, target)}
		for _, u := range st.Known {
			if p := *s.Piece(u.ID); couldAttack(c, p, target, now) {
				t.Units = append(t.Units, view.Described{Counter: u, Legend: seen.Marks})
				out.attack += max(u.Rating(data.AttackRating).N, 0)
			}
		}
		if fastest != nil && st.Height > len(st.Known) {
			p := *fastest
			p.At.Hex, p.Used, p.Flags = st.Hex, 0, nil
			if couldAttack(c, p, target, now) {
				t.unseen = st.Height - len(st.Known)
			}
		}
		if len(t.Units) > 0 || t.unseen > 0 {
			out.Stacks = append(out.Stacks, t)
		}
	}
	slices.SortStableFunc(out.Stacks, func(a, b threat) int { // at equal distances by hex, as on the board
		return cmp.Compare(a.distance, b.distance)
	})
	return out
}

// texts names the units that are seen, stack by stack, and where others may be hidden.
func (t threats) texts() []view.Text {
	head := view.T("threats.later", "side", t.side, "hex", t.hex)
	if t.now {
		head = view.T("threats.now", "side", t.side, "hex", t.hex)
	}
	lines := []view.Text{head}
	var hidden []view.Text
	units := 0
	for _, st := range t.Stacks {
		units += len(st.Units)
		if len(st.Units) == 0 {
			hidden = append(hidden, view.T("threats.hidden", "hex", st.hex, "unseen", st.unseen))
			continue
		}
		more := any("")
		if st.unseen > 0 {
			more = view.T("threats.more", "n", st.unseen)
		}
		lines = append(lines, view.T("threats.stack", "hex", st.hex, "n", st.distance, "height", st.height,
			"units", st.Units, "more", more))
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

// occupied returns a copy of a sight in which the enemy occupies a hex.
func occupied(s *state.Sight, h hex.Hex) *state.Sight {
	seen := *s
	seen.Enemies = slices.Clone(s.Enemies)
	if at := s.Def.Grid.Index(h); seen.Enemies[at] == 0 {
		seen.Enemies[at] = 1
	}
	return &seen
}

// fastestUnseen returns the unit with the highest movement allowance among those that can attack and that
// the reader of a board sees nowhere, with all steps and without markers; nil when there is none.
func fastestUnseen(g *game.Game, s *state.Sight, seen *view.Board) *state.Piece {
	var best *state.Piece
	for _, id := range g.Def.Roster {
		p := s.Piece(id)
		if p == nil || len(g.Bars(game.Attacking, g.UnitOf(p))) > 0 || g.Unit(id).Full.Attack <= 0 ||
			seesUnit(seen, id) {
			continue
		}
		if best == nil || g.Unit(id).Full.Move > g.Unit(best.ID).Full.Move {
			q := *p
			q.Steps, q.Marks = g.Def.Units[id].Steps, nil
			best = &q
		}
	}
	return best
}

// seesUnit reports whether the reader of a board sees where a unit is. Units that are still to be drawn
// at random count as seen if the reader knows that they are.
func seesUnit(b *view.Board, id order.UnitID) bool {
	_, _, ok := b.Find(id)
	return ok
}

// couldAttack reports whether a unit could attack a hex: now from where it is, otherwise from a hex that it can go to.
func couldAttack(c *game.Attempt, p state.Piece, target hex.Hex, now bool) bool {
	if !now {
		p.Used, p.Flags = 0, nil
	}
	if c.Game.Printed(&p).Attack <= 0 || now && law.OpenFactsOf(c.Sight).Attacked[c.Sight.Def.Grid.Index(target)] {
		return false
	}
	at, alone := p.At.Hex, *c
	alone.Units, alone.Reached = []*state.Piece{&p}, 0
	stays := now || len(law.CheckMayMove(c, &p)) > 0
	for from := range c.Sight.Def.Grid.Neighbours(target) {
		there := p
		there.At.Hex = from
		if from != at && (stays || !law.Reach(&alone).Reached(from)) {
			continue
		}
		if len(law.CheckMayAttack(c, &there, target)) == 0 {
			return true
		}
	}
	return false
}
