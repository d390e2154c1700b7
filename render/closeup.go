package render

import (
	"grognard/render/internal/layout"
	"grognard/render/scene"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// Measures of a close-up in pixels: how wide it is meant to be, and how large its hexes may be.
const (
	closeWidth = 1080
	closeHex   = 150
)

// Focus returns the close-up of what a board is about: of its overlay, if that is of a part of the map, or of the
// events that it tells. If these are too far apart for one close-up, it shows as many as it can: a fight or a pending
// decision counts more than all losses, and a loss more than all moves. The result is false if nothing happened on
// the map, or if the close-up would show nearly all of it.
func Focus(b *view.Board) (Options, bool) { return closeUp(b, scene.MostEventful) }

// FocusAll returns the smallest close-up that shows all that a board tells of the map. If that is nearly the whole
// map, it returns the options for the whole map.
func FocusAll(b *view.Board) Options {
	near, _ := closeUp(b, scene.AllEvents)
	return near
}

// closeUp returns the close-up of the part of a board that find returns; false if it finds none.
func closeUp(b *view.Board, find func(*view.Board) (hex.Part, bool)) (Options, bool) {
	if b == nil || b.Map == nil {
		return Options{}, false
	}
	part, ok := find(b)
	if !ok {
		return Options{}, false
	}
	return Sized(part), true
}

// Sized returns a close-up of a part of the map, with hexes as large as there is room for.
func Sized(part hex.Part) Options {
	// By its height a hex is 2/√3 wide; columns are √3/2 apart, Radius of them to either side. 0.2 heights are spare.
	size := max(layout.MinHex, min(closeHex, closeWidth*1000/(1732*part.Radius+1355)))
	return Options{Part: part, HexSize: size}
}
