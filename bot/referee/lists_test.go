package referee_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"grognard/bot/referee/api"
	"grognard/bot/referee/drafts"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// commands returns the command identifiers of the rows of a channel's game.
func (h *house) commands(channel string) (ids []string) {
	h.t.Helper()
	g := must(h.log.InChannel(h.ctx, channel))(h.t)
	for row, err := range h.log.Rows(h.ctx, g.ID, 0) {
		check(h.t, err)
		ids = append(ids, row.CommandID)
	}
	return ids
}

// preview shows a user what a list in c1 would do, by a new command.
func (h *house) preview(user, text string) (api.Command, drafts.List) {
	h.t.Helper()
	cmd := h.by(user)
	return cmd, must(h.Lists.Keep(h.ctx, cmd, text, "", ""))(h.t)
}

// carryOut has a user carry out a list as he was shown it.
func (h *house) carryOut(user string, l drafts.List) drafts.Run {
	h.t.Helper()
	return must(h.Lists.CarryOut(h.ctx, h.by(user), l.ID, l.Shown))(h.t)
}

// fast is an overlay of the drill whose armour can overrun in the first turn.
const fast = "types: {blue-armour: {full: 35-6-12}}"

// Each command of a list is a row of its own under the list's identifier, and a repeated tap adds none.
func TestCarryOut_RowForEachCommand(t *testing.T) {
	h := newHouse(t, nil)
	h.with(laid("drill", "Drill", fast))
	h.begin("c1", "anna", "boris")
	rows := h.rows("c1")
	cmd, l := h.preview("anna", "b-2-arm > 12.08; b-1-arm > 12.08 x 13.08; b-1-inf > 8.07")
	if l.ID != cmd.ID || l.Total != 3 || l.Done != 0 || l.Preview.Holding() != 3 || h.rows("c1") != rows {
		t.Fatalf("the preview is %+v", l)
	}
	again, err := h.Lists.Keep(h.ctx, cmd, "b-2-arm > 12.08; b-1-arm > 12.08 x 13.08; b-1-inf > 8.07", "", "")
	wrong(t, err != nil || again.ID != l.ID, "the same command once more: %+v, %v", again, err)
	run := h.carryOut("anna", l)
	mustNot(t, len(run.Lines) != 2 || run.Done != 2 || run.Stop != nil || run.View.Board().Due == nil, "the run is %+v", run)
	want := []string{l.ID + "/1.1", l.ID + "/2.1", l.ID + "/2.2"}
	if got := h.commands("c1")[rows:]; !slices.Equal(got, want) {
		t.Errorf("the rows are of %q, not %q", got, want)
	}
	run = h.carryOut("anna", l)
	got := h.commands("c1")[rows:]
	wrong(t, !run.Stale || len(run.Lines) != 0 || run.Text != "b-1-inf > 8.07" || !slices.Equal(got, want), "a second tap: %+v, rows of %q", run, got)
	h.decide("red")
	h.must("anna", "c1", "/pass")
	told := func() []view.Line { v, _, _ := h.Looks.Lately(h.ctx, "c1", "boris"); return v.Board().Told }
	before := told()
	h.must("anna", "c1", "/move units:b-1-inf to:8.07") // which Red must not be able to see from what he is told
	wrong(t, len(before) == 0 || !reflect.DeepEqual(told(), before), "Red is told %+v, before %+v", told(), before)
}

// If the program dies in the middle of a line, what was done stands and is not done again, and the rest waits until it
// is asked for. Here it is the overrun by the units that have moved, not by others that stand there.
func TestCarryOut_BreaksOff(t *testing.T) {
	disk := &hooked{}
	h := newHouse(t, disk.over)
	h.with(laid("drill", "Drill", fast))
	h.begin("c1", "anna", "boris")
	_, l := h.preview("anna", "b-2-arm > 12.08; b-1-arm > 12.08 x 13.08")
	disk.append = failsAt(l.ID + "/2.2")
	if _, err := h.Lists.CarryOut(h.ctx, h.by("anna"), l.ID, l.Shown); !errors.Is(err, errDisk) {
		t.Fatalf("the disk fails with %v", err)
	}
	disk.append = nil
	rows := h.rows("c1")
	h.restart()
	now := h.rows("c1")
	mustNot(t, now != rows || h.at("anna", "b-1-arm").String() != "12.08", "%d rows have become %d, b-1-arm stands at %s", rows, now, h.at("anna", "b-1-arm"))
	rest, err := h.Lists.Rest(h.ctx, "c1", "anna")
	mustNot(t, err != nil || rest == nil || rest.Done != 1 || rest.Total != 2 || rest.Text != "b-1-arm x 13.08", "the rest is %+v, %v", rest, err)
	if l, err := h.Lists.Rest(h.ctx, "c1", "boris"); l != nil || err != nil {
		t.Errorf("the enemy has a rest: %v", err)
	}
	run := h.carryOut("anna", l)
	mustNot(t, !run.Stale || len(run.Lines) != 0 || h.rows("c1") != rows, "what was not seen is done: %+v", run)
	if tried := run.Preview.Lines; len(tried) != 1 || tried[0].Err != nil ||
		!slices.Equal(tried[0].Orders[0].Units("units"), []order.UnitID{"b-1-arm"}) {
		t.Fatalf("the rest is tried as %+v", tried)
	}
	run = h.carryOut("anna", run.List)
	mustNot(t, run.Stale || run.Done != 2 || len(run.Lines) != 1 || h.rows("c1") != rows+1, "the rest is carried out as %+v", run)
	i := slices.IndexFunc(run.Lines[0].Told, func(l view.Line) bool { return l.Reckoned != nil })
	if i < 0 || len(run.Lines[0].Told[i].Reckoned.Attackers) != 1 ||
		run.Lines[0].Told[i].Reckoned.Target != (hex.Hex{Col: 13, Row: 8}) {
		t.Errorf("what is told is %+v", run.Lines[0].Told)
	}
	if run = h.carryOut("anna", run.List); run.Stale || run.Done != 2 || len(run.Lines) != 0 || h.rows("c1") != rows+1 {
		t.Errorf("a list that is done is carried out as %+v", run)
	}
	if l, err := h.Lists.Rest(h.ctx, "c1", "anna"); l != nil || err != nil {
		t.Errorf("a list that is done is offered: %v", err)
	}
}

// Lines that a player leaves out are not given, now or later, and a second tap gives nothing more.
func TestCarryOut_SkipsLines(t *testing.T) {
	h := newDrill(t)
	_, l := h.preview("anna", "b-1-cav > 30.30; b-2-arm > 8.12; b-2-arm 8.08; b-1-inf > 8.07; b-1-cav > 31.31; end")
	if got := l.Preview.Skips(); !slices.Equal(got, []int{1, 3, 5}) {
		t.Fatalf("lines %v can be left out", got)
	}
	rows := h.rows("c1")
	for range 2 {
		run := must(h.Lists.CarryOut(h.ctx, h.by("anna"), l.ID, l.Shown, 1, 3))(t)
		if run.Stale {
			run.List = must(h.Lists.Show(h.ctx, h.by("anna"), l.ID))(t)
		}
		if run.Done != 4 || run.Next != 5 || !slices.Equal(run.Skipped, []int{1, 3}) || h.rows("c1") != rows+2 {
			t.Fatalf("%d rows, the run is %+v", h.rows("c1")-rows, run)
		}
		h.restart()
	}
	again := must(h.Lists.Show(h.ctx, h.by("anna"), l.ID))(t)
	wrong(t, again.Text != "b-1-cav > 31.31\nend" || !slices.Equal(again.Preview.Skips(), []int{5}), "left is %+v", again)
	run := must(h.Lists.CarryOut(h.ctx, h.by("anna"), l.ID, l.Shown, 5))(t)
	wrong(t, !run.Stale || h.rows("c1") != rows+2, "an older preview carries out %+v", run)
	run = must(h.Lists.CarryOut(h.ctx, h.by("anna"), l.ID, again.Shown, 5))(t)
	wrong(t, run.Stale || run.Done != 6 || len(run.Lines) != 1, "the rest is carried out as %+v", run)
}

// A line that was taken back is not given again with the rest of its list, and the list says which lines those are.
func TestRest_LineTakenBack(t *testing.T) {
	h := newDrill(t)
	_, l := h.preview("anna", "b-2-arm > 8.12; b-1-inf > 8.07; b-1-cav > 30.30; b-2-inf > 8.09")
	if run := h.carryOut("anna", l); run.Done != 2 || run.Stop == nil || run.Undone != nil {
		t.Fatalf("the run is %+v", run)
	}
	home := h.at("anna", "b-1-inf")
	h.undo("anna")
	if now := h.at("anna", "b-1-inf"); now == home {
		t.Fatalf("it is still in %s", now)
	}
	rest, err := h.Lists.Rest(h.ctx, "c1", "anna")
	if err != nil || rest == nil || rest.Done != 2 || !slices.Equal(rest.Undone, []int{2}) {
		t.Fatalf("the rest is %+v, %v", rest, err)
	}
	h.undo("anna")
	rest, err = h.Lists.Rest(h.ctx, "c1", "anna")
	if err != nil || rest == nil || rest.Done != 2 || !slices.Equal(rest.Undone, []int{1, 2}) {
		t.Errorf("after another undo the rest is %+v, %v", rest, err)
	}
	again := must(h.Lists.Show(h.ctx, h.by("anna"), l.ID))(t)
	wrong(t, !slices.Equal(again.Undone, []int{1, 2}) || len(again.Preview.Lines) != 2, "seen again it is %+v", again)
}

// If a player taps on several devices at once his list is carried out once, and no answer calls a right line wrong.
func TestCarryOut_SeveralDevices(t *testing.T) {
	h := newHouse(t, nil)
	h.with(laid("drill", "Drill", fast))
	h.begin("c1", "anna", "boris")
	rows := h.rows("c1")
	_, l := h.preview("anna", "b-2-arm > 12.08; b-1-arm > 12.08 x 13.08")
	runs, errs := make([]drafts.Run, 8), make([]error, 8)
	var all sync.WaitGroup
	for i := range runs {
		cmd := h.by("anna")
		all.Go(func() { runs[i], errs[i] = h.Lists.CarryOut(h.ctx, cmd, l.ID, l.Shown) })
	}
	all.Wait()
	equal(t, "%d rows for three commands", h.rows("c1")-rows, 3)
	for i, run := range runs {
		if errs[i] != nil || run.Stop != nil || !run.Stale && run.Done != 2 {
			t.Errorf("answer %d: %d lines, stale %t, %v, %v", i, run.Done, run.Stale, run.Stop, errs[i])
		}
	}
}

func TestCarryOut_NoList(t *testing.T) {
	h := newDrill(t)
	_, first := h.preview("anna", "b-1-arm > 8.08")
	_, second := h.preview("anna", "b-2-arm > 8.12")
	for what, c := range map[string]struct{ err, want error }{
		"an older list":      {carried(h, "anna", first), api.ErrNoList},
		"another's list":     {carried(h, "boris", second), api.ErrNoList},
		"an onlooker's list": {carried(h, "olga", second), api.ErrNotSeated},
		"no list":            {carried(h, "anna", drafts.List{ID: "none"}), api.ErrNoList},
	} {
		refused(t, what, c.want)(c.err)
	}
	text, _, err := h.Lists.Left(h.ctx, h.by("anna"), second.ID)
	check(t, err)
	wrong(t, text != "b-2-arm > 8.12", "left is %q", text)
	if err := h.Lists.Discard(h.ctx, h.by("anna"), second.ID); err != nil {
		t.Error(err)
	}
	refused(t, "a list that was discarded", api.ErrNoList)(carried(h, "anna", second))
	var problem *order.Problem
	if _, err := h.Lists.Keep(h.ctx, h.by("anna"), "b-1-arm 8.08", "", ""); !errors.As(err, &problem) || problem.Line != 1 {
		t.Errorf("a line that cannot be read: %v", err)
	}
}

// carried does what carryOut does, and returns the error.
func carried(h *house, user string, l drafts.List) error {
	_, err := h.Lists.CarryOut(h.ctx, h.by(user), l.ID, l.Shown)
	return err
}

// The meaning of a line is chosen once, however often it is tapped, even if the list has been begun. A preview from
// before the choice carries nothing out.
func TestChoose_UnitInAList(t *testing.T) {
	h := newHouse(t, nil)
	twins := "units:\n  b-4-inf: {name: Guards}\n  b-5-inf: {name: Guards}\n"
	h.with(laid("drill", "Drill", twins))
	h.begin("c1", "anna", "boris")
	given, l := h.preview("anna", "b-2-arm > 8.12; Guards > 8.14")
	old := h.carryOut("anna", l)
	mustNot(t, old.Done != 1 || old.Stop == nil, "the first line is carried out as %+v", old)
	l = old.List
	for range 2 {
		l = must(h.Lists.Choose(h.ctx, h.by("anna"), old.ID, old.Shown, 2, "b-4-inf"))(t)
		wrong(t, l.ID != old.ID || l.Total != 2 || l.Done != 1 || l.Text != "b-4-inf > 8.14" ||
			l.Preview.Holding() != 1, "the list is %+v", l)
	}
	again := must(h.Lists.Keep(h.ctx, given, "b-2-arm > 8.12; Guards > 8.14", "", ""))(t)
	wrong(t, again.Text != l.Text, "the list given again is %+v", again)
	rest := must(h.Lists.Rest(h.ctx, "c1", "anna"))(t)
	wrong(t, rest == nil || rest.Text != l.Text, "what is left is offered as %+v", rest)
	if run := h.carryOut("anna", old.List); !run.Stale || len(run.Lines) != 0 {
		t.Errorf("a preview from before carries out %+v", run)
	}
	if run := h.carryOut("anna", l); run.Stale || run.Done != 2 || h.at("anna", "b-4-inf").String() != "8.14" {
		t.Errorf("the list is carried out as %+v", run)
	}
	if run := h.carryOut("anna", old.List); run.Stale || run.Done != 2 || len(run.Lines) != 0 {
		t.Errorf("of a list that is done an old preview carries out %+v", run)
	}
}

// A list is stored for a phase, but not one that cannot be read, or that would replace another without being asked to.
func TestKeep(t *testing.T) {
	h := laidLater(t, nil, unchanged)
	for _, tt := range []struct{ text, when, problem string }{
		{"r-1-arm 14.08", "next", "order.list-no-sign"},
		{"r-1-arm > 14.08", "winter", "order.list-when"},
		{"r-1-arm > 14.08; end; end; end; end", "next", "order.list-after-end"},
		{"r-1-arm > 14.08 # r-2-arm > 14.11", "next", "order.list-note"},
	} {
		_, err := h.Lists.Keep(h.ctx, h.by("boris"), tt.text, tt.when, "")
		var problem *order.Problem
		wrong(t, !errors.As(err, &problem) || problem.ID != tt.problem, "%q for %q: %v", tt.text, tt.when, err)
	}
	refused(t, "one who does not play", api.ErrNotSeated)(h.Lists.Keep(h.ctx, h.by("carla"), march, "next", ""))
	kept := must(h.Lists.Keep(h.ctx, h.by("boris"), "7.12 < r-4-inf", " Combat ", ""))(t)
	wrong(t, kept.Turn != 1 || kept.When != "combat" || kept.Preview.Lines[0].Line.Phase != "combat", "kept is %+v", kept)
	asked := must(h.Lists.Keep(h.ctx, h.by("boris"), "r-1-arm > 14.08", "", ""))(t)
	mustNot(t, !asked.Asks || asked.ID != kept.ID || asked.Text != kept.Text, "it is replaced unasked: %+v", asked)
	if left := h.listNow("boris"); left.Asks || left.ID != kept.ID {
		t.Errorf("left as it is, it is %+v", left)
	}
	must(h.Lists.Keep(h.ctx, h.by("boris"), "r-1-arm > 14.08", "", ""))(t)
	if l := must(h.Lists.Replace(h.ctx, h.by("boris"), kept.ID))(t); l.Turn != 0 || l.Text != "r-1-arm > 14.08" {
		t.Errorf("replaced, it is %+v", l)
	}
	k := must(h.Privacy.Kept(h.ctx, "boris"))(t)
	equal(t, "%d lists are kept", k.Papers, 1)
	want := []drafts.PhaseToCome{{When: drafts.NextTurn, Turn: 2}, {When: "combat", Turn: 1},
		{When: "exploitation", Turn: 1}, {When: "movement", Turn: 2}}
	if all := must(h.Lists.Coming(h.ctx, h.by("anna")))(t); !reflect.DeepEqual(all, want) {
		t.Errorf("Anna can keep lists for %v, want %v", all, want)
	}
}

// While the game lasts nobody can see that orders come from a list. The export of a game that is over shows it, as it
// shows all that was hidden. The rows of a list are like any others.
func TestExport_ListForLater(t *testing.T) {
	h := laidLater(t, nil, unchanged)
	h.later("boris", "r-1-arm > 14.08; end")
	h.runsLists()
	mustNot(t, h.phase() != "red combat", "the list was not carried out: %s", h.phase())
	if x := string(h.export()); strings.Contains(x, `"plan`) || strings.Contains(x, "14.08") {
		t.Error("while the game lasts its export shows a list")
	}
	must(h.Endings.Resign(h.ctx, h.by("boris")))(t)
	x := h.export()
	equal(t, "%d orders of a list in the export", strings.Count(string(x), `"command":"plan `), 2)
	mustVerify(t, x)
}
