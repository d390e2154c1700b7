package modules_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"grognard/rules/document"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// toy is a series about wagons with little in common with the Standard Combat Series: both sides move at once,
// hexes cost days, and it may freeze.
type toy struct{}

func (toy) Editions() []string  { return []string{"first"} }
func (toy) Errata() []string    { return nil }
func (toy) Symbols() []string   { return []string{"wagon"} }
func (toy) Help() modules.Help  { return modules.Help{Ratings: "the speed"} }
func (toy) Begin() modules.Part { return &toyPart{data: &toyData{}} }

// toyPart reads frost in game.yaml, days in charts.yaml, the speed of a type, the load of a unit
// and the snow that comes with an arrival.
type toyPart struct {
	data *toyData
	game struct {
		Frost document.Word `yaml:"frost"`
	}
	charts struct {
		Days document.Dict[document.Word] `yaml:"days"`
	}
}

type (
	toyType struct {
		Speed document.Word `yaml:"speed"`
	}
	toyUnit struct {
		Load document.Word `yaml:"load"`
	}
	toyArrival struct {
		Snow document.Word `yaml:"snow"`
	}
)

func (p *toyPart) Shape(of string) any {
	switch of {
	case modules.InGame:
		return &p.game
	case modules.InCharts:
		return &p.charts
	case modules.OfType:
		return &toyType{}
	case modules.OfUnit:
		return &toyUnit{}
	case modules.OfArrival:
		return &toyArrival{}
	}
	return nil
}

func (p *toyPart) Payload() modules.Payload { return p.data }

func (p *toyPart) Mark(*modules.Compiler, *modules.Mark, any)         {}
func (p *toyPart) Map(*modules.Compiler)                              {}
func (p *toyPart) Units(*modules.Compiler)                            {}
func (p *toyPart) Scenario(*modules.Compiler, *modules.Scenario, any) {}
func (p *toyPart) Game(c *modules.Compiler) {
	p.data.Frost = c.Needed(p.game.Frost, document.Spot{}, "frost", 1, 9)
}

func (p *toyPart) Charts(c *modules.Compiler) {
	p.data.Days = map[string]int{}
	for _, e := range p.charts.Days {
		p.data.Days[c.Name(e.Key, e.Key.Spot, "kind")] = c.Count(e.Value, 1, 30)
	}
}

func (p *toyPart) Type(c *modules.Compiler, u *modules.Unit, at document.Spot, own any) {
	u.Steps, u.Own = 1, toyCounter{Speed: c.Needed(own.(*toyType).Speed, at, "speed", 1, 9)}
}

func (p *toyPart) Unit(c *modules.Compiler, u *modules.Unit, _ document.Spot, own any) {
	is, _ := u.Own.(toyCounter)
	is.Load = c.Count(own.(*toyUnit).Load, 0, 5)
	u.Own = is
}

func (p *toyPart) Arrival(c *modules.Compiler, a *modules.Arrival, _ document.Spot, own any) {
	a.Own = c.Count(own.(*toyArrival).Snow, 0, 3)
}

type toyData struct {
	Frost int
	Days  map[string]int
}

type toyCounter struct{ Speed, Load int }

func (d *toyData) Charted(_ order.Side, kind string) bool { return d.Days[kind] > 0 }
func (d *toyData) Free(order.Side, string) bool           { return false }
func (d *toyData) Closed(order.Side, string) bool         { return false }
func (d *toyData) Swallows(order.Side, string) bool       { return false }
func (d *toyData) PhasesOf(order.Side) []string           { return []string{"trek"} }
func (d *toyData) Room() int                              { return 1 }
func (d *toyData) Random(*modules.Scenario) []string      { return nil }
func (d *toyData) Playing([]string) modules.Payload       { return d }
func (d *toyData) Counter(own any, u *modules.Unit) error {
	u.Symbol, u.Size, u.Steps, u.Own = "wagon", "company", 1, own
	return nil
}
func (d *toyData) Guesses(*modules.Definition) []modules.Guess { return nil }
func (d *toyData) Digest() []any                               { return []any{d.Frost, d.Days} }
func (d *toyData) Clone() modules.Payload {
	return &toyData{d.Frost, maps.Clone(d.Days)}
}

// thaw is a change of a case of the series.
type thaw struct{}

func (thaw) Make(ed *modules.Editor) { ed.Def.Own.(*toyData).Frost = 0 }

// trail is a whole game of the series.
func trail() modules.Source {
	return modules.Source{
		"game.yaml": []byte(`id: trail
title: The Trail
series: toy
edition: first
turns: 6
frost: 4
sides:
  - {id: blue, name: Blue, color: "#0072b2"}
  - {id: red, name: Red, color: "#d55e00"}
marks:
  stuck: {name: Stuck, rule: "2.1"}
`),
		"map.yaml": []byte(`columns: 3
rows: {odd: [1, 3], even: [1, 3]}
high: even
ground: open
hexes: {"2.01": [woods]}
`),
		"charts.yaml": []byte("days: {open: 1, woods: 3}\n"),
		"units.yaml": []byte(`types:
  blue-wagon: {side: blue, symbol: wagon, size: company, speed: 3}
  red-wagon: {side: red, symbol: wagon, size: company, speed: 2}
units:
  b-1: {type: blue-wagon, name: 1 Wagon, load: 2}
  b-2: {type: blue-wagon, name: 2 Wagon}
  r-1: {type: red-wagon, name: 1 Wagon}
`),
		"setup.yaml": []byte(`scenarios:
  - id: west
    name: Westward
    setup:
      blue: [{at: "2.03", units: [b-1]}]
      red: [{at: "2.01", units: [r-1]}]
    arrivals:
      - {turn: 2, side: blue, snow: 1, groups: [{at: "2.03", units: [b-2]}]}
`),
	}
}

// A module of another series is read by its dialect: the keys of the series have their values in every mapping,
// next to everything that all modules share.
func TestAnotherSeries(t *testing.T) {
	d := unpack(t, trail())
	sc, _ := d.Scenario("")
	for what, ok := range map[string]bool{
		"the series":        d.Series == "toy" && d.Edition == "first",
		"a key of the game": reflect.DeepEqual(d.Own, &toyData{4, map[string]int{"open": 1, "woods": 3}}),
		"of a unit":         d.Units["b-1"].Own == toyCounter{3, 2} && d.Units["b-2"].Own == toyCounter{Speed: 3},
		"of an arrival":     len(sc.Arrivals) == 1 && sc.Arrivals[0].Own == 1 && len(sc.Arrivals[0].Groups) == 1,
		"a mark": len(d.Marks) == 1 &&
			d.Marks[0] == modules.Mark{ID: "stuck", Name: "Stuck", Rule: "trail 2.1"},
		"terrain by name": slices.Equal(d.Kinds(hx(t, "2.01")), []string{"woods"}) &&
			slices.Equal(d.Kinds(hx(t, "1.01")), []string{"open"}),
		"a set-up": fmt.Sprint(sc.Setup[0].Stands) == "[2.03]",
	} {
		if !ok {
			t.Errorf("%s is not as it should be: %+v", what, d)
		}
	}
	thawed, err := d.With(modules.Edit{Own: thaw{},
		Units: []modules.Counter{{ID: "b-9", Side: "blue", At: hx(t, "1.01"), Own: toyCounter{9, 9}}}})
	noError(t, err)
	if thawed.Own.(*toyData).Frost != 0 || d.Own.(*toyData).Frost != 4 || thawed.Hash == d.Hash ||
		thawed.Units["b-9"].Own != (toyCounter{9, 9}) || thawed.Units["b-9"].Symbol != "wagon" {
		t.Errorf("a case changes %+v to %+v", d.Own, thawed.Own)
	}
}

// Mistakes in the keys of a series are reported at their place, and so is a key of one series in a module of
// another.
func TestFindingsOfAnotherSeries(t *testing.T) {
	const charts = "days: {open: 1, woods: 3}"
	for i, c := range []struct{ file, old, new, want string }{
		{"game.yaml", "frost: 4", "frost: ^much", "whole number from 1 to 9"},
		{"game.yaml", "edition: first", "edition: ^second", `is no edition; known are ["first"]`},
		{"charts.yaml", charts, "days: {open: ^0, woods: 3}", "whole number"},
		{"charts.yaml", charts, "days: {open: 1, woods: ^[3]}", "a single value"},
		{"map.yaml", "[woods]", "[^swamp]", "no terrain chart"},
		{"units.yaml", "symbol: wagon, size: company, speed: 3", "symbol: ^infantry, size: company, speed: 3",
			`known are ["wagon"]`},
		{"units.yaml", "speed: 3", "speed: ^fast", "whole number"},
		{"units.yaml", "blue-wagon: {side: blue, symbol: wagon, size: company, speed: 3}",
			"^blue-wagon: {side: blue, symbol: wagon, size: company}", "speed is missing"},
		{"units.yaml", "load: 2", "load: ^6", "whole number from 0 to 5"},
		{"setup.yaml", "snow: 1", "snow: ^4", "whole number from 0 to 3"},
		{"setup.yaml", `{at: "2.01", units: [r-1]}`, `{at: ^"2.03", units: [r-1]}`, "both sides"},
		// keys of its own in the wrong mapping
		{"units.yaml", "speed: 3", "speed: 3, ^load: 1", `unknown field "load"`},
		{"setup.yaml", "name: Westward", "name: Westward\n    ^snow: 1", `unknown field "snow"`},
		// keys of the Standard Combat Series
		{"game.yaml", "frost: 4", "frost: 4\n^stacking: {limit: 2}", `unknown field "stacking"`},
		{"game.yaml", "frost: 4", "frost: 4\n^phases: {blue: [movement]}", `unknown field "phases"`},
		{"game.yaml", `rule: "2.1"`, `rule: "2.1", ^attack: none`, `unknown field "attack"`},
		{"charts.yaml", charts, charts + "\n^combat: {dice: 2d6}", `unknown field "combat"`},
		{"units.yaml", "speed: 3", "speed: 3, ^full: 4-4-5", `unknown field "full"`},
		{"units.yaml", "types:", "^air: {blue: {regular: 3}}\ntypes:", `unknown field "air"`},
		{"setup.yaml", "snow: 1", "snow: 1, ^air: 2", `unknown field "air"`},
		{"setup.yaml", "name: Westward", "name: Westward\n    ^cup: [blue-wagon]", `unknown field "cup"`},
		// no such series
		{"game.yaml", "series: toy", "series: ^ocs", `"ocs" is no series; known are ["scs" "toy"]`},
		{"game.yaml", "series: toy", "series: ^[toy]", "a single value"},
	} {
		t.Run(fmt.Sprintf("%d %s", i, c.want), func(t *testing.T) { finds(t, trail(), c.file, c.old, c.new, c.want) })
	}
	for i, c := range []struct{ file, old, new, want string }{
		{"game.yaml", "overrun: any", "overrun: any\n^frost: 4", `unknown field "frost"`},
		{"charts.yaml", "terrain:", "^days: {open: 1}\nterrain:", `unknown field "days"`},
		{"units.yaml", "name: 1 Inf Div", "name: 1 Inf Div, ^load: 2", `unknown field "load"`},
		{"units.yaml", "full: 4-4-5", "full: 4-4-5, ^speed: 3", `unknown field "speed"`},
		{"setup.yaml", "name: The Crossing", "name: The Crossing\n    arrivals: [{turn: 2, side: blue, ^snow: 1}]",
			`unknown field "snow"`},
	} {
		t.Run(fmt.Sprintf("%d scs %s", i, c.want),
			func(t *testing.T) { finds(t, ford(t), c.file, c.old, c.new, c.want) })
	}
}

// A module with an unknown or missing series is a single finding, because its own keys cannot be judged without
// a dialect. A file that is not YAML is still reported.
func TestUnknownSeries(t *testing.T) {
	for series, want := range map[string]string{
		"series: ocs\n": `game.yaml:3:9: "ocs" is no series; known are ["scs" "toy"]`,
		"":              "game.yaml: series is missing",
		"series:\n":     "game.yaml: series is missing",
		"series: ~\n":   "game.yaml: series is missing",
	} {
		src := trail()
		replaceIn(t, src, "game.yaml", "series: toy\n", series)
		src["units.yaml"] = append(src["units.yaml"], "whatever: {it: says}\n"...)
		nobodys := `units.yaml:8:1: unknown field "whatever"`
		if d, err := games().Reopen(modules.Pack(src)); d != nil || err == nil || err.Error() != want+"\n"+nobodys {
			t.Errorf("%q: want %s and %s, got %v", series, want, nobodys, err)
		}
		src["map.yaml"] = []byte("columns: {")
		if _, err := games().Unpack(modules.Pack(src)); len(findings(err)) != 3 {
			t.Errorf("%q and a map that is no YAML: got %v", series, err)
		}
	}
	for text, want := range map[string]string{
		"- a\n":          "game.yaml:1:1: here should stand keys with values, not a list",
		"a\n":            "game.yaml:1:1: here should stand keys with values, not a single value",
		"series: [a]\n":  "game.yaml:1:9: here should stand a single value, not a list",
		"seriesx: toy\n": `game.yaml:1:1: unknown field "seriesx"`,
	} {
		src := trail()
		src["game.yaml"] = []byte(text)
		refused(t, src, want)
	}
	if _, err := (modules.Dialects{}).Load("drill"); err == nil ||
		!strings.Contains(err.Error(), `"scs" is no series; known are []`) {
		t.Errorf("without dialects: got %v", err)
	}
}

// An overlay works for the keys of a series as for all others: merged at every depth, with its mistakes
// reported in it.
func TestOverlayOfAnotherSeries(t *testing.T) {
	src := trail()
	src[modules.Overlay+"units.yaml"] = []byte("types:\n  blue-wagon: {speed: 9}\nunits:\n  b-1: {load: ~}\n")
	src[modules.Overlay+"charts.yaml"] = []byte("days: {woods: 7}\n")
	src[modules.Overlay+"setup.yaml"] = []byte("# nothing\n")
	d := unpack(t, src)
	if own := d.Own.(*toyData); d.Units["b-1"].Own != (toyCounter{Speed: 9}) || own.Days["woods"] != 7 ||
		own.Days["open"] != 1 || !d.Origin.Overlaid || d.Origin.Ships {
		t.Errorf("the game is %+v with %+v", own, d.Units)
	}
	finds(t, maps.Clone(src), modules.Overlay+"units.yaml", "speed: 9", "speed: 9, ^full: 1-1-1",
		`unknown field "full"`)
	finds(t, maps.Clone(src), modules.Overlay+"units.yaml", "load: ~", "load: ^9", "whole number from 0 to 5")
	finds(t, maps.Clone(src), modules.Overlay+"charts.yaml", "woods: 7", "woods: ^0", "whole number from 1 to 30")
}
