package modules

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"grognard/rules/document"
	"grognard/rules/handicap"
	"grognard/rules/order"
)

var colorForm = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// game compiles game.yaml except for the control of hexes, which needs the map.
func (c *Compiler) game(f *gameFile) {
	d, head := c.Def, document.Spot{}
	d.ID = c.Name(f.ID, head, "id")
	d.Title = c.Text(f.Title, head, "title")
	d.Series = f.Series.Text
	d.Edition = c.OneOf(f.Edition, head, "edition", d.editions...)
	d.Errata = c.Flag(f.Errata)
	if d.Errata && !d.TakesErrata() {
		c.Report(f.Errata.Spot, "the publisher's errata are no option of edition %s, only of %s", d.Edition,
			strings.Join(d.withErrata, " and "))
	}
	d.Turns = c.Needed(f.Turns, head, "turns", 1, 200)
	d.TurnDays = c.Count(f.TurnDays, 0, 1000)
	d.FirstDay = f.FirstDay.Text
	if _, err := time.Parse(time.DateOnly, d.FirstDay); f.FirstDay.Given() && err != nil {
		c.Misformed(f.FirstDay, func(s string) bool { _, err := time.Parse(time.DateOnly, s); return err == nil },
			"%q is not a date such as 1941-07-10", d.FirstDay)
	}
	c.sides(f.Sides)
	c.marks(f.Marks)
	c.part.Game(c)
	d.Handicaps = handicap.Compile(c, f.Handicap, c.part.Stocks())
}

func (c *Compiler) sides(l document.List[sideFile]) {
	for _, e := range l {
		s := order.Nation{
			ID:    order.Side(c.Name(e.Value.ID, e.Key.Spot, "id")),
			Name:  c.Text(e.Value.Name, e.Key.Spot, "name"),
			Color: c.Text(e.Value.Color, e.Key.Spot, "color"),
		}
		if s.Color != "" && !colorForm.MatchString(s.Color) {
			c.Misformed(e.Value.Color, colorForm.MatchString, "%q is not a colour such as #6d6f68", s.Color)
		}
		if c.Def.Plays(s.ID) {
			c.Report(e.Value.ID.Spot, "side %s stands twice", s.ID)
		}
		c.Def.Sides = append(c.Def.Sides, s)
	}
	unnamed := slices.DeleteFunc(slices.Clone(c.Def.Sides), func(s order.Nation) bool {
		named := 0
		for _, file := range c.files {
			named += file.Count(string(s.ID))
		}
		return named > 1 // once is in the list of sides
	})
	if len(unnamed) == 1 {
		c.unnamed = unnamed[0].ID
	}
	if len(l) != 2 {
		c.Report(document.Spot{}, "a game has two sides, not %d", len(l))
	}
}

func (c *Compiler) marks(l document.Dict[markFile]) {
	for _, e := range l {
		m := Mark{ID: c.Name(e.Key, e.Key.Spot, "id"), Name: c.Text(e.Value.Name, e.Key.Spot, "name"),
			Rule: c.Cite(e.Value.Rule)}
		c.part.Mark(c, &m, e.Value.Own.Shape)
		c.Def.Marks = append(c.Def.Marks, m)
	}
}

var numberForm = regexp.MustCompile(`^[0-9]{1,2}\.[0-9]{1,2}[a-z]?$`)

// Cite returns the citation of a paragraph of the game's own rules, which files name by its number.
func (c *Compiler) Cite(w document.Word) string {
	switch {
	case !w.Given():
		return ""
	case !numberForm.MatchString(w.Text):
		c.Misformed(w, numberForm.MatchString, "%q is not the number of a paragraph such as 1.8a", w.Text)
	}
	return c.Def.ID + " " + w.Text
}
