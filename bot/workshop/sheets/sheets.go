// Package sheets helps the owner of a game to type its tables: it begins a module that has only tables, and converts a
// table that was saved from a spreadsheet.
//
//	err = sheets.Begin(folder, io.Discard)
//	text, err := sheets.Import("weather.csv", []byte("Roll;Summer;Autumn\n2–6;Clear;Light rain\n7–12;Storm;Mud\n"))
//
// The text stands below "tables:" of tables.yaml.
//
// A table is text in UTF-8 or UTF-16 whose cells are separated by tabs, semicolons or commas, whichever its first line
// has. The first line has the columns, each other line begins with a roll. Cells are copied as they are, with runs of
// blanks made one.
//
// Limits: what a cell means is not known here; `module lint` says what is wrong with it.
package sheets

import (
	"bytes"
	_ "embed" // the beginning of a module
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"grognard/rules/document"
	"grognard/rules/letters"
	"grognard/rules/modules"
	"grognard/rules/playeraid"

	"golang.org/x/text/encoding/unicode"
)

//go:embed tables.yaml
var beginning string

// Begin writes a module that has only tables into a folder: a small example with every key, to be changed. It fails if
// the file exists.
func Begin(dir string, out io.Writer) error {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	name := filepath.Base(absolute)
	if !playeraid.IsName(name) {
		return fmt.Errorf("%s: a module is named by at most 40 lower-case letters, digits and hyphens", name)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	file := filepath.Join(dir, playeraid.FileName)
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = strings.NewReplacer("TITLE", fmt.Sprintf("%q", name)).WriteString(f, beginning)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s is begun: change it into your game's tables, and \"module lint %s\" says what is "+
		"wrong.\n", file, dir)
	return err
}

// Lint prints the mistakes in a module that has only tables, one per line, or if there are none its warnings and a
// summary. Clean reports that there are no mistakes.
func Lint(f modules.Folder, out io.Writer) (clean bool, err error) {
	a, mistakes := playeraid.Read(f)
	if mistakes != nil {
		_, err = fmt.Fprintln(out, mistakes)
		return false, err
	}
	for _, w := range a.Warnings {
		if _, err := fmt.Fprintln(out, w); err != nil {
			return false, err
		}
	}
	var tables []string
	for _, t := range a.Reference().Tables {
		tables = append(tables, t.ID)
	}
	_, err = fmt.Fprintf(out, "%s: %s, tables to look up (%s), without mistakes\n", f.Where, a.Title,
		strings.Join(tables, ", "))
	return true, err
}

// maxFile is the greatest size of a table in bytes.
const maxFile = 256 << 10

// Print prints a file with a table as Import reads it.
func Print(file string, out io.Writer) error {
	table, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	text, err := Import(file, table)
	if err == nil {
		_, err = io.WriteString(out, text)
	}
	return err
}

// Import reads a table that was saved from a spreadsheet, and returns it as tables.yaml has it. The error joins all
// mistakes, each a document.Finding with its line.
func Import(file string, table []byte) (string, error) {
	wrong := func(line, column int, format string, args ...any) error {
		return document.Spot{File: file, Line: line, Column: column}.Finding(format, args...)
	}
	if len(table) > maxFile {
		return "", wrong(0, 0, "is larger than %d bytes", maxFile)
	}
	text, err := decoded(table)
	if err != nil {
		return "", wrong(0, 0, "%v", err)
	}
	rows, errs := cells(text, wrong)
	if len(errs) == 0 && len(rows) < 2 {
		errs = append(errs, wrong(0, 0, "has no rows: the first line has the columns, each other line begins with a "+
			"roll"))
	}
	if len(errs) > 0 {
		return "", errors.Join(errs...)
	}
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	rows[0][0] = dice(rows[1:])
	if words := strengths(rows[0][1:]); words != "" {
		return fmt.Sprintf("  %q:\n    strengths: %s\n    rows: |\n", name, words) + laidOut(rows), nil
	}
	return fmt.Sprintf("  %q: |\n", name) + laidOut(rows), nil
}

// decoded returns a table in UTF-8, without a byte order mark. Spreadsheets also write UTF-16, with such a mark.
func decoded(table []byte) (string, error) {
	if bytes.HasPrefix(table, []byte("\xff\xfe")) || bytes.HasPrefix(table, []byte("\xfe\xff")) {
		plain, err := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Bytes(table)
		return string(plain), err
	}
	if !utf8.Valid(table) {
		return "", errors.New(`is neither UTF-8 nor UTF-16: save it as "CSV UTF-8"`)
	}
	return strings.TrimPrefix(string(table), "\ufeff"), nil
}

// cells splits a table into rows of cells, without empty lines. Errs has every mistake, made by wrong.
func cells(text string, wrong func(int, int, string, ...any) error) (rows [][]string, errs []error) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes = separator(text), -1, true
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return rows, errs
		}
		if broken, ok := errors.AsType[*csv.ParseError](err); ok {
			return rows, append(errs, wrong(broken.Line, broken.Column, "%v", broken.Err))
		}
		var row []string
		for _, cell := range record {
			row = append(row, strings.Join(strings.Fields(cell), " "))
		}
		for len(row) > 0 && row[len(row)-1] == "" { // columns of the sheet beyond the table
			row = row[:len(row)-1]
		}
		if len(row) == 0 {
			continue
		}
		for i, cell := range row {
			line, column := r.FieldPos(i)
			switch {
			case cell == "" && (i > 0 || len(rows) > 0):
				errs = append(errs, wrong(line, column, "a cell is empty: write - where nothing happens"))
			case strings.ContainsAny(cell, "|"):
				errs = append(errs, wrong(line, column, "%q has a bar in it, which separates cells in tables.yaml",
					cell))
			}
		}
		if line, _ := r.FieldPos(0); len(rows) > 0 && len(row) != len(rows[0]) {
			errs = append(errs, wrong(line, 1, "has %d cells, and the first line has %d", len(row), len(rows[0])))
		}
		rows = append(rows, row)
	}
}

// separator returns the sign that separates cells: a tab or semicolon if the first line has one, else a comma.
func separator(text string) rune {
	first, _, _ := strings.Cut(strings.TrimLeft(text, "\r\n"), "\n")
	for _, sign := range "\t;" {
		if strings.ContainsRune(first, sign) {
			return sign
		}
	}
	return ','
}

// dice guesses the dice of a table by its first and last roll; an owner who has others changes them.
func dice(rows [][]string) string {
	first, last := letters.Plain(rows[0][0]), letters.Plain(rows[len(rows)-1][0])
	ends := func(text, number string, sign ...string) bool {
		for _, s := range append(sign, "") {
			if text == number+s {
				return true
			}
		}
		return strings.HasPrefix(text, number+"-") || strings.HasSuffix(text, "-"+number)
	}
	for _, d := range []struct{ first, last, dice string }{{"11", "66", "d66"}, {"2", "12", "2d6"}, {"3", "18", "3d6"},
		{"1", "6", "d6"}, {"1", "10", "d10"}, {"0", "9", "d10"}, {"1", "100", "d100"}} {
		if ends(first, d.first) && ends(last, d.last, "+") {
			return d.dice
		}
	}
	return "2d6"
}

// strengths guesses the value of the key "strengths" from columns that are numbers; "" if the columns are not.
func strengths(columns []string) string {
	signed := "alone"
	for _, c := range columns {
		plain := letters.Plain(c)
		if plain == "" || strings.Trim(plain, "0123456789+-.<>=≤≥ ") != "" {
			return ""
		}
		if plain[0] == '-' || plain[0] == '+' {
			signed = "difference"
		}
	}
	return signed
}

// laidOut returns the rows as tables.yaml has them: in aligned columns, with bars between them if any cell has a blank.
func laidOut(rows [][]string) string {
	bars := ""
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			if strings.Contains(cell, " ") {
				bars = "|"
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var out strings.Builder
	for _, row := range rows {
		line := "     "
		for i, cell := range row {
			if i > 0 && bars != "" {
				line += " " + bars
			}
			line += " " + cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return out.String()
}
