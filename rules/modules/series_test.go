package modules_test

import (
	"fmt"
	"io/fs"
	"maps"
	"strings"
	"testing"

	"grognard/rules/modules"
	"grognard/rules/seriestest"
)

// bridge is a whole game of a series with little in common with the Standard Combat Series.
func bridge(t testing.TB) modules.Source {
	t.Helper()
	src := modules.Source{}
	for _, name := range []string{"game.yaml", "map.yaml", "charts.yaml", "units.yaml", "setup.yaml"} {
		src[name] = must(fs.ReadFile(seriestest.Bridge().Files, name))(t)
	}
	return src
}

// Mistakes in the keys and words of another series are reported at their place, and so is a key of one series in a module
// of another.
func TestFindingsOfAnotherSeries(t *testing.T) {
	for i, c := range []struct{ file, old, new, want string }{
		{"game.yaml", "edition: first", "edition: ^second", `is no edition; known are ["first"]`},
		{"charts.yaml", "open: 1", "open: ^[1]", "a single value"},
		{"map.yaml", "kind: light-woods", "kind: ^swamp", "no terrain chart"},
		{"units.yaml", "symbol: cavalry", "symbol: ^armour", `known are ["infantry" "cavalry" "artillery"]`},
		{"setup.yaml", `{at: "6.04", units: [r-3]}`, `{at: ^"3.03", units: [r-3]}`, "both sides"},
		{"game.yaml", "pace: 3", "pace: ^fast", "is not a whole number from 1 to 9"},
		{"game.yaml", "[Van, Rear]", "[Van, ^Guard]", "formation Guard stands twice"},
		{"game.yaml", "shaken: shaken", "shaken: ^weary", `"weary" is no mark of this game`},
		{"charts.yaml", "columns: [-2, 0, 2]", "columns: [-2, 0, ^0]", "columns go up: 0 comes after 0"},
		{"charts.yaml", "11: [hit, hit, hit]", "11: [hit, hit, ^D1]", `"D1" is no result`},
		{"charts.yaml", "11: [hit, hit, hit]", "^11: [hit, hit]", "row 11 has 2 results for 3 columns"},
		{"units.yaml", "size: company, force: 6, steps: 1", "size: company, force: ^12, steps: 1",
			"is not a whole number from 1 to 9"},
		{"units.yaml", "blue-horse: {side: blue, symbol: cavalry, size: company, force: 6, steps: 1}",
			"^blue-horse: {side: blue, symbol: cavalry, size: company, steps: 1}", "force is missing"},
		{"units.yaml", "b-1: {type: blue-foot, name: 1 Foot, formation: Guard}",
			"^b-1: {type: blue-foot, name: 1 Foot, formation: Van}", `"Van" is no formation of side blue`},
		{"setup.yaml", "name: Dawn\n", "name: Dawn\n    arrivals: [^{turn: 2, side: red}]\n", "nobody arrives later"},
		// keys of its own in the wrong mapping
		{"units.yaml", "name: 1 Foot, formation: Guard", "name: 1 Foot, formation: Guard, ^force: 1",
			`unknown field "force"`},
		{"setup.yaml", "name: Dawn", "name: Dawn\n    ^pace: 1", `unknown field "pace"`},
		// keys of the Standard Combat Series
		{"game.yaml", "pace: 3", "pace: 3\n^stacking: {limit: 2}", `unknown field "stacking"`},
		{"game.yaml", "pace: 3", "pace: 3\n^phases: {blue: [movement]}", `unknown field "phases"`},
		{"game.yaml", "{name: Shaken}", "{name: Shaken, ^attack: none}", `unknown field "attack"`},
		{"charts.yaml", "strike:", "^combat: {dice: 2d6}\nstrike:", `unknown field "combat"`},
		{"units.yaml", "force: 4", "force: 4, ^full: 4-4-5", `unknown field "full"`},
		{"units.yaml", "types:", "^air: {blue: {regular: 3}}\ntypes:", `unknown field "air"`},
		{"setup.yaml", "name: Dawn", "name: Dawn\n    arrivals: [{turn: 2, side: red, ^air: 2}]",
			`unknown field "air"`},
		{"setup.yaml", "name: Dawn", "name: Dawn\n    ^cup: [blue-foot]", `unknown field "cup"`},
		// no such series
		{"game.yaml", "series: pocket", "series: ^ocs", `"ocs" is no series; known are ["bcs" "pocket" "scs"]`},
		{"game.yaml", "series: pocket", "series: ^[pocket]", "a single value"},
	} {
		t.Run(fmt.Sprintf("%d %s", i, c.want), func(t *testing.T) { finds(t, bridge(t), c.file, c.old, c.new, c.want) })
	}
	for i, c := range []struct{ file, old, new, want string }{
		{"game.yaml", "overrun: any", "overrun: any\n^pace: 4", `unknown field "pace"`},
		{"charts.yaml", "terrain:", "^march: {open: 1}\nterrain:", `unknown field "march"`},
		{"units.yaml", "full: 4-4-5", "full: 4-4-5, ^force: 3", `unknown field "force"`},
	} {
		t.Run(fmt.Sprintf("%d scs %s", i, c.want),
			func(t *testing.T) { finds(t, ford(t), c.file, c.old, c.new, c.want) })
	}
}

// A module with an unknown or missing series is a single finding, because its own keys cannot be judged without
// a dialect. A file that is not YAML is still reported.
func TestUnknownSeries(t *testing.T) {
	for series, want := range map[string]string{
		"series: ocs\n": `game.yaml:3:9: "ocs" is no series; known are ["bcs" "pocket" "scs"]`,
		"":              "game.yaml: series is missing",
		"series:\n":     "game.yaml: series is missing",
		"series: ~\n":   "game.yaml: series is missing",
	} {
		src := bridge(t)
		replaceIn(t, src, "game.yaml", "series: pocket\n", series)
		src["units.yaml"] = append([]byte("whatever: {it: says}\n"), src["units.yaml"]...)
		nobodys := `units.yaml:1:1: unknown field "whatever"`
		if d, err := games().Reopen(modules.Pack(src)); d != nil || err == nil || err.Error() != want+"\n"+nobodys {
			t.Errorf("%q: want %s and %s, got %v", series, want, nobodys, err)
		}
		src["map.yaml"] = []byte("columns: {")
		if _, err := games().Unpack(modules.Pack(src)); len(findings(err)) != 3 {
			t.Errorf("%q and a map that is no YAML: got %v", series, err)
		}
	}
	for text, want := range map[string]string{
		"- a\n":             "game.yaml:1:1: here should stand keys with values, not a list",
		"a\n":               "game.yaml:1:1: here should stand keys with values, not a single value",
		"series: [a]\n":     "game.yaml:1:9: here should stand a single value, not a list",
		"seriesx: pocket\n": `game.yaml:1:1: unknown field "seriesx"`,
	} {
		src := bridge(t)
		src["game.yaml"] = []byte(text)
		refused(t, src, want)
	}
	if _, err := (modules.Dialects{}).Load("drill"); err == nil ||
		!strings.Contains(err.Error(), `"scs" is no series; known are []`) {
		t.Errorf("without dialects: got %v", err)
	}
}

// An overlay works for the keys of a series as for all others: merged at every depth, with its mistakes
// reported in it.
func TestOverlayOfAnotherSeries(t *testing.T) {
	src := bridge(t)
	src[modules.Overlay+"units.yaml"] = []byte("types:\n  blue-foot: {force: 9}\nunits:\n  b-3: {formation: Guard}\n")
	src[modules.Overlay+"charts.yaml"] = []byte("march: {light-woods: 7}\n")
	src[modules.Overlay+"setup.yaml"] = []byte("# nothing\n")
	d := unpack(t, src)
	if was := unpack(t, bridge(t)); fmt.Sprint(d.Units["b-3"].Own) != "{9}" || d.Units["b-3"].Formation != "Guard" ||
		fmt.Sprint(d.Units["b-2"]) != fmt.Sprint(was.Units["b-2"]) || !d.Origin.Overlaid || d.Origin.Ships ||
		fmt.Sprint(d.Own.Digest()) != strings.Replace(fmt.Sprint(was.Own.Digest()), "light-woods:2", "light-woods:7", 1) {
		t.Errorf("the game is %v with %+v", d.Own.Digest(), d.Units)
	}
	finds(t, maps.Clone(src), modules.Overlay+"units.yaml", "force: 9", "force: 9, ^full: 1-1-1",
		`unknown field "full"`)
	finds(t, maps.Clone(src), modules.Overlay+"units.yaml", "b-3: {formation: Guard}",
		"^b-3: {formation: Van}", "is no formation")
	finds(t, maps.Clone(src), modules.Overlay+"charts.yaml", "light-woods: 7", "light-woods: ^0",
		"whole number from 1 to 9")
}
