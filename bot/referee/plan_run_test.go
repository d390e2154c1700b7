package referee_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/referee/api"
	"grognard/rules/order"
	"grognard/rules/view"
)

// due is the decision that is owed.
func (h *house) due() *view.Prompt {
	h.t.Helper()
	v := h.public()
	return v.Board().Due
}

// decide has a side take its decisions as chance has it.
func (h *house) decide(side order.Side) {
	h.t.Helper()
	p := hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(5, 6))}
	for due := h.due(); due != nil && due.Side == side; due = h.due() {
		p.turn(users)
	}
}

const overrun = "r-1-arm > 12.08 x 11.08; r-5-inf > 13.13; end!"

// A plan goes on at once when the other side has decided what it owed.
func TestPlan_WaitsForTheOtherSide(t *testing.T) {
	h := planned(t, nil, slow)
	h.must("anna", "c1", "/move units:b-1-arm,b-1-mot to:11.08")
	h.plan("boris", overrun)
	h.passTurn()
	h.wait(5 * time.Minute)
	if due := h.due(); due == nil || due.Side != "blue" {
		t.Fatalf("owed is %+v", due)
	}
	none(t, "while it waits is told %+v", h.reports())
	rows := h.rows("c1")
	h.wait(time.Hour)
	if p := h.planNow("boris"); h.rows("c1") != rows || !p.Runs {
		t.Errorf("it does not wait: %+v", p)
	}
	h.restart()
	h.decide("blue")
	h.wait(0)
	runs := h.reports()
	wrong(t, len(runs) != 1 || !slices.Equal(runs[0].Done, []string{"r-1-arm > 12.08 x 11.08", "r-5-inf > 13.13",
		"end !"}) || h.phase() != "red combat", "told is %+v in %s, owed %+v", runs, h.phase(), h.due())
}

// Where its owner has to decide he is told, once; when he has, the rest of his plan is for him to begin.
func TestPlan_WaitsForItsOwner(t *testing.T) {
	h := planned(t, nil, "types: {red-armour: {full: 90-6-12}}")
	h.must("anna", "c1", "/move units:b-1-arm,b-1-mot to:11.08")
	h.plan("boris", overrun)
	h.passTurn()
	h.wait(5 * time.Minute)
	runs := h.reports()
	mustNot(t, len(runs) != 1 || runs[0].Why != api.PlanAsks ||
		!slices.Equal(runs[0].Done, []string{"r-1-arm > 12.08 x 11.08"}), "told is %+v", runs)
	for _, l := range h.planNow("boris").Tried.Lines {
		wrong(t, l.Err != nil, "while he decides %s does not hold: %v", l.Plan, l.Err)
	}
	rows := h.rows("c1")
	h.restart()
	h.wait(time.Hour)
	if more := h.reports(); len(more) != 0 || h.rows("c1") != rows {
		t.Errorf("told again: %+v", more)
	}
	if out := h.must("boris", "c1", "/pass"); out.Plan == nil || out.Plan.Lines != 2 {
		t.Errorf("his answer says %+v of the plan", out.Plan)
	}
	h.wait(time.Hour)
	p := h.planNow("boris")
	if more := h.reports(); len(more) != 0 || p.Runs || p.Text != "# movement\nr-5-inf > 13.13\nend !" ||
		h.phase() != "red movement" {
		t.Fatalf("it goes on by itself: %+v, %+v", more, p)
	}
	run := must(h.Plans.BeginPlan(h.ctx, h.by("boris"), p.Shown))(t)
	wrong(t, len(run.Done) != 2 || run.Why != api.PlanDone, "the rest: %+v", run)
}

// A plan whose dice are bound to the beacon goes on when its round has come, also between the commands of
// a line; and its owner, who has begun it himself, is told how it went on.
func TestPlan_Beacon(t *testing.T) {
	h := ownBeacon(t, nil)
	h.with(laid("drill", "Drill", "types: {blue-armour: {full: 7-6-12}}"))
	h.sit("drill", "blue", "red")
	h.start()
	h.come()
	p := h.plan("anna", "b-1-arm > 12.08 x 13.08; b-1-inf > 8.07")
	run, err := h.Plans.BeginPlan(h.ctx, h.by("anna"), p.Shown)
	if err != nil || run.Table.Awaits == nil || len(run.Done) != 0 || !h.planNow("anna").Runs {
		t.Fatalf("it waits for its dice: %+v, %v", run, err)
	}
	h.post()
	h.wait(time.Second)
	mustNot(t, h.at("anna", "b-1-inf").String() == "8.07", "it does not wait")
	h.come()
	h.restart()
	h.wait(0)
	var told []api.PlanRun
	for _, e := range h.notifications() {
		if e.Kind == api.Planned && e.Side.Side() == "blue" {
			told = append(told, *e.Plan)
		}
	}
	wrong(t, len(told) != 1 || !slices.Equal(told[0].Done, []string{"b-1-arm > 12.08 x 13.08", "b-1-inf > 8.07"}) ||
		h.at("anna", "b-1-inf").String() != "8.07", "after its dice is told %+v", told)
}

// A decision that its owner's standing answers take holds no plan up, and is told with the rest.
func TestPlan_StandingAnswers(t *testing.T) {
	h := planned(t, nil, "types: {red-armour: {full: 90-6-12}}")
	h.must("anna", "c1", "/move units:b-1-arm,b-1-mot to:11.08")
	h.leaves("boris", "c1", "stubborn")
	h.plan("boris", overrun)
	h.passTurn()
	h.wait(5 * time.Minute)
	if runs := h.reports(); len(runs) != 1 || len(runs[0].Done) != 3 || h.phase() != "red combat" {
		t.Errorf("told is %+v in %s", runs, h.phase())
	}
}

// crowded is a drill in Red's exploitation phase, for which Boris wrote a plan before his 1 Armour died.
func crowded(t *testing.T, plan string) *house {
	t.Helper()
	h := planned(t, nil, slow)
	h.passTurn()
	h.plan("boris", plan)
	h.must("boris", "c1", "/move units:r-2-arm,r-2-mot to:15.08")
	h.must("boris", "c1", "/end")
	h.must("boris", "c1", "/remove units:r-1-arm")
	h.must("boris", "c1", "/end")
	h.settle()
	return h
}

// A plan stops at a line whose unit has died since it was written, and says so; what is left can be carried
// out without it, and lines can be added.
func TestPlan_UnitHasDied(t *testing.T) {
	h := crowded(t, "# exploitation\nr-1-mot > 15.09\nr-1-arm > 14.09\nr-2-mot > 15.10")
	h.wait(5 * time.Minute)
	runs := h.reports()
	var problem *order.Problem
	var denial *view.Denial
	mustNot(t, len(runs) != 1 || !slices.Equal(runs[0].Done, []string{"r-1-mot > 15.09"}) ||
		runs[0].Why != api.PlanStopped || runs[0].Next != "r-1-arm > 14.09" ||
		!errors.As(runs[0].Stop, &problem) && !errors.As(runs[0].Stop, &denial), "told is %+v", runs)
	p, err := h.Plans.SetPlan(h.ctx, h.by("boris"), "# exploitation\nr-2-arm > 15.09", true, 0)
	mustNot(t, err != nil || len(p.Tried.Lines) != 3, "a line more: %+v, %v", p, err)
	var refused *api.PlanRefused
	if _, err := h.Plans.SetPlan(h.ctx, h.by("boris"), "r-1-arm > 14.08", true, 0); !errors.As(err, &refused) {
		t.Errorf("a line more for the dead: %v", err)
	}
	p = must(h.Plans.DropPlanned(h.ctx, h.by("boris"), p.Shown, 1))(t)
	run := must(h.Plans.BeginPlan(h.ctx, h.by("boris"), p.Shown))(t)
	wrong(t, len(run.Done) != 2 || run.Rest != "", "without the dead: %+v", run)
}

// A condition says what the plan does where a unit has died: it goes on.
func TestPlan_ConditionOnDeadUnit(t *testing.T) {
	h := crowded(t, "# exploitation\nr-1-arm > 14.09 if r-1-arm is alive\nr-2-mot > 15.10")
	h.wait(5 * time.Minute)
	if runs := h.reports(); len(runs) != 1 || !slices.Equal(runs[0].Done, []string{"r-2-mot > 15.10"}) ||
		len(runs[0].Skipped) != 1 || runs[0].Why != api.PlanDone {
		t.Errorf("told is %+v", runs)
	}
}

// A plan that its owner begins anew after a decision of his is told as it is now, and not as it stopped then.
func TestBeginPlan_Anew(t *testing.T) {
	h := ownBeacon(t, nil)
	h.with(laid("drill", "Drill", "types: {blue-armour: {full: 90-6-12}}"))
	h.sit("drill", "blue", "red")
	h.start()
	h.come()
	first := h.plan("anna", "b-1-arm > 12.08 x 13.08; b-2-arm > 12.12 x 13.12")
	must(h.Plans.BeginPlan(h.ctx, h.by("anna"), first.Shown))(t)
	h.post()
	h.come()
	h.wait(0)
	rest := h.planNow("anna")
	if due := h.house.due(); due == nil || due.Side != "blue" || !rest.Runs || rest.Last == nil ||
		rest.Last.Why != api.PlanAsks {
		t.Fatalf("owed is %+v, the plan is %+v", due, rest)
	}
	h.decide("blue")
	run, err := h.Plans.BeginPlan(h.ctx, h.by("anna"), rest.Shown)
	if err != nil || run.Table.Awaits == nil || len(run.Done) != 0 || run.Why != api.PlanDone {
		t.Errorf("while it waits for its dice: %+v, %v", run, err)
	}
}

// That orders come from a plan nobody can see while the game lasts. The export of a game that is over shows
// it, as it shows all that was hidden; what the plan said beside the orders that it gave it never shows.
func TestExport_Plans(t *testing.T) {
	h := planned(t, nil, slow)
	h.plan("boris", march)
	h.passTurn()
	h.wait(time.Hour)
	mustNot(t, h.phase() != "red combat", "the plan was not carried out: %s", h.phase())
	if x := string(h.export()); strings.Contains(x, `"plan`) || strings.Contains(x, "14.09") {
		t.Error("while the game lasts its export shows a plan")
	}
	must(h.Endings.Resign(h.ctx, h.by("boris")))(t)
	if x := string(h.export()); strings.Count(x, `"command":"plan `) != 3 || strings.Contains(x, "is enemy") {
		t.Error("the export of a game that is over shows more or less than which orders were planned")
	}
}

// When a plan begins is shown as it will be, though the program was away meanwhile.
func TestPlan_BeginsAfterOutage(t *testing.T) {
	h := planned(t, nil, slow)
	alive := func() {
		check(t, h.Upkeep.Alive(h.ctx))
	}
	h.plan("boris", march)
	h.passTurn()
	alive()
	h.shut()
	h.tick.Add(3600)
	h.open()
	alive()
	shown := h.planNow("boris").Begins
	mustNot(t, shown.Sub(h.now()) != 5*time.Minute, "it begins at %v, now it is %v", shown, h.now())
	rows := h.rows("c1")
	for range 299 / 13 { // the program is there now
		h.wait(13 * time.Second)
		alive()
	}
	wrong(t, h.rows("c1") != rows, "it begins before the time that is shown")
	h.wait(time.Second)
	wrong(t, h.rows("c1") == rows, "it does not begin at the time that is shown")
}
