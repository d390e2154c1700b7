package adjudicate_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/adjudicate"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/scs/feature/airstrikes"
)

const shared = "../../../shared/adjudication"

func TestCases_Shared(t *testing.T) {
	if _, err := os.Stat(shared); err != nil {
		t.Skip("skipped: the shared examples are not beside this checkout")
	}
	pass(t, shared)
}

// Every case in the repository passes.
func TestCases(t *testing.T) {
	for _, pattern := range []string{"../*/cases", "../modules/*/cases"} {
		folders, err := filepath.Glob(pattern)
		if err != nil || len(folders) == 0 {
			t.Fatalf("no cases under %s: %v", pattern, err)
		}
		for _, f := range folders {
			t.Run(f, func(t *testing.T) {
				t.Parallel()
				pass(t, f)
			})
		}
	}
}

func pass(t *testing.T, path string) {
	t.Helper()
	var out strings.Builder
	if passed, failed := (adjudicate.Beside{}).Run(&out, false, path); failed > 0 || passed == 0 {
		t.Error(out.String())
	}
}

// head begins a case; its first line is line 1 of the file.
const head = `- name: a march
  module: drill
  units:
    b1: {side: blue, at: "10.10", full: 3-3-6, reduced: 1-1-6}
    r1: {side: red, at: "10.11", full: 3-3-4}
  turn: 1
`

// A mistake in a case file is a failed case that names the line; nothing is skipped or misread.
func TestRun_MistakesInCases(t *testing.T) {
	fight := head + "  phase: blue combat\n  dice: %s\n  play:\n    - blue: \"/attack target:10.11 units:b1\"\n"
	tests := map[string]struct {
		file string
		want []string // parts of what is told
	}{
		"unknown key": {head + "  phase: blue combat\n  colour: red\n", []string{"line 8, column 3", "colour", "scs"}},
		"unknown key of a unit": {strings.Replace(head, "full: 3-3-4", "full: 3-3-4, size: 2", 1) +
			"  phase: blue combat\n", []string{"line 5, column 47", "size", "scs"}},
		"unknown key of a step": {head + "  phase: blue combat\n  play:\n    - blue: \"/end\"\n      shows: {luck: 1}\n", []string{"line 10, column 15", "luck", "scs"}},
		"unknown expectation": {head + "  phase: blue combat\n  expect: {weather: fair}\n",
			[]string{"line 8, column 12", "weather", "scs"}},
		"unknown of a unit": {head + "  phase: blue combat\n  expect: {units: {b1: {tired: true}}}\n",
			[]string{"line 8, column 25", "tired", "scs"}},
		"key that stands twice": {head + "  phase: blue combat\n  turn: 2\n",
			[]string{"file: line 8, column 3: ", "turn"}},
		"a viewer of no side": {head + "  phase: blue combat\n  expect: {sees: {green: {\"10.10\": [b1]}}}\n",
			[]string{"green", "no such side"}},
		"steps of the dead": {strings.Replace(head, `at: "10.11"`, "dead: true", 1) +
			"  phase: blue combat\n  expect: {units: {r1: {steps: 1}}}\n", []string{"r1", "steps is 0; must be 1"}},
		"unquoted hex": {strings.Replace(head, `"10.10"`, "10.10", 1) + "  phase: blue combat\n",
			[]string{"line 4", "10.10", "quote"}},
		"unquoted key of a hex": {head + "  phase: blue combat\n  map:\n    hexes: {10.10: [swamp]}\n",
			[]string{"line 9", "quote"}},
		"unknown command": {head + "  phase: blue combat\n  play:\n    - blue: \"/dance\"\n",
			[]string{"line 9", "dance"}},
		"command without option": {head + "  phase: blue combat\n  play:\n    - blue: \"/attack units:b1\"\n",
			[]string{"line 9", "target"}},
		"two commands in a step": {head + "  phase: blue combat\n  play:\n    - blue: \"/end\"\n      red: \"/end\"\n", []string{"line 10", "red"}},
		"face of no die":         {fmt.Sprintf(fight, "[3, 7]"), []string{"line 8", "die"}},
		"dice left over":         {fmt.Sprintf(fight, "[3, 4, 5]"), []string{"1 dice left over"}},
		"dice running out":       {fmt.Sprintf(fight, "[3]"), []string{"line 10", "dice"}},
		"unknown module":         {strings.Replace(head, "drill", "chess", 1) + "  phase: blue combat\n", []string{"chess"}},
		"unknown edition":        {head + "  phase: blue combat\n  version: \"0.9\"\n", []string{"0.9"}},
		"errata of 1.8":          {head + "  phase: blue combat\n  errata: true\n", []string{"no option of edition 1.8"}},
		"unknown terrain":        {head + "  phase: blue combat\n  map: {hexes: {\"10.10\": [lava]}}\n", []string{"lava"}},
		"unknown phase":          {head + "  phase: blue tea\n", []string{"tea"}},
		"no phase":               {head, []string{"line 1", "phase"}},
		"unit of no side": {strings.Replace(head, "side: red", "side: green", 1) + "  phase: blue combat\n",
			[]string{"green"}},
		"unit nowhere": {strings.Replace(head, `at: "10.11", `, "", 1) + "  phase: blue combat\n",
			[]string{"line 5", "r1"}},
		"unit with the enemy": {strings.Replace(head, "10.11", "10.10", 1) + "  phase: blue combat\n",
			[]string{"10.10", "enemy"}},
		"unit off the map":        {strings.Replace(head, "10.11", "10.21", 1) + "  phase: blue combat\n", []string{"10.21"}},
		"accepted against a rule": {head + "  phase: blue combat\n  play:\n    - blue: \"/end\"\n      refused: \"1.0\"\n", []string{"line 9", "1.0"}},
		"refused by another rule": {head + "  phase: blue combat\n  play:\n    - red: \"/end\"\n      refused: \"9.0b\"\n", []string{"line 9", "9.0b"}},
		"other rules beside it":   {head + "  phase: blue combat\n  play:\n    - red: \"/end\"\n      refused: \"1.0\"\n      cites: [\"1.0\"]\n", []string{"line 9", "cite", "3.3b"}},
		"misspelled words":        {head + "  phase: blue movement\n  play:\n    - blue: \"/attack target:nowhere units:b1\"\n      refused: \"7.0\"\n", []string{"line 9", "nowhere"}},
		"no such suggestion":      {head + "  phase: blue combat\n  play:\n    - red: \"/end\"\n      refused: \"1.0\"\n      instead: \"/end\"\n", []string{"line 9", "none", "/end"}},
		"a suggestion accepted":   {head + "  phase: blue combat\n  play:\n    - blue: \"/end\"\n      instead: \"/end\"\n", []string{"line 9", "refused"}},
		"refused at all":          {head + "  phase: blue combat\n  play:\n    - red: \"/end\"\n", []string{"line 9", "1.0"}},
		"shows something else": {fmt.Sprintf(fight, "[3, 4]") + "      shows: {odds: \"2:1\"}\n",
			[]string{"line 10", "1:1", "2:1"}},
		"ratings without strikes": {head + "  phase: blue combat\n  air: {blue: {regular: 3}}\n",
			[]string{"no air strikes"}},
		"strikes of no side": {strings.Replace(head, "drill", "afb", 1) +
			"  phase: german combat\n  strikes: {blue: {regular: 3}}\n", []string{"blue"}},
		"strikes of no kind": {head + "  phase: blue combat\n  strikes: {blue: {heavy: 3}}\n",
			[]string{"line 8", "heavy"}},
		"shows another column": {fmt.Sprintf(fight, "[3, 4]") + "      shows: {column: \"1:1+\"}\n",
			[]string{"line 10", "1:1+"}},
		"table without a column": {head + "  phase: blue combat\n  table: {\"5:1+\": {7: NR}}\n", []string{"5:1+"}},
		"shows no result": {fmt.Sprintf(fight, "[3, 4]") + "      shows: {result: D1A1}\n",
			[]string{"line 11", "D1A1"}},
		"shows nothing": {head + "  phase: blue combat\n  play:\n    - blue: \"/end\"\n      shows: {odds: \"2:1\"}\n", []string{"line 9", "2:1"}},
		"wrong place": {head + "  phase: blue combat\n  expect: {units: {b1: {at: \"10.12\"}}}\n",
			[]string{"10.12", "10.10"}},
		"wrong steps":  {head + "  phase: blue combat\n  expect: {units: {b1: {steps: 1}}}\n", []string{"b1", "1"}},
		"wrong mark":   {head + "  phase: blue combat\n  expect: {units: {b1: {oos: true}}}\n", []string{"b1", "oos"}},
		"no such unit": {head + "  phase: blue combat\n  expect: {units: {b9: {dead: true}}}\n", []string{"b9"}},
		"wrong phase": {head + "  phase: blue combat\n  expect: {phase: red combat}\n",
			[]string{"blue combat", "red combat"}},
		"wrong turn": {head + "  phase: blue combat\n  expect: {turn: 2}\n", []string{"turn is 1"}},
		"wrong debt": {head + "  phase: blue combat\n  expect: {pending: red retreat 1}\n",
			[]string{"none", "red retreat 1"}},
		"wrong control": {head + "  phase: blue combat\n  expect: {control: {\"10.10\": red}}\n",
			[]string{"10.10", "red"}},
		"wrong sight": {head + "  phase: blue combat\n  expect: {sees: {public: {\"10.10\": [r1]}}}\n",
			[]string{"public", "r1"}},
		"points nobody counts": {head + "  phase: blue combat\n  expect: {vp: {blue: 1}}\n", []string{"1"}},
		"levels nobody reaches": {head + "  phase: blue combat\n  expect: {victory: major-blue}\n",
			[]string{"major-blue"}},
		"no YAML":       {"- name: [\n", nil},
		"no list":       {"name: a march\n", []string{"list"}},
		"two documents": {"- name: a\n---\n- name: b\n", []string{"one YAML document"}},
		"nothing":       {"# nothing yet\n", []string{"no cases"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			passed, failed, told := run(t, tt.file)
			if passed != 0 || failed != 1 || !strings.HasPrefix(told, "FAIL ") {
				t.Errorf("%d passed, %d failed: %s", passed, failed, told)
			}
			for _, w := range tt.want {
				if !strings.Contains(told, w) {
					t.Errorf("does not tell %q: %s", w, told)
				}
			}
			if !strings.HasSuffix(told, "0 passed, 1 failed\n") {
				t.Errorf("does not end with the counts: %s", told)
			}
		})
	}
}

// Names of cases are unique in a file, and a failing case does not stop the others.
func TestRun_NamesAreUnique(t *testing.T) {
	one := head + "  phase: blue combat\n"
	passed, failed, told := run(t, one+one+strings.Replace(one, "a march", "another", 1))
	if passed != 2 || failed != 1 || !strings.Contains(told, "line 8") {
		t.Errorf("%d passed, %d failed: %s", passed, failed, told)
	}
}

// The number of a rule or of an edition may stand without quotes.
func TestRun_UnquotedRules(t *testing.T) {
	file := head + "  version: 1.7\n  phase: blue combat\n  play:\n    - red: \"/end\"\n      refused: 1.0\n    - red: \"/end\"\n      refused: [10.0, 1.0]\n"
	if passed, failed, told := run(t, file); passed != 1 || failed != 0 {
		t.Errorf("%d passed, %d failed: %s", passed, failed, told)
	}
}

// With -v every case has its line, with what each step did.
func TestRun_Verbose(t *testing.T) {
	file := write(t, head+"  phase: blue combat\n  dice: [3, 4]\n  play:\n    - blue: \"/attack target:10.11 units:b1\"\n")
	var out strings.Builder
	adjudicate.Beside{}.Run(&out, true, file)
	for _, w := range []string{"ok   " + file + ": line 1: a march", "blue: /attack target:10.11 units:b1", "A1D1",
		"1 passed, 0 failed"} {
		if !strings.Contains(out.String(), w) {
			t.Errorf("does not tell %q:\n%s", w, out.String())
		}
	}
}

// A missing file is a failure, and so is a folder without cases.
func TestRun_NoFile(t *testing.T) {
	for _, path := range []string{filepath.Join(t.TempDir(), "no.yaml"), t.TempDir()} {
		var out strings.Builder
		if passed, failed := (adjudicate.Beside{}).Run(&out, false, path); passed != 0 || failed == 0 {
			t.Errorf("%s: %d passed, %d failed", path, passed, failed)
		}
	}
}

func run(t *testing.T, content string) (passed, failed int, told string) {
	t.Helper()
	var out strings.Builder
	passed, failed = adjudicate.Beside{}.Run(&out, false, write(t, content))
	return passed, failed, out.String()
}

func write(t *testing.T, content string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "cases.yaml")
	must.Do(t, os.WriteFile(file, []byte(content), 0o600))
	return file
}

// The ratings of air strikes are in no published text, so the module's are estimates. No case depends on them:
// each case with a strike sets the ratings.
func TestCases_IndependentOfEstimatedRatings(t *testing.T) {
	t.Parallel()
	striking := filesWith(t, "../modules/afb/cases/*.yaml", "strike")
	for _, rating := range []int{0, 6} {
		def, err := rules.Modules().Load("afb")
		must.Do(t, err)
		for side, force := range airstrikes.Of(def) {
			if !force.Estimate {
				t.Fatalf("the ratings of %s are known: this test has had its day", side)
			}
			force.Regular, force.Breakdown = rating, rating
			airstrikes.Of(def)[side] = force
		}
		var told strings.Builder
		if _, failed := (adjudicate.Beside{Games: []*modules.Definition{def}}).Run(&told, false,
			striking...); failed > 0 {
			t.Errorf("with ratings of %d:\n%s", rating, &told)
		}
	}
}

// filesWith returns the files of a pattern that have a word in them.
func filesWith(t *testing.T, pattern, word string) (files []string) {
	t.Helper()
	all, err := filepath.Glob(pattern)
	must.Do(t, err)
	for _, file := range all {
		text, err := os.ReadFile(file)
		must.Do(t, err)
		if strings.Contains(string(text), word) {
			files = append(files, file)
		}
	}
	if len(files) == 0 {
		t.Fatalf("%s is in no file of %s", word, pattern)
	}
	return files
}
