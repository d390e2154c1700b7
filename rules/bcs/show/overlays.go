package show

import (
	"grognard/rules/bcs/game"
	"grognard/rules/internal/series"
	"grognard/rules/view"
)

// Layers lists the kinds of overlays.
func Layers() []view.LayerKind { return nil }

// Overlay makes the overlay of the kind that is asked for; ok is false where there is nothing to show.
func Overlay(*game.Game, series.OverlayRequest) (o view.Overlay, ok bool) {
	return view.Overlay{}, false
}
