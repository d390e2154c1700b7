package scs

import (
	"cmp"
	"iter"
	"slices"

	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The kinds of losses. The steps of a combat result and those lost to hold (9.2) are bound by 8.0a and
// 8.0b; the others are the owner's free choice.
//
// RULING: 8.0a, 8.0b, 9.2: Steps lost to hold are chosen like those of the result; steps lost
// on the retreat are their owner's choice among the units that made it. For: 9.2 turns hexes
// into step losses, which 8.0a and 8.0b govern; 9.0b and 9.0d leave theirs to the owner.
// Against: 9.2 may mean that they too are his to choose.
const (
	lossResult  = "result"
	lossHold    = "hold"
	lossRetreat = "retreat" // 9.0b: hexes that could not be retreated
	lossZone    = "zone"    // 9.0d, 2.1d: enemy zones entered
)

// lossAllocator checks how the steps owed are shared among the units of a fight.
type lossAllocator struct {
	e        *Engine
	q        *state.Question
	alive    []*state.Piece
	need     int  // SCS 8.0b (1.8: 8.0c): losses beyond what there is are ignored
	first    bool // no step has been lost in the fight yet
	strength func(*state.Piece) int
	bound    bool // 8.0a and 8.0b apply
}

func (c *Attempt) allocator() lossAllocator { return newLossAllocator(c.e, c.Sight) }

func newLossAllocator(e *Engine, s *state.Sight) lossAllocator {
	t := lossAllocator{e: e, q: s.Owed, bound: s.Owed.Word == lossResult || s.Owed.Word == lossHold}
	steps, lost := 0, 0
	for _, id := range s.Owed.Units {
		p := s.Piece(id)
		lost += p.Lost
		if p.OnMap() {
			t.alive = append(t.alive, p)
			steps += p.Steps
		}
	}
	slices.SortFunc(t.alive, func(a, b *state.Piece) int { return cmp.Compare(a.ID, b.ID) })
	t.need, t.first, t.strength = min(s.Owed.N, steps), lost == 0, e.lossStrength(s)
	return t
}

// lossStrength: SCS 8.0a: the strongest unit is the one with the highest printed attack for the
// attacker, the highest printed defence for the defender.
func (e *Engine) lossStrength(s *state.Sight) func(*state.Piece) int {
	if f := fightIn(s.Frames); f != nil && f.Side == s.Side {
		return func(p *state.Piece) int { return e.printed(p).Attack }
	}
	return func(p *state.Piece) int { return e.printed(p).Defence }
}

// strongest says whether no other unit is stronger.
//
// RULING: 8.0a: Of several units that are equally strong the owner chooses which loses the
// first step. For: 8.0a wants the strongest, and 8.0c leaves the rest to the owner. Against:
// nothing.
func (t lossAllocator) strongest(p *state.Piece) bool {
	return !slices.ContainsFunc(t.alive, func(o *state.Piece) bool { return t.strength(o) > t.strength(p) })
}

// wrong lists what a complete assignment of losses breaks. counts are in the order of alive.
func (t lossAllocator) wrong(counts []int) []choice.Violation {
	var out []choice.Violation
	sum, strongest, twice, spared := 0, false, -1, -1
	for i, p := range t.alive {
		n := counts[i]
		sum += n
		strongest = strongest || n > 0 && t.strongest(p)
		if n > 0 && p.Lost+n >= 2 {
			twice = i
		}
		if p.Lost+n == 0 {
			spared = i
		}
	}
	if t.bound && t.first && sum > 0 && !strongest { // SCS 8.0a
		out = append(out, violation("8.0a", view.T("deny.strongest-first", "units", t.strongestNames())))
	}
	if t.bound && twice >= 0 && spared >= 0 { // SCS 8.0b
		out = append(out, violation("8.0b", view.T("deny.one-each-first", "unit", t.e.Name(t.alive[twice].ID),
			"other", t.e.Name(t.alive[spared].ID))))
	}
	if sum != t.need {
		out = append(out, t.miscounted(view.T("deny.steps-owed", "n", t.need, "named", sum))...)
	}
	return out
}

// miscounted: SCS 8.0: exactly as many steps as are owed, and no more from a unit than it has.
func (t lossAllocator) miscounted(why view.Text) []choice.Violation {
	return []choice.Violation{violation(view.Rule(t.q.Rule), why), violation("8.0", why)}
}

func (t lossAllocator) strongestNames() []view.Name {
	var out []view.Name
	for _, p := range t.alive {
		if t.strongest(p) {
			out = append(out, t.e.Name(p.ID))
		}
	}
	return out
}

// completes says whether counts that are final for the units before i can be completed by so many
// steps from the units from i on. SCS 8.0b: either no unit loses a second step, or every unit loses
// one.
func (t lossAllocator) completes(counts []int, i, left int) bool {
	steps, unhurt := 0, 0 // of the units from i on
	strongest, twice, spared := false, false, false
	for j, p := range t.alive {
		if n := counts[j]; j < i {
			strongest = strongest || n > 0 && t.strongest(p)
			twice = twice || n > 0 && p.Lost+n >= 2
			spared = spared || p.Lost+n == 0
			continue
		}
		steps += p.Steps
		if p.Lost == 0 {
			unhurt++
			strongest = strongest || left > 0 && t.strongest(p)
		}
	}
	if !t.bound {
		return left <= steps
	}
	nobodyTwice := !twice && left <= unhurt && (strongest || !t.first)
	everybodyOnce := !spared && unhurt <= left && left <= steps // the strongest among them
	return nobodyTwice || everybodyOnce
}

// counts turns the picks so far into counts in the order of alive. from is the first unit that can
// still be picked, left the steps still to be assigned.
func (t lossAllocator) counts(c *Attempt) (counts []int, from, left int) {
	counts, left = make([]int, len(t.alive)), t.need
	for i, u := range c.units {
		at := slices.IndexFunc(t.alive, func(p *state.Piece) bool { return p.ID == u.ID })
		counts[at], from, left = c.counts[i], at+1, left-c.counts[i]
	}
	return counts, from, left
}

func nextLosses(c *Attempt) []view.Pick {
	t := c.allocator()
	_, from, left := t.counts(c)
	var out []view.Pick
	for _, p := range t.alive[min(from, len(t.alive)):] {
		for n := 1; n <= min(left, p.Steps); n++ {
			out = append(out, view.Pick{Unit: p.ID, N: int8(n)})
		}
	}
	return out
}

func checkLosses(c *Attempt, p view.Pick) []choice.Violation {
	t := c.allocator()
	at := slices.IndexFunc(t.alive, func(o *state.Piece) bool { return o.ID == p.Unit })
	if at < 0 { // SCS 8.0c: only units that took part
		why := view.T("deny.not-involved", "unit", c.e.Name(p.Unit))
		return []choice.Violation{violation(view.Rule(t.q.Rule), why), violation("8.0c", why)}
	}
	counts, _, left := t.counts(c)
	n, steps := int(p.N), t.alive[at].Steps
	var out []choice.Violation
	if n > steps || n > left {
		out = append(out, t.miscounted(view.T("deny.too-many-steps", "unit", c.e.Name(p.Unit), "n", n, "steps", steps,
			"owed", t.need))...)
	} else if counts[at] = n; t.completes(counts, at+1, left-n) {
		return nil
	}
	counts[at] = min(n, steps)
	for _, r := range c.Rest {
		if i := slices.IndexFunc(t.alive, func(o *state.Piece) bool { return o.ID == r.Unit }); i >= 0 {
			counts[i] = min(int(r.N), t.alive[i].Steps)
		}
	}
	if out = append(out, t.wrong(counts)...); len(out) > 0 {
		return out
	}
	return violations("8.0b", view.T("deny.losses-cannot"))
}

func doneLosses(c *Attempt) []choice.Violation {
	t := c.allocator()
	counts, _, _ := t.counts(c)
	return t.wrong(counts)
}

// fatalLosses says whether any unit dies of the losses picked.
func fatalLosses(c *Attempt) bool {
	t := c.allocator()
	counts, _, _ := t.counts(c)
	for i, p := range t.alive {
		if counts[i] >= p.Steps {
			return true
		}
	}
	return false
}

// lose: SCS 8.0: a full unit is turned over, a reduced one (8.0d: one with a single step) is
// destroyed; a marker counts further steps.
func (e *Engine) lose(sc *state.Scratch, o order.Order, _ dice.Roller) error {
	q := *sc.Owed()
	sc.Do(state.Answered{ID: q.ID})
	for id, n := range stepsLost(o) {
		e.Reduce(sc, q.Rule, id, n)
	}
	return sc.Err()
}

// stepsLost returns each unit of an order of losses with the steps that it loses. The order names a
// unit once for each step.
func stepsLost(o order.Order) iter.Seq2[order.UnitID, int] {
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

// Reduce takes n steps from a unit and destroys it if none is left.
func (e *Engine) Reduce(sc *state.Scratch, rule string, id order.UnitID, n int) {
	p := sc.Piece(id)
	sc.Do(state.Stepped{Unit: id, Left: p.Steps - n, Rule: rule})
	if p.Steps == 0 {
		e.Destroy(sc, rule, id)
	}
}

// RollForEach rolls a die for each unit of a stack, from the top down, and takes a step from each unit
// whose face is at least least. It records what the dice were rolled for.
func (e *Engine) RollForEach(
	sc *state.Scratch, r dice.Roller, what, rule string, h hex.Hex, stack []order.UnitID, least int,
) error {
	faces, err := sc.Roll(r, len(stack), what, rule)
	if err != nil {
		return err
	}
	sc.Do(state.Noted{What: what, Hex: h, N: len(stack), Rule: rule})
	var hit []order.UnitID
	for i, id := range stack {
		if faces[i] >= least {
			hit = append(hit, id)
		}
	}
	e.reduceEach(sc, rule, hit)
	return sc.Err()
}

// reduceEach takes a step from each of these units. Units that die of it come last: otherwise a unit
// that they cover could come to the top, and its loss would be told.
func (e *Engine) reduceEach(sc *state.Scratch, rule string, ids []order.UnitID) {
	var dying []order.UnitID
	for _, id := range ids {
		if sc.Piece(id).Steps == 1 {
			dying = append(dying, id)
		} else {
			e.Reduce(sc, rule, id, 1)
		}
	}
	for _, id := range dying {
		e.Reduce(sc, rule, id, 1)
	}
}

// Destroy moves units from the map, or from those still to come, to the dead pile, or to the box of
// the feature that can bring them back.
func (e *Engine) Destroy(sc *state.Scratch, rule string, ids ...order.UnitID) {
	boxes := []string{state.Dead}
	units := map[string][]order.UnitID{} // by box
	for _, id := range ids {
		box := e.deadBox(id)
		if units[box] = append(units[box], id); !slices.Contains(boxes, box) {
			boxes = append(boxes, box)
		}
	}
	for _, box := range boxes {
		if units := units[box]; len(units) > 0 {
			sc.Do(state.Moved{Units: units, Box: box, How: "lost", Rule: rule})
		}
	}
}
