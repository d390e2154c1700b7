package order_test

import (
	"errors"
	"reflect"
	"testing"

	"grognard/rules/hex"
	"grognard/rules/order"
)

var specs = []order.Spec{
	{Verb: "move", Either: true, Options: []order.Option{{Name: "units", Kind: order.Units, Required: true}, {Name: "to", Kind: order.Hex}, {Name: "path", Kind: order.Path}}},
	{Verb: "hold", Options: []order.Option{{Name: "hexes", Kind: order.Count, Required: true}}},
	{Verb: "stack order", Options: []order.Option{{Name: "hex", Kind: order.Hex, Required: true}, {Name: "units", Kind: order.Units, Required: true}}},
	{Verb: "airstrike", Options: []order.Option{{Name: "hex", Kind: order.Hex, Required: true}, {Name: "strikes", Kind: order.Strikes, Required: true}}},
	{Verb: "accent", Options: []order.Option{{Name: "word", Kind: order.Word}}},
	{Verb: "end"},
}

var at = hex.Hex{Col: 10, Row: 11}

func TestParse(t *testing.T) {
	for text, want := range map[string]order.Order{
		"/move units:b1,b2 to:10.11":             {Verb: "move", Units: []order.UnitID{"b1", "b2"}, Hex: at},
		"/move to:10.11 units: b1, B2":           {Verb: "move", Units: []order.UnitID{"b1", "b2"}, Hex: at},
		"  /MOVE units:b1 path:10.11 10.12":      {Verb: "move", Units: []order.UnitID{"b1"}, Path: []hex.Hex{at, {Col: 10, Row: 12}}},
		"/hold hexes:2":                          {Verb: "hold", N: 2},
		"/stack order hex:10.11 units:b2 b1":     {Verb: "stack order", Hex: at, Units: []order.UnitID{"b2", "b1"}},
		"/airstrike hex:10.11 strikes:Regular":   {Verb: "airstrike", Hex: at, N: 1},
		"/airstrike hex:10.11 strikes:1":         {Verb: "airstrike", Hex: at, N: 1},
		"/airstrike hex:10.11 strikes:3":         {Verb: "airstrike", Hex: at, N: 3},
		"/airstrike hex:10.11 strikes:Breakdown": {Verb: "airstrike", Hex: at, N: order.Breakdown},
		"/accent word:Da":                        {Verb: "accent", Word: "da"},
		"/end":                                   {Verb: "end"},
	} {
		got, err := order.Parse(specs, text, nil)
		if err != nil || !reflect.DeepEqual(got.Order, want) {
			t.Errorf("Parse(%q) = %+v, %v; want %+v", text, got, err, want)
		}
		spec, _ := order.Find(specs, got.Order.Verb)
		if again, err := order.Parse(specs, order.Format(spec, got.Order), nil); err != nil || !reflect.DeepEqual(again, got) {
			t.Errorf("Format(%+v) = %q reads back as %+v, %v", got, order.Format(spec, got.Order), again, err)
		}
	}
}

func TestMalformed(t *testing.T) {
	for text, want := range map[string]string{
		"":                                         "order.no-command",
		"move units:b1 to:10.11":                   "order.no-command",
		"/march units:b1":                          "order.unknown-command",
		"/stack hex:10.11":                         "order.unknown-command",
		"/move to:10.11":                           "order.missing-option",
		"/move units:b1":                           "order.either-option",
		"/move units:b1 to:10.11 path:10.11":       "order.either-option",
		"/move units:b1 to:10.11 to:10.12":         "order.option-twice",
		"/move units:b1 by:10.11":                  "order.unknown-option",
		"/move units: to:10.11":                    "order.bad-value",
		"/move units:b1 to:ten":                    "order.bad-value",
		"/move units:b1 to:10.11,10.12":            "order.bad-value",
		"/move units:b1 path:10.11 somewhere":      "order.bad-value",
		"/hold hexes:0":                            "order.bad-value",
		"/hold hexes:-1":                           "order.bad-value",
		"/hold hexes:all":                          "order.bad-value",
		"/airstrike hex:10.11":                     "order.missing-option",
		"/airstrike hex:10.11 strikes:0":           "order.bad-value",
		"/airstrike hex:10.11 strikes:-1":          "order.bad-value",
		"/airstrike hex:10.11 strikes:heavy":       "order.bad-value",
		"/airstrike hex:10.11 strikes:1,breakdown": "order.bad-value",
		"/end now":                                 "order.stray-word",
	} {
		_, err := order.Parse(specs, text, nil)
		var p *order.Problem
		if !errors.As(err, &p) || p.ID != want {
			t.Errorf("Parse(%q): %v; want %s", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("/move units:b1,b2 to:10.11")
	f.Add("/stack order hex:10.11 units:b2 b1")
	f.Add("/airstrike hex:10.11 strikes:breakdown")
	f.Fuzz(func(t *testing.T, text string) {
		o, err := order.Parse(specs, text, nil)
		if err != nil {
			var p *order.Problem
			if !errors.As(err, &p) {
				t.Fatalf("%q: %v is no problem of form", text, err)
			}
			return
		}
		spec, _ := order.Find(specs, o.Order.Verb)
		line := order.Format(spec, o.Order)
		again, err := order.Parse(specs, line, nil)
		if err != nil || !reflect.DeepEqual(again, o) {
			t.Fatalf("%q reads as %+v, written %q, which reads as %+v, %v", text, o, line, again, err)
		}
	})
}
