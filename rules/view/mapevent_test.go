package view_test

import (
	"testing"

	"grognard/rules/internal/seal"
	"grognard/rules/view"
)

// Two views made from the same one by After do not share what they tell.
func TestAfterAfter(t *testing.T) {
	one := func(id string) view.Account {
		lines := []view.Line{{Text: view.T(id)}}
		return view.NewAccount(seal.Key{}, lines, nil)
	}
	first := view.NewPublic(seal.Key{}, &view.Board{}).After(one("a"), one("b"), one("c"))
	left, right := first.After(one("left")), first.After(one("right"))
	if got := left.Board().Told[3].Text.ID; got != "left" {
		t.Errorf("what is told on the left is %q", got)
	}
	if got := right.Board().Told[3].Text.ID; got != "right" {
		t.Errorf("what is told on the right is %q", got)
	}
	if n := len(first.Board().Told); n != 3 {
		t.Errorf("the first view tells %d things now", n)
	}
}
