// Package past reads players and past results from comma-separated values that an organiser brings along. For each line
// that it does not take it says why.
//
//	s, err := past.Read(file, time.Now()) // err is an Unreadable: nothing of the file can be taken
//	s.Check(past.Checks{Who: who, Modules: modules, Zone: zone})
//	fmt.Println(len(s.Players), len(s.Results), len(s.Refused))
//
// A file of players has a column player, and may have zone and order. A file of results has date, first, second, result
// and module, and may have scenario and side, the one that first played. The results.csv of package sheet is such a
// file, too. Columns may stand in any order, and others are passed over. Cells are separated by commas, semicolons or
// tabs, as the heads are, or as a line such as sep=; before them says. Lines may end as on any system.
//
// A file is UTF-8, with or without a byte order mark, or UTF-16 with one. Any other is taken for Windows-1252; Guessed
// says so, as the guess may be wrong.
//
// Limits: players are only users that Checks.Who knows. Other names are refused, and so stored nowhere.
package past

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"grognard/bot/league/sheet"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// What a file may have at most.
const (
	MostBytes = 512 << 10
	MostLines = 10_000
	MostLine  = 1_000 // bytes of a line
)

// Why is the reason for which a line is refused, or a file.
type Why string

// The reasons for which a file is refused.
const (
	Empty    Why = "empty"
	TooLarge Why = "too-large"
	TooMany  Why = "too-many"
	TooLong  Why = "too-long" // a line is
	NotText  Why = "not-text"
	Quotes   Why = "quotes"  // a quotation mark is not closed
	NoHead   Why = "no-head" // the first line does not name the columns
)

// The reasons for which a line is refused. Refused.What is the wrong cell, if nothing else is said; "" for none.
const (
	Cells     Why = "cells" // too few are filled in
	Twice     Why = "twice" // What is the earlier line with the same player
	Nobody    Why = "nobody"
	Several   Why = "several" // several users have the name
	NoMember  Why = "no-member"
	Bot       Why = "bot"
	NotFound  Why = "not-found" // nobody could be looked up in time
	Oneself   Why = "oneself"
	BadDate   Why = "date"
	Future    Why = "future"
	BadResult Why = "result"
	Unplayed  Why = "unplayed"
	Annulled  Why = "annulled"
	NoModule  Why = "module"
	NoSide    Why = "side"
	BadZone   Why = "zone"
	BadOrder  Why = "order"
)

// Refused is a line that is not taken.
type Refused struct {
	Line int
	Why  Why
	What string
}

// Unreadable is the error for a file of which nothing is taken. Line is 0 if it is about no single line.
type Unreadable struct {
	Line int
	Why  Why
}

func (u Unreadable) Error() string { return fmt.Sprintf("line %d: %s", u.Line, u.Why) }

// Player is a line of a file of players.
type Player struct {
	Line  int
	Name  string
	User  string // set by Check
	Zone  string
	Order int // the place in the order of strength, from 1; 0 if the file says none
}

// Result is a line of a file of results.
type Result struct {
	Line     int
	At       time.Time // noon in UTC for a day without a time
	Names    [2]string
	Users    [2]string // set by Check
	Points   [2]int    // half points
	Module   string
	Scenario string
	Side     string // the side of the player who stands first in the file
	Sided    bool   // Names[0] had the first side; Check exchanges the two players if Side says so
}

// Sheet is what was read from a file.
type Sheet struct {
	Encoding string // such as UTF-8
	Guessed  bool   // nothing in the file says that this is its encoding
	Players  []Player
	Results  []Result
	Refused  []Refused // after Check in the order of lines
	Open     []int     // lines of games that are not over yet, in a file of this program
}

// Read reads a file. Results must be older than now.
func Read(file []byte, now time.Time) (s Sheet, err error) {
	if len(file) > MostBytes {
		return s, Unreadable{0, TooLarge}
	}
	text, err := s.decode(file)
	if err != nil {
		return s, err
	}
	comma, text, said := separator(text)
	n, headLines := 0, 1
	if said {
		headLines = 2
	}
	for line := range strings.Lines(text) {
		n++
		if len(line) > MostLine {
			return s, Unreadable{n, TooLong}
		}
	}
	if n > MostLines+headLines {
		return s, Unreadable{0, TooMany}
	}
	return s, s.read(text, comma, now)
}

// decode returns a file as text, and sets Encoding and Guessed.
func (s *Sheet) decode(file []byte) (string, error) {
	var by encoding.Encoding
	switch {
	case bytes.HasPrefix(file, []byte("\xff\xfe")), bytes.HasPrefix(file, []byte("\xfe\xff")):
		s.Encoding, by = "UTF-16", unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM)
	case utf8.Valid(file):
		s.Encoding, by = "UTF-8", unicode.UTF8BOM
	default:
		s.Encoding, s.Guessed, by = "Windows-1252", true, charmap.Windows1252
	}
	text, err := by.NewDecoder().Bytes(file)
	if err != nil || bytes.ContainsRune(text, 0) || bytes.ContainsRune(text, utf8.RuneError) {
		return "", Unreadable{0, NotText}
	}
	if !bytes.ContainsRune(text, '\n') { // from an old Macintosh, or Excel's "CSV (Macintosh)"
		text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
	}
	return string(text), nil
}

// separator returns the character that separates a file's cells. If the first line says it, as Excel's sep=; does, said
// is true and without has that line emptied. Else it is the one that the first line has most of.
func separator(text string) (comma rune, without string, said bool) {
	head, rest, _ := strings.Cut(text, "\n")
	for _, c := range ",;\t" {
		if strings.EqualFold(strings.TrimRight(head, "\r"), "sep="+string(c)) {
			return c, "\n" + rest, true
		}
		if comma == 0 || strings.Count(head, string(c)) > strings.Count(head, string(comma)) {
			comma = c
		}
	}
	return comma, text, false
}

// read reads the lines of a file.
func (s *Sheet) read(text string, comma rune, now time.Time) error {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.Comma = -1, comma
	var columns heads
	for {
		cells, err := r.Read()
		var wrong *csv.ParseError
		switch {
		case errors.As(err, &wrong):
			return Unreadable{wrong.StartLine, Quotes}
		case err == io.EOF && len(s.Players)+len(s.Results)+len(s.Refused)+len(s.Open) == 0:
			return Unreadable{0, Empty}
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case strings.TrimSpace(strings.Join(cells, "")) == "":
			continue
		case columns == nil:
			if columns = headsOf(cells); !columns.areOfPlayers() && !columns.areOfResults() {
				return Unreadable{1, NoHead}
			}
			continue
		}
		line, _ := r.FieldPos(0)
		s.take(line, columns, cells, now)
	}
}

// take adds a line to s, as a player, a result, an open game or a refusal.
func (s *Sheet) take(line int, in heads, cells []string, now time.Time) {
	cell := func(names string) string {
		i := in.find(names)
		if i < 0 || i >= len(cells) {
			return ""
		}
		return strings.TrimSpace(sheet.Plain(strings.TrimSpace(cells[i])))
	}
	why, what, isSheet := Why(""), "", in.find("firstpoints") >= 0 // isSheet: of package sheet, or alike
	if in.areOfResults() && isSheet &&
		cell(date)+cell("result")+cell("firstpoints")+cell("secondpoints") == "" && cell(first) != "" {
		s.Open = append(s.Open, line)
		return
	}
	if in.areOfResults() {
		r := Result{Line: line, Names: [2]string{cell(first), cell(second)}, Module: cell("module"),
			Scenario: cell("scenario"), Side: cell("side"), Sided: isSheet}
		r.At, why = day(cell(date), now)
		what = cell(date)
		if why == "" {
			what = cmp.Or(cell("result"), cell("firstpoints")+"-"+cell("secondpoints"))
			r.Points, why = points(cell("result"), cell("firstpoints"), cell("secondpoints"))
		}
		switch {
		case r.Names[0] == "" || r.Names[1] == "" || r.Module == "":
			why, what = Cells, ""
		case cell("unplayed") == "true" || cell("bye") == "true":
			why, what = Unplayed, ""
		case cell("annulled") == "true":
			why, what = Annulled, ""
		}
		if why == "" {
			s.Results = append(s.Results, r)
			return
		}
	} else {
		p := Player{Line: line, Name: cell(player), Zone: cell("zone")}
		order, err := strconv.Atoi(cell("order"))
		switch {
		case p.Name == "":
			why = Cells
		case cell("order") != "" && (err != nil || order < 1 || order > MostLines):
			why, what = BadOrder, cell("order")
		default:
			p.Order = order
			s.Players = append(s.Players, p)
			return
		}
	}
	s.Refused = append(s.Refused, Refused{line, why, what})
}

// heads are the names of the columns, in lower case.
type heads []string

// The names that columns may have, in lower case and the better one first.
const (
	player = "player user name"
	date   = "date ended"
	first  = "firstname first"
	second = "secondname second"
)

func headsOf(cells []string) heads {
	h := heads{}
	for _, c := range cells {
		h = append(h, strings.ToLower(strings.TrimSpace(c)))
	}
	return h
}

// find returns the index of the column with the first of the names that there is, -1 for none.
func (h heads) find(names string) int {
	for name := range strings.FieldsSeq(names) {
		if i := slices.Index(h, name); i >= 0 {
			return i
		}
	}
	return -1
}

func (h heads) areOfResults() bool {
	points := h.find("result") >= 0 || h.find("firstpoints") >= 0 && h.find("secondpoints") >= 0
	return points && h.find(date) >= 0 && h.find(first) >= 0 && h.find(second) >= 0 && h.find("module") >= 0
}

func (h heads) areOfPlayers() bool { return h.find(player) >= 0 }

// day reads when a game was over. A day without a time means noon in UTC, which is that day in nearly all zones.
func day(text string, now time.Time) (at time.Time, why Why) {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		at, err = time.Parse(time.DateOnly, text)
		at = at.Add(12 * time.Hour)
	}
	tomorrow := now.UTC().Truncate(24 * time.Hour).Add(24 * time.Hour)
	switch isDay := len(text) == len(time.DateOnly); {
	case err != nil || at.Year() < 1970:
		return at, BadDate
	case at.After(now) && !(isDay && at.Before(tomorrow)):
		return at, Future
	case at.After(now): // today, before noon
		return now.UTC(), ""
	}
	return at.UTC(), ""
}

// parse reads the points of a player. The decimal sign may be a comma, as spreadsheets write it.
func parse(points string) (float64, error) {
	return strconv.ParseFloat(strings.ReplaceAll(points, ",", "."), 64)
}

// points reads a result: 1-0, 0-1 or ½-½, or the points of both.
func points(result, first, second string) ([2]int, Why) {
	if result == "" {
		a, err := parse(first)
		b, wrong := parse(second)
		switch sum := a + b; { // 1 of what is written today, 2 of the half points of earlier files
		case err != nil || wrong != nil || a < 0 || b < 0:
		case sum == 1 && (a == 0 || a == 0.5 || a == 1):
			return [2]int{int(2 * a), int(2 * b)}, ""
		case sum == 2 && (a == 0 || a == 1 || a == 2):
			return [2]int{int(a), int(b)}, ""
		}
		return [2]int{}, BadResult
	}
	a, b, ok := strings.Cut(strings.ReplaceAll(strings.ReplaceAll(result, "–", "-"), ":", "-"), "-")
	switch a, b = strings.TrimSpace(a), strings.TrimSpace(b); {
	case !ok:
	case a == "1" && b == "0":
		return [2]int{2, 0}, ""
	case a == "0" && b == "1":
		return [2]int{0, 2}, ""
	case a == b && (a == "½" || a == "1/2" || a == "0.5" || a == "0,5"):
		return [2]int{1, 1}, ""
	}
	return [2]int{}, BadResult
}
