package rules_test

import (
	"testing"

	"grognard/rules"
	"grognard/rules/rulebook"
)

// Every paragraph of every book has an answer, of editions that there are, and what is to be
// seen beside it is in a book.
func TestAnswers(t *testing.T) {
	books, err := rules.Rulebooks()
	if err != nil {
		t.Fatal(err)
	}
	if err := rulebook.Check(books...); err != nil {
		t.Error(err)
	}
}
