package playeraid_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/rules/document"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/playeraid"
)

// read reads a module's only file.
func read(file string) (*playeraid.Aid, error) {
	return playeraid.Read(modules.Folder{ID: "kiev", Where: "kiev", Files: fstest.MapFS{"tables.yaml": {Data: []byte(file)}}})
}

// table is a module with one table.
func table(keys string, rows ...string) string {
	return "title: Kiev\nseries: scs\ntables:\n  Combat:\n    " + strings.ReplaceAll(keys, "\n", "\n    ") +
		"\n    rows: |\n      " + strings.Join(rows, "\n      ") + "\n"
}

// Every mistake is one finding, at its place, which says what would be right.
func TestRead_Findings(t *testing.T) {
	d6 := []string{"1-2 A1 D1", "3-4 A1 D1", "5-6 A1 D1"}
	with := func(head string, rows ...string) []string { return append([]string{head}, rows...) }
	wide := "roll" + strings.Repeat(" 1:1", 500)
	for file, want := range map[string]string{
		table("dice: d6", with("roll 1:1 2:1", "1-2 A1 D1", "4-6 A1 D1")...):      "9:7: between rows 1-2 and 4-6 there is a gap",
		table("dice: d6", with("roll 1:1 2:1", "1-3 A1 D1", "3-6 A1 D1")...):      "9:7: rows 1-3 and 3-6 overlap, or stand in the wrong order",
		table("dice: d6", with("roll 1:1 2:1", "1-2 A1 D1", "3-5 A1 D1")...):      "8:7: a roll of 6, which d6 can come to, has no row",
		table("dice: d6", with("roll 1:1", d6...)...):                             "7:7: has 2 headings for 2 columns: the first stands above the rolls, such as roll",
		table("dice: d6", with("roll 1:1 2:1", "1-2 A1", "3-6 A1 D1")...):         "9:7: row 3-6 has 2 results, and row 1-2 has 1",
		table("dice: d6", with("roll 2:1 1:1", d6...)...):                         "7:16: column 1:1 stands behind 2:1, and is no better for the attacker",
		table("dice: d6", with("roll 1:1 3:2", d6...)...):                         "7:16: no strengths that are rounded to the nearest come to 3:2: write round: down",
		table("dice: d6", with("roll 1:1 2:1", "1-3 A1 D1", "4-6 A1 AR1")...):     "9:14: result \"AR1\" has no meaning: explain \"AR\" under results",
		table("dice: d6", with("roll 1:1 2:1", "1-3 A1 D1", "x A1 D1")...):        "9:7: \"x\" is no roll such as 7, or rolls such as 2-5, 10+ or 5-",
		table("dice: 2x6", with("roll 1:1 2:1", d6...)...):                        "5:11: \"2x6\" are no dice of a table; write them like 2d6, 1d10, d66 or d%",
		table("dice: 4d6kh3", with("roll 1:1 2:1", d6...)...):                     "5:11: \"4d6kh3\" are no dice of a table; write them like 2d6, 1d10, d66 or d%",
		table("dice: d6\nstrengths: ration", with("roll 1:1 2:1", d6...)...):      "6:16: \"ration\" is no way to compare strengths; nearest: ratio, alone, none, difference",
		table("dice: d6\nstrengths: alone", with("roll 1-5 5-9", d6...)...):       "8:16: columns 1-5 and 5-9 overlap, or stand in the wrong order",
		table("dice: d6\nstrengths: alone", with("roll 1-5 7-9", d6...)...):       "8:16: between columns 1-5 and 7-9 there is a gap",
		table("dice: d6", with(wide, d6...)...):                                   "7:172: has 500 columns; at most 40 are read",
		table("dice: d6"):                                                         "4:3: rows is missing, or has no rows: write \"rows: |\", and below it a line of headings and a line for each roll",
		"title: Kiev\n":                                                           "1:1: has neither tables nor terrain",
		"title: Kiev\nterrain: {Woods: {shift: one}}\n":                           "2:26: shift is \"one\", and not a whole number from -9 to 9",
		"title: Kiev\nterrain: {Woods: {attack: 0}}\n":                            "2:27: attack is \"0\", and not a factor such as 2 or 1/2, from 1/9 to 9",
		"title: Kiev\nterrain: {Woods: {shift: 1}}\nmodifiers: {woods: {}}\n":     "3:13: \"woods\" does nothing: give it shift, roll, attack or defence\nkiev/tables.yaml:3:13: there are two modifiers \"woods\", with those of terrain",
		"title: Kiev\nterrain: {Woods: {move: 2}}\nresults: {\"*\": }\n":          "3:11: \"*\" has no meaning",
		"title: Kiev\nseries: asl\nterrain: {Woods: {move: 2}}\n":                 "2:9: \"asl\" is no series that the program knows: scs, bcs, or no series",
		"title: Kiev\ntable: {}\nterrain: {Woods: {move: 2}}\n":                   "2:1: unknown field \"table\": perhaps \"tables\" is meant",
		"title: Kiev\nterrain: {Woods: 2}\n":                                      "2:11: \"Woods\" has no keys with values, such as {move: 2, shift: -1}",
		"title: Kiev\nterrain: {A: {Woods: {move: 2}}, B: 2}\n":                   "2:34: \"B\" is no side with kinds of terrain below it, as the others are",
		"title: Kiev\nterrain: {Light wood: {move: 2}, light  Wood: {move: 2}}\n": "2:34: \"light  Wood\" stands twice",
		"title: " + strings.Repeat("K", 61) + "\nterrain: {Woods: {move: 2}}\n":   "1:8: title is longer than 60 characters",
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
	rows := []string{"roll 1:1", "1 -", "2-12 A1", "13-14 D1"}
	for file, want := range map[string]string{
		table("dice: 2d6", rows...):                                              "in table combat no roll of 2d6 comes to row 1, in table combat no roll of 2d6 comes to row 13-14",
		table("dice: 2d6", rows...) + "modifiers: {Fog: {roll: -1}}":             "in table combat no roll of 2d6 comes to row 13-14",
		table("dice: 2d6", rows...) + "modifiers: {A: {roll: 2}, B: {roll: -1}}": "",
	} {
		a := must.Get(read(file))(t)
		var got []string
		for _, w := range a.Warnings {
			got = append(got, strings.TrimPrefix(w.Message, "warning: "))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s\nwarned of %q, wanted %q", file, got, want)
		}
	}
}

// No file makes the reader panic, and every finding has its file.
func FuzzRead(f *testing.F) {
	f.Add(table("dice: d6", "roll 1:1 2:1", "1-6 A1 D1") + "terrain: {W: {shift: 1}}\nresults: {\"*\": {means: x, defender: n}}\n")
	f.Add("title: x\ntables: {A: {dice: d66, strengths: alone, below: first, rows: \"r 1\\n11-66 x\"}}\n")
	f.Fuzz(func(t *testing.T, file string) {
		_, err := read(file)
		var one document.Finding
		if err != nil && !errors.As(err, &one) {
			t.Errorf("%v has no place", err)
		}
	})
}
