package show

import (
	"slices"

	"grognard/rules/internal/series"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// AllLayers lists the overlays of the series and then those of the features.
func AllLayers(g *game.Game) []game.Layer {
	layer := func(name string, of view.Subject,
		makes func(*game.Game, series.OverlayRequest) (view.Overlay, bool)) game.Layer {
		return game.Layer{LayerKind: view.LayerKind{Name: name, Of: of},
			Make: func(a series.OverlayRequest) (view.Overlay, bool) { return makes(g, a) }}
	}
	return append([]game.Layer{
		layer("reach", view.OfUnit, reachOverlay),
		layer("supply", view.OfMap, supplyOverlay),
		layer("threats", view.OfHex, threatsOverlay),
	}, g.Added.Show.Layers...)
}

// Layers lists the kinds of overlays of the game.
func Layers(g *game.Game) (kinds []view.LayerKind) {
	for _, l := range g.Layers {
		kinds = append(kinds, l.LayerKind)
	}
	return kinds
}

// Overlay makes the overlay of the kind that is asked for.
func Overlay(g *game.Game, a series.OverlayRequest) (view.Overlay, bool) {
	i := slices.IndexFunc(g.Layers, func(l game.Layer) bool { return l.Name == a.Kind })
	if i < 0 {
		return view.Overlay{}, false
	}
	return g.Layers[i].Make(a)
}
