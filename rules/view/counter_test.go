package view_test

import (
	"testing"

	"grognard/rules/view"
)

func TestCounter_LostUnseen(t *testing.T) {
	for _, c := range []struct{ steps, of, shown, want int }{{2, 2, 0, 0}, {1, 2, 1, 0}, {1, 1, 0, 0}, {3, 4, 1, 0},
		{1, 4, 1, 2}, {2, 3, 0, 1}, {0, 0, 1, 0}} {
		u := view.Counter{Steps: c.steps, MaxSteps: c.of, Up: view.Up{Lost: c.shown}}
		if got := u.LostUnseen(); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}
