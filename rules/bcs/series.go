// Package bcs is the Battalion Combat Series, after the crib notes of its rules 1.2: Formations are activated in turn,
// make a SNAFU roll, move, engage, attack, fire barrages and retreat.
//
// It joins data (what modules say), idle (what does nothing in them), game (one game compiled), law (what is legal, a
// file per section), combat (the law of fights), chances (of dice), barriers (what bars a hex), reasons (why, in
// detail), costs (what picks cost), isolation (what it takes), ahead (warnings), play (what orders do), show (how it
// looks and is told), answers (how absent players decide) and guide (tutorials):
//
//	d, err := rules.Modules().Load("bcs-drill")
//	pos, err := rules.Setup(d, "")
//	m, err := rules.New(d, pos)
//
// Limits: the crib notes have no tables, weather or roll for the first player; a module brings its tables, and whose
// turn is first and the visibility are data of its scenarios.
package bcs

import (
	_ "embed"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/idle"
	"grognard/rules/bcs/show"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/series"
	"grognard/rules/modules"
)

//go:embed rulebook.txt
var book string

// Series is the Battalion Combat Series.
type Series struct{}

var _ series.Series = Series{}

// Name is how modules name the series.
func (Series) Name() string { return data.SeriesName }

// Dialect describes how modules of the series are written.
func (Series) Dialect() modules.Dialect { return idle.Dialect{} }

// Case returns a reader of the series' keys in one case.
func (Series) Case() series.Case { return data.NewCase() }

// Rulebook returns the list of the series' paragraphs.
func (Series) Rulebook() string { return book }

// New returns the rules for a module of the series.
func (Series) New(d *modules.Definition) (series.Engine, error) {
	g, err := game.New(d)
	if err != nil {
		return nil, err
	}
	if g.Machine, err = choice.New(table(g), hooks()); err != nil {
		return nil, err
	}
	return &Engine{g.Machine, g, show.Tables(g)}, nil
}
