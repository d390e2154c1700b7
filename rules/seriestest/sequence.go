package seriestest

import (
	"fmt"
	"slices"

	"grognard/rules/chart"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/route"
	"grognard/rules/view"
)

// The frames of play: a side's turn, an activation in it, and a strike in that.
const (
	play       = "play"
	activation = "activation"
	striking   = "strike"
)

// used is the prefix of the tally of a formation that was active in the turn.
const used = "used "

// struck is the flag of units that have struck in the activation.
const struck = "struck"

// Begin assigns the units to their formations and enters the first turn, or that of a position.
func (e *engine) Begin(sc *state.Scratch, _ dice.Roller) error {
	for _, g := range e.groups {
		ids := state.Where(sc.Pieces, func(p *state.Piece) bool { return e.def.Units[p.ID].Formation == string(g) })
		if len(ids) > 0 {
			sc.Do(state.Joined{Units: ids, Group: g})
		}
	}
	if f := sc.Phase(); f.Name != "" {
		sc.Do(state.Entered{Frame: f, Turn: sc.Turn})
	} else {
		e.enter(sc, e.def.Sides[0].ID, sc.Turn)
	}
	return e.settle(sc)
}

// enter begins a side's turn.
func (e *engine) enter(sc *state.Scratch, side order.Side, turn int) {
	sc.Do(state.Entered{Frame: state.Frame{Name: play, Side: side}, Turn: turn})
	for _, g := range e.data.Formations[side] {
		if tally := state.Of(used+string(g), side); sc.Tally(tally) > 0 {
			sc.Do(state.Counted{Tally: tally})
		}
	}
}

// settle: 2-3, 5-1: goes on to the next side that can activate a formation, or ends the game.
func (e *engine) settle(sc *state.Scratch) error {
	first, second := e.def.Sides[0].ID, e.def.Sides[1].ID
	for sc.Err() == nil && !sc.Over {
		switch side := sc.Phase().Side; {
		case !lives(sc.State, first) || !lives(sc.State, second):
			e.finish(sc)
		case len(sc.Frames) > 1, unused(e, sc.State, side) > 0:
			return sc.Err()
		case side == first:
			e.enter(sc, second, 0)
		case sc.Turn >= e.def.Turns:
			e.finish(sc)
		default:
			e.enter(sc, first, sc.Turn+1)
		}
	}
	return sc.Err()
}

// finish ends the game, and the present activation with it.
func (e *engine) finish(sc *state.Scratch) {
	for len(sc.Frames) > 1 {
		sc.Do(state.Left{})
	}
	sc.Do(state.Ended{Rule: "5-1"})
}

func lives(st *state.State, side order.Side) bool {
	return slices.ContainsFunc(st.Pieces, func(p state.Piece) bool { return p.Side == side && p.OnMap() })
}

// unused returns the number of formations that a side can still activate in the turn.
func unused(e *engine, st *state.State, side order.Side) (n int) {
	for _, g := range e.data.Formations[side] {
		if st.Tally(state.Of(used+string(g), side)) == 0 && stands(st.Pieces, g) {
			n++
		}
	}
	return n
}

// Resolve carries out an order and what follows from it.
func (e *engine) Resolve(sc *state.Scratch, _ order.Side, o order.Order, r dice.Roller) error {
	if err := e.Verb(o.Verb).Resolve(sc, o.Sorted(), r); err != nil {
		return err
	}
	return e.settle(sc)
}

// activate: 1-2: movement begins anew.
func (e *engine) activate(sc *state.Scratch, o order.Order, _ dice.Roller) error {
	f := state.Frame{Name: activation, Side: sc.Phase().Side, Group: order.GroupID(o.Word("formation"))}
	sc.Do(state.Counted{Tally: state.Of(used+string(f.Group), f.Side), N: 1},
		state.Entered{Depth: 1, Frame: f, Fresh: true})
	return sc.Err()
}

// march: 3-1.
func (e *engine) march(sc *state.Scratch, o order.Order, _ dice.Roller) error {
	units, path := o.Units("units"), o.Path("path")
	from := sc.Piece(units[0]).At.Hex
	if to := o.Hex("to"); to != hex.None {
		path = marchPath(e, sc.State, units, to)
	}
	cost, at := 0, from
	for _, h := range path {
		cost += marchCost(e, at, h)
		at = h
	}
	sc.Do(state.Moved{Units: units, Path: path, How: "march", Cost: cost, Rule: "3-1"})
	return sc.Err()
}

// marchPath returns the cheapest path of units to a hex.
func marchPath(e *engine, st *state.State, units []order.UnitID, to hex.Hex) []hex.Hex {
	barred, left := make([]int8, e.def.Grid.Size()), e.data.Pace
	for _, id := range units {
		left = min(left, e.data.Pace-st.Piece(id).Used)
	}
	first := st.Piece(units[0])
	for top := range st.Tops() {
		if top.Side != first.Side {
			barred[e.def.Grid.Index(top.At.Hex)] = 1
		}
	}
	var f route.Field
	f.Flood(e.ways, first.At.Hex, left, route.Traffic{Barred: barred})
	return f.Path(to)
}

// strike: 4-1, 4-2.
func (e *engine) strike(sc *state.Scratch, o order.Order, r dice.Roller) error {
	target := o.Hex("target")
	by, top := sc.Piece(o.Units("unit")[0]), sc.Top(target)
	force, against := forceOf(e, by), forceOf(e, top)
	f := sc.Frames[1]
	f.Name, f.Hex, f.Units, f.Against = striking, target, []order.UnitID{by.ID}, []order.UnitID{top.ID}
	sc.Do(state.Flagged{Units: f.Units, Flag: struck, Depth: 1}, state.Entered{Depth: 2, Frame: f})
	faces, err := sc.Roll(r, 2, striking, "4-2")
	if err != nil {
		return err
	}
	t, roll := e.data.Strike, faces[0]+faces[1]
	column := t.column(force - against)
	result := t.Rows[roll][column]
	sc.Do(state.Reckoned{By: state.ByNet, Attack: chart.Whole(force), Defence: chart.Whole(against),
		Net:   force - against,
		Table: striking, Column: t.heading(column), Roll: roll, Result: result})
	switch result {
	case hit:
		e.lose(sc, f.Against[0])
	case repulsed:
		e.lose(sc, f.Units[0])
	case shaken:
		sc.Do(state.Marked{Units: f.Against, Mark: e.data.Shaken, On: true, Rule: "4-3"})
	}
	sc.Do(state.Left{})
	if !stands(sc.Pieces, f.Group) {
		sc.Do(state.Left{})
	}
	return sc.Err()
}

// lose: 4-3.
func (e *engine) lose(sc *state.Scratch, id order.UnitID) {
	left := sc.Piece(id).Steps - 1
	sc.Do(state.Stepped{Unit: id, Left: left, Rule: "4-3"})
	if left == 0 {
		sc.Do(state.Moved{Units: []order.UnitID{id}, Box: state.Dead, How: "lost", Rule: "4-3"})
	}
}

// rest: 2-3, 4-4: the activation ends, and its units are no longer shaken.
func (e *engine) rest(sc *state.Scratch, _ order.Order, _ dice.Roller) error {
	calm := state.Where(sc.Pieces, func(p *state.Piece) bool {
		return p.Group == sc.Frames[1].Group && p.OnMap() && p.Marks.Has(e.data.Shaken)
	})
	sc.Do(state.Noted{What: activation, Side: sc.Phase().Side, Rule: "2-3"})
	if len(calm) > 0 {
		sc.Do(state.Marked{Units: calm, Mark: e.data.Shaken, Rule: "4-4"})
	}
	sc.Do(state.Left{})
	return sc.Err()
}

// Tasks has none: what a side can do is its orders.
func (e *engine) Tasks(*state.Sight) []view.Task { return nil }

// Idle returns false: a side has a formation to activate, or its turn is over.
func (e *engine) Idle(*view.Board, any) bool { return false }

// Stages has none: lists cannot contain orders of this series.
func (e *engine) Stages(order.Side) []order.Stage { return nil }

// Coming returns no turn: this series takes no lists of orders.
func (e *engine) Coming(*state.State, order.Side, string) (int, bool) { return 0, false }

// Ahead does nothing: this series takes no lists of orders.
func (e *engine) Ahead(*state.Scratch, order.Side, string, int) {}

// Default has no answers, because there are no questions.
func (e *engine) Default(*state.Sight) (order.Order, bool) { return order.Order{}, false }

// Waits returns the usual box of units that arrive later, of which there are none.
func (e *engine) Waits(order.UnitID) string { return state.Coming }

// Beside has no pieces.
func (e *engine) Beside() []state.Piece { return nil }

// Prepare marks formations as already active in this turn.
func (e *engine) Prepare(sc *state.Scratch, own any) error {
	active, ok := own.(start)
	if own != nil && !ok {
		return fmt.Errorf("%s cannot begin with %T", e.def.Title, own)
	}
	for _, tally := range active {
		if !e.counts(tally) {
			return fmt.Errorf("%s does not count %s", e.def.Title, tally)
		}
		sc.Do(state.Counted{Tally: tally, N: 1})
	}
	return sc.Err()
}

// counts reports whether a tally is that of a formation of its side.
func (e *engine) counts(tally string) bool {
	return slices.ContainsFunc(e.def.Sides, func(s order.Nation) bool {
		return slices.ContainsFunc(e.data.Formations[s.ID],
			func(g order.GroupID) bool { return tally == state.Of(used+string(g), s.ID) })
	})
}
