package search

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"
)

// The weight of a word by its place in a paragraph.
const (
	inName    = 6
	inWords   = 6
	inAbout   = 6
	inSays    = 3
	elsewhere = 1 // in an entry of a list, in an edition's text, or in the reason why it is not done
)

// A paragraph in a chapter that the question names gets 1/chapterShare of its points in addition.
const chapterShare = 4

// phraseWeight is the weight of a phrase's similarity to the question, beside the weights of its words.
const phraseWeight = 12

// How much a match counts, out of whole. The points of a paragraph that is a list are reduced to listed out of whole.
const (
	whole  = 12 // the word itself
	begun  = 9  // the word is a prefix
	listed = 8  // of whole: in a paragraph that is a list
)

// A paragraph answers a question if it has enoughParts sixteenths of the question's weight. A word that no book has
// adds unknownWeight to that; in another language untranslatedWeight, as the table of terms has only the main words.
const (
	enoughParts        = 9
	unknownWeight      = 14
	untranslatedWeight = 4
)

// mostOfCommon is the most that a word for units or sides weighs.
const mostOfCommon = 5

// index is an inverted index of paragraphs, which are numbered by their place in the list.
type index struct {
	words        language
	terms        []string       // in order of first occurrence
	termIndex    map[string]int // the index of each term in terms
	posts        [][]post       // of each term, its paragraphs
	phrases      []phrase
	forms        []form
	size         int     // number of paragraphs
	chapterTerms [][]int // of each paragraph, the terms that name its chapter
	isList       []bool  // which paragraphs are lists of a game, with entries
}

// post is a paragraph that has a term, and the term's weight in it.
type post struct{ paragraph, weight int }

// form is a spelling of a word, and its number of occurrences.
type form struct {
	word string
	n    int
}

// phrase is terms that name the subject of a paragraph: its name, its head line, other words of players.
type phrase struct {
	paragraph int
	terms     []int
	mass      int // the sum of its terms' weights
}

func newIndex(hits []Hit) index {
	x := index{words: newLanguage(english, foreign), termIndex: map[string]int{}, size: len(hits)}
	for i, h := range hits {
		p := h.Paragraph
		x.addPhrase(i, strings.TrimPrefix(p.Rule, h.Book+" "), inName)
		x.addPhrase(i, p.About, inAbout)
		for _, w := range p.Words {
			x.addPhrase(i, w, inWords)
		}
		for line := range strings.Lines(p.Says) {
			if strings.HasPrefix(line, "- ") {
				x.add(i, line, elsewhere)
			} else {
				x.add(i, line, inSays)
			}
		}
		x.add(i, p.Because, elsewhere)
		for _, e := range p.Editions {
			x.add(i, e.Says, elsewhere)
		}
	}
	for _, h := range hits {
		x.isList = append(x.isList, strings.Contains(h.Paragraph.Says, "\n- "))
	}
	x.collectForms(hits)
	x.findChapterTerms(hits)
	for i := range x.phrases {
		x.phrases[i].mass = x.totalWeight(x.phrases[i].terms)
	}
	return x
}

// findChapterTerms finds the terms that name chapters: words that are a phrase of a paragraph such as 9.0. A game's
// paragraph, which is in a chapter of its own, also belongs to the chapters that its phrases name.
func (x *index) findChapterTerms(hits []Hit) {
	heads, all := map[string][]int{}, map[int]bool{}
	chapter := func(h Hit) string { of, _, _ := strings.Cut(h.Paragraph.Rule, "."); return h.Book + " " + of }
	for _, p := range x.phrases {
		if h := hits[p.paragraph]; len(p.terms) == 1 && strings.HasSuffix(h.Paragraph.Rule, ".0") {
			heads[chapter(h)] = append(heads[chapter(h)], p.terms[0])
			all[p.terms[0]] = true
		}
	}
	for _, h := range hits {
		x.chapterTerms = append(x.chapterTerms, slices.Clone(heads[chapter(h)]))
	}
	for _, p := range x.phrases {
		if h := hits[p.paragraph]; len(p.terms) == 1 && all[p.terms[0]] && h.OfGame() {
			x.chapterTerms[p.paragraph] = append(x.chapterTerms[p.paragraph], p.terms[0])
		}
	}
}

// collectForms collects the spellings of words in the paragraphs, by which mend corrects a question.
func (x *index) collectForms(hits []Hit) {
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

// addPhrase adds words that name the subject of a paragraph.
func (x *index) addPhrase(of int, text string, weight int) {
	if terms := x.add(of, text, weight); len(terms) > 0 {
		x.phrases = append(x.phrases, phrase{paragraph: of, terms: terms})
	}
}

// add adds the words of a text to a paragraph, and returns them, each once.
func (x *index) add(of int, text string, weight int) (terms []int) {
	for _, w := range x.words.readStems(text) {
		t, ok := x.termIndex[w]
		if !ok {
			t = len(x.terms)
			x.terms, x.posts, x.termIndex[w] = append(x.terms, w), append(x.posts, nil), t
		}
		if !slices.Contains(terms, t) {
			terms = append(terms, t)
		}
		if last := len(x.posts[t]) - 1; last < 0 || x.posts[t][last].paragraph != of {
			x.posts[t] = append(x.posts[t], post{of, weight})
		} else {
			x.posts[t][last].weight = max(x.posts[t][last].weight, weight)
		}
	}
	return terms
}

// weight returns the weight of a term, greater the fewer paragraphs have it.
func (x *index) weight(term int) int {
	if unicode.IsDigit(rune(x.terms[term][0])) {
		return 1 // a number
	}
	w := bits.Len(uint(16*x.size/len(x.posts[term]))) - 2 // 3 if all paragraphs have it; each halving adds 1
	if x.words.common[x.terms[term]] {
		return min(w, mostOfCommon)
	}
	return w
}

// isAbsentTopic reports whether a term is a topic of other games that no paragraph has in its name, head line or words.
func (x *index) isAbsentTopic(term string) bool {
	t, ok := x.termIndex[term]
	return x.words.topics[term] &&
		!(ok && slices.ContainsFunc(x.posts[t], func(p post) bool { return p.weight >= inWords }))
}

func (x *index) totalWeight(terms []int) (sum int) {
	for _, t := range terms {
		sum += x.weight(t)
	}
	return sum
}

// alike is a term that a word may stand for, and how much that counts, out of whole.
type alike struct{ term, worth int }

// termsFor returns the terms that a word stands for: itself, or else, if it is the question's last and so perhaps
// unfinished, those that begin with it.
func (x *index) termsFor(word string, last bool) (out []alike) {
	if t, ok := x.termIndex[word]; ok {
		return []alike{{t, whole}}
	}
	for t, term := range x.terms {
		if last && len(word) >= 3 && strings.HasPrefix(term, word) {
			out = append(out, alike{t, begun})
		}
	}
	return out
}

// knows reports whether a word needs no mending: the books have it, or words.txt.
func (x *index) knows(word string) bool {
	s := stem(word)
	_, ok := x.termIndex[s]
	return ok || x.words.silent["en"][word] || x.words.known[s] || x.words.filler[s]
}

// mend replaces misspelt words, and an unfinished last one, by words of the books.
func (x *index) mend(question string) string {
	words := split(question)
	for i, w := range words {
		if x.knows(w) || i == len(words)-1 && len(x.termsFor(stem(w), true)) > 0 { // perhaps unfinished, and begins one
			continue
		}
		best, limit := form{}, slipsAllowed(w)
		letters := sorted(w)
		for _, f := range x.forms {
			d := 0 // if the last word of the question is the beginning of f
			if f.word[0] != w[0] || len(w) < 6 && len(f.word) == len(w) && sorted(f.word) != letters {
				continue // the first letter is never wrong; a short word with another letter is another word
			}
			if i < len(words)-1 || len(w) < 4 || !strings.HasPrefix(f.word, w) {
				d = distance(w, f.word, limit)
			}
			if d < limit || d == limit && d > 0 && f.n > best.n { // the nearest, of equals the most frequent
				best, limit = f, d
			}
		}
		if best.n > 0 {
			words[i] = best.word
		}
	}
	return strings.Join(words, " ")
}

// sorted returns the letters of a word in alphabetical order: the same for words with letters transposed.
func sorted(word string) string {
	b := []byte(word)
	slices.Sort(b)
	return string(b)
}

// nearestTerms returns the terms with the least distance to a word, however great, but less than the word's length.
func (x *index) nearestTerms(word string, _ bool) (out []alike) {
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

// points adds up, for each paragraph, the weights of the words in it and the similarity of its phrases to the question.
// reads returns the terms for a word. parts is how much of the question each paragraph has, out of 16: words that no
// book has count against it with the weight unknown, words that only other paragraphs have do not count.
func (x *index) points(words []string, unknown int, reads func(word string, last bool) []alike) (sum, parts []int) {
	sum, parts = make([]int, x.size), make([]int, x.size)
	total, missing := 0, 0           // the weights of the question's words that some book has, and that none has
	has := make([]int, len(x.terms)) // the worth of each term of the question
	best := make([]int, x.size)      // the best weight of the present word
	for i, w := range words {
		if slices.Contains(words[:i], w) {
			continue
		}
		terms, heaviest := reads(w, i == len(words)-1), 0
		clear(best)
		for _, a := range terms {
			weight := x.weight(a.term)
			heaviest, has[a.term] = max(heaviest, weight), max(has[a.term], a.worth)
			for _, p := range x.posts[a.term] {
				if n := weight * a.worth * p.weight; n > best[p.paragraph] {
					sum[p.paragraph] += n - best[p.paragraph]
					best[p.paragraph] = n
				}
			}
		}
		if len(terms) == 0 && !x.words.filler[w] && !strings.ContainsAny(w, "0123456789") {
			missing += unknown
		}
		for i, n := range best {
			if n > 0 {
				parts[i] += heaviest
			}
		}
		total += heaviest
	}
	for i, met := range parts {
		parts[i] = 16 * met / max(met+missing, 1)
		if x.isList[i] {
			sum[i] = sum[i] * listed / whole
		}
	}
	x.addSimilarity(sum, has, total)
	for i, n := range sum {
		if slices.ContainsFunc(x.chapterTerms[i], func(t int) bool { return has[t] > 0 }) {
			sum[i] += n / chapterShare
		}
	}
	return sum, parts
}

// addSimilarity adds, for each paragraph, the score of its phrase that is most like the question: higher the more of
// the weight of both they share.
func (x *index) addSimilarity(sum, has []int, total int) {
	best := make([]int, x.size)
	for _, p := range x.phrases {
		shared := 0
		for _, t := range p.terms {
			if has[t] > 0 {
				shared += x.weight(t) * has[t]
			}
		}
		n := shared * 2 * shared / ((total + p.mass) * whole)
		best[p.paragraph] = max(best[p.paragraph], phraseWeight*n)
	}
	for i, n := range best {
		sum[i] += n
	}
}
