package playeraid_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/rules/chart"
	"grognard/rules/document"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/playeraid"
	"grognard/rules/view"
)

// read reads a module's only file.
func read(file string) (*playeraid.Aid, error) {
	return playeraid.Read(modules.Folder{ID: "kiev", Where: "kiev", Files: fstest.MapFS{"tables.yaml": {Data: []byte(file)}}})
}

// table is a module with one table.
func table(keys string, rows ...string) string {
	if keys == "" {
		return "title: Kiev\nseries: scs\ntables:\n  Combat: |\n    " + strings.Join(rows, "\n    ") + "\n"
	}
	return "title: Kiev\nseries: scs\ntables:\n  Combat:\n    " + strings.ReplaceAll(keys, "\n", "\n    ") +
		"\n    rows: |\n      " + strings.Join(rows, "\n      ") + "\n"
}

// Every mistake is one finding, at its place, which says what would be right.
func TestRead_Findings(t *testing.T) {
	rows := []string{"1-2 A1 D1", "3-4 A1 D1", "5-6 A1 D1"}
	with := func(head string) []string { return append([]string{head}, rows...) }
	for file, want := range map[string]string{
		table("", "d6 1:1 2:1", "1-2 A1 D1", "4-6 A1 D1"):                                   "7:5: between rows 1-2 and 4-6 there is a gap",
		table("", "d6 1:1 2:1", "1-3 A1 D1", "3-6 A1 D1"):                                   "7:5: rows 1-3 and 3-6 overlap, or stand in the wrong order",
		table("", "d6 1:1 2:1", "1-2 A1 D1", "3-5 A1 D1"):                                   "6:5: a roll of 6, which d6 can come to, has no row",
		table("", with("d6 1:1")...):                                                        "5:5: has 1 columns, and each row has 2 results; separate all cells by bars if some have blanks in them",
		table("", "d6 1:1 2:1", "1-2 A1", "3-6 A1 D1"):                                      "6:5: row 1-2 has 1 results for 2 columns; separate all cells by bars if some have blanks in them",
		table("", "d6 | 1:1 | 2:1", "1-2 | A1 | D1", "3-6 | A1"):                            "7:5: row 3-6 has 1 results for 2 columns",
		table("", with("d6 2:1 1:1")...):                                                    "5:12: column 1:1 stands behind 2:1, and is no better for the attacker",
		table("", with("d6 1:1 3:2")...):                                                    "5:12: no strengths that are rounded to the nearest come to 3:2: write round: down",
		table("", "d6 1:1 2:1", "1-3 A1 D1", "4-6 A1 AR1"):                                  "7:12: result \"AR1\" has no meaning: explain \"AR\" under results",
		table("", "d6 1:1 2:1", "1-3 A1 D1", "x A1 D1"):                                     "7:5: \"x\" is no roll such as 7, or rolls such as 2-5, 10+ or 5-",
		table("", with("2x6 1:1 2:1")...):                                                   "5:5: the first line has the dice, such as 2d6, d66 or d10, and the columns; \"2x6\" are no dice",
		table("", rows...):                                                                  "5:5: the first line has the dice, such as 2d6, d66 or d10, and the columns; \"1-2\" are no dice",
		table("", with("4d6kh3 1:1 2:1")...):                                                "5:5: the first line has the dice, such as 2d6, d66 or d10, and the columns; \"4d6kh3\" are no dice",
		table("", with("d6 -1 0")...):                                                       "5:8: the columns are numbers: write strengths: ratio, difference, alone or none, and rows: | below it",
		table("", with("d6 1-2 1-1")...):                                                    "5:8: the columns are numbers: write strengths: ratio, difference, alone or none, and rows: | below it",
		table("strengths: ration", with("d6 1:1 2:1")...):                                   "5:16: \"ration\" is no way to compare strengths; nearest: ratio, alone, none, difference",
		table("strengths: alone", with("d6 1-5 5-9")...):                                    "7:14: columns 1-5 and 5-9 overlap, or stand in the wrong order",
		table("strengths: alone", with("d6 1-5 7-9")...):                                    "7:14: between columns 1-5 and 7-9 there is a gap",
		table("strengths: none\nbelow: A1", with("d6 x y")...):                              "6:12: below has no meaning in a table without strengths",
		table("", with("d6"+strings.Repeat(" 1:1", 500))...):                                "5:168: has 500 columns; at most 40 are read",
		"title: Kiev\ntables:\n  Combat:\n":                                                 "3:3: a table has no rows: write | behind its colon, and below it a line with the dice and the columns, and a line for each roll",
		"title: Kiev\ntables:\n  Combat: 2d6\n":                                             "3:11: a table has no rows: write | behind its colon, and below it a line with the dice and the columns, and a line for each roll",
		"title: Kiev\ntables: {}\n":                                                         "2:9: here should stand the names of tables, each with its rows",
		"title: Kiev\ntables: {The Great Table of All Combat: x}\n":                         "2:10: \"The Great Table of A\"… has 29 characters; at most 24 have room\nkiev/tables.yaml:2:41: a table has no rows: write | behind its colon, and below it a line with the dice and the columns, and a line for each roll",
		"title: Kiev\ntables: [Combat]\n":                                                   "2:9: here should stand the names of tables, each with its rows",
		table("", with("d6 1:1 2:1")...) + "modifiers: {Fog: {roll: 1, tables: [Combt]}}\n": "9:37: \"combt\" is no table; nearest: combat",
		"title: Kiev\n": "1:1: has neither tables nor terrain",
		"title: Kiev\nterrain: {Woods: {shift: one}}\n":                           "2:26: shift is \"one\", and not a whole number from -9 to 9",
		"title: Kiev\nterrain: {Woods: {attack: 0}}\n":                            "2:27: attack is \"0\", and not a factor such as 2 or 1/2, from 1/9 to 9",
		"title: Kiev\nterrain: {Woods: {shift: 1}}\nmodifiers: {woods: {}}\n":     "3:13: \"woods\" does nothing: give it shift, roll, attack or defence\nkiev/tables.yaml:3:13: there are two modifiers \"woods\", with those of terrain",
		"title: Kiev\nterrain: {Woods: {move: 2}}\nresults: {\"*\": }\n":          "3:11: \"*\" has no meaning",
		"title: Kiev\nseries: asl\nterrain: {Woods: {move: 2}}\n":                 "2:9: \"asl\" is no series that the program knows: scs, bcs, or no series",
		"title: Kiev\ntable: {}\nterrain: {Woods: {move: 2}}\n":                   "2:1: unknown field \"table\": perhaps \"tables\" is meant",
		"title: Kiev\nterrain: {Woods: 2}\n":                                      "2:11: \"Woods\" has no keys with values, such as {move: 2, shift: -1}",
		"title: Kiev\nterrain: {A: {Woods: {move: 2}}, B: 2}\n":                   "2:34: \"B\" is no side with kinds of terrain below it, as the others are",
		"title: Kiev\nterrain: {Woods: {move: 2}, A: {Hill: {move: 2}}}\n":        "2:29: \"A\" has kinds of terrain below it, and stands among some: charts of sides stand below all sides",
		"title: " + strings.Repeat("K", 61) + "\nterrain: {Woods: {move: 2}}\n":   "1:8: title is longer than 60 characters",
		"title: Kiev\nterrain: {Light wood: {move: 2}, light  Wood: {move: 2}}\n": "2:34: \"light  Wood\" stands twice",
		"title: Ki\xfeev\nterrain: {Woods: {move: 2}}\n":                          "1:10: the file is not UTF-8: save it as UTF-8. The byte here, FE, is þ in ISO 8859-1",
	} {
		if _, err := read(file); err == nil || err.Error() != "kiev/tables.yaml:"+want {
			t.Errorf("%s\nfound  %v\nwanted kiev/tables.yaml:%s", file, err, want)
		}
	}
}

// A file of 90 MiB is not read to its end, and a folder is no module of both kinds.
func TestRead_Folders(t *testing.T) {
	for want, f := range map[string]modules.Folder{
		"kiev/tables.yaml: is larger than 262144 bytes": {ID: "kiev", Files: fstest.MapFS{"tables.yaml": {Data: make([]byte, 90<<20)}}},
		"kiev/map.yaml: stands beside tables.yaml, with which a module has no game: take one of them away": {ID: "kiev",
			Files: fstest.MapFS{"tables.yaml": {Data: []byte("title: K\nterrain: {W: {move: 1}}")}, "map.yaml": {}}},
		"kiev/tables.yaml:1:1: the folder has the name of a game that ships, afb: give it another": {ID: "afb",
			Files: fstest.MapFS{"tables.yaml": {Data: []byte("title: K\nterrain: {W: {move: 1}}")}}},
		"kiev/tables.yaml:1:1: the folder's name \"A|b\" is not an identifier of at most 40 lower-case letters, digits and hyphens": {
			ID: "A|b", Files: fstest.MapFS{"tables.yaml": {Data: []byte("title: K\nterrain: {W: {move: 1}}")}}},
		"kiev/tables.yaml: is empty": {ID: "kiev", Files: fstest.MapFS{"tables.yaml": {Data: []byte("# nothing")}}},
	} {
		f.Where = "kiev"
		if _, err := playeraid.Read(f); err == nil || err.Error() != want {
			t.Errorf("found  %v\nwanted %s", err, want)
		}
	}
}

// What no roll and no strength comes to is probably a mistake, unless a modifier leads there.
func TestRead_Warnings(t *testing.T) {
	rows := []string{"2d6 1:1", "1 -", "2-12 A1", "13-14 D1"}
	for file, want := range map[string]string{
		table("", rows...): "6: no roll of 2d6 comes to row 1, 8: no roll of 2d6 comes to row 13-14",
		table("", rows...) + "modifiers: {Fog: {roll: -1}}":             "8: no roll of 2d6 comes to row 13-14",
		table("", rows...) + "modifiers: {A: {roll: 2}, B: {roll: -1}}": "",
		table("", "d66 1:1", "11-66 -") + "modifiers: {A: {roll: 2}}":   "6: a modifier adds to the number of d66, not to its place among the throws: 16+1 is 17, and is read in the row below it",
	} {
		a := must.Get(read(file))(t)
		var got []string
		for _, w := range a.Warnings {
			got = append(got, fmt.Sprintf("%d: %s", w.Line, strings.TrimPrefix(w.Message, "warning: ")))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s\nwarned of %q, wanted %q", file, got, want)
		}
	}
}

// The codes of the series cost what they do where the module explains them in words too, and the highest face of a die
// is 0 where the rows begin so.
func TestReckon_CodesAndZero(t *testing.T) {
	a := must.Get(read(table("", "d6 1:1", "1-3 D1", "4-6 A1D2r1") + "results: {D: the defender loses steps}\n"))(t)
	e := must.Get(a.Reckon(view.Inquiry{Attack: chart.Whole(1), Defence: chart.Whole(1)}))(t)
	if got := fmt.Sprint(e.Chances); got != "[{chances.attacker-steps [3]} {chances.defender-steps [6 3]} {chances.defender-retreat [3]}]" {
		t.Errorf("counted %s", got)
	}
	for rows, want := range map[string][]int{"0-4 - 5+ -": {5, 5}, "0-4 - 5-12 -": {5, 5}, "≤0 - 1-10 -": {0, 10}, "-2-4 - 5-9 -": {5, 5}, "1-4 - 5+ -": {4, 6}} {
		cells := strings.Fields(rows)
		a := must.Get(read(table("", "d10 1:1", strings.Join(cells[:2], " "), strings.Join(cells[2:], " "))))(t)
		printed := a.Reference().Tables[0]
		if got := []int{printed.Rows[0].Throws, printed.Rows[1].Throws}; !slices.Equal(got, want) {
			t.Errorf("%s come in %v throws", rows, got)
		}
	}
}

// No file makes the reader panic, and every finding has its file.
func FuzzRead(f *testing.F) {
	f.Add(table("", "d6 1:1 2:1", "1-6 A1 D1") + "terrain: {W: {shift: 1}}\nresults: {\"*\": {means: x, defender: n}}\n")
	f.Add("title: x\ntables: {A: {strengths: alone, below: first, rows: \"d66 1\\n11-66 x\"}}\n")
	f.Fuzz(func(t *testing.T, file string) {
		_, err := read(file)
		var one document.Finding
		if err != nil && !errors.As(err, &one) {
			t.Errorf("%v has no place", err)
		}
	})
}
