package show

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// Tasks lists what a side has to do before its own phase ends, and what it can still do in it. It counts
// what the warnings before the end of a phase warn of, so it says of the enemy no more than these do.
func Tasks(g *game.Game, s *state.Sight) []view.Task {
	if s.Over || s.Phase().Side != s.Side {
		return nil
	}
	c := g.Try(s, "end")
	var out []view.Task
	unmoved := view.CountTask(order.Move, "task.unmoved", law.UnmovedStacks(c))
	for _, t := range []view.Task{arrivalTask(c), crowdedTask(c), attackTask(c), unmoved,
		view.CountTask("place", "task.place", law.Unplaced(c)), pinnedTask(c), cutOffTask(c)} {
		if t.N > 0 {
			out = append(out, t)
		}
	}
	for _, tasks := range g.Added.Show.Tasks {
		out = append(out, tasks(c)...)
	}
	rank := map[bool]int{true: -1} // tasks that must be done come first
	slices.SortStableFunc(out, func(a, b view.Task) int { return rank[a.Must] - rank[b.Must] })
	return out
}

// pinnedTask counts the exploit-capable units that stay because they began the phase in an enemy zone (11.0b).
func pinnedTask(c *game.Attempt) view.Task {
	n := 0
	for i := range c.Sight.Own {
		if p := &c.Sight.Own[i]; p.OnMap() && p.Flags.Has(game.InZone) && c.Game.CanExploit(p) {
			n++
		}
	}
	if c.Sight.Phase().Name != data.Exploitation {
		n = 0
	}
	return view.Task{N: n, Text: view.T("task.pinned", "n", n)}
}

// cutOffTask names the stacks that no supply line reaches, in the phases in which units can move to help them (12.0).
func cutOffTask(c *game.Attempt) view.Task {
	var cut []hex.Hex
	for top := range c.Sight.Tops() {
		if law.IsMovePhase(c) && !law.IsSupplied(c, top.At.Hex) {
			cut = append(cut, top.At.Hex)
		}
	}
	return view.Task{N: len(cut), Text: view.T("task.cut-off", "n", len(cut), "hexes", cut), Hexes: cut}
}

// arrivalTask counts the reinforcements that can enter now (5.0). In 1.8 the phase cannot end without them.
func arrivalTask(c *game.Attempt) view.Task {
	if f := c.Sight.Phase(); f.Name != c.Game.Data.ArrivalPhase(f.Side) {
		return view.Task{}
	}
	var due []view.Counted
	for _, id := range law.StillToCome(c.Game, c.Sight) {
		due = append(due, view.Counted{Units: []order.UnitID{id},
			Hexes: law.EntryHexes(c.Game, c.Sight, c.Sight.Piece(id))})
	}
	text := map[bool]string{true: "task.due-first", false: "task.due"}[c.Game.Ed.NoDelay]
	t := view.CountTask(order.Reinforce, text, due)
	t.Must = c.Game.Ed.NoDelay
	return t
}

// crowdedTask counts the hexes that lose units if the phase ends now (4.0a). Only moving out of them helps.
func crowdedTask(c *game.Attempt) view.Task {
	var verb order.Verb
	if law.IsMovePhase(c) {
		verb = order.Move
	}
	var crowded []view.Counted
	for _, high := range law.Overstacks(c, c.Sight.Phase()) {
		stack := view.Counted{Hexes: []hex.Hex{high.Hex}}
		for p := range c.Sight.Pile(high.Hex) {
			stack.Units = append(stack.Units, p.ID)
		}
		crowded = append(crowded, stack)
	}
	t := view.CountTask(verb, "task.crowded", crowded)
	t.Must = true
	return t
}

// attackTask counts the hexes that the side can still attack (7.0).
func attackTask(c *game.Attempt) view.Task {
	if c.Sight.Phase().Name != data.Combat {
		return view.Task{}
	}
	var targets []view.Counted
	for i := range c.Sight.Own {
		p := &c.Sight.Own[i]
		for h := range law.TargetsOf(c, p) {
			at := slices.IndexFunc(targets, func(t view.Counted) bool { return t.Hexes[0] == h })
			if at < 0 {
				at = len(targets)
				targets = append(targets, view.Counted{Hexes: []hex.Hex{h}})
			}
			targets[at].Units = append(targets[at].Units, p.ID)
		}
	}
	return view.CountTask(order.Attack, "task.attacks", targets)
}
