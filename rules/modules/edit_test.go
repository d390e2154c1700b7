package modules_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"grognard/rules/chart"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

// with edits a module and checks that the module itself stays as it was.
func with(t *testing.T, id string, e modules.Edit) *modules.Definition {
	t.Helper()
	d := load(t, id)
	got := must.Get(d.With(e))(t)
	if !reflect.DeepEqual(d, load(t, id)) {
		t.Fatal("the edit changed the module itself")
	}
	if got.Hash == d.Hash {
		t.Error("the changed copy goes by the module's hash")
	}
	return got
}

// Blank makes every hex open and removes rivers and roads; points and holders of places stay. Other changes come after.
func TestEditBlank(t *testing.T) {
	was := load(t, "afb")
	d := with(t, "afb", modules.Edit{
		Blank: true,
		Hexes: map[hex.Hex][]string{hx(t, "10.10"): {"swamp"}},
		Sides: map[hex.Side][]string{side(t, "10.10/10.11"): {"minor-river"}},
		Roads: []geography.Way{{Kind: "track", Path: []hex.Hex{hx(t, "10.10"), hx(t, "10.11")}}},
	})
	for h := range d.Grid.All() {
		if want := h != hx(t, "10.10"); slices.Equal(d.Kinds(h), []string{"open"}) != want {
			t.Errorf("%s is %q", h, d.Kinds(h))
		}
	}
	s := side(t, "10.10/10.11")
	facts{
		"hexsides":                            {d.Borders, map[hex.Side][]string{s: {"minor-river"}}},
		"roads":                               {d.Roads, map[hex.Side][]string{s: {"track"}}},
		"waters drawn, as the rules see them": {len(d.Water), 1},
		"ways drawn, as the rules see them":   {len(d.Ways), 1},
		"places":                              {d.Places, was.Places},
		"who controls them":                   {d.Control, was.Control},
	}.hold(t)
	if len(d.Places) == 0 {
		t.Error("there are no places that could change")
	}
}

// A hexside of a case replaces the module's, in the rules and in the drawing.
func TestEditHexside(t *testing.T) {
	was := load(t, "afb")
	course := was.Water[slices.IndexFunc(was.Water, func(c geography.Course) bool { return c.Kind == "major-river" })]
	s, next := course.Sides[0], course.Sides[1]
	d := with(t, "afb", modules.Edit{Sides: map[hex.Side][]string{s: {"lake"}, next: nil}})
	if got := d.Borders[s]; !slices.Equal(got, []string{"lake"}) {
		t.Errorf("%s is %q", s, got)
	}
	if got, ok := d.Borders[next]; ok {
		t.Errorf("%s is %q", next, got)
	}
	drawn := map[hex.Side][]string{}
	for _, c := range d.Water {
		for _, s := range c.Sides {
			drawn[s] = append(drawn[s], c.Kind)
		}
	}
	if !reflect.DeepEqual(drawn, d.Borders) {
		t.Error("the hexsides drawn are not those of the rules")
	}
}

func TestEditRefuses(t *testing.T) {
	off, on := hx(t, "21.01"), hx(t, "10.10")
	cases := []struct {
		name string
		edit modules.Edit
		want string
	}{
		{"edition", modules.Edit{Edition: "3.0"}, "no edition"},
		{"hex", modules.Edit{Hexes: map[hex.Hex][]string{off: {"open"}}}, "21.01 is not on the map"},
		{"terrain", modules.Edit{Hexes: map[hex.Hex][]string{on: {"wood"}}}, "no terrain chart"},
		{"feature", modules.Edit{Sides: map[hex.Side][]string{side(t, "10.10/10.11"): {"creek"}}}, "no terrain chart"},
		{"hexside", modules.Edit{Sides: map[hex.Side][]string{side(t, "10.10/10.12"): {"lake"}}}, "do not touch"},
		{"hexside off", modules.Edit{Sides: map[hex.Side][]string{side(t, "20.10/21.10"): {"lake"}}}, "not on the map"},
		{"road", modules.Edit{Roads: []geography.Way{{Kind: "road", Path: []hex.Hex{on, hx(t, "10.12")}}}}, "jumps"},
		{"road kind", modules.Edit{Roads: []geography.Way{{Kind: "path", Path: []hex.Hex{on}}}}, "no terrain chart"},
		{"supply", modules.Edit{Supply: map[order.Side][]hex.Hex{"green": {on}}}, "no side"},
		{"supply hex", modules.Edit{Supply: map[order.Side][]hex.Hex{"red": {off}}}, "not on the map"},
		{"control", modules.Edit{Control: map[hex.Hex]order.Side{on: "green"}}, "no side"},
		{"column", modules.Edit{Own: data.Edit{Results: map[string]map[int]chart.Result{"9:1": {7: {}}}}},
			"no column 9:1"},
		{"plus", modules.Edit{Own: data.Edit{Results: map[string]map[int]chart.Result{"5:1+": {7: {}}}}},
			"no column 5:1+"},
		{"roll", modules.Edit{Own: data.Edit{Results: map[string]map[int]chart.Result{"1:1": {13: {}}}}}, "no row 13"},
		{"row", modules.Edit{Own: data.Edit{Terrain: map[string]data.Effects{"mud": {}}}}, "no terrain chart"},
		{"scale", modules.Edit{Own: data.Edit{Terrain: map[string]data.Effects{"open": {Cost: chart.Frac(1, 1009)}}}},
			"parts"},
		{"cost", modules.Edit{Own: data.Edit{Terrain: map[string]data.Effects{"open": {Cost: chart.Whole(101)}}}},
			"more than 100"},
		{"unit twice", modules.Edit{Units: []modules.Counter{{ID: "b1", Side: "blue"}, {ID: "b1", Side: "blue"}}},
			"twice"},
		{"unit name", modules.Edit{Units: []modules.Counter{{ID: "B 1", Side: "blue"}}}, "identifier"},
		{"unit side", modules.Edit{Units: []modules.Counter{{ID: "b1", Side: "green"}}}, "no side"},
		{"unit hex", modules.Edit{Units: []modules.Counter{{ID: "b1", Side: "blue", At: off}}}, "not on the map"},
		{"loss markers", modules.Edit{Units: []modules.Counter{{ID: "b1",
			Side: "blue", Own: data.Counter{LossMarkers: 1}}}}, "no reduced side"},
		{"arrival", modules.Edit{Units: []modules.Counter{{ID: "b1", Side: "blue", Due: 1}}}, "no hex to arrive"},
		{"arrival hex", modules.Edit{Units: []modules.Counter{{ID: "b1", Side: "blue", Due: 1,
			Entry: []hex.Hex{off}}}}, "not on the map"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d, err := load(t, "drill").With(c.edit)
			if err == nil || d != nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("want %q, got %v", c.want, err)
			}
		})
	}
}

func TestParseValues(t *testing.T) {
	for s, want := range map[string]data.Values{
		"8-9-6":    {Attack: 8, Defence: 9, Move: 6},
		"x-3-6":    {Attack: view.Blank, Defence: 3, Move: 6},
		"0-2-0":    {Defence: 2},
		"999-99-9": {Attack: 999, Defence: 99, Move: 9},
	} {
		if got, err := data.ParseValues(s); err != nil || got != want {
			t.Errorf("%s is %v, %v", s, got, err)
		}
	}
	for _, s := range []string{"", "8-9", "8-9-6-1", "8--6", "-8-9-6", "1000-9-6", "8-9-X", "8 - 9 - 6", "１-2-3"} {
		if got, err := data.ParseValues(s); err == nil {
			t.Errorf("%q was read as %v", s, got)
		}
	}
}

// A unit that may arrive at several hexes gets an entry area of its own, and the module does not.
func TestEditArrivals(t *testing.T) {
	entry := []hex.Hex{hx(t, "46.10"), hx(t, "46.11")}
	d := with(t, "afb", modules.Edit{Units: []modules.Counter{{ID: "s1", Side: "soviet", Due: 2, Entry: entry,
		Own: data.Counter{Full: data.Values{Attack: 9, Defence: 9, Move: 6}}}}})
	sc, _ := d.Scenario("")
	i := slices.IndexFunc(sc.Arrivals, func(a modules.Arrival) bool { return a.Turn == 2 && a.Side == "soviet" })
	if area, _ := d.Area(sc.Arrivals[i].Groups[0].Entry); !slices.Equal(area.Hexes, entry) {
		t.Errorf("it arrives at %v", area)
	}
}
