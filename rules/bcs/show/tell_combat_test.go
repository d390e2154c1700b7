package show_test

import (
	"fmt"
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/chart"
	"grognard/rules/first"
	"grognard/rules/view"
)

// outlook finds a line of what odds mean for the sides by its identifier.
func outlook(o view.Odds, id string) (found view.Text, ok bool) {
	return first.In(slices.Concat(o.Outlook, o.Aside), func(l view.Text) bool { return l.ID == id })
}

// losses returns the chances that a line of odds tells: to lose one step or more, two or more, and so on.
func losses(t *testing.T, o view.Odds, id string) view.AtLeast {
	t.Helper()
	l, ok := outlook(o, id)
	if !ok {
		t.Fatalf("%v: nothing of %s", o.Outlook, id)
	}
	chances, _ := l.Arg("losses").(view.AtLeast)
	return chances
}

// An attack is foretold with its net, the chance of each result, of losses and of a retreat by its line, and the advance
// that must follow. It is told with both counters, its dice, who retreats and who advances.
func TestTell_Attack(t *testing.T) {
	p := inActivities(t, drill(t))
	p.says("blue", "/move units:lancers-1 to:7.11")
	p.says("blue", "/engage unit:lancers-1 target:7.12", 1, 1)
	const typed = "/attack unit:lancers-1 target:7.12"
	odds := must(p.m.Odds("blue", must(p.m.Parse("blue", typed))(t).Order))(t)
	if odds.Best.Net != 1 || odds.Best.Attack != chart.Whole(4) || odds.Best.Defence != chart.Whole(3) {
		t.Errorf("odds: %+v", odds.Best)
	}
	exactly := func(n int) view.Chance { return view.Chance{Least: n, Most: n} }
	want := []view.ResultChance{{Result: "a1", Chance: exactly(6)}, {Result: "-", Chance: exactly(15)},
		{Result: "d1 situational", Chance: exactly(9)}, {Result: "d1 automatic", Chance: exactly(6)}}
	means := fmt.Sprint(odds.Means["d1 situational"])
	if !slices.Equal(odds.Results, want) || means != "[result.defender n=1 bcs.result-automatic]" {
		t.Errorf("chances: %+v; want %+v: %s", odds.Results, want, means)
	}
	if got := losses(t, odds, "bcs.odds-acting"); !slices.Equal(got, view.AtLeast{exactly(6)}) {
		t.Errorf("the attacker loses a step in %v", got)
	}
	if got := losses(t, odds, "bcs.odds-against"); !slices.Equal(got, view.AtLeast{exactly(15)}) {
		t.Errorf("the defender loses a step in %v", got)
	}
	for _, id := range []string{"bcs.odds-retreat", "bcs.odds-advance", "bcs.odds-no-mission"} {
		if _, ok := outlook(odds, id); !ok {
			t.Errorf("nothing of %s: %v", id, odds.Outlook)
		}
	}
	told := p.says("blue", typed, 4, 4)
	r := line(t, told, "bcs.told.attacks").Reckoned
	if r.Net != 1 || r.Roll != 9 || r.Result != "d1 situational" || r.Rule != "7.2" || r.Attackers[0].ID != "lancers-1" ||
		r.Defender[0].ID != "hussars-scouts" || r.Target != at(t, "7.12") {
		t.Errorf("%+v", r)
	}
	if l := line(t, told, "told.step"); l.Rule != "7.2-4" {
		t.Errorf("the step is lost by %s", l.Rule)
	}
	if due := p.m.Public().Board().Due; due == nil || due.Kind != "retreat" || due.Side != "red" {
		t.Fatalf("then is due: %+v", due)
	}
	for p.m.Public().Board().Due != nil {
		p.random()
	}
	l := line(t, p.told, "bcs.told.advances")
	if l.Rule != "7.4-1" || l.MapEvent == nil || l.MapEvent.Kind != view.Advanced {
		t.Errorf("the advance is told by %+v", l)
	}
	marks(t, p, "lancers-1", "finished")
}

// Where the box has units lose a step each instead of a situational retreat, its chance is of losses and not of a retreat.
func TestOdds_StepsInsteadOfARetreat(t *testing.T) {
	p := newTable(t, drill(t), 1)
	p.goesOn(1, "/end", "/end", "/activate formation:fusiliers", "/snafu", "/end", "/pass", "/activate formation:hussars",
		"/prepare", "/snafu", "/end", "/pass")
	p.goesOn(5, "/activate formation:lancers", "/snafu", "/end", "/move units:lancers-1 to:7.11")
	p.goesOn(1, "/engage unit:lancers-1 target:7.12")
	odds := must(p.m.Odds("blue", must(p.m.Parse("blue", "/attack unit:lancers-1 target:7.12"))(t).Order))(t)
	if got := losses(t, odds, "bcs.odds-against"); !slices.Equal(got, view.AtLeast{{Least: 15, Most: 15}, {Least: 9, Most: 9}}) ||
		odds.Gist.Retreat != 17 { // only by an automatic one
		t.Errorf("with %v the defender loses steps in %v, and retreats in %d%%", odds.Results, got, odds.Gist.Retreat)
	}
}

// A unit that dies of the result itself loses no further step for staying.
func TestOdds_TheDeadDoNotStay(t *testing.T) {
	d := drill(t)
	p := newTableAt(t, d, must(rules.Setup(d, "kessing"))(t), 1)
	p.goesOn(1, "/end", "/end", "/activate formation:hussars", "/snafu", "/end", "/pass")
	p.goesOn(6, "/activate formation:fusiliers", "/snafu", "/objective hex:10.10", "/end",
		"/move units:fusiliers-3 to:10.09", "/barrage target:10.10 spotter:fusiliers-3 mission:destruction arty:1")
	odds := must(p.m.Odds("blue", must(p.m.Parse("blue", "/attack unit:fusiliers-3 target:10.10"))(t).Order))(t)
	want := view.AtLeast{{Least: 10, Most: 10}, {Least: 7, Most: 7}} // the Guns die of the first step, and one unit stays
	if got := losses(t, odds, "bcs.odds-against"); !slices.Equal(got, want) {
		t.Errorf("with %v the defender loses steps in %v", odds.Results, got)
	}
}

// The prompt for an advance says which unit must go.
func TestPrompt_WhoMustAdvance(t *testing.T) {
	p := firing(t)
	p.says("blue", "/move units:lancers-3 to:7.11")
	p.says("blue", "/attack unit:lancers-1 target:7.12 assist:lancers-3", 6, 6)
	due := p.m.Public().Board().Due
	if due == nil || due.Kind != "advance" || due.Why.String() != "bcs.owed-must unit=lancers-1" {
		t.Errorf("the decision is %+v", due)
	}
}
