package typeset

import (
	"strings"
	"testing"

	"grognard/rules/must"

	"pgregory.net/rapid"
)

// A text that is cut ends with a full stop, and is not much wider than its room.
func TestClip(t *testing.T) {
	w := must.Get(New())(t)
	p := Pen{Face: Bold, Size: 10}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`[A-Za-z0-9 .ßü]{1,30}`).Draw(t, "text")
		wide := float64(rapid.IntRange(15, 120).Draw(t, "room"))
		got := w.Clip(p, s, wide)
		switch {
		case got == s:
			if w.Width(p, s) > 1.3*wide {
				t.Errorf("%q is too wide for %v", s, wide)
			}
		case !strings.HasSuffix(got, ".") || !strings.HasPrefix(s, strings.TrimSuffix(got, ".")):
			t.Errorf("%q is cut to %q", s, got)
		case w.Width(p, got) > 1.3*wide:
			t.Errorf("%q is cut to %q, which is too wide for %v", s, got, wide)
		}
	})
}
