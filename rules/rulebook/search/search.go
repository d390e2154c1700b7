// Package search finds paragraphs of rulebooks for players' questions: a number, a name, or words, also misspelt ones.
//
//	indexed := search.New(rules.BooksOf(afb, books)...) // the game's own book outranks the series'
//	found := indexed.Find("can I advance across a lake?")
//
// A question is read in this order:
//
//   - A number in any spelling, such as 9.1(c), finds this paragraph or none: never another one.
//   - A name, such as set-up, finds the paragraphs of that name.
//   - Numbers among words, such as "does 9.1c hold?", find their paragraphs.
//   - Words are put into English (terms.txt), mended if misspelt, cut to their stems and replaced by the words of the
//     books (words.txt). Then each paragraph gets points.
//
// The points of a paragraph are the weights of the question's words in it. A word weighs more the fewer paragraphs have
// it, and in a name, a head line or a line of words more than in a sentence; the lists of a game count less. Added are
// the similarity of its most similar phrase, and a quarter of all points if the question names its chapter. The
// paragraph with the most points comes first.
//
// A question has no answer if it names a topic that only other games have, such as weather, or if the words that
// no book has weigh nearly as much as those that the first paragraph has. Then the best paragraphs are only near.
//
// Books of another series are searched by themselves (Books.Further); what they have comes after, cited with the name.
//
// Limits: a question is read up to 200 characters; at most ten paragraphs are found by words. README.md has the scores.
package search

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"grognard/rules/rulebook"
)

const (
	// Longest is how many characters of a question are read.
	Longest = 200

	mostHits = 10 // paragraphs found by words
)

// Hit is a paragraph of a book.
type Hit struct {
	Book      string
	Paragraph rulebook.Paragraph
	further   bool // of a book that was added by Further
}

// Cited returns how a question names the paragraph: by its number, after the name of the book if Further added it. The
// number alone could be that of a book searched earlier.
func (h Hit) Cited() string {
	if h.further {
		return strings.ToUpper(h.Book) + " " + h.Paragraph.Rule
	}
	return h.Paragraph.Rule
}

// OfGame reports whether the book is a game's, whose name stands before its numbers.
func (h Hit) OfGame() bool { return strings.HasPrefix(h.Paragraph.Rule, h.Book+" ") }

// Found is the answer to a question, the best matches first.
type Found struct {
	Hits   []Hit
	Exact  bool  // found by number or name; a section comes with its clauses
	Near   []Hit // where nothing is found: the nearest paragraphs, none where no word is similar to any
	Number bool  // a number was asked for
	Cut    bool  // the question has more than Longest characters, of which the rest was not read
}

// Books is books that are searched together. It is immutable and safe for concurrent use.
type Books struct {
	books []rulebook.Book
	all   []rulebook.Book // books, and those that Beside added
	hits  []Hit           // the paragraphs of books, in order
	index index
	after []*Books // books of other series, each searched by itself after these
}

// New indexes books; earlier ones outrank later ones.
func New(books ...rulebook.Book) *Books {
	s := &Books{books: books, all: books}
	for _, b := range books {
		for _, p := range b.Paragraphs {
			s.hits = append(s.hits, Hit{Book: b.Name, Paragraph: p})
		}
	}
	s.index = newIndex(s.hits)
	return s
}

// Beside returns the same books beside others, whose paragraphs are found only by a number with the book's name.
func (s *Books) Beside(others ...rulebook.Book) *Books {
	both := *s
	both.all = slices.Concat(s.books, others)
	return &both
}

// Further returns the same books, after which others are searched by themselves, such as those of another series. The
// others do not change what these books find for a question, nor its order.
func (s *Books) Further(others ...*Books) *Books {
	both := *s
	both.after = slices.Concat(s.after, others)
	return &both
}

// Find returns the paragraphs that answer a question.
func (s *Books) Find(question string) Found {
	r := []rune(question)
	asked := plain(string(r[:min(len(r), Longest)]))
	f := s.find(asked)
	for _, o := range s.after {
		f = f.withFurther(o.find(asked))
	}
	f.Cut = len(r) > Longest
	return f
}

// withFurther adds to f what further books have on the same question. If f has the number or the name that was asked
// for, what they have only by words is left out.
func (f Found) withFurther(g Found) Found {
	for _, hits := range [][]Hit{g.Hits, g.Near} {
		for i := range hits {
			hits[i].further = true
		}
	}
	switch {
	case len(f.Hits) == 0 && len(g.Hits) > 0:
		return g
	case len(f.Hits) == 0:
		return Found{Near: slices.Concat(f.Near, g.Near), Number: f.Number || g.Number}
	case g.Exact || g.Number || !f.Exact && !f.Number:
		f.Hits = slices.Concat(f.Hits, g.Hits)
	}
	return f
}

func (s *Books) find(asked string) Found {
	if c, ok := s.parseCitation(asked); ok {
		return s.findCited(c)
	}
	if hits := s.findNamed(asked); len(hits) > 0 {
		return Found{Hits: hits, Exact: true}
	}
	if f := s.byNumbers(asked); f.Number && !slices.ContainsFunc(s.hits, func(h Hit) bool { return isHead(h, asked) }) {
		return f
	}
	return s.findByWords(asked)
}

// isHead reports whether a question is the head line of a paragraph.
func isHead(h Hit, asked string) bool {
	return strings.EqualFold(h.Paragraph.About, strings.TrimSpace(asked))
}

// noise is French articles before an apostrophe, and hexes such as 28.04: no paragraph is about one.
var noise = regexp.MustCompile(`\b(?:[cdjlmnst]|qu)['’]|\b\d{1,2}\.\d{2}\b`)

// findByWords finds the paragraphs for the words of a question.
func (s *Books) findByWords(asked string) Found {
	x := s.index
	text, isForeign := x.words.translate(noise.ReplaceAllString(odds.ReplaceAllString(asked, " odds "), " "), x.knows)
	words, unknown := x.words.readStems(x.mend(text)), unknownWeight
	if isForeign {
		unknown = untranslatedWeight
	}
	points, parts := x.points(words, unknown, x.termsFor)
	for i, h := range s.hits { // half as much again for the head line that was asked for
		if points[i] > 0 && isHead(h, asked) {
			points[i] += points[i] / 2
		}
	}
	hits, first := s.ranked(points)
	if len(hits) == 0 {
		points, _ = x.points(words, 0, x.nearestTerms) // 0, because parts are not asked for
		hits, _ = s.ranked(points)
		return Found{Near: hits}
	}
	if parts[first] < enoughParts || slices.ContainsFunc(words, x.isAbsentTopic) {
		return Found{Near: hits}
	}
	return Found{Hits: hits}
}

// ranked returns the paragraphs with the most points, without those far behind the first, and the index of the first.
func (s *Books) ranked(points []int) (out []Hit, first int) {
	var order []int
	for i, n := range points {
		if n > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(points[b], points[a]) })
	for _, i := range order {
		if len(out) == mostHits || 3*points[i] < points[order[0]] {
			break
		}
		out = append(out, s.hits[i])
	}
	if len(order) > 0 {
		first = order[0]
	}
	return out, first
}
