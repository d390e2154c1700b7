package scs

import (
	"slices"

	"grognard/rules/internal/series"
	"grognard/rules/view"
)

// layer is a kind of overlay, and what makes it.
type layer struct {
	view.LayerKind
	make func(*Engine, series.Asked) (view.Overlay, bool)
}

func layers() []layer {
	return []layer{
		{view.LayerKind{Name: "reach", Of: view.OfUnit}, (*Engine).reachOverlay},
		{view.LayerKind{Name: "supply", Of: view.OfMap}, (*Engine).supplyOverlay},
		{view.LayerKind{Name: "threats", Of: view.OfHex}, (*Engine).threatsOverlay},
	}
}

// Layers are the kinds of overlays of the series.
func (e *Engine) Layers() (kinds []view.LayerKind) {
	for _, l := range layers() {
		kinds = append(kinds, l.LayerKind)
	}
	return kinds
}

// Overlay makes an overlay of one of its kinds.
func (e *Engine) Overlay(a series.Asked) (view.Overlay, bool) {
	all := layers()
	i := slices.IndexFunc(all, func(l layer) bool { return l.Name == a.Kind })
	if i < 0 {
		return view.Overlay{}, false
	}
	return all[i].make(e, a)
}
