package search

import (
	"math/bits"
	"slices"
	"strings"
)

// What a word counts for by where it stands in a paragraph.
const (
	inName    = 8
	inWords   = 6
	inAbout   = 6
	inSays    = 3
	elsewhere = 1 // in an edition, or in why it is not done
)

// What a word that is found counts for, of whole: written so, or only alike.
const (
	whole = 12
	begun = 9 // the word begins so
)

// index is the words of paragraphs, which go by their place in the list.
type index struct {
	words   language
	terms   []string // in the order in which they are met
	at      map[string]int
	posts   [][]post // of each term
	phrases []phrase
	forms   []form
	size    int // how many paragraphs
}

// post is a paragraph that has a term, and what the term counts for in it.
type post struct{ of, weight int }

// form is a word as it is written, and how often.
type form struct {
	word string
	n    int
}

// phrase is terms that say what a paragraph is about: its name, its head, words of players.
type phrase struct {
	of    int
	terms []int
	mass  int
}

func newIndex(hits []Hit) index {
	x := index{words: newLanguage(ofTheField), at: map[string]int{}, size: len(hits)}
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

// spell collects how words are written that say something.
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

// phrase adds words that say what a paragraph is about.
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

// weight is what a term is worth: the fewer paragraphs have it, the more.
func (x *index) weight(term int) int { return bits.Len(uint(16*x.size/len(x.posts[term]))) - 3 }

func (x *index) mass(terms []int) (sum int) {
	for _, t := range terms {
		sum += x.weight(t)
	}
	return sum
}

// alike is a term that a word stands for, and what it counts for.
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

// mend puts words of the books in place of those that are spelt wrong or not to their end.
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

// near are the terms nearest to a word, however far off, as long as they share a letter.
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

// guess is the points of each paragraph for words that none of them has.
func (x *index) guess(words []string) []int { return x.points(words, x.near) }

// points adds up what the words count for where they stand, less where the paragraph has a part of
// the question alone, and what the phrase of the paragraph that is most like the question does.
func (x *index) points(words []string, reads func(string) []alike) []int {
	sum, met, total := make([]int, x.size), make([]int, x.size), 0
	has := make([]int, len(x.terms)) // what each term of the question counts for
	best := make([]int, x.size)      // of this word
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

// unknown is what a word is worth that no paragraph has.
const unknown = 3

// alike adds what the phrase of each paragraph counts for that is most like the question: twice
// what they share, of all that both have.
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
