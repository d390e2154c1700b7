package referee_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/referee/api"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// planned is a game of the drill with a clock that stands, in which Anna moves first.
func planned(t *testing.T, wrap func(storage.Log) storage.Log, types string) *house {
	t.Helper()
	h := newHouse(t, wrap)
	h.still = true
	h.with(laid("drill", "Drill", types))
	h.begin("c1", "anna", "boris")
	h.settle()
	return h
}

// slow leaves the drill as it is.
const slow = "types: {}"

// wait moves the clock on and does what is due.
func (h *house) wait(d time.Duration) {
	h.t.Helper()
	h.tick.Add(int64(d / time.Second))
	for range 3 {
		must(h.Upkeep.Ring(h.ctx))(h.t)
	}
}

func (h *house) plan(user, text string) api.TurnPlan {
	h.t.Helper()
	p, err := h.Plans.SetPlan(h.ctx, h.by(user), text, false, 0)
	mustNot(h.t, err != nil, "%s: %v", text, err)
	return p
}

func (h *house) planNow(user string) api.TurnPlan {
	h.t.Helper()
	return must(h.Plans.TurnPlan(h.ctx, h.by(user)))(h.t)
}

// passTurn ends all phases of Anna's.
func (h *house) passTurn() {
	h.t.Helper()
	for h.phase() != "red movement" {
		h.must("anna", "c1", "/end")
	}
}

func (h *house) phase() string {
	h.t.Helper()
	v := h.public()
	p := v.Board().Phase
	return string(p.Side) + " " + p.Name
}

// reports are the runs of plans of which somebody is to be told, with the side of each.
func (h *house) reports() (runs []api.PlanRun) {
	h.t.Helper()
	for _, e := range h.notifications() {
		if e.Kind == api.Planned {
			wrong(h.t, e.Side.Side() != "red" || e.Public != nil, "a plan of Red's is told to %q", e.Side.Side())
			if e.Plan != nil {
				runs = append(runs, *e.Plan)
			}
		}
	}
	h.settle()
	return runs
}

const march = "r-1-arm > 14.08; r-1-mot > 14.09 if 14.09 is enemy; r-2-arm > 14.11; end!"

// A plan begins five minutes after its owner's phase, is given line by line as his own orders, and he is
// told once, whatever restarts.
func TestPlan_BeginsByItself(t *testing.T) {
	h := planned(t, nil, slow)
	p := h.plan("boris", march)
	if p.Tried.Turn != 1 || p.Delay != 5*time.Minute || !p.Begins.IsZero() || len(p.Tried.Lines) != 4 {
		t.Fatalf("the plan is %+v", p)
	}
	h.wait(time.Hour)
	mustNot(t, h.phase() != "blue movement", "it has begun in the other side's phase")
	h.passTurn()
	h.settle()
	if p := h.planNow("boris"); p.Begins.Sub(h.now()) != 5*time.Minute {
		t.Errorf("it begins at %v, now it is %v", p.Begins, h.now())
	}
	rows := h.rows("c1")
	h.wait(5*time.Minute - time.Second)
	wrong(t, h.rows("c1") != rows, "it begins too early")
	h.restart()
	h.wait(time.Second)
	if got := h.rows("c1") - rows; got != 3 || h.at("boris", "r-1-arm").String() != "14.08" ||
		h.phase() != "red combat" {
		t.Errorf("%d rows, r-1-arm in %s, %s", got, h.at("boris", "r-1-arm").String(), h.phase())
	}
	g, _ := h.log.InChannel(t.Context(), "c1")
	for row := range h.log.Rows(t.Context(), g.ID, uint64(rows)) {
		wrong(t, row.By != "boris", "row %d is by %q", row.Seq, row.By)
	}
	want := []string{"r-1-arm > 14.08", "r-2-arm > 14.11", "end !"}
	h.restart()
	runs := h.reports()
	mustNot(t, len(runs) != 1 || !slices.Equal(runs[0].Done, want) ||
		!slices.Equal(runs[0].Skipped, []string{"r-1-mot > 14.09 if 14.09 is enemy"}) || runs[0].Rest != "" ||
		runs[0].Why != api.PlanDone, "told is %+v", runs)
	if n := len(runs[0].View.Board().Told); n == 0 {
		t.Error("what it brought is not told")
	}
	h.wait(time.Hour)
	if more := h.reports(); len(more) != 0 || h.rows("c1") != rows+3 {
		t.Errorf("told again: %+v", more)
	}
	if p := h.planNow("boris"); p.Text != "" || p.Last == nil {
		t.Errorf("what is left is %+v", p)
	}
	(&clockHouse{house: h}).verified()
}

// Each player of a team has a plan of his own, which gives no orders to the units of another.
func TestPlan_Team(t *testing.T) {
	h := planned(t, nil, slow)
	h.assigns("boris", "fritz", "r-1-arm", "c1")
	h.plan("boris", "r-5-inf > 13.13")
	if p := h.plan("fritz", "r-1-arm > 14.08; r-2-arm > 14.11"); p.Tried.Lines[0].Err != nil ||
		p.Tried.Lines[1].Err == nil {
		t.Errorf("of Fritz's plan holds %+v", p.Tried.Lines)
	}
	h.passTurn()
	h.settle()
	h.wait(5 * time.Minute)
	told := map[string]api.PlanRun{}
	for _, e := range h.notifications() {
		if e.Kind == api.Planned {
			told[e.Reader] = *e.Plan
		}
	}
	var theirs *api.NotYours
	if f := told["fritz"]; len(told) != 2 || len(f.Done) != 1 || !errors.As(f.Stop, &theirs) ||
		len(told["boris"].Done) != 1 {
		t.Errorf("told is %+v", told)
	}
	if at := h.at("boris", "r-2-arm").String(); at != "15.11" || h.at("boris", "r-1-arm").String() != "14.08" {
		t.Errorf("r-2-arm has gone to %s", at)
	}
}

// The end of the phase before it is taken back in time: the plan waits again.
func TestPlan_WaitsAfterUndo(t *testing.T) {
	h := planned(t, nil, slow)
	h.plan("boris", march)
	h.passTurn()
	h.wait(4 * time.Minute)
	h.undo("anna")
	rows := h.rows("c1")
	h.wait(time.Hour)
	mustNot(t, h.rows("c1") != rows, "it is carried out in a phase that was taken back")
	h.passTurn()
	rows = h.rows("c1")
	h.wait(4 * time.Minute)
	mustNot(t, h.rows("c1") != rows, "it does not wait anew")
	h.wait(time.Minute)
	wrong(t, h.rows("c1") != rows+3, "%d rows", h.rows("c1")-rows)
}

// Wherever the program dies, nothing is lost and nothing is done twice.
func TestPlan_Killed(t *testing.T) {
	for _, n := range []int{1, 2, 3} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			disk := &breaking{}
			h := planned(t, func(l storage.Log) storage.Log { disk.Log = l; return disk },
				"types: {red-armour: {full: 35-6-12}}")
			h.must("anna", "c1", "/move units:b-1-cav to:11.08")
			h.plan("boris", "r-2-arm > 14.11; r-1-arm > 12.08 x 11.08")
			h.passTurn()
			rows := h.rows("c1")
			disk.suffix = []string{"/1.1", "/2.1", "/2.2"}[n-1]
			h.tick.Add(300)
			if _, err := h.Upkeep.Ring(h.ctx); !errors.Is(err, errDisk) {
				t.Fatalf("the disk fails with %v", err)
			}
			if got := h.rows("c1") - rows; got != n-1 {
				t.Fatalf("%d rows before it failed", got)
			}
			disk.suffix = ""
			h.restart()
			h.wait(time.Minute)
			var given []string
			for _, id := range h.commands("c1")[rows:] {
				_, id, _ = strings.Cut(id, "/0/")
				given = append(given, id)
			}
			wrong(t, len(given) < 3 || !slices.Equal(given[:3], []string{"1.1", "2.1", "2.2"}) ||
				len(slices.Compact(slices.Sorted(slices.Values(given)))) != len(given), "given are %q", given)
			if runs := h.reports(); len(runs) != 1 ||
				!slices.Equal(runs[0].Done, []string{"r-2-arm > 14.11", "r-1-arm > 12.08 x 11.08"}) {
				t.Errorf("told is %+v", runs)
			}
		})
	}
}

// One who gives an order himself is there: his plan waits for him, and he can carry it out.
func TestPlan_OwnerIsThere(t *testing.T) {
	h := planned(t, nil, slow)
	p := h.plan("boris", march)
	h.passTurn()
	h.wait(time.Minute)
	out := h.must("boris", "c1", "/move units:r-5-inf to:13.13")
	if out.Plan == nil || out.Plan.Lines != 4 || out.Plan.Shown != p.Shown {
		t.Errorf("he is told of his plan as %+v", out.Plan)
	}
	if out := h.must("boris", "c1", "/move units:r-1-cav to:13.13"); out.Plan != nil {
		t.Error("he is told twice")
	}
	rows := h.rows("c1")
	h.wait(time.Hour)
	wrong(t, h.rows("c1") != rows, "it begins though he is there")
	refused(t, "another plan", api.ErrNoPlan)(h.Plans.BeginPlan(h.ctx, h.by("boris"), "another"))
	refused(t, "Anna has a plan", api.ErrNoPlan)(h.Plans.BeginPlan(h.ctx, h.by("anna"), p.Shown))
	run := must(h.Plans.BeginPlan(h.ctx, h.by("boris"), p.Shown))(t)
	wrong(t, len(run.Done) != 3 || len(run.Skipped) != 1 || run.Rest != "" || h.phase() != "red combat" ||
		len(run.View.Board().Told) == 0, "carried out it is %+v", run)
	refused(t, "a second tap", api.ErrNoPlan)(h.Plans.BeginPlan(h.ctx, h.by("boris"), p.Shown))
	none(t, "he is told what he saw: %+v", h.reports())
}

// A plan that is written in its owner's own phase is for him to begin.
func TestPlan_OwnPhase(t *testing.T) {
	h := planned(t, nil, slow)
	h.passTurn()
	p := h.plan("boris", "r-1-arm > 14.08; end!\n# combat\nend!\n# exploitation\nr-1-arm > 14.09")
	rows := h.rows("c1")
	h.wait(time.Hour)
	mustNot(t, h.rows("c1") != rows || !p.Begins.IsZero() || p.Now != 2, "it has begun: %+v", p)
	run, err := h.Plans.BeginPlan(h.ctx, h.by("boris"), p.Shown)
	if err != nil || len(run.Done) != 4 || h.phase() != "red exploitation" {
		t.Fatalf("it goes on into the next phases: %+v, %v, %s", run, err, h.phase())
	}
	p = h.plan("boris", "r-1-arm > 14.08")
	wrong(t, p.Tried.Turn != 2, "after its phase it is for turn %d", p.Tried.Turn)
	refused(t, "a plan for another phase", api.ErrPlanNotNow)(h.Plans.BeginPlan(h.ctx, h.by("boris"), p.Shown))
}

// The first line that does not hold, or that costs something, ends the run, and the rest stays.
func TestPlan_Stops(t *testing.T) {
	h := planned(t, nil, slow)
	h.plan("boris", "r-2-arm > 14.11; r-1-arm > 2.02; end")
	h.passTurn()
	h.settle()
	h.wait(5 * time.Minute)
	runs := h.reports()
	var denial *view.Denial
	mustNot(t, len(runs) != 1 || !slices.Equal(runs[0].Done, []string{"r-2-arm > 14.11"}) ||
		runs[0].Next != "r-1-arm > 2.02" || !errors.As(runs[0].Stop, &denial), "told is %+v", runs)
	if p := h.planNow("boris"); p.Text != "# movement\nr-1-arm > 2.02\nend" || p.Now != 2 || !p.Begins.IsZero() {
		t.Errorf("what is left is %+v", p)
	}
	p, err := h.Plans.DropPlanned(h.ctx, h.by("boris"), h.planNow("boris").Shown, 1)
	mustNot(t, err != nil || p.Text != "# movement\nend", "without the line it is %+v, %v", p, err)
	refused(t, "a plan that was not shown", api.ErrNoPlan)(h.Plans.DropPlanned(h.ctx, h.by("boris"), "old", 1))
	run, err := h.Plans.BeginPlan(h.ctx, h.by("boris"), p.Shown)
	var caution *api.Caution
	if err != nil || !errors.As(run.Stop, &caution) || h.phase() != "red movement" {
		t.Errorf("an end that costs something: %+v, %v", run, err)
	}
}

// What can never be carried out is refused, and the plan that was kept stays.
func TestSetPlan_Refused(t *testing.T) {
	h := planned(t, nil, slow)
	kept := h.plan("boris", march)
	for text, want := range map[string]string{
		"b-1-arm > 14.08":           "refused",
		"r-9-arm > 14.08":           "refused",
		"r-1-arm > 99.99":           "refused",
		"r-1-arm 14.08":             "order.list-no-sign",
		"# combat\nr-1-arm > 14.08": "order.plan-wrong-phase",
		"r-1-arm > 14.08 if so":     "order.plan-condition",
	} {
		_, err := h.Plans.SetPlan(h.ctx, h.by("boris"), text, true, 0)
		var problem *order.Problem
		var refused *api.PlanRefused
		got := ""
		if errors.As(err, &refused) {
			got = "refused"
		} else if errors.As(err, &problem) {
			got = problem.ID
		}
		if p := h.planNow("boris"); got != want || p.Text != kept.Text || p.Refused != text {
			t.Errorf("%q: %v; kept %q, refused %q", text, err, p.Text, p.Refused)
		}
	}
	for delay, want := range map[int]error{-1: api.ErrPlanDelay, api.PlanDelayMost + 1: api.ErrPlanDelay,
		api.PlanDelayMost: nil, 1: nil} {
		if _, err := h.Plans.SetPlan(h.ctx, h.by("boris"), "", false, delay); !errors.Is(err, want) {
			t.Errorf("a delay of %d: %v", delay, err)
		}
	}
	p, err := h.Plans.SetPlan(h.ctx, h.by("boris"), "r-5-inf > 13.13", true, 0)
	if err != nil || p.Text != strings.Replace(kept.Text, "end !", "r-5-inf > 13.13\nend !", 1) || p.Refused != "" {
		t.Errorf("with a line more it is %+v, %v", p, err)
	}
	if p, err = h.Plans.SetPlan(h.ctx, h.by("boris"), "# combat\nend\n# movement\nend", true, 7); err != nil ||
		!strings.HasSuffix(p.Text, "r-5-inf > 13.13\nend\n# combat\nend") || p.Delay != 7*time.Minute {
		t.Errorf("with other ends it is %+v, %v", p, err)
	}
	check(t, h.Plans.DropPlan(h.ctx, h.by("boris")))
	k := must(h.Privacy.Kept(h.ctx, "boris"))(t)
	wrong(t, k.Papers != 0, "without a plan %d papers are kept", k.Papers)
	refused(t, "one who does not play", api.ErrNotSeated)(h.Plans.SetPlan(h.ctx, h.by("carla"), march, false, 0))
}

// A game master's pause, a seat that was handed over, and a game that is over: no plan is carried out.
func TestPlan_NotCarriedOut(t *testing.T) {
	for what, stop := range map[string]func(*house){
		"paused":      func(h *house) { h.master("c1", api.Intervention{Measure: api.Pause, Reason: "r"}) },
		"handed over": func(h *house) { h.replaces("red", "carla", "c1") },
		"resigned": func(h *house) {
			must(h.Endings.Resign(h.ctx, h.by("anna")))(h.t)
		},
		"cleared": func(h *house) {
			check(h.t, h.Plans.DropPlan(h.ctx, h.by("boris")))
		},
		"forgotten": func(h *house) {
			check(h.t, h.Privacy.Forget(h.ctx, "boris"))
		},
	} {
		t.Run(what, func(t *testing.T) {
			h := planned(t, nil, slow)
			h.plan("boris", march)
			h.passTurn()
			h.wait(time.Minute)
			stop(h)
			rows := h.rows("c1")
			h.wait(time.Hour)
			mustNot(t, h.rows("c1") != rows, "it is carried out")
			if what != "paused" {
				return
			}
			h.master("c1", api.Intervention{Measure: api.Resume, Reason: "r"})
			h.wait(5*time.Minute - time.Second)
			mustNot(t, h.rows("c1") != rows+1, "it does not wait anew")
			h.wait(time.Second)
			wrong(t, h.rows("c1") != rows+4, "%d rows", h.rows("c1")-rows)
		})
	}
}

// With and without a plan the other side and the public are told, and see, the same, until orders are
// carried out; and then what those orders bring when they are given by hand.
func TestPlan_Silent(t *testing.T) {
	type told struct {
		Kind  api.Kind
		Told  []view.Line
		Table api.Table
	}
	play := func(plan bool) (all []told, boards []any) {
		h := planned(t, nil, slow)
		look := func() {
			for _, e := range h.notifications() {
				switch {
				case e.Public != nil:
					e.Table.Head = "" // the hash covers the command's identifier, which nobody can guess
					all = append(all, told{e.Kind, e.Public.Board().Told, e.Table})
				case e.Side.Side() == "blue":
					e.Table.Head = ""
					all = append(all, told{e.Kind, e.Side.Board().Told, e.Table})
				}
			}
			h.settle()
			v, table, err := h.Looks.Secret(h.ctx, "c1", "anna")
			check(t, err)
			b := *v.Board()
			b.Map, table.Head = nil, ""
			boards = append(boards, b, table)
		}
		if plan {
			h.plan("boris", "r-1-arm > 14.08; r-2-arm > 2.02 if 1.01 is enemy; end!")
		}
		look()
		h.passTurn()
		look()
		if plan {
			h.plan("boris", "r-1-arm > 14.09; end!")
			h.planNow("boris")
		}
		h.wait(4 * time.Minute)
		look()
		if plan {
			run, err := h.Plans.BeginPlan(h.ctx, h.by("boris"), h.planNow("boris").Shown)
			mustNot(t, err != nil || len(run.Done) != 2, "%+v, %v", run, err)
		} else {
			h.must("boris", "c1", "/move units:r-1-arm to:14.09")
			h.must("boris", "c1", "/end")
		}
		look()
		return all, boards
	}
	withTold, withBoards := play(true)
	told1, boards1 := play(false)
	wrong(t, !reflect.DeepEqual(withTold, told1), "with a plan is told\n%+v\nwithout\n%+v", withTold, told1)
	wrong(t, !reflect.DeepEqual(withBoards, boards1), "with a plan Anna sees\n%+v\nwithout\n%+v", withBoards, boards1)
}
