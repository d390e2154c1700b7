package scs

import (
	"slices"

	"grognard/rules/internal/series"
	"grognard/rules/view"
)

// Layer is a kind of overlay with the function that makes it; ok is false where there is nothing to
// show.
type Layer struct {
	view.LayerKind
	Make func(series.OverlayRequest) (o view.Overlay, ok bool)
}

// layers lists the overlays of the series and then those of the features.
func (e *Engine) layers() []Layer {
	out := []Layer{
		{view.LayerKind{Name: "reach", Of: view.OfUnit}, e.reachOverlay},
		{view.LayerKind{Name: "supply", Of: view.OfMap}, e.supplyOverlay},
		{view.LayerKind{Name: "threats", Of: view.OfHex}, e.threatsOverlay},
	}
	for i := range e.features {
		out = append(out, e.features[i].Layers...)
	}
	return out
}

// Layers lists the kinds of overlays of the game.
func (e *Engine) Layers() (kinds []view.LayerKind) {
	for _, l := range e.layers() {
		kinds = append(kinds, l.LayerKind)
	}
	return kinds
}

// Overlay makes the overlay of the kind that is asked for.
func (e *Engine) Overlay(a series.OverlayRequest) (view.Overlay, bool) {
	all := e.layers()
	i := slices.IndexFunc(all, func(l Layer) bool { return l.Name == a.Kind })
	if i < 0 {
		return view.Overlay{}, false
	}
	return all[i].Make(a)
}
