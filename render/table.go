package render

import (
	"fmt"
	"slices"

	"grognard/rules/view"
)

// Table is a table of results to be drawn, with a column and a row lit, where they are given: they are
// counted from 1, and their entry is set apart.
type Table struct {
	Table view.Table
	Say   Say
	Game  string // whose table it is, before how it is read; "" says nothing

	Column, Row int
}

// DrawTable makes a picture of a table of results. It shows nothing that is not printed, so it may be for
// any eyes.
func DrawTable[A view.Audience](p *Painter, t Table, s Style) (Picture[A], error) {
	b, err := p.timed(func() ([]byte, error) { return p.tablePage(t, s) })
	return Picture[A]{png: b}, err
}

func (p *Painter) tablePage(t Table, s Style) ([]byte, error) {
	g, err := p.pageOf(s, "", nil)
	if err != nil {
		return nil, err
	}
	g.headed(t.Say.of(t.Table.Title), joined(t.Game, string(t.Table.Rule), t.Say.of(t.Table.Read)))
	g.grid(t.grid())
	return p.encode(g.print())
}

// grid is the table's rows, each named by its roll, and by its chance where the rolls are not as likely
// as each other.
func (t Table) grid() grid {
	v := t.Table
	all := v.Throws()
	uneven := slices.ContainsFunc(v.Rows, func(r view.TableRow) bool { return r.Throws != v.Rows[0].Throws })
	g := grid{head: []cell{{text: v.Dice}}, leads: 1, even: true, litColumn: t.Column - 1, litRow: t.Row - 1}
	if uneven {
		g.head, g.leads = append(g.head, cell{}), 2
	}
	for _, c := range v.Columns {
		g.head = append(g.head, cell{text: c})
	}
	for _, r := range v.Rows {
		row := []cell{rolled(v.Dice, r.Roll)}
		if uneven {
			row = append(row, cell{text: fmt.Sprintf("%d/%d", r.Throws, all), quiet: true})
		}
		for i := range v.Columns {
			var c cell
			if i < len(r.Entries) {
				c.text = r.Entries[i]
			}
			row = append(row, c)
		}
		g.rows = append(g.rows, row)
	}
	return g
}

// rolled is a roll as its dice show it, where they do: 11 of d66 is two dice.
func rolled(dice string, roll int) cell {
	face := func(n int) bool { return n >= 1 && n <= 6 }
	switch {
	case dice == "d66" && face(roll/10) && face(roll%10):
		return cell{dice: []int{roll / 10, roll % 10}}
	case (dice == "1d6" || dice == "d6") && face(roll):
		return cell{dice: []int{roll}}
	}
	return cell{text: fmt.Sprint(roll)}
}
