package report

import (
	"math/big"
	"strconv"
	"strings"
	"time"

	"grognard/rules/order"
)

// document is a report in words, for any form of it.
type document struct {
	Language, Title, Kind string
	Terms                 []term
	Sections              []section
	Notes                 []string
}

type term struct{ Term, Says string }

// section is a part below a heading. It is written in the order of its fields.
type section struct {
	Head    string
	Text    []string
	Items   []item
	Table   *table
	Notes   []string
	Picture *Picture // nil if the section has none, or there is no room for it
}

// item is an entry of a numbered list.
type item struct {
	Head    string
	Lines   []string
	Picture *Picture
}

// table has a heading for each column.
type table struct {
	Head []string
	Rows [][]string
}

// document returns the report in words, with the pictures that have contents.
func (r *Report) document() document {
	d := document{Language: r.words.Say("report.language"), Title: clean(r.about.Title),
		Kind: r.words.Say("report.kind-over"), Terms: r.terms(), Notes: []string{r.words.Say("report.foot")}}
	ending := r.words.Say("report.head-ending")
	if !r.about.Over {
		d.Kind, ending = r.words.Say("report.kind-running"), r.words.Say("report.head-standing")
	}
	var lines []string
	for _, line := range r.about.Ending { // it may contain names of users
		lines = append(lines, oneLine(line))
	}
	d.Sections = []section{{Head: ending, Text: lines, Picture: r.picture(endName)},
		r.turningSection(), r.turnSection(), r.fightSection()}
	if start := r.picture(startName); start != nil {
		d.Sections = append(d.Sections, section{Head: r.words.Say("report.head-start"), Picture: start})
	}
	if r.leftOut > 0 {
		d.Notes = append(d.Notes, r.words.Say("report.left-out", "n", r.leftOut))
	}
	return d
}

// terms returns the terms at the head of the report: scenario, players, dates and turns.
func (r *Report) terms() (list []term) {
	if s := clean(r.about.Scenario); s != "" {
		list = append(list, term{r.words.Say("report.scenario"), s})
	}
	for _, side := range r.about.Sides {
		var names []string
		for _, n := range side.Players {
			names = append(names, clean(n))
		}
		if len(names) == 0 {
			names = []string{r.words.Say("report.nobody")}
		}
		list = append(list, term{r.words.Say("report.side", "side", side.ID), strings.Join(names, ", ")})
	}
	played := day(r.about.Opened)
	if to := day(r.about.Last); to != played {
		played = r.words.Say("report.span", "from", played, "to", to)
	}
	b := r.last()
	return append(list, term{r.words.Say("report.played"), played}, term{r.words.Say("report.turns"),
		r.words.Say("report.turns-of", "turn", b.Turn, "turns", b.Turns)})
}

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

func (r *Report) turningSection() section {
	s := section{Head: r.words.Say("report.head-turning"), Text: []string{r.words.Say("report.turning-chosen")}}
	if len(r.turningPoints) == 0 {
		s.Text = []string{r.words.Say("report.turning-none")}
	}
	for i, p := range r.turningPoints {
		var it item
		if p.fight != nil {
			it = r.fightItem(p.fight)
		} else {
			it = r.turnItem(p.turn)
		}
		it.Picture = r.picture(turningName(i))
		s.Items = append(s.Items, it)
	}
	return s
}

func (r *Report) turnItem(t *turn) item {
	it := item{Head: r.words.Say("report.turn", "turn", t.number)}
	if p := t.points; p != nil {
		it.Lines = append(it.Lines, r.words.Say("report.points", "side", p.side, "points", p.n,
			"change", signed(whole(p.gained), 0)))
	}
	it.Lines = append(it.Lines, r.lossLine(t.lost))
	if t.staked > 0 {
		it.Lines = append(it.Lines, r.luckLine(t.luck))
	}
	return it
}

// fightItem returns the item for a fight: its odds, result, losses, luck and victory points.
func (r *Report) fightItem(f *fight) item {
	result := f.Result
	if strings.Trim(result, "-–") == "" {
		if result = ""; f.means == nil {
			result = r.words.Say("result.none")
		}
	}
	column, unrolled := f.Column, ""
	switch column {
	case f.Compared:
		column = ""
	case noColumn:
		column, unrolled = "", column
	}
	it := item{Head: r.words.Say("report.fight", "turn", f.Turn, "side", f.Attacker.Side, "kind", f.kind,
		"hex", f.Hex),
		Lines: []string{r.words.Say("report.odds", "compared", f.Compared, "column", column,
			"unrolled", unrolled, "read", f.Read, "result", result, "means", f.means), r.lossLine(f.lost)}}
	if f.engaged > 0 {
		it.Lines[1] += " " + r.words.Say("report.engaged", "n", f.engaged)
	}
	if f.isStaked {
		swing := f.Swing()
		it.Lines = append(it.Lines, r.luckLine(map[order.Side]*big.Rat{f.Attacker.Side: swing,
			f.Defender.Side: new(big.Rat).Neg(swing)}))
	}
	if f.taken > 0 {
		it.Lines = append(it.Lines, r.words.Say("report.taken", "n", f.taken))
	}
	return it
}

// lossLine returns how many steps each side lost.
func (r *Report) lossLine(lost map[order.Side]int) string {
	var parts []string
	for _, side := range r.last().Map.Sides {
		parts = append(parts, r.words.Say("report.of-side", "side", side.ID, "n", strconv.Itoa(lost[side.ID])))
	}
	return r.words.Say("report.lost", "sides", strings.Join(parts, ", "))
}

func (r *Report) luckLine(luck map[order.Side]*big.Rat) string {
	var parts []string
	for _, side := range r.last().Map.Sides {
		parts = append(parts, r.words.Say("report.of-side", "side", side.ID, "n", signed(luck[side.ID], 1)))
	}
	return r.words.Say("report.luck", "sides", strings.Join(parts, ", "))
}

// signed returns n with its sign and that many decimals; zero has no sign, and nil is 0.
func signed(n *big.Rat, decimals int) string {
	if n == nil {
		n = new(big.Rat)
	}
	words, isNegative := strings.CutPrefix(n.FloatString(decimals), "-")
	switch {
	case strings.Trim(words, "0.") == "":
		return words
	case isNegative:
		return "−" + words
	}
	return "+" + words
}

// turnSection returns the table of the turns, with columns only for what the game has, and words for what it lacks.
func (r *Report) turnSection() section {
	s := section{Head: r.words.Say("report.head-turns")}
	if len(r.turns) == 0 {
		s.Text = []string{r.words.Say("report.turns-none")}
		return s
	}
	sides, hasPoints, hasLuck := r.last().Map.Sides, r.turns[0].points != nil, r.hasLuck()
	t := &table{Head: []string{r.words.Say("report.column-turn")}}
	if hasPoints {
		t.Head = append(t.Head, r.words.Say("report.column-points", "side", r.turns[0].points.side))
	}
	for _, side := range sides {
		t.Head = append(t.Head, r.words.Say("report.column-lost", "side", side.ID))
	}
	for _, side := range sides {
		if hasLuck {
			t.Head = append(t.Head, r.words.Say("report.column-luck", "side", side.ID))
		}
	}
	for _, played := range r.turns {
		t.Rows = append(t.Rows, r.turnRow(played, hasPoints, hasLuck))
	}
	s.Table = t
	s.Notes = r.turnNotes(hasPoints, hasLuck)
	return s
}

func (r *Report) turnRow(t *turn, hasPoints, hasLuck bool) []string {
	row := []string{strconv.Itoa(t.number)}
	if hasPoints && t.points != nil {
		row = append(row, strconv.Itoa(t.points.n)+" ("+signed(whole(t.points.gained), 0)+")")
	} else if hasPoints {
		row = append(row, "–")
	}
	for _, side := range r.last().Map.Sides {
		row = append(row, strconv.Itoa(t.lost[side.ID]))
	}
	for _, side := range r.last().Map.Sides {
		switch {
		case hasLuck && t.staked > 0:
			row = append(row, signed(t.luck[side.ID], 1))
		case hasLuck:
			row = append(row, "–")
		}
	}
	return row
}

// turnNotes returns the notes below the table of turns: what its columns mean, what the game lacks, and its dice.
func (r *Report) turnNotes(hasPoints, hasLuck bool) (notes []string) {
	if !hasPoints {
		notes = append(notes, r.words.Say("report.no-points"))
	}
	switch {
	case hasLuck:
		notes = append(notes, r.words.Say("report.luck-means"))
	case len(r.fights) > 0:
		notes = append(notes, r.words.Say("report.luck-none"))
	}
	if r.tally.Dice > 0 {
		sum := 0
		for i, c := range r.tally.Faces() {
			sum += (i + 1) * c.Seen
		}
		notes = append(notes, r.words.Say("report.dice", "n", r.tally.Rolls, "dice", r.tally.Dice,
			"mean", big.NewRat(int64(sum), int64(r.tally.Dice)).FloatString(2)))
	}
	return notes
}

func (r *Report) fightSection() section {
	s := section{Head: r.words.Say("report.head-fights")}
	list := largest(r.last().Map.Sides, r.fights)
	switch {
	case len(list) == 0:
		s.Text = []string{r.words.Say("report.fights-none")}
	case len(list) < len(r.fights):
		s.Text = []string{r.words.Say("report.fights-of", "n", len(list), "all", len(r.fights))}
	}
	for _, f := range list {
		s.Items = append(s.Items, r.fightItem(f))
	}
	return s
}
