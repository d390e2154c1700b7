package notation_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"math/big"
	"strings"
	"testing"

	"grognard/rules/notation"
	"grognard/rules/view"

	"pgregory.net/rapid"
)

func TestStrength(t *testing.T) {
	for typed, want := range map[string]string{
		"9": "9", "9+4/2": "11", "(4+4)x2": "16", "9*½": "9/2", "3 x 1.5": "9/2", "7½": "15/2", "9-4": "5", "4-9+8": "3",
		" ( 4 + 4 ) X 2 ": "16", "2×3·2": "12", "9÷2÷2": "9/4", "12/2x3": "18", "¼+⅓": "7/12", "1⅞": "15/8", "0": "0",
		"((((4))))": "4", "-4+9": "5", "9--4": "13", "9−4": "5", "９—４": "5", "9/-3+4": "1", ".5": "1/2", "2.": "2",
		"12.5": "25/2", "99999": "99999", "0.1+0.2": "3/10",
		"6/4": "3/2", "(7+5)/2 + 3/4": "27/4",
	} {
		if f, err := notation.Strength(typed); err != nil || f.Exact() != want {
			t.Errorf("%q is %s, %v; want %s", typed, f.Exact(), err, want)
		}
	}
}

// Mistakes are reported in words of the catalogue, which show what would be right.
func TestNoStrength(t *testing.T) {
	for typed, want := range map[string]string{
		"": "ask.strength-empty", "  ": "ask.strength-empty",
		"(4+4": "ask.strength-brackets", "4+4)": "ask.strength-brackets", ")(": "ask.strength-brackets",
		"((4)": "ask.strength-brackets", "(4+": "ask.strength-brackets",
		"4/0": "ask.strength-zero", "4/(3-3)": "ask.strength-zero", "0/0": "ask.strength-zero",
		"-4": "ask.strength-negative", "4-9": "ask.strength-negative",
		"9+": "ask.strength-ends", "+": "ask.strength-sign", "9+*4": "ask.strength-sign", "9 4": "ask.strength-sign",
		"7 1/2": "ask.strength-sign",
		"nine":  "ask.strength-sign", "9:4": "ask.strength-sign", "()": "ask.strength-brackets",
		"1.2.3": "ask.strength-sign", "..": "ask.strength-sign", "1,5": "ask.strength-sign",
		"2(4+4)": "ask.strength-sign", "½½": "ask.strength-sign", "9%": "ask.strength-sign",
		"1e5": "ask.strength-sign", "9\x00": "ask.strength-sign", "9\xff": "ask.strength-sign",
		"9999999": "ask.strength-large", "1.00001": "ask.strength-large",
		"999999*999999*999999*999999": "ask.strength-large", "1/9999/9999/9999": "ask.strength-large",
		"99999x99999": "ask.strength-large", "100001": "ask.strength-large", "429496.7296": "ask.strength-large",
		"400000.0001*400000.0001": "ask.strength-large",
		"999999.9999":             "ask.strength-large", "1/99999": "ask.strength-large",
		strings.Repeat("(", 40) + "4" + strings.Repeat(")", 39): "ask.strength-large", strings.Repeat("-", 40) +
			"4": "ask.strength-large", strings.Repeat("1+", 41) + "1": "ask.strength-large",
	} {
		f, err := notation.Strength(typed)
		if m := (*view.Mistake)(nil); !errors.As(err, &m) || m.Why.ID != want {
			t.Errorf("%q is %s, %v; want %s", typed, f.Exact(), err, want)
		}
	}
}

// tree is a strength with an independent evaluation. It is invalid when an intermediate result exceeds the limits.
type tree struct {
	text  string
	value *big.Rat
	ok    bool
	rank  int // 0 a sum, 1 a product, 2 a number or brackets
}

func number(t *rapid.T) tree {
	whole, blank := rapid.IntRange(0, 40).Draw(t, "whole"), rapid.SampledFrom([]string{"", " "}).Draw(t, "blank")
	value := big.NewRat(int64(whole), 1)
	text := value.RatString()
	switch rapid.IntRange(0, 3).Draw(t, "form") {
	case 0:
		text, value = text+"½", value.Add(value, big.NewRat(1, 2))
	case 1:
		text, value = text+".25", value.Add(value, big.NewRat(1, 4))
	}
	return tree{blank + text, value, true, 2}
}

// grown draws a strength whose operations are nested at most depth deep.
func grown(t *rapid.T, depth int) tree {
	if depth == 0 || rapid.IntRange(0, 3).Draw(t, "leaf") == 0 {
		return number(t)
	}
	op := rapid.SampledFrom([]string{"+", "-", "x", "*", "·", "/", "÷"}).Draw(t, "op")
	a, b := grown(t, depth-1), grown(t, depth-1)
	rank := 1
	if op == "+" || op == "-" {
		rank = 0
	}
	bracket := func(x tree, least int) tree {
		if x.rank < least || rapid.IntRange(0, 5).Draw(t, "bracket") == 0 {
			x.text = "(" + x.text + " )"
		}
		return x
	}
	a, b = bracket(a, rank), bracket(b, rank+1)
	out := tree{a.text + " " + op + b.text, new(big.Rat), a.ok && b.ok, rank}
	switch op {
	case "+":
		out.value.Add(a.value, b.value)
	case "-":
		out.value.Sub(a.value, b.value)
	case "/", "÷":
		out.ok = out.ok && b.value.Sign() != 0
		if out.ok {
			out.value.Quo(a.value, b.value)
		}
	default:
		out.value.Mul(a.value, b.value)
	}
	out.ok = out.ok && within(out.value)
	return out
}

// within reports whether a result keeps the limits: at most 100,000, and a denominator of at most 10,000.
func within(v *big.Rat) bool {
	return v.Denom().Cmp(big.NewInt(10_000)) <= 0 && new(big.Rat).Abs(v).Cmp(big.NewRat(100_000, 1)) <= 0
}

// A strength equals the result of big arithmetic, or is refused.
func TestStrengthByAnotherHand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := grown(t, 3)
		if len([]rune(strings.TrimSpace(want.text))) > 80 {
			t.Skip("too long to be read")
		}
		f, err := notation.Strength(want.text)
		if good := want.ok && want.value.Sign() >= 0; good != (err == nil) || good &&
			f.Exact() != want.value.RatString() {
			t.Fatalf("%q is %s, %v; want %s, %t", want.text, f.Exact(), err, want.value.RatString(), want.ok)
		}
	})
}

// Any text is a strength or a mistake; one that is also a Go expression has the same value in Go.
func FuzzStrength(f *testing.F) {
	for _, seed := range []string{"9+4/2", "(4+4)*2", "7½", "1/0", "((", "9--4", "-", "1.5*3", "99999*99999", "9 4",
		"¼÷⅓", "\xff", "0/(1-1)", strings.Repeat("(", 90)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		got, err := notation.Strength(typed)
		if m := (*view.Mistake)(nil); err != nil && !errors.As(err, &m) {
			t.Fatalf("%q: %v", typed, err)
		}
		if err != nil || strings.Trim(typed, "0123456789.+-*/() ") != "" {
			return
		}
		if expr, wrong := parser.ParseExpr(typed); wrong == nil {
			if want := reckoned(expr); want == nil || want.RatString() != got.Exact() {
				t.Fatalf("%q is %s, want %v", typed, got.Exact(), want)
			}
		}
	})
}

// reckoned is the exact value of a Go expression; nil for a division by zero.
func reckoned(e ast.Expr) *big.Rat {
	switch e := e.(type) {
	case *ast.BasicLit:
		v, ok := new(big.Rat).SetString(e.Value)
		if !ok {
			return nil
		}
		return v
	case *ast.ParenExpr:
		return reckoned(e.X)
	case *ast.UnaryExpr:
		return new(big.Rat).Neg(reckoned(e.X))
	case *ast.BinaryExpr:
		a, b := reckoned(e.X), reckoned(e.Y)
		switch {
		case a == nil || b == nil:
			return nil
		case e.Op == token.ADD:
			return a.Add(a, b)
		case e.Op == token.SUB:
			return a.Sub(a, b)
		case e.Op == token.MUL:
			return a.Mul(a, b)
		case e.Op == token.QUO && b.Sign() != 0:
			return a.Quo(a, b)
		}
	}
	return nil
}
