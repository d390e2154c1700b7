// Package letters knows the single letters of texts that people type and write into files: which of them mean the same,
// which cannot be seen, which the fonts of the pictures have, and what each is called.
//
//	letters.Plain("９–４")   // "9-4": what numbers and signs are read as
//	letters.Shown("a\u2011b") // "a-b": what a picture can draw
//	letters.Name('–')        // "en dash (U+2013)"
//
// It knows nothing of files, of games and of how a letter is drawn.
package letters

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// Plain returns a text with narrow digits, signs and Latin letters for full-width ones, a hyphen for any dash or minus,
// a blank for any other space, and the full stop and the colon of keyboards for those of other scripts. It is for
// reading numbers and signs, not for showing.
func Plain(s string) string {
	if ascii(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case IsDash(r):
			return '-'
		case r == '。':
			return '.'
		case r == '∶':
			return ':'
		case unicode.Is(unicode.Zs, r):
			return ' '
		}
		return r
	}, width.Fold.String(s))
}

// Number is a whole number as people type it, plain or not.
type Number int

// UnmarshalText reads a number.
func (n *Number) UnmarshalText(text []byte) error {
	v, err := strconv.Atoi(strings.TrimSpace(Plain(string(text))))
	*n = Number(v)
	if err != nil {
		return fmt.Errorf("%q is not a whole number such as -1", text)
	}
	return nil
}

// IsDash reports whether a letter is a hyphen, a dash or a minus of any kind.
func IsDash(r rune) bool {
	return r == '-' || r == '−' || r > unicode.MaxASCII && unicode.Is(unicode.Pd, r)
}

// IsInvisible reports whether a letter shows nothing by itself and is no blank: control characters and ends of lines,
// marks of direction and of zero width, selectors of variants, fillers. U+FFFD, for bytes of no text, is visible.
func IsInvisible(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Variation_Selector,
		unicode.Other_Default_Ignorable_Code_Point) || r == '\u2800'
}

// IsRightToLeft reports whether a letter is of a script that is written from right to left.
func IsRightToLeft(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Samaritan,
		unicode.Mandaic, unicode.Adlam, unicode.Hanifi_Rohingya)
}

// HasGlyph reports whether a font of the pictures has the letter. A test compares it with the fonts.
func HasGlyph(r rune) bool { return unicode.Is(inFonts, r) }

// Missing stands for a letter that no font of the pictures has.
const Missing = '□'

// Shown returns a text as pictures draw it: accents joined with letters, nothing invisible, others as Drawn has them.
func Shown(s string) string {
	if ascii(s) && !strings.ContainsFunc(s, IsInvisible) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if IsInvisible(r) {
			return -1
		}
		drawn, _ := Drawn(r)
		return drawn
	}, norm.NFC.String(s))
}

// Drawn returns the letter that pictures draw for a visible one: itself if a font has it, the blank or the hyphen of
// keyboards for another blank or dash, with alike true; else the letter with fewer accents that a font has, or Missing.
func Drawn(r rune) (drawn rune, alike bool) {
	switch {
	case HasGlyph(r):
		return r, true
	case IsDash(r):
		return '-', true
	case unicode.Is(unicode.Zs, r):
		return ' ', true
	}
	parts := []rune(norm.NFD.String(string(r)))
	for n := len(parts) - 1; n > 0; n-- {
		if fewer := []rune(norm.NFC.String(string(parts[:n]))); len(fewer) == 1 && HasGlyph(fewer[0]) {
			return fewer[0], false
		}
	}
	return Missing, false
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
