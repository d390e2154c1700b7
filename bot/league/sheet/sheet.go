// Package sheet writes a season as tables of comma-separated values, for whoever counts in a spreadsheet.
//
//	files, err := sheet.Of(overview.Of(&s, names))
//	for _, f := range files {
//		fmt.Printf("%s: %q\n", f.Name, bytes.SplitAfter(f.Data, []byte("\r\n"))[0])
//	}
//
// There are four tables: season.csv says what a season is, in keys and values; players.csv, results.csv and
// standings.csv have a line for each player, game and place. Together they say what package overview says as JSON, in
// the same words: times are in UTC (RFC 3339), an empty cell is what the JSON leaves out. Only points, and the
// tie-breaks that sum them, are as players know them, 1 for a win and 0.5 for a draw, where the JSON has half points.
//
// The files are those of RFC 4180 in UTF-8, and begin with a byte order mark: without one Excel takes "ë" for "Ã«".
// An apostrophe stands before what a spreadsheet would take for a formula in a text; Plain takes it away again.
//
// Limits: it only writes. Package past reads.
package sheet

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"grognard/bot/league/overview"
	"grognard/bot/league/standings"
)

// Mark is the byte order mark with which a file begins.
const Mark = "\ufeff"

// formulas has the characters with which a spreadsheet's formula begins, and skipped those that may stand before one.
// After one of the separators a new cell may begin within a text: see Safe.
const (
	formulas   = "=+-@＝＋－＠"
	skipped    = "\t\r\n"
	separators = ";" + skipped
)

// File is a table.
type File struct {
	Name string
	Data []byte
}

// Of returns the tables of a season. The same overview gives the same bytes.
func Of(o overview.Season) ([]File, error) {
	var files []File
	for _, t := range []struct {
		name string
		rows [][]string
	}{{"season.csv", about(o)}, {"players.csv", players(o)}, {"results.csv", results(o)},
		{"standings.csv", places(o)}} {
		b := bytes.NewBufferString(Mark)
		w := csv.NewWriter(b)
		w.UseCRLF = true
		if err := w.WriteAll(t.rows); err != nil {
			return nil, fmt.Errorf("%s: %w", t.name, err)
		}
		files = append(files, File{t.name, b.Bytes()})
	}
	return files, nil
}

// Safe returns a text so that no spreadsheet takes it, or a part of it, for a formula: an apostrophe stands before each
// character that would begin one. Where Excel separates by semicolons, a cell begins after each of them, and after a
// line's end even within quotation marks. An apostrophe in such a place gets one more, so that Plain returns every text
// as it was.
func Safe(text string) string {
	var b strings.Builder
	at := start{text: true, cell: true}
	for rest := text; rest != ""; {
		c, n := utf8.DecodeRuneInString(rest)
		if at.marks(c) {
			b.WriteByte('\'')
		}
		b.WriteString(rest[:n])
		at, rest = at.after(c), rest[n:]
	}
	return b.String()
}

// Plain returns the text of which Safe made cell. It returns a cell that Safe cannot have made unchanged.
func Plain(cell string) string {
	var b strings.Builder
	at := start{text: true, cell: true}
	for rest := cell; rest != ""; {
		if marked, hasMark := strings.CutPrefix(rest, "'"); hasMark && marked != "" {
			if c, _ := utf8.DecodeRuneInString(marked); at.marks(c) {
				rest = marked
			}
		}
		c, n := utf8.DecodeRuneInString(rest)
		b.WriteString(rest[:n])
		at, rest = at.after(c), rest[n:]
	}
	if text := b.String(); Safe(text) == cell {
		return text
	}
	return cell
}

// start says of a character whether the text begins with it, and whether a cell may.
type start struct{ text, cell bool }

// marks reports whether an apostrophe must stand before a character.
func (s start) marks(c rune) bool {
	return s.cell && strings.ContainsRune(formulas+"'", c) || s.text && strings.ContainsRune(skipped, c)
}

// after returns the start of the character that follows c.
func (s start) after(c rune) start {
	passedOver := c == '"' || unicode.IsSpace(c) // a formula may follow
	return start{cell: s.cell && passedOver || strings.ContainsRune(separators, c)}
}

func about(o overview.Season) [][]string {
	rows := [][]string{{"key", "value"}}
	add := func(key, value string) {
		if value != "" {
			rows = append(rows, []string{key, value})
		}
	}
	add("name", Safe(o.Name))
	add("format", string(o.Format))
	add("stage", string(o.Stage))
	add("since", when(o.Since))
	add("why", Safe(o.Why))
	for _, name := range o.Organisers {
		add("organiser", Safe(name))
	}
	t := o.Terms
	for i, s := range t.Settings {
		for _, v := range []struct{ key, value string }{{"module", s.Module}, {"scenario", s.Scenario},
			{"clock", s.Clock}} {
			add(fmt.Sprintf("round%d.%s", i+1, v.key), Safe(v.value))
		}
	}
	add("rounds", number(t.Rounds))
	add("days", strconv.Itoa(t.Days))
	add("playOff", number(t.PlayOff))
	add("up", number(t.Up))
	add("atOnce", strconv.Itoa(t.AtOnce))
	add("above", number(t.Above))
	add("floor", number(t.Floor))
	add("unfinished", string(t.Unfinished))
	add("dropped", string(t.Dropped))
	add("tied", string(t.Tied))
	add("contactHours", hours(t.ContactHours))
	add("warningHours", hours(t.WarningHours))
	for _, by := range t.TieBreaks {
		add("tieBreak", string(by))
	}
	return rows
}

func players(o overview.Season) [][]string {
	rows := [][]string{{"id", "name", "reserve", "left", "ladder"}}
	for _, p := range o.Players {
		rung := slices.Index(o.Ladder, p.ID) + 1
		rows = append(rows, []string{p.ID, Safe(p.Name), flag(p.Reserve), when(p.Left), number(rung)})
	}
	return rows
}

func results(o overview.Season) [][]string {
	rows := [][]string{{"game", "round", "playOff", "paired", "deadline", "pool", "first", "firstName", "second",
		"secondName", "repeats", "challenger", "module", "scenario", "clock", "firstSide", "secondSide", "opened",
		"ended", "firstPoints", "secondPoints", "margin", "unplayed", "bye", "clockRanOut", "how",
		"ruledBy", "reason", "annulled", "counts", "firstAsked", "firstLate", "secondAsked", "secondLate"}}
	for _, r := range o.Rounds {
		for _, g := range r.Games {
			row := []string{strconv.Itoa(g.Number), strconv.Itoa(g.Round), flag(r.PlayOff), when(r.Paired),
				when(r.Deadline), number(g.Pool), g.First, Safe(o.NameOf(g.First)), g.Second, nameOf(o, g.Second),
				number(g.Repeats), g.Challenger, g.Module, g.Scenario, Safe(g.Clock), Safe(g.Sides[0]),
				Safe(g.Sides[1]), when(g.Opened), when(g.Ended)}
			row = append(row, result(g.Result)...)
			row = append(row, g.How, Safe(g.Ruled), Safe(g.Reason), flag(g.Annulled), flag(g.Counts))
			for _, a := range g.Answers {
				row = append(row, number(a.Asked), number(a.Late))
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// result returns the six cells of a result, empty ones for nil: the game is not over.
func result(r *overview.Result) []string {
	if r == nil {
		return make([]string, 6)
	}
	return []string{points(r.Points[0], 2), points(r.Points[1], 2), strconv.Itoa(r.Margin), flag(r.Unplayed),
		flag(r.Bye), r.Clock}
}

func places(o overview.Season) [][]string {
	head := []string{"pool", "place", "player", "name", "points", "played", "won", "drawn", "lost", "unplayed"}
	for _, by := range o.Terms.TieBreaks {
		head = append(head, string(by))
	}
	rows := [][]string{append(head, "best", "worst", "moves", "out")}
	for _, t := range o.Tables {
		for _, r := range t.Rows {
			row := []string{number(t.Pool), strconv.Itoa(r.Place), r.Player, Safe(o.NameOf(r.Player))}
			row = append(row, points(r.Points, 2))
			for _, n := range []int{r.Played, r.Won, r.Drawn, r.Lost, r.Unplayed} {
				row = append(row, strconv.Itoa(n))
			}
			for i, n := range r.Broken {
				row = append(row, points(n, parts(o.Terms.TieBreaks[i])))
			}
			reach := standings.Range{}
			if r.Reach != nil {
				reach = *r.Reach
			}
			rows = append(rows, append(row, number(reach.Best), number(reach.Worst), string(r.Moves), flag(r.Out)))
		}
	}
	return rows
}

// points returns as points, such as 1.5, a number n of parts of a point; parts is how many make a whole point.
func points(n, parts int) string { return strconv.FormatFloat(float64(n)/float64(parts), 'f', -1, 64) }

// parts returns by what a tie-break's value is divided for players: it is in half points, or in their products.
func parts(by standings.TieBreak) int {
	switch by {
	case standings.HeadToHead, standings.Buchholz:
		return 2
	case standings.SonnebornBerger:
		return 4
	}
	return 1
}

func nameOf(o overview.Season, player string) string {
	if player == "" {
		return ""
	}
	return Safe(o.NameOf(player))
}

// number returns a number as a cell, "" for 0.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func flag(set bool) string {
	if set {
		return "true"
	}
	return ""
}

func hours(h float64) string { return strconv.FormatFloat(h, 'f', -1, 64) }

// when returns a time as a cell, "" for the zero time.
func when(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}
