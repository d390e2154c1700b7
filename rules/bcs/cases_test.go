package bcs_test

import (
	"os"
	"strings"
	"testing"

	"grognard/rules/adjudicate"
	"grognard/rules/must"
	"grognard/rules/rulebook"
)

// Each clause that is done has a case, each that can refuse an order refuses one in a case, and no other refuses any.
func TestCases_CoverEveryClauseThatIsDone(t *testing.T) {
	var out strings.Builder
	adjudicate.Beside{}.Coverage(&out, false, "cases")
	for line := range strings.Lines(out.String()) {
		if !strings.Contains(line, ": to do (") && !strings.HasSuffix(line, " passed, 0 failed\n") {
			t.Error(strings.TrimSuffix(line, "\n"))
		}
	}
}

// The examples of the format pass as they are written.
func TestCases_SharedExamples(t *testing.T) {
	const file = "../../../shared/bcs/examples.yaml"
	if _, err := os.Stat(file); err != nil {
		t.Skip("skipped: the shared examples are not beside this checkout")
	}
	var out strings.Builder
	if passed, failed := (adjudicate.Beside{}).Run(&out, false, file); failed > 0 || passed != 6 {
		t.Errorf("%d passed, %d failed: %s", passed, failed, &out)
	}
}

// An HQ that was jumped is told of without a hex that it came from, because it is off the map.
func TestCases_TellOfJumpedHQs(t *testing.T) {
	var out strings.Builder
	(adjudicate.Beside{}).Run(&out, true, "cases/hqretreats.yaml", "cases/texts-hqs.yaml")
	if !strings.Contains(out.String(), "bcs.told.retreats-jumped") {
		t.Error("no HQ is told of that was jumped")
	}
	was := ""
	for line := range strings.Lines(out.String()) {
		if strings.Contains(line, "bcs.told.retreats ") && strings.Contains(line, "from=0.00") ||
			strings.Contains(line, "told.march") && strings.Contains(was, "9.1f") {
			t.Error(line, was)
		}
		was = line
	}
}

// A unit's return at its HQ is told with the reason for the hex, an HQ's return at a supply source without one.
func TestCases_TellWhereUnitsReturn(t *testing.T) {
	var out strings.Builder
	(adjudicate.Beside{}).Run(&out, true, "cases/hqretreats.yaml", "cases/retreats.yaml", "cases/texts-advance.yaml", "cases/texts-hqs.yaml")
	if !strings.Contains(out.String(), "bcs.told.returns-near") || !strings.Contains(out.String(), "bcs.told.returns ") {
		t.Error("no return is told of, of a unit or of an HQ")
	}
}

// The book has each clause of the notes once, with an answer.
func TestBook_HasEveryClause(t *testing.T) {
	text := must.Get(os.ReadFile("rulebook.txt"))(t)
	b := must.Get(rulebook.Parse("bcs", string(text)))(t)
	clauses := 0
	for _, p := range b.Paragraphs {
		if strings.Contains(p.Rule, "-") {
			clauses++
		}
		if p.Says == "" {
			t.Errorf("%s has no answer", p.Rule)
		}
	}
	if clauses != 204 {
		t.Errorf("the book has %d clauses, and the notes 204", clauses)
	}
	for section, want := range map[string]rulebook.Status{"1.6": rulebook.Done, "6.0": rulebook.Done,
		"10.5": rulebook.Done, "1.2d": rulebook.Done, "7.3": rulebook.Done, "9.1f": rulebook.Done} {
		if p, ok := b.Find(section); !ok || p.Status != want {
			t.Errorf("section %s is %q, want %q", section, p.Status, want)
		}
	}
}
