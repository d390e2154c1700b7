// Package sprite draws what is small and occurs often: counters, badges, flags, the signs of fights, dice, the
// pieces of the banner and of the turn track.
//
//	a := sprite.NewAtlas(palette, types, sprite.NewCache(16<<20), labels, marks, classes)
//	sprite.StampAt(pic, sprite.Counter(a, unit, 38), centre)
//
// To add a sign, write its look (a comparable struct of all that it shows), a function that draws a look with
// gg, and one that returns Cached(a, look, draw). A sprite has no half-transparent pixels, and does not depend on
// where it will lie.
package sprite

import (
	"image"

	"grognard/render/internal/cache"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/render/scene"
	"grognard/rules/view"
)

// Atlas has the sprites of a game in a style. A sprite is drawn once for each look and kept as palette entries.
type Atlas struct {
	*style.Palette
	Types   *typeset.Writer
	Labels  scene.Labels
	Markers []view.MarkLegend // of the game
	Classes []string          // of ratings in the game
	kept    *Cache
}

// NewAtlas returns an atlas that keeps its sprites in a cache, which may be shared with others.
func NewAtlas(p *style.Palette, types *typeset.Writer, kept *Cache, l scene.Labels, markers []view.MarkLegend,
	classes []string) Atlas {
	return Atlas{p, types, l, markers, classes, kept}
}

// Cache keeps the sprites that were used last.
type Cache = cache.Cache[key, *image.Paletted]

// key is all that a sprite depends on.
type key struct {
	palette *style.Palette
	look    any // a comparable value that says all that the sprite shows
}

// spriteCost is how many bytes a sprite takes beside its pixels, for its key and its place in the cache.
const spriteCost = 600

// NewCache returns a cache for sprites of at most limit bytes together.
func NewCache(limit int) *Cache {
	return cache.New[key](limit, func(m *image.Paletted) int { return len(m.Pix) + spriteCost })
}

// Cached returns the sprite of a look and draws it if it is not kept. For a kept one it allocates nothing;
// therefore draw should be a function and not a closure.
func Cached[L comparable](a Atlas, look L, draw func(Atlas, L) *image.RGBA) *image.Paletted {
	if s, ok := a.kept.Find(key{a.Palette, look}); ok {
		return s
	}
	// Drawing a sprite cannot fail.
	s, _ := a.kept.Get(key{a.Palette, look}, func() (*image.Paletted, error) { return a.Quantize(draw(a, look)), nil })
	return s
}
