package proofread_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// country is the map of ford, larger, with lakes and mires.
const country = `columns: 9
rows: {odd: [1, 9], even: [1, 9]}
high: even
ground: open
hexes: {"2.01": [woods]}
water:
  - {name: Brook, kind: river, sides: ["4.04/5.05", "4.04/5.04", "4.03/5.04", "4.03/5.03", "4.02/5.03", "4.02/5.02", "4.01/5.02", "4.01/5.01"]}
  - {name: Mere, kind: lake, sides: ["7.07/7.08"]}
  - {name: Beck, kind: river, sides: ["6.03/7.04", "6.03/6.04", "5.04/6.04", "5.04/5.05"]}
places: [{hex: "5.05", name: Market, kind: woods}]
ways:
  - {name: Market road, kind: road, path: ["5.05", "5.06", "5.07", "5.08", "5.09"]}
  - {name: Lane, kind: road, path: ["5.07", "6.07", "7.08", "8.08", "9.09"]}
entry: {north: {side: blue, hexes: ["5.09"]}}
supply: {blue: ["2.03"], red: ["2.01"]}
`

// Each case changes one line of the country. A ^ in the new text marks the place of the expected warning;
// without one there must be no warning.
func TestModule_Ground(t *testing.T) {
	const from = `{at: "2.03", units: [b-1]}`
	cases := []struct{ file, old, new, want string }{
		{"map.yaml", "Market", "Market", ""},
		// Ways go from place to place, to another way or to the map's edge.
		{"map.yaml", `"5.08", "5.09"]`, `^"5.08"]`, "Market road stops in hex 5.08"},
		{"map.yaml", `["5.05", "5.06", "5.07"`, `[^"5.06", "5.07"`, "Market road stops in hex 5.06"},
		{"map.yaml", `["5.07", "6.07"`, `[^"6.07"`, "Lane stops in hex 6.07"},
		{"map.yaml", `"5.08", "5.09"]`, `"5.08", "6.07"]`, ""}, // the lane
		// Rivers are whole, and flow into something.
		{"map.yaml", `"4.04/5.04", "4.03/5.04", "4.03/5.03"`, `"4.04/5.04", ^"4.03/5.03"`,
			"Brook is torn between 4.04/5.04 and 4.03/5.03"},
		{"map.yaml", `"4.04/5.04", "4.03/5.04", "4.03/5.03"`, `"4.04/5.04", "4.03/5.04", ^"4.03/4.04"`,
			"Brook is torn between 4.03/5.04 and 4.03/4.04"},
		{"map.yaml", `, "4.01/5.02", "4.01/5.01"]`, `, ^"4.01/5.02"]`, "Brook ends at 4.01/5.02"},
		{"map.yaml", `sides: ["6.03/7.04", "6.03/6.04", "5.04/6.04", "5.04/5.05"]`,
			`sides: ["6.03/7.04", "6.03/6.04", ^"5.04/6.04"]`, "Beck ends at 5.04/6.04"},
		{"map.yaml", `sides: ["6.03/7.04", "6.03/6.04", "5.04/6.04", "5.04/5.05"]`, `sides: [^"7.05/7.06"]`,
			"Beck ends at 7.05/7.06"},
		// into the lake
		{"map.yaml", `sides: ["6.03/7.04", "6.03/6.04", "5.04/6.04", "5.04/5.05"]`, `sides: ["6.07/7.07"]`, ""},
		// They pass towns by.
		{"map.yaml", `places: [{hex: "5.05", name: Market, kind: woods}]`,
			`places: [{hex: "5.05", name: Market, kind: woods}, {hex: "6.04", name: Mill, kind: woods}]`, ""},
		{"map.yaml", `"6.03/7.04", "6.03/6.04", "5.04/6.04", "5.04/5.05"]}
places: [`, `"6.04/7.05", "7.04/7.05", "7.04/8.04", "7.04/8.03", "7.03/7.04", "6.03/7.04", "6.03/6.04", "5.04/6.04", "5.04/5.05"]}
places: [{hex: ^"6.04", name: Mill, kind: woods}, `, "Beck runs on two sides of Mill"},
		// Nothing is closed in.
		{"map.yaml", `sides: ["7.07/7.08"]`, `sides: ["1.09/2.08", "1.08/1.09", ^"1.09/2.09"]`,
			"no way leads to 1.09 for side blue"},
		{"map.yaml", `"2.01": [woods]`, `"2.01": [woods], "8.01": [tarn], ^"9.02": [tarn]`,
			"no way leads to 9.01 for side red"},
		{"map.yaml", `"2.01": [woods]`, `"2.01": [woods], "9.01": [tarn]`, ""}, // a lake itself is not a pocket
		{"map.yaml", `hexes: ["5.09"]`, `hexes: ["5.09", ^"9.01"]}}
land: [{name: Pond, kind: tarn, hexes: ["9.01"]}]
#`, "nobody of side blue can enter hex 9.01"},
		// A source that supplies only its holder must not be listed as well.
		{"map.yaml", `hexes: ["5.09"]}}
supply: {blue: ["2.03"]`, `hexes: ["5.09"], supply: while-held}}
supply: {blue: ["2.03", ^"5.09"]`, "hex 5.09 is listed, and so supplies side blue whoever controls entry area north"},
		{"map.yaml", `hexes: ["5.09"]}}`, `hexes: ["5.09"], supply: while-held}}`, ""},
		// Units can leave the hexes of their set-up.
		{"setup.yaml", from, `{at: ^"9.01", units: [b-1]}`, "every way out of hex 9.01"},
		{"setup.yaml", from, `{at: "9.01", within: 1, units: [b-1]}`, ""},
	}
	for i, c := range cases {
		t.Run(fmt.Sprintf("%d %s", i, c.want), func(t *testing.T) {
			src := ford()
			src["map.yaml"] = []byte(country)
			src["charts.yaml"] = []byte(strings.ReplaceAll(string(src["charts.yaml"]), `road: {move: "1/2"}`,
				`road: {move: "1/2"}, lake: {prohibited: yes}, tarn: {prohibited: yes}, mire: {move: all}`))
			if c.file == "setup.yaml" {
				src["map.yaml"] = []byte(strings.Replace(country, `"2.01": [woods]`,
					`"2.01": [woods], "8.01": [mire], "9.02": [mire]`, 1))
			}
			marked := strings.Replace(string(src[c.file]), c.old, c.new, 1)
			if marked == string(src[c.file]) && c.old != c.new {
				t.Fatalf("%s has no %q", c.file, c.old)
			}
			text, after, marks := strings.Cut(marked, "^")
			src[c.file] = []byte(text + after)
			said := found(src)
			if !marks {
				if len(said) > 0 {
					t.Errorf("said %q", said)
				}
				return
			}
			lines := strings.Split(text, "\n")
			want := fmt.Sprintf("%s:%d:%d: warning: %s", c.file, len(lines), len(lines[len(lines)-1])+1, c.want)
			if !slices.ContainsFunc(said, func(line string) bool { return strings.HasPrefix(line, want) }) {
				t.Errorf("want %s, got %q", want, said)
			}
		})
	}
}

// SCS 3.2d: where nobody can stand, nobody is set up and nobody arrives.
func TestNobodyStandsInALake(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`{at: "2.03", units: [b-1]}`, `{at: "9.01", units: [b-1]}`, "nobody of side blue can stand in hex 9.01"},
		{"name: The Crossing", "name: The Crossing\n    arrivals: [{turn: 2, side: red, groups: [{at: \"9.01\", units: [r-2]}]}]", "nobody of side red can stand in hex 9.01"},
		{"name: The Crossing", "name: The Crossing\n    arrivals: [{turn: 2, side: blue, groups: [{entry: south, units: [b-2]}]}]", "nobody of side blue can stand in entry area south"},
	} {
		src := ford()
		src["map.yaml"] = []byte(strings.Replace(country, `"2.01": [woods]`, `"2.01": [woods], "9.01": [tarn]`, 1))
		src["charts.yaml"] = []byte(strings.ReplaceAll(string(src["charts.yaml"]), `road: {move: "1/2"}`,
			`road: {move: "1/2"}, lake: {prohibited: yes}, tarn: {prohibited: yes}`))
		if strings.Contains(c.new, "south") {
			change(t, src, "map.yaml", `entry: {`, `entry: {south: {side: blue, hexes: ["9.01"]}, `)
		}
		src["units.yaml"] = append(src["units.yaml"],
			"  b-2: {type: blue-infantry, name: Two}\n  r-2: {type: red-militia, name: Two}\n"...)
		change(t, src, "setup.yaml", c.old, c.new)
		if said := found(src); len(said) == 0 || !strings.HasSuffix(said[0], c.want) {
			t.Errorf("want %s, got %q", c.want, said)
		}
	}
}
