// Package chart is for the tables that games print and their arithmetic: exact fractions with the one rounding
// that the rules allow, combat results tables with their odds, and results such as A1D2r1.
//
//	odds := chart.OddsOf(halved, chart.Whole(4))
//	col, ok := t.Column(odds, -1) // one column to the left
//
// Nothing here is a float: a strength halved twice is exactly a quarter.
package chart

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"grognard/rules/letters"
)

// Fraction is an exact number, always in lowest terms with a positive denominator. The zero Fraction is 0.
type Fraction struct{ num, den int64 }

// Whole returns n as a Fraction.
func Whole(n int) Fraction { return Fraction{int64(n), 1} }

// Frac returns n/d; d must not be 0.
func Frac(n, d int64) Fraction {
	if d < 0 {
		n, d = -n, -d
	}
	if g := gcd(max(n, -n), d); g > 1 {
		n, d = n/g, d/g
	}
	return Fraction{n, d}
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func (f Fraction) d() int64 { return max(f.den, 1) } // den is 0 in the zero Fraction

// Minus is f - g.
func (f Fraction) Minus(g Fraction) Fraction { return f.Plus(Frac(-g.num, g.d())) }

// Plus is f + g.
func (f Fraction) Plus(g Fraction) Fraction { return Frac(f.num*g.d()+g.num*f.d(), f.d()*g.d()) }

// Times is f × g.
func (f Fraction) Times(g Fraction) Fraction { return Frac(f.num*g.num, f.d()*g.d()) }

// Over is f ÷ g; g must not be 0.
func (f Fraction) Over(g Fraction) Fraction { return Frac(f.num*g.d(), f.d()*g.num) }

// Compare is negative, 0 or positive as f is less than, equal to or greater than g.
func (f Fraction) Compare(g Fraction) int { return cmp.Compare(f.num*g.d(), g.num*f.d()) }

// Denominator returns the d of n/d in lowest terms, at least 1.
func (f Fraction) Denominator() int { return int(f.d()) }

// Zero reports whether f is 0.
func (f Fraction) Zero() bool { return f.num == 0 }

// Round applies the Standard Rounding Rule of the SCS: a half and more are rounded up. f must not be negative.
func (f Fraction) Round() int { return int((2*f.num + f.d()) / (2 * f.d())) }

// String returns the number in decimals if at most six are enough (6.5), else as n/d.
func (f Fraction) String() string {
	if f.num < 0 {
		return "-" + Fraction{-f.num, f.den}.String()
	}
	d, scale := f.d(), int64(1) // scale becomes the least power of ten that d divides, if there is one
	for range 6 {
		if scale%d == 0 {
			break
		}
		scale *= 10
	}
	if scale%d != 0 {
		return fmt.Sprintf("%d/%d", f.num, d)
	}
	whole := f.num * (scale / d)
	if scale == 1 {
		return strconv.FormatInt(whole, 10)
	}
	digits := len(strconv.FormatInt(scale, 10)) - 1
	return fmt.Sprintf("%d.%0*d", whole/scale, digits, whole%scale)
}

// Exact returns the number as n/d in lowest terms, 9/2, or as a whole number.
func (f Fraction) Exact() string {
	if f.d() == 1 {
		return strconv.FormatInt(f.num, 10)
	}
	return fmt.Sprintf("%d/%d", f.num, f.d())
}

// Mixed returns what String does, but with quarters and halves as players write them: 2½ for 2.5.
func (f Fraction) Mixed() string {
	whole, rest, _ := strings.Cut(f.String(), ".")
	sign := ""
	switch rest {
	case "25":
		sign = "¼"
	case "5":
		sign = "½"
	case "75":
		sign = "¾"
	default:
		return f.String()
	}
	if whole == "0" {
		return sign
	}
	return whole + sign
}

// ParseFraction reads 2, 1/2 or 0.25.
func ParseFraction(s string) (Fraction, error) {
	if n, d, ok := strings.Cut(letters.Plain(s), "/"); ok {
		a, errA := strconv.ParseUint(n, 10, 16)
		if b, errB := strconv.ParseUint(d, 10, 16); errA == nil && errB == nil && b > 0 {
			return Frac(int64(a), int64(b)), nil
		}
		return Fraction{}, fmt.Errorf("%q is not a fraction such as 1/2", s)
	}
	whole, dec, _ := strings.Cut(letters.Plain(s), ".")
	n, err := strconv.ParseUint(whole+dec, 10, 32)
	if err != nil || len(dec) > 6 {
		return Fraction{}, fmt.Errorf("%q is not a number such as 2, 1/2 or 0.25", s)
	}
	d := int64(1)
	for range dec {
		d *= 10
	}
	return Frac(int64(n), d), nil
}

// MarshalText writes the number as String does.
func (f Fraction) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads what ParseFraction reads, and numbers below 0.
func (f *Fraction) UnmarshalText(b []byte) (err error) {
	s, below := strings.CutPrefix(string(b), "-")
	*f, err = ParseFraction(s)
	if below {
		f.num = -f.num
	}
	return err
}
