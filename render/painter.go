package render

import (
	"image"
	"image/png"
	"sync"

	"grognard/rules/view"
)

// How much a Painter keeps. A whole map is some 4 MB, a counter 1 to 40 KB.
const (
	keepDyes    = 16
	keepGrounds = 16
	keepSprites = 1500
)

// Painter keeps what pictures have in common: printed maps and counters, as
// palette entries. One serves a whole program, from any goroutine; what it has
// kept changes no byte of any picture.
type Painter struct {
	types   *typeset
	dyes    *cache[dyeKey, *dye]
	grounds *cache[groundKey, *image.Paletted]
	sprites *cache[spriteKey, *image.Paletted]
	pool    encoderPool
}

type dyeKey struct {
	mapKey string
	style  Style
}

type groundKey struct {
	dyeKey
	options Options
	marks   string // the legend names the game's markers
	stocks  int    // the header has a place for each
}

type spriteKey struct {
	dyeKey
	look any // a comparable value that says all that the sprite shows
}

// New makes a Painter with nothing kept yet.
func New() (*Painter, error) {
	t, err := newTypeset()
	if err != nil {
		return nil, err
	}
	return &Painter{
		types:   t,
		dyes:    newCache[dyeKey, *dye](keepDyes),
		grounds: newCache[groundKey, *image.Paletted](keepGrounds),
		sprites: newCache[spriteKey, *image.Paletted](keepSprites),
	}, nil
}

func (p *Painter) brush(m *view.Map, s Style) (brush, error) {
	k := dyeKey{m.Key, s}
	d, err := p.dyes.get(k, func() (*dye, error) { return newDye(s, m.Sides) })
	return brush{p, k, d}, err
}

// brush is a Painter at work in the colours of a game and a style.
type brush struct {
	*Painter
	key dyeKey
	*dye
}

// sprite is a small drawing, made once for each look.
func (b brush) sprite(look any, draw func() *image.RGBA) *image.Paletted {
	// Drawing a sprite cannot fail.
	s, _ := b.sprites.get(spriteKey{b.key, look}, func() (*image.Paletted, error) { return b.dip(draw()), nil })
	return s
}

// encoderPool lends the PNG encoder its buffers.
type encoderPool struct{ sync.Pool }

func (p *encoderPool) Get() *png.EncoderBuffer {
	b, _ := p.Pool.Get().(*png.EncoderBuffer)
	return b
}

func (p *encoderPool) Put(b *png.EncoderBuffer) { p.Pool.Put(b) }
