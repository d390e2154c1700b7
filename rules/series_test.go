package rules_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/modules"
)

// One list of series is enough: modules are read by the series' dialect, its paragraphs are among the
// rulebooks, and each of its modules has an engine and reads cases.
func TestTheListOfSeries(t *testing.T) {
	names := slices.Sorted(maps.Keys(rules.Modules()))
	if !slices.Equal(names, []string{"scs"}) {
		t.Errorf("the program plays %q", names)
	}
	books, err := rules.Rulebooks()
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		if books[i].Name != name {
			t.Errorf("rulebook %d is of %s, want %s", i, books[i].Name, name)
		}
	}
	for _, id := range modules.Embedded() {
		d, err := rules.Modules().Load(id)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(names, d.Series) {
			t.Errorf("%s is of the series %s", id, d.Series)
		}
		if _, err := rules.CaseOf(d); err != nil {
			t.Error(err)
		}
	}
}

// A game of an unknown series is refused in one line, however it is loaded.
func TestNoSuchSeries(t *testing.T) {
	d, err := rules.Modules().Load("drill")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := rules.Setup(d, "")
	if err != nil {
		t.Fatal(err)
	}
	d.By = nil
	_, begun := rules.New(d, pos)
	_, opened := rules.Open(d, pos, []byte("{}"), nil)
	_, read := rules.CaseOf(d)
	for how, err := range map[string]error{"begun": begun, "opened": opened, "read in a case": read} {
		if err == nil || !strings.Contains(err.Error(),
			"was not read as a module of any series that this program plays") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", how, err)
		}
	}
}
