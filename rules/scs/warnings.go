package scs

import (
	"iter"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// warnEnd warns of what ending the phase costs: units over the stacking limit (4.0a), units that are
// due and not placed (5.0, in the editions that allow it), what features add, and units that could
// still attack or move. Each warning asks for a confirmation.
func warnEnd(c *Attempt) []view.Warning {
	var out []view.Warning
	ask := func(n int, rule view.Rule, why view.Text) {
		if n > 0 {
			out = append(out, view.Warning{Text: why, Rule: rule, Ask: true})
		}
	}
	f := c.Sight.Phase()
	n, stacks := 0, []view.Text(nil)
	for _, high := range c.overstacked(f) {
		n += high.over
		stacks = append(stacks, view.T("warn.stack", "hex", high.hex, "over", high.over, "units", high.units))
	}
	ask(n, cite(c.e.data.Rules.Stacking, "4.0a"), view.T("warn.crowded", "n", n, "stacks", stacks))
	units := c.notPlaced()
	ask(len(units), "5.0", view.T("warn.outside", "n", len(units), "units", c.e.Names(units)))
	for i := range c.e.features {
		if warns := c.e.features[i].Warns; warns != nil {
			out = append(out, warns(c)...)
		}
	}
	units = c.ableToAttack()
	ask(len(units), "7.0", view.T("warn.could-attack", "n", len(units), "units", c.e.Names(units)))
	n = c.countUnmoved()
	ask(n, "3.0", view.T("warn.unmoved", "n", n))
	return out
}

// tooMany is a stack that is over the stacking limit: the units that count in it, and how many of them
// are too many.
type tooMany struct {
	hex         hex.Hex
	units, over int
}

// overstacked lists the side's stacks that would be over the stacking limit if a phase ended now, by
// hex.
func (c *Attempt) overstacked(f state.Frame) (stacks []tooMany) {
	limit := c.e.limit()
	for top := range c.Sight.Tops() {
		h := top.At.Hex
		if c.Sight.Height(h) <= limit {
			continue
		}
		if n := len(c.e.counting(f, c.Sight.Stack(h))); n > limit {
			stacks = append(stacks, tooMany{h, n, n - limit})
		}
	}
	slices.SortFunc(stacks, func(a, b tooMany) int { return hex.Compare(a.hex, b.hex) })
	return stacks
}

// notPlaced lists the units that can enter in this phase, in the editions in which they may be held
// back.
func (c *Attempt) notPlaced() []order.UnitID {
	if f := c.Sight.Phase(); c.e.ed.noDelay || f.Side != c.Sight.Side || f.Name != c.e.data.ArrivalPhase(f.Side) {
		return nil
	}
	return c.e.stillToCome(c.Sight)
}

// ableToAttack lists the units with an attack strength that can still attack (7.0).
func (c *Attempt) ableToAttack() []order.UnitID {
	if c.Sight.Phase().Name != combat {
		return nil
	}
	var out []order.UnitID
	for i := range c.Sight.Own {
		for range c.targets(&c.Sight.Own[i]) {
			out = append(out, c.Sight.Own[i].ID)
			break
		}
	}
	return out
}

// targets yields the hexes that a unit with an attack strength can still attack (7.0).
func (c *Attempt) targets(p *state.Piece) iter.Seq[hex.Hex] {
	return func(yield func(hex.Hex) bool) {
		if !p.OnMap() || c.e.printed(p).Attack <= 0 {
			return
		}
		for h := range c.Sight.Def.Grid.Neighbours(p.At.Hex) {
			if c.Sight.EnemyAt(h) && !knownTo(c.Sight).allAttacked[c.Sight.Def.Grid.Index(h)] &&
				len(c.mayAttackHex(p, h)) == 0 && !yield(h) {
				return
			}
		}
	}
}

// movesNow says whether units move in the present phase.
func (c *Attempt) movesNow() bool {
	p := c.Sight.Phase().Name
	return p == Movement || p == exploitation
}

// countUnmoved counts the units that could move and have not moved (3.0, 11.0).
func (c *Attempt) countUnmoved() int {
	n, alone := 0, c.single()
	for i := range c.Sight.Own {
		if p := &c.Sight.Own[i]; c.movesNow() && p.OnMap() && alone.unmoved(p) {
			n++
		}
	}
	return n
}

// single is an attempt to move one unit, whichever it will be.
type single struct{ c Attempt }

func (c *Attempt) single() *single {
	out := &single{*c}
	out.c.units, out.c.hexes, out.c.reached = make([]*state.Piece, 1), nil, 0
	return out
}

// unmoved says whether a unit on the map could move and has not moved.
func (s *single) unmoved(p *state.Piece) bool {
	return p.Used == 0 && s.c.e.marches(s.c.Sight.Phase(), p) && s.canGo(p)
}

// canGo says whether a unit alone can take a step.
func (s *single) canGo(p *state.Piece) bool {
	s.c.units[0], s.c.reached = p, 0
	return len(s.c.barred(p)) == 0 && s.c.canStep()
}

// warnMove warns of what a move costs. SCS 5.0 (1.7): units that are not placed before the first move
// wait for the next turn. SCS 3.0 (1.8): a unit's movement is over when another one begins.
func warnMove(c *Attempt) []view.Warning {
	var out []view.Warning
	if units := c.notPlaced(); len(units) > 0 {
		out = append(out, view.Warning{Text: view.T("warn.shut-out", "n", len(units), "units", c.e.Names(units)),
			Rule: "5.0", Ask: true})
	}
	if !c.e.ed.oneAtATime {
		return out
	}
	alone := c.single()
	for i := range c.Sight.Own {
		p := &c.Sight.Own[i]
		if p.OnMap() && p.Used > 0 && !slices.Contains(c.units, p) && alone.canGo(p) {
			why := view.T("warn.finished", "unit", c.e.Name(p.ID), "left", c.e.points(c.e.left(p)))
			out = append(out, view.Warning{Text: why, Rule: "3.0"})
		}
	}
	return out
}

// lossesTried is how many ways to take the losses of a hold are compared.
const lossesTried = 50

// warnHold warns of what it costs to hold: SCS 9.2: a step for each hex, assigned by 8.0.
func warnHold(c *Attempt) []view.Warning {
	ways := c.holdLosses()
	if len(ways) == 0 {
		return nil
	}
	steps := len(ways[0].Units("units"))
	why := view.T("warn.hold-choice", "n", steps)
	if dead, hurt := c.deaths(ways[0]); len(ways) == 1 {
		why = view.T("warn.hold", "n", steps, "dead", c.e.Names(dead), "hurt", c.e.Names(hurt))
	} else if least := c.leastDead(ways); least > 0 && len(ways) < lossesTried {
		why = view.T("warn.hold-kills", "n", steps, "least", least)
	}
	return []view.Warning{{Text: why, Rule: "9.2"}}
}

// holdLosses lists ways to take the losses of a hold, as many as are compared.
func (c *Attempt) holdLosses() []order.Order {
	s := *c.Sight
	owed := *c.Sight.Owed
	owed.Kind, owed.Word, owed.N = "losses", lossHold, c.n
	s.Owed = &owed
	return c.e.Orders(&s, "losses", nil, lossesTried, nil)
}

// fatalHold says whether a hold destroys a unit however its losses are taken.
func fatalHold(c *Attempt) bool {
	ways := c.holdLosses()
	return len(ways) < lossesTried && c.leastDead(ways) > 0
}

// deaths lists the units that die of losses and those that are only reduced.
func (c *Attempt) deaths(losses order.Order) (dead, hurt []order.UnitID) {
	for id, n := range stepsLost(losses) {
		if n >= c.Sight.Piece(id).Steps {
			dead = append(dead, id)
		} else {
			hurt = append(hurt, id)
		}
	}
	return dead, hurt
}

// leastDead is the smallest number of units that die, over all these ways to take the losses.
func (c *Attempt) leastDead(ways []order.Order) int {
	if len(ways) == 0 {
		return 0
	}
	least := len(c.Sight.Own)
	for _, losses := range ways {
		dead, _ := c.deaths(losses)
		least = min(least, len(dead))
	}
	return least
}
