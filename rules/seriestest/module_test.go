package seriestest_test

import (
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/adjudicate"
	"grognard/rules/modules"
	"grognard/rules/rulebook"
	"grognard/rules/seriestest"
)

// bridge is the game of the series, read by the dialects that the program knows and this one.
func bridge(t testing.TB) *modules.Definition {
	t.Helper()
	d, _, err := rules.Modules(seriestest.Series{}).Folder(seriestest.Bridge())
	noError(t, err)
	if len(d.Warnings) > 0 {
		t.Error(d.Warnings)
	}
	return d
}

// The cases of the series pass and show every paragraph of its book.
func TestCases(t *testing.T) {
	book := must(rulebook.Parse(seriestest.Series{}.Name(), seriestest.Series{}.Rulebook()))(t)
	beside := adjudicate.Beside{Games: []*modules.Definition{bridge(t)}, Books: []rulebook.Book{book}}
	var told strings.Builder
	if gaps := beside.Coverage(&told, false, "testdata/cases"); gaps > 0 {
		t.Error(told.String())
	}
}

// noError ends a test that cannot go on after an error.
func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// must returns the result of a call. The function that it returns ends a test that cannot go on after an error.
func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		noError(t, err)
		return v
	}
}
