package rules

import (
	"reflect"
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
