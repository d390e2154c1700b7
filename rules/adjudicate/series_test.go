package adjudicate

import (
	"fmt"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/rulebook"
)

// shelf has the drill of each series, and one that no series of the program has read.
func shelf(t *testing.T) moduleCache {
	t.Helper()
	drill, err := rules.Modules().Load("drill")
	must.Do(t, err)
	lost := drill.Clone()
	lost.By = nil
	battalions, err := rules.Modules().Load("bcs-drill")
	must.Do(t, err)
	return moduleCache{read: map[string]*modules.Definition{"drill": drill, "bcs-drill": battalions, "lost": lost}}
}

// ofBCS is a case of the Battalion Combat Series: keys of its own stand in every place that has some.
const ofBCS = `- name: over the brook
  rules: ["7.1-2"]
  module: bcs-drill
  tables: {engagement: {2-6: "-", 7-12: t1}}
  formations:
    A: {side: blue, hq: "8.05", radius: 9}
    R: {side: red, hq: "8.18", radius: 8}
  units:
    a1: {formation: A, at: "8.10", deployed: ar4 tac4 arrow av5/2, steps: 2}
    r1: {formation: R, at: "8.12", deployed: ar3 leg3 arrow av3/1, steps: 2}
  active: {formation: A}
  dice: [4, 3]
  turn: 1
  phase: blue activation
  play:
    - blue: "/engage unit:a1 target:8.13"
      refused: "7.1"
    - blue: "/engage unit:a1 target:8.12"
      shows: {net: 3, result: t1}
  expect: {formations: {A: {fatigue: 0}}, units: {a1: {at: "8.10", fires: 1}, r1: {at: "8.12", steps: 1}}}
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

// A case is read by the series of its module: its keys are compared with the views, and differences are reported.
func TestCase_OfAnotherSeries(t *testing.T) {
	for name, c := range map[string]struct{ old, new, want string }{
		"all is so":              {"", "", ""},
		"of the case":            {"active:", "victory-hexes: [\"21.01\"]\n  active:", "hex 21.01 is not on the map"},
		"of a unit":              {"deployed: ar3 leg3 arrow av3/1, ", "", "line 10, column 5: unit r1 needs side, formation"},
		"a side of a formation":  {"{formation: R, at", "{formation: none, side: red, at", ""},
		"an unknown side":        {"{formation: R, at", "{formation: none, at", "unit r1 needs side"},
		"of what is shown":       {"net: 3", "net: 9", "line 18: /engage unit:a1 target:8.12: net is 3; must be 9"},
		"of the end":             {"{fatigue: 0}", "{fatigue: 2}", "formations A: fatigue is 0; must be 2"},
		"of a unit in the end":   {"fires: 1", "fires: 2", "units a1: fires is 1; must be 2"},
		"steps that are printed": {"steps: 1", "steps: 2", "units r1: steps is 1; must be 2"},
	} {
		failed, told := play(t, strings.Replace(ofBCS, c.old, c.new, 1))
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
		{ofSCS, "full: 3-3-6", "full: 3-3-6, fires: 1", "line 7, column 48", "fires", "scs"},
		{ofSCS, "\"/end\"", "\"/end\"\n      shows: {net: 1}", "line 15, column 15", "net", "scs"},
		{ofSCS, "\"/end\"", "\"/end\"\n      shows: {dice: [1], net: 1}", "line 15, column 26", "net", "scs"},
		{ofSCS, "expect: {", "expect: {active: {}, ", "line 15, column 12", "active", "scs"},
		{ofSCS, "dead: false", "fires: 1", "line 15, column 38", "fires", "scs"},
		{ofBCS, "tables: {", "strikes: {}\n  tables: {", "line 4, column 3", "strikes", "bcs"},
		{ofBCS, "steps: 2}", "steps: 2, full: 3-3-6}", "line 9, column 78", "full", "bcs"},
		{ofBCS, "steps: 2}", "steps: 2, oos: true}", "line 9, column 78", "oos", "bcs"},
		{ofBCS, "net: 3", "odds: \"1:1\"", "line 19, column 15", "odds", "bcs"},
		{ofBCS, "expect: {", "expect: {supply: {}, ", "line 20, column 12", "supply", "bcs"},
		{ofBCS, "fires: 1", "dg: true", "line 20, column 68", "dg", "bcs"},
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
		_, told := play(t, strings.Replace(ofBCS, "module: bcs-drill", "module: "+module, 1))
		if !strings.Contains(told, "cases.yaml: line 1: over the brook: ") || !strings.Contains(told, want) {
			t.Errorf("told %swant %s", told, want)
		}
	}
}

func parsed(t *testing.T, name, text string) rulebook.Book {
	t.Helper()
	b, err := rulebook.Parse(name, text)
	must.Do(t, err)
	return b
}
