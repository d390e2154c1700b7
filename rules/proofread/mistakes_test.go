package proofread_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/rules"
	"grognard/rules/modules"
)

// One mistake is one finding, at its place, and says what was probably meant.
func TestMistakes_OneFindingEach(t *testing.T) {
	const rows = "    2: [A2, A1]\n    3: [A1, A1]\n"
	each(t, ford, []slip{
		// a side, where it is written and where it is used
		{"game.yaml", "  red: [movement", "  rde: [movement",
			[]string{`game.yaml:13:3: "rde" is no side of this game; known are ["blue" "red"]: perhaps "red" is meant`}},
		{"game.yaml", "{id: red,", "{id: reds,",
			[]string{`game.yaml:13:3: "red" is no side of this game; known are ["blue" "reds"]: perhaps "reds" is meant; in 5 places`}},
		{"game.yaml", "{id: red,", "{id: russian,",
			[]string{`game.yaml:13:3: "red" is no side of this game; known are ["blue" "russian"]; in 5 places`}},
		{"charts.yaml", "  blue: {open", "  bleu: {open",
			[]string{`charts.yaml:2:3: "bleu" is no side of this game; known are ["blue" "red"]: perhaps "blue" is meant`}},
		{"units.yaml", "side: red", "side: Red",
			[]string{`units.yaml:3:23: "Red" is no side of this game; known are ["blue" "red"]: perhaps "red" is meant`}},
		{"setup.yaml", "      red: [", "      rad: [",
			[]string{`setup.yaml:6:7: "rad" is no side of this game; known are ["blue" "red"]: perhaps "red" is meant`}},
		{"map.yaml", "supply: {blue", "supply: {bule",
			[]string{`map.yaml:8:10: "bule" is no side of this game; known are ["blue" "red"]: perhaps "blue" is meant`}},
		// types, units and terrain
		{"units.yaml", "  blue-infantry:", "  blue-infantri:",
			[]string{`units.yaml:5:15: "blue-infantry" is no type of unit: perhaps "blue-infantri" is meant`}},
		{"units.yaml", "  b-1:", "  b-11:",
			[]string{`setup.yaml:5:35: there is no unit b-1: perhaps "b-11" is meant`}},
		{"charts.yaml", `blue: {open: {move: 1}, woods`, `blue: {open: {move: 1}, wood`,
			[]string{`charts.yaml:2:27: wood is not in the chart of side red: perhaps "woods" is meant`}},
		{"map.yaml", "[woods]", "[wood]",
			[]string{`map.yaml:5:18: "wood" is in no terrain chart: perhaps "woods" is meant`}},
		{"map.yaml", "ground: open", "ground: oepn",
			[]string{`map.yaml:4:9: "oepn" is in no terrain chart: perhaps "open" is meant`}},
		{"units.yaml", "symbol: militia", "symbol: militai",
			[]string{`units.yaml:3:36: "militai" is no symbol; known are ["infantry" "armour" "motorised" "mechanised" "cavalry" "airborne" "mountain" "mountain-cavalry" "marine" "security" "militia" "garrison" "engineer" "artillery" "rocket" "anti-tank" "anti-air" "reconnaissance" "headquarters" "supply" "air"]: perhaps "militia" is meant`}},
		{"game.yaml", "overrun: any", "overun: any",
			[]string{`game.yaml:15:1: unknown field "overun": perhaps "overrun" is meant`}},
		{"game.yaml", "oos:", "os:",
			[]string{`game.yaml:12:42: phase supply needs a mark oos: perhaps "os" is meant; in 2 places`}},
		{"game.yaml", "blue: [movement, combat", "blue: [movment, combat",
			[]string{`game.yaml:12:10: "movment" is no phase; known are ["reinforcements" "movement" "combat" "exploitation" "supply" "dg-removal" "barrage" "defensive-barrage"]: perhaps "movement" is meant`}},
		// forms
		{"charts.yaml", "[A1D1, D1]", "[A1D1, DR1]",
			[]string{`charts.yaml:12:15: "DR1" is not a combat result such as A1D2r1: perhaps "Dr1" is meant`}},
		{"charts.yaml", "[A1D1, D1]", "[АR1, D1]",
			[]string{`charts.yaml:12:9: "АR1" is not a combat result such as A1D2r1: perhaps "Ar1" is meant; А is a Cyrillic letter (U+0410)`}},
		{"charts.yaml", "[A1D1, D1]", "[A1 D1, D1]",
			[]string{`charts.yaml:12:9: "A1 D1" is not a combat result such as A1D2r1: perhaps "A1D1" is meant`}},
		{"charts.yaml", "[A1D1, D1]", "[A1D1, B7]",
			[]string{`charts.yaml:12:15: "B7" is not a combat result such as A1D2r1`}},
		{"units.yaml", "4-4-5", "4–4—5",
			[]string{`units.yaml:2:71: "4–4—5" is not attack-defence-movement, such as 8-9-6: perhaps "4-4-5" is meant; – is an en dash (U+2013); — is an em dash (U+2014)`}},
		{"units.yaml", "exploit: yes", "exploit: No",
			[]string{`units.yaml:2:103: "No" is neither yes nor no: perhaps "no" is meant`}},
		{"units.yaml", "exploit: yes", "exploit: YES",
			[]string{`units.yaml:2:103: "YES" is neither yes nor no: perhaps "yes" is meant`}},
		{"charts.yaml", `{move: "1/2"}}`, `{move: ½}}`,
			[]string{`charts.yaml:2:102: "½" is not a number such as 2, 1/2 or 0.25: perhaps "1/2" is meant; ½ is a fraction in one character (U+00BD)`}},
		{"map.yaml", `path: ["2.03"`, `path: ["2.O3"`,
			[]string{`map.yaml:7:42: "2.O3" is not a hex number such as 10.07: perhaps "2.03" is meant`}},
		{"game.yaml", `color: "#0072b2"`, `color: "#0072B2"`,
			[]string{`game.yaml:9:35: "#0072B2" is not a colour such as #6d6f68: perhaps "#0072b2" is meant`}},
		{"game.yaml", `"1941-06-22"`, `"1941–06–22"`,
			[]string{`game.yaml:6:12: "1941–06–22" is not a date such as 1941-07-10: perhaps "1941-06-22" is meant; – is an en dash (U+2013)`}},
		// comments, tabs and letters
		{"game.yaml", `color: "#0072b2"`, `color: #0072b2`,
			[]string{`game.yaml:9:35: # begins a comment, so nothing after it is read and the brackets stay open: write it in quotes, "#0072b2"`}},
		{"game.yaml", `  - {id: blue, name: Blue, color: "#0072b2"}`, "  - id: blue\n    name: Blue\n    color: #0072b2",
			[]string{`game.yaml:11:12: # begins a comment, so there is no value: write it in quotes, "#0072b2"`}},
		{"game.yaml", "title: The Ford", "title: The #1 Ford",
			[]string{`game.yaml:2:12: warning: # begins a comment, so "#1 Ford" is not read: if it belongs to the text, write that in quotes`}},
		{"game.yaml", "title: The Ford", "title: Ford # 5",
			[]string{`game.yaml:2:13: warning: # begins a comment, so "# 5" is not read: if it belongs to the text, write that in quotes`}},
		{"game.yaml", "title: The Ford", "title: The Ford # a ford", nil},
		{"game.yaml", "title: The Ford", "title: The\tFord",
			[]string{"game.yaml:2:11: warning: a tab stands here, and is not read: write a blank"}},
		{"game.yaml", "  red: [movement", "\tred: [movement",
			[]string{"game.yaml:13:1: a tab stands here: YAML is written with blanks alone"}},
		{"charts.yaml", "[A1D1, D1]", "[A1D1,\tD1]", nil},
		{"game.yaml", "title: The Ford", "title: The F\xf6rd",
			[]string{"game.yaml:2:13: the file is not UTF-8: save it as UTF-8. The byte here, F6, is ö in ISO 8859-1"}},
		{"game.yaml", "title: The Ford", "title: \x93Ford\x94",
			[]string{"game.yaml:2:8: the file is not UTF-8: save it as UTF-8. The byte here, 93, is one of Windows-1252 or of an older encoding"}},
		// tables
		{"charts.yaml", `["1:1", "2:1+"]`, `["1:1"]`,
			[]string{"charts.yaml:6:13: the combat table has 1 column, and each of its 11 rows has 2 results: a heading too few"}},
		{"charts.yaml", `["1:1", "2:1+"]`, `["1:1", "2:1", "3:1"]`,
			[]string{"charts.yaml:6:13: the combat table has 3 columns, and each of its 11 rows has 2 results: a heading too many, or a result too few"}},
		{"charts.yaml", "2: [A2, A1]", "2: [A2]", []string{"charts.yaml:8:5: the row has 1 result for 2 columns"}},
		{"charts.yaml", rows, "", []string{"charts.yaml:5:9: the combat table has no row for the rolls 2, 3"}},
		{"charts.yaml", "    7: [\"-\", D1]\n", "",
			[]string{"charts.yaml:5:9: the combat table has no row for a roll of 7"}},
		{"charts.yaml", "    7: ", "    8: ",
			[]string{`charts.yaml:14:5: mapping key "8" already defined at [13:5]`}},
		{"charts.yaml", "    7: ", "    08: ",
			[]string{"charts.yaml:14:5: the roll 8 stands twice in the combat table"}},
		{"charts.yaml", "    7: ", "    seven: ",
			[]string{`charts.yaml:13:5: "seven" is not a roll`}},
		{"charts.yaml", `["1:1", "2:1+"]`, "[" + strings.Repeat(`"1:1", `, 500) + `"2:1"]`,
			[]string{"charts.yaml:6:433: the combat table has 501 columns, and 60 at most"}},
		{"charts.yaml", `["1:1", "2:1+"]`, strings.Repeat("\n    - 1:1", 500),
			[]string{"charts.yaml:67:7: the combat table has 500 columns, and 60 at most"}},
	})
}

// A mistake in a word or form of the Battalion Combat Series is one finding too.
func TestMistakes_BattalionCombatSeries(t *testing.T) {
	each(t, drill, []slip{
		{"game.yaml", "{id: red,", "{id: russian,", []string{
			`game.yaml:32:11: "red" is no side of this game; known are ["blue" "russian"]; in 28 places`}},
		{"game.yaml", "  rifles:\n", "  rifle:\n",
			[]string{`units.yaml:41:3: there is no formation rifles: perhaps "rifle" is meant; in 13 places`}},
		{"game.yaml", "hq: hq-rifles", "hq: hq-rifle",
			[]string{`game.yaml:43:9: there is no unit hq-rifle: perhaps "hq-rifles" is meant`}},
		{"charts.yaml", "2-5: a1", "2-5: A1", []string{`charts.yaml:65:15: "A1" is no result of the table combat; known are` +
			` dN, aN, situational, automatic, traffic, "-" and "unknown": perhaps "a1" is meant`}},
		{"charts.yaml", "truck: P, leg: 2, terrain", "truck: p, leg: 2, terrain", []string{`charts.yaml:8:26: "p" is not a` +
			` number such as 2, 1/2 or 0.25, or P where movement is prohibited: perhaps "P" is meant`}},
		{"charts.yaml", "6-8: \"-\", 9-10", "7-8: \"-\", 9-10",
			[]string{"charts.yaml:65:19: there is a gap between 2-5 and 7-8"}},
		{"charts.yaml", "6-8: \"-\", 9-10", "5-8: \"-\", 9-10", []string{"charts.yaml:65:19: 2-5 and 5-8 overlap"}},
	})
}

// A game that began with a file that is not UTF-8, or with a value that a comment hides, goes on as it began.
func TestMistakes_KeptGames(t *testing.T) {
	src := ford()
	change(t, src, "game.yaml", "title: The Ford", "title: The F\xf6rd")
	change(t, src, "units.yaml", "{type: blue-infantry, name: 1 Inf Div}", "\n    type: blue-infantry\n    name: 1 Inf\n"+
		"    short: #1")
	src[modules.Overlay+"game.yaml"] = []byte("turns: #9\n")
	want := []string{"game.yaml:2:13: the file is not UTF-8: save it as UTF-8. The byte here, F6, is ö in ISO 8859-1",
		`overlay/game.yaml:1:8: # begins a comment, so there is no value: write it in quotes, "#9"`,
		`units.yaml:8:12: # begins a comment, so there is no value: write it in quotes, "#1"`}
	if got := found(src); !slices.Equal(got, want) {
		t.Errorf("said %q", got)
	}
	if d, err := rules.Modules().Reopen(modules.Pack(src)); err != nil || d.Turns != 4 || d.Units["b-1"].Short != "1" {
		t.Errorf("%v", err)
	}
}

// A folder of another encoding, or far too large, is one line for each file.
func TestMistakes_FilesThatAreNone(t *testing.T) {
	const wide = "ford/game.yaml:1:1: the file is UTF-16 (some editors say Unicode), and must be UTF-8: save it as UTF-8"
	utf16 := []byte{0xff, 0xfe}
	for _, r := range "title: Ford\n" {
		utf16 = append(utf16, byte(r), 0)
	}
	for name, c := range map[string]struct {
		text []byte
		want string
	}{
		"UTF-16":          {utf16, wide},
		"without a mark":  {utf16[2:], wide},
		"90 MiB":          {make([]byte, 90<<20), "ford/game.yaml: is larger than 262144 bytes"},
		"a mark of UTF-8": {append([]byte("\ufeff"), ford()["game.yaml"]...), "<nil>"},
	} {
		t.Run(name, func(t *testing.T) {
			files := fstest.MapFS{}
			for file, text := range ford() {
				files[file] = &fstest.MapFile{Data: text}
			}
			files["game.yaml"] = &fstest.MapFile{Data: c.text}
			_, _, err := rules.Modules().Folder(modules.Folder{ID: "ford", Where: "ford", Files: files})
			if got := fmt.Sprint(err); got != c.want {
				t.Errorf("got %s", got)
			}
		})
	}
}
