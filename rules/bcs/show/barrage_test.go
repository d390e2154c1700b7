package show_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"grognard/rules/view"
)

// firing returns a table in which 1 Lancers stands beside a red unit whose hex is an objective of its Formation.
func firing(t *testing.T) *table {
	t.Helper()
	return beside(t, drill(t), "/objective hex:7.12")
}

// A barrage and an Attack by Fire are told in one line with the die, the row of the target and the result.
func TestTell_Barrage(t *testing.T) {
	p := firing(t)
	for order, want := range map[string]string{
		"/fire unit:lancers-1 target:7.12":                                  "bcs.told.fires",
		"/barrage target:7.12 spotter:lancers-1 mission:destruction arty:1": "bcs.told.barrages",
	} {
		by := map[string]string{"bcs.told.fires": "bcs.told.fired", "bcs.told.barrages": "bcs.told.spotted"}[want] + " units=[lancers-1] from=5 to=6 plain=true"
		l := line(t, p.says("blue", order, 1), want)
		r := l.Reckoned
		if !l.SingleFaces {
			t.Errorf("%s: its dice are added up", order)
		}
		if r == nil || r.Roll != 1 || r.Result != "-" || !slices.Equal(l.Dice, []int{1}) || r.HasStrengths() ||
			r.Target != at(t, "7.12") || len(r.Defender) != 1 || r.Brought.String() != by ||
			r.Note.ID != strings.TrimSuffix("bcs.sign."+strings.TrimPrefix(want, "bcs.told."), "s") {
			t.Errorf("%s: %+v: %+v", order, l, r)
		}
	}
}

// Shells that fall in an attack are told by the clause of missions there, and so is what they cost.
func TestTell_DestructionInAnAttack(t *testing.T) {
	p := firing(t)
	told := p.says("blue", "/attack unit:lancers-1 target:7.12 mission:destruction arty:1", 6, 3, 4)
	if l, lost := line(t, told, "bcs.told.barrages"), line(t, told, "told.lost"); l.Rule != "8.0-5" || lost.Rule != "8.0-5" || l.Reckoned.Note.ID != "bcs.sign.destruction" {
		t.Errorf("told by %s and %s", l.Rule, lost.Rule)
	} else if by := l.Reckoned.Brought.String(); !strings.Contains(by, "units=[lancers-1]") {
		t.Errorf("the attacking unit spots: %s", by)
	}
}

// Before it is fired, the odds of a barrage are the chance of its one die, and say who stops.
func TestOdds_Barrage(t *testing.T) {
	p := firing(t)
	target := []view.Pick{{Hex: at(t, "7.12")}}
	spotters := fmt.Sprint(must(p.m.Offer("blue", "barrage", target))(t).Costs)
	for _, want := range []string{"lancers-1", "bcs.cost.spots-stopped"} {
		if !strings.Contains(spotters, want) {
			t.Errorf("spotters: %s", spotters)
		}
	}
	for typed, outlook := range map[string][]string{
		"/fire unit:lancers-1 target:7.12":                                  {"bcs.odds-against"},
		"/barrage target:7.12 spotter:lancers-1 mission:destruction arty:1": {"bcs.odds-against", "bcs.odds-spots-stopped"},
	} {
		odds := must(p.m.Odds("blue", must(p.m.Parse("blue", typed))(t).Order))(t)
		want := map[bool]view.Rule{true: "8.3-3", false: "8.0-4"}[strings.HasPrefix(typed, "/fire")]
		if odds.Best.Rule != want {
			t.Errorf("%s: its odds are by %s", typed, odds.Best.Rule)
		}
		var ids []string
		for _, text := range slices.Concat(odds.Outlook, odds.Aside) {
			ids = append(ids, text.ID)
		}
		if !slices.Equal(ids, outlook) {
			t.Errorf("%s: the outlook is %q", typed, ids)
		}
		all := 0
		for _, r := range odds.Results {
			all += r.Chance.Least
		}
		if all != view.Throws || len(odds.Results) != 2 {
			t.Errorf("%s: the results are %v", typed, odds.Results)
		}
	}
}

// With no Artillery or Air Points left, that refuses a barrage, not what keeps a unit from spotting for it.
func TestBarrage_NoPointsLeft(t *testing.T) {
	none := strings.NewReplacer("\n    arty: 2", "", "blue-guns: lancers, ", "")
	p := newTable(t, rewritten(t, func(_, text string) string { return none.Replace(text) }), 1)
	p.goesOn(3, "/end", "/end", "/activate formation:lancers")
	p.says("blue", "/snafu", 2, 3)
	p.goesOn(3, "/objective hex:7.12", "/end", "/fallback units:lancers-1 to:6.05")
	line(t, p.told, "bcs.told.falls-back")
	_, err := p.m.Offer("blue", "barrage", []view.Pick{{Hex: at(t, "7.12")}, {Unit: "lancers-1"}})
	if err == nil || !strings.Contains(fmt.Sprint(err), "bcs.points-not-there arty=0 air=0") {
		t.Errorf("it is refused by %v", err)
	}
}
