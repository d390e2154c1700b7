package show_test

import (
	"fmt"
	"slices"
	"testing"

	"grognard/rules/order"
)

// The end of a step or of a phase asks as long as its player could still do something in it.
func TestWarnings_End(t *testing.T) {
	activated := []string{"/end", "/end", "/activate formation:lancers", "/snafu"}
	for name, c := range map[string]struct {
		face int // of both dice of command
		said []string
		want []string
	}{
		"assignments":              {1, nil, []string{"bcs.warn.possible orders=[verb.assign] (sequence) true"}},
		"a failed roll of command": {1, activated, []string{"bcs.warn.possible orders=[verb.recover] (sequence) true"}},
		"objectives":               {5, activated, nil},
		"units that can move":      {5, append(activated[:4:4], "/end"), []string{"warn.unmoved n=4 (4.2f) true"}},
		"an enemy beside a unit": {5, append(activated[:4:4], "/end", "/move units:lancers-1 to:7.11",
			"/engage unit:lancers-1 target:7.12"), []string{
			"bcs.warn.possible orders=[verb.engage verb.fire verb.attack] (sequence) true",
			"warn.unmoved n=4 (4.2f) true"}},
		"an attack that tires": {5, append(activated[:4:4], "/end", "/move units:lancers-1 to:7.11",
			"/engage unit:lancers-1 target:7.12", "/attack unit:lancers-1 target:7.12"), []string{
			"bcs.warn.fatigue formation=Lancer Brigade (10.4-1) true", "warn.unmoved n=4 (4.2f) true"}},
		"nothing left": {5, append(activated[:4:4], "/end", "/end"), nil},
	} {
		p := newTable(t, drill(t), 1)
		for _, text := range c.said {
			p.says(p.acts(), text, c.face, c.face)
		}
		var got []string
		for _, w := range p.m.Warnings(p.acts(), order.Order{Verb: "end"}) {
			got = append(got, fmt.Sprintf("%v (%s) %v", w.Text, w.Rule, w.Ask))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A roll of command shows its chances before it is made: the SNAFU roll among the tasks, the second activation where it
// is decided.
func TestOdds_BeforeRollsOfCommand(t *testing.T) {
	p := newTable(t, drill(t), 1)
	for _, text := range []string{"/end", "/end", "/activate formation:lancers"} {
		p.says(p.acts(), text)
	}
	snafu := "bcs.task.snafu n=1 chances=[bcs.chance result=fail chance={6 6} bcs.chance result=partial chance={9 9} " +
		"bcs.chance result=full chance={21 21}]"
	if tasks := p.m.View("blue").Board().Tasks; len(tasks) != 1 || fmt.Sprint(tasks[0].Text) != snafu {
		t.Errorf("the tasks are %v, want %q", tasks, snafu)
	}
	p.says("blue", "/snafu", 5, 5)
	for due := p.m.Public().Board().Due; due == nil; due = p.m.Public().Board().Due {
		p.says("blue", "/end", 3, 3)
	}
	second := "bcs.owed-chances chances=[bcs.chance result=denied chance={15 15} " +
		"bcs.chance result=granted chance={21 21}]"
	if due := p.m.Public().Board().Due; due.Kind != "second" || fmt.Sprint(due.Why) != second {
		t.Errorf("the decision is %+v, want %q", due, second)
	}
}
