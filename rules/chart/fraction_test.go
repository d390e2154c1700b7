package chart_test

import (
	"testing"

	"grognard/rules/chart"
	"grognard/rules/must"

	"pgregory.net/rapid"
)

func TestMixed(t *testing.T) {
	for s, want := range map[string]string{"3": "3", "0.5": "½", "2.5": "2½", "4.25": "4¼", "10.75": "10¾",
		"0.1": "0.1", "7/3": "7/3"} {
		f := must.Get(chart.ParseFraction(s))(t)
		if got := f.Mixed(); got != want {
			t.Errorf("%s is written %s; want %s", s, got, want)
		}
	}
}

func TestFractionText(t *testing.T) {
	for s, want := range map[string]string{
		"0": "0", "6": "6", "13/2": "6.5", "6.5": "6.5", "1/4": "0.25", "0.250": "0.25", "2/4": "0.5", "1/3": "1/3", "4/2": "2",
		"2.125": "2.125", "1/64": "0.015625", "1/128": "1/128", "10.05": "10.05", "0/7": "0",
	} {
		f := must.Get(chart.ParseFraction(s))(t)
		if got := f.String(); got != want {
			t.Errorf("%s is written %s, want %s", s, got, want)
		}
	}
	for _, s := range []string{"", ".", "/", "1/0", "1/", "/2", "-1", "1/-2", "+1", "1/2/3", "1.2.3", "half", "1,5",
		" 1", "0.1234567", "70000/1", "99999999999"} {
		if f, err := chart.ParseFraction(s); err == nil {
			t.Errorf("%q was read as %s", s, f)
		}
	}
}

// A number below 0 is read as it is written; no module can hold one.
func TestFractionBelowZero(t *testing.T) {
	for want, f := range map[string]chart.Fraction{"-6.5": chart.Frac(-13, 2), "-0.5": chart.Frac(1, -2),
		"-1/3": chart.Frac(-1, 3), "-7": chart.Whole(-7)} {
		var back chart.Fraction
		if err := back.UnmarshalText([]byte(want)); err != nil || back != f || f.String() != want {
			t.Errorf("%s is written %s and read as %s, %v", want, f, back, err)
		}
	}
	var f chart.Fraction
	if err := f.UnmarshalText([]byte("--1")); err == nil {
		t.Errorf("--1 was read as %s", f)
	}
}

// The zero Fraction is the number 0 in all operations.
func TestZeroFraction(t *testing.T) {
	var zero chart.Fraction
	if !zero.Zero() || zero.Denominator() != 1 || zero.String() != "0" || zero.Round() != 0 ||
		zero.Compare(chart.Whole(0)) != 0 {
		t.Errorf("the zero fraction is %s, over %d", zero, zero.Denominator())
	}
	if got := chart.Whole(3).Plus(zero); got != chart.Whole(3) {
		t.Errorf("3 + 0 is %s", got)
	}
	if got := chart.Whole(3).Times(zero); !got.Zero() {
		t.Errorf("3 × 0 is %s", got)
	}
}

func fraction(t *rapid.T, label string) chart.Fraction {
	return chart.Frac(rapid.Int64Range(0, 5000).Draw(t, label+" n"), rapid.Int64Range(1, 60).Draw(t, label+" d"))
}

func TestArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := fraction(t, "a"), fraction(t, "b"), fraction(t, "c")
		if a.Plus(b) != b.Plus(a) || a.Times(b) != b.Times(a) {
			t.Fatal("order matters")
		}
		if a.Plus(b).Plus(c) != a.Plus(b.Plus(c)) || a.Times(b).Times(c) != a.Times(b.Times(c)) {
			t.Fatal("grouping matters")
		}
		if a.Times(b.Plus(c)) != a.Times(b).Plus(a.Times(c)) {
			t.Fatal("not distributive")
		}
		if !b.Zero() && a.Over(b).Times(b) != a {
			t.Fatal("÷ does not undo ×")
		}
		if sign := a.Compare(b); sign != -b.Compare(a) || (sign == 0) != (a == b) || !c.Zero() &&
			sign != a.Plus(c).Compare(b.Plus(c)) {
			t.Fatal("Compare gives no order")
		}
		if back, err := chart.ParseFraction(a.String()); err != nil || back != a {
			t.Fatalf("%s is read back as %s: %v", a, back, err)
		}
	})
}

// Rounding leaves less than a half upwards and at most a half downwards.
func TestRoundIsNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := fraction(t, "f")
		r := chart.Whole(f.Round())
		if half := chart.Frac(1, 2); f.Compare(r.Plus(half)) >= 0 || f.Plus(half).Compare(r) < 0 {
			t.Fatalf("%s rounds to %s", f, r)
		}
	})
}
