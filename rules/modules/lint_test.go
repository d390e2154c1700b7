package modules_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"grognard/rules/document"
	"grognard/rules/modules"
)

// findings flattens what Unpack returns.
func findings(err error) []document.Finding {
	var f document.Finding
	if errors.As(err, &f) {
		if joined, ok := err.(interface{ Unwrap() []error }); ok {
			var out []document.Finding
			for _, e := range joined.Unwrap() {
				out = append(out, findings(e)...)
			}
			return out
		}
		return []document.Finding{f}
	}
	return nil
}

// Each case changes one line of the module in the comment of scs.Series.
func TestFindings(t *testing.T) {
	const open = `{open: {move: 1}, woods: {move: 2, shift: -1}, river: {move: 1, attack: "1/2"}, road: {move: "1/2"}}`
	cases := []struct{ file, old, new, want string }{
		// YAML and keys
		{"game.yaml", "overrun: any", "overrun: any\n^overun: any", "unknown field"},
		{"game.yaml", "overrun: any", "overrun: any\n^overrun: any", "already defined"},
		{"game.yaml", "stacking: {limit: 2}", "stacking: {limit: 2, ^phase: [combat]}", "unknown field"},
		{"game.yaml", "title: The Ford", "title: ^[The, Ford]", "a single value"},
		{"game.yaml", "title: The Ford", "title: ^&a The Ford", "anchors"},
		{"game.yaml", "title: The Ford", "title: ^!!str The Ford", "tags"},
		{"map.yaml", `sides: ["2.01/2.02", "1.02/2.01"]`, `sides: ^"2.01/2.02"`, "a list"},
		{"units.yaml", "b-1: {type: blue-infantry, name: 1 Inf Div}", "b-1: ^blue-infantry", ""}, // "": any message
		// game.yaml
		{"game.yaml", "id: ford", "id: ^Ford of 1", "not an identifier"},
		{"game.yaml", "series: scs", "series: ^ocs", "series"},
		{"game.yaml", `edition: "1.8"`, `edition: ^"2.0"`, "edition"},
		{"game.yaml", "overrun: any", "overrun: any\nrules: {stacking: ^1.5.2}", "number of a paragraph"},
		{"game.yaml", "overrun: any", "overrun: any\nrules: {supply: ^ford 1.8a}", "number of a paragraph"},
		{"game.yaml", "overrun: any", "overrun: any\nrules: {^combat: \"7.0\"}", "unknown field"},
		{"game.yaml", "oos: {name: Out of Supply,", "oos: {name: Out of Supply, rule: ^none,", "number of a paragraph"},
		{"game.yaml", "turns: 4", "turns: ^0", "whole number"},
		{"game.yaml", "turns: 4", "turns: ^4.5", "whole number"},
		{"game.yaml", "first-day: \"1941-06-22\"", "first-day: ^1941-02-30", "not a date"},
		{"map.yaml", "across: 7.5 miles", "across: ^7 leagues", "not a length"},
		{"map.yaml", "across: 7.5 miles", "across: ^0.0 km", "more than 0.0 km"},
		{"game.yaml", `color: "#0072b2"`, `color: ^blue`, "not a colour"},
		{"game.yaml", `{id: red, name`, `{id: ^blue, name`, "stands twice"},
		{"game.yaml", `blue: [movement, combat,`, `blue: [movement, ^fight,`, "no phase"},
		{"game.yaml", `blue: [movement, combat,`, `blue: [movement, combat, ^combat,`, "twice"},
		{"game.yaml", `blue: [movement, combat,`, `blue: [movement, ^dg-removal, combat,`, "mark dg"},
		{"game.yaml", `blue: [movement, combat,`, `^green: [movement, combat,`, "no side"},
		{"game.yaml", "{limit: 2}", "{limit: 2, retreat: ^dg}", "no mark"},
		{"game.yaml", "{limit: 2}", "{limit: ^two}", "whole number"},
		{"game.yaml", "overrun: any", "overrun: ^all", "no overrun"},
		{"game.yaml", `defence: "1/2"`, `defence: ^"1/0"`, "not a fraction"},
		{"game.yaml", `defence: "1/2"`, `defence: ^"1/13"`, "twelfths"},
		{"game.yaml", `attack: none`, `zone: ^half`, "not none"},
		{"game.yaml", "overrun: any", "overrun: any\nsupply: {dies: [^green]}", "no side"},
		{"game.yaml", "overrun: any", "overrun: any\ncontrol: {blue: [\"2.03\"], red: [^\"2.03\"]}",
			"already controlled"},
		// charts.yaml
		{"charts.yaml", "blue: " + open, "blue: {open: {move: ^one}, woods: {move: 2}, river: {move: 1}, road: {move: 1}}", "not a number"},
		{"charts.yaml", "blue: " + open, "blue: {open: {move: 1}, woods: {move: ^101}, river: {move: 1}, road: {move: 1}}", "movement points"},
		{"charts.yaml", "blue: " + open, "blue: {open: {move: 1}, woods: {move: 1, shift: ^21}, river: {move: 1}, road: {move: 1}}", "whole number"},
		{"charts.yaml", "blue: " + open, "blue: {open: {move: 1}, woods: {move: 1}, river: {move: 1}, road: {move: 1}, ^mud: {move: 1}}", "not in the chart of side red"},
		{"charts.yaml", "blue: " + open, "blue: {open: {move: 1, overrun: ^perhaps}, woods: {move: 1}, river: {move: 1}, road: {move: 1}}", "neither yes nor no"},
		{"charts.yaml", "blue: " + open, "blue: {open: {move: 1}, woods: {move: 1}, river: {prohibited: yes, retreat: ^swim}, road: {move: 1}}", "swim"},
		{"charts.yaml", "blue: " + open, "blue: {open: {move: 1}, woods: {move: 1}, river: {move: 1, retreat: ^destroyed}, road: {move: 1}}", "prohibited"},
		{"charts.yaml", "blue: " + open, "blue: {open: {move: 1}, woods: {prohibited: yes, retreat: ^destroyed}, river: {move: 1}, road: {move: 1}}", "only a hexside"},
		{"charts.yaml", "hexsides: [river]", "hexsides: [^woods]", "no kind of hexside"},
		{"charts.yaml", `["1:1", "2:1+"]`, `["2:1", ^"1:1"]`, "worst for the attacker"},
		{"charts.yaml", `["1:1", "2:1+"]`, `["1:1", ^"2:3"]`, "not odds"},
		{"charts.yaml", `["1:1", "2:1+"]`, `[^"1:1+", "2:1+"]`, "only the last column"},
		{"charts.yaml", `2: [A2, A1]`, `2: [A2, ^B1]`, "not a combat result"},
		{"charts.yaml", `2: [A2, A1]`, `^2: [A2]`, "1 result for 2 columns"},
		{"charts.yaml", `dice: 2d6`, `dice: ^2d8`, "no dice"},
		{"charts.yaml", `dice: 2d6`, `dice: ^d66`, "no row for the rolls 13, 14"},
		{"charts.yaml", "blue: " + open, "blue: {open: {move: 1}, woods: {move: 1}, river: {attack: ^none}, road: {move: 1}}", "prohibited"},
		{"charts.yaml", "blue: " + open, "blue: {open: {move: ^\"1/241\"}, woods: {move: 1}, river: {move: 1}, road: {move: 1}}", "parts"},
		{"charts.yaml", `2: [A2, A1]`, `^two: [A2, A1]`, "not a roll"},
		// map.yaml
		{"map.yaml", "high: even", "high: ^both", "no high"},
		{"map.yaml", "columns: 3", "columns: ^127", "whole number"},
		{"map.yaml", "odd: [1, 3]", "odd: [1, ^0]", "whole number"},
		{"map.yaml", "ground: open", "ground: ^sand", "no terrain chart"},
		{"map.yaml", `kind: woods, hexes: ["1.01"`, `kind: woods, hexes: [^"1.04"`, "not on the map"},
		{"map.yaml", `kind: woods, hexes: ["1.01"`, `kind: woods, hexes: ["3.01", ^"3.01"`,
			"3.01 already lies in Great Wood"},
		{"map.yaml", `kind: woods, hexes: ["1.01"`, `kind: ^wood, hexes: ["1.01"`, "no terrain chart"},
		{"map.yaml", `{name: Great Wood, kind: woods,`, `^{kind: woods,`, "name is missing"},
		{"map.yaml", `{"2.01": [woods]}`, `{^"4.01": [woods]}`, "not on the map"},
		{"map.yaml", `{"2.01": [woods]}`, `{^2.01: [woods]}`, "in quotes"},
		{"map.yaml", `{"2.01": [woods]}`, `{"2.01": [woods], ^"02.01": [woods]}`, "twice"},
		{"map.yaml", `{"2.01": [woods]}`, `{"2.01": [woods, ^woods]}`, "twice"},
		{"map.yaml", `{"2.01": [woods]}`, `{"2.01": [^wood]}`, "no terrain chart"},
		{"map.yaml", `kind: river`, `kind: ^woods`, "woods is hexside here and terrain elsewhere"},
		{"map.yaml", `"2.01/2.02", "1.02/2.01"`, `"2.01/2.02", ^"1.02/2.03"`, "do not touch"},
		{"map.yaml", `"2.01/2.02", "1.02/2.01"`, `"2.01/2.02", ^"2.02/2.01"`, "twice"},
		{"map.yaml", `"2.01/2.02", "1.02/2.01"`, `"2.01/2.02", ^"2.00/2.01"`, "not on the map"},
		{"map.yaml", `"2.01/2.02", "1.02/2.01"`, `"2.01/2.02", ^"2.01"`, "not a hexside"},
		{"map.yaml", `path: ["2.03", "2.02", "2.01"]`, `path: ["2.03", ^"2.01"]`, "jumps"},
		{"map.yaml", `path: ["2.03", "2.02", "2.01"]`, `path: ["2.03", ^2.02, "2.01"]`, "in quotes"},
		{"map.yaml", "ground: open", "ground: open\nplaces: [{hex: \"2.02\", name: A, kind: woods}, {hex: ^\"2.02\", name: B, kind: woods}]", "already stands"},
		{"map.yaml", "ground: open", "ground: open\nentry: {A: {side: blue, hexes: [^\"2.02\"]}}",
			"not at the map's edge"},
		{"map.yaml", "ground: open", "ground: open\nentry: {A: {side: ^green, hexes: [\"2.03\"]}}", "no side"},
		{"map.yaml", "ground: open", "ground: open\nentry: {A: {side: blue, hexes: [\"1.03\"], supply: ^always}}",
			"not while-held"},
		{"map.yaml", `kind: road, path`, `kind: ^open, path`, "open is road here and terrain elsewhere"},
		{"map.yaml", "ground: open", "ground: open\nentry: {^A: {side: blue, hexes: []}}", "no hexes"},
		{"map.yaml", `{name: Ford road, kind: road, path: ["2.03", "2.02", "2.01"]}`,
			`^{name: Ford road, kind: road, path: ["2.03"]}`, "two hexes"},
		{"map.yaml", `red: ["2.01"]`, `red: [^"9.01"]`, "not on the map"},
		{"map.yaml", `red: ["2.01"]`, `red: ["2.01", ^"2.01"]`, "twice"},
		// units.yaml
		{"units.yaml", "side: blue", "side: ^green", "no side"},
		{"units.yaml", "full: 4-4-5", "full: ^4-4", "attack-defence-movement"},
		{"units.yaml", "full: 4-4-5", "full: ^100-4-5", "attack-defence-movement"},
		{"units.yaml", "symbol: infantry", "symbol: ^elephant", "no symbol"},
		{"units.yaml", "full: 1-3-4", "full: 1-3-4, estimate: ^reduced", "no reduced side"},
		{"units.yaml", "b-1: {type: blue-infantry,", "b-1: {type: ^green,", "no type"},
		{"units.yaml", "r-1: {type", "^r-2: {type: red-militia, name: Two}\n  r-1: {type", "in no scenario"},
		// setup.yaml
		{"setup.yaml", `{at: "2.03", units: [b-1]}`, `{at: "2.03", units: [b-1, ^b-2]}`, "no unit b-2"},
		{"setup.yaml", `{at: "2.03", units: [b-1]}`, `{at: "2.03", units: [b-1, ^r-1]}`, "of side red"},
		{"setup.yaml", `{at: "2.03", units: [b-1]}`, `{at: "2.03", units: [b-1, ^b-1]}`, "placed twice"},
		{"setup.yaml", `{at: "2.01", units: [r-1]}`, `{at: "2.01", reduced: [^r-1]}`, "no reduced side"},
		{"setup.yaml", `{at: "2.01", units: [r-1]}`, `{at: ^"2.03", units: [r-1]}`, "both sides"},
		{"setup.yaml", `{at: "2.01", units: [r-1]}`, `{at: ^"2.04", units: [r-1]}`, "not on the map"},
		{"setup.yaml", `red: [{at: "2.01", units: [r-1]}]`, "red: [{at: \"2.01\", units: [r-1]}]\n      ^green: []",
			"no side"},
		{"setup.yaml", `name: The Crossing`, "name: ^" + strings.Repeat("x", 201), "longer than"},
		{"setup.yaml", `id: crossing`, "id: crossing\n    name: Twin\n  - id: ^crossing", "stands twice"},
		{"setup.yaml", `name: The Crossing`, "name: The Crossing\n    turns: ^5", "whole number"},
		{"setup.yaml", `name: The Crossing`, "name: The Crossing\n    like: ^ford", "no scenario ford before"},
		{"setup.yaml", `name: The Crossing`, "name: Twin\n    setup: {}\n  - id: two\n    name: Two\n    like: ^crossing", "has its set-up"},
		{"setup.yaml", `name: The Crossing`, "name: The Crossing\n    cup: [^militia]", "no type of unit"},
		{"setup.yaml", `name: The Crossing`, "name: The Crossing\n    cup: [^red-militia]", "own paragraph"},
		{"setup.yaml", `{at: "2.01", units: [r-1]}`, `^{at: "2.01", entry: A, units: [r-1]}`,
			"entry areas are for arrivals"},
		{"setup.yaml", `name: The Crossing`, "name: The Crossing\n    arrivals: [{turn: 2, side: blue, groups: [^{at: \"2.03\", within: 1, units: [b-1]}]}]", "not for arrivals"},
		{"setup.yaml", `{at: "2.03", units: [b-1]}`, `{at: "2.03", within: ^1, hexes: ["2.02"], units: [b-1]}`,
			"either within or hexes"},
		{"setup.yaml", "blue: [{at: \"2.03\", units: [b-1]}]\n      red: [{at: \"2.01\", units: [r-1]}]",
			"blue: [{at: \"2.03\", within: 1, units: [b-1]}]\n      red: [^{at: \"2.01\", within: 1, units: [r-1]}]",
			"choice of both sides"},
		{"setup.yaml", `{at: "2.03", units: [b-1]}`, `^{at: "2.01", hexes: ["2.01"], units: [b-1]}`, "no room"},
		{"setup.yaml", `name: The Crossing`, "name: The Crossing\n    arrivals: [{turn: 2, side: blue, groups: [{entry: ^Z, units: [b-1]}]}]", "no entry area"},
		{"setup.yaml", `name: The Crossing`, "name: The Crossing\n    arrivals: [{turn: 2, side: blue}, ^{turn: 2, side: blue}]", "stands twice"},
		{"setup.yaml", `name: The Crossing`, "name: The Crossing\n    arrivals: [{turn: 2, side: blue, withdrawal: [1, ^7]}]", "whole number"},
		{"setup.yaml", `name: The Crossing`, "name: The Crossing\n    arrivals: [{turn: 2, side: blue, groups: [^{at: \"2.03\", entry: A, units: [b-1]}]}]", "either at or entry"},
	}
	for i, c := range cases {
		t.Run(fmt.Sprintf("%d %s", i, c.want), func(t *testing.T) {
			finds(t, ford(t), c.file, c.old, c.new, c.want)
		})
	}
}

// finds replaces before by after in a file of a module. In after a ^ marks the place that the finding must name.
func finds(t *testing.T, src modules.Source, file, before, after, want string) {
	t.Helper()
	text := string(src[file])
	if !strings.Contains(text, before) {
		t.Fatalf("%s has no %q", file, before)
	}
	marked := strings.Replace(text, before, after, 1)
	at := strings.Index(marked, "^")
	lines := strings.Split(marked[:at], "\n")
	place := fmt.Sprintf("%s:%d:%d: ", file, len(lines), len(lines[len(lines)-1])+1)
	src[file] = []byte(marked[:at] + marked[at+1:])
	_, err := games().Unpack(modules.Pack(src))
	for _, f := range findings(err) {
		if strings.HasPrefix(f.Error(), place) && strings.Contains(f.Message, want) {
			return
		}
	}
	t.Errorf("want %s… %s, got\n%v", place, want, err)
}

// A missing thing has no place: the finding names what it is missing from.
func TestMissing(t *testing.T) {
	cases := []struct{ file, old, new, want string }{
		{"game.yaml", "id: ford", "", "game.yaml: id is missing"},
		{"game.yaml", "turns: 4", "", "game.yaml: turns is missing"},
		{"game.yaml", `{id: blue, name: Blue, `, `{id: blue, `, "name is missing"},
		{"game.yaml", `  - {id: red, name: Red, color: "#d55e00"}`, "", "two sides, not 1"},
		{"game.yaml", `  red: [movement, combat, exploitation, supply]`, "", "phases of side red are missing"},
		{"map.yaml", `red: ["2.01"]`, `red: []`, "supply sources of side red are missing"},
		{"map.yaml", `odd: [1, 3], `, ``, "rows odd"},
		{"charts.yaml", "  red: {open", "  blue2: {open", "chart of side red is missing"},
		{"charts.yaml", "2: [A2, A1], ", "", "no row for a roll of 2"},
		{"charts.yaml", "7: [\"-\", D1],", "", "no row for a roll of 7"},
		{"setup.yaml", `{at: "2.03", units: [b-1]}`, `{at: "2.03"}`, "no units"},
		{"setup.yaml", `{at: "2.03", units: [b-1]}`, `{units: [b-1]}`, "either at or entry"},
	}
	for _, c := range cases {
		t.Run(c.want, func(t *testing.T) {
			src := ford(t)
			replaceIn(t, src, c.file, c.old, c.new)
			refused(t, src, c.want)
		})
	}
}

func TestFilesOfAModule(t *testing.T) {
	src := ford(t)
	delete(src, "units.yaml")
	src["readme.txt"] = []byte("hello")
	_, err := games().Unpack(modules.Pack(src))
	if got := findings(err); len(got) != 2 || got[0].File != "units.yaml" || got[1].File != "readme.txt" {
		t.Errorf("want a file too few and one too many, got %v", err)
	}
}

// An overstack is reported once, at the group that exceeds the limit.
func TestOverstackedSetup(t *testing.T) {
	src := ford(t)
	src["units.yaml"] = append(src["units.yaml"], `
  b-2: {type: blue-infantry, name: Two}
  b-3: {type: blue-infantry, name: Three}
  b-4: {type: blue-infantry, name: Four}
`...)
	replaceIn(t, src, "setup.yaml", `{at: "2.03", units: [b-1]}`,
		`{at: "2.03", units: [b-1]}, {at: "02.03", units: [b-2], reduced: [b-3]}, {at: "2.03", units: [b-4]}`)
	_, err := games().Unpack(modules.Pack(src))
	if got := findings(err); len(got) != 1 || !strings.Contains(got[0].Message, "starts with 3 units, 1 more") {
		t.Errorf("want one finding, got %v", err)
	}
}

// SCS set-up 1 and 4: a choice of hexes is all within a distance, or all of a list, except closed ground; units
// begin in the nearest with room.
func TestSetUpChoice(t *testing.T) {
	src := ford(t)
	src["units.yaml"] = append(src["units.yaml"],
		"  b-2: {type: blue-infantry, name: Two}\n  b-3: {type: blue-infantry, name: Three}\n"...)
	replaceIn(t, src, "charts.yaml", "woods: {move: 2, shift: -1}", "woods: {prohibited: yes}")
	replaceIn(t, src, "setup.yaml", `{at: "2.03", units: [b-1]}`,
		`{at: "2.02", within: 1, units: [b-1, b-2], reduced: [b-3]}`)
	d := unpack(t, src)
	g := d.Scenarios[0].Setup[0]
	if got, want := fmt.Sprint(g.Choice), "[2.02 1.02 1.03 2.03 3.02 3.03]"; got != want { // not 2.01, woods to blue
		t.Errorf("the choice is %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(g.Stands), "[2.02 2.02 1.02]"; got != want { // two may stack
		t.Errorf("they begin in %s, want %s", got, want)
	}
}

// A road without a cost for one side is reported where the map has it.
func TestFreeRoad(t *testing.T) {
	for _, free := range []string{"{}", "{move: 0}", "{move: all}"} {
		src := ford(t)
		replaceIn(t, src, "charts.yaml", `road: {move: "1/2"}`, "road: "+free)
		_, err := games().Unpack(modules.Pack(src))
		if got := findings(err); len(got) != 1 || got[0].File != "map.yaml" || got[0].Line == 0 ||
			!strings.Contains(got[0].Message, "no movement cost for side blue") {
			t.Errorf("%s: got %v", free, err)
		}
	}
}

// An entry area is for the side that it names.
func TestEntryOfTheOtherSide(t *testing.T) {
	src := ford(t)
	src["map.yaml"] = append(src["map.yaml"], "entry: {A: {side: red, hexes: [\"2.03\"]}}\n"...)
	replaceIn(t, src, "setup.yaml", "name: The Crossing",
		"name: The Crossing\n    arrivals: [{turn: 2, side: blue, groups: [{entry: A, units: [b-1]}]}]")
	refused(t, src, "entry area A is for side red")
}

// A combat table may go on where modifiers lead, without a gap.
func TestRowsBeyondTheDice(t *testing.T) {
	for rows, want := range map[string]string{
		`1: ["-", "-"], 2: [A2, A1]`:                    "",
		`-1: ["-", "-"], 1: ["-", "-"], 2: [A2, A1]`:    "row for -1 and none for 0",
		`14: ["-", "-"], 2: [A2, A1]`:                   "row for 14 and none for 13",
		`13: [D1, D1], 14: ["-", "-"], 2: [A2, A1]`:     "",
		`0: ["-", "-"], 1: ["-", "-"], 2: [A2, A1]`:     "",
		`"0": ["-", "-"], "1": ["-", "-"], 2: [A2, A1]`: "",
	} {
		src := ford(t)
		replaceIn(t, src, "charts.yaml", "2: [A2, A1]", rows)
		_, err := games().Unpack(modules.Pack(src))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: want %q, got %v", rows, want, err)
		}
	}
}

// All findings in all files are reported.
func TestAllFindingsAtOnce(t *testing.T) {
	src := ford(t)
	for _, swap := range [][3]string{
		{"game.yaml", "turns: 4", "turns: none"},
		{"charts.yaml", "dice: 2d6", "dice: 3d6"},
		{"map.yaml", "kind: river", "kind: stream"},
		{"units.yaml", "size: division", "size: crowd"},
		{"setup.yaml", "units: [r-1]", "units: [r-9]"},
	} {
		replaceIn(t, src, swap[0], swap[1], swap[2])
	}
	_, err := games().Unpack(modules.Pack(src))
	seen := map[string]bool{}
	for _, f := range findings(err) {
		seen[f.File] = true
	}
	if len(seen) != 5 {
		t.Errorf("findings of %d files, want 5:\n%v", len(seen), err)
	}
}
