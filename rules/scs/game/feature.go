package game

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"grognard/rules/first"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
)

// joinHooks adds to all, a struct, what one more feature does. Lists are appended, so they are in the order of the
// features. In maps the entry of an earlier feature stays.
func joinHooks(all, more reflect.Value) {
	for i := range all.NumField() {
		switch to, from := all.Field(i), more.Field(i); to.Kind() {
		case reflect.Struct:
			joinHooks(to, from)
		case reflect.Slice:
			to.Set(reflect.AppendSlice(to, from))
		case reflect.Pointer:
			if !from.IsNil() {
				to.Set(from)
			}
		case reflect.Map:
			if to.IsNil() {
				to.Set(reflect.MakeMap(to.Type()))
			}
			for _, key := range from.MapKeys() {
				if !to.MapIndex(key).IsValid() {
					to.SetMapIndex(key, from.MapIndex(key))
				}
			}
		}
	}
}

// Add adds a feature of the game, after those that were added before. A feature with units of its own must have a box
// for them and a name for their count.
func (g *Game) Add(f data.Wording, hooks Hooks) error {
	isComplete := (f.Symbol != "") == (len(hooks.Pools) > 0)
	for i := range hooks.Pools {
		p := &hooks.Pools[i]
		p.symbol, isComplete = f.Symbol, isComplete && p.Box != "" && p.Stock != ""
	}
	if !isComplete {
		return fmt.Errorf("%s: units, their box and their count go together", f.Name)
	}
	if err := g.checkUnique(hooks); err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	joinHooks(reflect.ValueOf(&g.Added).Elem(), reflect.ValueOf(hooks))
	return nil
}

// checkUnique returns an error if another feature of the game uses a name in these hooks. Otherwise the first of two
// features would get what is meant for the second.
func (g *Game) checkUnique(h Hooks) error {
	if h.Lot != nil && g.Added.Lot != nil {
		return errors.New("another feature draws units at random")
	}
	for _, t := range h.Tallies {
		if _, taken := g.Tally(t.Name); taken {
			return fmt.Errorf("another feature counts %s", t.Name)
		}
	}
	for _, q := range h.Questions {
		if g.Question(q.Kind).Kind != "" {
			return fmt.Errorf("another feature asks for %s", q.Kind)
		}
	}
	for _, p := range h.Pools {
		if slices.ContainsFunc(g.Added.Pools, func(o Pool) bool { return o.Box == p.Box }) {
			return fmt.Errorf("another feature has a box %s", p.Box)
		}
	}
	return nil
}

// Has reports whether the game has a feature: its module uses it, or lists one of its phases.
func (g *Game) Has(f data.Wording) bool {
	listed := func(p data.Phase) bool {
		return slices.ContainsFunc(g.Def.Sides,
			func(s order.Nation) bool { return slices.Contains(g.Data.Phases[s.ID], p.Name) })
	}
	return f.IsUsedBy(g.Data) || slices.ContainsFunc(f.Phases, listed)
}

// HasStocks reports whether a side has anything to show beside the map: tallies with an Item, or units in a pool.
func (g *Game) HasStocks() bool {
	owned := func(t Tally) bool {
		return t.Item != "" && slices.ContainsFunc(g.Def.Sides, func(s order.Nation) bool { return t.Has(s.ID) })
	}
	return len(g.Added.Pools) > 0 || slices.ContainsFunc(g.Added.Tallies, owned)
}

// Tally finds a tally of a feature by its name.
func (g *Game) Tally(what string) (found Tally, ok bool) {
	return first.In(g.Added.Tallies, func(t Tally) bool { return t.Name == what })
}

// Question finds a feature's kind of question. It returns the zero Question for a kind of the series.
func (g *Game) Question(kind string) Question {
	question, _ := first.In(g.Added.Questions, func(q Question) bool { return q.Kind == kind })
	return question
}

// Random reports whether a unit's type is drawn at random.
func (g *Game) Random(id order.UnitID) bool {
	return slices.Contains(g.Data.Drawn, g.Def.Units[id].Type)
}

// Undrawn reports whether a piece still waits to be drawn at random.
func (g *Game) Undrawn(p *state.Piece) bool { return g.Added.Lot != nil && p.At.Box == g.Added.Lot.Box }

// Points lists the points that sides have by features.
func (g *Game) Points(st *state.State) (out []Points) {
	for _, points := range g.Added.Law.Points {
		out = append(out, points(st))
	}
	return out
}

// Bars lists the features' reasons against an activity of a unit.
func (g *Game) Bars(does Activity, u *data.Unit) (out []choice.Violation) {
	for _, bars := range g.Added.Law.Bars {
		out = append(out, bars(does, u)...)
	}
	return out
}

// poolOf returns the pool of the feature that brings a unit into play, the zero Pool for a unit of the series.
func (g *Game) poolOf(u *data.Unit) Pool {
	if !u.Made {
		return Pool{}
	}
	pool, _ := first.In(g.Added.Pools, func(p Pool) bool { return p.symbol == u.Symbol })
	return pool
}

// Pooled reports whether a piece lies in the pool of its feature.
func (g *Game) Pooled(p *state.Piece) bool {
	if p.OnMap() {
		return false
	}
	pool := g.poolOf(g.UnitOf(p))
	return pool.Box != "" && p.At.Box == pool.Box
}

// DeadBox returns the box that a unit goes to when it is destroyed.
func (g *Game) DeadBox(id order.UnitID) string { return cmp.Or(g.poolOf(g.Unit(id)).Box, state.Dead) }

// Beside lists the units that no set-up names because features bring them into play.
func (g *Game) Beside() []state.Piece {
	var out []state.Piece
	for i := range g.Units {
		u := &g.Units[i]
		if pool := g.poolOf(u); pool.Box != "" {
			out = append(out, state.Piece{ID: u.ID, Side: u.Side, Steps: u.Steps, At: state.Place{Box: pool.Box},
				Arrival: &state.Arrival{}})
		}
	}
	return out
}
