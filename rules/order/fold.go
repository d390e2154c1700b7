package order

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"grognard/rules/letters"

	"golang.org/x/text/unicode/norm"
)

// Fold normalizes a text for comparing names: lower case, no accents or apostrophes, blanks for hyphens.
func Fold(text string) string {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return strings.Map(folded, norm.NFKD.String(text))
		}
	}
	return strings.Map(folded, text)
}

func folded(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z', '0' <= r && r <= '9', r == ' ':
		return r
	case 'A' <= r && r <= 'Z':
		return r + 'a' - 'A'
	case letters.IsDash(r):
		return ' '
	case r == '\'', r == '`', r == '’', r == '‘', r == 'ʹ', r == 'ʼ', unicode.Is(unicode.Mn, r):
		return -1
	case r == 'ł', r == 'Ł':
		return 'l'
	case r == 'ø', r == 'Ø':
		return 'o'
	}
	return unicode.ToLower(r)
}
