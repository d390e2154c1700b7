package referee_test

import (
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"grognard/rules/modules"
	"grognard/rules/order"
)

// retiring is a drill in which Blue's exploit-capable units leave on turn 2, and two of them come back.
func retiring(t *testing.T) modules.Folder {
	t.Helper()
	drill := must(modules.Files("drill"))(t)
	arrivals := "\n    arrivals: [{turn: 2, side: blue, withdrawal: [1, 2, 3, 4, 5, 6]}]\n"
	return modules.Folder{ID: "drill", Where: "own/drill", Files: fstest.MapFS{
		"game.yaml":  {Data: []byte("rules: {withdrawal: \"2.1\", keepers: \"2.1a\"}\nwithdrawal: {side: blue, keep: [{count: 2, type: blue-armour}]}")},
		"setup.yaml": {Data: slices.Concat(drill["setup.yaml"], []byte(arrivals))},
	}}
}

// answeredBy are the verbs that standing orders have given.
func (h *house) answeredBy() (verbs []string) {
	h.t.Helper()
	for _, b := range h.bodiesOf("c1") {
		if b.Ordered.Standing {
			verbs = append(verbs, b.Ordered.Asked.Order.Verb)
		}
	}
	return verbs
}

// What the end of the other side's phase brings, such as units that come back after a withdrawal, standing
// orders answer, each decision in a row of its own.
func TestStandingOrdersBringUnitsBack(t *testing.T) {
	h := newHouse(t, nil)
	h.with(retiring(t))
	h.begin("c1", "anna", "boris")
	h.leaves("anna", "c1", "place first:strongest to:7.07")
	h.passTurn()
	for len(h.answeredBy()) == 0 && h.phase() != "blue movement" {
		h.must("boris", "c1", "/end")
	}
	if got := h.answeredBy(); !slices.Equal(got, []string{"withdraw", "withdraw"}) || h.due() != nil {
		t.Fatalf("answered are %q, owed %+v", got, h.due())
	}
	for _, id := range []order.UnitID{"b-1-arm", "b-2-arm"} {
		if at := h.at("anna", id).String(); at != "7.07" {
			t.Errorf("%s is back at %s", id, at)
		}
	}
	mustVerify(t, h.export())
}

// Whoever overstacks at the end of his own phase is there to choose what he removes, unless he wants his
// standing orders to answer even so, or his plan has ended the phase for him.
func TestStandingOrdersRemove(t *testing.T) {
	by := map[string]func(*house){
		"hand": (*house).crowd,
		"hand, with standing orders that answer even so": func(h *house) {
			must(h.Standing.SwitchStanding(h.t.Context(), h.cmd("boris", "c1"), false, true))(h.t)
			h.crowd()
		},
		"a plan": func(h *house) {
			h.plan("boris", "r-1-sec, r-1-inf > 13.08; r-1-mil > 13.08; end!")
			h.passTurn()
			h.wait(5 * time.Minute)
		},
	}
	for name, play := range by {
		t.Run(name, func(t *testing.T) {
			h := planned(t, nil, slow)
			h.leaves("boris", "c1", "remove first:weakest")
			h.tick.Add(1)
			play(h)
			if name == "hand" {
				if due := h.due(); due == nil || due.Kind != "remove" || due.Side != "red" || len(h.answeredBy()) != 0 {
					t.Errorf("owed is %+v, answered %q", due, h.answeredBy())
				}
				return
			}
			if got := h.answeredBy(); !slices.Equal(got, []string{"remove"}) || h.due() != nil ||
				h.phase() != "red combat" {
				t.Errorf("answered are %q in %s, owed %+v", got, h.phase(), h.due())
			}
		})
	}
}

// crowd has Boris move three units to a fourth himself and end the phase.
func (h *house) crowd() {
	h.t.Helper()
	h.passTurn()
	h.tick.Add(1)
	h.must("boris", "c1", "/move units:r-1-sec,r-1-inf to:13.08")
	h.must("boris", "c1", "/move units:r-1-mil to:13.08")
	h.must("boris", "c1", "/end")
}
