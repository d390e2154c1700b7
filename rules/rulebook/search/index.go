package search

import (
	"math/bits"
	"slices"
	"strings"
)

// The weight of a word by its place in a paragraph.
const (
	inName    = 8
	inWords   = 6
	inAbout   = 6
	inSays    = 3
	elsewhere = 1 // in an edition's text, or in the reason why it is not done
)

// How much a match counts, out of whole: exact, or only similar.
const (
	whole = 12
	begun = 9 // the word is a prefix
)

// index is an inverted index of paragraphs, which are numbered by their place in the list.
type index struct {
	words   language
	terms   []string // in order of first occurrence
	at      map[string]int
	posts   [][]post // of each term, its paragraphs
	phrases []phrase
	forms   []form
	size    int // number of paragraphs
}

// post is a paragraph that has a term, and the term's weight in it.
type post struct{ of, weight int }

// form is a spelling of a word, and its number of occurrences.
type form struct {
	word string
	n    int
}

// phrase is terms that name the subject of a paragraph: its name, its head line, other words of players.
type phrase struct {
	of    int
	terms []int
	mass  int
}

func newIndex(hits []Hit) index {
	x := index{words: newLanguage(synonyms), at: map[string]int{}, size: len(hits)}
	for i, h := range hits {
		p := h.Paragraph
		x.phrase(i, strings.TrimPrefix(p.Rule, h.Book+" "), inName)
		x.phrase(i, p.About, inAbout)
		for _, w := range p.Words {
			x.phrase(i, w, inWords)
		}
		x.add(i, p.Says, inSays)
		x.add(i, p.Because, elsewhere)
		for _, e := range p.Editions {
			x.add(i, e.Says, elsewhere)
		}
	}
	x.spell(hits)
	for i := range x.phrases {
		x.phrases[i].mass = x.mass(x.phrases[i].terms)
	}
	return x
}

// spell collects the spellings of words that have a meaning for the search.
func (x *index) spell(hits []Hit) {
	at := map[string]int{}
	for _, h := range hits {
		p := h.Paragraph
		for _, w := range split(strings.Join(append([]string{p.Rule, p.About, p.Says}, p.Words...), " ")) {
			i, ok := at[w]
			if !ok {
				i = len(x.forms)
				x.forms, at[w] = append(x.forms, form{word: w}), i
			}
			x.forms[i].n++
		}
	}
}

// phrase adds words that name the subject of a paragraph.
func (x *index) phrase(of int, text string, weight int) {
	if terms := x.add(of, text, weight); len(terms) > 0 {
		x.phrases = append(x.phrases, phrase{of: of, terms: terms})
	}
}

// add adds the words of a text to a paragraph, and returns them, each once.
func (x *index) add(of int, text string, weight int) (terms []int) {
	for _, w := range x.words.read(text) {
		t, ok := x.at[w]
		if !ok {
			t = len(x.terms)
			x.terms, x.posts, x.at[w] = append(x.terms, w), append(x.posts, nil), t
		}
		if !slices.Contains(terms, t) {
			terms = append(terms, t)
		}
		if last := len(x.posts[t]) - 1; last < 0 || x.posts[t][last].of != of {
			x.posts[t] = append(x.posts[t], post{of, weight})
		} else {
			x.posts[t][last].weight = max(x.posts[t][last].weight, weight)
		}
	}
	return terms
}

// weight is the weight of a term, greater the fewer paragraphs have it.
func (x *index) weight(term int) int { return bits.Len(uint(16*x.size/len(x.posts[term]))) - 3 }

func (x *index) mass(terms []int) (sum int) {
	for _, t := range terms {
		sum += x.weight(t)
	}
	return sum
}

// alike is a term that a word may stand for, and how much that counts.
type alike struct{ term, worth int }

// reads are the terms that a word stands for: itself, or those that begin with it.
func (x *index) reads(word string) (out []alike) {
	if t, ok := x.at[word]; ok {
		return []alike{{t, whole}}
	}
	for t, term := range x.terms {
		if len(word) >= 3 && strings.HasPrefix(term, word) {
			out = append(out, alike{t, begun})
		}
	}
	return out
}

// mend replaces misspelt and unfinished words by words of the books.
func (x *index) mend(question string) string {
	words := split(question)
	for i, w := range words {
		s := stem(w)
		if x.words.silent[w] || x.words.known[s] || len(x.reads(s)) > 0 {
			continue
		}
		best, limit := form{}, slips(w)
		for _, f := range x.forms {
			d := 0
			if len(w) < 4 || !strings.HasPrefix(f.word, w) {
				d = distance(w, f.word, limit)
			}
			if d < limit || d == limit && d > 0 && f.n > best.n {
				best, limit = f, d
			}
		}
		if best.n > 0 {
			words[i] = best.word
		}
	}
	return strings.Join(words, " ")
}

// near are the terms closest to a word at any distance, if they share a letter with it.
func (x *index) near(word string) (out []alike) {
	limit := len(word) - 1
	for t, term := range x.terms {
		switch d := distance(word, term, limit); {
		case d > limit:
		case d < limit:
			out, limit = []alike{{t, begun}}, d
		default:
			out = append(out, alike{t, begun})
		}
	}
	return out
}

// ask is the points of each paragraph for the words of a question.
func (x *index) ask(words []string) []int { return x.points(words, x.reads) }

// guess is the points of each paragraph for words that no paragraph has, by similar terms.
func (x *index) guess(words []string) []int { return x.points(words, x.near) }

// points adds up the weights of the words in each paragraph, reduced where it has only a part of the question,
// and the similarity of the paragraph's phrases to the question.
func (x *index) points(words []string, reads func(string) []alike) []int {
	sum, met, total := make([]int, x.size), make([]int, x.size), 0
	has := make([]int, len(x.terms)) // the weight of each term of the question
	best := make([]int, x.size)      // the best weight of the present word
	for i, w := range words {
		if slices.Contains(words[:i], w) {
			continue
		}
		as, heaviest := reads(w), 0
		clear(best)
		for _, a := range as {
			w := x.weight(a.term)
			heaviest, has[a.term] = max(heaviest, w), max(has[a.term], a.worth)
			for _, p := range x.posts[a.term] {
				if n := w * a.worth * p.weight; n > best[p.of] {
					sum[p.of] += n - best[p.of]
					best[p.of] = n
				}
			}
		}
		if len(as) == 0 {
			heaviest = unknown
		}
		for i, n := range best {
			if n > 0 {
				met[i] += heaviest
			}
		}
		total += heaviest
	}
	for i := range sum {
		part := 16 * met[i] / max(total, 1)
		sum[i] = sum[i] * part * part / (16 * 16)
	}
	x.alike(sum, has, total)
	return sum
}

// unknown is the weight of a word that no paragraph has.
const unknown = 3

// alike adds, for each paragraph, the score of its phrase that is most like the question: higher the more of
// the weight of both they share.
func (x *index) alike(sum, has []int, total int) {
	best := make([]int, x.size)
	for _, p := range x.phrases {
		shared := 0
		for _, t := range p.terms {
			if has[t] > 0 {
				shared += x.weight(t) * has[t]
			}
		}
		n := shared * 2 * shared / ((total + p.mass) * whole)
		best[p.of] = max(best[p.of], inWords*n)
	}
	for i, n := range best {
		sum[i] += n
	}
}
