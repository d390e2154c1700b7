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

// Mistakes in a module are reported at their place, in keys and words of the series. That a module has no keys of
// another series, the tests of modules show.
func TestFindings(t *testing.T) {
	pocket := modules.Source{}
	for _, name := range []string{"game.yaml", "map.yaml", "charts.yaml", "units.yaml", "setup.yaml"} {
		pocket[name] = must(fs.ReadFile(seriestest.Bridge().Files, name))(t)
	}
	for i, c := range []struct{ file, old, new, want string }{
		{"game.yaml", "pace: 3", "pace: ^fast", "is not a whole number from 1 to 9"},
		{"game.yaml", "[Van, Rear]", "[Van, ^Guard]", "formation Guard stands twice"},
		{"game.yaml", "shaken: shaken", "shaken: ^weary", `"weary" is no mark of this game`},
		{"charts.yaml", "columns: [-2, 0, 2]", "columns: [-2, 0, ^0]", "columns go up: 0 comes after 0"},
		{"charts.yaml", "11: [hit, hit, hit]", "11: [hit, hit, ^D1]", `"D1" is no result`},
		{"charts.yaml", "11: [hit, hit, hit]", "^11: [hit, hit]", "row 11 has 2 results for 3 columns"},
		{"units.yaml", "force: 6, steps: 1", "force: ^12, steps: 1", "is not a whole number from 1 to 9"},
		{"units.yaml", "blue-horse: {side: blue, symbol: cavalry, size: company, force: 6, steps: 1}",
			"^blue-horse: {side: blue, symbol: cavalry, size: company, steps: 1}", "force is missing"},
		{"units.yaml", "b-1: {type: blue-foot, name: 1 Foot, formation: Guard}",
			"^b-1: {type: blue-foot, name: 1 Foot, formation: Van}", `"Van" is no formation of side blue`},
		{"setup.yaml", "name: Dawn\n", "name: Dawn\n    arrivals: [^{turn: 2, side: red}]\n",
			"nobody arrives later"},
	} {
		t.Run(fmt.Sprintf("%d %s", i, c.want), func(t *testing.T) { finds(t, pocket, c.file, c.old, c.new, c.want) })
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
	book := must(rulebook.Parse(seriestest.Series{}.Name(), seriestest.Series{}.Rulebook()))(t)
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

// must returns the result of a call. The function that it returns ends a test that cannot go on after an error.
func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		noError(t, err)
		return v
	}
}
