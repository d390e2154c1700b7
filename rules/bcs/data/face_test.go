package data_test

import (
	"testing"

	"grognard/rules/bcs/data"
)

func TestParseFace(t *testing.T) {
	for text, want := range map[string]data.Face{
		"ar3 tac8 arrow av4/2": {AR: 3, Move: 8, Class: data.Tac, Arrow: true, AV: data.AV{Value: 4, Range: 2}},
		"light av2/1 recon ar4 truck14": {AR: 4, Move: 14, Class: data.Truck, Recon: true,
			AV: data.AV{Value: 2, Range: 1, Kind: data.Light}},
		"ar0 leg3 av5/0 breakthrough": {Move: 3, Class: data.Leg, AV: data.AV{Value: 5, Kind: data.Breakthrough}},
		"truck8":                      {Move: 8, Class: data.Truck},
		"ar2":                         {AR: 2},
	} {
		if got, err := data.ParseFace(text); err != nil || got != want {
			t.Errorf("%s is %+v: %v", text, got, err)
		}
	}
	for _, text := range []string{"", "ar", "arx", "ar3 ar3", "leg", "leg4 truck4", "av3", "av3/", "av/1", "hard", "arrow arrow",
		"ar-1", "AR3", "ar3,leg4"} {
		if got, err := data.ParseFace(text); err == nil {
			t.Errorf("%q is %+v", text, got)
		}
	}
}

func TestParseSupport(t *testing.T) {
	for text, want := range map[string]data.Asset{
		"av3/1 2":           {AV: data.AV{Value: 3, Range: 1}, Steps: 2},
		"av4/3 1 stand-off": {AV: data.AV{Value: 4, Range: 3}, Steps: 1, StandOff: true},
		"stand-off av4/3":   {AV: data.AV{Value: 4, Range: 3}, Steps: 1, StandOff: true},
		"2 av5/2 hard":      {AV: data.AV{Value: 5, Range: 2, Kind: data.Hard}, Steps: 2},
	} {
		if got, err := data.ParseSupport(text); err != nil || got != want {
			t.Errorf("%s is %+v: %v", text, got, err)
		}
	}
	for _, text := range []string{"", "2", "av3/1 0", "av3/1 1 1", "av3/1 2x", "av3/1 recon"} {
		if got, err := data.ParseSupport(text); err == nil {
			t.Errorf("%q is %+v", text, got)
		}
	}
}
