package referee_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"grognard/bot/referee/api"
	"grognard/rules/order"
	"grognard/rules/view"
)

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
func TestAPlanForAUnitThatDied(t *testing.T) {
	h := crowded(t, "# exploitation\nr-1-mot > 15.09\nr-1-arm > 14.09\nr-2-mot > 15.10")
	h.wait(5 * time.Minute)
	runs := h.reports()
	var problem *order.Problem
	var denial *view.Denial
	if len(runs) != 1 || !slices.Equal(runs[0].Done, []string{"r-1-mot > 15.09"}) ||
		runs[0].Why != api.PlanStopped || runs[0].Next != "r-1-arm > 14.09" ||
		!errors.As(runs[0].Stop, &problem) && !errors.As(runs[0].Stop, &denial) {
		t.Fatalf("told is %+v", runs)
	}
	p, err := h.Plans.SetPlan(t.Context(), h.cmd("boris", "c1"), "# exploitation\nr-2-arm > 15.09", true, 0)
	if err != nil || len(p.Tried.Lines) != 3 {
		t.Fatalf("a line more: %+v, %v", p, err)
	}
	var refused *api.PlanRefused
	if _, err := h.Plans.SetPlan(t.Context(), h.cmd("boris", "c1"), "r-1-arm > 14.08", true, 0); !errors.As(err, &refused) {
		t.Errorf("a line more for the dead: %v", err)
	}
	if p, err = h.Plans.DropPlanned(t.Context(), h.cmd("boris", "c1"), p.Shown, 1); err != nil {
		t.Fatal(err)
	}
	if run, err := h.Plans.BeginPlan(t.Context(), h.cmd("boris", "c1"), p.Shown); err != nil || len(run.Done) != 2 ||
		run.Rest != "" {
		t.Errorf("without the dead: %+v, %v", run, err)
	}
}

// A condition says what the plan does where a unit has died: it goes on.
func TestAPlanGoesOnPastTheDead(t *testing.T) {
	h := crowded(t, "# exploitation\nr-1-arm > 14.09 if r-1-arm is alive\nr-2-mot > 15.10")
	h.wait(5 * time.Minute)
	if runs := h.reports(); len(runs) != 1 || !slices.Equal(runs[0].Done, []string{"r-2-mot > 15.10"}) ||
		len(runs[0].Skipped) != 1 || runs[0].Why != api.PlanDone {
		t.Errorf("told is %+v", runs)
	}
}

// A plan that its owner begins anew after a decision of his is told as it is now, and not as it stopped then.
func TestAPlanThatIsBegunAnew(t *testing.T) {
	h := ownBeacon(t, nil)
	h.with(laid("drill", "Drill", "types: {blue-armour: {full: 90-6-12}}"))
	h.sit("drill", "blue", "red")
	h.start()
	h.come()
	first := h.plan("anna", "b-1-arm > 12.08 x 13.08; b-2-arm > 12.12 x 13.12")
	must(h.Plans.BeginPlan(t.Context(), h.cmd("anna", "c1"), first.Shown))(t)
	h.post()
	h.come()
	h.wait(0)
	rest := h.planNow("anna")
	if due := h.house.due(); due == nil || due.Side != "blue" || !rest.Runs || rest.Last == nil ||
		rest.Last.Why != api.PlanAsks {
		t.Fatalf("owed is %+v, the plan is %+v", due, rest)
	}
	h.decide("blue")
	run, err := h.Plans.BeginPlan(t.Context(), h.cmd("anna", "c1"), rest.Shown)
	if err != nil || run.Table.Awaits == nil || len(run.Done) != 0 || run.Why != api.PlanDone {
		t.Errorf("while it waits for its dice: %+v, %v", run, err)
	}
}
