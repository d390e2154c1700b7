package page_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"grognard/bot/discord/page"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"

	"pgregory.net/rapid"
)

func testRoster(n int) page.UnitIndex {
	r := page.UnitIndex{Check: "aB", Now: "cDeF"}
	for i := range n {
		r.Units = append(r.Units, order.UnitID(fmt.Sprintf("g-%03d", i)))
	}
	return r
}

func TestChoice_CustomID(t *testing.T) {
	r := testRoster(300)
	pick := rapid.Custom(func(t *rapid.T) view.Pick {
		p := view.Pick{N: rapid.Int8().Draw(t, "n")}
		if rapid.Bool().Draw(t, "has a unit") {
			p.Unit = rapid.SampledFrom(r.Units).Draw(t, "unit")
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
		want := page.ButtonPress{
			Action: rapid.SampledFrom([]byte{page.ActShow, page.ActPick, page.ActTurn, page.ActBack, page.ActGive,
				page.ActToggle, page.ActDue}).Draw(t, "action"),
			Page: rapid.IntRange(0, 30).Draw(t, "page"),
			Choice: page.Choice{Question: rapid.IntRange(0, 9999).Draw(t, "question"),
				Verb:  rapid.SampledFrom([]order.Verb{"move", "stack order"}).Draw(t, "verb"),
				Picks: rapid.SliceOfN(pick, 0, 40).Draw(t, "picks")},
		}
		id, ok := want.Choice.Encode(want.Action, want.Page, r)
		if ok != (len(id) <= page.IdLimit) {
			t.Fatalf("%d characters are said to fit: %v", len(id), ok)
		}
		got := must.Get(r.Decode(id))(t)
		if got.Choice.Picks == nil {
			got.Choice.Picks = []view.Pick{}
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q is read as %+v, written as %+v", id, got, want)
		}
	})
}

func TestChoice_RetreatOfThreeUnits(t *testing.T) {
	c := page.Choice{Question: 1234, Verb: "retreat"}
	r := testRoster(300)
	for _, u := range r.Units[250:253] {
		c = c.With(view.Pick{Unit: u})
	}
	for i := range 20 {
		c = c.With(view.Pick{Hex: hex.Hex{Col: 40, Row: int8(i + 1)}, N: 1})
	}
	if id, ok := c.Encode(page.ActGive, 0, r); !ok {
		t.Errorf("%q has %d characters", id, len(id))
	}
}

func TestChoice_Stale(t *testing.T) {
	r := testRoster(3)
	good, _ := page.Choice{Verb: "move", Picks: []view.Pick{{Unit: "g-002"}}}.Encode(page.ActShow, 0, r)
	fewer := testRoster(2)
	for _, c := range []struct {
		id string
		r  page.UnitIndex
	}{
		{"", r}, {"s", r}, {"s0:0:move", r}, {"s0:0:move:aB:0", r}, {"s0:0:move:aB:!!!", r}, {"s0:x:move:aB:", r},
		{"sx:0:move:aB:", r},
		{"s0:0:move:zz:", r}, {good, fewer}, {good, page.UnitIndex{Units: r.Units, Check: "xx"}}, {"s0:0:move:aB:-00",
			r},
	} {
		if _, err := c.r.Decode(c.id); !errors.Is(err, page.ErrStale) {
			t.Errorf("%q is read with %v", c.id, err)
		}
	}
	if _, ok := (page.Choice{Verb: "move", Picks: []view.Pick{{Unit: "nobody"}}}).Encode(page.ActShow, 0, r); ok {
		t.Error("a unit that the roster lacks is written")
	}
}

// As many units as can ever attack a hex fit into a custom ID.
func TestChoice_ManyUnits(t *testing.T) {
	r := testRoster(300)
	picks := []view.Pick{{Hex: hex.Hex{Col: 46, Row: 26}}}
	for _, u := range r.Units[100:] {
		picks = append(picks, view.Pick{Unit: u})
	}
	id, ok := page.Choice{Verb: "overrun", Picks: picks}.Encode(page.ActGive, 1<<25-1, r)
	if !ok {
		t.Fatalf("%d characters", len(id))
	}
	if got, err := r.Decode(id); err != nil || !reflect.DeepEqual(got.Choice.Picks, picks) {
		t.Errorf("%q is read as %+v (%v)", id, got, err)
	}
	if _, err := r.Decode(id[:len(id)-1]); !errors.Is(err, page.ErrStale) {
		t.Errorf("cut short it is no error but %v", err)
	}
}
