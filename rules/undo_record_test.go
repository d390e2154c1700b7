package rules

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// What is announced is a fight, at whatever depth: an activation alone can be taken back.
func TestRecord_FinalOnlyForFights(t *testing.T) {
	blue, red := []order.UnitID{"b1"}, []order.UnitID{"r1"}
	activation := state.Entered{Depth: 1, Frame: state.Frame{Name: "activation", Side: "blue", Group: "g1",
		Units: blue}, Fresh: true}
	fight := state.Entered{Depth: 2, Frame: state.Frame{Name: "assault", Side: "blue", Units: blue, Against: red}}
	flag := func(depth int) state.Event { return state.Flagged{Units: blue, Flag: "x", Depth: depth} }
	for _, tt := range []struct {
		name   string
		events state.Events
		fights bool
		kept   state.Events
	}{
		{"an activation", state.Events{activation, flag(1)}, false, state.Events{activation, flag(1)}},
		{"a fight in one", state.Events{flag(1), fight, flag(0), flag(2), state.Rolled{}, flag(1)}, true,
			state.Events{flag(1), flag(0)}},
	} {
		r := Record{tt.events}
		if got := r.Final(); got != tt.fights {
			t.Errorf("%s: final is %t", tt.name, got)
		}
		if kept, fights := r.announced(); fights != tt.fights || !reflect.DeepEqual(kept.events, tt.kept) {
			t.Errorf("%s: %t, %+v", tt.name, fights, kept.events)
		}
	}
}

// TestUndo_FramesFacesAndGroups: faces, groups and what ends with an activation are taken back with
// the orders that brought them, also when these come from a snapshot.
func TestUndo_FramesFacesAndGroups(t *testing.T) {
	def, err := Modules().Load("drill")
	noError(t, err)
	id := def.Roster[0]
	side, units := def.Units[id].Side, []order.UnitID{id}
	began := []state.Piece{{ID: id, Side: side, Steps: 1, At: state.Place{Box: state.Coming}}}
	stood := [][]byte{}
	st := state.New(def, slices.Clone(began))
	var p past
	for i, r := range []Record{
		{state.Events{state.Entered{Frame: state.Frame{Name: "movement", Side: side}}}},
		{state.Events{state.Joined{Units: units, Group: "g1"},
			state.Entered{Depth: 1, Frame: state.Frame{Name: "activation", Side: side, Group: "g1"}, Fresh: true}}},
		{state.Events{state.Flipped{Units: units, Face: 1}, state.Flagged{Units: units, Flag: "moved", Depth: 1}}},
		{state.Events{state.Left{}, state.Joined{Units: units}, state.Flipped{Units: units}}},
	} {
		was := st.Clone()
		for _, ev := range r.events {
			noError(t, st.Apply(ev))
		}
		p.keep(was, st, uint64(i+1), r)
		stood = append(stood, snapshotOf(t, st))
	}
	kept, err := json.Marshal(p.since)
	noError(t, err)
	thawed := past{from: p.from}
	if thawed.base, err = state.Restore(def, began, snapshotOf(t, p.base)); err != nil {
		t.Fatal(err)
	}
	noError(t, json.Unmarshal(kept, &thawed.since))
	for name, p := range map[string]past{"kept": p, "from a snapshot": thawed} {
		for n := len(p.since); n >= 0; n-- {
			if err := p.replay(st, n); err != nil || !bytes.Equal(snapshotOf(t, st), stood[n]) {
				t.Errorf("%s, %d orders stand: %s, want %s, %v", name, n, snapshotOf(t, st), stood[n], err)
			}
		}
	}
}

func snapshotOf(t *testing.T, st *state.State) []byte {
	t.Helper()
	blob, err := st.Snapshot()
	noError(t, err)
	return blob
}
