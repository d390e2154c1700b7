package view_test

import (
	"testing"

	"grognard/rules/internal/seal"
	"grognard/rules/view"
)

// Two views made from the same one by After do not share what they tell.
func TestAfter_Twice(t *testing.T) {
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

// A view is about the last phase in which somebody played, whose report tells of the phases that passed by themselves,
// or about the present phase if none has ended.
func TestThePhaseThatAViewIsAbout(t *testing.T) {
	phase := func(name string) view.Moment { return view.Moment{Turn: 3, Phase: view.Phase{Name: name}} }
	none := view.NewAccount(seal.Key{}, nil, nil)
	ends := func(name string, idle bool) view.Account { return none.Closing(seal.Key{}, phase(name), idle) }
	now := view.NewPublic(seal.Key{}, &view.Board{Turn: 3, Phase: view.Phase{Name: "now"}})
	for _, c := range []struct {
		told []view.Account
		want string
	}{
		{nil, "now"},
		{[]view.Account{none}, "now"},
		{[]view.Account{none, ends("movement", false)}, "movement"},
		{[]view.Account{ends("movement", false), ends("combat", false), none}, "combat"},
		{[]view.Account{ends("movement", false), ends("reaction", true)}, "movement"},
		{[]view.Account{ends("reaction", true), ends("movement", false).SidesOnly()}, "movement"},
		{[]view.Account{ends("reaction", true), ends("combat", true)}, "combat"},
	} {
		if got := now.After(c.told...).Board().Shown(); got != phase(c.want) {
			t.Errorf("%v: %+v; want %s", c.told, got, c.want)
		}
	}
	over := view.NewPublic(seal.Key{}, &view.Board{Turn: 3, Phase: view.Phase{Name: "now"}, Over: true})
	if got := over.After(ends("combat", false)).Board().Shown(); got != phase("now") {
		t.Errorf("a game that is over is at %+v", got)
	}
}
