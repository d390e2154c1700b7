package show

import (
	"slices"

	"grognard/rules/internal/series"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// layers lists the overlays of the series and then those of the features.
func layers(g *game.Game) []game.Layer {
	layer := func(name string, of view.Subject,
		makes func(*game.Game, series.OverlayRequest) (view.Overlay, bool)) game.Layer {
		return game.Layer{LayerKind: view.LayerKind{Name: name, Of: of},
			Make: func(a series.OverlayRequest) (view.Overlay, bool) { return makes(g, a) }}
	}
	out := []game.Layer{
		layer("reach", view.OfUnit, reachOverlay),
		layer("supply", view.OfMap, supplyOverlay),
		layer("threats", view.OfHex, threatsOverlay),
	}
	for i := range g.Features {
		out = append(out, g.Features[i].Layers...)
	}
	return out
}

// Layers lists the kinds of overlays of the game.
func Layers(g *game.Game) (kinds []view.LayerKind) {
	for _, l := range layers(g) {
		kinds = append(kinds, l.LayerKind)
	}
	return kinds
}

// Overlay makes the overlay of the kind that is asked for.
func Overlay(g *game.Game, a series.OverlayRequest) (view.Overlay, bool) {
	all := layers(g)
	i := slices.IndexFunc(all, func(l game.Layer) bool { return l.Name == a.Kind })
	if i < 0 {
		return view.Overlay{}, false
	}
	return all[i].Make(a)
}
