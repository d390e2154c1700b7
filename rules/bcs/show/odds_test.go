package show_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"grognard/rules/modules"
	"grognard/rules/view"
)

// crowded is the drill with two red units with an AV at 7.12, the upper one of them with one step left, and tables that
// cost the target three steps.
func crowded(t *testing.T, more ...string) *modules.Definition {
	t.Helper()
	change := strings.NewReplacer(append(more, "[hussars-1, hussars-3]", "[hussars-3]", "units: [hussars-scouts]}",
		"units: [hussars-1, hussars-scouts]}", "    arrivals:\n      - {turn: 2, side: red, points: {other: 1}, air: 1}",
		"    states: {hussars-1: {steps: 1}}\n    arrivals:\n      - {turn: 2, side: red, points: {other: 1}, air: 1}",
		"t1 / support drop", "t3 / support drop", "d1 situational", "d3", "d1 automatic", "d3")...)
	return rewritten(t, func(_, text string) string { return change.Replace(text) })
}

// What a target can lose are the steps of all units that losses can fall on, in an Engagement and in an attack.
func TestOdds_LossesOfAll(t *testing.T) {
	exactly := func(n int) view.Chance { return view.Chance{Least: n, Most: n} }
	for typed, want := range map[string]view.AtLeast{
		"/engage unit:lancers-1 target:7.12": {exactly(21), exactly(21), exactly(21)},
		"/attack unit:lancers-1 target:7.12": {exactly(15), exactly(15), exactly(15)},
	} {
		p := beside(t, crowded(t))
		o := must(p.m.Odds("blue", must(p.m.Parse("blue", typed))(t).Order))(t)
		if got := losses(t, o, "bcs.odds-against"); !slices.Equal(got, want) || o.DefenceSteps.Most != 3 || o.Gist.Dies != (200*want[2].Least+36)/72 {
			t.Errorf("%s: the target loses %v of %v", typed, got, o.DefenceSteps)
		}
		if _, told := outlook(o, "bcs.odds-unseen"); told {
			t.Errorf("%s: who is unseen? %v", typed, o.Outlook)
		}
	}
}

// beside returns a game in which 1 Lancers stands beside 7.12.
func beside(t *testing.T, d *modules.Definition, before ...string) *table {
	t.Helper()
	p := inActivities(t, d, before...)
	p.says("blue", "/move units:lancers-1 to:7.11")
	p.says("blue", "/engage unit:lancers-1 target:7.12", 3, 3)
	return p
}

// Odds say that units lie unseen in the target hex, and what these could add to the losses.
func TestOdds_Unseen(t *testing.T) {
	for typed, sure := range map[string]int{"/engage unit:lancers-1 target:7.12": 1,
		"/attack unit:lancers-1 target:7.12": 2} {
		p := beside(t, crowded(t, "stacking: 2", "stacking: 2\nhidden: yes"))
		o := must(p.m.Odds("blue", must(p.m.Parse("blue", typed))(t).Order))(t)
		if _, told := outlook(o, "bcs.odds-unseen"); !told {
			t.Errorf("%s: nobody is unseen: %v", typed, o.Outlook)
		}
		got := losses(t, o, "bcs.odds-against")
		for n, c := range got {
			if c.Most == 0 || (c.Least == c.Most) != (n < sure) || c.Least != 0 && n >= sure {
				t.Errorf("%s: the target loses %v", typed, got)
				break
			}
		}
		if len(got) != 3 || o.DefenceSteps.Least != sure || o.DefenceSteps.Most < 3 {
			t.Errorf("%s: the target loses %v of %v", typed, got, o.DefenceSteps)
		}
	}
}

// A second Fire Event stops the unit that makes it, which is told before it is made; not where it is stopped anyway.
func TestOdds_LastFireEvent(t *testing.T) {
	for _, from := range []string{"7.10", "7.11"} {
		p := inActivities(t, drill(t))
		p.says("blue", "/move units:lancers-1 to:"+from)
		p.says("blue", "/engage unit:lancers-1 target:7.12", 3, 3)
		for _, typed := range []string{"/engage unit:lancers-1 target:7.12", "/fire unit:lancers-1 target:7.12"} {
			o := must(p.m.Odds("blue", must(p.m.Parse("blue", typed))(t).Order))(t)
			if _, told := outlook(o, "bcs.odds-last-fire"); told != (from == "7.10") {
				t.Errorf("%s from %s: that it stops is told: %v", typed, from, told)
			}
		}
	}
}

// Odds of an Attack in which one unit assists say that a second one adds nothing (BCS 7.2-3).
func TestOdds_AssistThatAddsNothing(t *testing.T) {
	p := beside(t, drill(t))
	for _, id := range []string{"lancers-2", "lancers-3"} {
		p.says("blue", "/move units:"+id+" to:"+map[string]string{"lancers-2": "7.11", "lancers-3": "6.11"}[id])
		p.says("blue", "/engage unit:"+id+" target:7.12", 1, 1)
	}
	for typed, want := range map[string]string{"": "bcs.odds-assist", " assist:lancers-2": "bcs.odds-assist-idle"} {
		typed = "/attack unit:lancers-1 target:7.12" + typed
		o := must(p.m.Odds("blue", must(p.m.Parse("blue", typed))(t).Order))(t)
		if text, told := outlook(o, want); !told || want == "bcs.odds-assist" && !strings.HasSuffix(text.String(), "n=+1") {
			t.Errorf("%s: %v does not tell %s", typed, o.Outlook, want)
		}
	}
}

// Odds name the units of the Formation that reach the target as well, and what is in the way of those that would.
func TestOdds_InReach(t *testing.T) {
	for hills, want := range map[string]string{"": "bcs.odds-reach units=[lancers-2]",
		`"6.11", `: "bcs.odds-cut unit=lancers-2 blocks=[6.11]"} {
		p := inActivities(t, rewritten(t, func(_, text string) string {
			return strings.Replace(text, `hills, hexes: ["4.12"`, `hills, hexes: [`+hills+`"4.12"`, 1)
		}))
		p.says("blue", "/move units:lancers-1 to:7.10")
		p.says("blue", "/move units:lancers-2 to:5.11")
		for _, verb := range []string{"/engage", "/fire"} {
			o := must(p.m.Odds("blue", must(p.m.Parse("blue", verb+" unit:lancers-1 target:7.12"))(t).Order))(t)
			if last := o.Outlook[len(o.Outlook)-1]; fmt.Sprint(last) != want {
				t.Errorf("%s tells %v, want %s", verb, o.Outlook, want)
			}
		}
	}
}

// Odds with Destruction are those of all throws of its dice and the combat dice together, as the orders carry them out.
func TestOdds_DestructionIsEveryThrow(t *testing.T) {
	for n, d := range []*modules.Definition{drill(t), crowded(t, "d1 situational", "d2 situational", "d1 automatic", "d1 automatic")} {
		p, all := beside(t, d, "/objective hex:7.12"), []int{216, 1296}[n]
		typed := fmt.Sprintf("/attack unit:lancers-1 target:7.12 mission:destruction arty:%d", n+1)
		o := must(p.m.Parse("blue", typed))(t).Order
		odds, got := must(p.m.Odds("blue", o))(t), map[string]int{}
		for i := range all {
			faces := []int{i%6 + 1, i/6%6 + 1, i/36%6 + 1, i/216 + 1}
			record := string(must(must(p.m.Decide("blue", o, &given{faces}))(t).MarshalJSON())(t))
			hits := strings.Count(record, `"stepped/1":{"unit":"hussars`)
			for what, happens := range map[string]bool{"against": hits > 0 || strings.Contains(record, `"kind":"losses"`),
				"dies": hits == odds.DefenceSteps.Most, "acting": strings.Contains(record, `"stepped/1":{"unit":"lancers`),
				"retreat": hits < odds.DefenceSteps.Most && strings.Contains(record, `"flag":"retreats`)} {
				if happens {
					got[what]++
				}
			}
		}
		text, _ := outlook(odds, "bcs.odds-joint")
		for what, throws := range got {
			if text.Arg(what) != (200*throws+all)/(2*all) || odds.Gist.Dies != text.Arg("dies") {
				t.Errorf("%s in %d of %d throws; the odds are %+v: %v", what, throws, all, odds.Gist, text)
			}
		}
	}
}
