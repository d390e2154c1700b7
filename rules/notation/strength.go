// Package notation reads what players type outside any game: sums of strengths, and dice.
//
//	f, err := notation.Strength("(4+4)x2 + 7½/3")
//	t, err := notation.ParseThrow("4d6kh3+1")
//	thrown, err := t.Roll(entropy) // four faces, three of them kept
//
// Errors are *view.Mistakes that show what would be right.
//
// Limits: a strength has at most 80 characters, and no intermediate result may exceed 100,000 or be finer than
// 1/10,000, so that nothing overflows.
package notation

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"grognard/rules/chart"
	"grognard/rules/letters"
	"grognard/rules/view"
)

// The limits of what is read.
const (
	longest   = 80      // characters
	deepest   = 20      // nesting of brackets and signs
	mostValue = 100_000 // on both sides of 0
	mostParts = 10_000  // the denominator
	digits    = 6       // before the point
	decimals  = 4       // after it
)

// Strength reads a strength exactly: numbers, decimals and signs like ½ with + - x * × · / and brackets; 0 or more.
func Strength(s string) (chart.Fraction, error) {
	r := reader{typed: s, rest: strings.TrimSpace(letters.Plain(s))}
	switch {
	case r.rest == "":
		return chart.Fraction{}, &view.Mistake{Why: view.T("ask.strength-empty")}
	case utf8.RuneCountInString(r.rest) > longest:
		r.fail(view.T("ask.strength-large", "value", view.Typed(s)))
	}
	f := r.sum(0) // outside of all brackets
	r.peek()      // skips blanks
	if r.wrong == nil && r.rest != "" {
		r.unexpected()
	}
	if r.wrong == nil && f.Compare(chart.Fraction{}) < 0 {
		r.fail(view.T("ask.strength-negative", "value", view.Typed(s), "comes", f.Exact()))
	}
	if r.wrong != nil {
		return chart.Fraction{}, r.wrong
	}
	return f, nil
}

// reader reads a strength from left to right and stops at the first mistake.
type reader struct {
	typed, rest string
	wrong       error
}

func (r *reader) fail(why view.Text) {
	if r.wrong == nil {
		r.wrong, r.rest = &view.Mistake{Why: why}, "" // so that no more is read
	}
}

// unexpected records that the character at the present place, or the end of the text, cannot stand there.
func (r *reader) unexpected() {
	switch next, _ := utf8.DecodeRuneInString(r.rest); {
	case next == ')' || r.rest == "" && strings.Count(r.typed, "(") > strings.Count(r.typed, ")"):
		r.fail(view.T("ask.strength-brackets", "value", view.Typed(r.typed)))
	case r.rest == "":
		r.fail(view.T("ask.strength-ends", "value", view.Typed(r.typed)))
	default:
		r.fail(view.T("ask.strength-sign", "value", view.Typed(r.typed), "sign", view.Typed(string(next))))
	}
}

// peek skips blanks and returns the character after them, which stays unread; 0 at the end.
func (r *reader) peek() rune {
	r.rest = strings.TrimLeftFunc(r.rest, unicode.IsSpace)
	next, size := utf8.DecodeRuneInString(r.rest)
	if size == 0 {
		return 0
	}
	return next
}

// take reports whether the next character is one of some signs, and skips it if so.
func (r *reader) take(signs string) bool {
	next := r.peek()
	if next == 0 || !strings.ContainsRune(signs, next) {
		return false
	}
	r.rest = r.rest[utf8.RuneLen(next):]
	return true
}

// The signs of arithmetic, as keyboards and books have them.
const (
	plus   = "+"
	minus  = "-"
	times  = "*xX×·•∙⋅"
	divide = "/÷⁄"
)

func (r *reader) sum(depth int) chart.Fraction {
	f := r.product(depth)
	for r.wrong == nil {
		switch {
		case r.take(plus):
			f = r.within(f.Plus(r.product(depth)))
		case r.take(minus):
			f = r.within(f.Minus(r.product(depth)))
		default:
			return f
		}
	}
	return f
}

func (r *reader) product(depth int) chart.Fraction {
	f := r.factor(depth)
	for r.wrong == nil {
		switch {
		case r.take(times):
			f = r.within(f.Times(r.factor(depth)))
		case r.take(divide):
			by := r.factor(depth)
			if by.Zero() {
				r.fail(view.T("ask.strength-zero", "value", view.Typed(r.typed)))
				return f
			}
			f = r.within(f.Over(by))
		default:
			return f
		}
	}
	return f
}

func (r *reader) factor(depth int) chart.Fraction {
	if depth > deepest {
		r.fail(view.T("ask.strength-large", "value", view.Typed(r.typed)))
	}
	switch {
	case r.wrong != nil:
		return chart.Fraction{}
	case r.take(minus):
		return chart.Fraction{}.Minus(r.factor(depth + 1))
	case r.take("("):
		f := r.sum(depth + 1)
		if r.wrong == nil && !r.take(")") {
			if r.peek() == 0 {
				r.fail(view.T("ask.strength-brackets", "value", view.Typed(r.typed)))
			}
			r.unexpected()
		}
		return f
	}
	return r.number()
}

// within returns an intermediate result. One beyond the limits becomes 0, and is recorded as a mistake.
func (r *reader) within(f chart.Fraction) chart.Fraction {
	if f.Denominator() > mostParts || f.Compare(chart.Whole(mostValue)) > 0 || f.Compare(chart.Whole(-mostValue)) < 0 {
		r.fail(view.T("ask.strength-large", "value", view.Typed(r.typed)))
		return chart.Fraction{}
	}
	return f
}

// number reads 7, 7.5, 7½ or ½.
func (r *reader) number() chart.Fraction {
	r.peek()
	text := r.rest[:len(r.rest)-len(strings.TrimLeft(r.rest, "0123456789."))]
	r.rest = r.rest[len(text):]
	f, hasDigits := chart.Fraction{}, text != ""
	if hasDigits {
		whole, after, _ := strings.Cut(text, ".")
		if whole+after == "" || strings.Contains(after, ".") {
			r.fail(view.T("ask.strength-sign", "value", view.Typed(r.typed), "sign", view.Typed(text)))
			return f
		}
		var err error
		f, err = chart.ParseFraction(text)
		if err != nil || len(whole) > digits || len(after) > decimals {
			r.fail(view.T("ask.strength-large", "value", view.Typed(r.typed)))
			return f
		}
		f = r.within(f)
	}
	char, size := utf8.DecodeRuneInString(r.rest)
	if fraction, is := vulgar[char]; is {
		r.rest = r.rest[size:]
		return r.within(f.Plus(fraction))
	}
	if !hasDigits {
		r.unexpected()
	}
	return f
}

// vulgar are the fractions that have a character of their own.
var vulgar = map[rune]chart.Fraction{
	'½': chart.Frac(1, 2), '⅓': chart.Frac(1, 3), '⅔': chart.Frac(2, 3), '¼': chart.Frac(1, 4), '¾': chart.Frac(3, 4),
	'⅕': chart.Frac(1, 5), '⅖': chart.Frac(2, 5), '⅗': chart.Frac(3, 5), '⅘': chart.Frac(4, 5), '⅙': chart.Frac(1, 6),
	'⅚': chart.Frac(5, 6), '⅛': chart.Frac(1, 8), '⅜': chart.Frac(3, 8), '⅝': chart.Frac(5, 8), '⅞': chart.Frac(7, 8),
}
