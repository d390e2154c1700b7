package typeset

import (
	"strings"
	"testing"

	"grognard/rules/must"

	"pgregory.net/rapid"
)

// A text is broken between its words alone, and loses none; only a word that is too
// long by itself makes a line too long.
func TestWrap(t *testing.T) {
	types := must.Get(New())(t)
	p, room := Pen{Face: Bold, Size: 16}, 144.0
	for text, lines := range map[string]int{"": 1, "53 Inf Div": 1, "SS Der Führer Mot Rgt": 2,
		"Donaudampfschifffahrtsgesellschaft": 1, "Großdeutschland Motorised Infantry Regiment": 3} {
		got := types.Wrap(p, text, room)
		if strings.Join(got, " ") != text || len(got) != lines {
			t.Errorf("%q becomes %q; want %d lines", text, got, lines)
		}
	}
}

// Folded lines hold every letter in its order, and none is wider than the room that has more than one.
func TestFold(t *testing.T) {
	types := must.Get(New())(t)
	p := Pen{Face: Bold, Size: 24}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`([A-Za-zäß×]{1,30} {0,2}){0,6}`).Draw(t, "text")
		wide := rapid.Float64Range(1, 400).Draw(t, "room")
		lines := types.Fold(p, s, wide)
		for _, l := range lines {
			if l == "" || types.Width(p, l) > wide && len([]rune(l)) > 1 {
				t.Fatalf("%q in a room of %.0f", l, wide)
			}
		}
		letters := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		if letters(strings.Join(lines, "")) != letters(s) {
			t.Fatalf("%q became %q", s, lines)
		}
	})
}
