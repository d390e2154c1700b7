package search

import (
	_ "embed" // synonyms and words without a meaning
	"slices"
	"strings"
	"unicode"
)

//go:embed words.txt
var synonyms string

// language is which words are ignored, and which are synonyms of others.
type language struct {
	silent map[string]bool
	as     map[string][]reading // by the first stem
	known  map[string]bool      // the stems of all synonyms
}

// reading is a word or phrase and the one as which it is read, both as stems.
type reading struct{ from, to []string }

// newLanguage reads words.txt: the words in "- word word" are ignored, those in "word, phrase = word" are read
// as the last.
func newLanguage(text string) language {
	l := language{map[string]bool{}, map[string][]reading{}, map[string]bool{}}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		from, to, read := strings.Cut(line, " = ")
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '-':
			for _, w := range split(line) {
				l.silent[w] = true
			}
		case read:
			for _, f := range strings.Split(from, ",") {
				r := reading{stems(l.said(f)), stems(l.said(to))}
				l.as[r.from[0]] = append(l.as[r.from[0]], r)
				for _, s := range r.from {
					l.known[s] = true
				}
			}
		}
	}
	for _, rs := range l.as { // each list is sorted alone, so the order of iteration does not matter
		slices.SortStableFunc(rs, func(a, b reading) int { return len(b.from) - len(a.from) })
	}
	return l
}

// read is the stems of a text without ignored words, with synonyms replaced.
func (l language) read(text string) (out []string) {
	all := stems(l.said(text))
	for len(all) > 0 {
		r := l.begins(all)
		out = append(out, r.to...)
		all = all[len(r.from):]
	}
	return out
}

// said is the words of a text without ignored words.
func (l language) said(text string) []string {
	return slices.DeleteFunc(split(text), func(w string) bool { return l.silent[w] })
}

// begins is the longest reading with which a list of stems begins.
func (l language) begins(all []string) reading {
	for _, r := range l.as[all[0]] {
		if len(r.from) <= len(all) && slices.Equal(r.from, all[:len(r.from)]) {
			return r
		}
	}
	return reading{all[:1], all[:1]}
}

// folded replaces accented letters and apostrophes of names, which players often leave out.
var folded = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "ß", "ss", "é", "e", "è", "e", "'", "", "’", "")

// split is the words of a text, in lower case and without punctuation.
func split(text string) []string {
	return strings.FieldsFunc(folded.Replace(strings.ToLower(text)),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

func stems(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = stem(w)
	}
	return out
}

// endings are removed from a word, the first one that fits, if enough letters remain.
var endings = []struct {
	off, on string
	keeps   int
}{
	{"ies", "i", 2}, {"ied", "i", 2}, {"sses", "ss", 2}, {"ches", "ch", 2}, {"shes", "sh", 2}, {"xes", "x", 2},
	{"ss", "ss", 1}, {"us", "us", 1}, {"s", "", 3},
}

// suffixes derive words from a stem.
var suffixes = []struct {
	off   string
	keeps int
}{
	{"isation", 4}, {"ization", 4}, {"ation", 4}, {"ement", 3}, {"ment", 4}, {"able", 5}, {"ible", 5}, {"ing", 3},
	{"ion", 5}, {"ed", 3}, {"er", 5}, {"al", 7}, {"ly", 5},
}

// stem is a word without the endings of number and of verbs: retreats, retreating and retreated
// are retreat. It need not be a word.
func stem(w string) string {
	if len(w) < 3 || w[0] >= '0' && w[0] <= '9' {
		return w
	}
	w = strings.ReplaceAll(strings.ReplaceAll(w, "iz", "is"), "our", "or")
	for _, e := range endings {
		if s, ok := strings.CutSuffix(w, e.off); ok && len(s) >= e.keeps {
			w = s + e.on
			break
		}
	}
	for _, e := range suffixes {
		if s, ok := strings.CutSuffix(w, e.off); ok && len(s) >= e.keeps {
			w = s
			break
		}
	}
	if w = strings.TrimSuffix(w, "e"); len(w) > 3 && w[len(w)-1] == 'y' {
		w = w[:len(w)-1] + "i"
	}
	if n := len(w); n > 2 && w[n-1] == w[n-2] {
		w = w[:n-1]
	}
	if s, ok := strings.CutSuffix(w, "is"); ok && len(s) > 5 { // disorganised is disorganisation
		w = s
	}
	return w
}
