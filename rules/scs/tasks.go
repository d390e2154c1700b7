package scs

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Tasks lists what a side has to do before its own phase ends, and what it can still do in it. It counts
// what the warnings before the end of a phase warn of, so it says of the enemy no more than these do.
func (e *Engine) Tasks(s *state.Sight) []view.Task {
	if s.Over || s.Phase().Side != s.Side {
		return nil
	}
	c := e.begin(s, "end")
	var out []view.Task
	for _, t := range []view.Task{c.arrivalTask(), c.crowdedTask(), c.attackTask(), c.moveTask(), c.placeTask()} {
		if t.N > 0 {
			out = append(out, t)
		}
	}
	for i := range e.features {
		if tasks := e.features[i].Tasks; tasks != nil {
			out = append(out, tasks(c)...)
		}
	}
	slices.SortStableFunc(out, func(a, b view.Task) int {
		switch {
		case a.Must == b.Must:
			return 0
		case a.Must:
			return -1
		}
		return 1
	})
	return out
}

// arrivalTask counts the reinforcements that can enter now (5.0). In 1.8 the phase cannot end without
// them.
func (c *Attempt) arrivalTask() view.Task {
	f := c.Sight.Phase()
	if f.Name != c.e.data.ArrivalPhase(f.Side) {
		return view.Task{}
	}
	units := c.e.stillToCome(c.Sight)
	var hexes []hex.Hex
	for _, id := range units {
		for _, h := range c.e.entryHexes(c.Sight, c.Sight.Piece(id)) {
			if !slices.Contains(hexes, h) {
				hexes = append(hexes, h)
			}
		}
	}
	slices.SortFunc(hexes, hex.Compare)
	n := len(units)
	return view.Task{Verb: order.Reinforce, Must: c.e.ed.noDelay, N: n, Text: view.T("task.due", "n", n), Hexes: hexes}
}

// crowdedTask counts the hexes that lose units to the stacking limit if the phase ends now (4.0a). Only
// moving out of them helps.
func (c *Attempt) crowdedTask() view.Task {
	f := c.Sight.Phase()
	t := view.Task{Must: true}
	if c.movesNow() {
		t.Verb = order.Move
	}
	for _, high := range c.overstacked(f) {
		t.Hexes = append(t.Hexes, high.hex)
	}
	t.N = len(t.Hexes)
	t.Text = view.T("task.crowded", "n", t.N)
	return t
}

// attackTask counts the hexes that the side can still attack (7.0).
func (c *Attempt) attackTask() view.Task {
	if c.Sight.Phase().Name != combat {
		return view.Task{}
	}
	var targets []hex.Hex
	for i := range c.Sight.Own {
		for h := range c.targets(&c.Sight.Own[i]) {
			if !slices.Contains(targets, h) {
				targets = append(targets, h)
			}
		}
	}
	slices.SortFunc(targets, hex.Compare)
	n := len(targets)
	return view.Task{Verb: order.Attack, N: n, Text: view.T("task.attacks", "n", n), Hexes: targets}
}

// moveTask counts the stacks with units that could move and have not moved (3.0, 11.0).
func (c *Attempt) moveTask() view.Task {
	if !c.movesNow() {
		return view.Task{}
	}
	var hexes []hex.Hex
	alone := c.single()
	for top := range c.Sight.Tops() {
		for p := range c.Sight.Pile(top.At.Hex) {
			if alone.unmoved(p) {
				hexes = append(hexes, p.At.Hex)
				break
			}
		}
	}
	slices.SortFunc(hexes, hex.Compare)
	n := len(hexes)
	return view.Task{Verb: order.Move, N: n, Text: view.T("task.unmoved", "n", n), Hexes: hexes}
}

// placeTask counts the units that still stand where the set-up puts them, although their side can
// choose another hex (set-up 1).
func (c *Attempt) placeTask() view.Task {
	if c.Sight.Phase().Name != view.SetUp {
		return view.Task{}
	}
	t := view.Task{Verb: "place"}
	for i := range c.Sight.Own {
		if p := &c.Sight.Own[i]; placeable(p) && p.At.Hex == p.Began {
			if t.N++; !slices.Contains(t.Hexes, p.At.Hex) {
				t.Hexes = append(t.Hexes, p.At.Hex)
			}
		}
	}
	slices.SortFunc(t.Hexes, hex.Compare)
	t.Text = view.T("task.place", "n", t.N)
	return t
}
