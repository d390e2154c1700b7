package console

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"grognard/bot/lookup"
	"grognard/bot/lookup/modified"
	"grognard/rules/notation"
	"grognard/rules/view"
)

// Odds prints the odds and chances of a fight, with the modifiers that are named.
func (c Console) Odds(b *lookup.Book, f lookup.Fight, modifiers string) error {
	tables := b.Reference()
	at, err := tables.FightTable(f.Table)
	if err != nil {
		return err
	}
	t := tables.Tables[at]
	if f.Modifiers, err = modified.Find(tables, t, modifiers, c.text); err != nil {
		return err
	}
	e, err := b.Odds(f)
	if err != nil {
		return err
	}
	if c.json {
		return c.encode(oddsOf(b, t, e))
	}
	c = c.forBook(b)
	lines := append([]string{c.heading(b, t), c.strengths(t, e)}, c.modifiers(e.Modifiers)...)
	if attack, defence, ok := e.Multiplied(); ok {
		lines = append(lines, c.say("paper.become", "attack", attack.Mixed(), "defence", defence.Mixed()))
	}
	lines = append(lines, c.columns(t, e), "")
	rows := [][]string{}
	for _, s := range e.Results {
		rows = append(rows, []string{s.Result, strconv.Itoa(s.Throws) + "/" + strconv.Itoa(e.Throws),
			percent(s.Throws, e.Throws)})
	}
	lines = append(lines, aligned(rows, func(i int) bool { return i > 0 })...)
	if len(e.Chances) == 0 { // the results of some tables are no losses
		return c.lines(lines...)
	}
	lines = append(lines, "")
	most := 0
	for _, p := range e.Chances {
		most = max(most, len(p.AtLeast))
	}
	rows = [][]string{{c.say("console.at-least")}}
	for n := range most {
		rows[0] = append(rows[0], strconv.Itoa(n+1))
	}
	for _, p := range e.Chances {
		row := []string{c.text(p.What)}
		for n := range most {
			cell := "–"
			if n < len(p.AtLeast) {
				cell = percent(p.AtLeast[n], e.Throws)
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return c.lines(append(lines, aligned(rows, func(i int) bool { return i > 0 })...)...)
}

// percent returns the chance of n in of, in rounded percent.
func percent(n, of int) string { return strconv.Itoa((200*n+of)/(2*of)) + "%" }

// heading returns the heading of an answer: game, table, paragraph.
func (c Console) heading(b *lookup.Book, t view.Table) string {
	return c.say("console.table", "game", b.Title, "table", t.Title) + cited(t.Rule)
}

func (c Console) strengths(t view.Table, e view.Estimate) string {
	if t.Beside {
		return c.say("console.strength", "attack", e.Attack.Mixed())
	}
	return c.say("console.strengths", "attack", e.Attack.Mixed(), "defence", e.Defence.Mixed(), "compared", e.Compared)
}

// columns says which column is used, before and after the shift.
func (c Console) columns(t view.Table, e view.Estimate) string {
	heading := func(i int) any {
		if i < 0 {
			return view.T("console.none", "first", t.Columns[0])
		}
		return t.Columns[i]
	}
	before := heading(e.Unshift)
	if e.Ruled.ID != "" {
		before = t.Columns[e.Unshift] + c.text(e.Ruled)
	}
	words := c.say("console.column", "column", before)
	if shift := e.Together().Shift; shift != 0 {
		words = c.say("console.shifted", "before", before, "shift", fmt.Sprintf("%+d", shift),
			"column", heading(e.Column))
	}
	if e.Column < 0 {
		words += c.say("console.no-roll", "result", e.Results[0].Result)
	}
	return words
}

// Throw prints the result of dice.
func (c Console) Throw(t lookup.Thrown) error {
	if c.json {
		return c.encode(thrownOf(t))
	}
	head := t.Throw.String()
	if t.Label != "" {
		head = oneLine(t.Label) + ": " + head
	}
	if len(t.Rolls) == 1 {
		return c.lines(wrapped(head+": "+thrown(t.Rolls[0], t.Throw.Plus), "  ")...)
	}
	lines := []string{head}
	for i, r := range t.Rolls {
		lines = append(lines, wrapped(fmt.Sprintf("%2d. %s", i+1, thrown(r, t.Throw.Plus)), "    ")...)
	}
	return c.lines(lines...)
}

// thrown returns the faces of a throw, ignored ones in brackets, and their sum.
func thrown(r notation.Thrown, plus int) string {
	words := ""
	for i, g := range r.Groups {
		switch {
		case g.Minus:
			words += "- "
		case i > 0:
			words += "+ "
		}
		for k, face := range g.Faces {
			if g.Kept[k] {
				words += strconv.Itoa(face) + " "
			} else {
				words += "(" + strconv.Itoa(face) + ") "
			}
		}
	}
	switch {
	case plus > 0:
		words += "+ " + strconv.Itoa(plus) + " "
	case plus < 0:
		words += "- " + strconv.Itoa(-plus) + " "
	}
	return words + "= " + strconv.Itoa(r.Total)
}

// Question is what is asked of a table, in the form that lookup.Book reads; a field is "" if nothing is asked. A Roll
// that names the table's dice throws them.
type Question struct{ Table, Column, Roll, Modifiers string }

// Table prints a table, with a column and a roll marked if they are given.
func (c Console) Table(b *lookup.Book, q Question, entropy io.Reader) error {
	t, err := b.Table(q.Table)
	if err != nil {
		return err
	}
	all, err := modified.Find(b.Reference(), t, q.Modifiers, c.text)
	if err != nil {
		return err
	}
	var faces []string
	if modified.IsDice(t, q.Roll) {
		dice, rolled, err := modified.Roll(entropy, t)
		if err != nil {
			return err
		}
		faces, q.Roll = []string{t.Dice + ": " + thrown(rolled, dice.Plus)}, strconv.Itoa(rolled.Total)
	}
	column, roll := q.Column, q.Roll
	at, err := b.Find(t, column, roll, all)
	if err != nil {
		return err
	}
	t = b.With(t, all)
	if c.json {
		return c.encode(tableOf(b, t, at, column != "", roll != ""))
	}
	c = c.forBook(b)
	lines := append([]string{c.heading(b, t)}, wrapped(c.say("console.read", "dice", t.Dice, "how", t.Read), "")...)
	lines = append(append(lines, faces...), c.modifiers(all)...)
	rows := [][]string{{""}}
	for i, heading := range t.Columns {
		rows[0] = append(rows[0], marked(heading, i == at.Column))
	}
	for i, r := range t.Rows {
		row := []string{marked(r.Label(), i == at.Row)}
		for j, e := range r.Entries {
			row = append(row, marked(e, i == at.Row && j == at.Column))
		}
		rows = append(rows, row)
	}
	lines = append(append(lines, ""), aligned(rows, func(i int) bool { return i == 0 })...)
	if at.Ruled != "" {
		lines = append(lines, "", c.say("console.column", "column", t.Columns[at.Column]+c.text(view.T(at.Ruled))))
	}
	switch {
	case column != "" && at.Column < 0:
		lines = append(lines, "", c.say("console.left", "first", t.Columns[0], "result", at.Below))
	case at.Column >= 0 && at.Row >= 0:
		r := t.Rows[at.Row]
		result := r.Entries[at.Column]
		lines = append(lines, "", c.say("console.entry", "roll", r.Label(), "chance", percent(r.Throws, t.Throws()),
			"result", result, "share", percent(t.Share(at.Column, result), t.Throws())))
	}
	return c.lines(lines...)
}

// modifiers says which named modifiers are counted, in lines; none for none.
func (c Console) modifiers(all []view.Modifier) []string {
	var names []string
	for _, m := range all {
		names = append(names, modified.Called(m, c.text)+cited(m.Rule))
	}
	if len(names) == 0 {
		return nil
	}
	return wrapped(c.say("ticks.with", "modifiers", strings.Join(names, ", ")), "  ")
}

// marked returns a cell, in square brackets if mark is true.
func marked(cell string, mark bool) string {
	if mark {
		return "[" + cell + "]"
	}
	return cell
}

// Terrain prints the terrain charts, limited to a kind and a side if they are given.
func (c Console) Terrain(b *lookup.Book, kind, side string) error {
	charts, err := b.Terrain(kind, side, c.text)
	if err != nil {
		return err
	}
	c = c.forBook(b)
	if c.json {
		return c.encode(c.terrainOf(b, charts))
	}
	var lines []string
	for i, chart := range charts {
		if i > 0 {
			lines = append(lines, "")
		}
		heading := c.say("console.terrain", "game", b.Title, "sides", chart.Sides)
		if len(chart.Sides) == 0 {
			heading = b.Title
		}
		lines = append(lines, heading+cited(chart.Rule))
		rows := [][]string{{""}}
		for _, heading := range chart.Columns {
			rows[0] = append(rows[0], c.text(heading))
		}
		var exceptions []string
		for _, r := range chart.Rows {
			row := []string{c.text(r.Name)}
			for _, e := range r.Entries {
				row = append(row, c.text(e))
			}
			rows = append(rows, row)
			if r.Rule != "" {
				exceptions = append(exceptions, c.text(r.Name)+cited(r.Rule))
			}
		}
		lines = append(lines, aligned(rows, func(int) bool { return false })...)
		if len(exceptions) > 0 {
			lines = append(lines, wrapped(c.say("console.exceptions", "kinds", exceptions), "  ")...)
		}
	}
	return c.lines(lines...)
}

const maxWidth = 80

// wrapped breaks a line between words and indents all lines but the first.
func wrapped(line, indent string) (lines []string) {
	first := len(line) - len(strings.TrimLeft(line, " "))
	now := line[:first]
	for i, word := range strings.Fields(line) {
		switch {
		case i == 0:
			now += word
		case len([]rune(now))+1+len([]rune(word)) > maxWidth:
			lines, now = append(lines, now), indent+word
		default:
			now += " " + word
		}
	}
	return append(lines, now)
}
