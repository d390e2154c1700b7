package lookup

import (
	"slices"

	"grognard/rules"
	"grognard/rules/adjudicate"
	"grognard/rules/modules"
	"grognard/rules/nearest"
	"grognard/rules/rulebook"
	"grognard/rules/rulebook/search"
	"grognard/rules/view"
)

// Rules has the rulebooks for searching, with examples for paragraphs. It is safe for concurrent use.
type Rules struct {
	books    []rulebook.Book
	examples adjudicate.Examples
}

// Paragraph is a paragraph with its neighbours, rulings and an example.
type Paragraph struct {
	search.Hit
	Before, After string // the numbers of its neighbours in the book, "" for none
	Rulings       []rulebook.Ruling
	Example       *adjudicate.Example // a case that shows it; nil for none
}

// NewRules reads the rulebooks.
func NewRules() (*Rules, error) {
	books, err := rules.Rulebooks()
	if err != nil {
		return nil, err
	}
	examples, err := adjudicate.NewExamples()
	return &Rules{books, examples}, err
}

// BooksOf is the index of the books for a game: first its own, then the series', then what holds for every game;
// all books for nil. Each call makes a new index, so keep it.
func (r *Rules) BooksOf(game *modules.Definition) *search.Books {
	if game == nil {
		return search.New(r.books...)
	}
	return search.New(rules.BooksOf(game, r.books)...)
}

// Find finds the paragraphs for a question, the best first. Where there is none, the *view.Mistake names the
// nearest.
func Find(books *search.Books, question string) (search.Found, error) {
	found := books.Find(question)
	if len(found.Hits) > 0 {
		return found, nil
	}
	if len(found.Near) == 0 {
		return found, &view.Mistake{Why: view.T("ask.no-rule", "question", view.Typed(question))}
	}
	var near []string
	for _, h := range found.Near[:min(len(found.Near), nearest.Most)] {
		near = append(near, h.Paragraph.Rule)
	}
	return found, &view.Mistake{Why: view.T("ask.no-rule-near", "question", view.Typed(question), "rules", near)}
}

// Paragraph completes a paragraph that was found.
func (r *Rules) Paragraph(h search.Hit) Paragraph {
	out := Paragraph{Hit: h, Rulings: rulebook.RulingsOf(h.Paragraph.Rule)}
	if i := slices.IndexFunc(r.books, func(b rulebook.Book) bool { return b.Name == h.Book }); i >= 0 {
		before, after := r.books[i].Neighbours(h.Paragraph.Rule)
		if before != nil {
			out.Before = before.Rule
		}
		if after != nil {
			out.After = after.Rule
		}
	}
	if x, ok := r.examples.Of(h.Paragraph.Rule); ok {
		out.Example = &x
	}
	return out
}
