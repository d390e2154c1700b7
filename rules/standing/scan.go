package standing

import (
	"strings"
	"unicode"
)

// token is a word, a name with its colon, a sign, or the end of a line.
type token struct {
	text   string
	column int // from 1
	kind   tokenKind
}

type tokenKind int8

const (
	aWord   tokenKind = iota
	aQuoted           // a word in quotation marks, which is never a keyword
	aName             // a word followed by a colon
	aSign             // ( ) , or a comparison
	anEnd
)

// is says whether the token is this keyword.
func (t token) is(word string) bool { return t.kind == aWord && strings.EqualFold(t.text, word) }

func (t token) sign(text string) bool { return t.kind == aSign && t.text == text }

// signs are the spellings of comparisons and other signs, longer ones first.
var signs = []struct{ typed, sign string }{
	{">=", ">="}, {"<=", "<="}, {"!=", "!="}, {"<>", "!="}, {"==", "="},
	{"≥", ">="}, {"≤", "<="}, {"≠", "!="}, {">", ">"}, {"<", "<"}, {"=", "="}, {"(", "("}, {")", ")"}, {",", ","},
}

// scan splits a row into tokens; column is where the row begins in its line, from 1.
func scan(row string, column int) []token {
	var out []token
	runes := []rune(row)
	for at := 0; at < len(runes); {
		switch r := runes[at]; {
		case unicode.IsSpace(r):
			at++
			continue
		case isQuote(r):
			to := at + 1
			for to < len(runes) && !isQuote(runes[to]) {
				to++
			}
			if words := strings.Fields(string(runes[at+1 : to])); len(words) > 0 {
				out = append(out, token{strings.Join(words, " "), column + at, aQuoted})
			}
			at = min(to+1, len(runes))
			continue
		}
		if sign, n := signAt(runes[at:]); n > 0 {
			out = append(out, token{sign, column + at, aSign})
			at += n
			continue
		}
		to := at
		for to < len(runes) && runes[to] != ':' && !unicode.IsSpace(runes[to]) && !isQuote(runes[to]) {
			if _, n := signAt(runes[to:]); n > 0 {
				break
			}
			to++
		}
		kind := aWord
		end := to
		if to < len(runes) && runes[to] == ':' {
			kind, end = aName, to+1
		}
		out = append(out, token{string(runes[at:to]), column + at, kind})
		at = end
	}
	return append(out, token{"", column + len(runes), anEnd})
}

func isQuote(r rune) bool { return r == '"' || r == '“' || r == '”' }

func signAt(runes []rune) (sign string, n int) {
	for _, s := range signs {
		n = 0
		for _, r := range s.typed {
			if n >= len(runes) || runes[n] != r {
				n = -1
				break
			}
			n++
		}
		if n > 0 {
			return s.sign, n
		}
	}
	return "", 0
}
