package bcs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/adjudicate"
	"grognard/rules/bcs/data"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// weighted returns a game like the drill with a modifier of the Combat Table for each condition, all of unlike weights.
func weighted(t *testing.T) *modules.Definition {
	t.Helper()
	const was = "      assist: {n: +1}\n      suppression: {n: +1}\n"
	const is = `      assist: {n: +1}
      suppression: {n: +2}
      two-units: {n: -1}
      double-objective: {n: +4}
      off-map: {n: +20}
      support: {n: +5}
      we-have-support: {n: +3, when: acting:supported}
      they-have-support: {n: -3, when: against:supported}
      we-are-blocked: {n: -6, when: acting:blocked}
      they-are-blocked: {n: +6, when: against:blocked}
      we-dig: {n: -7, when: acting:prepared}
      they-dig: {n: -8, when: against:prepared}
      our-breakthrough: {n: +9, when: acting:breakthrough}
      our-hard: {n: +10, when: acting:hard}
      their-light: {n: +11, when: against:light}
      woods: {n: -12, when: terrain:woods}
      river: {n: -13, when: hexside:river}
      tanks-in-the-open: {n: +14, when: "against:hard, open"}
`
	d := changed(t, "weighted", was, is)
	if n := len(data.Of(d).Tables[data.CombatT].Modifiers); n != strings.Count(is, "\n") {
		t.Fatal("the modifiers of the drill's Combat Table are others")
	}
	return d
}

// Each condition of the Combat Table holds where it should, and only there.
func TestCombat_Conditions(t *testing.T) {
	var out strings.Builder
	beside := adjudicate.Beside{Games: []*modules.Definition{weighted(t)}}
	if passed, failed := beside.Run(&out, false, "testdata/combat.yaml"); failed > 0 || passed < 12 {
		t.Error(out.String())
	}
}

// Odds say which unit would leave the map instead of retreating (BCS 7.5-18: its HQ is under three hexes away), and so
// does the account of the fight. An offered hex to retreat to says that it is out of Command Radius.
func TestOdds_SayWhoLeavesTheMap(t *testing.T) {
	p := newTable(t, 1)
	say(t, p.m, "/end", "/end", "/activate formation:lancers", "/snafu", "/end")
	st := truth(t, p.m, must.Get(rules.Modules().Load("bcs-drill"))(t))
	for id, at := range map[order.UnitID]string{"lancers-1": "15.13", "hq-lancers": "15.11", "lancers-3": "1.11", "lancers-2": "1.11"} {
		apply(t, st, state.Moved{Units: []order.UnitID{id}, Path: []hex.Hex{must.Get(hex.Parse(at))(t)}, How: "setup"})
	}
	m := p.opened(st)
	read := must.Get(m.Parse("blue", "/attack unit:lancers-1 target:15.14"))(t)
	odds := must.Get(m.Odds("blue", read.Order))(t)
	var all []string
	for _, text := range odds.Outlook {
		all = append(all, text.String())
	}
	if said := strings.Join(all, "\n"); !strings.Contains(said, "bcs.line-7.5-18") || strings.Contains(said, "bcs.line-7.5-14") {
		t.Errorf("the odds say\n%s", said)
	}
	told := must.Get(m.Apply(m.Seq()+1, must.Get(m.Decide("blue", read.Order, sixes{}))(t)))(t)
	if said := fmt.Sprintf("%+v", told); !strings.Contains(said, "bcs.told.retreats-off-7.5-18") {
		t.Errorf("told is\n%s", said)
	}
	offer := must.Get(m.Offer("blue", "fallback", []view.Pick{{Unit: "lancers-2"}}))(t)
	if isUnit := func(q view.Pick) bool { return q.Unit != "" }; len(offer.Risks) != 1 || offer.Risks[0].Text.ID != "bcs.risk.outside" || slices.ContainsFunc(offer.Risks[0].Picks, isUnit) {
		t.Errorf("retreats far from the HQ: %+v", offer)
	}
}
