package show_test

import (
	"fmt"
	"slices"
	"strings"
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
		"assignments": {1, nil, []string{"bcs.warn.possible orders=[verb.assign] then=bcs.warn.then side=red phase=assignment (sequence) true"}},
		"a failed roll of command": {1, append(activated[:4:4], "/end", "/pass", "/activate formation:rifles", "/snafu"),
			[]string{"bcs.warn.possible orders=[bcs.recovery-to level=0] then= (sequence) true"}},
		"a failed roll of who is Fresh": {1, activated, nil},
		"objectives":                    {5, activated, []string{"bcs.warn.no-objective (8.0-11) true"}},
		"units that can move":           {5, append(activated[:4:4], "/end"), []string{"warn.unmoved n=4 (sequence) true"}},
		"an enemy beside a unit": {5, append(activated[:4:4], "/end", "/move units:lancers-1 to:7.11",
			"/engage unit:lancers-1 target:7.12"), []string{
			"bcs.warn.possible orders=[verb.engage verb.fire verb.attack] then= (sequence) true",
			"warn.unmoved n=4 (sequence) true"}},
		"an attack that tires": {5, append(activated[:4:4], "/end", "/move units:lancers-1 to:7.11",
			"/engage unit:lancers-1 target:7.12", "/attack unit:lancers-1 target:7.12"), []string{
			"bcs.warn.fatigue formation=Lancer Brigade chances=[bcs.chance-fatigue level=1 chance={18 18} " +
				"bcs.chance-fatigue level=- chance={18 18}] (10.4-1) true", "warn.unmoved n=4 (sequence) true"}},
		"nothing left": {5, append(activated[:4:4], "/end", "/end"), nil},
	} {
		p := newTable(t, drill(t), 1)
		p.goesOn(c.face, c.said...)
		var got []string
		for _, w := range p.m.Warnings(p.acts(), order.Order{Verb: "end"}) {
			got = append(got, fmt.Sprintf("%v (%s) %v", w.Text, w.Rule, w.Ask))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Trains that are sent nowhere leave the map, which is asked about, and it is said why they may not stay.
func TestWarnings_TrainsLeaveTheMap(t *testing.T) {
	p := newTable(t, rewritten(t, func(_, text string) string {
		return strings.ReplaceAll(text, `"6.02", units: [trains-lancers]`, `"5.02", units: [trains-lancers]`)
	}), 1)
	p.goesOn(5, "/end", "/end", "/activate formation:lancers")
	if got := fmt.Sprint(p.m.View("blue").Board().Tasks); !strings.Contains(got, "bcs.task.no-recovery rule=10.4-2") {
		t.Errorf("before the roll the tasks are %s", got)
	}
	p.goesOn(5, "/snafu", "/end")
	o := must(p.m.Parse("blue", "/trains formation:Lancer Brigade"))(t).Order
	if got := p.m.Warnings("blue", o); len(got) != 1 || got[0].Text.ID != "bcs.warn.trains-off" || !got[0].Ask {
		t.Errorf("it warns of %v", got)
	}
	if notes := must(p.m.Offer("blue", "trains", nil))(t).Notes; fmt.Sprint(notes[0], notes[len(notes)-1]) !=
		"bcs.because why=bcs.trains-10.3-3 hex=5.02 rule=10.3-3 bcs.note.trains lie=illegal open=true" {
		t.Errorf("it notes %v", notes)
	}
}

// A roll of command shows its chances before it is made: the SNAFU roll among the tasks, the second activation where it
// is decided.
func TestOdds_BeforeRollsOfCommand(t *testing.T) {
	p := newTable(t, drill(t), 1)
	for _, text := range []string{"/end", "/end", "/activate formation:lancers"} {
		p.says(p.acts(), text)
	}
	next := func(when, id, terms string, chances ...int) {
		t.Helper()
		var words []string
		for i, result := range []string{"fail", "partial", "full"} {
			words = append(words, fmt.Sprintf("bcs.chance-rounded result=%s n=%d", result, chances[i]))
		}
		tires := id != "now"
		want := fmt.Sprintf("bcs.task.snafu-%s chances=%v terms=[%s] tires=%t", id, words, terms, tires)
		tasks := p.m.View("blue").Board().Tasks
		if got := fmt.Sprint(tasks[len(tasks)-1].Text); got != want {
			t.Errorf("%s the last task is %q, want %q", when, got, want)
		}
	}
	terms := "bcs.task.term name=fresh n=+1 rule=10.4-13 bcs.task.term name=optimal n=+1 rule=10.3-17"
	next("before the roll", "now", terms, 17, 25, 58)
	p.says("blue", "/snafu", 5, 5)
	p.says("blue", "/end") // of the objectives
	next("after it", "again", terms, 17, 25, 58)
	for due := p.m.Public().Board().Due; due == nil; due = p.m.Public().Board().Due {
		p.says("blue", "/end", 3, 3)
	}
	second := "bcs.owed-chances chances=[bcs.chance-rounded result=denied n=42 " +
		"bcs.chance-rounded result=granted n=58] terms=[bcs.note.term name=fresh n=+1 rule=10.4-13] " +
		"acts=[bcs.note.acts-again n=49 terms=[" + strings.ReplaceAll(terms, "task", "note") + "]]"
	if due := p.m.Public().Board().Due; due.Kind != "second" || fmt.Sprint(due.Why) != second {
		t.Errorf("the decision is %+v, want %q", due, second)
	}
	p.says("blue", "/second", 6, 6)
	p.says("blue", "/snafu", 5, 5)
	p.says("blue", "/end")
	next("in the second activation", "next-turn", terms, 17, 25, 58)
}
