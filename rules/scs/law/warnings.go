package law

import (
	"iter"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// WarnEnd warns of what ending the phase costs: units over the stacking limit (4.0a), units that are due and not
// placed (5.0, in the editions that allow it), what features add, units that could still attack, overrun or move,
// and units without supply. Ask is false in warnings that need no confirmation.
func WarnEnd(c *game.Attempt) []view.Warning {
	var out []view.Warning
	warn := func(n int, rule view.Rule, why view.Text) { // only crowded units die of the end of the phase
		if n > 0 {
			asks, isFatal := why.ID != "warn.could-overrun", why.ID == "warn.crowded"
			out = append(out, view.Warning{Text: why, Rule: rule, Ask: asks, Fatal: isFatal})
		}
	}
	f := c.Sight.Phase()
	n, stacks := 0, []view.Text(nil)
	for _, high := range Overstacks(c, f) {
		n += high.over
		stacks = append(stacks, view.T("warn.stack", "hex", high.Hex, "over", high.over, "units", high.units))
	}
	warn(n, game.Cite(c.Game.Data.Rules.Stacking, "4.0a"), view.T("warn.crowded", "n", n, "stacks", stacks))
	units := Entering(c.Game, c.Sight, false) // which may wait
	warn(len(units), "5.0", view.T("warn.outside", "n", len(units), "units", c.Game.Names(units)))
	for _, warns := range c.Game.Added.Law.Warns {
		out = append(out, warns(c)...)
	}
	units = unitsThat(c, func(p *state.Piece) bool {
		return f.Name == data.Combat && len(slices.Collect(TargetsOf(c, p))) > 0
	})
	warn(len(units), "7.0", view.T("warn.could-attack", "n", len(units), "units", c.Game.Names(units)))
	units = unitsThat(c, func(p *state.Piece) bool { // which are no part of the stacks that haven't moved
		return p.Used > 0 && p.OnMap() && len(WhenOverrun(c))+len(CheckOverrun(c, view.Pick{Unit: p.ID})) == 0
	})
	warn(len(units), "6.0", view.T("warn.could-overrun", "n", len(units), "units", c.Game.Names(units)))
	n = len(UnmovedStacks(c))
	warn(n, "3.0", view.T("warn.unmoved", "n", n))
	out = append(out, warnCutOff(c)...)
	n = len(Unplaced(c))
	warn(n, "set-up 1", view.T("warn.unplaced", "n", n))
	return out
}

// Unplaced lists the units that stand where the set-up puts them, although they could stand elsewhere (set-up 1).
func Unplaced(c *game.Attempt) (units []view.Counted) {
	if c.Sight.Phase().Name != view.SetUp {
		return nil
	}
	for i := range c.Sight.Own {
		if p := &c.Sight.Own[i]; IsPlaceable(p) && p.At.Hex == p.Began {
			units = append(units, view.Counted{Units: []order.UnitID{p.ID}, Hexes: []hex.Hex{p.At.Hex}})
		}
	}
	return units
}

// Overstack is a stack that is over the stacking limit: the units that count in it, and how many of them are too many.
type Overstack struct {
	Hex         hex.Hex
	units, over int
}

// Overstacks lists the side's stacks that would be over the stacking limit if a phase ended now, by hex.
func Overstacks(c *game.Attempt, f state.Frame) (stacks []Overstack) {
	limit := c.Game.Limit()
	for top := range c.Sight.Tops() {
		h := top.At.Hex
		if c.Sight.Height(h) <= limit {
			continue
		}
		if n := len(CountingUnits(c.Game, f, c.Sight.Stack(h))); n > limit {
			stacks = append(stacks, Overstack{h, n, n - limit})
		}
	}
	slices.SortFunc(stacks, func(a, b Overstack) int { return hex.Compare(a.Hex, b.Hex) })
	return stacks
}

// unitsThat lists the side's units of which can is true.
func unitsThat(c *game.Attempt, can func(*state.Piece) bool) (units []order.UnitID) {
	for i := range c.Sight.Own {
		if can(&c.Sight.Own[i]) {
			units = append(units, c.Sight.Own[i].ID)
		}
	}
	return units
}

// TargetsOf yields the hexes that a unit with an attack strength can still attack (7.0).
func TargetsOf(c *game.Attempt, p *state.Piece) iter.Seq[hex.Hex] {
	return func(yield func(hex.Hex) bool) {
		if !p.OnMap() || c.Game.Printed(p).Attack <= 0 {
			return
		}
		for h := range c.Sight.Def.Grid.Neighbours(p.At.Hex) {
			if c.Sight.EnemyAt(h) && !OpenFactsOf(c.Sight).Attacked[c.Sight.Def.Grid.Index(h)] &&
				len(CheckMayAttack(c, p, h)) == 0 && !yield(h) {
				return
			}
		}
	}
}

// IsMovePhase reports whether units move in the present phase.
func IsMovePhase(c *game.Attempt) bool {
	p := c.Sight.Phase().Name
	return p == data.Movement || p == data.Exploitation
}

// UnmovedStacks lists the stacks with units that could move and have not moved, and these units (3.0, 11.0).
func UnmovedStacks(c *game.Attempt) (stacks []view.Counted) {
	if !IsMovePhase(c) {
		return nil
	}
	alone := NewSingleMove(c)
	for top := range c.Sight.Tops() {
		one := view.Counted{Hexes: []hex.Hex{top.At.Hex}}
		for p := range c.Sight.Pile(top.At.Hex) {
			if p.Used == 0 && alone.CanGo(p) {
				one.Units = append(one.Units, p.ID)
			}
		}
		if len(one.Units) > 0 {
			stacks = append(stacks, one)
		}
	}
	return stacks
}

// SingleMove is an attempt to move one unit, whichever it will be.
type SingleMove struct{ attempt game.Attempt }

// NewSingleMove returns an attempt to move one unit, with the sight of another attempt and without its picks.
func NewSingleMove(c *game.Attempt) *SingleMove {
	out := &SingleMove{*c}
	out.attempt.Units, out.attempt.Hexes, out.attempt.Reached = make([]*state.Piece, 1), nil, 0
	return out
}

// CanGo reports whether a unit on the map can take a step alone, so that an order to move it exists.
func (s *SingleMove) CanGo(p *state.Piece) bool {
	goes := &OpenFactsOf(s.attempt.Sight).goes[p.Number()]
	if *goes == 0 { // it was not asked before; now 1 is for a unit that can go, -1 for another
		*goes = -1
		s.attempt.Units[0], s.attempt.Reached = p, 0
		if len(CheckMayMove(&s.attempt, p)) == 0 && canStep(&s.attempt) {
			*goes = 1
		}
	}
	return *goes > 0
}

// WarnMove warns of what the move of the units picked costs or, if none is picked yet, any move. SCS 4.0a: a hex with
// too many units is asked about, because those that came in may be unable to leave it again. SCS 5.0 (1.7): units that
// are not placed before the first move wait for the next turn. SCS 3.0 (1.8): a unit's movement is over when another
// one begins.
func WarnMove(c *game.Attempt) []view.Warning {
	out := WarnOverLimit(c)
	for i := range out {
		out[i].Ask = true
	}
	out = append(out, WarnNoSupply(c)...)
	if units := Entering(c.Game, c.Sight, false); len(units) > 0 { // which may wait
		out = append(out, view.Warning{Text: view.T("warn.shut-out", "n", len(units), "units", c.Game.Names(units)),
			Rule: "5.0", Ask: true})
	}
	if !c.Game.Ed.OneAtATime {
		return out
	}
	out = append(out, warnLocked(c)...)
	alone := NewSingleMove(c)
	var going []*state.Piece
	for i := range c.Sight.Own {
		if p := &c.Sight.Own[i]; p.OnMap() && p.Used > 0 && !slices.Contains(c.Units, p) && alone.CanGo(p) {
			going = append(going, p)
		}
	}
	for len(going) > 0 {
		left := c.Game.Left(going[0])
		var units []view.Name // those with as many points left as the first
		for _, p := range going {
			if c.Game.Left(p) == left {
				units = append(units, c.Game.Name(p.ID))
			}
		}
		out = append(out, view.Warning{Rule: "3.0",
			Text: view.T("warn.finished", "n", len(units), "units", units, "left", c.Game.Fraction(left))})
		going = slices.DeleteFunc(going, func(p *state.Piece) bool { return c.Game.Left(p) == left })
	}
	return out
}

// lossesTried is how many ways to take the losses of a hold are compared.
const lossesTried = 50

// WarnHold warns of what it costs to hold: SCS 9.2: a step for each hex, assigned by 8.0.
func WarnHold(c *game.Attempt) []view.Warning {
	ways := holdLosses(c)
	if c.N == 0 || len(ways) == 0 {
		return nil
	}
	steps, least := len(ways[0].Units("units")), len(c.Sight.Own) // the least that die, over all the ways
	for _, losses := range ways {
		dead, _ := deaths(c, losses)
		least = min(least, len(dead))
	}
	fatal := least > 0 && len(ways) < lossesTried
	left := any("") // how many hexes of the retreat the survivors still have to go; "" for none
	if n := c.Sight.Owed.N - c.N; n > 0 && least < len(allocatorOf(c).Alive) {
		left = n
	}
	why := view.T("warn.hold-choice", "n", steps, "left", left)
	if dead, hurt := deaths(c, ways[0]); len(ways) == 1 {
		why = view.T("warn.hold", "n", steps, "dead", c.Game.Names(dead), "hurt", c.Game.Names(hurt), "left", left)
	} else if fatal {
		why = view.T("warn.hold-kills", "n", steps, "least", least, "left", left)
	}
	return []view.Warning{{Text: why, Rule: "9.2", Ask: fatal, Fatal: fatal}}
}

// holdLosses lists ways to take the losses of a hold, at most lossesTried.
func holdLosses(c *game.Attempt) []order.Order {
	s := *c.Sight
	owed := *c.Sight.Owed
	owed.Kind, owed.Word, owed.N = "losses", LossHold, c.N
	s.Owed = &owed
	return c.Game.Machine.Orders(&s, "losses", nil, lossesTried, nil) // with no picks made, and none found yet
}

// deaths lists the units that die of losses and those that are only reduced.
func deaths(c *game.Attempt, losses order.Order) (dead, hurt []order.UnitID) {
	for id, n := range StepsLost(losses) {
		if n >= c.Sight.Piece(id).Steps {
			dead = append(dead, id)
		} else {
			hurt = append(hurt, id)
		}
	}
	return dead, hurt
}
