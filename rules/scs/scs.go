// Package scs implements the Standard Combat Series, each ruling under the number of the paragraph that it follows.
//
// The orders of the series are a table of verbs (verbs.go). A verb offers the picks that can come next in an order, and
// names the paragraphs that a wrong pick breaks. A legal order is resolved into events. Then play.Resolve carries on
// with everything that needs no decision, until a player has one to make. Questions about legality are answered from a
// sight, which holds only what one side may know; orders are resolved on the whole state:
//
//	e, err := scs.New(def)
//	var s state.Sight
//	e.Look(&s, st, "blue")                                               // what blue may know
//	offer, denial := e.Offer(&s, "move", []view.Pick{{Unit: "b-1-cav"}}) // where it can go
//
// The packages, from the lowest up; each may import those before it:
//
//   - data: what modules and cases say of a game; the policies of the editions
//   - game: the game compiled, its features' hooks, an order as it is put together
//   - ground: which terrain and hexsides forbid an overrun
//   - law: what is legal and what a position means, by what a side may know
//   - play: what happens; only it and features roll dice or change the game's position
//   - show: what is told, shown and looked up
//   - answers: the answers that players leave for when they are away, and ready-made sets of them
//   - idle: finds entries of a module that have no effect
//   - this package: the table of verbs, and the engine that package rules calls
//   - feature: rules that only some games have, a folder each
//
// A section of the rulebook is a file in law, in play where the position changes or dice are rolled, or in both:
//
//   - 1.0 sequence of play: sequence.go; set-up: setup.go
//   - 2.0 zones of control: zoc.go
//   - 3.0 movement and 11.0 exploitation: movement.go; the costs of terrain: game/terrain.go
//   - 4.0 stacking: stacking.go; fog of war: fog.go
//   - 5.0 reinforcements: reinforcement.go
//   - 6.0 overruns: overrun.go
//   - 7.0 combat: combat.go; the odds of fights to come: show/odds.go, show/unseen.go, show/threats.go
//   - 8.0 losses: losses.go
//   - 9.0 retreats: retreat.go, lakes.go
//   - 10.0 advance after combat: advance.go
//   - 12.0 supply: supply.go
//   - 13.0 control of hexes: control.go
//
// Limits: two sides; stacking counted in units; combat tables read with 2d6 or d66.
package scs

import (
	_ "embed"
	"fmt"
	"slices"

	"grognard/rules/internal/choice"
	"grognard/rules/internal/series"
	"grognard/rules/modules"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/idle"
	"grognard/rules/scs/show"
	"grognard/rules/view"
)

// Series is the Standard Combat Series in the form in which package rules lists its series. Its modules have the keys
// that package modules describes, and keys of their own: phases, stacking, overrun, rules, the effects of marks, the
// charts, the factors on counters, and the rules that only some games have.
//
// A whole game in miniature:
//
//	# game.yaml
//	id: ford
//	title: The Ford
//	series: scs
//	edition: "1.8"           # 1.6 and 1.7 are as printed; the key errata (yes) adds the publisher's
//	turns: 4
//	first-day: "1941-06-22"  # of the first turn, where the game has a calendar
//	turn-days: 3
//	sides:
//	  - {id: blue, name: Blue, color: "#0072b2"}
//	  - {id: red, name: Red, color: "#d55e00"}
//	phases:
//	  blue: [movement, combat, exploitation, supply]
//	  red: [movement, combat, exploitation, supply]
//	stacking: {limit: 2}
//	overrun: any
//	marks:
//	  oos: {name: Out of Supply, attack: none, defence: "1/2"}
//
//	# map.yaml: hexes are column.row, always in quotes
//	columns: 3
//	rows: {odd: [1, 3], even: [1, 3]}
//	high: even               # these columns stand half a hex higher
//	across: 7.5 miles        # a hex from side to side, or so many km: for the scale bar
//	ground: open             # the terrain of every hex not named
//	land:                    # named regions of one kind of terrain
//	  - {name: Great Wood, kind: woods, hexes: ["1.01", "3.01"]}
//	hexes: {"2.01": [woods]} # single hexes, in place of what land says of them
//	water:
//	  - {name: Brook, kind: river, sides: ["2.01/2.02", "1.02/2.01"]}
//	ways:
//	  - {name: Ford road, kind: road, path: ["2.03", "2.02", "2.01"]}
//	supply: {blue: ["2.03"], red: ["2.01"]}
//
//	# charts.yaml: a chart per side; costs and multipliers are exact
//	terrain:
//	  blue: {open: {move: 1}, woods: {move: 2, shift: -1}, river: {move: 1, attack: "1/2"}, road: {move: "1/2"}}
//	  red: {open: {move: 1}, woods: {move: 2, shift: -1}, river: {move: 1, attack: "1/2"}, road: {move: "1/2"}}
//	hexsides: [river] # kinds of hexsides that the map lacks; without this key, those with attack or retreat
//	combat:
//	  dice: 2d6
//	  columns: ["1:1", "2:1+"] # as printed; the last may have a plus
//	  rows: {
//	    2: [A2, A1], 3: [A1, A1], 4: [A1, A1], 5: [A1, "-"], 6: [A1D1, D1], 7: ["-", D1],
//	    8: [D1, D1r1], 9: [D1, D1r1], 10: [D1, D1r1], 11: [D1r1, D2r1], 12: [D1r1, D2r2],
//	  }
//
//	# units.yaml: factors are attack-defence-movement; a type without reduced has one step
//	types:
//	  blue-infantry: {side: blue, symbol: infantry, size: division, full: 4-4-5, reduced: 2-2-5}
//	  red-militia: {side: red, symbol: militia, size: brigade, full: 1-3-4}
//	units:
//	  b-1: {type: blue-infantry, name: 1 Inf Div}
//	  r-1: {type: red-militia, name: 1 Mil Bde}
//
//	# setup.yaml
//	scenarios:
//	  - id: crossing
//	    name: The Crossing
//	    setup:
//	      blue: [{at: "2.03", units: [b-1]}]
//	      red: [{at: "2.01", units: [r-1]}]
//
// and how it is used:
//
//	d, err := modules.Dialects{"scs": scs.Series{}.Dialect()}.Unpack(modules.Pack(files))
//	data.Of(d).Charts["blue"]["road"].Move // 1, with Scale 2: half a point
//
// The rows of a terrain chart are for terrain, hexsides and roads. move, shift, attack and defence act for all three,
// and `move: all` takes a unit's whole allowance. A hexside or road shifts the odds, or multiplies the defence, only if
// it does so for every attacking unit that adds strength: the smallest effect counts, and contrary effects are none.
// attack multiplies each unit's strength separately, and `attack: prohibited` keeps everybody from attacking,
// overrunning and advancing there, even where a road lets them move. A key that has no effect for the row's use on the
// map is refused, such as overrun or prohibited in the row of a road. Costs divide a point into at most 240 parts.
//
// A hexside with `prohibited: yes` is crossed by road alone; a unit that could retreat only over it loses steps. If it
// also has `retreat: destroyed`, units that are forced to retreat over it are lost.
//
// A game whose booklet has its own paragraph on a matter names it, so that refusals cite it in place of the series'
// paragraph or beside it: `rules: {sequence: "1.1", terrain: "1.3a", stacking: "1.5", overrun: "1.6a", supply:
// "1.8a"}`, and `rule: "1.7"` of a mark.
//
// A rule that the series does not have at all is switched on by a game's data, under the paragraphs that the game names
// for it. Each such rule is a Feature, and the comment on its package (feature/airstrikes and its neighbours) shows
// what the game above would add for it.
type Series struct {
	Features []Feature // the rules that only some games have, in the order of their verbs
}

var _ series.Series = Series{}

func (Series) Name() string { return data.SeriesName }

// Dialect describes how modules of the series are written.
func (s Series) Dialect() modules.Dialect {
	return idle.Dialect{Dialect: data.Dialect{Features: features(s.Features)}}
}

// Case returns an empty adjudication case, which reads the keys of the series in its file.
func (s Series) Case() series.Case { return data.NewCase(features(s.Features).Wordings()) }

// features are the features of a series, for its dialect.
type features []Feature

// Wordings returns how modules and cases are written where features are concerned.
func (fs features) Wordings() (out []data.Wording) {
	for _, f := range fs {
		out = append(out, f.Wording)
	}
	return out
}

// Rulebook returns the list of the series' paragraphs.
func (Series) Rulebook() string { return paragraphs }

// New returns the engine for a module of the series.
func (s Series) New(d *modules.Definition) (series.Engine, error) { return New(d, s.Features...) }

// New returns the engine for a module of the series. Of the features given it uses those that the game has.
func New(d *modules.Definition, features ...Feature) (*Engine, error) {
	g, err := game.NewGame(d)
	if err != nil {
		return nil, err
	}
	for _, f := range features {
		if g.Has(f.Wording) {
			if err := g.Add(f.Wording, f.New(g)); err != nil {
				return nil, fmt.Errorf("%s: %w", d.Title, err)
			}
		}
	}
	if err := g.Compile(); err != nil {
		return nil, fmt.Errorf("%s: %w", d.Title, err)
	}
	g.Tables = show.PrintedTables(g)
	g.Reference = view.Reference{Tables: g.Tables.Printed(), Terrain: show.TerrainCharts(g),
		Modifiers: show.Modifiers(g)}
	if g.Machine, err = choice.New(slices.Concat(table(g), g.Added.Verbs), hooks(g)); err != nil {
		return nil, fmt.Errorf("%s: %w", d.Title, err)
	}
	return &Engine{g.Machine, g}, nil
}

// Engine is the rules of the series for one game, as package rules asks for them. It has no logic of its own;
// series.Engine says what its methods do.
type Engine struct {
	*choice.Machine[*game.Attempt]
	game *game.Game
}

var _ series.Engine = (*Engine)(nil)

//go:embed rulebook.txt
var paragraphs string
