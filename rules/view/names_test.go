package view_test

import (
	"reflect"
	"slices"
	"testing"

	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Names are found in any case, with or without accents, hyphens and apostrophes; with commas in them and of any
// length; and abbreviated, except for numbers.
func TestNames(t *testing.T) {
	m := &view.Map{
		Cards: []view.Card{
			{ID: "g-ss-f", Side: "german", Name: "SS Der Führer Rgt"},
			{ID: "g-gd", Side: "german", Name: "Grossdeutschland Rgt"},
			{ID: "g-25", Side: "german", Name: "25 Pz Rgt"}, {ID: "g-2", Side: "german", Name: "2 Pz Rgt"},
			{ID: "g-kg", Side: "german", Name: "Kampfgruppe Müller, Stab"},
			{ID: "2 pz rgt", Side: "german", Name: "Odd"},
			{ID: "g-long", Side: "german", Name: "A B C D E F G H I J"},
			{ID: "g-g1", Side: "german", Name: "Garrison 1"},
			{ID: "g-g10", Side: "german", Name: "Garrison 10"}, {ID: "s-25", Side: "soviet", Name: "25 Pz Rgt"},
			{ID: "g-86i", Side: "german", Name: "86 Inf Div"},
			{ID: "g-86m", Side: "german", Name: "86 Mtr Inf Rgt"},
		},
		Places: []geography.Place{
			{Hex: hex.Hex{Col: 32, Row: 10}, Name: "Yeln'ya"}, {Hex: hex.Hex{Col: 39, Row: 7}, Name: "Spas Demyansk"},
			{Hex: hex.Hex{Col: 43, Row: 18}, Name: "Novo-Dugino"}, {Hex: hex.Hex{Col: 25, Row: 13}, Name: "Smolensk"},
			{Hex: hex.Hex{Col: 25, Row: 14}, Name: "Smolensk"},
		},
	}
	units := func(ids ...order.UnitID) order.Means { return order.Means{Units: ids} }
	hexes := func(h ...hex.Hex) order.Means { return order.Means{Hexes: h} }
	n := m.Names("german")
	for words, want := range map[string]order.Means{
		"ss der fuhrer rgt": units("g-ss-f"), "SS DER FÜHRER RGT": units("g-ss-f"), "25 pz rgt": units("g-25"), "G-25": units("g-25"),
		"2 Pz Rgt": units("2 pz rgt"), "25pzrgt": units("g-25"), "2 5 Pz Rgt": {}, "s-25": {},
		"kampfgruppe muller , stab": units("g-kg"),
		"a b c d e f g h i j":       units("g-long"), "yelnya": hexes(hex.Hex{Col: 32, Row: 10}),
		"YELN’YA":     hexes(hex.Hex{Col: 32, Row: 10}),
		"novo dugino": hexes(hex.Hex{Col: 43, Row: 18}),
		"smolensk":    hexes(hex.Hex{Col: 25, Row: 13}, hex.Hex{Col: 25, Row: 14}),
		"25 Pz":       {}, "Smol": {}, "": {}, "-": {},
	} {
		if got := n.Full(words); !reflect.DeepEqual(got, want) {
			t.Errorf("%q is %v, want %v", words, got, want)
		}
	}
	for words, want := range map[string]order.Means{
		"25": units("g-25"), "25 p": units("g-25"), "2": units("g-2"), "25 rgt": units("g-25"), "pz rgt": {}, "führer": units("g-ss-f"), "gross": units("g-gd"),
		"garrison": units("g-g1", "g-g10"), "garrison 1": units("g-g1"), "spas": hexes(hex.Hex{Col: 39, Row: 7}),
		"g-2": {}, "25.1": {}, "": {}, "86 inf": units("g-86i"), "86": units("g-86i", "g-86m"),
		"86 i": units("g-86i", "g-86m"), "86 m inf": units("g-86m"),
	} {
		if got := n.Short(words); !reflect.DeepEqual(got, want) {
			t.Errorf("%q shortens %v, want %v", words, got, want)
		}
	}
	if words, commas := n.Longest(); words != 10 || !commas {
		t.Errorf("the longest name has %d words, commas %v", words, commas)
	}
	// An identifier with capitals is known as it is written, whoever's it is: no reader can guess it.
	m.Cards = append(m.Cards, view.Card{ID: "hq-A", Side: "soviet"}, view.Card{ID: "s-9", Side: "soviet"})
	for words, want := range map[string][]order.UnitID{"hq-A": {"hq-A"}, "HQ-a": {"hq-A"}, "s-9": nil} {
		if got := m.Names("german").Full(words); !slices.Equal(got.Units, want) {
			t.Errorf("%s means %v", words, got)
		}
	}
	if got := m.Names().Full("25 Pz Rgt"); len(got.Units) > 0 {
		t.Errorf("nobody's names have units: %v", got)
	}
}
