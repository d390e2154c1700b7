package show

import (
	"grognard/rules/internal/series"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// Layers lists the kinds of overlays.
func Layers() []view.LayerKind {
	return []view.LayerKind{{Name: "reach", Of: view.OfUnit}, {Name: "supply", Of: view.OfMap},
		{Name: "threats", Of: view.OfHex}}
}

// Overlay makes the overlay of the kind that is asked for; ok is false where there is nothing to show.
func Overlay(g *game.Game, a series.OverlayRequest) (o view.Overlay, ok bool) {
	switch a.Kind {
	case "reach":
		return reachOverlay(g, a)
	case "supply":
		return supplyOverlay(g, a)
	case "threats":
		return threatsOverlay(g, a)
	}
	return view.Overlay{}, false
}
