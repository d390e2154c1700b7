package modules_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"grognard/rules/chart"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

// with edits a module and checks that the module itself stays as it was.
func with(t *testing.T, id string, e modules.Edit) *modules.Definition {
	t.Helper()
	d := load(t, id)
	got := must(d.With(e))(t)
	if !reflect.DeepEqual(d, load(t, id)) {
		t.Fatal("the edit changed the module itself")
	}
	if got.Hash == d.Hash {
		t.Error("the changed copy goes by the module's hash")
	}
	return got
}

func TestEditTerrain(t *testing.T) {
	at, city := hx(t, "12.14"), hx(t, "14.21")
	d := with(t, "afb", modules.Edit{Hexes: map[hex.Hex][]string{at: {"light-woods", "village"}, city: nil}})
	facts{
		"a hex with other terrain":           {d.Kinds(at), []string{"light-woods", "village"}},
		"the ground in place of what it was": {d.Kinds(city), []string{"open"}},
	}.hold(t)
}

// Blank makes every hex open and removes rivers and roads; points and holders of places stay. Other changes
// come after it.
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

func TestEditSupplyAndControl(t *testing.T) {
	was := load(t, "afb")
	vitebsk := hx(t, "14.21")
	d := with(t, "afb", modules.Edit{
		Supply:  map[order.Side][]hex.Hex{"german": {hx(t, "1.10")}},
		Control: map[hex.Hex]order.Side{vitebsk: "german"},
		Edition: "1.7",
	})
	facts{
		"the sources of the side": {d.Sources["german"], []modules.SupplySource{{Hex: hx(t, "1.10")}}},
		"those of the other side": {d.Sources["soviet"], was.Sources["soviet"]},
		"who controls Vitebsk":    {d.Control[vitebsk], order.Side("german")},
		"the edition":             {d.Edition, "1.7"},
	}.hold(t)
}

func TestEditTables(t *testing.T) {
	d := with(t, "drill", modules.Edit{Own: data.Edit{
		Results: map[string]map[int]chart.Result{"1:1": {7: {AttackerSteps: 1, AttackerRetreat: 1}}},
		Terrain: map[string]data.Effects{
			"light-woods": {Row: data.Row{Defence: chart.Whole(2)}},
			"swamp":       {Cost: chart.Frac(1, 3)},
		},
	}})
	if got := data.Of(d).Combat.Rows[7][2].String(); got != "A1r1" {
		t.Errorf("1:1 on a 7 is %s", got)
	}
	if got := data.Of(d).Combat.Rows[7][1].String(); got != "A1D1" {
		t.Errorf("the column beside it is %s", got)
	}
	for _, s := range d.Sides {
		if got := data.Of(d).Charts[s.ID]["light-woods"]; !reflect.DeepEqual(got, data.Row{Defence: chart.Whole(2)}) {
			t.Errorf("%s: the row is %+v, want nothing of the module's", s.ID, got)
		}
		// A third of a point: the scale of 4 becomes 12, for every row.
		for kind, want := range map[string]int{"open": 12, "road": 3, "swamp": 4, "heavy-woods": 36} {
			if got := data.Of(d).Charts[s.ID][kind].Move; got != want || data.Of(d).Scale != 12 {
				t.Errorf("%s: %s costs %d of %d", s.ID, kind, got, data.Of(d).Scale)
			}
		}
	}
}

func TestEditUnits(t *testing.T) {
	full := data.Values{Attack: 9, Defence: 9, Move: 6}
	reduced := data.Values{Attack: 5, Defence: 5, Move: 6}
	d := with(t, "afb", modules.Edit{Units: []modules.Counter{
		{ID: "g2", Side: "german", At: hx(t, "10.10"), Own: data.Counter{Full: full, Reduced: &reduced, Exploit: true}},
		{ID: "g1", Side: "german", At: hx(t, "10.10"),
			Own: data.Counter{Full: data.Values{Attack: view.Blank, Defence: 3, Move: 6}}},
		{ID: "g3", Side: "german", Due: 2, Entry: []hex.Hex{hx(t, "1.10")},
			Own: data.Counter{Full: full, Reduced: &reduced, LossMarkers: 2}},
		{ID: "s1", Side: "soviet", Due: 2, Entry: []hex.Hex{hx(t, "46.10"), hx(t, "46.11")},
			Own: data.Counter{Full: full}},
		{ID: "s2", Side: "soviet", Own: data.Counter{Full: full}},
	}})
	for id, want := range map[order.UnitID]int{"g1": 1, "g2": 2, "g3": 4, "s1": 1, "s2": 1} {
		if u := d.Units[id]; u.Steps != want || u.ID != id {
			t.Errorf("%s is %+v, want %d steps", id, u, want)
		}
	}
	if !data.UnitOf(d.Units["g2"]).Exploit || data.UnitOf(d.Units["g1"]).Full.Attack != view.Blank {
		t.Errorf("g2 is %+v, g1 %+v", d.Units["g2"], d.Units["g1"])
	}
	if !slices.Equal(d.Roster, slices.Sorted(maps.Keys(d.Units))) {
		t.Error("the roster is not every unit, by identifier")
	}
	for id, u := range d.Units {
		if len(id) != 2 && !u.Made {
			t.Errorf("%s of the module is still there", id)
		}
	}
	garrisons := func(d *modules.Definition) (n int) {
		for _, u := range d.Units {
			if u.Made {
				n++
			}
		}
		return n
	}
	if was := garrisons(load(t, "afb")); was == 0 || garrisons(d) != was {
		t.Errorf("%d garrisons of %d stay", garrisons(d), was)
	}
	sc, _ := d.Scenario("")
	var setup []order.UnitID
	for _, g := range sc.Setup {
		setup = append(setup, g.Units...)
	}
	if !slices.Equal(setup, []order.UnitID{"g2", "g1"}) {
		t.Errorf("set up are %v, want those with a hex, as written", setup)
	}
	checkArrivals(t, d, sc)
}

// The arrivals contain only the case's units, with the rolls and replacements of the module.
func checkArrivals(t *testing.T, d *modules.Definition, sc *modules.Scenario) {
	t.Helper()
	module := load(t, "afb")
	was, _ := module.Scenario("")
	if len(sc.Arrivals) != len(was.Arrivals) {
		t.Fatalf("%d arrivals, want %d", len(sc.Arrivals), len(was.Arrivals))
	}
	for i, a := range sc.Arrivals {
		b := was.Arrivals[i]
		if !reflect.DeepEqual(a.Own, b.Own) {
			t.Errorf("turn %d of %s: %+v, want the rolls of %+v", a.Turn, a.Side, a, b)
		}
		if a.Turn != 2 {
			if len(a.Groups) > 0 {
				t.Errorf("on turn %d arrive %v", a.Turn, a.Groups)
			}
			continue
		}
		if len(a.Groups) != 1 {
			t.Fatalf("turn 2 of %s: %v", a.Side, a.Groups)
		}
		g := a.Groups[0]
		if a.Side == "german" && g.At != hx(t, "1.10") {
			t.Errorf("g3 arrives at %v", g)
		}
		if area, ok := d.Area(g.Entry); a.Side == "soviet" && (!ok || len(area.Hexes) != 2) {
			t.Errorf("s1 arrives at %v", g)
		}
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
