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
	game     bool // the books are those of one game, the highest rank first
}

// Paragraph is a paragraph with its neighbours, rulings and an example.
type Paragraph struct {
	search.Hit
	Before, After string // the numbers of its neighbours in the book, "" for none
	Rulings       []rulebook.Ruling
	Example       *adjudicate.Example // a case that shows it; nil for none
}

func NewRules() (*Rules, error) {
	books, err := rules.Rulebooks()
	if err != nil {
		return nil, err
	}
	examples, err := adjudicate.NewExamples()
	return &Rules{books: books, examples: examples}, err
}

// Of returns a game's rulebooks: its own, the series', and for a whole game that of every table. For nil it returns r.
func (r *Rules) Of(b *Book) *Rules {
	var own []rulebook.Book
	switch {
	case b == nil:
		return r
	case b.Game != nil:
		own = rules.BooksOf(b.Game, r.books)
	default: // of tables alone no game is played here: without the conventions of every table
		own = slices.DeleteFunc(slices.Clone(r.books), func(o rulebook.Book) bool { return o.Name != b.Aid.Series })
		if len(b.Aid.Book.Paragraphs) > 0 {
			own = append([]rulebook.Book{b.Aid.Book}, own...)
		}
	}
	return &Rules{own, r.examples, true}
}

// Index returns a new index of r's books on each call, so store it. If r has all books, it searches the first series
// with the conventions of every table, then each other series by itself; a paragraph of a game's own book is found only
// by the game's name and a number.
func (r *Rules) Index() *search.Books {
	if r.game {
		return search.New(r.books...)
	}
	var first, games []rulebook.Book
	var further []*search.Books
	for _, b := range r.books {
		switch {
		case slices.Contains(modules.Embedded(), b.Name):
			games = append(games, b)
		case b.Name == rules.EveryTable || len(first) == 0: // rules.Rulebooks lists the series first, EveryTable last
			first = append(first, b)
		default:
			further = append(further, search.New(b))
		}
	}
	return search.New(first...).Beside(games...).Further(further...)
}

// Find finds the paragraphs for a question, the best first. Where there is none, the *view.Mistake names the nearest.
func Find(books *search.Books, question string) (search.Found, error) {
	found := books.Find(question)
	if len(found.Hits) > 0 {
		return found, nil
	}
	typed := view.Typed(question)
	if len(found.Near) == 0 {
		return found, &view.Mistake{Why: view.T("ask.no-rule", "question", typed)}
	}
	var near []string
	for _, h := range found.Near[:min(len(found.Near), nearest.Most)] {
		near = append(near, h.Cited())
	}
	if found.Number {
		return found, &view.Mistake{Why: view.T("ask.no-number-near", "question", typed, "rules", near)}
	}
	return found, &view.Mistake{Why: view.T("ask.no-rule-near", "rules", near)}
}

// Notes returns what must be said with an answer: that a long question was not read to its end, and, if no game was
// chosen, choose, which says how to choose one. If the best answer is from a game's own book, it leaves choose out.
func Notes(found search.Found, game bool, choose view.Text) (notes []view.Text) {
	if found.Cut {
		notes = append(notes, view.T("rule.cut", "n", search.Longest))
	}
	if !game && (len(found.Hits) == 0 || !found.Hits[0].OfGame()) {
		notes = append(notes, choose)
	}
	return notes
}

// Paragraph completes a paragraph that was found.
func (r *Rules) Paragraph(h search.Hit) Paragraph {
	out := Paragraph{Hit: h}
	if i := slices.IndexFunc(r.books, func(b rulebook.Book) bool { return b.Name == h.Book }); i >= 0 {
		out.Rulings = r.books[i].RulingsOf(h.Paragraph.Rule)
		before, after := r.books[i].Neighbours(h.Paragraph.Rule)
		if before != nil {
			out.Before = before.Rule
		}
		if after != nil {
			out.After = after.Rule
		}
	}
	if x, ok := r.examples.Of(h.Book, h.Paragraph.Rule); ok {
		out.Example = &x
	}
	return out
}
