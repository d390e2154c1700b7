package bcs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grognard/rules/adjudicate"
	"grognard/rules/must"
)

// position is a case in the middle of an activation, to be completed with what it plays and expects.
const position = `- name: a check
  module: bcs-drill
  map: {roads: [{kind: primary, path: ["8.01", "8.02", "8.03", "8.04", "8.05"]}]}
  formations:
    A: {side: blue, hq: "8.05", radius: 4, trains: "8.01", fatigue: fresh, arty: 2, support: [av3/1 1]}
    R: {side: red, hq: "8.18", radius: 6, trains: off-map, prepared: false, coordinated: true}
  units:
    a1: {formation: A, at: "8.10", deployed: ar3 leg4 arrow, move: ar2 truck8, steps: 2}
    a2: {formation: A, at: "9.08", deployed: ar3 leg4 av2/1, steps: 2, fires: 1, dropped: true}
    a3: {formation: A, dead: true, deployed: ar3 leg4}
    r1: {formation: R, at: "8.12", deployed: ar3 leg4 av3/2, steps: 2}
    r2: {formation: R, returning: true, deployed: ar3 leg4}
  objectives: {A: ["8.12"]}
  traffic: ["2.02"]
  turn: 1
  phase: blue activation
  active: {formation: A}
`

// judge runs one case and returns what is told of it.
func judge(t *testing.T, text string) (failed int, told string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "case.yaml")
	must.Do(t, os.WriteFile(file, []byte(text), 0o600))
	var out strings.Builder
	_, failed = adjudicate.Beside{}.Run(&out, false, file)
	return failed, out.String()
}

// Each expectation in a key passes. The one beside it is wrong, and its failure tells what is true instead.
func TestCases_ExpectationsFail(t *testing.T) {
	for right, wrong := range map[string]struct{ text, want string }{
		`formations: {A: {hq: "8.05"}}`:           {`formations: {A: {hq: "8.06"}}`, "A: hq is 8.05; must be 8.06"},
		`formations: {R: {trains: off-map}}`:      {`formations: {A: {trains: off-map}}`, "trains is 8.01"},
		`formations: {A: {ghost: false}}`:         {`formations: {A: {ghost: true}}`, "ghost is false"},
		`formations: {A: {fatigue: fresh}}`:       {`formations: {A: {fatigue: 0}}`, "fatigue is -1"},
		`formations: {R: {msr-blocked: 1}}`:       {`formations: {A: {msr-blocked: 1}}`, "msr-blocked is 0"},
		`formations: {R: {prepared: false}}`:      {`formations: {R: {prepared: true}}`, "prepared is false"},
		`formations: {R: {coordinated: true}}`:    {`formations: {A: {coordinated: true}}`, "coordinated is false"},
		`formations: {A: {arty: 2}}`:              {`formations: {A: {arty: 1}}`, "arty is 2"},
		`formations: {A: {objectives: ["8.12"]}}`: {`formations: {A: {objectives: []}}`, "is [8.12]; must be []"},
		`formations: {A: {objectives: 1}}`:        {`formations: {A: {objectives: 2}}`, "is 1; must be 2"},
		`zones: {red: {"8.11": real}}`:            {`zones: {red: {"8.11": support}}`, "red in 8.11 is real"},
		`zones: {blue: {"8.09": support}}`:        {`zones: {blue: {"8.09": plain}}`, "blue in 8.09 is support"},
		`zones: {red: {"8.10": none}}`:            {`zones: {green: {"8.10": none}}`, "green are none: it is no side"},
		`engagement-zones: {red: {"8.10": true}}`: {`engagement-zones: {red: {"8.09": true}}`, "red in 8.09 is false"},
		`traffic: "2.02"`:                         {`traffic: []`, "is [2.02]; must be []"},
		`active: A`:                               {`active: none`, "active is A; must be none"},
		`active: {step: activities}`:              {`active: {formation: A, step: declare}`, "step is activities"},
		`units: {a3: {dead: true}}`:               {`units: {a1: {dead: true}}`, "a1: dead is false"},
		`units: {r2: {returning: true}}`:          {`units: {a3: {returning: true}}`, "returning is false"},
		`units: {a1: {up: deployed}}`:             {`units: {a1: {up: move}}`, "up is deployed"},
		`units: {a1: {stopped: false}}`:           {`units: {a1: {stopped: true}}`, "stopped is false"},
		`units: {a1: {finished: false}}`:          {`units: {a1: {finished: true}}`, "finished is false"},
		`units: {a2: {fires: 1}}`:                 {`units: {a2: {fires: 2}}`, "fires is 1"},
		`units: {a2: {dropped: true}}`:            {`units: {a1: {dropped: true}}`, "dropped is false"},
		`units: {a1: {support: true}}`:            {`units: {a2: {support: true}}`, "support is false"},
		`units: {a1: {safe-path: true}}`:          {`units: {a3: {safe-path: true}}`, "safe-path is nothing"},
		`units: {a1: {in-radius: false}}`:         {`units: {a1: {in-radius: true}}`, "in-radius is false"},
		`units: {a2: {in-radius: true}}`:          {`units: {a9: {in-radius: true}}`, "no such unit"},
	} {
		if failed, told := judge(t, position+"  expect: {"+right+"}\n"); failed > 0 {
			t.Errorf("%s: %s", right, told)
		}
		if failed, told := judge(t, position+"  expect: {"+wrong.text+"}\n"); failed != 1 ||
			!strings.Contains(told, wrong.want) {
			t.Errorf("%s: %s\nwant %q", wrong.text, told, wrong.want)
		}
	}
}

// What a roll shows is compared with its parts, whatever the order of the words of its result.
func TestCases_ShowsFail(t *testing.T) {
	roll := func(shows string) string {
		text := strings.Replace(position, "active: {formation: A}", "active: {formation: A, step: declare}", 1)
		return text + "  dice: [2, 3]\n  play:\n    - blue: \"/snafu\"\n      shows: {" + shows + "}\n"
	}
	for right, wrong := range map[string]struct{ text, want string }{
		"roll: 5":                     {"roll: 7", "roll is 5; must be 7"},
		"result: partial":             {"result: full", "result is partial"},
		"drms: [fresh]":               {"drms: [streams]", "streams must be among them: true"},
		"no-drms: [streams, fatigue]": {"no-drms: [fresh]", "fresh must be among them: false"},
		"dice: [2, 3]":                {"net: 1", "net is 2; must be 1"},
	} {
		if failed, told := judge(t, roll(right)); failed > 0 {
			t.Errorf("%s: %s", right, told)
		}
		if failed, told := judge(t, roll(wrong.text)); failed != 1 || !strings.Contains(told, wrong.want) {
			t.Errorf("%s: %s\nwant %q", wrong.text, told, wrong.want)
		}
	}
	quiet := "  play:\n    - blue: \"/move units:a2 path:8.08\"\n      shows: {roll: 5}\n"
	if failed, told := judge(t, position+quiet); failed != 1 || !strings.Contains(told, "roll is nothing; must be 5") {
		t.Errorf("an order without a roll shows one: %s", told)
	}
}
