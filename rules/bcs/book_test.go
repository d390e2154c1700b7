package bcs_test

import (
	"os"
	"strings"
	"testing"

	"grognard/rules/rulebook"
)

// The book has each clause of the notes once, with an answer.
func TestBook_HasEveryClause(t *testing.T) {
	text, err := os.ReadFile("rulebook.txt")
	if err != nil {
		t.Fatal(err)
	}
	b, err := rulebook.Parse("bcs", string(text))
	if err != nil {
		t.Fatal(err)
	}
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
