package show_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"grognard/rules/bcs/show"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// guarded is the drill with two red units with an AV at 7.12, the upper one of which is not light, their HQ alone at
// 4.09, and Engagements that cost the target two steps.
func guarded(t *testing.T) *modules.Definition {
	t.Helper()
	change := strings.NewReplacer("[hussars-1, hussars-3]", "[hussars-3]", "units: [hussars-scouts]}",
		"units: [hussars-1, hussars-scouts]}", "t1 / support drop", "t2 / support drop",
		`"6.14", units: [hq-h`, `"4.09", units: [hq-h`, "ar4 tac6 arrow av2", "ar4 truck9 arrow av2")
	return rewritten(t, func(_, text string) string { return change.Replace(text) })
}

// A hex says where units stop, where they have to make an Engagement (in the zone of a printed AV those with an AV that
// is not light), whom they jump in it or on the way, and from which an HQ would leave units behind or have no MSR.
func TestMoveRisks(t *testing.T) {
	for _, c := range []struct{ unit, to, want string }{
		{"lancers-1", "7.11", "bcs.risk.engages n=1 some=[] targets=[bcs.risk.engagement hex=7.12 net=+2 attack=9 defence=7] choose=false shock=true 6.0-10"},
		{"lancers-1", "6.09", "[]"}, {"lancers-3", "6.10", "bcs.risk.stops n=1 some=[] shock=false 6.1-5"}, {"lancers-1,lancers-3", "6.10", "bcs.risk.stops n=2 some=[lancers-3] shock=true 6.1-5"},
		{"lancers-scouts", "4.09", "bcs.risk.jumps units=[hq-hussars] 9.1f-1"}, {"hq-lancers", "6.01", "bcs.risk.leaves 4.2d-3"}, {"hq-lancers", "5.07", "bcs.risk.cuts-msr 10.3-5"}, {"hq-lancers", "6.06", "bcs.risk.spoils 10.3-17"},
	} {
		p := inActivities(t, guarded(t))
		to, units := view.Pick{Hex: must(hex.Parse(c.to))(t)}, []view.Pick(nil)
		for id := range strings.SplitSeq(c.unit, ",") {
			units = append(units, view.Pick{Unit: order.UnitID(id)})
		}
		offer := must(p.m.Offer("blue", "move", units))(t)
		got := "[]"
		for _, r := range offer.RisksOf(to) {
			got = r.Text.String() + " " + string(r.Rule)
		}
		if got != c.want || !slices.Contains(offer.Next, to) {
			t.Errorf("%s to %s: %s, want %s", c.unit, c.to, got, c.want)
		}
		o, _ := p.m.View("blue", view.Layer{Kind: "reach", Unit: order.UnitID(c.unit)}).Board().Overlay("reach")
		if slices.ContainsFunc(o.Forms, func(f view.Form) bool {
			return f.Shape == view.CrossHatch && slices.Contains(f.Hexes, to.Hex)
		}) != strings.HasSuffix(c.want, "4.2d-3") {
			t.Errorf("%s to %s: %s, but the picture has %v", c.unit, c.to, c.want, o.Notes)
		}
		p.says("blue", "/move units:"+c.unit+" to:"+c.to)
		if due := p.m.Public().Board().Due; due != nil && !strings.HasSuffix(c.want, string(due.Rule)) ||
			due == nil && c.want != "[]" && !strings.Contains(c.want, "stops") &&
				!strings.Contains(c.want, "leaves") && !strings.Contains(c.want, "cuts") && !strings.Contains(c.want, "spoils") {
			t.Errorf("%s to %s: owed is %v", c.unit, c.to, due)
		}
	}
}

// The short text of a hex with an HQ and Trains names both. For a hex beside an enemy and out of Command Radius it names
// the enemy.
func TestMoveRisks_JumpsBoth(t *testing.T) {
	change := strings.NewReplacer(`"6.14", units: [hq-hussars]`, `"4.09", units: [hq-hussars]`,
		`"6.19", units: [trains-hussars]`, `"4.09", units: [trains-hussars]`, `"6.07", units: [hq-l`, `"6.04", units: [hq-l`)
	d := rewritten(t, func(_, text string) string { return change.Replace(text) })
	for unit, c := range map[order.UnitID][2]string{"lancers-scouts": {"4.09", "bcs.risk.jumps-both"},
		"lancers-1": {"6.11", "bcs.risk.no-attack-brief hex=7.12"}} {
		offer := must(inActivities(t, d).m.Offer("blue", "move", []view.Pick{{Unit: unit}}))(t)
		if r := offer.RisksOf(view.Pick{Hex: at(t, c[0])}); !slices.ContainsFunc(r, func(k view.Risk) bool { return k.Brief.String() == c[1] }) {
			t.Errorf("the risks of %s are %v", unit, r)
		}
	}
}

// A roll of command says before it is made what is added to its dice, by which clause; a limit to objectives is said
// where they are set.
func TestNotes_Command(t *testing.T) {
	limited := rewritten(t, func(_, text string) string {
		return strings.NewReplacer("stacking: 2", "stacking: 2\nobjectives: {full: 2}", "arty: 2\n    support", "support", "blue-guns: lancers", "blue-guns: fusiliers").Replace(text)
	})
	p := newTable(t, limited, 1)
	for _, text := range []string{"/end", "/end", "/activate formation:Lancer Brigade"} {
		p.says(p.acts(), text)
	}
	snafu := func() string { return fmt.Sprint(must(p.m.Offer("blue", "snafu", nil))(t).Notes) }
	if got := snafu(); !strings.Contains(got, "name=fresh n=+1 rule=10.4-13") ||
		!strings.Contains(got, "bcs.note.snafu-failed second=false legal=true") {
		t.Errorf("the SNAFU roll says %s", got)
	}
	p.says("blue", "/snafu", 5, 5)
	objective := func() string { return must(p.m.Offer("blue", "objective", nil))(t).Notes[0].String() }
	first := objective()
	p.says("blue", "/objective hex:7.12")
	if got := first + ", " + objective(); got != "bcs.note.objectives n=0 most=2 last=false idle=true, bcs.note.objectives n=1 most=2 last=true idle=true" {
		t.Errorf("of objectives is said %s", got)
	}
	for _, text := range []string{"/end", "/end", "/second"} {
		p.says("blue", text, 6, 6)
	}
	if got := snafu(); !strings.Contains(got, "bcs.note.snafu-failed second=true legal=true") {
		t.Errorf("the SNAFU roll of a second activation says %s", got)
	}
	p.says("blue", "/snafu", 1, 1)
	if got := fmt.Sprint(p.m.View("blue").Board().Tasks); !strings.Contains(got, "bcs.task.no-recovery rule=10.4-12") {
		t.Errorf("after a failed second roll the tasks are %s", got)
	}
}

// The prompt for losses says which unit loses the first step, and by which clause the other steps are shared out.
func TestPrompt_FirstLoss(t *testing.T) {
	p := beside(t, guarded(t))
	p.says("blue", "/engage unit:lancers-1 target:7.12", 6, 6)
	due := p.m.Public().Board().Due
	if due == nil || !strings.HasPrefix(due.Why.String(), "bcs.owed-first unit=") {
		t.Errorf("the decision is %+v", due)
	}
}

// The prompt for jumped Trains says that their HQ, jumped with them, retreats after them, because it may go farther
// where its MSR to them would be complete.
func TestPrompt_TrainsBeforeTheirHQ(t *testing.T) {
	together := strings.NewReplacer(`"6.19", units: [trains-hussars]`, `"6.12", units: [trains-hussars]`,
		`"6.14", units: [hq-hussars]`, `"6.12", units: [hq-hussars]`, `"7.12", units: [hussars-scouts]`,
		`"3.18", units: [hussars-scouts]`, `"6.13", units: [hussars-1, hussars-3]`, `"4.17", units: [hussars-1, hussars-3]`)
	p := inActivities(t, rewritten(t, func(_, text string) string { return together.Replace(text) }))
	p.says("blue", "/move units:lancers-scouts to:6.12")
	due := p.m.Public().Board().Due
	if due == nil || due.Kind != "trains" || due.Why.String() != "bcs.owed-hq-next unit=hq-hussars" {
		t.Errorf("the decision is %+v", due)
	}
}

// Artillery Points are counted in the activation of their Formation as those that are left, and whole outside of it.
func TestFacts_ArtilleryPoints(t *testing.T) {
	p := newTable(t, drill(t), 1)
	arty := func() string {
		f := p.m.Public().Board().GroupFact(show.ArtyFact, "lancers")
		return fmt.Sprint(f.N, f.ID)
	}
	for _, step := range []struct{ said, want string }{{"/end", "4"}, {"/end", "4"},
		{"/activate formation:lancers", "4left"}, {"/snafu", "2half"}, {"/end", "2half"}, {"/end", "2half"}, {"/pass", "4"}} {
		p.says(p.acts(), step.said, 2, 3)
		if got := arty(); got != step.want {
			t.Errorf("after %s there are %s, want %s", step.said, got, step.want)
		}
	}
}

// An activation tells how long the MSR is, how the Trains lie, and which units are out of Command Radius.
func TestFacts_MSRAndTrains(t *testing.T) {
	p := inActivities(t, drill(t))
	for _, step := range []struct{ said, msr, trains, outside string }{
		{"/units", "5", "0optimal", "[]"},
		{"/trains formation:lancers to:6.03", "4", "0legal", "[]"},
		{"/move units:lancers-scouts to:14.08", "4", "0legal", "[14.08]"},
		{"/move units:lancers-scouts to:13.09", "4", "0legal", "[]"},
		{"/end", "4", "1legal", "[]"}, // as a Ghost
	} {
		if step.said != "/units" {
			p.says("blue", step.said, 3, 3)
		}
		b := p.m.View("blue").Board()
		msr, trains := b.GroupFact(show.MSRFact, "lancers"), b.GroupFact(show.TrainsFact, "lancers")
		var outside []hex.Hex
		for _, task := range b.Tasks {
			if task.Text.ID == "bcs.task.outside" || task.Text.ID == "bcs.task.stranded" {
				outside = task.Hexes
			}
		}
		got := [3]string{fmt.Sprint(msr.N, msr.ID), fmt.Sprint(trains.N, trains.ID), fmt.Sprint(outside)}
		if want := [3]string{step.msr, step.trains, step.outside}; got != want {
			t.Errorf("after %s: %q, want %q", step.said, got, want)
		}
	}
}

// Before the spotter of a barrage is picked, with a target that picks itself too, an objective that cannot be its target
// is named with the reason.
func TestNotes_ObjectiveWithoutBarrage(t *testing.T) {
	p := newTable(t, drill(t), 1)
	for _, text := range []string{"/end", "/end", "/activate formation:Lancer Brigade", "/snafu", "/objective hex:6.13",
		"/end"} {
		p.says(p.acts(), text, 6, 6)
	}
	for _, picks := range [][]view.Pick{nil, {{Hex: at(t, "7.12")}}} {
		got := must(p.m.Offer("blue", "barrage", picks))(t).Notes
		if !strings.HasPrefix(fmt.Sprint(got[1:]), "[bcs.note.no-barrage why=bcs.nobody-spots hex=6.13 ") {
			t.Errorf("of a barrage of %v is said %v", picks, got)
		}
	}
}

// Trains in an entry hex are at Optimal Distance whatever their MSR is, and the SNAFU roll that they help says so.
func TestNotes_TrainsInEntryHex(t *testing.T) {
	p := newTable(t, rewritten(t, func(_, text string) string {
		return strings.ReplaceAll(text, `"6.02", units: [trains-lancers]`, `"9.01", units: [trains-lancers]`)
	}), 1)
	p.goesOn(5, "/end", "/end", "/activate formation:lancers")
	got := fmt.Sprint(must(p.m.Offer("blue", "snafu", nil))(t).Notes)
	if !strings.Contains(got, "bcs.note.optimal-entry hex=9.01") || !strings.Contains(got, "legal=false") {
		t.Errorf("the SNAFU roll says %s", got)
	}
}

// The page of an HQ that moves names the units whose Engagement Zones bar hexes to it, and the Support that gives them
// their range, which is not named where stacks are hidden (6.1-7).
func TestNotes_WhoBarsAnHQ(t *testing.T) {
	const lent = "unit=hussars-3 at=6.13 range=3 support=Red Corps Anti-tank"
	for d, first := range map[*modules.Definition][]string{drill(t): nil, hiding(t): {"/end", "/end"}} {
		p := newTable(t, d, 1)
		p.goesOn(5, append(first, "/end", "/assign asset:red-anti-tank formation:hussars", "/end", "/activate formation:lancers", "/snafu", "/end")...)
		got := fmt.Sprint(must(p.m.Offer("blue", "move", []view.Pick{{Unit: "hq-lancers"}}))(t).Notes)
		if strings.Contains(got, lent) != (first == nil) || !strings.Contains(got, "unit=hunters at=15.14 range=3 support=") {
			t.Errorf("after %v: %s", first, got)
		}
	}
}

// A unit whose zone another unit's attack took away has no button: the tasks say what would have freed it (6.0-7).
func TestTasks_StillStopped(t *testing.T) {
	p := newTable(t, drill(t), 1)
	p.goesOn(5, "/end", "/end", "/activate formation:lancers", "/snafu", "/end", "/move units:lancers-1 to:7.11", "/engage unit:lancers-1 target:7.12", "/move units:lancers-3 to:7.11", "/attack unit:lancers-1 target:7.12")
	if got := fmt.Sprint(p.m.View("blue").Board().Tasks); !strings.Contains(got, "bcs.stopped unit=[lancers-3] free=true by=6.0-4") {
		t.Errorf("the tasks are %s", got)
	}
}
