package order_test

import (
	"errors"
	"reflect"
	"testing"

	"grognard/rules/hex"
	"grognard/rules/order"
)

var specs = []order.Spec{
	{Verb: "move", Either: true, Options: []order.Option{{Name: "units", Kind: order.Units, Required: true},
		{Name: "to", Kind: order.Hex}, {Name: "path", Kind: order.Path}}},
	{Verb: "hold", Options: []order.Option{{Name: "hexes", Kind: order.Count, Required: true}}},
	{Verb: "stack order", Options: []order.Option{{Name: "hex", Kind: order.Hex, Required: true},
		{Name: "units", Kind: order.Units, Required: true}}},
	{Verb: "airstrike", Options: []order.Option{{Name: "hex", Kind: order.Hex, Required: true},
		{Name: "strikes", Kind: order.Count, Required: true,
			Numbers: []order.Number{{Word: "regular", N: 1}, {Word: "breakdown", N: -1}}}}},
	{Verb: "refit", Options: []order.Option{{Name: "unit", Kind: order.Units, Required: true},
		{Name: "kind", Kind: order.Word, Words: []string{"av", "other"}}}},
	{Verb: "assign", Options: []order.Option{{Name: "asset", Kind: order.Units, Required: true},
		{Name: "formation", Kind: order.Group, Required: true, Words: []string{"A", "2 Gd", "C", "D"},
			Names: []string{"Alpha", "2 Gd", "Twin", "Twin"}}}},
	{Verb: "engage", Options: []order.Option{{Name: "unit", Kind: order.Units, Required: true},
		{Name: "target", Kind: order.Hex, Required: true},
		{Name: "assist", Kind: order.Units}, {Name: "spotter", Kind: order.Hex}, {Name: "arty", Kind: order.Count},
		{Name: "air", Kind: order.Count}}},
	{Verb: "end", Options: []order.Option{{Name: "idle", Kind: order.Word, Words: []string{"idle"}, Silent: true}}},
}

var at = hex.Hex{Col: 10, Row: 11}

func TestParse(t *testing.T) {
	say := func(v order.Verb) order.Order { return order.Order{Verb: v} }
	for text, want := range map[string]order.Order{
		"/move units:b1,b2 to:10.11":   say("move").WithUnits("units", "b1", "b2").WithHexes("to", at),
		"/move to:10.11 units: b1, B2": say("move").WithUnits("units", "b1", "b2").WithHexes("to", at),
		"  /MOVE units:b1 path:10.11 10.12": say("move").WithUnits("units", "b1").WithHexes("path", at,
			hex.Hex{Col: 10, Row: 12}),
		"/hold hexes:2":                          say("hold").WithN("hexes", 2),
		"/stack order hex:10.11 units:b2 b1":     say("stack order").WithHexes("hex", at).WithUnits("units", "b2", "b1"),
		"/airstrike hex:10.11 strikes:Regular":   say("airstrike").WithHexes("hex", at).WithN("strikes", 1),
		"/airstrike hex:10.11 strikes:1":         say("airstrike").WithHexes("hex", at).WithN("strikes", 1),
		"/airstrike hex:10.11 strikes:3":         say("airstrike").WithHexes("hex", at).WithN("strikes", 3),
		"/airstrike hex:10.11 strikes:Breakdown": say("airstrike").WithHexes("hex", at).WithN("strikes", -1),
		"/refit unit:b1 kind:AV":                 say("refit").WithUnits("unit", "b1").WithWord("kind", "av"),
		"/assign asset:b1 formation: 2 GD":       say("assign").WithUnits("asset", "b1").WithWord("formation", "2 Gd"),
		"/assign asset:b1 formation:alpha":       say("assign").WithUnits("asset", "b1").WithWord("formation", "A"),
		"/assign asset:b1 formation:D":           say("assign").WithUnits("asset", "b1").WithWord("formation", "D"),
		"/engage air:1 arty:2 spotter:10.12 assist:b2,b3 target:10.11 unit:b1": say("engage").WithUnits("unit",
			"b1").WithHexes("target", at).
			WithUnits("assist", "b2", "b3").WithHexes("spotter", hex.Hex{Col: 10, Row: 12}).WithN("arty",
			2).WithN("air", 1),
		"/end": say("end"),
	} {
		got, err := order.Parse(specs, text, nil)
		if err != nil || !reflect.DeepEqual(got.Order, want) {
			t.Errorf("Parse(%q) = %+v, %v; want %+v", text, got, err, want)
		}
		spec, _ := order.Find(specs, got.Order.Verb)
		if again, err := order.Parse(specs, order.Format(spec, got.Order), nil); err != nil ||
			!reflect.DeepEqual(again, got) {
			t.Errorf("Format(%+v) = %q reads back as %+v, %v", got, order.Format(spec, got.Order), again, err)
		}
	}
}

func TestParse_Malformed(t *testing.T) {
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
		"/move units:b1 to:ten":                    "order.bad-hex",
		"/move units:b1 to:10.11,10.12":            "order.bad-hex",
		"/move units:b1 path:10.11 somewhere":      "order.bad-hex",
		"/hold hexes:0":                            "order.bad-number",
		"/hold hexes:all":                          "order.bad-number",
		"/airstrike hex:10.11":                     "order.missing-option",
		"/airstrike hex:10.11 strikes:-1":          "order.bad-number",
		"/airstrike hex:10.11 strikes:heavy":       "order.bad-number",
		"/airstrike hex:10.11 strikes:1,breakdown": "order.bad-number",
		"/refit unit:b1 kind:heavy":                "order.bad-choice",
		"/assign asset:b1 formation:twin":          "order.bad-choice",
		"/end idle:idle":                           "order.unknown-option",
		"/end now":                                 "order.stray-word",
	} {
		_, err := order.Parse(specs, text, nil)
		var p *order.Problem
		if !errors.As(err, &p) || p.ID != want {
			t.Errorf("Parse(%q): %v; want %s", text, err, want)
		}
	}
}

// The problem of an option that a command lacks, or names twice, lists its options; that of a word, the words there are.
func TestParse_PartsThatACommandHas(t *testing.T) {
	for text, want := range map[string]string{
		"/move units:b1 by:10.11":          `order.unknown-option /move by "", it has units:, to:, path:`,
		"/move units:b1 units:b2 to:10.11": `order.option-twice /move units "", it has units:, to:, path:`,
		"/refit unit:b1 kind:heavy":        `order.bad-choice /refit kind "heavy", it has av, other`,
	} {
		if _, err := order.Parse(specs, text, nil); err == nil || err.Error() != want {
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
		if again, err := order.Parse(specs, line, nil); err != nil || !reflect.DeepEqual(again, o) {
			t.Fatalf("%q reads as %+v, written %q, which reads as %+v, %v", text, o, line, again, err)
		}
	})
}

// Games that share a verb share its command: with the options of both, required where both require them, and as
// text where one takes a number and the other a hex.
func TestUnion(t *testing.T) {
	one := []order.Spec{{Verb: "attack", Rule: "7.0",
		Options: []order.Option{{Name: "target", Kind: order.Hex, Required: true},
			{Name: "units", Kind: order.Units, Required: true}, {Name: "with", Kind: order.Count}}},
		{Verb: "end", Options: []order.Option{{Name: "idle", Kind: order.Word, Silent: true}}}}
	other := []order.Spec{{Verb: "attack", Rule: "5.0",
		Options: []order.Option{{Name: "unit", Kind: order.Units, Required: true},
			{Name: "target", Kind: order.Hex, Required: true},
			{Name: "with", Kind: order.Hex}, {Name: "mission", Kind: order.Word, Words: []string{"suppression"}}}},
		{Verb: "end"}, {Verb: "activate", Options: []order.Option{{Name: "formation", Kind: order.Group,
			Required: true, Words: []string{"A"}}}}}
	third := []order.Spec{{Verb: "attack", Options: []order.Option{{Name: "target", Kind: order.Hex, Required: true},
		{Name: "mission", Kind: order.Word, Words: []string{"destruction"}}}}}
	want := []order.Spec{
		{Verb: "attack", Rule: "7.0", Options: []order.Option{
			{Name: "target", Kind: order.Hex, Required: true}, {Name: "units", Kind: order.Units},
			{Name: "with", Kind: order.Units},
			{Name: "unit", Kind: order.Units},
			{Name: "mission", Kind: order.Word, Words: []string{"suppression", "destruction"}}}},
		{Verb: "end"},
		other[2],
	}
	if got := order.Union(one, other, third); !reflect.DeepEqual(got, want) {
		t.Errorf("the union is\n%+v\nwant\n%+v", got, want)
	}
	if len(one[0].Options) != 3 || len(other[0].Options[3].Words) != 1 {
		t.Error("the union changed a game's own form")
	}
}
