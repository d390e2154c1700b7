package scs

import (
	"grognard/rules/document"
	"grognard/rules/modules"
)

// games are modules of the series, for tests in this package. Features lie in packages that
// import it: of those that the games name, here are no more than the keys.
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

// unread is the part of a feature that has a key in each of these mappings and reads none.
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
