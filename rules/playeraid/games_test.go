package playeraid_test

import (
	"encoding/csv"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"grognard/bot/lookup"
	"grognard/bot/lookup/modified"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/playeraid"
	"grognard/rules/view"
)

// records reads a table of expectations without its first line.
func records(t *testing.T, file string) [][]string {
	t.Helper()
	f := must.Get(os.Open(file))(t)
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = ';', true
	return must.Get(r.ReadAll())(t)[1:]
}

// fight is what is asked of a table.
type fight struct{ table, attack, defence, modifiers string }

// Somebody who had only the page for owners typed five games as odd as printed ones, and counted without the program.
// Every cell, and every column and chance of their fights, must be as counted then.
func TestGames_OfAnotherHand(t *testing.T) {
	cells, fights := 0, 0
	for _, id := range []string{"gazala", "isonzo", "kazatin", "narvik", "tsushima"} {
		dir := filepath.Join("testdata", "games", id)
		aid := must.Get(playeraid.Read(modules.Folder{ID: id, Where: dir, Files: os.DirFS(dir)}))(t)
		book := lookup.OfAid(aid)
		for _, r := range records(t, filepath.Join(dir, "cells.csv")) { // table, column, row, result
			table := must.Get(book.Table(r[0]))(t)
			column := slices.Index(table.Columns, r[1])
			row := slices.IndexFunc(table.Rows, func(o view.TableRow) bool { return o.Label() == r[2] })
			if column < 0 || row < 0 || table.Rows[row].Entries[column] != r[3] {
				t.Errorf("%s: %v: column %d, row %d", id, r, column, row)
			}
			cells++
		}
		counted, columns := map[fight]map[string]int{}, map[fight]string{}
		for _, r := range records(t, filepath.Join(dir, "chances.csv")) { // fight, column, result, throws, of all
			f := fight{r[0], r[1], r[2], r[3]}
			if counted[f] == nil {
				counted[f] = map[string]int{}
			}
			counted[f][r[5]] += must.Get(strconv.Atoi(r[6]))(t) * 1000 / must.Get(strconv.Atoi(r[7]))(t)
			columns[f] = r[4]
		}
		for f, want := range counted {
			table := must.Get(book.Table(f.table))(t)
			all := must.Get(modified.Find(aid.Reference(), table, f.modifiers, view.Text.String))(t)
			e, err := book.Odds(lookup.Fight{Table: f.table, Attack: f.attack, Defence: f.defence, Modifiers: all})
			if err != nil {
				t.Errorf("%s: %+v: %v", id, f, err)
				continue
			}
			got, column := map[string]int{}, e.Results[0].Result
			for _, r := range e.Results {
				got[r.Result] += r.Throws * 1000 / e.Throws
			}
			if e.Column >= 0 {
				column = table.Columns[e.Column]
			}
			if column != columns[f] || !maps.Equal(got, want) {
				t.Errorf("%s: %+v: column %s with %v, want %s with %v", id, f, column, got, columns[f], want)
			}
			fights++
		}
	}
	if cells < 700 || fights < 200 {
		t.Errorf("only %d cells and %d fights were compared", cells, fights)
	}
}

// Beside its rows, terrain, modifiers and results a game of one table is ten lines at most: its sections, and the keys
// of the table; its printed title and its paragraph are two more.
func TestGames_TenLines(t *testing.T) {
	for _, id := range []string{"gazala", "isonzo", "kazatin", "narvik", "tsushima"} {
		text := string(must.Get(os.ReadFile(filepath.Join("testdata", "games", id, "tables.yaml")))(t))
		sections, keys, section := 0, map[string]int{}, ""
		table := ""
		for line := range strings.Lines(text) {
			indent := len(line) - len(strings.TrimLeft(line, " "))
			name, _, isKey := strings.Cut(strings.TrimSpace(line), ":")
			switch {
			case indent == 0 && isKey:
				sections, section = sections+1, name
			case section == "tables" && indent == 2:
				table, keys[name] = name, 1
			case section == "tables" && indent == 4 && slices.Contains([]string{"strengths", "round", "below",
				"rows"}, name):
				keys[table]++
			}
		}
		for name, n := range keys {
			if sections+n > 10 {
				t.Errorf("%s with %s alone has %d lines", id, name, sections+n)
			}
		}
	}
}
