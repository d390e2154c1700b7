package rules_test

import (
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/rulebook"
)

// unanswered are the books whose paragraphs have no answers yet.
var unanswered = []string{"scs", "afb"}

// Every paragraph of every book has an answer, of editions that there are, and what is to be
// seen beside it is in a book.
func TestAnswers(t *testing.T) {
	books, err := rules.Rulebooks()
	if err != nil {
		t.Fatal(err)
	}
	books = slices.DeleteFunc(books, func(b rulebook.Book) bool { return slices.Contains(unanswered, b.Name) })
	if err := rulebook.Check(books...); err != nil {
		t.Error(err)
	}
}
