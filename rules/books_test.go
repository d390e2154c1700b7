package rules_test

import (
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/rulebook"
)

// Every paragraph of every book has an answer, names existing editions, and refers to existing paragraphs.
func TestAnswers(t *testing.T) {
	books, err := rules.Rulebooks()
	if err != nil {
		t.Fatal(err)
	}
	if err := rulebook.Check(books...); err != nil {
		t.Error(err)
	}
}

// A game's own book comes before that of its series; one without has the series' alone.
func TestBooksOf(t *testing.T) {
	all, err := rules.Rulebooks()
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"afb": "afb scs table", "drill": "scs table"} {
		d, err := rules.Modules().Load(id)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, b := range rules.BooksOf(d, all) {
			names = append(names, b.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s is played by %s, want %s", id, got, want)
		}
	}
}
