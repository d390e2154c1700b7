// Package seriestest is a complete series of games for tests only. They use it to check that a second series
// needs a folder and an entry in the list of series, and nothing else.
//
//	d, _, err := rules.Modules(seriestest.Series{}).Folder(seriestest.Bridge())
//
// In Pocket Battles, the series, formations are activated in turn instead of phases. It has two orders (march
// and strike), one rating, and one table of differences; paragraphs.txt is its book. Its messages are here too,
// because the program's catalogue has none for it.
package seriestest

import (
	"embed"
	"io/fs"

	"grognard/rules/internal/choice"
	"grognard/rules/internal/series"
	"grognard/rules/modules"
)

// Words are the messages of the series, in English, in the form of a catalogue.
//
//go:embed words.en.yaml
var Words []byte

//go:embed paragraphs.txt
var paragraphs string

//go:embed bridge
var files embed.FS

// Bridge returns a game of the series, in the form of an operator's folder.
func Bridge() modules.Folder {
	inside, err := fs.Sub(files, "bridge")
	if err != nil { // embedded files can always be read
		panic(err)
	}
	return modules.Folder{ID: "bridge", Where: "bridge", Files: inside}
}

// Series is Pocket Battles.
type Series struct{}

var _ series.Series = Series{}

// Name returns how modules name the series.
func (Series) Name() string { return "pocket" }

// Dialect returns how its modules are written.
func (Series) Dialect() modules.Dialect { return dialect{} }

// Case reads the series' keys in one case.
func (Series) Case() series.Case { return &inCase{} }

// Rulebook returns the list of its paragraphs.
func (Series) Rulebook() string { return paragraphs }

// New returns the rules for one of its modules.
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
	e.ways, err = survey(e)
	return e, err
}
