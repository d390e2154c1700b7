package letters

import (
	"fmt"
	"unicode"

	"golang.org/x/text/width"
)

// Name returns what a letter is called, with its code point: "en dash (U+2013)". A letter without a well-known name has
// that of its script, or its code point alone.
func Name(r rune) string {
	point := fmt.Sprintf("U+%04X", r)
	if name := nameOf(r); name != "" {
		return name + " (" + point + ")"
	}
	return point
}

// nameOf returns what a character is called, or of what kind it is; "" if neither is known.
func nameOf(r rune) string {
	if name := names[r]; name != "" {
		return name
	}
	if narrow := []rune(width.Narrow.String(string(r))); narrow[0] != r && narrow[0] <= unicode.MaxASCII {
		return "full-width " + nameOf(narrow[0])
	}
	switch {
	case r <= ' ', r == unicode.MaxASCII, unicode.IsControl(r):
		return "control character"
	case r < unicode.MaxASCII:
		return string(r)
	case unicode.Is(unicode.Variation_Selector, r):
		return "variation selector"
	case unicode.Is(unicode.Mn, r):
		return "combining mark"
	}
	for _, s := range scripts {
		if unicode.Is(s.table, r) {
			return s.name + " letter"
		}
	}
	return ""
}

// names holds the names of letters that look like others, or like nothing.
var names = map[rune]string{
	'\t': "tab", '\n': "line break", '\r': "line break", '\v': "line break", '\f': "line break", '\u0085': "line break",
	' ': "blank", '\u00a0': "no-break space", '\u00ad': "soft hyphen", '\u2002': "en space", '\u2003': "em space",
	'\u2007': "figure space", '\u2009': "thin space", '\u200a': "hair space", '\u202f': "narrow no-break space",
	'\u3000': "ideographic space", '\u2028': "line separator", '\u2029': "paragraph separator",
	'\u200b': "zero-width space", '\u200c': "zero-width non-joiner", '\u200d': "zero-width joiner",
	'\u2060': "word joiner", '\ufeff': "byte order mark", '\u061c': "mark of direction",
	'\u200e': "mark of direction", '\u200f': "mark of direction", '\u202a': "mark of direction",
	'\u202b': "mark of direction", '\u202c': "mark of direction", '\u202d': "mark of direction",
	'\u202e': "mark of direction", '\u2066': "mark of direction", '\u2067': "mark of direction",
	'\u2068': "mark of direction", '\u2069': "mark of direction", '\u3164': "Hangul filler", '\u2800': "blank pattern",
	'-': "hyphen", '\u2010': "typographic hyphen", '\u2011': "no-break hyphen", '\u2012': "figure dash",
	'\u2013': "en dash", '\u2014': "em dash", '\u2015': "horizontal bar", '\u2212': "minus sign",
	'\ufe58': "small em dash", '\ufe63': "small hyphen", '\uff0d': "full-width hyphen",
	'\u2018': "single quotation mark", '\u2019': "apostrophe", '\u201c': "quotation mark", '\u201d': "quotation mark",
	'½': "fraction in one character", '⅓': "fraction in one character", '⅔': "fraction in one character",
	'¼': "fraction in one character", '¾': "fraction in one character",
	'\u2215': "division slash", '\u2044': "fraction slash", '\u2236': "ratio sign", '\u00d7': "multiplication sign",
	'\u3002': "ideographic full stop", '\u3001': "ideographic comma",
}

// script is a script whose letters the fonts of the pictures lack, or have only in part.
type script struct {
	name  string
	table *unicode.RangeTable
}

var scripts = []script{
	{"Arabic", unicode.Arabic}, {"Hebrew", unicode.Hebrew}, {"Syriac", unicode.Syriac}, {"Thaana", unicode.Thaana},
	{"Armenian", unicode.Armenian}, {"Georgian", unicode.Georgian}, {"Ethiopic", unicode.Ethiopic},
	{"Devanagari", unicode.Devanagari}, {"Bengali", unicode.Bengali}, {"Tamil", unicode.Tamil}, {"Thai", unicode.Thai},
	{"Khmer", unicode.Khmer}, {"Mongolian", unicode.Mongolian}, {"Chinese", unicode.Han}, {"Korean", unicode.Hangul},
	{"Japanese", unicode.Hiragana}, {"Japanese", unicode.Katakana}, {"Latin", unicode.Latin}, {"Greek", unicode.Greek},
	{"Cyrillic", unicode.Cyrillic},
}
