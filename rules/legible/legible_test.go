package legible_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/rules"
	"grognard/rules/document"
	"grognard/rules/legible"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/playeraid"
)

// found returns what lint says of an overlay over the drill, mistakes and warnings, a line each.
func found(file, text string) string {
	d, _, err := rules.Modules().Folder(modules.Folder{ID: "drill", Where: "own",
		Files: fstest.MapFS{file: {Data: []byte(text)}}})
	if err != nil {
		return err.Error()
	}
	var lines []error
	for _, w := range d.Warnings {
		lines = append(lines, w)
	}
	return fmt.Sprint(errors.Join(lines...))
}

// Each text of a module is judged at its place, wherever it stands.
func TestFiles_FindingsOfModules(t *testing.T) {
	name := func(s string) string { return "units:\n  b-1-inf: {name: " + s + "}\n" }
	typed := " and so cannot be typed in orders"
	for _, c := range []struct{ file, text, want string }{
		{"units.yaml", name(`"5–7 #5"`), "<nil>"},
		{"units.yaml", name("第Ａさé½"), "<nil>"},
		{"units.yaml", name(`"a\nb"`), `own/units.yaml:2:19: a text must have no line break (U+000A) after "a"`},
		{"units.yaml", name(`"a\tb"`), `own/units.yaml:2:19: a text must have no tab (U+0009) after "a"`},
		{"units.yaml", name(`"\u200b\u200b"`), "own/units.yaml:2:19: a text must have no zero-width space (U+200B) at its beginning"},
		{"units.yaml", name("1\u202eInf"), `own/units.yaml:2:19: a text must have no mark of direction (U+202E) after "1"`},
		{"units.yaml", name("1\ufeffInf"), `own/units.yaml:2:19: a text must have no byte order mark (U+FEFF) after "1"`},
		{"units.yaml", "units:\n  b-1-inf: {name: A, short: B, formation: \"C\\u00ad\"}\n", `own/units.yaml:2:43: a text must have no soft hyphen (U+00AD) after "C"`},
		{"game.yaml", `title: "Dri\u2028ll"`, `own/game.yaml:1:8: a text must have no line separator (U+2028) after "Dri"`},
		{"game.yaml", "marks:\n  oos: {name: \"O\\eS\"}", `own/game.yaml:2:15: a text must have no control character (U+001B) after "O"`},
		{"map.yaml", "note: |\n  one\n  two ⭐", "<nil>"}, // which no picture shows
		{"map.yaml", "note: \"one\\u200btwo\"", `own/map.yaml:1:7: a text must have no zero-width space (U+200B) after "one"`},

		{"units.yaml", name("مرحب"), `own/units.yaml:2:19: warning: pictures do not join and turn letters that are written from right ` +
			`to left: "مرحب" shows "□□□□", for Arabic letter (U+0645), Arabic letter (U+0631), Arabic letter (U+062D), 1 more`},
		{"game.yaml", "title: Hồ ⭐", `own/game.yaml:1:8: warning: no font of the pictures has every letter of "Hồ ⭐": it shows "Hô □", ` +
			`for Latin letter (U+1ED3), U+2B50`},

		{"units.yaml", name("x > y"), `own/units.yaml:2:19: warning: "x > y" has signs with which orders are written,` + typed},
		{"units.yaml", name("A＋B"), `own/units.yaml:2:19: warning: "A＋B" has signs with which orders are written,` + typed},
		{"units.yaml", name(`"1; 2"`), `own/units.yaml:2:19: warning: "1; 2" has signs with which orders are written,` + typed},
		{"units.yaml", name("Typ x"), `own/units.yaml:2:19: warning: "Typ x" has signs with which orders are written,` + typed},
		{"units.yaml", name(`"# 5"`), `own/units.yaml:2:19: warning: "# 5" has signs with which orders are written,` + typed},
		{"units.yaml", name(`"Res: 1"`), `own/units.yaml:2:19: warning: "Res: 1" has signs with which orders are written,` + typed},
		{"units.yaml", name(`"/1"`), `own/units.yaml:2:19: warning: "/1" has signs with which orders are written,` + typed},
		{"units.yaml", name(`"9.20"`), `own/units.yaml:2:19: warning: "9.20" is read as hex 9.20,` + typed},
		{"units.yaml", name("９．２０"), `own/units.yaml:2:19: warning: "９．２０" is read as hex 9.20,` + typed},
		{"map.yaml", `places: [{hex: "3.03", name: "(4.04)", kind: city}]`, `own/map.yaml:1:30: warning: "(4.04)" is read as hex 4.04,` + typed},

		{"game.yaml", sides("Same", "#0072b2", "SAME", "#d55e00"), `own/game.yaml:3:21: warning: both sides are called "SAME": no report tells them apart`},
		{"game.yaml", sides("A", "#0072b2", "B", "#0072b2"), `own/game.yaml:3:31: warning: the colours #0072b2 and #0072b2 of the sides can hardly be told apart`},
		{"game.yaml", sides("A", "#0072b2", "B", "#0a78ac"), `own/game.yaml:3:31: warning: the colours #0072b2 and #0a78ac of the sides can hardly be told apart`},
		{"game.yaml", sides("A", "#6d6f68", "B", "#b06a3b"), "<nil>"},
	} {
		if got := found(c.file, c.text); got != c.want {
			t.Errorf("%s:\n%s\nlint says %s\n     want %s", c.file, c.text, got, c.want)
		}
	}
}

// The texts of modules that have only tables are judged too; their rows may have lines and tabs.
func TestFiles_TablesAlone(t *testing.T) {
	for rows, want := range map[string]string{
		"      d6\tA\tB\n      1-6\tNE\tNE\n":    "<nil>",
		"      d6 A B\n      1-6  N\u200bE NE\n": "own/tables.yaml:3:8: a text must have no zero-width space (U+200B) after \"d6 A B\\n1-6  N\"",
	} {
		text := "title: Alone\ntables:\n  Air: |\n" + rows
		_, err := playeraid.Read(modules.Folder{ID: "alone", Where: "own", Files: fstest.MapFS{"tables.yaml": {Data: []byte(text)}}})
		if fmt.Sprint(err) != want {
			t.Errorf("%q: %v", rows, err)
		}
	}
}

func sides(a, colorA, b, colorB string) string {
	return fmt.Sprintf("sides:\n  - {id: blue, name: %s, color: %q}\n  - {id: red, name: %s, color: %q}\n", a, colorA, b, colorB)
}

// The modules that ship have nothing to be warned of, and a running game goes on with a name that lint refuses now.
func TestFiles_ModulesThatShipAndRunningGames(t *testing.T) {
	for _, id := range modules.Embedded() {
		src := must.Get(modules.Files(id))(t)
		for _, name := range slices.Sorted(maps.Keys(src)) {
			var mistakes document.Findings
			n := must.Get(document.Read(name, src[name], document.Limits{Bytes: 1 << 20, Lines: 1e5, Line: 1e4, Depth: 20}))(t)
			if warnings := legible.Files(&mistakes, n); len(mistakes)+len(warnings) > 0 {
				t.Errorf("%s: %v %v", id, mistakes, warnings)
			}
		}
	}
	src := must.Get(modules.Files("drill"))(t)
	src["units.yaml"] = []byte(strings.Replace(string(src["units.yaml"]), "name: 1 Inf", "name: \"1\\u200b Inf", 1))
	src["units.yaml"] = []byte(strings.Replace(string(src["units.yaml"]), "\"1\\u200b Infantry", "\"1\\u200b Infantry\"", 1))
	blob := modules.Pack(src)
	if _, err := rules.Modules().Unpack(blob); err == nil || !strings.Contains(err.Error(), "zero-width space") {
		t.Errorf("a new game: %v", err)
	}
	must.Get(rules.Modules().Reopen(blob))(t)
}
