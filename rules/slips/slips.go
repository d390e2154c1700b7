// Package slips finds in files that people write the slips of a pen that a reader would otherwise misname or not see:
// letters in another encoding, characters like others, tabs, a # not meant to begin a comment, and words almost known.
//
//	meant := slips.Meant("wood", []string{"open", "woods"}) // woods
//	fmt.Println("unknown" + slips.Perhaps("wood", meant))
//	fmt.Println("misformed" + slips.InForm("9–5–10", isFactors).String())
//
// It does not decide whether a file is wrong: its callers do. Columns count letters from 1.
package slips

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"grognard/rules/nearest"
)

// Slip is a finding, with its place in the text.
type Slip struct {
	Line, Column int
	Message      string
}

// Meant returns the known word that was probably meant, "" for none or if two words are equally near.
func Meant(typed string, known []string) (meant string) {
	plain := strings.ToLower(Plain(typed))
	if len(plain) > mostCompared {
		return ""
	}
	best, sorted := max(1, len(plain)/3)+1, inOrder(plain) // a third of the letters may be wrong
	for _, word := range known {
		low := strings.ToLower(word)
		n := nearest.Edits(plain, low)
		if n > 1 && inOrder(low) == sorted { // letters in another order, as in bleu
			n = 1
		}
		switch {
		case n < best && n < len(plain):
			meant, best = word, n
		case n == best && word != meant:
			meant = ""
		}
	}
	return meant
}

// mostCompared limits the bytes of a word that is compared with known ones.
const mostCompared = 60

// inOrder returns the letters of a word in the order of the alphabet.
func inOrder(word string) string {
	all := []rune(word)
	slices.Sort(all)
	return string(all)
}

// digits replaces letters that look like digits with those.
var digits = strings.NewReplacer("O", "0", "o", "0", "l", "1", "I", "1")

// mostLetters limits the letters of a word that are tried both small and capital.
const mostLetters = 6

// Form is a word that lacks the form that it must have.
type Form struct {
	typed string
	fits  func(string) bool
}

// InForm returns a Form whose String is what a finding about the word adds. fits reports whether a word has the form.
func InForm(typed string, fits func(string) bool) Form { return Form{typed, fits} }

// String returns what Perhaps does for the first spelling that fits, or for none. It is slow: call it for shown ones.
func (f Form) String() string {
	plain := Plain(f.typed)
	for _, word := range []string{plain, strings.ToLower(plain), strings.ReplaceAll(plain, " ", ""),
		digits.Replace(plain)} {
		if meant := inAnyCase([]rune(word), 0, mostLetters, f.fits); meant != "" {
			return Perhaps(f.typed, meant)
		}
	}
	return Perhaps(f.typed, f.typed)
}

// inAnyCase returns the first spelling that fits, "" for none. It tries both cases of up to most letters from at on.
func inAnyCase(word []rune, at, most int, fits func(string) bool) string {
	if at == len(word) || most == 0 {
		if fits(string(word)) {
			return string(word)
		}
		return ""
	}
	if !unicode.IsLetter(word[at]) {
		return inAnyCase(word, at+1, most, fits)
	}
	was := word[at]
	other := unicode.ToLower(was)
	if other == was {
		other = unicode.ToUpper(was)
	}
	for _, r := range []rune{was, other} {
		word[at] = r
		if meant := inAnyCase(word, at+1, most-1, fits); meant != "" {
			return meant
		}
	}
	word[at] = was
	return ""
}

// Perhaps returns what a finding about a word adds: the word that was probably meant, unless that is "", and the
// characters in it that only look like others.
func Perhaps(typed, meant string) string {
	hint := ""
	if meant != "" && meant != typed {
		hint = fmt.Sprintf(": perhaps %q is meant", meant)
	}
	said := map[rune]bool{}
	for _, r := range typed {
		if _, odd := plainOf(r); odd && !said[r] {
			said[r] = true
			hint += "; " + Name(r)
		}
	}
	return hint
}
