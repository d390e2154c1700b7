package playeraid

import (
	"grognard/rules/document"
	"grognard/rules/internal/series"
	"grognard/rules/order"
	"grognard/rules/rulebook"
	"grognard/rules/view"
)

// Aid is the tables, charts and modifiers of a game. It never changes, and may be read concurrently.
type Aid struct {
	ID, Title string
	Series    string             // whose rules the game is played by, "" where the module does not say
	Hash      [32]byte           // of its file
	Book      rulebook.Book      // the paragraphs of its rulebook.txt
	Sides     []order.Nation     // those that have a chart of terrain of their own
	Warnings  []document.Finding // probable mistakes in its file

	reference view.Reference
	tables    []table // as in reference
}

// Reference returns the tables and charts. It is shared and must not be changed.
func (a *Aid) Reference() view.Reference { return a.reference }

// Reckon works out a fight from bare strengths. The error is a *view.Mistake that says what would be right.
func (a *Aid) Reckon(q view.Inquiry) (view.Estimate, error) {
	at, err := a.reference.FightTable(q.Table)
	if err != nil {
		return view.Estimate{}, err
	}
	t := a.tables[at]
	return series.NewTables(series.Table{Table: t.Modified(q.Together().Roll), Find: t.find, Unrolled: t.Below,
		Counts: t.counts}).Reckon(q)
}

// Modified returns a table with the number of throws that come to each row with these modifiers.
func (a *Aid) Modified(t view.Table, all []view.Modifier) view.Table {
	for _, own := range a.tables {
		if own.ID == t.ID {
			return own.Modified(view.Inquiry{Modifiers: all}.Together().Roll)
		}
	}
	return t
}
