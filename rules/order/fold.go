package order

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold is a text as names are compared: in small letters, without accents and
// apostrophes, with blanks for hyphens.
func Fold(text string) string {
	plain := true
	for i := 0; i < len(text) && plain; i++ {
		c := text[i]
		plain = c < 0x80 && c != '\'' && c != '`' && c != '-' && (c < 'A' || c > 'Z')
	}
	if plain {
		return text
	}
	return strings.Map(folded, norm.NFKD.String(text))
}

func folded(r rune) rune {
	switch {
	case r == '\'', r == '`', r == '’', r == '‘', r == 'ʹ', r == 'ʼ', unicode.Is(unicode.Mn, r):
		return -1
	case unicode.Is(unicode.Pd, r):
		return ' '
	case r == 'ł', r == 'Ł':
		return 'l'
	case r == 'ø', r == 'Ø':
		return 'o'
	}
	return unicode.ToLower(r)
}
