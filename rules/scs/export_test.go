package scs

import (
	"grognard/rules/document"
	"grognard/rules/modules"
	"grognard/rules/scs/data"
)

// games reads modules of the series in the tests of this package. The features' packages import this
// one, so only their keys are known here.
func games() modules.Dialects {
	return modules.Dialects{"scs": data.Dialect{Features: wordings{
		{Name: "airstrikes", Rules: []string{"air", "strikes", "breakdowns"},
			Phases: []data.Phase{{Name: "dg-removal", Mark: "dg"}},
			Begin: unread(map[string]string{modules.InGame: "air", modules.InUnits: "air", modules.OfArrival: "air",
				data.OfRow: "barrage"})},
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

// wordings is a list of features that are only read.
type wordings []data.Wording

func (w wordings) Wordings() []data.Wording { return w }

// unread is the part of a feature that has one key in each of these mappings and ignores its value.
func unread(keys map[string]string) func(*data.Module) data.Part {
	return func(*data.Module) data.Part {
		return data.Part{Shape: func(of string) any {
			if keys[of] == "" {
				return nil
			}
			return document.Keys{keys[of]: &document.Anything{}}
		}}
	}
}
