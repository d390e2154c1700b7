package rules_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/rulebook"
)

// One list of series is enough: modules are read by the series' dialect, its paragraphs are among the
// rulebooks, and each of its modules has an engine and reads cases.
func TestModules_ListOfSeries(t *testing.T) {
	names := slices.Sorted(maps.Keys(rules.Modules()))
	if len(names) == 0 {
		t.Fatal("the program plays no series")
	}
	var first []string
	for _, b := range must.Get(rules.Rulebooks())(t)[:len(names)] {
		first = append(first, b.Name)
	}
	slices.Sort(first)
	if !slices.Equal(first, names) {
		t.Errorf("the first rulebooks are of %q, want %q", first, names)
	}
	played := map[string]bool{}
	for _, id := range modules.Embedded() {
		d := must.Get(rules.Modules().Load(id))(t)
		played[d.Series] = true
		if _, err := rules.CaseOf(d); err != nil {
			t.Error(err)
		}
	}
	if got := slices.Sorted(maps.Keys(played)); !slices.Equal(got, names) {
		t.Errorf("games of %q ship, want %q", got, names)
	}
}

// A game of an unknown series is refused in one line, however it is loaded.
func TestNew_UnknownSeries(t *testing.T) {
	d := must.Get(rules.Modules().Load("drill"))(t)
	pos := must.Get(rules.Setup(d, ""))(t)
	d.By = nil
	_, begun := rules.New(d, pos)
	_, prepared := rules.Prepare(d, pos)
	_, read := rules.CaseOf(d)
	for how, err := range map[string]error{"begun": begun, "prepared": prepared, "read in a case": read} {
		if err == nil || !strings.Contains(err.Error(),
			"was not read as a module of any series that this program plays") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", how, err)
		}
	}
}

// Every paragraph of every book has an answer; its editions are those of some book, and what it refers to is in one.
func TestRulebooks_HoldTogether(t *testing.T) {
	books, editions := must.Get(rules.Rulebooks())(t), ""
	for _, b := range books {
		editions += b.Edition + " "
	}
	for _, b := range books {
		for _, p := range b.Paragraphs {
			if p.Says == "" {
				t.Errorf("line %d: %s has no answer", p.Line, p.Rule)
			}
			for _, e := range p.Editions {
				for _, name := range e.Names {
					if !strings.Contains(editions, name) {
						t.Errorf("line %d: %s: no book is of edition %s", p.Line, p.Rule, name)
					}
				}
			}
			for _, rule := range p.See {
				if !slices.ContainsFunc(books, func(b rulebook.Book) bool { _, ok := b.Find(rule); return ok }) {
					t.Errorf("line %d: %s: see %s, which is in no book", p.Line, p.Rule, rule)
				}
			}
		}
	}
}

// A game's own book comes before that of its series; one without has the series' alone.
func TestBooksOf_GameBeforeSeries(t *testing.T) {
	all := must.Get(rules.Rulebooks())(t)
	for id, want := range map[string]string{"afb": "afb scs table", "drill": "scs table"} {
		d := must.Get(rules.Modules().Load(id))(t)
		var names []string
		for _, b := range rules.BooksOf(d, all) {
			names = append(names, b.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s is played by %s, want %s", id, got, want)
		}
	}
}

// A record that does not fit leaves the match as it was, though its first event fits.
func TestApply_RecordThatDoesNotFit(t *testing.T) {
	d := must.Get(rules.Modules().Load("drill"))(t)
	m := must.Get(rules.New(d, must.Get(rules.Setup(d, ""))(t)))(t)
	must.Get(m.Apply(1, must.Get(m.Begin(nil))(t)))(t)
	var rec rules.Record
	must.Do(t, json.Unmarshal([]byte(`[{"counted/1":{"tally":"ending","n":7}},{"answered/1":{"id":99}}]`), &rec))
	before := must.Get(m.Snapshot())(t)
	if _, err := m.Apply(2, rec); err == nil {
		t.Fatal("it was applied")
	}
	if !bytes.Equal(before, must.Get(m.Snapshot())(t)) || m.Seq() != 1 {
		t.Error("it changed the match")
	}
}
