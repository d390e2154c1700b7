// Package seriestest is a whole series of games that no program plays: tests hold against it that
// a second series takes a folder and a value in the list of series, and nothing else.
//
//	d, _, err := rules.Modules(seriestest.Series{}).Folder(seriestest.Bridge())
//
// Pocket Battles have formations that are activated one after the other in place of phases, two
// orders (march and strike), one rating, and one table of differences; paragraphs.txt is the book.
// The words that players hear of it are with it too, for the catalogue of the program has none.
package seriestest

import (
	"embed"
	"io/fs"

	"grognard/rules/internal/choice"
	"grognard/rules/internal/series"
	"grognard/rules/modules"
)

// Words are the messages of the series in English, in the form of a catalogue.
//
//go:embed words.en.yaml
var Words []byte

//go:embed paragraphs.txt
var paragraphs string

//go:embed bridge
var files embed.FS

// Bridge is a game of the series, as an operator has it in a folder.
func Bridge() modules.Folder {
	inside, err := fs.Sub(files, "bridge")
	if err != nil { // the embedded folder is there
		panic(err)
	}
	return modules.Folder{ID: "bridge", Where: "bridge", Files: inside}
}

// Series is Pocket Battles.
type Series struct{}

var _ series.Series = Series{}

// Name is how modules name the series.
func (Series) Name() string { return "pocket" }

// Dialect is how its modules are written.
func (Series) Dialect() modules.Dialect { return dialect{} }

// Case reads its keys in one case.
func (Series) Case() series.Case { return &inCase{} }

// Rulebook is the list of its paragraphs.
func (Series) Rulebook() string { return paragraphs }

// New is the rules for one of its modules.
func (Series) New(d *modules.Definition) (series.Engine, error) {
	e := &engine{def: d, data: d.Own.(*data)}
	for _, s := range d.Sides {
		e.groups = append(e.groups, e.data.Formations[s.ID]...)
	}
	e.tables = e.strikes()
	var err error
	if e.Machine, err = choice.New(e.table(), e.hooks()); err != nil {
		return nil, err
	}
	e.ways, err = e.survey()
	return e, err
}
