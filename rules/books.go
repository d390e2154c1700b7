package rules

import (
	"embed"
	"errors"
	"io/fs"
	"slices"

	"grognard/rules/internal/series"
	"grognard/rules/modules"
	"grognard/rules/ownbook"
	"grognard/rules/rulebook"
	"grognard/rules/view"
)

// Revision is the revision of the rulings that matches are played by.
const Revision = rulebook.Revision

// EveryTable names the rulebook of conventions that hold at every table, such as how an undo is agreed.
const EveryTable = "table"

//go:embed table.txt
var table string

// Rulebooks returns the lists of paragraphs that the program knows: those of the series first, then those of games
// with rules of their own, then the conventions of every table.
func Rulebooks() ([]rulebook.Book, error) {
	var out []rulebook.Book
	var errs []error
	for _, s := range allSeries {
		b, err := rulebook.Parse(s.Name(), s.Rulebook())
		out, errs = append(out, b), append(errs, err)
	}
	for _, id := range modules.Embedded() {
		if text := modules.Rulebook(id); text != "" {
			b, err := rulebook.Parse(id, text)
			out, errs = append(out, b), append(errs, err)
		}
	}
	everywhere, err := rulebook.Parse(EveryTable, table)
	return append(out, everywhere), errors.Join(append(errs, err)...)
}

// BooksOf picks the rulebooks that a game is played by, the one with the highest rank first: its own where it
// has one, that of its series, and the conventions of every table. A paragraph of an overlay replaces the paragraph of
// the same number in the game that ships.
func BooksOf(d *modules.Definition, all []rulebook.Book) (out []rulebook.Book) {
	for _, name := range []string{d.ID, d.Series, EveryTable} {
		i := slices.IndexFunc(all, func(b rulebook.Book) bool { return b.Name == name })
		carriesBook := name == d.ID && len(d.Book.Paragraphs) > 0 // only an operator's game or overlay does
		switch {
		case carriesBook && i >= 0:
			out = append(out, ownbook.Over(d.Book, all[i]))
		case carriesBook:
			out = append(out, d.Book)
		case i >= 0:
			out = append(out, all[i])
		}
	}
	return out
}

//go:embed bcs/cases/*.yaml scs/cases/*.yaml modules/*/cases/*.yaml
var cases embed.FS

// Cases returns the adjudication cases of the series and games that ship, by their files.
func Cases() fs.FS { return cases }

// Handbook answers questions about a game outside any match: from its printed tables and charts, and about fights.
type Handbook struct {
	def    *modules.Definition
	engine series.Engine
}

// HandbookOf returns the handbook of a module.
func HandbookOf(d *modules.Definition) (*Handbook, error) {
	engine, err := engineFor(d)
	if err != nil {
		return nil, err
	}
	return &Handbook{d, engine}, nil
}

// Game returns the module of the handbook.
func (h *Handbook) Game() *modules.Definition { return h.def }

// Reference returns the game's tables and terrain charts. It is shared and must not be changed.
func (h *Handbook) Reference() view.Reference { return h.engine.Reference() }

// Reckon works out a fight from bare strengths. The error is a *view.Mistake when the game's tables have no
// such fight, and a *view.Denial when the fight is against the rules.
func (h *Handbook) Reckon(q view.Inquiry) (view.Estimate, error) { return h.engine.Reckon(q) }
