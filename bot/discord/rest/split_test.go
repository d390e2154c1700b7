package rest

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab é⚀ \n"))).Draw(t, "text")
		limit := rapid.IntRange(1, 30).Draw(t, "limit")
		parts := Split(text, limit)
		if len(parts) == 0 {
			t.Fatal("no part")
		}
		letters := func(s string) (out []rune) {
			for _, r := range s {
				if r != ' ' && r != '\n' {
					out = append(out, r)
				}
			}
			return out
		}
		var got []rune
		for _, p := range parts {
			if n := len([]rune(p)); n > limit {
				t.Fatalf("a part of %d characters, at most %d", n, limit)
			}
			got = append(got, letters(p)...)
		}
		if !slices.Equal(got, letters(text)) {
			t.Fatalf("%q became %q", text, parts)
		}
	})
	if got, want := Split("one\ntwo\nthree", 8), []string{"one\ntwo", "three"}; !slices.Equal(got, want) {
		t.Errorf("parted into %q, not on the lines' borders", got)
	}
	if got, want := Split("one two three", 8), []string{"one two", "three"}; !slices.Equal(got, want) {
		t.Errorf("a long line is parted into %q, not at a blank", got)
	}
}
