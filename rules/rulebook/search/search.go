// Package search finds paragraphs of rulebooks for players' questions: a number, a name, or words, which may be
// misspelt.
//
//	indexed := search.New(rules.BooksOf(afb, books)...) // the game's own book outranks the series'
//	found := indexed.Find("can I advance across a lake?")
//
// Words are compared by their stems, in any order, and synonyms count as the same word (words.txt). A word that no book
// has stands for those that begin with it, or for the one that differs by a letter, or by two letters in a long word.
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
	most    = 10  // paragraphs found by words
)

// Hit is a paragraph of a book.
type Hit struct {
	Book      string
	Paragraph rulebook.Paragraph
}

// Found is the answer to a question, the best matches first.
type Found struct {
	Hits  []Hit
	Exact bool  // found by number or name; a section comes with its clauses
	Near  []Hit // where nothing is found: the nearest paragraphs, none where no word is similar to any
}

// Books is books that are searched together. It is immutable and safe for concurrent use.
type Books struct {
	books []rulebook.Book
	hits  []Hit // the paragraphs of all books, in order
	index index
}

// New indexes books; earlier ones outrank later ones.
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
	for i, h := range s.hits { // of equals the one with the head line that was asked for
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
