package discord

import (
	"slices"
	"testing"
)

// Discord lists commands in the order in which they are registered, so that one which moves is a change that users see.
func TestCommandOrder_NamesEachCommandOnce(t *testing.T) {
	t.Parallel()
	ordered := commandOrder()
	for i, c := range new(bot).commandSpecs(nil) {
		if i >= len(ordered) || c.Verb != ordered[i] {
			t.Errorf("/%s is registered as number %d, and stands in the order at %d", c.Verb, i, slices.Index(ordered, c.Verb))
		}
	}
	if n := len(new(bot).commandSpecs(nil)); n != len(ordered) {
		t.Errorf("%d commands are registered, the order names %d", n, len(ordered))
	}
}
