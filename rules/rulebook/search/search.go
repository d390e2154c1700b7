// Package search finds paragraphs of rulebooks as players ask for them: by number, by name, or in
// words, with mistakes in them.
//
//	indexed := search.New(rules.BooksOf(afb, books)...) // the game's own book outranks the series'
//	found := indexed.Find("can I advance across a lake?")
//
// Words count by their stems, in any order; what the field calls by several names is read as one
// of them (words.txt). A word that no book has stands for those that begin with it, or for the one
// that differs by a letter, or by two where it is long.
//
// Limits: a question is read up to 200 characters; at most ten paragraphs are found by words.
package search

import (
	"cmp"
	"slices"
	"strings"

	"grognard/rules/rulebook"
)

const (
	longest = 200 // characters of a question that are read
	most    = 10  // paragraphs that are found by words
)

// Hit is a paragraph of a book.
type Hit struct {
	Book      string
	Paragraph rulebook.Paragraph
}

// Found is what a question finds, the best first.
type Found struct {
	Hits  []Hit
	Exact bool  // by number or name, with what stands in a section
	Near  []Hit // where nothing is found: what is nearest, nothing where no word is like any
}

// Books is books that are searched together. It does not change, and can be searched by many.
type Books struct {
	books []rulebook.Book
	hits  []Hit // of all books, in their order
	index index
}

// New makes books searchable together; the earlier outranks the later.
func New(books ...rulebook.Book) *Books {
	s := &Books{books: books}
	for _, b := range books {
		for _, p := range b.Paragraphs {
			s.hits = append(s.hits, Hit{b.Name, p})
		}
	}
	s.index = newIndex(s.hits)
	return s
}

// Find finds paragraphs by a question.
func (s *Books) Find(question string) Found {
	if r := []rune(question); len(r) > longest {
		question = string(r[:longest])
	}
	if n, ok := s.parseNumber(question); ok {
		return s.number(n)
	}
	if hits := s.named(question); len(hits) > 0 {
		return Found{Hits: hits, Exact: true}
	}
	asked := s.index.words.read(s.index.mend(question))
	points := s.index.ask(asked)
	for i, h := range s.hits { // of equals the one whose head was asked for
		if points[i] > 0 && strings.EqualFold(h.Paragraph.About, strings.TrimSpace(question)) {
			points[i]++
		}
	}
	if hits := s.ranked(points); len(hits) > 0 {
		return Found{Hits: hits}
	}
	return Found{Near: s.ranked(s.index.guess(asked))}
}

// ranked are the paragraphs with the most points, without those far behind the first.
func (s *Books) ranked(points []int) (out []Hit) {
	var order []int
	for i, n := range points {
		if n > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(points[b], points[a]) })
	for _, i := range order {
		if len(out) == most || 3*points[i] < points[order[0]] {
			break
		}
		out = append(out, s.hits[i])
	}
	return out
}
