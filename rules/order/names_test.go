package order_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"grognard/rules/hex"
	"grognard/rules/order"
)

// roster has some units, two of them with the same name and one whose name is the beginning of another; and
// places, one of which has two hexes.
type roster struct{}

func (roster) Longest() (words int, commas bool) { return 4, true }

func (roster) Full(words string) (m order.Means) {
	for id, name := range map[order.UnitID]string{"g-7": "7 Pz", "g-7-rgt": "7 Pz Rgt", "g-25": "25 Pz Rgt",
		"g-a": "SS Rgt", "g-b": "SS Rgt", "g-c": "1 , 2 Rgt"} {
		if strings.EqualFold(words, string(id)) {
			return order.Means{Units: []order.UnitID{id}}
		}
		if strings.EqualFold(words, name) {
			m.Units = append(m.Units, id)
		}
	}
	slices.Sort(m.Units)
	switch strings.ToLower(words) {
	case "mogilev":
		m.Hexes = []hex.Hex{{Col: 11, Row: 7}}
	case "spas demyansk":
		m.Hexes = []hex.Hex{{Col: 39, Row: 7}}
	case "smolensk":
		m.Hexes = []hex.Hex{{Col: 25, Row: 13}, {Col: 25, Row: 14}}
	}
	return m
}

func (roster) Short(words string) (m order.Means) {
	switch strings.ToLower(words) {
	case "25 pz", "25":
		m.Units = []order.UnitID{"g-25"}
	case "spas":
		m.Hexes = []hex.Hex{{Col: 39, Row: 7}}
	}
	return m
}

// Units are named by identifier or name, mixed and in any case; the longest name counts; words without a
// meaning stay as typed, to be refused as an unknown unit.
func TestUnitsByName(t *testing.T) {
	for list, want := range map[string][]order.UnitID{
		"g-25":                      {"g-25"},
		"25 Pz Rgt":                 {"g-25"},
		"25 pz rgt,G-7":             {"g-25", "g-7"},
		"25 Pz Rgt, 7 Pz Rgt, 7 Pz": {"g-25", "g-7-rgt", "g-7"},
		"7 Pz Rgt 7 Pz g-25":        {"g-7-rgt", "g-7", "g-25"},
		"7 Pz 25 Pz Rgt":            {"g-7", "g-25"},
		"8 Pz Rgt":                  {"8 Pz Rgt"},
		"8 Pz Rgt 7 Pz":             {"8 Pz Rgt", "g-7"},
		"g-25 s-1":                  {"g-25", "s-1"},
		"g-a, g-b":                  {"g-a", "g-b"},
		strings.Repeat("x ", 2000):  {order.UnitID(strings.TrimSpace(strings.Repeat("x ", 2000)))},
	} {
		o, err := order.Parse(specs, "/move to:10.11 units:"+list, roster{})
		if err != nil || !reflect.DeepEqual(o.Order.Units("units"), want) {
			t.Errorf("%.60q is read as %q, %v; want %q", list, o.Order.Units("units"), err, want)
		}
	}
}

// A hex and a name side by side are one unit; with a comma between them they are two entries. One word
// abbreviates a name only where it is a whole entry.
func TestUnitsByHex(t *testing.T) {
	mogilev, stack, other := hex.Hex{Col: 11, Row: 7}, hex.Hex{Col: 9, Row: 20}, hex.Hex{Col: 10, Row: 15}
	spas, smolensk := hex.Hex{Col: 39, Row: 7}, []hex.Hex{{Col: 25, Row: 13}, {Col: 25, Row: 14}}
	type term struct {
		units []order.UnitID
		hexes []hex.Hex
	}
	in := func(hexes ...hex.Hex) term { return term{hexes: hexes} }
	unit := func(id order.UnitID, hexes ...hex.Hex) term { return term{[]order.UnitID{id}, hexes} }
	for list, want := range map[string][]term{
		"9.20":                   {in(stack)},
		"9.20 10.15":             {in(stack), in(other)},
		"mogilev":                {in(mogilev)},
		"11.07 Mogilev":          {in(mogilev)},
		"Mogilev (11.07)":        {in(mogilev)},
		"Smolensk (25.14), 25":   {in(smolensk[1]), unit("g-25")},
		"25 Pz Mogilev (11.07)":  {unit("g-25", mogilev)},
		"10.15 Mogilev":          {in(other), in(mogilev)},
		"Spas Demyansk, 9.20":    {in(spas), in(stack)},
		"spas":                   {in(spas)},
		"Smolensk":               {in(smolensk...)},
		"9.20 25 Pz":             {unit("g-25", stack)},
		"25 Pz Rgt 9.20":         {unit("g-25", stack)},
		"9.20 25":                {unit("g-25", stack)},
		"25 9.20":                {unit("g-25", stack)},
		"9.20, 25":               {in(stack), unit("g-25")},
		"9.20 25 Pz 7 Pz 10.15":  {unit("g-25", stack), unit("g-7", other)},
		"9.20 25 7 Pz":           {in(stack), unit("25"), unit("g-7")},
		"9.20 SS Rgt":            {{[]order.UnitID{"g-a", "g-b"}, []hex.Hex{stack}}},
		"SS Rgt":                 {{units: []order.UnitID{"g-a", "g-b"}}},
		"9.20 1 Guards":          {in(stack), unit("1 Guards")},
		"9.20, 1, 2 Rgt , 25 pz": {in(stack), unit("g-c"), unit("g-25")},
	} {
		w, err := order.Parse(specs, "/move to:10.11 units:"+list, roster{})
		var got []term
		for _, open := range w.Open {
			for _, t := range open.Terms {
				got = append(got, term{t.Units, t.Hexes})
			}
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q is read as %v, %v; want %v", list, got, err, want)
		}
	}
	w, err := order.Parse(specs, "/move to:10.11 units:g-7 , ss rgt 9.20, g-25", roster{})
	if err != nil {
		t.Fatal(err)
	}
	doubt := w.Open[0].Terms[1]
	p := doubt.Which("move", order.Means{Units: doubt.Units})
	if want := "g-7 , g-b, g-25"; p.ID != "order.which-unit" || p.Value != "ss rgt 9.20" || len(p.Means) != 2 ||
		p.Means[1].Unit != "g-b" || p.Means[1].Value != want {
		t.Errorf("the candidates of a name are %+v", p)
	}
}

// A hex is named by its number or its place, a path by both, mixed.
func TestHexesByPlace(t *testing.T) {
	for text, want := range map[string][]hex.Hex{
		"/move units:g-7 path:mogilev, 10.15 Spas Demyansk 11.07 Mogilev": {{Col: 11, Row: 7}, {Col: 10, Row: 15},
			{Col: 39, Row: 7}, {Col: 11, Row: 7}},
		"/move units:g-7 to:11.07 mogilev":                 {{Col: 11, Row: 7}},
		"/move units:g-7 to:mogilev (11.07)":               {{Col: 11, Row: 7}},
		"/move units:g-7 path:10.15, Mogilev (11.07) 9.20": {{Col: 10, Row: 15}, {Col: 11, Row: 7}, {Col: 9, Row: 20}},
		"/move units:g-7 to:SPAS":                          {{Col: 39, Row: 7}},
	} {
		w, err := order.Parse(specs, text, roster{})
		got := append(w.Order.Path("path"), w.Order.Path("to")...)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q leads to %v, %v; want %v", text, got, err, want)
		}
	}
	var p *order.Problem
	for text, bad := range map[string]string{"mogilev, Atlantis": "Atlantis", "10.15 9.20 spas": "spas"} {
		if _, err := order.Parse(specs, "/move units:g-7 path:"+text, roster{}); !errors.As(err, &p) ||
			p.ID != "order.bad-hex" || p.Value != bad {
			t.Errorf("a way with no place: %v", err)
		}
	}
	if w, err := order.Parse(specs, "/move units:g-7 to:smolensk", roster{}); err != nil || len(w.Open) != 1 ||
		len(w.Open[0].Terms) != 1 || len(w.Open[0].Terms[0].Hexes) != 2 {
		t.Errorf("a place of two hexes: %+v, %v", w, err)
	}
	if w, err := order.Parse(specs, "/move units:g-7 path:10.15 smolensk", roster{}); err != nil ||
		len(w.Open) != 1 || len(w.Open[0].Terms) != 2 || w.Order.Path("path") != nil {
		t.Errorf("a path through a place of two hexes: %+v, %v", w, err)
	}
}
