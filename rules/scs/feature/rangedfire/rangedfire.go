// Package rangedfire implements artillery fire at a distance. None of the games that ship has it.
//
// Guns have a strength and a range printed beside their symbol. In a phase for it a side fires at enemy hexes, at each
// hex once and with each gun once. The guns must be within range, and a friendly unit beside the target must spot for
// them. Their strengths are added and read in a table with columns by strength; the terrain of the target shifts the
// column. A result disorganizes all units in the hex (D), costs steps of their owner's choice (1, 2), or makes the side
// roll a die for each unit, which loses a step on a 5 or 6 (K). The phase defensive-barrage is the same in the other
// side's part of the turn.
//
// A module switches the rule on by naming its paragraphs and listing its phases, with a table and
// guns. The miniature game at scs.Series would add:
//
//	# game.yaml
//	rules: {ranged-fire: "2.1", spotting: "2.2"}
//	phases:
//	  blue: [barrage, movement, combat, exploitation, supply]
//	  red: [movement, defensive-barrage, combat, exploitation, supply] # in it blue fires
//	marks:
//	  dg: {name: Disorganized, attack: "1/2"}
//	ranged-fire: {mark: dg}  # what a D puts on units; a table without one needs none
//
//	# charts.yaml: ranged-fire shifts the column against units in such terrain
//	terrain:
//	  blue: {woods: {ranged-fire: -1}}
//	  red: {woods: {ranged-fire: -1}}
//	ranged-fire:
//	  dice: 1d6              # or 2d6
//	  columns: [1, 5, 11]    # the least strength of each
//	  rows: {1: ["-", "-", D], 2: ["-", D, D], 3: [D, D, D1], 4: [D, 1, D1], 5: [1, D1, DK], 6: [D1, K, D2]}
//
//	# units.yaml: strength-range in hexes
//	types:
//	  blue-guns: {side: blue, symbol: artillery, size: regiment, full: 1-2-4, reduced: 1-1-4,
//	    barrage: 12-4, reduced-barrage: 6-4}
//
// A reduced unit without reduced-barrage keeps its barrage. What halves a unit's attack halves its
// strength, and what forbids it to attack forbids it to fire.
//
// Limits: terrain and units between gun and target have no effect, and neither have hexsides; fire
// does not modify fights.
package rangedfire

import (
	"slices"
	"strconv"

	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// name is the feature's name, and the key of its data in a module.
const name = "rangedfire"

// The keys of the paragraphs. The first is also the key of the table and of the shifts in charts.
const (
	ruleKey = "ranged-fire"
	spotKey = "spotting"
)

// The phases in which a side fires: in its own part of the turn, and in the other side's.
const (
	barrage   = "barrage"
	defensive = "defensive-barrage"
)

// The names of the ratings of guns.
const (
	strengthRating = "barrage"
	rangeRating    = "range"
)

// Feature describes the rule for the list of features.
func Feature() scs.Feature {
	return scs.Feature{
		Wording: data.Wording{
			Name:   name,
			Rules:  []string{"ranged-fire", "spotting"},
			Phases: []data.Phase{{Name: barrage}, {Name: defensive, Other: true}},
			Begin:  begin,
			Case:   readCase,
		},
		New: func(g *game.Game) game.Hooks {
			rules := g.Data.Paragraphs
			printed, _ := g.Data.Own[name].(Fire)
			f := fire{g, printed, view.Rule(rules[ruleKey]), view.Rule(rules[spotKey])}
			return game.Hooks{
				Verbs: []game.Verb{{
					Form: choice.Form{Spec: order.Spec{Verb: barrage, Rule: string(f.rule), Options: []order.Option{
						{Name: "target", Kind: order.Hex, Required: true, Key: "hex"},
						{Name: "units", Kind: order.Units, Required: true},
					}}},
					// gunnery 2.1: guns fire in phases of their own.
					When: func(c *game.Attempt) []choice.Violation {
						return law.CheckPhase(c, f.rule, barrage, defensive)
					},
					Next: f.next, Check: f.check, Done: f.done, Resolve: f.resolve,
				}},
				Law: game.LawHooks{Warns: game.List(f.warns)},
				Show: game.ShowHooks{Idle: game.List(f.idle), Tasks: game.List(f.tasks), Ratings: game.List(ratings),
					Tables: []series.Table{f.printed()}, TerrainColumns: []game.TerrainColumn{f.terrainColumn()}},
				Tell: game.TellHooks{Event: game.List(f.tells)},
			}
		},
	}
}

// fire is the rule in one game.
type fire struct {
	game *game.Game
	Fire
	rule, spotting view.Rule
}

// isFirePhase reports whether a phase is one in which sides fire.
func isFirePhase(phase string) bool { return phase == barrage || phase == defensive }

// ratings returns the strength of a gun, printed left of its symbol, and its range, printed right of it.
func ratings(u *data.Unit, reduced bool) []view.Rating {
	b := batteryOf(u, reduced)
	if b == (Battery{}) {
		return nil
	}
	return []view.Rating{
		{Kind: strengthRating, N: b.Strength, Text: strconv.Itoa(b.Strength), Place: view.Left},
		{Kind: rangeRating, N: b.Range, Text: strconv.Itoa(b.Range), Place: view.Right},
	}
}

// battery returns what is printed on the side of a counter that is up, zero for a unit that is not a gun.
func (f fire) battery(p *state.Piece) Battery {
	u := f.game.Unit(p.ID)
	return batteryOf(u, p.Steps < u.Steps)
}

// idle reports whether everybody can see that no gun can fire in the present phase of fire. That is so when no enemy
// with a spotter beside it is within range of a visible gun, or of the best gun that could be hidden in a stack.
func (f fire) idle(b *view.Board) bool {
	if !isFirePhase(b.Phase.Name) {
		return false
	}
	grid := f.game.Def.Grid
	spotted := func(target view.Stack) bool {
		return slices.ContainsFunc(b.Stacks,
			func(st view.Stack) bool { return st.Side == b.Phase.Side && grid.Touch(st.Hex, target.Hex) })
	}
	var targets []hex.Hex
	for _, st := range b.Stacks {
		if st.Side != b.Phase.Side && spotted(st) {
			targets = append(targets, st.Hex)
		}
	}
	return !slices.ContainsFunc(b.Stacks, func(st view.Stack) bool {
		return st.Side == b.Phase.Side && slices.ContainsFunc(targets,
			func(h hex.Hex) bool { return grid.Distance(st.Hex, h) <= f.longestRange(st) })
	})
}

// longestRange returns how far a stack could fire as far as everybody knows, -1 for a stack without guns. A hidden
// unit is assumed to be the gun of its side with the longest range.
func (f fire) longestRange(st view.Stack) int {
	most := -1
	for _, c := range st.Known {
		most = max(most, c.Rating(rangeRating).N) // below 0 where it has none
	}
	if st.Height > len(st.Known) {
		for _, id := range f.game.Def.Roster {
			u := f.game.Unit(id)
			if guns, ok := u.Printed.Own[name].(Guns); ok && u.Side == st.Side {
				most = max(most, guns.Full.Range, guns.Reduced.Range)
			}
		}
	}
	return most
}

// warns names the guns that could still fire, and cannot once the phase has ended.
func (f fire) warns(c *game.Attempt) []view.Warning {
	var units []order.UnitID
	for _, gun := range f.ableGuns(c) {
		units = append(units, gun.Units...)
	}
	if len(units) == 0 {
		return nil
	}
	return []view.Warning{{Text: view.T("warn.could-fire", "n", len(units), "units", f.game.Names(units)), Rule: f.rule,
		Ask: true}}
}

// tasks: gunnery 2.1: the guns that can still fire in the phase, and the hexes that they can fire at.
func (f fire) tasks(c *game.Attempt) []view.Task {
	guns := f.ableGuns(c)
	if len(guns) == 0 {
		return nil
	}
	return []view.Task{view.CountTask(barrage, "task.fire", guns)}
}

// ableGuns lists the side's guns that can still fire in its phase, each with the hexes that it can fire at.
func (f fire) ableGuns(c *game.Attempt) (guns []view.Counted) {
	if p := c.Sight.Phase(); !isFirePhase(p.Name) || p.Side != c.Sight.Side {
		return nil
	}
	for i := range c.Sight.Own {
		p := &c.Sight.Own[i]
		if !p.OnMap() {
			continue
		}
		if targets := f.targets(c, p); len(targets) > 0 {
			guns = append(guns, view.Counted{Units: []order.UnitID{p.ID}, Hexes: targets})
		}
	}
	return guns
}

// targets lists the hexes that a gun can fire at, alone or with others.
func (f fire) targets(c *game.Attempt, p *state.Piece) (out []hex.Hex) {
	for h := range c.Sight.Def.Grid.All() {
		if len(f.checkMayFire(c, p, h)) == 0 && len(f.checkTarget(c, h)) == 0 {
			out = append(out, h)
		}
	}
	return out
}
