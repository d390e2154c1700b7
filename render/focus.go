package render

import (
	"slices"

	"grognard/render/internal/layout"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// Measures of a close-up: how wide it is meant to be, how large its hexes may be,
// how many hexes it shows round its centre, and how many round what happened.
const (
	closeWidth  = 1080
	closeHex    = 150
	closeLeast  = 3
	closeMost   = 5
	closeMargin = 1
)

// Focus is the close-up that answers what a board was made for: an overlay of a part of
// the map, or where the things told lately happened. When they happened far apart it is where
// most did: fights and a decision that is owed before losses, losses before moves. It
// is false when nothing happened on the map, and when the close-up would show nearly
// all of it.
func Focus(b *view.Board) (Options, bool) {
	if b == nil || b.Map == nil {
		return Options{}, false
	}
	g := b.Map.Grid
	var o Options
	if i := slices.IndexFunc(b.Overlays, func(l view.Overlay) bool { return len(l.Around) > 0 }); i >= 0 {
		o.Around, o.Radius = holding(g, b.Overlays[i].Around)
	} else {
		o.Around, o.Radius = densest(g, scenes(b))
	}
	shown, all := 0, 0
	for h := range g.All() {
		all++
		if g.Distance(h, o.Around) <= o.Radius {
			shown++
		}
	}
	if o.Around == hex.None || 4*shown > 3*all {
		return Options{}, false
	}
	return sized(o), true
}

// Holding is the smallest close-up that shows all that a board tells of the map, or the
// whole map where that lies too far apart.
func Holding(b *view.Board) Options {
	if b == nil || b.Map == nil {
		return Options{}
	}
	var hexes []hex.Hex
	for _, s := range scenes(b) {
		hexes = append(hexes, s.Hex)
	}
	if len(hexes) == 0 {
		return Options{}
	}
	o := Options{}
	if o.Around, o.Radius = holding(b.Map.Grid, hexes); o.Radius > widest {
		return Options{}
	}
	return sized(o)
}

// widest is the radius of the largest close-up whose hexes are larger than those of a
// whole map.
const widest = 9

// sized is a close-up with hexes as large as there is room for.
func sized(o Options) Options {
	// A hex is 2/√3 of its height wide, and √3/2 apart from the next.
	o.HexSize = max(layout.MinHex, min(closeHex, closeWidth*1000/(1732*o.Radius+1355)))
	return o
}

// scene is a hex where something happened, and how much that counts.
type scene struct {
	hex.Hex
	weight int
}

// What a scene counts: so many of the lesser never make one of the greater.
const (
	moveWeight  = 1
	lossWeight  = 1_000
	fightWeight = 1_000_000
)

// scenes are the hexes of a board where something happened lately or is owed.
func scenes(b *view.Board) (out []scene) {
	add := func(h hex.Hex, weight int) {
		if b.Map.Grid.Contains(h) {
			out = append(out, scene{h, weight})
		}
	}
	if b.Due != nil {
		add(b.Due.Hex, fightWeight)
	}
	for _, l := range b.Told {
		if l.Reckoned != nil {
			add(l.Reckoned.Target, fightWeight)
		}
		for _, f := range l.Forms {
			for _, h := range f.Hexes {
				add(h, moveWeight)
			}
		}
		if l.Deed == nil || len(l.Deed.Path) == 0 {
			continue
		}
		switch p := l.Deed.Path; l.Deed.Kind {
		case view.Died, view.Gone, view.Reduced, view.Struck:
			for _, h := range p {
				add(h, lossWeight)
			}
		default:
			add(p[0], moveWeight)
			add(p[len(p)-1], moveWeight)
		}
	}
	return out
}

// densest is the centre and the radius of the close-up with the greatest sum of
// scenes, no larger than it needs to be for those that count most.
func densest(g hex.Grid, scenes []scene) (hex.Hex, int) {
	at, best := heaviest(g, scenes, closeMost)
	if best == 0 {
		return hex.None, 0
	}
	least := 1 // moves alone: all of them
	if best >= lossWeight {
		least = lossWeight
	}
	for r := closeLeast; r < closeMost; r++ {
		if near, sum := heaviest(g, scenes, r); sum/least == best/least {
			return near, r
		}
	}
	return at, closeMost
}

// heaviest is the centre of the close-up of a radius with the greatest weight of scenes;
// of several, the one nearest to them.
func heaviest(g hex.Grid, scenes []scene, radius int) (at hex.Hex, best int) {
	least := 0
	for h := range g.All() {
		sum, far := 0, 0
		for _, s := range scenes {
			if d := g.Distance(h, s.Hex); d <= radius-closeMargin {
				sum += s.weight
				far += d * d
			}
		}
		if sum > best || sum == best && sum > 0 && far < least {
			at, best, least = h, sum, far
		}
	}
	return at, best
}

// holding is the smallest close-up that holds all of some hexes.
func holding(g hex.Grid, hexes []hex.Hex) (at hex.Hex, radius int) {
	radius = -1
	for h := range g.All() {
		far := 0
		for _, to := range hexes {
			far = max(far, g.Distance(h, to))
		}
		if far = max(closeLeast, far+closeMargin); radius < 0 || far < radius {
			at, radius = h, far
		}
	}
	return at, radius
}
