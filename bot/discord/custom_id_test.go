package discord

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

func testRoster(n int) unitIndex {
	r := unitIndex{check: "aB", now: "cDeF"}
	for i := range n {
		r.units = append(r.units, order.UnitID(fmt.Sprintf("g-%03d", i)))
	}
	return r
}

func TestChoicesTravelInCustomIDs(t *testing.T) {
	r := testRoster(300)
	pick := rapid.Custom(func(t *rapid.T) view.Pick {
		p := view.Pick{N: rapid.Int8().Draw(t, "n")}
		if rapid.Bool().Draw(t, "has a unit") {
			p.Unit = rapid.SampledFrom(r.units).Draw(t, "unit")
		}
		if rapid.Bool().Draw(t, "has a hex") {
			p.Hex = hex.Hex{Col: rapid.Int8Range(1, 126).Draw(t, "column"), Row: rapid.Int8Range(1, 126).Draw(t, "row")}
		}
		if rapid.Bool().Draw(t, "fills a later option") {
			p.Arg = rapid.Uint8Range(1, 24).Draw(t, "arg")
		}
		return p
	})
	rapid.Check(t, func(t *rapid.T) {
		want := buttonPress{
			action: rapid.SampledFrom([]byte{actShow, actPick, actTurn, actBack, actGive, actToggle, actDue}).Draw(t, "action"),
			page:   rapid.IntRange(0, 30).Draw(t, "page"),
			choice: choice{rapid.IntRange(0, 9999).Draw(t, "question"),
				rapid.SampledFrom([]order.Verb{"move", "stack order"}).Draw(t, "verb"),
				rapid.SliceOfN(pick, 0, 40).Draw(t, "picks")},
		}
		id, ok := want.choice.encode(want.action, want.page, r)
		if ok != (len(id) <= idLimit) {
			t.Fatalf("%d characters are said to fit: %v", len(id), ok)
		}
		got, err := r.decode(id)
		if err != nil {
			t.Fatal(err)
		}
		if got.choice.picks == nil {
			got.choice.picks = []view.Pick{}
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q is read as %+v, written as %+v", id, got, want)
		}
	})
}

func TestARetreatOfThreeUnitsFits(t *testing.T) {
	c := choice{question: 1234, verb: "retreat"}
	r := testRoster(300)
	for _, u := range r.units[250:253] {
		c = c.with(view.Pick{Unit: u})
	}
	for i := range 20 {
		c = c.with(view.Pick{Hex: hex.Hex{Col: 40, Row: int8(i + 1)}, N: 1})
	}
	if id, ok := c.encode(actGive, 0, r); !ok {
		t.Errorf("%q has %d characters", id, len(id))
	}
}

func TestStaleIDs(t *testing.T) {
	r := testRoster(3)
	good, _ := choice{verb: "move", picks: []view.Pick{{Unit: "g-002"}}}.encode(actShow, 0, r)
	fewer := testRoster(2)
	for _, c := range []struct {
		id string
		r  unitIndex
	}{
		{"", r}, {"s", r}, {"s0:0:move", r}, {"s0:0:move:aB:0", r}, {"s0:0:move:aB:!!!", r}, {"s0:x:move:aB:", r},
		{"sx:0:move:aB:", r},
		{"s0:0:move:zz:", r}, {good, fewer}, {good, unitIndex{units: r.units, check: "xx"}}, {"s0:0:move:aB:-00", r},
	} {
		if _, err := c.r.decode(c.id); !errors.Is(err, errStale) {
			t.Errorf("%q is read with %v", c.id, err)
		}
	}
	if _, ok := (choice{verb: "move", picks: []view.Pick{{Unit: "nobody"}}}).encode(actShow, 0, r); ok {
		t.Error("a unit that the roster lacks is written")
	}
}

// So many units as can ever attack a hex fit into a custom ID.
func TestManyUnitsFitIntoACustomID(t *testing.T) {
	r := testRoster(300)
	picks := []view.Pick{{Hex: hex.Hex{Col: 46, Row: 26}}}
	for _, u := range r.units[100:] {
		picks = append(picks, view.Pick{Unit: u})
	}
	id, ok := choice{verb: "overrun", picks: picks}.encode(actGive, 1<<25-1, r)
	if !ok {
		t.Fatalf("%d characters", len(id))
	}
	if got, err := r.decode(id); err != nil || !reflect.DeepEqual(got.choice.picks, picks) {
		t.Errorf("%q is read as %+v (%v)", id, got, err)
	}
	if _, err := r.decode(id[:len(id)-1]); !errors.Is(err, errStale) {
		t.Errorf("cut short it is no error but %v", err)
	}
}
