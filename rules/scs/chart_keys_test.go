package scs_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/document"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

// chartValues are values to try of each key in a row of a terrain chart.
var chartValues = map[string][]string{
	"move":        {"1/2", "all"},
	"shift":       {"-1", "1"},
	"attack":      {"1/2", "prohibited"},
	"defence":     {"2"},
	"overrun":     {"no"},
	"prohibited":  {"yes"},
	"retreat":     {"destroyed"},
	"barrage":     {"1"},
	"ranged-fire": {"-1"},
}

// chartRefusals has what lint says of a value of a key that is refused in a row for terrain, a hexside or a road.
var chartRefusals = map[string]string{
	"retreat: destroyed as terrain": "x is terrain: only a hexside can be retreated over",
	"retreat: destroyed as road":    "x is road: only a hexside can be retreated over",
	"prohibited: yes as road":       "x is road: only terrain and hexsides can be prohibited",
	"overrun: no as road":           "x is road: only terrain and hexsides can be overrun",
	"barrage: 1 as hexside":         "x is hexside: only terrain can have barrage",
	"barrage: 1 as road":            "x is road: only terrain can have barrage",
	"ranged-fire: -1 as hexside":    "x is hexside: only terrain can have ranged-fire",
	"ranged-fire: -1 as road":       "x is road: only terrain can have ranged-fire",
	"move: all as road":             "the road x has no movement cost",
}

// Each key of a terrain chart changes a move, a fight, a retreat or a strike for terrain, hexsides and roads alike, or
// is a mistake there.
func TestPlaces_EveryKeyActsOrIsRefused(t *testing.T) {
	for _, key := range chartKeys(t) {
		if len(chartValues[key]) == 0 {
			t.Errorf("no value of %s is tried", key)
		}
		for _, value := range chartValues[key] {
			for _, use := range []string{"terrain", "hexside", "road"} {
				name := fmt.Sprintf("%s: %s as %s", key, value, use)
				t.Run(name, func(t *testing.T) {
					row := map[string]string{"move": "1"}
					if key == "retreat" { // which only a prohibited hexside can have
						row = map[string]string{"prohibited": "yes"}
					}
					plain, plainErr := laneWith(use, row)
					row[key] = value
					if key == "prohibited" { // which costs nothing
						delete(row, "move")
					}
					d, err := laneWith(use, row)
					if want := chartRefusals[name]; want != "" || err != nil {
						if err == nil || want == "" || !strings.Contains(err.Error(), want) {
							t.Errorf("lint says %v, want %q", err, want)
						}
						return
					}
					must.Do(t, plainErr)
					if slices.Equal(doings(t, d), doings(t, plain)) {
						t.Error("it changes nothing")
					}
					if reflect.DeepEqual(terrainOf(t, d), terrainOf(t, plain)) {
						t.Error("the printed chart does not tell")
					}
				})
			}
		}
	}
}

// chartKeys lists the keys that a row of a terrain chart can have, those of features among them.
func chartKeys(t *testing.T) (keys []string) {
	t.Helper()
	add := func(row reflect.Type) {
		for f := range row.Fields() {
			if key := document.KeyOf(f); !strings.HasPrefix(key, "*") {
				keys = append(keys, key)
			}
		}
	}
	part := rules.Modules()["scs"].Begin()
	charts := reflect.TypeOf(part.Shape(modules.InCharts).(document.Several)[0]).Elem()
	terrain, ok := charts.FieldByNameFunc(func(name string) bool { return name == "Terrain" })
	if !ok {
		t.Fatal("charts.yaml has no terrain")
	}
	value := func(dict reflect.Type) reflect.Type {
		f, _ := dict.Elem().FieldByName("Value")
		return f.Type
	}
	add(value(value(terrain.Type)))
	for _, shape := range part.Shape(data.OfRow).(document.Several) {
		if shape != nil {
			add(reflect.TypeOf(shape).Elem())
		}
	}
	return keys
}

// What is prohibited has no cost and is not overrun: a chart that says so is a mistake.
func TestProhibited_NothingBeside(t *testing.T) {
	for key, want := range map[string]string{"move": "has no cost", "overrun": "is not overrun"} {
		row := map[string]string{"prohibited": "yes", key: "yes"}
		if key == "move" {
			row[key] = "1"
		}
		for _, use := range []string{"terrain", "hexside"} {
			if _, err := laneWith(use, row); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s beside prohibited as %s: lint says %v", key, use, err)
			}
		}
	}
}

// laneWith returns a game on a single column of hexes. The kind x lies in 1.03, on the hexside between 1.02 and 1.03 or
// along the way between them, with the same row in both charts.
func laneWith(use string, row map[string]string) (*modules.Definition, error) {
	where := map[string]string{
		"terrain": `hexes: {"1.03": [x]}`,
		"hexside": `water: [{name: X, kind: x, sides: ["1.02/1.03"]}]`,
		"road":    `ways: [{name: X, kind: x, path: ["1.02", "1.03"]}]`,
	}[use]
	var x []string
	for _, key := range slices.Sorted(maps.Keys(row)) {
		x = append(x, fmt.Sprintf("%s: %q", key, row[key]))
	}
	chart := "{open: {move: 1, overrun: yes}, fine: {move: 1/2}, x: {" + strings.Join(x, ", ") + "}}"
	odds := ""
	for roll := 2; roll <= 12; roll++ {
		odds += fmt.Sprintf("    %d: [Dr1, Dr1, Dr1, Dr1, Dr1]\n", roll)
	}
	return rules.Modules().Unpack(modules.Pack(modules.Source{
		"game.yaml": []byte(`id: lane
title: Lane
series: scs
edition: "1.8"
turns: 2
sides: [{id: a, name: A, color: "#0072b2"}, {id: b, name: B, color: "#d55e00"}]
rules: {air: "1.1", strikes: "1.2", breakdowns: "1.3", ranged-fire: "2.1", spotting: "2.2"}
phases: {a: [barrage, movement, combat], b: [movement, combat]}
stacking: {limit: 3}
overrun: any
marks: {dg: {name: Disorganized, attack: "1/2"}}
ranged-fire: {mark: dg}
air: {a: {phases: [movement], breakdowns: 0}}
`),
		"map.yaml": []byte(`columns: 1
rows: {odd: [1, 6], even: [1, 6]}
high: even
ground: open
` + where + "\n"),
		"charts.yaml": []byte("terrain:\n  a: " + chart + "\n  b: " + chart + `
combat:
  dice: 2d6
  columns: ["1:2", "1:1", "2:1", "3:1", "4:1"]
  rows:
` + odds + `ranged-fire:
  dice: 1d6
  columns: [1, 5]
  rows: {1: [D, DK], 2: [D, DK], 3: [D, DK], 4: [D, DK], 5: [D, DK], 6: [D, DK]}
`),
		"units.yaml": []byte(`types:
  a-inf: {side: a, symbol: infantry, size: division, full: 6-6-6, reduced: 3-3-6, barrage: 5-3}
  b-inf: {side: b, symbol: infantry, size: division, full: 2-2-6, reduced: 1-1-6}
units: {a-1: {type: a-inf, name: 1 Inf}, b-1: {type: b-inf, name: 2 Inf}}
air: {a: {regular: 3, breakdown: 2}}
`),
		"setup.yaml": []byte(`scenarios:
  - id: lane
    name: Lane
    setup: {a: [{at: "1.01", units: [a-1]}], b: [{at: "1.06", units: [b-1]}]}
    arrivals: [{turn: 1, side: a, air: 1}]
`),
	}))
}

// terrainOf returns the terrain charts that players read.
func terrainOf(t *testing.T, d *modules.Definition) []view.TerrainChart {
	t.Helper()
	return must.Get(rules.HandbookOf(d))(t).Reference().Terrain
}

// The forecast of a fight tells of each modifier, as the fight does.
func TestOdds_TellWhatHexsidesAndRoadsDo(t *testing.T) {
	for _, use := range []string{"hexside", "road"} {
		d := must.Get(laneWith(use, map[string]string{"move": "1", "attack": "1/2", "defence": "2", "shift": "1"}))(t)
		m := standing(t, d, data.Combat, "1.02", "1.03")
		read := must.Get(m.Parse("a", "/attack target:1.03 units:a-1"))(t)
		o := must.Get(m.Odds("a", read.Order))(t).Best
		var told []string
		for _, term := range o.Terms {
			told = append(told, fmt.Sprintf("%s ×%s %d %s %s", term.Unit, term.Times, term.Shift, term.Rule,
				term.Reason))
		}
		want := []string{"a-1 ×0.5 0 7.3 why.terrain kind=x", "b-1 ×2 0 7.3 why.terrain kind=x",
			" ×0 1 7.3 why.terrain kind=x"}
		if !slices.Equal(told, want) || o.Odds.String() != "1:1" || o.Column != "2:1" {
			t.Errorf("%s: %s in %s: %q", use, o.Odds, o.Column, told)
		}
	}
}

// Where the chart prohibits combat, no target is offered, nobody threatens, and a phase with nothing else is idle.
func TestMayAttackAcross_NothingIsOfferedWhereCombatIsProhibited(t *testing.T) {
	for _, use := range []string{"terrain", "hexside", "road"} {
		for value, want := range map[string]bool{"1/2": true, "prohibited": false} {
			d := must.Get(laneWith(use, map[string]string{"move": "1", "attack": value}))(t)
			m := standing(t, d, data.Combat, "1.02", "1.03")
			offer := must.Get(m.Offer("a", order.Attack, nil))(t)
			_, _, idle := m.Idle()
			layer := view.Layer{Kind: "threats", Hex: must.Get(hex.Parse("1.03"))(t)}
			threats := fmt.Sprint(m.Public(layer).Board().Overlays)
			got, none := len(offer.Next) > 0, strings.Contains(threats, "threats.none")
			if got != want || idle == want || none == want {
				t.Errorf("attack: %s as %s: offered %t, idle %t, threats %s", value, use, got, idle, threats)
			}
		}
	}
}

// standing returns a match in which the two units stand in these hexes as a phase of side a begins.
func standing(t *testing.T, d *modules.Definition, phase, a, b string) *rules.Match {
	t.Helper()
	pos := must.Get(rules.Setup(d, ""))(t)
	pos.Phase = view.Phase{Side: "a", Name: phase}
	pos.Own = data.Start{{Side: "a", What: "strikes", N: 1}}
	pos.Units = []rules.Placed{{ID: "a-1", At: must.Get(hex.Parse(a))(t)}, {ID: "b-1", At: must.Get(hex.Parse(b))(t)}}
	m := must.Get(rules.New(d, pos))(t)
	must.Get(m.Apply(1, must.Get(m.Begin(&dice.Script{Faces: []int{1}}))(t)))(t)
	return m
}

// doings gives orders to which the kind x can matter, and lists what is logged of each, or why it is refused.
func doings(t *testing.T, d *modules.Definition) (out []string) {
	t.Helper()
	for _, c := range []struct {
		phase, a, b string // where the units stand
		orders      []string
	}{
		{data.Movement, "1.02", "1.06", []string{"a: /move units:a-1 to:1.03"}},
		{data.Combat, "1.02", "1.03", []string{"a: /attack target:1.03 units:a-1"}},
		{data.Movement, "1.02", "1.03", []string{"a: /overrun target:1.03 units:a-1"}},
		{data.Movement, "1.02", "1.03", []string{"a: /airstrike hex:1.03 strikes:1"}},
		{"barrage", "1.02", "1.03", []string{"a: /barrage target:1.03 units:a-1"}},
		{data.Combat, "1.01", "1.02", []string{"a: /attack target:1.02 units:a-1", "b: /retreat units:b-1 path:1.03"}},
	} {
		m, roller := standing(t, d, c.phase, c.a, c.b), &dice.Script{Faces: []int{3, 4, 3, 4, 3, 4}}
		for _, said := range c.orders {
			out = append(out, fmt.Sprint(done(m, said, roller)))
		}
	}
	return out
}

// done gives the order in "SIDE: ORDER" and returns what is logged of it, or why it is refused.
func done(m *rules.Match, said string, roller dice.Roller) string {
	side, text, _ := strings.Cut(said, ": ")
	read, err := m.Parse(order.Side(side), text)
	if err != nil {
		return err.Error()
	}
	rec, err := m.Decide(order.Side(side), read.Order, roller)
	if err != nil {
		return err.Error()
	}
	if _, err := m.Apply(m.Seq()+1, rec); err != nil {
		return err.Error()
	}
	logged, err := json.Marshal(rec)
	return fmt.Sprint(string(logged), err)
}
