package scs_test

import (
	"testing"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/scs/show"
	"grognard/rules/view"
)

// A place that is worth points and changes hands is shown as taken, with the side that takes it and the side that held
// it. Neither a hex that is worth nothing nor a place that its holder keeps is shown.
func TestPlacesThatChangeHands(t *testing.T) {
	g, st := field(t, 20, 1)
	german, soviet := g.Def.Sides[0].ID, g.Def.Sides[1].ID
	worth, nothing := hex.None, hex.None
	for h := range g.Def.Grid.All() {
		if p, _ := g.Def.PlaceAt(h); p.VP > 0 && worth == hex.None {
			worth = h
		} else if p.VP == 0 && nothing == hex.None {
			nothing = h
		}
	}
	told, _, err := show.Tell(g, st, state.Events{state.Controlled{Hex: worth, Side: german},
		state.Controlled{Hex: nothing, Side: german}, state.Controlled{Hex: worth, Side: soviet},
		state.Controlled{Hex: worth, Side: soviet}})
	must.Do(t, err)
	var taken []view.MapEvent
	for _, l := range told {
		if l.MapEvent != nil {
			taken = append(taken, *l.MapEvent)
		}
	}
	if len(taken) != 2 || taken[1].Kind != view.Taken || taken[1].Path[0] != worth || taken[0].Side != german ||
		taken[1].Side != soviet || taken[1].From != german {
		t.Errorf("taken: %+v", taken)
	}
}

// When units die together in several hexes, each is shown in its own hex.
func TestWhereUnitsDie(t *testing.T) {
	g, st := field(t, 20, 2)
	var ids []order.UnitID
	at := map[order.UnitID]hex.Hex{}
	for _, p := range st.Pieces {
		if p.Side == g.Def.Sides[0].ID && len(ids) < 4 {
			ids, at[p.ID] = append(ids, p.ID), p.At.Hex
		}
	}
	told, _, err := show.Tell(g, st, state.Events{state.Moved{Units: ids, Box: state.Dead, How: "lost", Rule: "9.0"}})
	must.Do(t, err)
	d := told[0].MapEvent
	if d == nil || len(d.Where) != len(ids) || len(d.Path) < 2 {
		t.Fatalf("%+v", d)
	}
	for i, u := range d.Units {
		if d.Where[i] != at[u.ID] {
			t.Errorf("%s dies in %v; want %v", u.ID, d.Where[i], at[u.ID])
		}
	}
}
