package modules_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"grognard/rules/bcs/data"
	"grognard/rules/modules"
)

// battalions is a whole game of a series with little in common with the Standard Combat Series.
func battalions(t testing.TB) modules.Source { return filesOf(t, "bcs-drill") }

// Mistakes in the keys that every module has are reported in another series too, each with what is known there; and a
// key of one series in a module of another is reported at its place. Mistakes in keys of its own are in its tests.
func TestFindingsOfAnotherSeries(t *testing.T) {
	for i, c := range []struct{ file, old, new, want string }{
		{"game.yaml", `edition: "1.2"`, "edition: ^second", `is no edition; known are ["1.2"]`},
		{"map.yaml", "kind: woods", "kind: ^tundra", "no terrain chart"},
		{"units.yaml", "symbol: anti-tank", "symbol: ^zeppelin", `known are ["infantry"`},
		{"setup.yaml", `{at: "14.15", units: [hq-rifles]}`, `{at: ^"6.06", units: [hq-rifles]}`, "both sides"},
		// keys of its own in the wrong mapping
		{"units.yaml", "name: 1 Lancers, formation: lancers", "name: 1 Lancers, formation: lancers, ^deployed: ar1 leg1",
			`unknown field "deployed"`},
		{"setup.yaml", "begins: blue", "begins: blue\n    ^stacking: 1", `unknown field "stacking"`},
		// keys of the Standard Combat Series
		{"game.yaml", "turns: 10", "turns: 10\n^overrun: any", `unknown field "overrun"`},
		{"game.yaml", "turns: 10", "turns: 10\n^phases: {blue: [movement]}", `unknown field "phases"`},
		{"game.yaml", "turns: 10", "turns: 10\nmarks: {tired: {name: Tired, ^attack: none}}", `unknown field "attack"`},
		{"charts.yaml", "terrain:", "^combat: {dice: 2d6}\nterrain:", `unknown field "combat"`},
		{"units.yaml", "deployed: ar4 tac8 arrow av5/2", "deployed: ar4 tac8 arrow av5/2, ^full: 4-4-5", `unknown field "full"`},
		{"units.yaml", "types:", "^air: {blue: {regular: 3}}\ntypes:", `unknown field "air"`},
		{"setup.yaml", "points: {other: 1}, air: 1", "points: {other: 1}, ^strikes: 2", `unknown field "strikes"`},
		{"setup.yaml", "begins: blue", "begins: blue\n    ^cup: [blue-foot]", `unknown field "cup"`},
		// no such series
		{"game.yaml", "series: bcs", "series: ^ocs", `"ocs" is no series; known are ["bcs" "scs"]`},
		{"game.yaml", "series: bcs", "series: ^[bcs]", "a single value"},
	} {
		t.Run(fmt.Sprintf("%d %s", i, c.want), func(t *testing.T) { finds(t, battalions(t), c.file, c.old, c.new, c.want) })
	}
	for i, c := range []struct{ file, old, new, want string }{
		{"game.yaml", "overrun: any", "overrun: any\n^formations: {}", `unknown field "formations"`},
		{"charts.yaml", "terrain:", "^tables: {snafu: {dice: 2}}\nterrain:", `unknown field "tables"`},
		{"units.yaml", "full: 4-4-5", "full: 4-4-5, ^deployed: ar1 leg1", `unknown field "deployed"`},
	} {
		t.Run(fmt.Sprintf("%d scs %s", i, c.want),
			func(t *testing.T) { finds(t, ford(t), c.file, c.old, c.new, c.want) })
	}
}

// A module with an unknown or missing series is a single finding, because its own keys cannot be judged without
// a dialect. A file that is not YAML is still reported.
func TestUnknownSeries(t *testing.T) {
	for series, want := range map[string]string{
		"series: ocs\n": `game.yaml:4:9: "ocs" is no series; known are ["bcs" "scs"]`,
		"":              "game.yaml: series is missing",
		"series:\n":     "game.yaml: series is missing",
		"series: ~\n":   "game.yaml: series is missing",
	} {
		src := battalions(t)
		replaceIn(t, src, "game.yaml", "series: bcs\n", series)
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
		"- a\n":          "game.yaml:1:1: here should stand keys with values, not a list",
		"a\n":            "game.yaml:1:1: here should stand keys with values, not a single value",
		"series: [a]\n":  "game.yaml:1:9: here should stand a single value, not a list",
		"seriesx: bcs\n": `game.yaml:1:1: unknown field "seriesx"`,
	} {
		src := battalions(t)
		src["game.yaml"] = []byte(text)
		refused(t, src, want)
	}
	if _, err := (modules.Dialects{}).Load("drill"); err == nil ||
		!strings.Contains(err.Error(), `"scs" is no series; known are []`) {
		t.Errorf("without dialects: got %v", err)
	}
}

// An overlay works for the keys of a series as for all others: merged at every depth, with its mistakes reported in it.
func TestOverlayOfAnotherSeries(t *testing.T) {
	src := battalions(t)
	replaceIn(t, src, "game.yaml", "id: bcs-drill", "id: own-drill")
	src[modules.Overlay+"units.yaml"] = []byte(
		"types:\n  blue-scouts: {deployed: ar1 tac1}\nunits:\n  lancers-2: {formation: fusiliers}\n")
	src[modules.Overlay+"charts.yaml"] = []byte("terrain: {hills: {tac: 7}}\n")
	src[modules.Overlay+"setup.yaml"] = []byte("# nothing\n")
	d, was := unpack(t, src), unpack(t, battalions(t))
	own, before := data.UnitOf(d.Units["lancers-scouts"]), data.UnitOf(was.Units["lancers-scouts"])
	terrain := maps.Clone(data.Of(was).Terrain)
	hills := terrain["hills"]
	hills.Cost[0] = 7 * data.Of(was).Scale
	terrain["hills"] = hills
	facts{
		"the side that is replaced": {own.Faces[data.Deployed], data.Face{AR: 1, Move: 1, Class: "tac"}},
		"the side that is not":      {own.Faces[data.Moving], before.Faces[data.Moving]},
		"a unit that is moved":      {d.Units["lancers-2"].Formation, "fusiliers"},
		"a unit that is not":        {d.Units["lancers-1"], was.Units["lancers-1"]},
		"the terrain":               {data.Of(d).Terrain, terrain},
		"the overlay":               {d.Origin.Overlaid && !d.Origin.Ships, true},
	}.hold(t)
	finds(t, maps.Clone(src), modules.Overlay+"units.yaml", "ar1 tac1", "ar1 tac1, ^full: 1-1-1",
		`unknown field "full"`)
	finds(t, maps.Clone(src), modules.Overlay+"units.yaml", "lancers-2: {formation: fusiliers}",
		"^lancers-2: {formation: rifles}", "no formation of side blue")
	finds(t, maps.Clone(src), modules.Overlay+"charts.yaml", "tac: 7", "tac: ^0", "costs something")
}
