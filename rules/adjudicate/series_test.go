package adjudicate

import (
	"fmt"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/rulebook"
	"grognard/rules/seriestest"
)

// shelf has the drill, the game of the series for tests, and the drill as no series of the program has read it.
func shelf(t *testing.T) moduleCache {
	t.Helper()
	drill, err := rules.Modules().Load("drill")
	noError(t, err)
	lost := drill.Clone()
	lost.By = nil
	bridge, _, err := rules.Modules(seriestest.Series{}).Folder(seriestest.Bridge())
	noError(t, err)
	return moduleCache{"drill": drill, "bridge": bridge, "lost": lost}
}

// ofPocket is a case of Pocket Battles: everything that its series adds is in it.
const ofPocket = `- name: over the brook
  rules: ["4-2"]
  module: bridge
  table: {7: {0: shaken}}
  units:
    b1: {side: blue, at: "4.03", force: 4}
    r1: {side: red, at: "5.03", force: 4}
  formations: {blue: [Line]}
  dice: [3, 4]
  turn: 1
  phase: blue play
  play:
    - blue: "/strike unit:b1 target:5.03"
      refused: "1-1"
    - blue: "/activate formation:guard"
    - blue: "/strike unit:b1 target:5.03"
      shows: {net: 0, result: shaken}
  expect: {formations: {blue: 0}, units: {r1: {at: "5.03", steps: 3, shaken: true}}}
`

// ofSCS is a case in the words of the Standard Combat Series.
const ofSCS = `- name: over the brook
  rules: ["7.3"]
  module: drill
  table: {"1:1": {7: NR}}
  map: {sides: {"10.10/10.11": [lake]}}
  units:
    b1: {side: blue, at: "10.10", full: 3-3-6}
    r1: {side: red, at: "10.11", full: 4-4-4}
  turn: 1
  phase: blue combat
  play:
    - blue: "/attack target:10.11 units:b1"
      refused: "7.3"
    - blue: "/end"
  expect: {units: {b1: {at: "10.10", dead: false, full: true, dg: false, oos: false}}}
`

// play runs the cases of a text.
func play(t *testing.T, text string) (failed int, told string) {
	t.Helper()
	var out strings.Builder
	s := session{w: &out, games: shelf(t)}
	s.text("cases.yaml", []byte(text))
	return s.failed, out.String()
}

// A case is read by the series of its module: its keys are compared with the views, and differences are
// reported.
func TestCase_OfAnotherSeries(t *testing.T) {
	for name, c := range map[string]struct{ old, new, want string }{
		"all is so":              {"", "", ""},
		"of the case":            {"table: {7:", "table: {13:", "the table of strikes has no row 13"},
		"of a unit":              {"force: 4}", "force: 0}", "line 6, column 5: unit b1 needs side, force, and one of"},
		"a side of a formation":  {"    r1", "    b2: {formation: Line, at: \"4.02\", force: 1}\n    r1", ""},
		"an unknown side":        {"side: blue, at: \"4.03\"", "formation: Guard, at: \"4.03\"", "unit b1 needs side"},
		"of what is shown":       {"net: 0", "net: 9", "line 16: /strike unit:b1 target:5.03: net is 0; must be 9"},
		"of the end":             {"{blue: 0}", "{blue: 2}", "of blue are 0; must be 2"},
		"of a unit in the end":   {"shaken: true", "shaken: false", "units r1: shaken is true; must be false"},
		"steps that are printed": {"steps: 3", "steps: 2", "units r1: steps is 3; must be 2"},
	} {
		failed, told := play(t, strings.Replace(ofPocket, c.old, c.new, 1))
		if failed > 0 != (c.want != "") || !strings.Contains(told, c.want) {
			t.Errorf("%s: told %q, want %q", name, told, c.want)
		}
	}
	if failed, told := play(t, ofSCS); failed > 0 {
		t.Error(told)
	}
}

// Keys of an optional rule are refused at their place in a case of a game without the rule.
func TestCase_KeyOfARuleThatTheGameLacks(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"turn: 1", "strikes: {blue: {regular: 2}}\n  turn: 1",
			"line 9, column 12: Drill has no strikes: the key is of a rule that it lacks"},
		{"turn: 1", "replacements: {blue: 0}\n  turn: 1",
			"line 9, column 17: Drill has no replacements: the key is of a rule that it lacks"},
		{"full: 3-3-6", "full: 3-3-6, dg: true", "unit b1: line 7, column 5: drill has no marker dg"},
		{"units: {b1", "vp: {blue: 0}, units: {b1", "of blue is nothing; must be 0"},
	} {
		if failed, told := play(t, strings.Replace(ofSCS, c.old, c.new, 1)); failed != 1 ||
			!strings.Contains(told, c.want) {
			t.Errorf("told %swant %s", told, c.want)
		}
	}
}

// Keys of one series in a case of another are refused at their place, and so is a module of an unknown series.
func TestCase_KeyOfAnotherSeries(t *testing.T) {
	for _, c := range []struct{ text, old, new, at, key, of string }{
		{ofSCS, "turn: 1", "formations: {}\n  turn: 1", "line 9, column 3", "formations", "scs"},
		{ofSCS, "full: 3-3-6", "full: 3-3-6, force: 3", "line 7, column 48", "force", "scs"},
		{ofSCS, "\"/end\"", "\"/end\"\n      shows: {net: 1}", "line 15, column 15", "net", "scs"},
		{ofSCS, "\"/end\"", "\"/end\"\n      shows: {dice: [1], net: 1}", "line 15, column 26", "net", "scs"},
		{ofSCS, "expect: {", "expect: {formations: {blue: 2}, ", "line 15, column 12", "formations", "scs"},
		{ofSCS, "dead: false", "shaken: true", "line 15, column 38", "shaken", "scs"},
		{ofPocket, "table: {", "strikes: {}\n  table: {", "line 4, column 3", "strikes", "pocket"},
		{ofPocket, "force: 4}", "force: 4, full: 3-3-6}", "line 6, column 44", "full", "pocket"},
		{ofPocket, "force: 4}", "force: 4, oos: true}", "line 6, column 44", "oos", "pocket"},
		{ofPocket, "net: 0", "odds: \"1:1\"", "line 17, column 15", "odds", "pocket"},
		{ofPocket, "expect: {", "expect: {victory: major-blue, ", "line 18, column 12", "victory", "pocket"},
		{ofPocket, "shaken: true", "dg: true", "line 18, column 70", "dg", "pocket"},
	} {
		text := strings.Replace(c.text, c.old, c.new, 1)
		want := fmt.Sprintf("FAIL cases.yaml: line 1: over the brook: %s: unknown key %s: the series %s has none such here\n", c.at, c.key, c.of)
		if _, told := play(t, text); told != want {
			t.Errorf("told %swant %s", told, want)
		}
	}
	for module, want := range map[string]string{
		"lost":  "line 3, column 11: Drill was not read as a module of any series that this program plays",
		"chess": "line 3, column 11: ",
	} {
		_, told := play(t, strings.Replace(ofPocket, "module: bridge", "module: "+module, 1))
		if !strings.Contains(told, "cases.yaml: line 1: over the brook: ") || !strings.Contains(told, want) {
			t.Errorf("told %swant %s", told, want)
		}
	}
}

func parsed(t *testing.T, name, text string) rulebook.Book {
	t.Helper()
	b, err := rulebook.Parse(name, text)
	noError(t, err)
	return b
}

// noError ends a test that cannot go on after an error.
func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
