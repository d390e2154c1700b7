package referee_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/drafts"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// laidLater returns a house whose clock stands still, with a game of the drill in which Anna moves first. types is the
// overlay that the drill is played with; wrap is as for newHouse.
func laidLater(t *testing.T, wrap func(storage.Log) storage.Log, types string) *house {
	t.Helper()
	h := newHouse(t, wrap)
	h.still = true
	h.with(laid("drill", "Drill", types))
	h.begin("c1", "anna", "boris")
	h.settle()
	return h
}

// unchanged is an overlay that leaves the drill as it is.
const unchanged = "types: {}"

// wait moves the clock on and does what is due: three times, because one alarm can lead to another.
func (h *house) wait(d time.Duration) {
	h.t.Helper()
	h.tick.Add(int64(d / time.Second))
	for range 3 {
		must(h.Upkeep.Ring(h.ctx))(h.t)
	}
}

// later stores a list for a user's next turn.
func (h *house) later(user, text string) drafts.List {
	h.t.Helper()
	return must(h.Lists.Keep(h.ctx, h.by(user), text, drafts.NextTurn, ""))(h.t)
}

// listNow returns the list that a user has stored.
func (h *house) listNow(user string) drafts.List {
	h.t.Helper()
	return must(h.Lists.Show(h.ctx, h.by(user), ""))(h.t)
}

// passTurn ends all phases of Anna's turn.
func (h *house) passTurn() {
	h.t.Helper()
	for h.phase() != "red movement" {
		h.must("anna", "c1", "/end")
	}
}

// runsLists ends all phases of Anna's turn and lets the time pass until lists for Boris's turn begin.
func (h *house) runsLists() {
	h.t.Helper()
	h.passTurn()
	h.settle()
	h.wait(time.Second)
	h.wait(5 * time.Minute)
}

// phase returns the side and the name of the phase, as in "red movement".
func (h *house) phase() string {
	h.t.Helper()
	p := h.public().Board().Phase
	return string(p.Side) + " " + p.Name
}

// due returns the pending decision, nil for none.
func (h *house) due() *view.Prompt {
	h.t.Helper()
	return h.public().Board().Due
}

// fates returns what the owners of lists are told: "soon" before a list begins, and after it the fate of each line and,
// behind a semicolon, why it stopped.
func (h *house) fates() (all []string) {
	h.t.Helper()
	for _, e := range h.notifications() {
		if e.Kind != api.ListBegins && e.Kind != api.ListRan {
			continue
		}
		wrong(h.t, e.Side.Side() != "red" || e.Public != nil, "a list of Red's is told to %q", e.Side.Side())
		switch {
		case e.List == nil:
		case e.Kind == api.ListBegins:
			all = append(all, fmt.Sprintf("soon %d", e.List.Ahead))
		default:
			words := []string{}
			for _, l := range e.List.Lines {
				word := string(l.Fate)
				if l.Fate == api.LineLeft {
					word = "left"
				}
				if (l.Err != nil) != (l.Fate == api.LineRefused) {
					word += "?" // an error beside another fate, or a refusal without an error
				}
				words = append(words, word)
			}
			all = append(all, strings.TrimSpace(strings.Join(words, " ")+"; "+string(e.List.Why)))
		}
	}
	h.settle()
	return all
}

// tells checks what the owners of lists have been told since the last time, as fates has it.
func (h *house) tells(what string, want ...string) {
	h.t.Helper()
	if got := h.fates(); !slices.Equal(got, want) {
		h.t.Errorf("%s is told %q, want %q", what, got, want)
	}
}

// march is a list whose second line is refused.
const march = "r-1-arm > 14.08; r-1-mot > 2.02; r-2-arm > 14.11"

// A list begins five minutes after its owner's phase has begun, and he is told so as the phase begins. It is given line
// by line as his own orders, without those that are refused. He is told of it once, whatever restarts.
func TestLater_BeginsByItself(t *testing.T) {
	h := laidLater(t, nil, unchanged)
	l := h.later("boris", march)
	if l.Turn != 1 || !l.Begins.IsZero() || len(l.Preview.Lines) != 3 || l.Preview.Lines[1].Err == nil {
		t.Fatalf("the list is %+v", l)
	}
	h.wait(time.Hour)
	h.passTurn()
	h.settle()
	rows := h.rows("c1")
	h.wait(time.Second)
	h.restart()
	h.tells("as his phase begins", "soon 3")
	if l := h.listNow("boris"); l.Begins.Sub(h.now()) != 5*time.Minute-time.Second || l.Now != 3 {
		t.Errorf("it begins at %v, now it is %v", l.Begins, h.now())
	}
	h.wait(5*time.Minute - 2*time.Second)
	wrong(t, h.rows("c1") != rows, "it begins too early")
	h.restart()
	h.wait(time.Second)
	if got := h.rows("c1") - rows; got != 2 || h.at("boris", "r-1-arm").String() != "14.08" {
		t.Errorf("%d rows, r-1-arm in %s", got, h.at("boris", "r-1-arm").String())
	}
	g, _ := h.log.InChannel(t.Context(), "c1")
	for row := range h.log.Rows(t.Context(), g.ID, uint64(rows)) {
		wrong(t, row.By != "boris", "row %d is by %q", row.Seq, row.By)
	}
	h.restart()
	h.tells("after it", "done refused done;")
	h.wait(time.Hour)
	h.tells("later")
	wrong(t, h.rows("c1") != rows+2, "something is given again")
	refused(t, "a list that is done has lines", api.ErrNoList)(h.Lists.Show(h.ctx, h.by("boris"), "other"))
	(&clockHouse{house: h}).checkVerified()
}

// A list goes on through the phases that it ends. It does not end one in which a line was refused: its owner goes on.
func TestLater_EndsPhases(t *testing.T) {
	for text, want := range map[string]struct{ told, phase string }{
		"r-1-arm > 14.08; end; end; r-1-arm > 2.02; end": {"done done done refused left; held", "red exploitation"},
		"r-1-arm > 14.08; end; end":                      {"done done done;", "red exploitation"},
		"r-1-arm > 2.02; r-2-arm > 14.11; end; end":      {"refused done left; held", "red movement"},
		"r-1-arm > 14.08; 7.12 < r-4-inf":                {"done;", "red movement"},
	} {
		t.Run(text, func(t *testing.T) {
			h := laidLater(t, nil, unchanged)
			h.later("boris", text)
			h.runsLists()
			got := h.fates()
			wrong(t, len(got) != 1 || got[0] != want.told || h.phase() != want.phase, "told is %q in %s, want %q in %s", got,
				h.phase(), want.told, want.phase)
		})
	}
}

// A refused line is told with the reason that it had when it was refused, whatever has moved since.
func TestLater_ReasonOfThatTime(t *testing.T) {
	h := laidLater(t, nil, unchanged)
	h.later("boris", "r-1-mot > 99.99; r-1-arm > 2.02; r-1-arm > 14.08")
	h.runsLists()
	for _, e := range h.notifications() {
		if e.Kind != api.ListRan {
			continue
		}
		var problem *order.Problem
		var denial, also *view.Denial
		if len(e.List.Lines) != 3 || !errors.As(e.List.Lines[0].Err, &problem) && !errors.As(e.List.Lines[0].Err, &also) ||
			!errors.As(e.List.Lines[1].Err, &denial) || denial.Rule == "" || len(e.Side.Board().Told) == 0 {
			t.Errorf("told is %+v", e.List)
		}
		return
	}
	t.Error("nothing is told")
}

// Each player of a team has a list of his own, which gives no orders to the units of another player.
func TestLater_Team(t *testing.T) {
	h := laidLater(t, nil, unchanged)
	h.assigns("boris", "fritz", "r-1-arm", "c1")
	h.later("boris", "r-5-inf > 13.13")
	if l := h.later("fritz", "r-1-arm > 14.08; r-2-arm > 14.11"); l.Preview.Lines[0].Err != nil ||
		!errors.As(l.Preview.Lines[1].Err, new(*api.NotYours)) {
		t.Errorf("of Fritz's list holds %+v", l.Preview.Lines)
	}
	h.runsLists()
	told := map[string]api.ListRun{}
	for _, e := range h.notifications() {
		if e.Kind == api.ListRan {
			told[e.Reader] = *e.List
		}
	}
	if f := told["fritz"].Lines; len(told) != 2 || len(f) != 2 || f[0].Fate != api.LineDone ||
		!errors.As(f[1].Err, new(*api.NotYours)) || told["boris"].Done() != 1 {
		t.Errorf("told is %+v", told)
	}
	if at := h.at("boris", "r-2-arm").String(); at != "15.11" {
		t.Errorf("r-2-arm has gone to %s", at)
	}
}

// If the end of the phase before a list is undone before the list begins, it waits again, and its owner is told again.
func TestLater_WaitsAfterUndo(t *testing.T) {
	h := laidLater(t, nil, unchanged)
	h.later("boris", march)
	h.passTurn()
	h.settle()
	h.wait(4 * time.Minute)
	h.tells("in the phase", "soon 3")
	h.undo("anna")
	rows := h.rows("c1")
	h.wait(time.Hour)
	mustNot(t, h.rows("c1") != rows, "it is carried out in a phase that was taken back")
	h.passTurn()
	h.settle()
	rows = h.rows("c1")
	h.wait(4 * time.Minute)
	h.tells("in the phase again", "soon 3")
	mustNot(t, h.rows("c1") != rows, "it does not wait anew")
	h.wait(time.Minute)
	wrong(t, h.rows("c1") != rows+2, "%d rows", h.rows("c1")-rows)
}

// Wherever the program dies, nothing is lost and nothing is done twice.
func TestLater_Killed(t *testing.T) {
	for n, suffix := range []string{"/1.1", "/2.1", "/2.2"} {
		t.Run(suffix, func(t *testing.T) {
			disk := &hooked{}
			h := laidLater(t, disk.over, "types: {red-armour: {full: 35-6-12}}")
			h.must("anna", "c1", "/move units:b-1-cav to:11.08")
			h.later("boris", "r-2-arm > 14.11; r-1-arm > 12.08 x 11.08")
			h.passTurn()
			h.settle()
			h.wait(time.Second)
			rows := h.rows("c1")
			disk.append = failsAt(suffix)
			h.tick.Add(300) // five minutes: the list begins
			if _, err := h.Upkeep.Ring(h.ctx); !errors.Is(err, errDisk) {
				t.Fatalf("the disk fails with %v", err)
			}
			equal(t, "%d rows before it failed, want %d", h.rows("c1")-rows, n)
			disk.append = nil
			h.restart()
			h.wait(time.Minute)
			var given []string
			for _, id := range h.commands("c1")[rows:] {
				_, id, _ = strings.Cut(id, "/")
				given = append(given, id)
			}
			wrong(t, len(given) < 3 || !slices.Equal(given[:3], []string{"1.1", "2.1", "2.2"}) ||
				len(slices.Compact(slices.Sorted(slices.Values(given)))) != len(given), "given are %q", given)
			h.tells("after it", "done done;")
		})
	}
}

// A player who gives an order himself is present: his list waits for him, and he can carry it out.
func TestLater_OwnerIsThere(t *testing.T) {
	h := laidLater(t, nil, unchanged)
	h.later("boris", march)
	h.passTurn()
	h.settle()
	h.wait(time.Minute)
	h.tells("before", "soon 3")
	out := h.must("boris", "c1", "/move units:r-5-inf to:13.13")
	mustNot(t, out.Rest == nil || out.Rest.Now != 3 || !out.Rest.Begins.IsZero(), "his list is %+v", out.Rest)
	rows := h.rows("c1")
	h.wait(time.Hour)
	wrong(t, h.rows("c1") != rows, "it begins though he is there")
	refused(t, "another list", api.ErrNoList)(h.Lists.CarryOut(h.ctx, h.by("boris"), "another", out.Rest.Shown))
	l := h.listNow("boris")
	run := must(h.Lists.CarryOut(h.ctx, h.by("boris"), l.ID, l.Shown))(t)
	wrong(t, run.Stale || len(run.Lines) != 3 || run.Lines[1].Err == nil || run.Done != 3 ||
		h.rows("c1") != rows+2, "carried out it is %+v", run)
	h.tells("what he saw")
}

// A list that waits for a decision of the other side goes on at once after it. If its owner has to decide he is told so
// once, and the rest of the list is left to him.
func TestLater_WaitsForDecisions(t *testing.T) {
	const overrun = "r-1-arm > 12.08 x 11.08; r-5-inf > 13.13"
	h := laidLater(t, nil, unchanged)
	h.must("anna", "c1", "/move units:b-1-arm,b-1-mot to:11.08")
	h.later("boris", overrun)
	h.runsLists()
	mustNot(t, h.due() == nil || h.due().Side != "blue", "owed is %+v", h.due())
	rows := h.rows("c1")
	h.wait(time.Hour)
	mustNot(t, h.rows("c1") != rows || !h.listNow("boris").Runs, "it does not wait")
	h.settle()
	h.restart()
	h.decide("blue")
	h.wait(0)
	h.tells("when Blue has decided", "done done;")

	h = laidLater(t, nil, "types: {red-armour: {full: 90-6-12}}")
	h.must("anna", "c1", "/move units:b-1-arm,b-1-mot to:11.08")
	h.later("boris", overrun)
	h.runsLists()
	h.tells("when he must decide", "done left; decision")
	rows = h.rows("c1")
	h.restart()
	h.wait(time.Hour)
	h.tells("while he decides")
	if out := h.must("boris", "c1", "/pass"); out.Rest == nil || out.Rest.Now != 1 || h.rows("c1") == rows {
		t.Errorf("his answer says %+v of the list", out.Rest)
	}
	rows = h.rows("c1")
	h.wait(time.Hour)
	mustNot(t, h.rows("c1") != rows, "it goes on by itself")
	l := h.listNow("boris")
	run := must(h.Lists.CarryOut(h.ctx, h.by("boris"), l.ID, l.Shown))(t)
	wrong(t, run.Done != 2 || len(run.Lines) != 1, "the rest: %+v", run)
}

// A decision that the owner's standing orders take does not stop his list, and is told with the rest.
func TestLater_StandingOrders(t *testing.T) {
	h := laidLater(t, nil, "types: {red-armour: {full: 90-6-12}}")
	h.must("anna", "c1", "/move units:b-1-arm,b-1-mot to:11.08")
	h.leaves("boris", "c1", "flexible")
	h.later("boris", "r-1-arm > 12.08 x 11.08; r-5-inf > 13.13; end")
	h.runsLists()
	h.tells("without him", "done done done;")
	equal(t, "the phase is %s", h.phase(), "red combat")
}

// decide has a side take its decisions at random.
func (h *house) decide(side order.Side) {
	h.t.Helper()
	p := hand{h: h, channel: "c1", dice: rand.New(rand.NewPCG(5, 6))}
	for due := h.due(); due != nil && due.Side == side; due = h.due() {
		p.turn(users)
	}
}

// No list is carried out in a game master's pause, after its owner's seat was handed over, or when the game is over.
func TestLater_NotCarriedOut(t *testing.T) {
	for what, stop := range map[string]func(*house){
		"paused": func(h *house) { h.master("c1", api.Intervention{Measure: api.Pause, Reason: "r"}) },
		"resigned": func(h *house) {
			must(h.Endings.Resign(h.ctx, h.by("anna")))(h.t)
		},
		"discarded": func(h *house) { check(h.t, h.Lists.Discard(h.ctx, h.by("boris"), h.listNow("boris").ID)) },
		"handed over": func(h *house) {
			h.grants("boris", "c1", api.Granting{To: "carla", ForGood: true})
		},
		"forgotten": func(h *house) { check(h.t, h.Privacy.Forget(h.ctx, "boris")) },
	} {
		t.Run(what, func(t *testing.T) {
			h := laidLater(t, nil, unchanged)
			h.later("boris", march)
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
			wrong(t, h.rows("c1") != rows+3, "%d rows", h.rows("c1")-rows)
		})
	}
}

// The list of a deputy is not given any more when his grant has ended, whether he or the commander has ended it.
func TestLater_GrantEnded(t *testing.T) {
	h := laidLater(t, nil, unchanged)
	h.deputises("boris", "carla", "c1")
	h.later("carla", march)
	h.passTurn()
	h.wait(time.Minute)
	id := h.listNow("carla").ID
	must(h.Seats.EndGrant(h.ctx, h.by("boris"), 1))(t)
	rows := h.rows("c1")
	h.wait(time.Hour)
	mustNot(t, h.rows("c1") != rows, "it is carried out")
	for _, user := range []string{"carla", "boris"} {
		if run, err := h.Lists.CarryOut(h.ctx, h.by(user), id, ""); err == nil {
			t.Errorf("%s carries it out: %+v", user, run)
		}
	}
}

// The other side and the public are told, and see, the same whether there is a list for later or not, until its orders
// are carried out. Then they see what those orders bring when they are given by hand.
func TestLater_Silent(t *testing.T) {
	type told struct {
		Kind  api.Kind
		Told  []view.Line
		Table api.Table
	}
	play := func(list bool) (all []told, boards []any) {
		h := laidLater(t, nil, unchanged)
		look := func() {
			for _, e := range h.notifications() {
				e.Table.Head = "" // the hash covers the command's identifier, which nobody can guess
				switch {
				case e.Public != nil:
					all = append(all, told{e.Kind, e.Public.Board().Told, e.Table})
				case e.Side.Side() == "blue":
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
		if list {
			h.later("boris", "r-1-arm > 14.09; r-2-arm > 2.02")
		}
		look()
		h.passTurn()
		look()
		h.wait(4 * time.Minute)
		look()
		if list {
			l := h.listNow("boris")
			run := must(h.Lists.CarryOut(h.ctx, h.by("boris"), l.ID, l.Shown))(t)
			mustNot(t, run.Done != 2, "%+v", run)
		} else {
			h.must("boris", "c1", "/move units:r-1-arm to:14.09")
		}
		h.must("boris", "c1", "/end")
		look()
		return all, boards
	}
	withTold, withBoards := play(true)
	told1, boards1 := play(false)
	wrong(t, !reflect.DeepEqual(withTold, told1), "with a list is told\n%+v\nwithout\n%+v", withTold, told1)
	wrong(t, !reflect.DeepEqual(withBoards, boards1), "with a list Anna sees\n%+v\nwithout\n%+v", withBoards, boards1)
}

// The time at which a list begins is shown rightly although the program was away meanwhile.
func TestLater_BeginsAfterOutage(t *testing.T) {
	h := laidLater(t, nil, unchanged)
	alive := func() { check(t, h.Upkeep.Alive(h.ctx)) }
	h.later("boris", march)
	h.passTurn()
	alive()
	h.shut()
	h.tick.Add(3600)
	h.open()
	alive()
	shown := h.listNow("boris").Begins
	mustNot(t, shown.Sub(h.now()) != 5*time.Minute, "it begins at %v, now it is %v", shown, h.now())
	rows := h.rows("c1")
	for range 299 / 13 { // up to the last second but one, and the program is there
		h.wait(13 * time.Second)
		alive()
	}
	wrong(t, h.rows("c1") != rows, "it begins before the time that is shown")
	h.wait(time.Second)
	wrong(t, h.rows("c1") == rows, "it does not begin at the time that is shown")
}
