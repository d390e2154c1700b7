package console

import (
	"encoding/json"
	"strings"

	"grognard/bot/lookup"
	"grognard/rules/adjudicate"
	"grognard/rules/chart"
	"grognard/rules/order"
	"grognard/rules/rulebook"
	"grognard/rules/rulebook/search"
	"grognard/rules/view"
)

// The JSON format is stable: keys may be added, but none changes its meaning. Strengths and chances are exact fractions
// in lowest terms, as strings: "9/2", "11/36", "1".

// odds is the answer of `odds --json`. Columns are headings; null is left of the first column, where no die is rolled.
type odds struct {
	Module   string    `json:"module"`
	Title    string    `json:"title"`
	Table    string    `json:"table"`
	Rule     view.Rule `json:"rule"`
	Attack   string    `json:"attack"`
	Defence  *string   `json:"defence"` // null where only the attack strength is used
	Shift    int       `json:"shift"`
	Ticked   []string  `json:"modifiers,omitempty"` // by name
	Ratio    *string   `json:"ratio"`               // attack / defence; null if they are not divided
	Compared string    `json:"compared"`
	Before   *string   `json:"column_before_shift"`
	Column   *string   `json:"column"`
	Results  []result  `json:"results"` // from the lowest roll up
	Chances  []chances `json:"chances"`
}

type result struct {
	Result string `json:"result"`
	Chance string `json:"chance"`
}

// chances are the chances of at least one, at least two and so on of something.
type chances struct {
	What    string   `json:"what"`
	AtLeast []string `json:"at_least"`
}

// rolls is the answer of `roll --json`.
type rolls struct {
	Dice  string `json:"dice"`
	Label string `json:"label,omitempty"`
	Plus  int    `json:"plus"`
	Rolls []roll `json:"rolls"`
}

type roll struct {
	Groups []group `json:"groups"`
	Total  int     `json:"total"`
}

// group is dice of one kind; kept says for each die whether it counts.
type group struct {
	Dice  string `json:"dice"`
	Minus bool   `json:"minus,omitempty"` // its sum is subtracted
	Faces []int  `json:"faces"`
	Kept  []bool `json:"kept"`
	Sum   int    `json:"sum"`
}

// table is the answer of `crt --json`. Column and roll are omitted if they were not given.
type table struct {
	Module  string      `json:"module"`
	Title   string      `json:"title"`
	Table   string      `json:"table"`
	Rule    view.Rule   `json:"rule"`
	Dice    string      `json:"dice"`
	Columns []string    `json:"columns"`
	Rows    []row       `json:"rows"`
	Lit     *markedCell `json:"lit,omitempty"`
}

type row struct {
	Roll    int      `json:"roll"`            // the lowest roll of the row
	Rolls   string   `json:"rolls,omitempty"` // the row's printed heading, if it is not that number
	Chance  string   `json:"chance"`
	Results []string `json:"results"`
}

// markedCell is the marked cell. A column of null is left of the first.
type markedCell struct {
	Column *string `json:"column"`
	Roll   *int    `json:"roll"`
	Result *string `json:"result"`
	Chance string  `json:"chance,omitempty"` // of the result in the column, whatever roll gives it
}

// terrain is the answer of `terrain --json`. Entries are words, "" where the chart has none.
type terrain struct {
	Module string         `json:"module"`
	Title  string         `json:"title"`
	Charts []terrainChart `json:"charts"`
}

type terrainChart struct {
	Sides   []order.Side `json:"sides"`
	Rule    view.Rule    `json:"rule"`
	Columns []heading    `json:"columns"`
	Rows    []terrainRow `json:"rows"`
}

type heading struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type terrainRow struct {
	Kind    string    `json:"kind"`
	Name    string    `json:"name"`
	Entries []string  `json:"entries"`
	Rule    view.Rule `json:"rule,omitempty"` // of an exception
}

// encode prints JSON and a newline.
func (c Console) encode(v any) error {
	e := json.NewEncoder(c.out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

func chance(n, of int) string { return chart.Frac(int64(n), int64(of)).Exact() }

func oddsOf(b *lookup.Book, t view.Table, e view.Estimate) odds {
	out := odds{Module: b.ID, Title: b.Title, Table: t.ID, Rule: e.Rule, Attack: e.Attack.Exact(), Shift: e.Shift,
		Compared: e.Compared, Before: headingOf(t, e.Unshift), Column: headingOf(t, e.Column)}
	for _, m := range e.Modifiers {
		out.Ticked = append(out.Ticked, m.Name)
	}
	if !t.Beside {
		defence := e.Defence.Exact()
		out.Defence = &defence
	}
	if !e.Ratio.Zero() {
		ratio := e.Ratio.Exact()
		out.Ratio = &ratio
	}
	for _, s := range e.Results {
		out.Results = append(out.Results, result{s.Result, chance(s.Throws, e.Throws)})
	}
	for _, p := range e.Chances {
		c := chances{What: lastPart(p.What.ID), AtLeast: []string{}}
		for _, n := range p.AtLeast {
			c.AtLeast = append(c.AtLeast, chance(n, e.Throws))
		}
		out.Chances = append(out.Chances, c)
	}
	return out
}

// headingOf returns a column's heading, nil left of the first column.
func headingOf(t view.Table, column int) *string {
	if column < 0 {
		return nil
	}
	return &t.Columns[column]
}

// lastPart returns the last part of a text's identifier.
func lastPart(id string) string {
	_, name, _ := strings.Cut(id, ".")
	return name
}

func thrownOf(t lookup.Thrown) rolls {
	out := rolls{Dice: t.Throw.String(), Label: t.Label, Plus: t.Throw.Plus}
	for _, r := range t.Rolls {
		one := roll{Total: r.Total}
		for _, g := range r.Groups {
			one.Groups = append(one.Groups, group{g.String(), g.Minus, g.Faces, g.Kept, g.Sum})
		}
		out.Rolls = append(out.Rolls, one)
	}
	return out
}

func tableOf(b *lookup.Book, t view.Table, at lookup.Place, column, rolled bool) table {
	out := table{Module: b.ID, Title: b.Title, Table: t.ID, Rule: t.Rule, Dice: t.Dice, Columns: t.Columns}
	for _, r := range t.Rows {
		out.Rows = append(out.Rows, row{r.Roll, r.Name, chance(r.Throws, t.Throws()), r.Entries})
	}
	if !column && !rolled {
		return out
	}
	out.Lit = &markedCell{Column: headingOf(t, at.Column)}
	if at.Row >= 0 {
		out.Lit.Roll = &t.Rows[at.Row].Roll
		if at.Column >= 0 {
			out.Lit.Result = &t.Rows[at.Row].Entries[at.Column]
			out.Lit.Chance = chance(t.Share(at.Column, *out.Lit.Result), t.Throws())
		}
	}
	return out
}

func (c Console) terrainOf(b *lookup.Book, charts []view.TerrainChart) terrain {
	out := terrain{Module: b.ID, Title: b.Title}
	for _, printed := range charts {
		one := terrainChart{Sides: printed.Sides, Rule: printed.Rule}
		for _, h := range printed.Columns {
			one.Columns = append(one.Columns, heading{lastPart(h.ID), c.text(h)})
		}
		for _, r := range printed.Rows {
			row := terrainRow{Kind: r.Kind, Name: c.text(r.Name), Rule: r.Rule}
			for _, e := range r.Entries {
				row.Entries = append(row.Entries, c.text(e))
			}
			one.Rows = append(one.Rows, row)
		}
		out.Charts = append(out.Charts, one)
	}
	return out
}

// rule is the answer of `rule --json`. Only the first paragraph is complete.
type rule struct {
	Question   string      `json:"question"`
	Exact      bool        `json:"exact"` // found by number or name, not by words
	Paragraphs []paragraph `json:"paragraphs"`
}

type paragraph struct {
	Rule     string              `json:"rule"`
	Book     string              `json:"book"`
	Status   rulebook.Status     `json:"status"` // done, todo, skip
	About    string              `json:"about"`
	Says     string              `json:"says"`
	Because  string              `json:"because,omitempty"` // why it is not done
	Editions []rulebook.Edition  `json:"editions,omitempty"`
	See      []string            `json:"see,omitempty"`
	Before   string              `json:"before,omitempty"`
	After    string              `json:"after,omitempty"`
	Rulings  []rulebook.Ruling   `json:"rulings,omitempty"`
	Example  *adjudicate.Example `json:"example,omitempty"`
}

func rulesOf(question string, found search.Found, first lookup.Paragraph) rule {
	out := rule{Question: question, Exact: found.Exact}
	for _, h := range found.Hits {
		p := h.Paragraph
		out.Paragraphs = append(out.Paragraphs, paragraph{Rule: p.Rule, Book: h.Book, Status: p.Status, About: p.About,
			Says: p.Says, Because: p.Because, Editions: p.Editions, See: p.See})
	}
	p := &out.Paragraphs[0]
	p.Before, p.After, p.Rulings, p.Example = first.Before, first.After, first.Rulings, first.Example
	return out
}
