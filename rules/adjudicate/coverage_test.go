package adjudicate_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grognard/rules/adjudicate"
	"grognard/rules/must"
)

// refusal is a case that 2.1b refuses.
const refusal = `- name: %NAME%
  rules: ["2.1b"%MORE%]
  module: drill
  units:
    b1: {side: blue, at: "10.10", full: 3-3-6, exploit: true}
    r1: {side: red, at: "10.11", full: 3-3-4}
  turn: 1
  phase: blue exploitation
  play:
    - blue: "/move units:b1 to:10.09"
      refused: ["2.1b"%REFUSED%]
  expect: {units: {b1: {at: "%AT%"}}}
`

// coverage reports on a folder with the case refusal, which cites more and refused too; at is where b1 has to end.
func coverage(t *testing.T, verbose bool, folder, more, refused, at string) (lines map[string]bool, gaps int) {
	t.Helper()
	text := strings.NewReplacer("%NAME%", "a case", "%MORE%", more, "%REFUSED%", refused, "%AT%", at).Replace(refusal)
	file := filepath.Join(t.TempDir(), folder, "cases.yaml")
	must.Do(t, os.MkdirAll(filepath.Dir(file), 0o700))
	must.Do(t, os.WriteFile(file, []byte(text), 0o600))
	var out strings.Builder
	gaps = adjudicate.Beside{}.Coverage(&out, verbose, filepath.Dir(file))
	lines = map[string]bool{}
	for l := range strings.Lines(out.String()) {
		rule, what, _ := strings.Cut(strings.TrimPrefix(strings.TrimSuffix(l, "\n"), file+": "), ": ")
		what, _, _ = strings.Cut(what, " (")
		lines[rule+": "+what] = true
	}
	return lines, gaps
}

const (
	noCase    = ": no case is about it"
	noRefusal = ": no order is refused by it in a case"
)

// A case that fails counts for nothing and is reported.
func TestCoverage_FailedCase(t *testing.T) {
	got, _ := coverage(t, false, "anywhere", ``, ``, "10.09")
	if !got["2.1b"+noCase] || !got["2.1b"+noRefusal] {
		t.Errorf("a failed case counts: %v", got)
	}
	for line := range got {
		if strings.HasPrefix(line, "FAIL ") {
			return
		}
	}
	t.Errorf("the failure is not told: %v", got)
}

// A citation that no rulebook has is reported with its case, and so is one that only another game's book has.
func TestCoverage_UnknownCitation(t *testing.T) {
	got, _ := coverage(t, false, "anywhere", `, "2.2", "fog of war", "afb 1.5"`, `, "3.9"`, "10.10")
	for _, rule := range []string{"2.2", "3.9", "afb 1.5"} {
		if !got["line 1: a case: "+rule+" is in no rulebook"] {
			t.Errorf("%s is not told: %v", rule, got)
		}
	}
	for line := range got {
		if strings.Contains(line, "fog of war is") {
			t.Errorf("told %q", line)
		}
	}
}

// The folder of a game is compared with the game's own paragraphs, also those still to do. verbose lists the skipped.
func TestCoverage_GameOfItsOwn(t *testing.T) {
	got, gaps := coverage(t, true, "afb/cases", ``, ``, "10.10")
	if !got["afb 1.5"+noCase] || !got["afb 1.5"+noRefusal] || !got["afb 1.2: skipped"] || got["2.1a"+noCase] {
		t.Errorf("told %v", got)
	}
	if gaps >= len(got) {
		t.Errorf("%d gaps of %d lines: what is skipped is no gap", gaps, len(got))
	}
}
