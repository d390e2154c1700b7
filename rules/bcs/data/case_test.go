package data_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"grognard/rules/bcs/data"
	"grognard/rules/casefile"
	"grognard/rules/document"
	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// aCase is a case as far as the series reads it, and its units.
type aCase struct {
	series.Case
	units []modules.Counter
}

// read reads the series' keys of a case, and of its units what every case can say of them.
func read(t *testing.T, text string) (aCase, error) {
	t.Helper()
	file := must.Get(document.Read("case.yaml", []byte(text),
		document.Limits{Bytes: 1 << 16, Lines: 999, Line: 999, Depth: 9}))(t)
	c := aCase{Case: data.NewCase()}
	var units []series.CaseUnit
	keys := casefile.Keys{"units": func(n casefile.Node) error {
		pairs, err := n.Mapping()
		for _, p := range pairs {
			u, k, steps := c.Unit(order.UnitID(p.Key)), modules.Counter{ID: order.UnitID(p.Key)}, 0
			common := casefile.Keys{
				"at":    casefile.Into(&k.At, casefile.Node.Hex),
				"steps": casefile.Into(&steps, casefile.Node.Whole),
				"dead":  casefile.Into(new(bool), casefile.Node.Yes),
			}
			if err := p.Value.Fields(u.Keys.Beside(common)); err != nil {
				return err
			}
			u.Unit.(series.Stepped).Steps(steps)
			c.units, units = append(c.units, k), append(units, u)
		}
		return err
	}}
	if err := (casefile.Node{Node: file}).Fields(keys.Beside(c.Keys())); err != nil {
		return c, err
	}
	for i, u := range units {
		c.units[i].Own, _ = u.Unit.Own()
		c.units[i].Side = u.Unit.(series.Sided).Side()
	}
	return c, nil
}

// begin reads a case and begins with it on the drill.
func begin(t *testing.T, text string) (*modules.Definition, *data.Start, error) {
	t.Helper()
	c, err := read(t, text)
	if err != nil {
		return nil, nil, err
	}
	d, err := drill(t).With(modules.Edit{Blank: true, Own: c.Edit(), Units: c.units})
	if err != nil {
		return nil, nil, err
	}
	start, err := c.Begins(d, view.Phase{})
	if err != nil {
		return nil, nil, err
	}
	return d, start.(*data.Start), nil
}

func mustBegin(t *testing.T, text string) (*modules.Definition, *data.Start) {
	t.Helper()
	d, start, err := begin(t, text)
	must.Do(t, err)
	return d, start
}

func at(t *testing.T, text string) hex.Hex {
	t.Helper()
	return must.Get(hex.Parse(text))(t)
}

// two has one Formation on each side, and a unit of the first.
const two = `
formations:
  A: {side: blue, hq: "8.05", radius: 6}
  R: {side: red, hq: "8.18", radius: 6}
units:
  a1: {formation: A, at: "8.08", deployed: ar3 leg4 arrow}
`

func TestCase_Formations(t *testing.T) {
	d, start := mustBegin(t, `
formations:
  B: {side: blue, hq: "8.05", radius: 6, trains: "8.01", ghost: true, fatigue: fresh, coordinated: true, arty: 2,
      used: initial}
  A: {side: blue, hq: "9.05", radius: 7, trains: off-map, msr-blocked: 2, fatigue: 4, used: both, recovered: true}
  C: {side: blue, hq: "9.06", radius: 7, trains: off-map}
  R: {side: red, hq: "8.18", radius: 6, prepared: true, support: [av3/1 2, av4/3 1 stand-off], blob: ["8.17", "8.18"]}
units: {}
`)
	own := data.Of(d)
	if len(own.Formations) != 4 || own.Formations[0].ID != "B" || own.Formations[1].ID != "A" {
		t.Fatalf("the Formations are %+v", own.Formations)
	}
	b, r := own.Formations[0], own.Formations[3]
	if b.HQ != "hq-B" || b.Trains != "trains-B" || b.Radius != 6 || b.Arty != 2 || b.Side != "blue" {
		t.Errorf("B is %+v", b)
	}
	if r.Trains != "" || !reflect.DeepEqual(r.Blob, []hex.Hex{at(t, "8.17"), at(t, "8.18")}) || len(r.Supports) != 2 ||
		r.Supports[0].Steps != 2 || r.Supports[0].AV != (data.AV{Value: 3, Range: 1}) || !r.Supports[1].StandOff {
		t.Errorf("R is %+v", r)
	}
	for id, want := range map[order.GroupID]data.Stand{
		"B": {HQ: at(t, "8.05"), Trains: at(t, "8.01"), Ghost: true, Fatigue: data.FreshLevel, Coordinated: true,
			Used: 1},
		"A": {HQ: at(t, "9.05"), Trains: hex.None, OffMap: true, Blocked: 2, Fatigue: 4, Used: 2, Recovered: true},
		"C": {HQ: at(t, "9.06"), Trains: hex.None, OffMap: true, Blocked: 1},
		"R": {HQ: at(t, "8.18"), Trains: hex.None, Prepared: true},
	} {
		if got := start.Formations[id]; got != want {
			t.Errorf("%s stands as %+v, want %+v", id, got, want)
		}
	}
	var made []string
	for _, id := range d.Roster {
		made = append(made, string(id))
		if u := d.Units[id]; !u.Made || data.UnitOf(u).Role == data.Combat {
			t.Errorf("unit %+v", u)
		}
	}
	want := []string{"hq-A", "hq-B", "hq-C", "hq-R", "trains-A", "trains-B", "trains-C"}
	if !reflect.DeepEqual(made, want) {
		t.Errorf("the units are %q, want %q", made, want)
	}
	if hq := data.UnitOf(d.Units["hq-A"]).Faces[data.Deployed]; hq.Move != 8 || hq.Class != data.Truck {
		t.Errorf("an HQ is %+v", hq)
	}
}

func TestCase_Units(t *testing.T) {
	d, start := mustBegin(t, `
units: # before the Formations that decide their sides
  a1: {formation: A, at: "8.08", deployed: ar3 tac8 arrow av4/2, move: ar3 tac12, up: move, steps: 2, of: 3}
  a2: {formation: A, at: "8.08", deployed: arrow ar2 leg4, stopped: true, fires: 1, spent: 1/2, dropped: true}
  a3: {formation: A, dead: true, deployed: ar2 leg4 recon, of: 4}
  a4: {formation: A, returning: true, deployed: ar2 leg4, steps: 3, finished: true, fires: 2, spent: 3}
  r1: {formation: R, at: "8.12", deployed: ar3 leg4}
formations:
  A: {side: blue, hq: "8.05", radius: 6}
  R: {side: red, hq: "8.18", radius: 6}
`)
	for id, want := range map[order.UnitID]data.Doing{
		"a1": {Up: data.Moving, Steps: 2},
		"a2": {Steps: 1, Stopped: true, Fires: 1, Spent: 1, Dropped: true},
		"a3": {Steps: 1},
		"a4": {Steps: 3, Finished: true, Fires: 2, Spent: 6, Returning: true},
		"r1": {Steps: 1},
	} {
		if got := start.Units[id]; got != want {
			t.Errorf("%s has done %+v, want %+v", id, got, want)
		}
	}
	for id, steps := range map[order.UnitID]int{"a1": 3, "a2": 1, "a3": 4, "a4": 3, "r1": 1} {
		if got := d.Units[id].Steps; got != steps {
			t.Errorf("%s has %d steps printed, want %d", id, got, steps)
		}
	}
	a1, a2 := data.UnitOf(d.Units["a1"]), data.UnitOf(d.Units["a2"])
	if !a1.Two || a1.Faces[data.Moving].Move != 12 || a1.Faces[data.Deployed].AV.Range != 2 || a2.Two ||
		a1.Formation != "A" {
		t.Errorf("a1 is %+v, a2 %+v", a1, a2)
	}
	if d.Units["a1"].Side != "blue" || d.Units["r1"].Side != "red" {
		t.Error("a unit is not on the side of its Formation")
	}
}

// What is left out has the values that the format gives it; each spelling of a value means the same.
func TestCase_Spellings(t *testing.T) {
	full := data.Active{Formation: "A", Step: "activities", Snafu: data.Full}
	for text, want := range map[string]*data.Active{
		"":                       nil,
		"active: none":           nil,
		"active: A":              &full,
		"active: {formation: A}": &full,
		"active: {formation: A, step: declare, snafu: partial, second: true}": {Formation: "A", Step: "declare",
			Snafu: data.Partial, Second: true},
		"active: {formation: A, step: snafu}":    {Formation: "A", Step: "declare", Snafu: data.Full},
		"active: {formation: A, snafu: fail}":    {Formation: "A", Step: "snafu", Snafu: data.Fail},
		"active: {formation: A, step: clean up}": {Formation: "A", Step: "clean-up", Snafu: data.Full},
	} {
		if _, start := mustBegin(t, two+text); !reflect.DeepEqual(start.Active, want) {
			t.Errorf("%q begins with %+v, want %+v", text, start.Active, want)
		}
	}
	d, start := mustBegin(t, two)
	if start.Seen != 0 || len(start.Traffic)+len(start.Objectives)+len(start.MSR) > 0 || data.Of(d).Victory != nil {
		t.Errorf("a bare case begins with %+v", start)
	}
	d, start = mustBegin(t, two+`
objectives: {A: ["8.10", "9.10"], R: []}
victory-hexes: "8.11"
traffic: ["8.12"]
attacked: ["8.13"]
barraged: "8.14"
msr: {A: ["8.05", "8.04"]}
air: {blue: 2}
points: {blue: {av: 1, other: 2}, red: {other: 3}}
visibility: 4
terrain: {woods: {tac: 3, truck: P, leg: 1/2, terrain: true, key: true}}
tables: {snafu: none, combat: d1 automatic, second: {2-6: denied, 7-12: granted}}
`)
	one := func(text string) []hex.Hex { return []hex.Hex{at(t, text)} }
	want := &data.Start{Formations: start.Formations, Units: start.Units,
		Objectives: map[order.GroupID][]hex.Hex{"A": {at(t, "8.10"), at(t, "9.10")}, "R": {}},
		Traffic:    one("8.12"), Attacked: one("8.13"), Barraged: one("8.14"),
		MSR: map[order.GroupID][]hex.Hex{"A": {at(t, "8.05"), at(t, "8.04")}}, Air: map[order.Side]int{"blue": 2},
		Points: map[order.Side]data.Points{"blue": {AV: 1, Other: 2}, "red": {Other: 3}}, Seen: 4}
	if !reflect.DeepEqual(start, want) {
		t.Errorf("it begins with\n%+v, want\n%+v", start, want)
	}
	own := data.Of(d)
	if !reflect.DeepEqual(own.Victory, one("8.11")) || own.Tables[data.Snafu] != nil ||
		own.Tables[data.CombatT].Breaks[0].Rows[0].Retreat != data.Automatic ||
		len(own.Tables[data.Second].Modifiers) != 1 {
		t.Errorf("the tables are %+v, victory in %v", own.Tables, own.Victory)
	}
	if w := own.Terrain["woods"]; w.Cost != [3]int{6, data.Closed, 1} || !w.Key || w.Blocking {
		t.Errorf("woods are %+v", w)
	}
}

// Each mistake is told, with its place where it has one.
func TestCase_Mistakes(t *testing.T) {
	one := func(more string) string {
		return fmt.Sprintf(`formations: {A: {side: blue, hq: "8.05", radius: 6, %s}}`, more)
	}
	for name, c := range map[string]struct{ text, want string }{
		"no radius": {`formations: {A: {side: blue, hq: "8.05"}}`,
			"line 1, column 14: formation A needs side, hq and radius"},
		"key":           {"formations: {A: {side: blue, colour: red}}", "unknown key colour"},
		"trains":        {one("trains: home"), "column 61"},
		"ghost":         {one("ghost: true"), "no trains"},
		"fatigue":       {one("fatigue: 5"), "5 is not from 0 to 4"},
		"used":          {one("used: twice"), `"twice" is no activation`},
		"support":       {one("support: [2]"), "quote"},
		"support words": {one("support: [av3]"), "av3"},
		"side":          {"formations: {A: {side: green, hq: \"8.05\", radius: 6}}", `"green" is no side`},
		"off the map": {`formations: {A: {side: blue, hq: "28.05", radius: 6}}`,
			"hex 28.05 of formation A is not on the map"},
		"active":          {two + "active: {formation: Q}", `line 7, column 9: "Q" is no formation`},
		"active nobody":   {two + "active: {step: declare}", "active formation is missing"},
		"step":            {two + "active: {formation: A, step: dawn}", `"dawn" is no step`},
		"objectives":      {two + "objectives: {Q: [\"8.10\"]}", `"Q" is no formation`},
		"air":             {two + "air: {green: 1}", `"green" is no side`},
		"a far objective": {two + "objectives: {A: [\"28.10\"]}", "28.10 is not on the map"},
		"visibility":      {two + "visibility: 0", "0 is not from 1"},
		"table":           {two + "tables: {weather: fair}", `"weather" is no table`},
		"unit of nobody":  {strings.Replace(two, "formation: A", "formation: Q", 1), `unit a1`},
		"up":              {strings.Replace(two, "arrow}", "arrow, up: move}", 1), "line 6, column 44: it has no move side"},
		"steps":           {strings.Replace(two, "arrow}", "arrow, steps: 3, of: 2}", 1), "3 steps left of 2"},
		"rating":          {strings.Replace(two, "ar3 ", "", 1), "the Action Rating is missing"},
		"face":            {strings.Replace(two, "leg4", "foot4", 1), "foot4"},
		"fires":           {strings.Replace(two, "arrow}", "arrow, fires: 3}", 1), "3 is not from 0 to 2"},
		"spent":           {strings.Replace(two, "arrow}", "arrow, spent: 1/3}", 1), "cannot have spent 1/3"},
	} {
		if _, _, err := begin(t, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
