// Package sprite draws what stands on a map, each by itself and once: counters, badges, signs, banners.
package sprite

import (
	"image"

	"grognard/render/internal/cache"
	"grognard/render/internal/scene"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/view"
)

// Atlas draws sprites in the colours of a game and a style, and keeps them.
type Atlas struct {
	*style.Palette
	Types   *typeset.Writer
	Labels  scene.Labels
	Markers []view.MarkLegend // of the game
	kept    *Cache
}

func NewAtlas(p *style.Palette, types *typeset.Writer, kept *Cache, l scene.Labels, markers []view.MarkLegend) Atlas {
	return Atlas{p, types, l, markers, kept}
}

// Cache keeps the sprites that were used last.
type Cache = cache.Cache[key, *image.Paletted]

type key struct {
	palette *style.Palette
	look    any // a comparable value that says all that the sprite shows
}

// spriteCost is what a sprite costs beside its pixels: its key and its place in the
// cache.
const spriteCost = 600

// NewCache keeps sprites of so many bytes together.
func NewCache(limit int) *Cache {
	return cache.New[key](limit, func(m *image.Paletted) int { return len(m.Pix) + spriteCost })
}

// Cached is a small drawing, made once for each look. A look that is kept costs no
// allocation: draw should be a function, not a closure.
func Cached[L comparable](a Atlas, look L, draw func(Atlas, L) *image.RGBA) *image.Paletted {
	if s, ok := a.kept.Find(key{a.Palette, look}); ok {
		return s
	}
	// Drawing a sprite cannot fail.
	s, _ := a.kept.Get(key{a.Palette, look}, func() (*image.Paletted, error) { return a.Quantize(draw(a, look)), nil })
	return s
}
