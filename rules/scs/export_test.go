package scs

import (
	"grognard/rules/document"
	"grognard/rules/modules"
)

// games reads modules of the series in the tests of this package. The features' packages import this
// one, so only their keys are known here.
func games() modules.Dialects {
	return modules.Dialects{"scs": dialect{[]Feature{
		{Name: "airstrikes", Rules: []string{"air", "strikes", "breakdowns"},
			Phases: []Phase{{Name: "dg-removal", Mark: "dg"}},
			Begin: unread(map[string]string{modules.InGame: "air", modules.InUnits: "air", modules.OfArrival: "air",
				OfRow: "barrage"})},
		{Name: "garrisons", Rules: []string{"garrisons"}, Symbol: "garrison"},
		{Name: "cup", Rules: []string{"cup"}, Begin: unread(map[string]string{modules.OfScenario: "cup"})},
		{Name: "replacements", Rules: []string{"replacements"},
			Begin: unread(map[string]string{modules.OfArrival: "replacements"})},
		{Name: "withdrawal", Rules: []string{"withdrawal", "keepers"},
			Begin: unread(map[string]string{modules.InGame: "withdrawal", modules.OfArrival: "withdrawal"})},
		{Name: "accent", Rules: []string{"accent"}, Begin: unread(map[string]string{modules.InGame: "accent"})},
		{Name: "victory", Rules: []string{"victory", "places"},
			Begin: unread(map[string]string{modules.InGame: "victory"})},
	}}}
}

// unread is the part of a feature that has one key in each of these mappings and ignores its value.
func unread(keys map[string]string) func(*Module) Part {
	return func(*Module) Part {
		return Part{Shape: func(of string) any {
			if keys[of] == "" {
				return nil
			}
			return document.Keys{keys[of]: &document.Anything{}}
		}}
	}
}
