package search

import (
	"cmp"
	_ "embed" // words of players, in several languages
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"grognard/rules/first"
	"grognard/rules/letters"

	"golang.org/x/text/unicode/norm"
)

var (
	//go:embed words.txt
	english string
	//go:embed terms.txt
	foreign string
)

// language is how players speak of rules.
type language struct {
	silent map[string]map[string]bool // words that say nothing, by language: en, de, fr
	filler map[string]bool            // words that say nothing where no book has them
	common map[string]bool            // the stems of words that stand in questions about anything
	citing map[string]bool            // words before the number of a rule
	reads  map[string][]reading       // what words and phrases are read as, by the first stem; the longest first
	known  map[string]bool            // the stems of all synonyms
	topics map[string]bool            // the stems of what other games have, joined by a hyphen
	terms  map[rune][]translation     // words of other languages by their first letter, the longest first
}

// reading is a word or phrase and the one as which it is read, both as stems.
type reading struct {
	from, to []string
	isListed bool // a line of words.txt has it; false for a word that is read as itself
}

// translation is a word of another language, or its beginning, and the English one.
type translation struct{ from, to string }

// newLanguage reads words.txt: the words after "-", or "-de" for German, are ignored; those after "§" stand before
// numbers; those in "word, phrase = word" are read as the last; those after "!" are topics of other games; those after
// "~" say nothing where no book has them; those after "%" say little. In terms.txt the words before "=" are foreign.
func newLanguage(english, foreign string) language {
	l := language{silent: map[string]map[string]bool{"en": {}, "de": {}, "fr": {}}, filler: map[string]bool{},
		common: map[string]bool{}, citing: map[string]bool{}, reads: map[string][]reading{},
		known: map[string]bool{}, topics: map[string]bool{}, terms: map[rune][]translation{}}
	for line := range strings.Lines(english) {
		line = strings.TrimSpace(line)
		mark, rest, _ := strings.Cut(line, " ")
		from, to, isSynonym := strings.Cut(line, " = ")
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '-':
			for _, w := range split(rest) {
				l.silent[cmp.Or(mark[1:], "en")][w] = true
			}
		case mark == "§":
			for _, w := range strings.Fields(rest) {
				l.citing[w] = true
			}
		case mark == "%":
			for _, w := range stems(split(rest)) {
				l.common[w] = true
			}
		case mark == "~":
			for _, w := range stems(split(rest)) {
				l.filler[w] = true
			}
		case mark == "!":
			for _, phrase := range strings.Split(rest, ",") {
				parts := stems(split(phrase))
				topic := strings.Join(parts, "-")
				l.topics[topic] = true
				l.addSynonym(parts, []string{topic})
			}
		case isSynonym:
			for _, phrase := range strings.Split(from, ",") {
				l.addSynonym(stems(split(phrase)), stems(l.withoutSilent(to)))
			}
		}
	}
	for _, rs := range l.reads { // each list is sorted alone, so the order of iteration does not matter
		slices.SortStableFunc(rs, func(a, b reading) int { return len(b.from) - len(a.from) })
	}
	for line := range strings.Lines(foreign) {
		from, to, _ := strings.Cut(strings.TrimSpace(line), " =")
		for w := range strings.SplitSeq(from, ",") {
			w = folded.Replace(plain(strings.TrimSpace(w)))
			if w != "" {
				letter, _ := utf8.DecodeRuneInString(w)
				l.terms[letter] = append(l.terms[letter], translation{w, to})
			}
		}
	}
	for _, ts := range l.terms {
		slices.SortStableFunc(ts, func(a, b translation) int { return len(b.from) - len(a.from) })
	}
	return l
}

// addSynonym records that the phrase from is read as to. Both are stems.
func (l *language) addSynonym(from, to []string) {
	l.reads[from[0]] = append(l.reads[from[0]], reading{from, to, true}) // words.txt has it
	for _, s := range from {
		l.known[s] = true
	}
}

// readStems returns the stems of an English text without ignored words, with synonyms replaced.
func (l language) readStems(text string) (out []string) {
	words := split(text)
	for all := stems(words); len(all) > 0; {
		r := l.longestReading(all)
		if n := len(words) - len(all); r.isListed || !l.silent["en"][words[n]] {
			out = append(out, r.to...)
		}
		all = all[len(r.from):]
	}
	return out
}

// withoutSilent returns the words of an English text without ignored ones.
func (l language) withoutSilent(text string) []string {
	return slices.DeleteFunc(split(text), func(w string) bool { return l.silent["en"][w] })
}

// longestReading returns the longest reading with which a list of stems begins.
func (l language) longestReading(all []string) reading {
	for _, r := range l.reads[all[0]] {
		if len(r.from) <= len(all) && slices.Equal(r.from, all[:len(r.from)]) {
			return r
		}
	}
	return reading{all[:1], all[:1], false} // the first word, read as itself
}

// languageOf returns the language of a question: the one of which it has the most silent words, the first of equals in
// the order en, de, fr; "" if it has none at all.
func (l language) languageOf(words []string) (best string) {
	most := 0
	for _, code := range []string{"en", "de", "fr"} {
		if n := first.Count(words, func(w string) bool { return l.silent[code][w] }); n > most {
			best, most = code, n
		}
	}
	return best
}

// translate puts a question into English, as far as its words are in the table of terms. English questions, and words
// that the books have, stay as they are. isForeign reports whether the question is in another language.
func (l language) translate(question string, has func(word string) bool) (text string, isForeign bool) {
	words := split(question)
	code := l.languageOf(words)
	isForeign = code == "de" || code == "fr"
	var out []string
	for _, w := range words {
		switch blanks := w[0] < utf8.RuneSelf; { // Latin letters: blanks stand between words
		case isForeign && l.silent[code][w]:
		case blanks && !isForeign && has(w):
			out = append(out, w)
		default:
			out = append(out, l.segments(w, blanks)...)
			isForeign = isForeign || !blanks
		}
	}
	return strings.Join(out, " "), isForeign
}

// segments splits a word into the longest terms of the table and puts them into English. With blanks the word is a
// compound, which begins with a term; without, a sentence in a script that has no blanks. Of the rest of a sentence it
// keeps Chinese letters and katakana, two or more together: these are its other words.
func (l language) segments(word string, blanks bool) (out []string) {
	from, rest := word, ""
	for word != "" {
		letter, size := utf8.DecodeRuneInString(word)
		i := slices.IndexFunc(l.terms[letter], func(t translation) bool {
			return strings.HasPrefix(word, t.from) && (!blanks || len(t.from) >= compound || t.from == word)
		})
		if i < 0 && blanks && len(out) == 0 {
			return []string{from}
		}
		word = word[size:]
		if i < 0 && !blanks && (letter == 'ー' || unicode.In(letter, unicode.Han, unicode.Katakana)) {
			rest += string(letter)
			continue
		}
		if len(rest) > len("退") { // more than one letter
			out = append(out, rest)
		}
		rest = ""
		if i >= 0 {
			t := l.terms[letter][i]
			out, word = append(out, t.to), word[len(t.from)-size:]
		}
	}
	if len(rest) > len("退") {
		out = append(out, rest)
	}
	return out
}

// compound is the least length in bytes of a term with which a longer word may begin.
const compound = 5

// plain returns a text in lower case with ASCII signs where there are some: 9.1(c) for ９．１（Ｃ）, hyphens for dashes.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '·', r == '・':
			return '.'
		case r == '、':
			return ','
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKC.String(letters.Plain(text)))
}

// folded replaces accented letters and apostrophes of names, which players often leave out.
var folded = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "ß", "ss", "é", "e", "è", "e", "ê", "e", "ë", "e",
	"à", "a", "â", "a", "ç", "c", "î", "i", "ï", "i", "ô", "o", "û", "u", "ù", "u", "œ", "oe", "'", "", "’", "")

// split returns the words of a text, in lower case and without punctuation.
func split(text string) []string {
	return strings.FieldsFunc(folded.Replace(plain(text)),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

func stems(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = stem(w)
	}
	return out
}

// endings are replaced in a word: the first off that fits by on, if at least keeps letters stand before it.
var endings = []struct {
	off, on string
	keeps   int
}{
	{"ies", "i", 2}, {"ied", "i", 2}, {"sses", "ss", 2}, {"ches", "ch", 2}, {"shes", "sh", 2}, {"xes", "x", 2},
	{"ss", "ss", 1}, {"us", "us", 1}, {"s", "", 3},
}

// suffixes are removed from a word after its ending: the first that fits, if at least keeps letters remain.
var suffixes = []struct {
	off   string
	keeps int
}{
	{"isation", 4}, {"ization", 4}, {"ation", 4}, {"ement", 3}, {"ment", 4}, {"able", 5}, {"ible", 5}, {"ing", 3},
	{"ion", 5}, {"ed", 3}, {"er", 5}, {"al", 7}, {"ly", 5},
}

// resultCode is a result of a combat table as players type it, such as A1D2r3: all are read as one of them.
var resultCode = regexp.MustCompile(`^(?:a(?:[1-4]|[1-4]?r[1-4]))?(?:d(?:[1-4]|[1-4]?r[1-4]))?$`)

const anyResult = "d1r1"

// stem returns what is left of a word without its endings: retreat for retreats, retreating and retreated.
func stem(w string) string {
	if len(w) > 1 && resultCode.MatchString(w) {
		return anyResult
	}
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
	w = strings.TrimSuffix(w, "e")
	if len(w) > 3 && w[len(w)-1] == 'y' {
		w = w[:len(w)-1] + "i"
	}
	if n := len(w); n > 2 && w[n-1] == w[n-2] {
		w = w[:n-1]
	}
	if s, ok := strings.CutSuffix(w, "is"); ok && len(s) > 5 { // organised is organisation
		w = s
	}
	return w
}
