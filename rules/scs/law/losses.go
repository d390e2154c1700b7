package law

import (
	"cmp"
	"iter"
	"slices"

	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// StepsLeft returns how many steps the units that a question is about still have on the map.
func StepsLeft(st *state.State, q state.Question) (n int) {
	for _, id := range q.Units {
		if p := st.Piece(id); p.OnMap() {
			n += p.Steps
		}
	}
	return n
}

// The kinds of losses. The steps of a combat result and those lost to hold (9.2) are bound by 8.0a and
// 8.0b; the others are the owner's free choice.
//
// RULING: 8.0a, 8.0b, 9.2: Steps lost to hold are chosen like those of the result; steps lost on the retreat are their
// owner's choice among the units that made it. For: 9.2 turns hexes into step losses, which 8.0a and 8.0b govern; 9.0b
// and 9.0d leave theirs to the owner. Against: 9.2 may mean that they too are his to choose.
const (
	LossResult  = "result"
	LossHold    = "hold"
	LossRetreat = "retreat" // 9.0b: hexes that could not be retreated
	LossZone    = "zone"    // 9.0d, 2.1d: enemy zones entered
)

// LossAllocator checks how the steps owed are shared among the units of a fight.
type LossAllocator struct {
	game     *game.Game
	owed     *state.Question
	Alive    []*state.Piece
	Need     int  // steps to lose, at most all that are left: SCS 8.0b (1.8: 8.0c): losses beyond these are ignored
	first    bool // no step has been lost in the fight yet
	strength func(*state.Piece) int
	bound    bool // 8.0a and 8.0b apply
}

func allocatorOf(c *game.Attempt) LossAllocator { return NewLossAllocator(c.Game, c.Sight) }

// NewLossAllocator returns the allocator for the losses that the sight's side owes.
func NewLossAllocator(g *game.Game, s *state.Sight) LossAllocator {
	t := LossAllocator{game: g, owed: s.Owed, bound: s.Owed.Word == LossResult || s.Owed.Word == LossHold}
	steps, lost := 0, 0
	for _, id := range s.Owed.Units {
		p := s.Piece(id)
		lost += p.Lost
		if p.OnMap() {
			t.Alive = append(t.Alive, p)
			steps += p.Steps
		}
	}
	slices.SortFunc(t.Alive, func(a, b *state.Piece) int { return cmp.Compare(a.ID, b.ID) })
	t.Need, t.first, t.strength = min(s.Owed.N, steps), lost == 0, LossStrength(g, s)
	return t
}

// LossStrength: SCS 8.0a: the strongest unit is the one with the highest printed attack for the
// attacker, the highest printed defence for the defender.
func LossStrength(g *game.Game, s *state.Sight) func(*state.Piece) int {
	if f := FightIn(s.Frames); f != nil && f.Side == s.Side {
		return func(p *state.Piece) int { return g.Printed(p).Attack }
	}
	return func(p *state.Piece) int { return g.Printed(p).Defence }
}

// isStrongest reports whether no other unit is stronger.
//
// RULING: 8.0a: Of several units that are equally strong the owner chooses which loses the first step. For: 8.0a wants
// the strongest, and 8.0c leaves the rest to the owner. Against: nothing.
func (t LossAllocator) isStrongest(p *state.Piece) bool {
	return !slices.ContainsFunc(t.Alive, func(o *state.Piece) bool { return t.strength(o) > t.strength(p) })
}

// FirstToPay returns the units that must lose steps first, and the paragraph on it: SCS 8.0a the strongest, SCS 8.0b
// those that have lost no step. rule is "" if the owner may choose among all units; forced says that he has no choice.
func FirstToPay(g *game.Game, st *state.State, q state.Question) (units []order.UnitID, rule view.Rule, forced bool) {
	s := &state.Sight{}
	s.See(st, q.Side)
	s.Owed = &q
	t := NewLossAllocator(g, s)
	if !t.bound || len(t.Alive) < 2 {
		return nil, "", false
	}
	units, rule = t.those(func(p *state.Piece) bool { return p.Lost == 0 }), "8.0b"
	if t.first && t.Need < len(units) {
		units, rule = t.those(t.isStrongest), "8.0a"
	}
	if len(units) == 0 || len(units) == len(t.Alive) && t.Need < len(units) { // the rule excepts none of the units
		return nil, "", false
	}
	// 8.0b takes a step from each of units before any second one. 8.0a takes only the first step from one of them.
	return units, rule, t.Need == len(units) && (rule == "8.0b" || t.Need == 1)
}

// check lists what a complete assignment of losses breaks. counts has the steps of each unit in Alive.
func (t LossAllocator) check(counts []int) []choice.Violation {
	var out []choice.Violation
	sum, strongest, twice, spared := 0, false, -1, -1
	for i, p := range t.Alive {
		n := counts[i]
		sum += n
		strongest = strongest || n > 0 && t.isStrongest(p)
		if n > 0 && p.Lost+n >= 2 {
			twice = i
		}
		if p.Lost+n == 0 {
			spared = i
		}
	}
	if t.bound && t.first && sum > 0 && !strongest { // SCS 8.0a
		why := view.T("deny.strongest-first", "units", t.game.Names(t.those(t.isStrongest)))
		out = append(out, violation("8.0a", why))
	}
	if t.bound && twice >= 0 && spared >= 0 { // SCS 8.0b
		out = append(out, violation("8.0b", view.T("deny.one-each-first", "unit", t.game.Name(t.Alive[twice].ID),
			"other", t.game.Name(t.Alive[spared].ID))))
	}
	if sum != t.Need {
		out = append(out, t.wrongNumber(view.T("deny.steps-owed", "n", t.Need, "named", sum))...)
	}
	return out
}

// wrongNumber: SCS 8.0: exactly as many steps as are owed, and no more from a unit than it has.
func (t LossAllocator) wrongNumber(why view.Text) []choice.Violation {
	return violations(view.Rule(t.owed.Rule), why, "8.0")
}

// those lists the units alive for which holds is true.
func (t LossAllocator) those(holds func(*state.Piece) bool) (out []order.UnitID) {
	for _, p := range t.Alive {
		if holds(p) {
			out = append(out, p.ID)
		}
	}
	return out
}

// canComplete reports whether counts, which are final for the units before i, can be completed by left more steps of
// unit i and later ones. SCS 8.0b: either no unit loses a second step, or every unit loses one.
func (t LossAllocator) canComplete(counts []int, i, left int) bool {
	steps, unhurt := 0, 0 // of the units from i on
	strongest, twice, spared := false, false, false
	for j, p := range t.Alive {
		n := counts[j]
		twice = twice || n > 0 && p.Lost+n >= 2
		strongest = strongest || (n > 0 || j >= i && p.Lost == 0 && left > 0) && t.isStrongest(p)
		if j < i {
			spared = spared || p.Lost+n == 0
			continue
		}
		steps += p.Steps - n
		if p.Lost+n == 0 {
			unhurt++
		}
	}
	if !t.bound {
		return left <= steps
	}
	nobodyTwice := !twice && left <= unhurt && (strongest || !t.first)
	everybodyOnce := !spared && unhurt <= left && left <= steps // the strongest unit loses one, too
	return nobodyTwice || everybodyOnce
}

// counts turns the picks so far into counts in the order of Alive. from is the first unit that can
// still be picked, left the steps still to be assigned.
func (t LossAllocator) counts(c *game.Attempt) (counts []int, from, left int) {
	counts, left = make([]int, len(t.Alive)), t.Need
	for i, u := range c.Units {
		at := slices.IndexFunc(t.Alive, func(p *state.Piece) bool { return p.ID == u.ID })
		counts[at], from, left = c.Counts[i], at+1, left-c.Counts[i]
	}
	return counts, from, left
}

func NextLosses(c *game.Attempt) []view.Pick {
	t := allocatorOf(c)
	_, from, left := t.counts(c)
	var out []view.Pick
	for _, p := range t.Alive[from:] {
		for n := 1; n <= min(left, p.Steps); n++ {
			out = append(out, view.Pick{Unit: p.ID, N: int8(n)})
		}
	}
	return out
}

func CheckLosses(c *game.Attempt, p view.Pick) []choice.Violation {
	t := allocatorOf(c)
	at := slices.IndexFunc(t.Alive, func(o *state.Piece) bool { return o.ID == p.Unit })
	if at < 0 { // SCS 8.0c: only units that took part
		return violations(view.Rule(t.owed.Rule), view.T("deny.not-involved", "unit", c.Game.Name(p.Unit)), "8.0c")
	}
	counts, _, left := t.counts(c)
	n, steps := int(p.N), t.Alive[at].Steps
	counts[at] = min(n, steps)
	var out []choice.Violation
	if n > steps || n > left {
		out = append(out, t.wrongNumber(view.T("deny.too-many-steps", "unit", c.Game.Name(p.Unit), "n", n,
			"steps", steps, "owed", t.Need))...)
	} else if t.canComplete(counts, at+1, left-n) {
		return nil
	}
	for _, r := range c.Rest { // what the whole order breaks
		if i := slices.IndexFunc(t.Alive, func(o *state.Piece) bool { return o.ID == r.Unit }); i >= 0 {
			counts[i] = min(int(r.N), t.Alive[i].Steps)
		}
	}
	out = append(out, t.check(counts)...)
	if len(out) > 0 {
		return out
	}
	return violations("8.0b", view.T("deny.losses-cannot"))
}

func DoneLosses(c *game.Attempt) []choice.Violation {
	t := allocatorOf(c)
	counts, _, _ := t.counts(c)
	return t.check(counts)
}

// WarnLosses warns of the units that die of the losses picked.
func WarnLosses(c *game.Attempt) []view.Warning {
	var dead []order.UnitID
	for i, u := range c.Units {
		if c.Counts[i] >= u.Steps {
			dead = append(dead, u.ID)
		}
	}
	return view.Destroyed(c.Game.Names(dead), view.Rule(c.Sight.Owed.Rule))
}

// StepsLost yields each unit of an order of losses and how many steps it loses: one for each time that it is named.
func StepsLost(o order.Order) iter.Seq2[order.UnitID, int] {
	return func(yield func(order.UnitID, int) bool) {
		for units := o.Units("units"); len(units) > 0; {
			n := 1
			for n < len(units) && units[n] == units[0] {
				n++
			}
			if !yield(units[0], n) {
				return
			}
			units = units[n:]
		}
	}
}

// CanTake reports whether unit i can lose one more step beside those in counts, so that the rest can still be assigned.
func (t LossAllocator) CanTake(counts []int, i int) bool {
	counts, left := slices.Clone(counts), t.Need-1
	for _, n := range counts {
		left -= n
	}
	counts[i]++
	return t.canComplete(counts, 0, left)
}
