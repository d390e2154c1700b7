package state_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
)

var update = flag.Bool("update", false, "write the samples of new kinds of events")

var (
	a, b = hex.Hex{Col: 10, Row: 10}, hex.Hex{Col: 10, Row: 11}
	one  = []order.UnitID{"b1"}
)

// samples is one event of each kind, with every field set.
var samples = state.Events{
	state.Moved{Units: one, Path: []hex.Hex{a, b}, How: "march", Cost: 8, Rule: "3.0"},
	state.Moved{Units: one, Box: state.Dead, How: "lost", Rule: "8.0"},
	state.Exchanged{Units: [2]order.UnitID{"b1", "b2"}},
	state.Spent{Units: one, Cost: 8, Rule: "6.0"},
	state.Stepped{Unit: "b1", Left: 1, Rule: "8.0a"},
	state.Grouped{Hex: a, Units: []order.UnitID{"b1", "b2"}},
	state.Marked{Units: one, Mark: "oos", On: true, Rule: "12.0"},
	state.Flagged{Units: one, Hex: a, Flag: "overran", Keep: true},
	state.Counted{Tally: "ending", N: 1},
	state.Entered{Depth: 1, Frame: state.Frame{Name: "attack", Side: "blue", Hex: a, Units: one,
		Against: []order.UnitID{"r1"}}, Turn: 2},
	state.Left{},
	state.Ended{Rule: "1.0"},
	state.Controlled{Hex: a, Side: "red"},
	state.Asked{Question: state.Question{ID: 3, Side: "red", Kind: "retreat", Rule: "9.0", N: 2, Hex: a, Units: one,
		Left: []int{1}, Word: "begun"}, Again: true},
	state.Answered{ID: 3},
	state.Rolled{Number: 7, Faces: []int{3, 4}, For: "combat", Rule: "7.0"},
	state.Reckoned{By: state.ByOdds, Attack: chart.Frac(13, 2), Defence: chart.Whole(6),
		Odds: chart.Odds{Attack: 1, Defence: 1}, Shift: -1, Column: "1:2", Roll: 4, Result: "A2",
		Terms: []state.Term{{Unit: "b1", Times: chart.Frac(1, 2), Shift: -1, Rule: "7.3", Label: "minor-river"}}},
	state.Noted{What: "held", Side: "red", Hex: a, Units: one, N: 1, Rule: "9.2"},
	state.Flipped{Units: one, Face: 1, Rule: "3.1"},
	state.Joined{Units: one, Group: "g1", Rule: "2.2"},
	state.Flagged{Units: one, Hex: a, Flag: "assaulted", Depth: 2},
	state.Entered{Depth: 1, Frame: state.Frame{Name: "activation", Side: "blue", Group: "g1"}, Fresh: true},
	state.Reckoned{By: state.ByNet, Attack: chart.Whole(5), Defence: chart.Frac(-1, 2),
		Odds: chart.Odds{Attack: 2, Defence: 1}, Net: 4, Shift: 1, Table: "assault", Column: "4", Roll: 9, Result: "D1",
		Terms: []state.Term{{Side: "blue", Unit: "b1", N: -3, Times: chart.Whole(2), Shift: 1, Rule: "5.1",
			Label: "armour"}}},
	state.Flagged{Units: one, Hex: a, Flag: "assaulted", Off: true},
}

// TestSamplesAreReadForGood: logs must stay readable for ever, so samples on disk are never rewritten, only added to.
func TestSamplesAreReadForGood(t *testing.T) {
	const file = "testdata/events.json"
	if *update {
		out := must.Get(json.MarshalIndent(samples, "", " "))(t)
		must.Do(t, os.WriteFile(file, append(out, '\n'), 0o644))
	}
	kept := must.Get(os.ReadFile(file))(t)
	var got state.Events
	must.Do(t, json.Unmarshal(kept, &got))
	if !reflect.DeepEqual(got, samples) {
		t.Errorf("the samples read as\n%+v\nwant\n%+v", got, samples)
	}
}

func TestUnknownEventIsAnError(t *testing.T) {
	var es state.Events
	for _, in := range []string{`[{"teleported/1":{}}]`, `[{}]`, `[{"left/1":{},"ended/1":{}}]`, `{}`,
		`[{"moved/1":[]}]`} {
		if err := json.Unmarshal([]byte(in), &es); err == nil {
			t.Errorf("%s was read", in)
		}
	}
}

func game(t *testing.T) *state.State {
	t.Helper()
	def := must.Get(rules.Modules().Load("drill"))(t)
	def, err := def.With(modules.Edit{Units: []modules.Counter{
		{ID: "b1", Side: "blue", At: a},
		{ID: "b2", Side: "blue", At: a},
	}})
	must.Do(t, err)
	return state.New(def, pieces())
}

func pieces() []state.Piece {
	return []state.Piece{
		{ID: "b1", Side: "blue", At: state.Place{Box: state.Coming}, Steps: 1},
		{ID: "b2", Side: "blue", At: state.Place{Box: state.Coming}, Steps: 1},
	}
}

func TestWhoEntersLiesOnTop(t *testing.T) {
	st := game(t)
	apply(t, st, state.Moved{Units: []order.UnitID{"b2"}, Path: []hex.Hex{a}, How: "enter"})
	apply(t, st, state.Moved{Units: []order.UnitID{"b1"}, Path: []hex.Hex{a}, How: "enter"})
	if top := st.Stack(a)[0].ID; top != "b1" {
		t.Errorf("%s lies on top", top)
	}
	apply(t, st, state.Moved{Units: []order.UnitID{"b1"}, Path: []hex.Hex{b}, How: "march", Cost: 4})
	if n := len(st.Stack(a)); n != 1 || st.Piece("b1").Used != 4 || st.Piece("b1").At.Hex != b {
		t.Errorf("%d left behind; the mover is %+v", n, *st.Piece("b1"))
	}
}

// SameOffMap is true after a march on the map, and false after any visible change off the map.
func TestSameOffMap(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*state.State)
		same   bool
	}{
		"a march":            {func(s *state.State) { s.Piece("b1").At.Hex, s.Piece("b1").Used = b, 4 }, true},
		"one enters":         {func(s *state.State) { s.Piece("b2").At = state.Place{Hex: a} }, false},
		"one dies":           {func(s *state.State) { s.Piece("b1").At = state.Place{Box: state.Dead} }, false},
		"another box":        {func(s *state.State) { s.Piece("b2").At.Box = state.Dead }, false},
		"a step":             {func(s *state.State) { s.Piece("b2").Steps-- }, false},
		"a marker":           {func(s *state.State) { s.Piece("b2").Marks = state.Words{"oos"} }, false},
		"a face":             {func(s *state.State) { s.Piece("b2").Face = 1 }, false},
		"a group":            {func(s *state.State) { s.Piece("b2").Group = "g1" }, false},
		"another's arrival":  {func(s *state.State) { s.Piece("b2").Arrival = &state.Arrival{Due: 3} }, false},
		"a step on the map":  {func(s *state.State) { s.Piece("b1").Steps-- }, true},
		"nothing that shows": {func(s *state.State) { s.Turn++ }, true},
	} {
		st := game(t)
		apply(t, st, state.Moved{Units: one, Path: []hex.Hex{a}, How: "enter"})
		other := st.Clone()
		tt.change(other)
		if same := st.SameOffMap(other); same != tt.same {
			t.Errorf("%s: the same is %t", name, same)
		}
	}
}

func TestAScratchLeavesTheStateAlone(t *testing.T) {
	st := game(t)
	apply(t, st, state.Moved{Units: one, Path: []hex.Hex{a}, How: "enter"})
	before := must.Get(st.Snapshot())(t)
	sc := state.NewScratch(st)
	sc.Do(state.Moved{Units: one, Path: []hex.Hex{b}, How: "march", Cost: 4},
		state.Marked{Units: one, Mark: "oos", On: true},
		state.Controlled{Hex: b, Side: "blue"}, state.Flagged{Hex: b, Flag: "overran"}, state.Counted{Tally: "x", N: 2})
	if sc.Err() != nil {
		t.Fatal(sc.Err())
	}
	if after, _ := st.Snapshot(); !bytes.Equal(before, after) {
		t.Error("the scratch changed its state")
	}
}

func TestSnapshotsReadBack(t *testing.T) {
	st := game(t)
	apply(t, st, state.Moved{Units: one, Path: []hex.Hex{a}, How: "enter"})
	apply(t, st, state.Entered{Frame: state.Frame{Name: "movement", Side: "blue"}, Turn: 2})
	blob := must.Get(st.Snapshot())(t)
	back := must.Get(state.Restore(st.Def, pieces(), blob))(t)
	if again, _ := back.Snapshot(); !bytes.Equal(blob, again) || back.Piece("b1").At.Hex != a {
		t.Errorf("read back as %s, written as %s", again, blob)
	}
	for _, bad := range []string{``, `{}`, `{"Stacks":[[9]]}`, `[]`} {
		if _, err := state.Restore(st.Def, pieces(), []byte(bad)); err == nil {
			t.Errorf("%q was taken for a snapshot", bad)
		}
	}
}

// TestSnapshotsOfNoPile: in a snapshot every unit on the map lies in one stack, that of its hex.
func TestSnapshotsOfNoPile(t *testing.T) {
	st := game(t)
	apply(t, st, state.Moved{Units: []order.UnitID{"b1", "b2"}, Path: []hex.Hex{a}, How: "enter"})
	blob := must.Get(st.Snapshot())(t)
	for _, damage := range [][2]string{
		{`[[0,1]]`, `[[0,0]]`}, {`[[0,1]]`, `[[0]]`}, {`[[0,1]]`, `[[0],[1]]`}, {`[[0,1]]`, `[[0,1],[1]]`},
		{`[[0,1]]`, `[[0,1,2]]`}, {`[[0,1]]`, `[[-1,0,1]]`}, {`[[0,1]]`, `[]`}, {`"hex":"10.10"`, `"hex":"10.11"`},
		{`"id":"b1"`, `"id":"zz"`}, {`"id":"b1"`, `"id":"b2"`}, {`"Control":"0`, `"Control":"00`},
		{`"Control":"0`, `"Control":"3`},
	} {
		other := strings.Replace(string(blob), damage[0], damage[1], 1)
		if other == string(blob) {
			t.Fatalf("%s is not in %s", damage[0], blob)
		}
		if _, err := state.Restore(st.Def, pieces(), []byte(other)); err == nil {
			t.Errorf("%s for %s was taken for a snapshot", damage[1], damage[0])
		}
	}
}

// A flag can be lost before its frame ends.
func TestFlagsOff(t *testing.T) {
	st := game(t)
	apply(t, st, state.Moved{Units: one, Path: []hex.Hex{a}, How: "enter"})
	for _, word := range []string{"halted", "seen"} {
		apply(t, st, state.Flagged{Units: one, Hex: a, Flag: word})
	}
	apply(t, st, state.Flagged{Hex: a, Flag: "burnt", Keep: true})
	apply(t, st, state.Flagged{Units: one, Hex: a, Flag: "halted", Off: true})
	if p := st.Piece("b1"); p.Flags.Has("halted") || !p.Flags.Has("seen") {
		t.Errorf("its flags are %v", p.Flags)
	}
	if st.Flagged(a, "halted") || !st.Flagged(a, "seen") || !st.Marked(a, "burnt") {
		t.Errorf("the marks are %v", st.Marks)
	}
	apply(t, st, state.Flagged{Units: one, Hex: a, Flag: "seen", Off: true})
	apply(t, st, state.Flagged{Hex: a, Flag: "burnt", Off: true})
	if st.Piece("b1").Flags != nil || st.Marked(a, "burnt") {
		t.Errorf("left are %v and %v", st.Piece("b1").Flags, st.Marks)
	}
}

// TestEventsThatDoNotFit: a damaged log gives an error, never a panic.
func TestEventsThatDoNotFit(t *testing.T) {
	off := hex.Hex{Col: 99, Row: 99}
	for _, ev := range []state.Event{
		state.Moved{Units: []order.UnitID{"zz"}, Path: []hex.Hex{a}},
		state.Moved{Units: one, Path: []hex.Hex{off}},
		state.Moved{Units: one},
		state.Spent{Units: []order.UnitID{"zz"}},
		state.Stepped{Unit: "b1", Left: 9},
		state.Stepped{Unit: "zz"},
		state.Grouped{Hex: off},
		state.Grouped{Hex: a, Units: one},
		state.Marked{Units: []order.UnitID{"zz"}},
		state.Flagged{Units: []order.UnitID{"zz"}},
		state.Flagged{Units: one, Flag: "x", Depth: 1},
		state.Flagged{Hex: a, Flag: "x", Depth: -1},
		state.Flipped{Units: []order.UnitID{"zz"}},
		state.Joined{Units: []order.UnitID{"zz"}},
		state.Entered{Depth: 3},
		state.Left{},
		state.Controlled{Hex: a, Side: "green"},
		state.Controlled{Hex: off, Side: "blue"},
		state.Asked{Again: true},
		state.Asked{Question: state.Question{Units: []order.UnitID{"zz"}}},
		state.Answered{ID: 1},
		state.Rolled{Number: 5},
	} {
		if err := game(t).Apply(ev); err == nil {
			t.Errorf("%T %+v was applied", ev, ev)
		}
	}
}

func apply(t *testing.T, st *state.State, ev state.Event) {
	t.Helper()
	must.Do(t, st.Apply(ev))
}

// FuzzEvents: any bytes are an error, or events that do not fit a state, or events that are written as they
// were read and lead to a state that its snapshot restores.
func FuzzEvents(f *testing.F) {
	kept := must.Get(os.ReadFile("testdata/events.json"))(f)
	f.Add(kept)
	for i := range samples {
		f.Add(must.Get(json.Marshal(samples[i : i+1]))(f))
	}
	f.Add([]byte(`[{"moved/1":{"units":["b1","b2"],"path":["10.10"],"how":"enter"}},{"asked/1":{"question":{"id":1,"side":"blue","kind":"advance","rule":"10.0","n":1,"units":["b1"],"left":[1]}}}]`))
	f.Fuzz(func(t *testing.T, in []byte) {
		var es, again state.Events
		if json.Unmarshal(in, &es) != nil {
			return
		}
		st := game(t)
		for _, ev := range es {
			if st.Apply(ev) != nil {
				return
			}
		}
		out, err := json.Marshal(es)
		if err != nil {
			t.Fatalf("read and cannot be written: %v", err)
		}
		if err := json.Unmarshal(out, &again); err != nil {
			t.Fatalf("%s is written and cannot be read: %v", out, err)
		}
		if twice, err := json.Marshal(again); err != nil || !bytes.Equal(out, twice) {
			t.Fatalf("%s is read and written as %s, %v", out, twice, err)
		}
		blob := must.Get(st.Snapshot())(t)
		back, err := state.Restore(st.Def, pieces(), blob)
		if err != nil {
			t.Fatalf("after %s: %v", out, err)
		}
		if twice, err := back.Snapshot(); err != nil || !bytes.Equal(blob, twice) {
			t.Fatalf("after %s the snapshot %s is restored as %s, %v", out, blob, twice, err)
		}
	})
}
