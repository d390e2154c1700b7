package seriestest_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/rules"
	"grognard/rules/adjudicate"
	"grognard/rules/modules"
	"grognard/rules/rulebook"
	"grognard/rules/seriestest"
)

// bridge is the game of the series, read by the dialects that the program knows and this one.
func bridge(t testing.TB) *modules.Definition {
	t.Helper()
	d, _, err := rules.Modules(seriestest.Series{}).Folder(seriestest.Bridge())
	noError(t, err)
	if len(d.Warnings) > 0 {
		t.Error(d.Warnings)
	}
	return d
}

// A module of the series is refused by a program that does not know it.
func TestUnknownToTheProgram(t *testing.T) {
	_, _, err := rules.Modules().Folder(seriestest.Bridge())
	if want := `bridge/game.yaml:3:9: "pocket" is no series; known are ["scs"]`; err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("told %v, want %s", err, want)
	}
}

// Mistakes in a module are reported at their place: in keys and words of the series, and for keys of one series
// in a module of another.
func TestFindings(t *testing.T) {
	drill, err := modules.Files("drill")
	noError(t, err)
	pocket := modules.Source{}
	for _, name := range []string{"game.yaml", "map.yaml", "charts.yaml", "units.yaml", "setup.yaml"} {
		if pocket[name], err = fs.ReadFile(seriestest.Bridge().Files, name); err != nil {
			t.Fatal(err)
		}
	}
	for i, c := range []struct {
		in                   modules.Source
		file, old, new, want string
	}{
		{pocket, "game.yaml", "pace: 3", "pace: ^fast", "is not a whole number from 1 to 9"},
		{pocket, "game.yaml", "[Van, Rear]", "[Van, ^Guard]", "formation Guard stands twice"},
		{pocket, "game.yaml", "shaken: shaken", "shaken: ^weary", `"weary" is no mark of this game`},
		{pocket, "charts.yaml", "columns: [-2, 0, 2]", "columns: [-2, 0, ^0]", "columns go up: 0 comes after 0"},
		{pocket, "charts.yaml", "11: [hit, hit, hit]", "11: [hit, hit, ^D1]", `"D1" is no result`},
		{pocket, "charts.yaml", "11: [hit, hit, hit]", "^11: [hit, hit]", "row 11 has 2 results for 3 columns"},
		{pocket, "units.yaml", "force: 6, steps: 1", "force: ^12, steps: 1", "is not a whole number from 1 to 9"},
		{pocket, "units.yaml", "blue-horse: {side: blue, symbol: cavalry, size: company, force: 6, steps: 1}",
			"^blue-horse: {side: blue, symbol: cavalry, size: company, steps: 1}", "force is missing"},
		{pocket, "units.yaml", "b-1: {type: blue-foot, name: 1 Foot, formation: Guard}",
			"^b-1: {type: blue-foot, name: 1 Foot, formation: Van}", `"Van" is no formation of side blue`},
		{pocket, "setup.yaml", "name: Dawn\n", "name: Dawn\n    arrivals: [^{turn: 2, side: red}]\n",
			"nobody arrives later"},
		// a rating that the series lacks, and other keys of another series
		{pocket, "units.yaml", "force: 6,", "force: 6, ^full: 4-4-5,", `unknown field "full"`},
		{pocket, "units.yaml", "force: 6,", "force: 6, ^exploit: yes,", `unknown field "exploit"`},
		{pocket, "game.yaml", "pace: 3", "pace: 3\n^phases: {blue: [movement]}", `unknown field "phases"`},
		{pocket, "charts.yaml", "march:", "^combat: {dice: 2d6}\nmarch:", `unknown field "combat"`},
		{drill, "game.yaml", "overrun:", "^formations: {blue: [Guard]}\noverrun:", `unknown field "formations"`},
		{drill, "charts.yaml", "combat:", "^strike: {columns: [0]}\ncombat:", `unknown field "strike"`},
		{drill, "units.yaml", "full: 8-6-8", "full: 8-6-8, ^force: 4", `unknown field "force"`},
	} {
		t.Run(fmt.Sprintf("%d %s", i, c.want), func(t *testing.T) { finds(t, c.in, c.file, c.old, c.new, c.want) })
	}
}

// finds replaces a text in a file and expects a finding where ^ stands in the replacement.
func finds(t *testing.T, src modules.Source, file, old, new, want string) {
	t.Helper()
	text := string(src[file])
	at := strings.Index(text, old)
	if at < 0 {
		t.Fatalf("%s has no %q", file, old)
	}
	before, after, _ := strings.Cut(new, "^")
	head := text[:at] + before
	line, column := 1+strings.Count(head, "\n"), len(head)-strings.LastIndex(head, "\n")
	files := fstest.MapFS{}
	for name, b := range src {
		files[name] = &fstest.MapFile{Data: b}
	}
	files[file] = &fstest.MapFile{Data: []byte(head + after + text[at+len(old):])}
	_, _, err := rules.Modules(seriestest.Series{}).Folder(modules.Folder{ID: "odd", Where: "odd", Files: files})
	place := fmt.Sprintf("odd/%s:%d:%d: ", file, line, column)
	if err == nil || !strings.Contains(err.Error(), place) || !strings.Contains(err.Error(), want) {
		t.Errorf("told %v, want %s%s", err, place, want)
	}
}

// The cases of the series pass and show every paragraph of its book, and each paragraph has an answer.
func TestCases(t *testing.T) {
	book, err := rulebook.Parse(seriestest.Series{}.Name(), seriestest.Series{}.Rulebook())
	noError(t, err)
	if err := rulebook.Check(book); err != nil {
		t.Error(err)
	}
	beside := adjudicate.Beside{Games: []*modules.Definition{bridge(t)}, Books: []rulebook.Book{book}}
	var told strings.Builder
	if gaps := beside.Coverage(&told, false, "testdata/cases"); gaps > 0 {
		t.Error(told.String())
	}
}

// noError ends a test that cannot go on after an error.
func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
