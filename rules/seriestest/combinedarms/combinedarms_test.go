package combinedarms_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/adjudicate"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/rulebook"
	"grognard/rules/seriestest/combinedarms"
	"grognard/rules/view"
)

// arms reads the game of the tests.
func arms(t *testing.T) *modules.Definition {
	t.Helper()
	d, _, err := rules.Modules(combinedarms.Series()).Folder(combinedarms.Arms())
	noError(t, err)
	return d
}

func TestCases(t *testing.T) {
	text, err := os.ReadFile("arms/rulebook.txt")
	noError(t, err)
	book, err := rulebook.Parse("arms", string(text))
	noError(t, err)
	beside := adjudicate.Beside{Games: []*modules.Definition{arms(t)}, Books: []rulebook.Book{book}}
	var told strings.Builder
	if passed, failed := beside.Run(&told, false, "arms/cases"); failed > 0 || passed < 3 {
		t.Error(told.String())
	}
}

// TestTermsAreToldWithTheirParagraphs: odds and reports show what the feature adds to an attack, with its paragraphs,
// and both say the same.
func TestTermsAreToldWithTheirParagraphs(t *testing.T) {
	pos, err := rules.Setup(arms(t), "")
	noError(t, err)
	target, err := hex.Parse("7.06")
	noError(t, err)
	for i := range pos.Units {
		switch u := &pos.Units[i]; u.ID {
		case "b-1-arm", "b-1-gds":
			u.At.Col, u.At.Row = 6, 6
		case "b-3-inf":
			u.At.Col, u.At.Row = 5, 4
		}
	}
	m, err := rules.New(arms(t), pos)
	noError(t, err)
	do := func(rec rules.Record, err error) view.Account {
		t.Helper()
		noError(t, err)
		told, err := m.Apply(m.Seq()+1, rec)
		noError(t, err)
		return told
	}
	do(m.Begin(nil))
	do(m.Decide("blue", order.Order{Verb: "end"}, nil))
	o := order.Order{Verb: "attack"}.WithHexes("target", target).WithUnits("units", "b-1-arm", "b-1-gds")
	odds, err := m.Odds("blue", o)
	noError(t, err)
	terms := func(r view.Reckoning) (out []string) {
		for _, m := range r.Terms {
			if strings.HasPrefix(string(m.Rule), "arms") {
				out = append(out, fmt.Sprint(m.Rule, " ", m.Reason.ID, " ", m.Unit.ID, m.Times, m.Shift))
			}
		}
		return out
	}
	told := do(m.Decide("blue", o, &dice.Script{Faces: []int{3, 4}}))
	var report []string
	for _, l := range told.Public() {
		if l.Reckoned != nil {
			report = terms(*l.Reckoned)
		}
	}
	want := []string{"arms 7.2 why.shock b-1-gds2 0", "arms 7.1 why.combined-arms 0 1"}
	if got := terms(odds.Best); !slices.Equal(got, want) || !slices.Equal(report, want) {
		t.Errorf("odds %q, report %q, want %q", got, report, want)
	}
}

// noError ends a test that cannot go on after an error.
func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
