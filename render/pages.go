package render

import (
	"fmt"
	"slices"
	"sync"

	"grognard/render/internal/board"
	"grognard/render/internal/ground"
	"grognard/render/internal/layout"
	"grognard/render/internal/page"
	"grognard/render/internal/sprite"
	"grognard/render/scene"
	"grognard/rules/view"
)

// Report is what happened in a view as pictures for a phone: an overview of the whole map, and close-ups of the parts
// of it in which something happened. The overview frames the part of each close-up and numbers it.
type Report[A view.Audience] struct {
	view A
	said func() scene.Scene // what its pictures say, worked out at the first call
	list []CloseUp
}

// CloseUp is a close-up of a report: its number, the part of the map that it shows, and the hex that it is named after.
type CloseUp = scene.Cluster

// NewReport returns the report of a view. It has eight close-ups at most, so that a message also has room for the
// overview and the whole map, and none on a map of which a close-up would show nearly everything.
func NewReport[A view.Audience](v A) Report[A] {
	r := Report[A]{view: v, said: func() scene.Scene { return scene.Scene{} }}
	if b := v.Board(); b != nil && b.Map != nil {
		r.said, r.list = sync.OnceValue(func() scene.Scene { return scene.Of(b) }), scene.Clusters(b)
	}
	return r
}

// Said returns what the pictures of the report say, to be told in words. It is empty for a view without a map.
func (r Report[A]) Said() scene.Scene { return r.said() }

// CloseUps returns the close-ups of the report, sorted by number. The list must not be changed.
func (r Report[A]) CloseUps() []CloseUp { return r.list }

// Alone returns the report without close-ups: its overview has no frames and numbers.
func (r Report[A]) Alone() Report[A] { return Report[A]{view: r.view, said: r.said} }

// Overview makes the overview, 780 pixels wide. It fails for a view without a map.
func (r Report[A]) Overview(p *Painter, s Style) (Picture[A], error) {
	return made[A](p, func() ([]byte, error) { return p.overview(r.said(), s, r.list) })
}

// CloseUp makes the close-up of a number, counted from 1. It fails for a number that the report does not have.
func (r Report[A]) CloseUp(p *Painter, s Style, number int) (Picture[A], error) {
	if number < 1 || number > len(r.list) {
		return Picture[A]{}, fmt.Errorf("render: close-up %d of %d", number, len(r.list))
	}
	return made[A](p, func() ([]byte, error) { return p.near(r.said(), s, r.list[number-1]) })
}

// overview draws and encodes an overview.
func (p *Painter) overview(told scene.Scene, s Style, list []CloseUp) ([]byte, error) {
	v := told.Board
	a, err := p.atlas(v, s)
	if err != nil {
		return nil, err
	}
	head, foot := board.OverviewLines(told, list)
	key := mapKey{paletteKey: paletteKey{v.Map.Key, s, forMaps}, kind: plainPrint, head: head, foot: foot}
	g, err := p.maps.Get(key, func() (ground.Sheet, error) {
		f, err := layout.NewOverview(v.Map.Grid, head, foot)
		if err != nil {
			return ground.Sheet{}, err
		}
		return ground.PrintPlain(a, f, v.Map), nil
	})
	if err != nil {
		return nil, fmt.Errorf("render %s: %w", v.Map.Key, err)
	}
	pic := p.sized(g.Picture)
	defer p.release(pic)
	board.DrawOverview(a, g, told, list, pic)
	return p.file(pic)
}

// near draws and encodes a close-up of a report.
func (p *Painter) near(told scene.Scene, s Style, c CloseUp) ([]byte, error) {
	v := told.Board
	a, err := p.atlas(v, s)
	if err != nil {
		return nil, err
	}
	g, err := p.nearSheet(a, v, s, c)
	if err != nil {
		return nil, fmt.Errorf("render %s: %w", v.Map.Key, err)
	}
	pic := p.sized(g.Picture)
	defer p.release(pic)
	board.DrawNear(a, g, told, c, pic)
	return p.file(pic)
}

// nearSheet returns the printed map of a close-up, cut from a kept sheet of the whole map. If the map is too large for
// such a sheet, it prints only the part for each close-up.
func (p *Painter) nearSheet(a sprite.Atlas, v *view.Board, s Style, c CloseUp) (ground.Sheet, error) {
	whole, ok := layout.NewSheet(v.Map.Grid)
	size := whole.HexSize
	if !ok {
		size = layout.NearHex
	}
	f, err := layout.NewNear(v.Map.Grid, c.Part, size)
	if err != nil {
		return ground.Sheet{}, err
	}
	if !ok {
		return ground.PrintBoard(a, f, v.Map).Cut(a, f), nil
	}
	sheet, err := p.maps.Get(mapKey{paletteKey: paletteKey{v.Map.Key, s, forMaps}, kind: nearPrint},
		func() (ground.Sheet, error) { return ground.PrintBoard(a, whole, v.Map), nil })
	if err != nil {
		return ground.Sheet{}, err
	}
	return sheet.Cut(a, f), nil
}

// Say puts a text of the rules into words, in the viewer's language and without markup. The caller supplies it.
type Say func(view.Text) string

// of returns a text in words, "" for the zero Text.
func (say Say) of(t view.Text) string {
	if t.ID == "" {
		return ""
	}
	return say(t)
}

// Table is what DrawTable draws: a table of results. Column and Row, counted from 1, are highlighted, and even
// more the entry where they meet; 0 is for none.
type Table struct {
	Table view.Table
	Say   Say
	Game  string // whose table it is, printed above the table; "" for nothing
	Note  string // what marks in its results mean, printed above the table; "" for nothing

	Column, Row int
}

// DrawTable makes a picture of a table of results. It shows nothing but what the game prints, so everybody may see it.
func DrawTable[A view.Audience](p *Painter, t Table, s Style) (Picture[A], error) {
	return madePage[A](p, s, &view.Map{}, func(g *page.Page) error {
		g.Heading(t.Say.of(t.Table.Title), joined(t.Game, string(t.Table.Rule), t.Say.of(t.Table.Read)), t.Note)
		g.Grid(t.grid())
		return nil
	})
}

// grid returns the table for a page. Each row is named by its roll, and by its chance unless all are equally likely.
func (t Table) grid() page.Table {
	v := t.Table
	all := v.Throws()
	uneven := slices.ContainsFunc(v.Rows, func(r view.TableRow) bool { return r.Throws != v.Rows[0].Throws })
	g := page.Table{Head: []page.Cell{{Text: v.Dice}}, Leads: 1, Even: true, LitColumn: t.Column - 1, LitRow: t.Row - 1,
		Part: func(from, to string) string { return t.Say.of(view.T("paper.columns", "from", from, "to", to)) }}
	if uneven {
		g.Head, g.Leads = append(g.Head, page.Cell{}), 2
	}
	for _, c := range v.Columns {
		g.Head = append(g.Head, page.Cell{Text: c})
	}
	for _, r := range v.Rows {
		row := []page.Cell{rolled(v.Dice, r)}
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

// rolled returns a roll as faces if it names each die, as 11 of d66 does, and as a number if it is a sum or a range.
func rolled(dice string, r view.TableRow) page.Cell {
	face := func(n int) bool { return n >= 1 && n <= 6 }
	roll := r.Roll
	switch {
	case r.Last > roll: // a range
	case dice == "d66" && face(roll/10) && face(roll%10):
		return page.Cell{Dice: []int{roll / 10, roll % 10}}
	case (dice == "1d6" || dice == "d6") && face(roll):
		return page.Cell{Dice: []int{roll}}
	}
	return page.Cell{Text: r.Label()}
}
