package render

import (
	"fmt"
	"slices"

	"grognard/render/internal/page"
	"grognard/rules/view"
)

// Say puts a text of the rules into words, in the viewer's language and without markup. The caller hands it in.
type Say func(view.Text) string

// of is a text in words, "" for the zero Text.
func (say Say) of(t view.Text) string {
	if t.ID == "" {
		return ""
	}
	return say(t)
}

// Table is what DrawTable draws: a table of results. Column and Row, counted from 1, are highlighted, and
// their entry more than they; 0 is for none.
type Table struct {
	Table view.Table
	Say   Say
	Game  string // whose table it is, printed above the table; "" for nothing

	Column, Row int
}

// DrawTable makes a picture of a table of results. It shows nothing but what the game prints, so everybody may see it.
func DrawTable[A view.Audience](p *Painter, t Table, s Style) (Picture[A], error) {
	return madePage[A](p, s, &view.Map{}, func(g *page.Page) error {
		g.Heading(t.Say.of(t.Table.Title), joined(t.Game, string(t.Table.Rule), t.Say.of(t.Table.Read)))
		g.Grid(t.grid())
		return nil
	})
}

// grid is the table's rows, each named by its roll, and by its chance unless all rolls are equally likely.
func (t Table) grid() page.Table {
	v := t.Table
	all := v.Throws()
	uneven := slices.ContainsFunc(v.Rows, func(r view.TableRow) bool { return r.Throws != v.Rows[0].Throws })
	g := page.Table{Head: []page.Cell{{Text: v.Dice}}, Leads: 1, Even: true, LitColumn: t.Column - 1, LitRow: t.Row - 1}
	if uneven {
		g.Head, g.Leads = append(g.Head, page.Cell{}), 2
	}
	for _, c := range v.Columns {
		g.Head = append(g.Head, page.Cell{Text: c})
	}
	for _, r := range v.Rows {
		row := []page.Cell{rolled(v.Dice, r.Roll)}
		if uneven {
			row = append(row, page.Cell{Text: fmt.Sprintf("%d/%d", r.Throws, all), Small: true})
		}
		for i := range v.Columns {
			var c page.Cell
			if i < len(r.Entries) {
				c.Text = r.Entries[i]
			}
			row = append(row, c)
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// rolled is a roll as the faces of its dice, as a number where it is a sum: 11 of d66 is two faces.
func rolled(dice string, roll int) page.Cell {
	face := func(n int) bool { return n >= 1 && n <= 6 }
	switch {
	case dice == "d66" && face(roll/10) && face(roll%10):
		return page.Cell{Dice: []int{roll / 10, roll % 10}}
	case (dice == "1d6" || dice == "d6") && face(roll):
		return page.Cell{Dice: []int{roll}}
	}
	return page.Cell{Text: fmt.Sprint(roll)}
}
